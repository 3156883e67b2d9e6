//! The words for things that every page names: statuses, payments, couriers, flags.

use crate::model::{
    Delivery, DeliveryState, EventKind, Lang, Role, Status,
    order::{Channel, DeliveryType, Flag, PaymentType, StepState},
};

texts! {
    pub fn status(lang, status: Status) -> &'static str {
        match status {
            Status::Scheduled => "İleri tarihli" / "Scheduled",
            Status::ScheduledVerified => "İleri tarihli, onaylı" / "Scheduled, accepted",
            Status::New => "Yeni" / "New",
            Status::Preparing => "Hazırlanıyor" / "Preparing",
            Status::OnTheWay => "Yolda" / "On the way",
            Status::Delivered => "Teslim edildi" / "Delivered",
            Status::CancelledByCustomer => "Müşteri veya platform iptali" / "Cancelled by customer or platform",
            Status::CancelledByRestaurant => "Restoran iptali" / "Cancelled by the restaurant",
        }
    }

    pub fn payment(lang, kind: PaymentType) -> &'static str {
        match kind {
            PaymentType::OnlineCard => "Online kart" / "Online card",
            PaymentType::CardOnDelivery => "Kapıda kart" / "Card at the door",
            PaymentType::Cash => "Nakit" / "Cash",
            PaymentType::MealCard => "Yemek kartı" / "Meal card",
            PaymentType::Wallet => "Cüzdan" / "Wallet",
            PaymentType::Other => "Diğer" / "Other",
        }
    }

    /// Where the money changes hands.
    pub fn channel(lang, channel: Channel) -> &'static str {
        match channel {
            Channel::Door => "Kapıda" / "At the door",
            Channel::Online => "Online" / "Online",
        }
    }

    pub fn is_paid(lang, is_paid: bool) -> &'static str {
        match is_paid {
            true => "Ödendi" / "Paid",
            false => "Tahsil edilecek" / "To be collected",
        }
    }

    pub fn courier(lang, delivery: DeliveryType) -> &'static str {
        match delivery {
            DeliveryType::PlatformCourier => "Platform kuryesi" / "Platform courier",
            DeliveryType::RestaurantCourier => "Restoran kuryesi" / "Own courier",
            DeliveryType::Pickup => "Gel al" / "Pick-up",
        }
    }

    pub fn flag(lang, flag: Flag) -> &'static str {
        match flag {
            Flag::NoCutlery => "Çatal bıçak istemiyor" / "No cutlery",
            Flag::DoNotRing => "Zili çalmayın" / "Do not ring",
            Flag::LeaveAtDoor => "Kapıya bırakın" / "Leave at the door",
        }
    }

    pub fn role(lang, role: Role) -> &'static str {
        match role {
            Role::Owner => "Yetkili" / "Owner",
            Role::Staff => "Personel" / "Staff",
            Role::Kitchen => "Mutfak ekranı" / "Kitchen screen",
        }
    }

    /// What a delivery tells of, as people say it.
    pub fn event(lang, kind: EventKind) -> &'static str {
        match kind {
            EventKind::OrderCreated => "Yeni sipariş" / "New order",
            EventKind::OrderCancelled => "Sipariş iptali" / "Order cancelled",
            EventKind::OrderMoved => "Durum değişti" / "Status changed",
            EventKind::IntegrationSwitched =>
                "Platform bağlantısı açıldı ya da kapandı" / "Platform switched on or off",
            EventKind::PaymentMatching => "Ödeme eşleştirme" / "Payment matching",
        }
    }

    pub fn delivery_state(lang, state: DeliveryState) -> &'static str {
        match state {
            DeliveryState::Pending => "Bekliyor" / "Waiting",
            DeliveryState::Delivered => "Ulaştı" / "Delivered",
            DeliveryState::Failed => "Ulaşmadı" / "Failed",
            DeliveryState::Dropped => "Vazgeçildi" / "Dropped",
        }
    }

    pub fn held(lang) -> &'static str {
        "Bekletiliyor" / "Held back"
    }

    pub fn step_state(lang, state: StepState) -> &'static str {
        match state {
            StepState::Waiting => "Bekliyor" / "Waiting",
            StepState::Done => "Bildirildi" / "Sent",
            StepState::Failed => "Bildirilemedi" / "Failed",
        }
    }

    /// Who did something, as an order's history keeps it.
    pub fn actor(lang, by: &str) -> String {
        match (by.split_once(':'), by) {
            (Some(("user", name)), _) => "{name}" / "{name}",
            (Some(("key", name)), _) => "API anahtarı: {name}" / "API key: {name}",
            (_, "platform") => "Platform" / "Platform",
            (_, "customer") => "Müşteri" / "Customer",
            (_, "system") => "Otomatik" / "Automatic",
            _ => "{by}" / "{by}",
        }
    }

    /// How long ago something was.
    pub fn ago(lang, age: &str) -> String {
        "{age} önce" / "{age} ago"
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

/// How a delivery stands: one that a restore holds back has not failed.
pub fn standing(lang: Lang, delivery: &Delivery) -> &'static str {
    if delivery.is_held { held(lang) } else { delivery_state(lang, delivery.state) }
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
