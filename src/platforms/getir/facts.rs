//! What is known of Getir beforehand: its name, its host, what the owner enters, what it can do.

use super::{pos, push, words};
use crate::{Facts, form};
use model::Bilingual;
use std::time::Duration;

pub static FACTS: Facts = Facts {
    name: "Getir Yemek",
    short_name: Bilingual::fixed("Getir", "Getir"),
    mark: "G",
    colour: "#5d3ebc",
    home: "https://food-external-api-gateway.getirapi.com",
    credentials: &CREDENTIALS,
    caveat: Some(words::CAVEAT),
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

credentials! {
    secret "appSecretKey" form::any: "Uygulama anahtarı (appSecretKey)" / "Application key (appSecretKey)",
        "Restoran bunu kendisi oluşturamaz: Getir, POS veya entegratör başvurusu onaylanınca e-postayla verir \
             (getiryemekapi@getir.com). Canlı ve test ortamının anahtarları ayrıdır."
        / "A restaurant cannot make it: Getir sends it by e-mail once the application as a POS or integrator is \
             approved (getiryemekapi@getir.com). The live and the test environment have different keys.";
    secret "restaurantSecretKey" form::any: "Restoran anahtarı (restaurantSecretKey)" / "Restaurant key (restaurantSecretKey)",
        "Her restoranın ayrı anahtarı vardır. Restoranınız için entegrasyonu Getir’den isteyin \
             (getiryemekapi@getir.com); anahtarı Getir verir, restoran kendisi oluşturamaz."
        / "Every restaurant has its own. Ask Getir to integrate your restaurant (getiryemekapi@getir.com); Getir \
             gives you the key, a restaurant cannot make it.";
    optional_secret "webhookApiKey" form::any: "Bildirim anahtarı (x-api-key)" / "Push key (x-api-key)",
        "İsteğe bağlı. Getir siparişleri buraya da göndersin istiyorsanız uzun ve rastgele bir değer seçin ve \
             Getir’e iki adresle birlikte yazın: alım adresinin sonuna /orders ve /orders/cancelled ekleyin. Adresin \
             internetten erişilebilir olması gerekir; erişilemiyorsa siparişler sorgulanarak alınır."
        / "Optional. To have Getir send orders here as well, choose a long random value and write it to Getir with \
             two addresses: the intake address followed by /orders and by /orders/cancelled. That address has to be \
             reachable from the internet; where it is not, orders are polled.";
}
