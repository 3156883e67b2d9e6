//! The words for things that every page names: statuses, payments, couriers, flags.

use super::super::Lang;
use crate::model::{
    DeliveryState, Provider, Role, Status,
    order::{AMOUNTS, CHANGED_THERE, Channel, DeliveryType, Flag, PaymentType, StepState, UNKNOWN_THERE},
};

/// One of two, by language.
fn either(lang: Lang, tr: &'static str, en: &'static str) -> &'static str {
    match lang {
        Lang::Tr => tr,
        Lang::En => en,
    }
}

pub fn status(lang: Lang, status: Status) -> &'static str {
    match status {
        Status::Scheduled => either(lang, "İleri tarihli", "Scheduled"),
        Status::ScheduledVerified => either(lang, "İleri tarihli, onaylı", "Scheduled, accepted"),
        Status::New => either(lang, "Yeni", "New"),
        Status::Preparing => either(lang, "Hazırlanıyor", "Preparing"),
        Status::OnTheWay => either(lang, "Yolda", "On the way"),
        Status::Delivered => either(lang, "Teslim edildi", "Delivered"),
        Status::CancelledByCustomer => {
            either(lang, "Müşteri veya platform iptali", "Cancelled by customer or platform")
        }
        Status::CancelledByRestaurant => either(lang, "Restoran iptali", "Cancelled by the restaurant"),
    }
}

pub fn payment(lang: Lang, kind: PaymentType) -> &'static str {
    match kind {
        PaymentType::OnlineCard => either(lang, "Online kart", "Online card"),
        PaymentType::CardOnDelivery => either(lang, "Kapıda kart", "Card at the door"),
        PaymentType::Cash => either(lang, "Nakit", "Cash"),
        PaymentType::MealCard => either(lang, "Yemek kartı", "Meal card"),
        PaymentType::Wallet => either(lang, "Cüzdan", "Wallet"),
        PaymentType::Other => either(lang, "Diğer", "Other"),
    }
}

/// A meal card's brand as people know it. What the table does not have is the owner's own word.
pub fn brand(brand: &str) -> &str {
    match brand {
        "multinet" => "Multinet",
        "pluxee" => "Pluxee (Sodexo)",
        "edenred" => "Edenred (Ticket)",
        "setcard" => "Setcard",
        "metropol" => "Metropol",
        "paye" => "Paye",
        "tokenflex" => "TokenFlex",
        "iwallet" => "iWallet",
        "winwin" => "WinWin",
        "yemekmatik" => "Yemekmatik",
        "smarticket" => "Smarticket",
        own => own,
    }
}

/// Where the money changes hands.
pub fn channel(lang: Lang, channel: Channel) -> &'static str {
    match channel {
        Channel::Door => either(lang, "Kapıda", "At the door"),
        Channel::Online => either(lang, "Online", "Online"),
    }
}

pub fn is_paid(lang: Lang, is_paid: bool) -> &'static str {
    if is_paid { either(lang, "Ödendi", "Paid") } else { either(lang, "Tahsil edilecek", "To be collected") }
}

pub fn courier(lang: Lang, delivery: DeliveryType) -> &'static str {
    match delivery {
        DeliveryType::PlatformCourier => either(lang, "Platform kuryesi", "Platform courier"),
        DeliveryType::RestaurantCourier => either(lang, "Restoran kuryesi", "Own courier"),
        DeliveryType::Pickup => either(lang, "Gel al", "Pick-up"),
    }
}

pub fn flag(lang: Lang, flag: Flag) -> &'static str {
    match flag {
        Flag::NoCutlery => either(lang, "Çatal bıçak istemiyor", "No cutlery"),
        Flag::DoNotRing => either(lang, "Zili çalmayın", "Do not ring"),
        Flag::LeaveAtDoor => either(lang, "Kapıya bırakın", "Leave at the door"),
    }
}

pub fn role(lang: Lang, role: Role) -> &'static str {
    match role {
        Role::Owner => either(lang, "Yetkili", "Owner"),
        Role::Staff => either(lang, "Personel", "Staff"),
    }
}

pub fn delivery_state(lang: Lang, state: DeliveryState) -> &'static str {
    match state {
        DeliveryState::Pending => either(lang, "Bekliyor", "Waiting"),
        DeliveryState::Delivered => either(lang, "Ulaştı", "Delivered"),
        DeliveryState::Failed => either(lang, "Ulaşmadı", "Failed"),
        DeliveryState::Dropped => either(lang, "Vazgeçildi", "Dropped"),
    }
}

pub fn step_state(lang: Lang, state: StepState) -> &'static str {
    match state {
        StepState::Waiting => either(lang, "Bekliyor", "Waiting"),
        StepState::Done => either(lang, "Bildirildi", "Sent"),
        StepState::Failed => either(lang, "Bildirilemedi", "Failed"),
    }
}

/// What is wrong with an order, where it is more than a field that could not be read.
pub fn problem(lang: Lang, problem: &str) -> Option<&'static str> {
    match problem {
        UNKNOWN_THERE => Some(either(
            lang,
            "Platform bu siparişi bir süredir bulamıyor; yalnızca buradan iptal edebilirsiniz.",
            "The platform has not known this order for a while; all you can do is cancel it here.",
        )),
        CHANGED_THERE => Some(either(
            lang,
            "Sipariş platformda sonradan değişti; oradaki ekranla karşılaştırın.",
            "The order was changed on the platform afterwards; compare it with the screen there.",
        )),
        AMOUNTS => Some(either(
            lang,
            "Tutarlar birbirini tutmuyor; para almadan önce platformun ekranına bakın.",
            "The amounts do not add up; look at the platform's screen before you take money.",
        )),
        _ => None,
    }
}

/// As people call a platform; `open` has no name of its own.
pub fn provider(lang: Lang, provider: Provider) -> &'static str {
    match provider {
        Provider::Getir => "Getir",
        Provider::Yemeksepeti => "Yemeksepeti",
        Provider::TrendyolGo => "Trendyol Go",
        Provider::MigrosYemek => "Migros Yemek",
        Provider::Open => either(lang, "Web sitesi", "Web shop"),
    }
}

/// Who did something, as an order's history keeps it.
pub fn actor(lang: Lang, by: &str) -> String {
    match by.split_once(':') {
        Some(("user", name)) => name.to_owned(),
        Some(("key", name)) => format!("{} {name}", either(lang, "API anahtarı:", "API key:")),
        _ => match by {
            "platform" => either(lang, "Platform", "Platform").to_owned(),
            "customer" => either(lang, "Müşteri", "Customer").to_owned(),
            "system" => either(lang, "Otomatik", "Automatic").to_owned(),
            other => other.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::brand;
    use crate::model::payment::table::BRANDS;

    #[test]
    fn every_brand_of_the_table_has_a_name() {
        for (key, _) in BRANDS {
            assert_ne!(brand(key), key);
        }
        assert_eq!(brand("Şölen Kart"), "Şölen Kart");
    }
}
