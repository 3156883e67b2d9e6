//! Getir Yemek: orders are polled, and pushed where Getir can reach us; acts are one call each, with a minute between.
//!
//! `calls` logs in and sends · `poll` and `hear` bring orders · `order`, `items`, `removal`, `payment` and `status` read
//! them · `steps` tells acts · `look` reads one order back · `pos` is Getir's switch for the till · `reasons` and `shop`
//! ask for the rest.

mod calls;
mod hear;
mod items;
mod look;
mod order;
mod payment;
mod poll;
mod pos;
mod reasons;
mod removal;
mod shop;
mod status;
mod steps;
#[cfg(test)]
mod tests;

use crate::model::{Act, Bilingual, Failure, Menu, Order, Reason, Status, order::DeliveryType};
use crate::platforms::{
    client::Client,
    form::{self, Credential},
    link::Link,
    platform::{Asked, Case, Platform, PosSwitch, Push, PushRoute, Step, Told, WithoutReason},
    report::{Heard, Polled, Report},
};
use std::time::Duration;

pub struct Getir;

static CREDENTIALS: [Credential; 3] = [
    Credential {
        name: "appSecretKey",
        label: Bilingual::fixed("Uygulama anahtarı (appSecretKey)", "Application key (appSecretKey)"),
        help: Bilingual::fixed(
            "Restoran bunu kendisi oluşturamaz: Getir, POS veya entegratör başvurusu onaylanınca e-postayla verir \
             (getiryemekapi@getir.com). Canlı ve test ortamının anahtarları ayrıdır.",
            "A restaurant cannot make it: Getir sends it by e-mail once the application as a POS or integrator is \
             approved (getiryemekapi@getir.com). The live and the test environment have different keys.",
        ),
        is_required: true,
        is_secret: true,
        check: form::any,
    },
    Credential {
        name: "restaurantSecretKey",
        label: Bilingual::fixed("Restoran anahtarı (restaurantSecretKey)", "Restaurant key (restaurantSecretKey)"),
        help: Bilingual::fixed(
            "Her restoranın ayrı anahtarı vardır. Restoranınız için entegrasyonu Getir'den isteyin \
             (getiryemekapi@getir.com); anahtarı Getir verir, restoran kendisi oluşturamaz.",
            "Every restaurant has its own. Ask Getir to integrate your restaurant (getiryemekapi@getir.com); Getir \
             gives you the key, a restaurant cannot make it.",
        ),
        is_required: true,
        is_secret: true,
        check: form::any,
    },
    Credential {
        name: "webhookApiKey",
        label: Bilingual::fixed("Bildirim anahtarı (x-api-key)", "Push key (x-api-key)"),
        help: Bilingual::fixed(
            "İsteğe bağlı. Getir siparişleri buraya da göndersin istiyorsanız uzun ve rastgele bir değer seçin ve \
             Getir'e iki adresle birlikte yazın: alım adresinin sonuna /orders ve /orders/cancelled ekleyin. Adresin \
             internetten erişilebilir olması gerekir; erişilemiyorsa siparişler sorgulanarak alınır.",
            "Optional. To have Getir send orders here as well, choose a long random value and write it to Getir with \
             two addresses: the intake address followed by /orders and by /orders/cancelled. That address has to be \
             reachable from the internet; where it is not, orders are polled.",
        ),
        is_required: false,
        is_secret: true,
        check: form::any,
    },
];

impl Platform for Getir {
    fn name(&self) -> &'static str {
        "Getir Yemek"
    }

    fn home(&self) -> &'static str {
        "https://food-external-api-gateway.getirapi.com"
    }

    fn credentials(&self) -> &'static [Credential] {
        &CREDENTIALS
    }

    fn caveat(&self) -> Option<Bilingual> {
        Some(Bilingual::fixed(
            "Getir Yemek 2026'dan beri Trendyol Go'ya (Uber) taşınıyor. Bu bağlantının hâlâ verilip verilmediğini önce \
             Getir'e sorun (getiryemekapi@getir.com).",
            "Since 2026 Getir Yemek has been moving to Trendyol Go (Uber). Ask Getir first whether this connection is \
             still given (getiryemekapi@getir.com).",
        ))
    }

    fn account(&self, link: &Link) -> String {
        format!("{}\n{}", link.credential("appSecretKey"), link.credential("restaurantSecretKey"))
    }

    fn company(&self, link: &Link) -> String {
        link.credential("appSecretKey").to_owned()
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(calls::ACTIVE.gap()))
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

    fn pause(&self, link: &Link, step: &str) -> Duration {
        steps::pause(link, step)
    }

    fn tell(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
        steps::tell(client, case, step)
    }

    fn look(&self, client: &Client<'_>, provider_order_id: &str) -> Result<Report, Failure> {
        look::look(client, provider_order_id)
    }

    /// A machine telephones after half a minute; after five the restaurant is closed there.
    fn calls_before(&self) -> Option<Duration> {
        Some(Duration::from_secs(270))
    }

    fn decides(&self, order: &Order) -> bool {
        order.content.delivery_type == DeliveryType::PlatformCourier && order.status == Status::OnTheWay
    }

    fn reasons(&self, client: &Client<'_>, order: &Order) -> Result<Vec<Reason>, Failure> {
        reasons::reasons(client, order)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Fine
    }

    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        shop::name(client)
    }

    fn pos_switch(&self) -> Option<&'static PosSwitch> {
        Some(&pos::SWITCH)
    }

    fn is_pos_on(&self, client: &Client<'_>) -> Option<bool> {
        pos::is_on(client)
    }

    fn set_pos(&self, client: &Client<'_>, is_on: bool) -> Result<(), Failure> {
        pos::set(client, is_on)
    }

    fn menu(&self, client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        shop::menu(client).map(Some)
    }

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
        shop::set_open(client, is_open)
    }
}
