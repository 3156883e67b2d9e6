//! Why the restaurant may cancel. No call lists these; the codes that only the platform uses are refused if we send them.

use model::{DeliveryType, Reason};

/// Meant where no reason was given: true of every cancellation by a restaurant, for any kind of delivery.
pub const CANNOT_PREPARE: &str = "623";

const FOR_ALL: [Reason; 4] = [
    Reason::fixed("621", "Ürün tedarik edilemiyor", "A product is not available"),
    Reason::fixed("622", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed(CANNOT_PREPARE, "Restoran siparişi hazırlayamıyor", "The restaurant cannot prepare the order"),
    Reason::fixed("627", "Sipariş karışıklığı", "Orders were mixed up"),
];

/// Reasons of a restaurant that delivers itself.
const OWN_COURIER: [Reason; 2] = [
    Reason::fixed("624", "Yoğunluk veya kurye yok", "Very busy, or no courier"),
    Reason::fixed("626", "Adres dağıtım alanı dışında", "The address is outside the delivery area"),
];

/// A pick-up order is one of the restaurant's own delivery over there.
pub fn list(delivery: DeliveryType) -> Vec<Reason> {
    let own: &[Reason] = if delivery == DeliveryType::PlatformCourier { &[] } else { &OWN_COURIER };
    let mut reasons: Vec<Reason> = FOR_ALL.iter().chain(own).cloned().collect();
    reasons.sort_by(|a, b| a.id.cmp(&b.id));
    reasons
}

/// A reason by its id, for any kind of delivery.
pub fn find(id: &str) -> Option<Reason> {
    FOR_ALL.iter().chain(&OWN_COURIER).find(|reason| reason.id == id).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_delivers_decides_which_reasons_there_are() {
        let ids = |delivery| list(delivery).iter().map(|reason| reason.id.to_string()).collect::<Vec<_>>();
        assert_eq!(ids(DeliveryType::RestaurantCourier), ["621", "622", "623", "624", "626", "627"]);
        assert_eq!(ids(DeliveryType::PlatformCourier), ["621", "622", "623", "627"]);
        assert_eq!(ids(DeliveryType::Pickup), ids(DeliveryType::RestaurantCourier));
    }
}
