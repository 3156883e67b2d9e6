//! Getir's payment methods: what kind each is, and whether it is paid before the order leaves.

use crate::{
    model::order::{Payment, PaymentType},
    platforms::loose::Loose,
};

pub fn read(order: &Loose<'_>) -> Payment {
    let method = order.get("paymentMethod");
    let code = method.needed(method.whole());
    let (kind, is_paid, known_as) = code.map_or((PaymentType::Other, false, ""), by_code);
    let theirs = super::order::in_turkish(&order.get("paymentMethodText"));
    let name = theirs.or_else(|| (!known_as.is_empty()).then(|| known_as.to_owned()));
    Payment { kind, name, is_paid }
}

/// Kind, paid already, and the name for an order that does not bring its own. What is scanned or drawn at the door
/// (cards, vouchers, QR) is still to be taken from the customer.
fn by_code(code: i64) -> (PaymentType, bool, &'static str) {
    use PaymentType::{CardOnDelivery, Cash, MealCard, OnlineCard, Other};
    match code {
        1 => (OnlineCard, true, "MasterPass"),
        2 => (OnlineCard, true, "BKM Express"),
        3 => (CardOnDelivery, false, "Kapıda Kart"),
        4 => (Cash, false, "Kapıda Nakit"),
        5 => (MealCard, false, "Multinet Kart"),
        6 => (MealCard, false, "Sodexo Kart"),
        7 => (MealCard, false, "Sodexo Çek"),
        8 => (MealCard, false, "Ticket Kart"),
        9 => (MealCard, false, "Ticket Çek"),
        10 => (MealCard, false, "Setcard"),
        11 => (MealCard, false, "Metropol Kart"),
        12 => (MealCard, false, "Paye Kart"),
        15 => (OnlineCard, true, "MobileExpress"),
        16 => (OnlineCard, true, "Getir Finans"),
        17 => (MealCard, false, "Sodexo Mobil"),
        19 => (MealCard, true, "Sodexo Online"),
        21 => (MealCard, false, "TokenFlex"),
        22 => (MealCard, true, "Ticket Online"),
        24 => (MealCard, true, "Multinet Online"),
        26 => (OnlineCard, true, "Online Ödeme"),
        27 => (MealCard, false, "Multinet QR"),
        28 => (MealCard, false, "Ticket QR"),
        29 => (MealCard, false, "Setcard QR"),
        30 => (MealCard, false, "Metropol QR"),
        31 => (MealCard, false, "Paye QR"),
        32 => (MealCard, false, "TokenFlex QR"),
        _ => (Other, false, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platforms::loose::Paper;
    use serde_json::value::RawValue;

    fn payment(json: &str) -> (Payment, Vec<String>) {
        let paper = Paper::of(&RawValue::from_string(json.to_owned()).unwrap());
        let read = read(&paper.root());
        (read, paper.finish().1)
    }

    #[test]
    fn every_published_code_has_its_kind() {
        let of = |kind| (1..=40).filter(|code| by_code(*code).0 == kind).collect::<Vec<i64>>();
        assert_eq!(of(PaymentType::Cash), [4]);
        assert_eq!(of(PaymentType::CardOnDelivery), [3]);
        assert_eq!(of(PaymentType::OnlineCard), [1, 2, 15, 16, 26]);
        let meal_cards = [5, 6, 7, 8, 9, 10, 11, 12, 17, 19, 21, 22, 24, 27, 28, 29, 30, 31, 32];
        assert_eq!(of(PaymentType::MealCard), meal_cards);
        let paid: Vec<i64> = (1..=40).filter(|code| by_code(*code).1).collect();
        assert_eq!(paid, [1, 2, 15, 16, 19, 22, 24, 26]);
    }

    #[test]
    fn getirs_own_words_come_first_and_unknown_ones_are_kept() {
        let (read, problems) = payment(r#"{"paymentMethod":"6","paymentMethodText":{"tr":"Pluxee Kart","en":"x"}}"#);
        assert_eq!((read.kind, read.name.as_deref()), (PaymentType::MealCard, Some("Pluxee Kart")));
        assert!(problems.is_empty());
        let (read, problems) = payment(r#"{"paymentMethod":33,"paymentMethodText":{"tr":"Puan"}}"#);
        assert_eq!((read.kind, read.name.as_deref(), read.is_paid), (PaymentType::Other, Some("Puan"), false));
        assert!(problems.is_empty());
        let (read, problems) = payment(r#"{"paymentMethod":4}"#);
        assert_eq!((read.name.as_deref(), problems.len()), (Some("Kapıda Nakit"), 0));
        let (read, problems) = payment("{}");
        assert_eq!((read.kind, read.name), (PaymentType::Other, None));
        assert_eq!(problems, ["paymentMethod"]);
    }
}
