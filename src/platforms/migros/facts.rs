//! What is known of Migros beforehand: its name, its host, what the owner enters, what it can do.

use super::{cipher, push, words};
use crate::{Facts, form};
use model::Bilingual;

pub static FACTS: Facts = Facts {
    name: "Migros Yemek",
    short_name: Bilingual::fixed("Migros Yemek", "Migros Yemek"),
    mark: "M",
    colour: "#7d5300",
    home: "https://gourmet.migrosonline.com",
    credentials: &CREDENTIALS,
    caveat: Some(words::CAVEAT),
    is_experimental: true,
    takes_callback_url: false,
    takes_minutes: false,
    guide: Bilingual::fixed(
        include_str!("../../../packaging/manual/tr/migros-yemek.md"),
        include_str!("../../../packaging/manual/en/migros-yemek.md"),
    ),
    needs_public_address: false,
    pushes: &push::ROUTES,
    can_look: true,
    calls_before: None,
    pos_switch: None,
};

credentials! {
    secret "apiKey" form::any: "Restoran anahtarı (XApiKey)" / "Restaurant key (XApiKey)",
        "Migros Yemek restoran panelinde, entegrasyon sayfasında POS firmanızı seçince oluşturulur. Firma listede \
             yoksa anahtar alınamaz; önce Migros ile görüşün."
        / "Made in the restaurant panel of Migros Yemek, on the integration page, once you choose your POS company. \
             If that company is not in the list, no key can be made; talk to Migros first.";
    secret "secretKey" cipher::check: "Şifreleme anahtarı (secretKey)" / "Encryption key (secretKey)",
        "Migros’un entegratör firmaya verdiği 32 karakterlik anahtar; restorana değil firmaya aittir. Seçtiğiniz \
             firmadan isteyin."
        / "The key of 32 characters that Migros gives to the integrating company; it belongs to the company, not to \
             the restaurant. Ask the company that you chose.";
    open "storeId" form::digits: "Şube numarası (storeId)" / "Store number (storeId)",
        "Şubenizin Migros’taki numarası (23000000999901 gibi). Panelde veya entegratörünüzde bulunur."
        / "The number of your branch at Migros (such as 23000000999901). The panel or your integrator has it.";
    open "storeGroupId" form::digits: "Şube grubu numarası (storeGroupId)" / "Store group number (storeGroupId)",
        "Markanızın Migros’taki grup numarası. Açma, kapama ve menü için gerekir; şube numarasıyla aynı yerdedir."
        / "The number of your brand’s group at Migros. Opening, closing and the menu need it; it stands beside the \
             store number.";
}
