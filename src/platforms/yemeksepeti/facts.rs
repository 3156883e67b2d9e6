//! What is known of Yemeksepeti beforehand: its name, its host, what the owner enters, what it can do.

use super::{push, words};
use crate::{Facts, form};
use model::Bilingual;

pub static FACTS: Facts = Facts {
    name: "Yemeksepeti",
    short_name: Bilingual::fixed("Yemeksepeti", "Yemeksepeti"),
    mark: "Y",
    colour: "#b3004a",
    // Turkey's; the staff there test on it too, with a test restaurant.
    home: "https://integration-middleware-tr.me.restaurant-partners.com",
    credentials: &CREDENTIALS,
    caveat: None,
    is_experimental: false,
    takes_callback_url: false,
    takes_minutes: true,
    guide: Bilingual::fixed(
        include_str!("../../../packaging/manual/tr/yemeksepeti.md"),
        include_str!("../../../packaging/manual/en/yemeksepeti.md"),
    ),
    needs_public_address: true,
    pushes: &push::ROUTES,
    can_look: true,
    calls_before: None,
    pos_switch: None,
};

credentials! {
    open "username" form::any: "Kullanıcı adı (username)" / "User name (username)",
        "Yemeksepeti entegrasyon ekibi verir: integration.yemeksepeti.com üzerinden başvurulur, gizlilik sözleşmesi \
             imzalanır ve PGP açık anahtarınız gönderilir; bilgiler PGP ile şifrelenmiş e-postayla gelir."
        / "From Yemeksepeti’s integration team: apply at integration.yemeksepeti.com, sign the NDA and send your PGP \
             public key; the values come back by e-mail, encrypted with PGP.";
    secret "password" printable: "Parola (password)" / "Password (password)",
        "Kullanıcı adıyla aynı şifreli e-postada gelir. Yemeksepeti panelinin parolası değildir."
        / "In the same encrypted e-mail as the user name. It is not the password of Yemeksepeti’s panel.";
    open "chainCode" code: "Zincir kodu (chainCode)" / "Chain code (chainCode)",
        "Yemeksepeti her marka için bir tane verir; çoğunlukla 8 karakterdir."
        / "Yemeksepeti issues one for each brand; mostly 8 characters.";
    open "posVendorId" code: "Şube kodu (posVendorId, remoteId)" / "Branch code (posVendorId, remoteId)",
        "Şube için kodu siz seçersiniz (harf ve rakam) ve alım adresiyle birlikte Yemeksepeti’ne bildirirsiniz. \
             Siparişler bu adrese gönderilir: adresin internetten, geçerli sertifikalı HTTPS ile erişilebilir olması \
             gerekir."
        / "You choose it for the branch (letters and digits) and tell Yemeksepeti together with the intake address. \
             Orders are sent to that address: it has to be reachable from the internet over HTTPS with a valid \
             certificate.";
    secret "pluginSecret" printable: "Eklenti anahtarı (plugin secret)" / "Plugin secret",
        "Aynı şifreli e-postada gelir; siparişlerin gerçekten Yemeksepeti’nden geldiği bununla denetlenir."
        / "In the same encrypted e-mail; it shows that what is pushed here really comes from Yemeksepeti.";
}

/// Secrets go into a body or a signature, where every letter may stand.
fn printable(value: &str) -> Option<Bilingual> {
    let is_printable = !value.chars().any(char::is_control);
    (!is_printable).then_some(words::NOT_PRINTABLE)
}

/// Stands in paths.
fn code(value: &str) -> Option<Bilingual> {
    let is_code = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    (!is_code).then_some(words::NOT_A_CODE)
}
