//! Migros Yemek: orders are pushed and polled, what we post is encrypted. All of it is read off other integrators' code.
//!
//! `cipher` encrypts · `calls` sends and unwraps · `poll` and `hear` bring orders · `order`, `items` and `status` read
//! them · `steps` tells acts · `look` reads one order back · `reasons`, `shop` and `menu` ask for the rest.

mod calls;
mod cipher;
mod hear;
mod items;
mod look;
mod menu;
mod order;
mod poll;
mod reasons;
mod shop;
mod status;
mod steps;
#[cfg(test)]
mod tests;

use crate::model::{Act, Bilingual, Failure, Menu, Order, Reason, Status};
use crate::platforms::{
    client::Client,
    form::{self, Credential},
    link::Link,
    platform::{Asked, Case, Platform, Push, PushRoute, Step, Told, WithoutReason},
    report::{Heard, Polled, Report},
};
use std::time::Duration;

/// No limit is published; every list is asked for that often at most.
const SOONEST: Duration = Duration::from_secs(10);

pub struct MigrosYemek;

static CREDENTIALS: [Credential; 4] = [
    Credential {
        name: "apiKey",
        label: Bilingual::fixed("Restoran anahtarı (XApiKey)", "Restaurant key (XApiKey)"),
        help: Bilingual::fixed(
            "Migros Yemek restoran panelinde, entegrasyon sayfasında POS firmanızı seçince oluşturulur. Firma listede \
             yoksa anahtar alınamaz; önce Migros ile görüşün.",
            "Made in the restaurant panel of Migros Yemek, on the integration page, once you choose your POS company. \
             If that company is not in the list, no key can be made; talk to Migros first.",
        ),
        is_required: true,
        is_secret: true,
        check: form::any,
    },
    Credential {
        name: "secretKey",
        label: Bilingual::fixed("Şifreleme anahtarı (secretKey)", "Encryption key (secretKey)"),
        help: Bilingual::fixed(
            "Migros'un entegratör firmaya verdiği 32 karakterlik anahtar; restorana değil firmaya aittir. Seçtiğiniz \
             firmadan isteyin.",
            "The key of 32 characters that Migros gives to the integrating company; it belongs to the company, not to \
             the restaurant. Ask the company that you chose.",
        ),
        is_required: true,
        is_secret: true,
        check: cipher::check,
    },
    Credential {
        name: "storeId",
        label: Bilingual::fixed("Şube numarası (storeId)", "Store number (storeId)"),
        help: Bilingual::fixed(
            "Şubenizin Migros'taki numarası (23000000999901 gibi). Panelde veya entegratörünüzde bulunur.",
            "The number of your branch at Migros (such as 23000000999901). The panel or your integrator has it.",
        ),
        is_required: true,
        is_secret: false,
        check: form::digits,
    },
    Credential {
        name: "storeGroupId",
        label: Bilingual::fixed("Şube grubu numarası (storeGroupId)", "Store group number (storeGroupId)"),
        help: Bilingual::fixed(
            "Markanızın Migros'taki grup numarası. Açma, kapama ve menü için gerekir; şube numarasıyla aynı yerdedir.",
            "The number of your brand's group at Migros. Opening, closing and the menu need it; it stands beside the \
             store number.",
        ),
        is_required: true,
        is_secret: false,
        check: form::digits,
    },
];

impl Platform for MigrosYemek {
    fn name(&self) -> &'static str {
        "Migros Yemek"
    }

    fn home(&self) -> &'static str {
        "https://gourmet.migrosonline.com"
    }

    fn credentials(&self) -> &'static [Credential] {
        &CREDENTIALS
    }

    fn is_experimental(&self) -> bool {
        true
    }

    fn caveat(&self) -> Option<Bilingual> {
        Some(Bilingual::fixed(
            "Deneysel: Migros herkese açık bir belge yayımlamıyor; bu bağlantı başka entegratörlerin kodundan \
             öğrenilenlerle yazıldı. Anahtarlar da yalnızca Migros'un listesindeki entegratörler aracılığıyla verilir. \
             İlk siparişleri Migros ekranıyla karşılaştırın.",
            "Experimental: Migros publishes no document; this connection is written from what the code of other \
             integrators shows. Keys, too, are given only through the integrators that Migros lists. Compare the first \
             orders with the Migros screen.",
        ))
    }

    /// The secret is the integrating company's; every branch has a key of its own.
    fn company(&self, link: &Link) -> String {
        link.credential("secretKey").to_owned()
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(SOONEST))
    }

    fn poll(&self, client: &Client<'_>, asked: &Asked<'_>) -> Polled {
        poll::poll(client, asked)
    }

    fn pushes(&self) -> &'static [PushRoute] {
        &hear::ROUTES
    }

    fn hear(&self, link: &Link, push: &Push<'_>) -> Result<Vec<Heard>, Failure> {
        hear::hear(link, push)
    }

    fn steps(&self, _link: &Link, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        steps::steps(order, act, to)
    }

    fn tell(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
        steps::tell(client, case, step)
    }

    fn look(&self, client: &Client<'_>, provider_order_id: &str) -> Result<Report, Failure> {
        look::look(client, provider_order_id)
    }

    fn decides(&self, order: &Order) -> bool {
        steps::decides(order)
    }

    fn reasons(&self, client: &Client<'_>, _order: &Order) -> Result<Vec<Reason>, Failure> {
        reasons::reasons(client)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Refused
    }

    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        shop::test(client)
    }

    fn menu(&self, client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        menu::menu(client).map(Some)
    }

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
        shop::set_open(client, is_open)
    }
}
