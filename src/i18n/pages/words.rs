//! The words for things that every page names: statuses, payments, couriers, flags.

use model::{
    Delivery, DeliveryState, EventKind, Lang, Role, ScreenRole, Status,
    order::{Channel, DeliveryType, Flag, IfUnavailable, PaymentType, StepState},
    payment::table,
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

    /// A currency to choose, by its code.
    pub fn currency(lang, code: &str) -> String {
        match code {
            "TRY" => "Türk lirası (TRY)" / "Turkish lira (TRY)",
            "EUR" => "Avro (EUR)" / "Euro (EUR)",
            "USD" => "ABD doları (USD)" / "US dollar (USD)",
            "GBP" => "İngiliz sterlini (GBP)" / "British pound (GBP)",
            "AZN" => "Azerbaycan manatı (AZN)" / "Azerbaijani manat (AZN)",
            "AED" => "BAE dirhemi (AED)" / "UAE dirham (AED)",
            "BGN" => "Bulgar levası (BGN)" / "Bulgarian lev (BGN)",
            "CHF" => "İsviçre frangı (CHF)" / "Swiss franc (CHF)",
            "GEL" => "Gürcistan larisi (GEL)" / "Georgian lari (GEL)",
            "KZT" => "Kazakistan tengesi (KZT)" / "Kazakhstani tenge (KZT)",
            "RON" => "Rumen leyi (RON)" / "Romanian leu (RON)",
            "RUB" => "Rus rublesi (RUB)" / "Russian rouble (RUB)",
            "SAR" => "Suudi riyali (SAR)" / "Saudi riyal (SAR)",
            code => "{code}" / "{code}",
        }
    }

    pub fn payment(lang, kind: PaymentType) -> &'static str {
        match kind {
            PaymentType::OnlineCard => "Online kart" / "Online card",
            PaymentType::CardOnDelivery => "Kapıda kart" / "Card on delivery",
            PaymentType::Cash => "Nakit" / "Cash",
            PaymentType::MealCard => "Yemek kartı" / "Meal card",
            PaymentType::Wallet => "Cüzdan" / "Wallet",
            PaymentType::Other => "Diğer" / "Other",
        }
    }

    /// The codes that platforms have for payments.
    fn payment_code(lang, code: &str) -> &'static str {
        match code {
            "CASH" => "Nakit" / "Cash",
            "CASH_ON_DELIVERY" => "Kapıda nakit" / "Cash on delivery",
            "CARD" => "Kart" / "Card",
            "CREDIT_CARD" => "Kredi kartı" / "Credit card",
            "CREDIT_CARD_ON_DELIVERY" => "Kapıda kredi kartı" / "Credit card on delivery",
            "MEAL_CARD" => "Yemek kartı" / "Meal card",
            "MEAL_CARD_ON_DELIVERY" => "Kapıda yemek kartı" / "Meal card on delivery",
            "ONLINE_PAYMENT" => "Online ödeme" / "Online payment",
            "PAY_WITH_CARD" => "Online kart" / "Online card",
            "PAY_WITH_GIFT_CARD" => "Hediye kartı" / "Gift card",
            "PAY_WITH_MEAL_CARD" => "Online yemek kartı" / "Online meal card",
            "PAY_WITH_ON_DELIVERY" => "Kapıda ödeme" / "Payment on delivery",
            "PAY_WITH_WALLET" => "Cüzdan" / "Wallet",
            _ => "" / "",
        }
    }

    /// Where the money changes hands.
    pub fn channel(lang, channel: Channel) -> &'static str {
        match channel {
            Channel::Door => "Kapıda" / "On delivery",
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

    /// What the customer wants where something is sold out.
    pub fn if_unavailable(lang, wish: IfUnavailable) -> &'static str {
        match wish {
            IfUnavailable::Remove => "Yoksa çıkarın" / "If sold out: leave it out",
            IfUnavailable::ReduceQuantity => "Yetmezse olduğu kadarını gönderin" / "If short: send fewer",
            IfUnavailable::CallCustomer => "Yoksa müşteriyi arayın" / "If sold out: call the customer",
            IfUnavailable::CancelOrder => "Yoksa siparişi iptal edin" / "If sold out: cancel the order",
        }
    }

    pub fn role(lang, role: Role) -> &'static str {
        match role {
            Role::Owner => "Yetkili" / "Owner",
            Role::Staff => "Personel" / "Staff",
            Role::Kitchen => "Mutfak ekranı" / "Kitchen screen",
        }
    }

    pub fn screen_role(lang, role: ScreenRole) -> &'static str {
        match role {
            ScreenRole::All => "Tümü" / "Everything",
            ScreenRole::Counter => "Kasa" / "Counter",
            ScreenRole::Kitchen => "Mutfak" / "Kitchen",
            ScreenRole::Station => "İstasyon" / "Station",
            ScreenRole::Pass => "Paketleme" / "Pass",
        }
    }

    /// What a delivery tells of, as people say it.
    pub fn event(lang, kind: EventKind) -> &'static str {
        match kind {
            EventKind::OrderCreated => "Yeni sipariş" / "New order",
            EventKind::OrderCancelled => "Sipariş iptali" / "Order cancelled",
            EventKind::OrderMoved => "Durum değişti" / "Status changed",
            EventKind::OrderChanged => "Sipariş içeriği değişti" / "Order content changed",
            EventKind::OrderReady => "Sipariş hazır" / "Order ready",
            EventKind::IntegrationSwitched =>
                "Platform açıldı ya da kapandı" / "Platform switched on or off",
            EventKind::PaymentMatching => "Ödeme eşleştirme" / "Payment matching",
        }
    }

    pub fn delivery_state(lang, state: DeliveryState) -> &'static str {
        match state {
            DeliveryState::Pending => "Bekliyor" / "Waiting",
            DeliveryState::Delivered => "Ulaştı" / "Delivered",
            DeliveryState::Failed => "Ulaşmadı" / "Not delivered",
            DeliveryState::Dropped => "Gönderilmedi" / "Dropped",
        }
    }

    pub fn held(lang) -> &'static str {
        "Bekletiliyor" / "Held back"
    }

    pub fn step_state(lang, state: StepState) -> &'static str {
        match state {
            StepState::Waiting => "Bekliyor" / "Waiting",
            StepState::Done => "Bildirildi" / "Sent",
            StepState::Failed => "Bildirilemedi" / "Not sent",
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

/// What a platform calls a payment, as people would say it. Its codes become words; an unknown one is at least written as
/// words are; what is no code stays as it is.
pub fn payment_name(lang: Lang, name: &str) -> String {
    let is_code = name.contains('_') && !name.chars().any(|c| c.is_whitespace() || c.is_lowercase());
    match payment_code(lang, name) {
        "" if is_code => table::brand(name).map_or_else(|| spelled_out(name), |it| brand(it).to_owned()),
        "" => name.to_owned(),
        known => known.to_owned(),
    }
}

/// `PAY_WITH_VOUCHER` as `Pay with voucher`.
fn spelled_out(code: &str) -> String {
    let words = code.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").to_lowercase();
    let mut letters = words.chars();
    letters.next().map_or_else(|| code.to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

/// How a delivery stands: one that a restore holds back has not failed.
pub fn standing(lang: Lang, delivery: &Delivery) -> &'static str {
    if delivery.is_held { held(lang) } else { delivery_state(lang, delivery.state) }
}

#[cfg(test)]
mod tests {
    use super::{brand, payment_name};
    use model::{Lang, payment::table::BRANDS};

    #[test]
    fn no_code_of_a_platform_stands_where_people_read() {
        for (code, tr, en) in [
            ("PAY_WITH_CARD", "Online kart", "Online card"),
            ("CASH", "Nakit", "Cash"),
            ("MULTINET_ON_DELIVERY", "Multinet", "Multinet"),
            ("PAY_WITH_VOUCHER", "Pay with voucher", "Pay with voucher"),
            ("Kapıda Nakit", "Kapıda Nakit", "Kapıda Nakit"),
            ("BKM", "BKM", "BKM"),
            ("my_own_word", "my_own_word", "my_own_word"),
            ("___", "___", "___"),
        ] {
            assert_eq!((payment_name(Lang::Tr, code).as_str(), payment_name(Lang::En, code).as_str()), (tr, en));
        }
    }

    #[test]
    fn every_brand_of_the_table_has_a_name() {
        for (key, _) in BRANDS {
            assert_ne!(brand(key), key);
        }
        assert_eq!(brand("Şölen Kart"), "Şölen Kart");
    }
}
