//! Yemeksepeti, through Delivery Hero's POS Middleware: orders are pushed to us as to a plugin, with signed tokens; acts
//! are calls to the Middleware. The restaurant line only: markets have another interface.
//!
//! Two modes, told by the addresses that an order names. Direct: it waits for our answer. Indirect: staff have accepted it
//! on the platform's tablet, and neither acceptance nor refusal is ours to tell.
//!
//! `hear` takes pushes, which `jwt` checks · `order`, `items`, `sums`, `payment` and `status` read them · `calls` logs in and sends ·
//! `steps` tells acts · `look` reads an order back · `poll` finds what was missed · `reasons` and `shop` are the rest.

mod calls;
mod hear;
mod items;
mod jwt;
mod look;
mod order;
mod payment;
mod poll;
mod reasons;
mod shop;
mod status;
mod steps;
mod sums;
#[cfg(test)]
mod tests;

use crate::model::{Act, Bilingual, Code, Failure, Id, Menu, Order, Reason, Status, Why};
use crate::platforms::{
    client::Client,
    form::{self, Credential},
    link::Link,
    platform::{Asked, Case, Platform, Push, PushRoute, Refused, Standing, Step, Told, WithoutReason},
    report::{Heard, Polled, Report},
};
use serde_json::Value;
use std::time::Duration;

/// Turkey's; the staff there test on it too, with a test restaurant.
const HOME: &str = "https://integration-middleware-tr.me.restaurant-partners.com";

pub struct Yemeksepeti;

static CREDENTIALS: [Credential; 5] = [
    Credential {
        name: "username",
        label: Bilingual::fixed("Kullanıcı adı (username)", "User name (username)"),
        help: Bilingual::fixed(
            "Yemeksepeti entegrasyon ekibi verir: integration.yemeksepeti.com üzerinden başvurulur, gizlilik sözleşmesi \
             imzalanır ve PGP açık anahtarınız gönderilir; bilgiler PGP ile şifrelenmiş e-postayla gelir.",
            "From Yemeksepeti's integration team: apply at integration.yemeksepeti.com, sign the NDA and send your PGP \
             public key; the values come back by e-mail, encrypted with PGP.",
        ),
        is_required: true,
        is_secret: false,
        check: form::any,
    },
    Credential {
        name: "password",
        label: Bilingual::fixed("Parola (password)", "Password (password)"),
        help: Bilingual::fixed(
            "Kullanıcı adıyla aynı şifreli e-postada gelir. Yemeksepeti panelinin parolası değildir.",
            "In the same encrypted e-mail as the user name. It is not the password of Yemeksepeti's panel.",
        ),
        is_required: true,
        is_secret: true,
        check: printable,
    },
    Credential {
        name: "chainCode",
        label: Bilingual::fixed("Zincir kodu (chainCode)", "Chain code (chainCode)"),
        help: Bilingual::fixed(
            "Yemeksepeti her marka için bir tane verir; çoğunlukla 8 karakterdir.",
            "Yemeksepeti issues one for each brand; mostly 8 characters.",
        ),
        is_required: true,
        is_secret: false,
        check: code,
    },
    Credential {
        name: "posVendorId",
        label: Bilingual::fixed("Şube kodu (posVendorId, remoteId)", "Branch code (posVendorId, remoteId)"),
        help: Bilingual::fixed(
            "Şube için kodu siz seçersiniz (harf ve rakam) ve alım adresiyle birlikte Yemeksepeti'ne bildirirsiniz. \
             Siparişler bu adrese gönderilir: adresin internetten, geçerli sertifikalı HTTPS ile erişilebilir olması \
             gerekir.",
            "You choose it for the branch (letters and digits) and tell Yemeksepeti together with the intake address. \
             Orders are sent to that address: it has to be reachable from the internet over HTTPS with a valid \
             certificate.",
        ),
        is_required: true,
        is_secret: false,
        check: code,
    },
    Credential {
        name: "pluginSecret",
        label: Bilingual::fixed("Eklenti anahtarı (plugin secret)", "Plugin secret"),
        help: Bilingual::fixed(
            "Aynı şifreli e-postada gelir; siparişlerin gerçekten Yemeksepeti'nden geldiği bununla denetlenir.",
            "In the same encrypted e-mail; it shows that what is pushed here really comes from Yemeksepeti.",
        ),
        is_required: true,
        is_secret: true,
        check: printable,
    },
];

impl Platform for Yemeksepeti {
    fn name(&self) -> &'static str {
        "Yemeksepeti"
    }

    fn home(&self) -> &'static str {
        HOME
    }

    fn credentials(&self) -> &'static [Credential] {
        &CREDENTIALS
    }

    fn account(&self, link: &Link) -> String {
        format!("{}\n{}", link.credential("username"), link.credential("password"))
    }

    fn company(&self, link: &Link) -> String {
        format!("{}\n{}", link.credential("username"), link.credential("chainCode"))
    }

    /// A safety net, not a feed: the owner's interval is for platforms that have to be asked.
    fn poll_every(&self, _wanted: Duration) -> Option<Duration> {
        Some(poll::EVERY)
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

    fn answer(&self, route: &str, orders: &[(Id, Status)]) -> Result<Value, Failure> {
        hear::answer(route, orders)
    }

    fn refuse(&self, route: Option<&str>, failure: &Failure, words: &str) -> Option<Refused> {
        Some(hear::refuse(route, failure, words))
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

    fn look_back(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Standing, Failure> {
        look::look_back(client, case, step)
    }

    /// There is no word from the platform when its courier has delivered, so the restaurant closes every order.
    fn decides(&self, _order: &Order) -> bool {
        false
    }

    fn reasons(&self, _client: &Client<'_>, order: &Order) -> Result<Vec<Reason>, Failure> {
        reasons::of(order)
    }

    fn without_reason(&self, order: &Order) -> WithoutReason {
        reasons::without_reason(order)
    }

    /// No call tells the restaurant's name.
    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        calls::login(client).map(|_| None)
    }

    fn menu(&self, _client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        Err(Failure::new(Code::NotOffered).why(Why::Plain(Bilingual::fixed(
            "Türkiye'de menüyü Yemeksepeti tutar ve entegrasyona açmaz; menü Yemeksepeti panelinden düzenlenir.",
            "In Turkey Yemeksepeti keeps the menu and does not open it to integrations; edit it in Yemeksepeti's panel.",
        ))))
    }

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
        shop::set_open(client, is_open)
    }
}

/// Secrets go into a body or a signature, where every letter may stand.
fn printable(value: &str) -> Option<Bilingual> {
    let is_printable = !value.chars().any(char::is_control);
    (!is_printable).then(|| Bilingual::fixed("Denetim karakteri içeremez.", "It cannot contain control characters."))
}

/// Stands in paths.
fn code(value: &str) -> Option<Bilingual> {
    let is_code = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    (!is_code).then(|| {
        Bilingual::fixed(
            "Yalnızca harf, rakam, tire, alt çizgi ve nokta içerebilir.",
            "It can contain only letters, digits, hyphens, underscores and dots.",
        )
    })
}
