//! What is known of Migros beforehand: its name, its host, what the owner enters, what it can do.

use super::{cipher, push};
use crate::{
    facts::Facts,
    form::{self, Credential},
};
use model::Bilingual;

pub static FACTS: Facts = Facts {
    name: "Migros Yemek",
    short_name: Bilingual::fixed("Migros Yemek", "Migros Yemek"),
    mark: "M",
    colour: "#7d5300",
    home: "https://gourmet.migrosonline.com",
    credentials: &CREDENTIALS,
    caveat: Some(Bilingual::fixed(
        "Deneysel: Migros herkese açık bir belge yayımlamıyor; bu bağlantı başka entegratörlerin kodundan \
             öğrenilenlerle yazıldı. Anahtarlar da yalnızca Migros’un listesindeki entegratörler aracılığıyla verilir. \
             İlk siparişleri Migros ekranıyla karşılaştırın.",
        "Experimental: Migros publishes no document; this connection is written from what the code of other \
             integrators shows. Keys, too, are given only through the integrators that Migros lists. Compare the first \
             orders with the Migros screen.",
    )),
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
            "Migros’un entegratör firmaya verdiği 32 karakterlik anahtar; restorana değil firmaya aittir. Seçtiğiniz \
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
            "Şubenizin Migros’taki numarası (23000000999901 gibi). Panelde veya entegratörünüzde bulunur.",
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
            "Markanızın Migros’taki grup numarası. Açma, kapama ve menü için gerekir; şube numarasıyla aynı yerdedir.",
            "The number of your brand’s group at Migros. Opening, closing and the menu need it; it stands beside the \
             store number.",
        ),
        is_required: true,
        is_secret: false,
        check: form::digits,
    },
];
