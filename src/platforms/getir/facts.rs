//! What is known of Getir beforehand: its name, its host, what the owner enters, what it can do.

use super::{pos, push};
use crate::{
    facts::Facts,
    form::{self, Credential},
};
use model::Bilingual;
use std::time::Duration;

pub static FACTS: Facts = Facts {
    name: "Getir Yemek",
    short_name: Bilingual::fixed("Getir", "Getir"),
    mark: "G",
    colour: "#5d3ebc",
    home: "https://food-external-api-gateway.getirapi.com",
    credentials: &CREDENTIALS,
    caveat: Some(Bilingual::fixed(
        "Getir Yemek 2026’dan beri Trendyol Go’ya (Uber) taşınıyor. Bu bağlantının hâlâ verilip verilmediğini önce \
             Getir’e sorun (getiryemekapi@getir.com).",
        "Since 2026 Getir Yemek has been moving to Trendyol Go (Uber). Ask Getir first whether this connection is \
             still given (getiryemekapi@getir.com).",
    )),
    is_experimental: false,
    takes_callback_url: false,
    takes_minutes: false,
    guide: Bilingual::fixed(
        include_str!("../../../packaging/manual/tr/getir.md"),
        include_str!("../../../packaging/manual/en/getir.md"),
    ),
    needs_public_address: false,
    pushes: &push::ROUTES,
    can_look: true,
    // A machine telephones after half a minute; after five the restaurant is closed there.
    calls_before: Some(Duration::from_secs(270)),
    pos_switch: Some(pos::SWITCH),
};

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
            "Her restoranın ayrı anahtarı vardır. Restoranınız için entegrasyonu Getir’den isteyin \
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
             Getir’e iki adresle birlikte yazın: alım adresinin sonuna /orders ve /orders/cancelled ekleyin. Adresin \
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
