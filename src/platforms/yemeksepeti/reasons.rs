//! The reasons for which Yemeksepeti takes an order back. Which of them count depends on whether it was accepted; any
//! other value is refused, and a platform that gets odd ones switches an integration off.

use super::{status::ACCEPT, words};
use crate::{WithoutReason, not_offered};
use model::{Failure, Order, PlatformStep, Reason, StepState};

static BEFORE: [Reason; 15] = [
    Reason::fixed("TOO_BUSY", "Restoran çok yoğun", "The restaurant is too busy"),
    Reason::fixed("ITEM_UNAVAILABLE", "Ürün tükendi", "A product is sold out"),
    Reason::fixed("CLOSED", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed("NO_COURIER", "Kurye yok", "There is no courier"),
    Reason::fixed("NO_PICKER", "Siparişi hazırlayacak kimse yok", "There is nobody to prepare the order"),
    Reason::fixed("OUTSIDE_DELIVERY_AREA", "Adres servis alanı dışında", "The address is outside the delivery area"),
    Reason::fixed("ADDRESS_INCOMPLETE_MISSTATED", "Adres eksik veya yanlış", "The address is incomplete or wrong"),
    Reason::fixed("MOV_NOT_REACHED", "En düşük sipariş tutarının altında", "Below the minimum order value"),
    Reason::fixed("MENU_ACCOUNT_SETTINGS", "Menü veya hesap ayarları yanlış", "Wrong menu or account settings"),
    Reason::fixed("TECHNICAL_PROBLEM", "Teknik sorun", "Technical problem"),
    Reason::fixed("FRAUD_PRANK", "Sahte sipariş veya şaka", "Fraud or prank"),
    Reason::fixed("BLACKLISTED", "Müşteri kara listede", "The customer is blacklisted"),
    Reason::fixed("TEST_ORDER", "Test siparişi", "Test order"),
    Reason::fixed("NO_RESPONSE", "Restoran yanıt vermedi", "The restaurant did not respond"),
    Reason::fixed("WILL_NOT_WORK_WITH_PLATFORM", "Platformla çalışılmıyor", "Does not work with the platform"),
];

static AFTER: [Reason; 9] = [
    Reason::fixed("LATE_DELIVERY", "Teslimat gecikti", "The delivery is late"),
    Reason::fixed("UNABLE_TO_FIND", "Müşteri veya adres bulunamadı", "The customer or the address cannot be found"),
    Reason::fixed("UNABLE_TO_PAY", "Müşteri ödeyemedi", "The customer could not pay"),
    Reason::fixed("CARD_READER_NOT_AVAILABLE", "POS cihazı yok", "There is no card reader"),
    Reason::fixed("BAD_WEATHER", "Kötü hava koşulları", "Bad weather"),
    Reason::fixed("FOOD_QUALITY_SPILLAGE", "Yemek döküldü veya bozuldu", "The food was spilled or spoiled"),
    Reason::fixed("WRONG_ORDER_ITEMS_DELIVERED", "Yanlış ürün teslim edildi", "Wrong items were delivered"),
    Reason::fixed("CONTENT_WRONG_MISLEADING", "İçerik yanlış veya yanıltıcı", "The content is wrong or misleading"),
    Reason::fixed("UNPROFESSIONAL_BEHAVIOUR", "Uygunsuz davranış", "Unprofessional behaviour"),
];

/// What Yemeksepeti accepts for this order as it stands there.
pub fn list(order: &Order) -> Result<Vec<Reason>, Failure> {
    if was_accepted_elsewhere(order) {
        return Err(not_offered(words::NOT_OURS));
    }
    Ok(if is_accepted(order) { AFTER.to_vec() } else { BEFORE.to_vec() })
}

pub fn without_reason(order: &Order) -> WithoutReason {
    if is_accepted(order) { WithoutReason::Refused } else { WithoutReason::Means("TOO_BUSY") }
}

/// A reason in words, in the language of the people who read it at Yemeksepeti and in the kitchen.
pub fn name(id: &str) -> Option<String> {
    find(id).map(|reason| reason.tr.into_owned())
}

/// Before or after it was accepted.
pub fn find(id: &str) -> Option<Reason> {
    BEFORE.iter().chain(&AFTER).find(|reason| reason.id == id).cloned()
}

/// In indirect mode an order comes when staff have accepted it on the platform's tablet.
fn was_accepted_elsewhere(order: &Order) -> bool {
    order.history.first().is_some_and(|first| !first.status.awaits_verification())
}

/// An acceptance that still waits to be told, or that was not taken, is none to the platform.
fn is_accepted(order: &Order) -> bool {
    let is_open = |step: &PlatformStep| step.step == ACCEPT && step.state != StepState::Done;
    let is_told = |step: &PlatformStep| step.step == ACCEPT && step.state == StepState::Done;
    let steps = &order.platform_sync;
    !order.status.awaits_verification() && (!steps.iter().any(is_open) || steps.iter().any(is_told))
}
