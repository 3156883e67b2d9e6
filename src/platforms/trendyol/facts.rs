//! What is known of Trendyol Go beforehand: its name, its host, what the owner enters, what it can do.

use super::push;
use crate::{Facts, form};
use model::Bilingual;

pub static FACTS: Facts = Facts {
    name: "Trendyol Go",
    short_name: Bilingual::fixed("Trendyol Go", "Trendyol Go"),
    mark: "T",
    colour: "#b04700",
    home: "https://api.tgoapis.com",
    credentials: &CREDENTIALS,
    caveat: None,
    is_experimental: false,
    takes_callback_url: false,
    takes_minutes: true,
    guide: Bilingual::fixed(
        include_str!("../../../packaging/manual/tr/trendyol-go.md"),
        include_str!("../../../packaging/manual/en/trendyol-go.md"),
    ),
    needs_public_address: false,
    pushes: &push::ROUTES,
    can_look: true,
    calls_before: None,
    pos_switch: None,
};

credentials! {
    open "supplierId" form::digits: "Satıcı ID (Cari ID)" / "Supplier ID",
        "Trendyol Go satıcı panelinde: Hesap Bilgilerim → Entegrasyon Bilgileri."
        / "In the Trendyol Go seller panel: Hesap Bilgilerim → Entegrasyon Bilgileri.";
    open "storeId" form::digits: "Şube ID (Restoran ID)" / "Store ID",
        "Bu şubenin numarası: satıcı panelinde şube (restoran) listesinde adının yanındadır. Bilmiyorsanız herhangi \
             bir sayı yazıp bağlantıyı sınayın; yanıt, şubelerinizi numaralarıyla sayar."
        / "The number of this branch: in the seller panel’s list of branches (restaurants), beside its name. If you do \
             not know it, enter any number and test the connection; the answer names your branches with their numbers.";
    secret "apiKey" form::any: "API Key" / "API key",
        "Satıcı panelinde: Hesap Bilgilerim → Entegrasyon Bilgileri. Test (stage) ortamının anahtarı ayrıdır."
        / "In the seller panel: Hesap Bilgilerim → Entegrasyon Bilgileri. The test (stage) environment has its own key.";
    secret "apiSecret" form::any: "API Secret" / "API secret",
        "API Key ile aynı yerde: Hesap Bilgilerim → Entegrasyon Bilgileri."
        / "In the same place as the API key: Hesap Bilgilerim → Entegrasyon Bilgileri.";
    open "executorEmail" form::email: "İşlemi yapanın e-postası" / "E-mail of the person acting",
        "Satıcı paneline girdiğiniz e-posta adresi; Trendyol Go her işlemde kimin yaptığını ister."
        / "The e-mail address that you sign in to the seller panel with; Trendyol Go asks for it with every action.";
}
