//! How a package is paid.

use crate::{
    model::order::{Payment, PaymentType},
    platforms::loose::Loose,
};

/// How the codes of meal cards begin that are paid with at the door. Sodexo's cards are called Pluxee now.
const MEAL_CARDS: [&str; 9] =
    ["SODEXO", "PLUXEE", "MULTINET", "EDENRED", "SETCARD", "METROPOL", "TOKENFLEX", "PAYEKART", "IWALLET"];

pub fn read(package: &Loose<'_>) -> Payment {
    let payment = package.get("payment");
    let word = payment.get("paymentType");
    let on_delivery = payment.get("onDelivery");
    let paid = |kind, name| Payment { kind, name, is_paid: true };
    match word.text().as_deref() {
        Some("PAY_WITH_CARD") => paid(PaymentType::OnlineCard, word.text()),
        Some("PAY_WITH_MEAL_CARD") => {
            paid(PaymentType::MealCard, payment.get("mealCard").get("cardSourceType").text().or(word.text()))
        }
        Some("PAY_WITH_ON_DELIVERY") => at_the_door(&on_delivery, &word),
        None if on_delivery.is_present() => at_the_door(&on_delivery, &word),
        Some(_) => Payment { kind: PaymentType::Other, name: word.text(), is_paid: false },
        None => {
            word.problem();
            Payment { kind: PaymentType::Other, name: None, is_paid: false }
        }
    }
}

/// The code stands in an object or alone.
fn at_the_door(on_delivery: &Loose<'_>, word: &Loose<'_>) -> Payment {
    let code = if on_delivery.value().is_object() { on_delivery.get("paymentType") } else { on_delivery.clone() };
    let name = code.needed(code.text());
    let is_meal_card = |name: &str| MEAL_CARDS.iter().any(|card| name.starts_with(card));
    let kind = match name.as_deref() {
        Some("CASH") => PaymentType::Cash,
        Some("CARD") => PaymentType::CardOnDelivery,
        Some(name) if is_meal_card(name) => PaymentType::MealCard,
        _ => PaymentType::Other,
    };
    Payment { kind, name: name.or(word.text()), is_paid: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platforms::loose::Paper;
    use serde_json::{Value, json, value::to_raw_value};

    fn read_of(payment: &Value) -> (Payment, Vec<String>) {
        let paper = Paper::of(&to_raw_value(&json!({ "payment": payment })).unwrap());
        let read = read(&paper.root());
        (read, paper.finish().1)
    }

    #[test]
    fn every_way_to_pay_is_told_apart() {
        use PaymentType::*;
        let door = |code: &str| json!({ "paymentType": "PAY_WITH_ON_DELIVERY", "onDelivery": { "paymentType": code } });
        let mut cases = vec![
            (json!({ "paymentType": "PAY_WITH_CARD" }), OnlineCard, "PAY_WITH_CARD", true),
            (
                json!({ "paymentType": "PAY_WITH_MEAL_CARD", "mealCard": { "cardSourceType": "PLUXEE - ONLINE" } }),
                MealCard,
                "PLUXEE - ONLINE",
                true,
            ),
            (json!({ "paymentType": "PAY_WITH_MEAL_CARD", "mealCard": null }), MealCard, "PAY_WITH_MEAL_CARD", true),
            (door("CASH"), Cash, "CASH", false),
            (door("CARD"), CardOnDelivery, "CARD", false),
            (json!({ "paymentType": "PAY_WITH_ON_DELIVERY", "onDelivery": "CASH" }), Cash, "CASH", false),
            (json!({ "onDelivery": "CARD" }), CardOnDelivery, "CARD", false),
            (door("BITCOIN"), Other, "BITCOIN", false),
            (json!({ "paymentType": "PAY_WITH_WALLET" }), Other, "PAY_WITH_WALLET", false),
        ];
        for code in [
            "SODEXO_CARD",
            "SODEXO_CODE",
            "MULTINET_CARD",
            "MULTINET_CODE",
            "EDENRED_CARD",
            "EDENRED_CODE",
            "SETCARD_CARD",
            "SETCARD_CODE",
            "METROPOL_CARD",
            "METROPOL_CODE",
            "TOKENFLEX_MOBILE",
            "TOKENFLEX_CODE",
            "PAYEKART_CARD",
            "PAYEKART_CODE",
            "IWALLET_CODE",
        ] {
            cases.push((door(code), MealCard, code, false));
        }
        for (payment, kind, name, is_paid) in cases {
            let expected = Payment { kind, name: Some(name.into()), is_paid };
            assert_eq!(read_of(&payment), (expected, vec![]), "{payment}");
        }
    }

    #[test]
    fn a_payment_that_says_nothing_is_other_and_a_problem() {
        let nothing = Payment { kind: PaymentType::Other, name: None, is_paid: false };
        assert_eq!(read_of(&Value::Null), (nothing, vec!["payment.paymentType".to_owned()]));
        let (payment, problems) = read_of(&json!({ "paymentType": "PAY_WITH_ON_DELIVERY", "onDelivery": null }));
        assert_eq!((payment.kind, payment.name.as_deref()), (PaymentType::Other, Some("PAY_WITH_ON_DELIVERY")));
        assert_eq!(problems, ["payment.onDelivery"]);
    }
}
