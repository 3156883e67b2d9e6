//! How a package is paid.

use crate::Loose;
use model::payment::table::{self, Reading};
use model::payment::{Payment, PaymentType};

pub fn read(package: &Loose<'_>) -> Payment {
    let payment = package.get("payment");
    let word = payment.get("paymentType");
    let on_delivery = payment.get("onDelivery");
    match word.text().as_deref() {
        Some("PAY_WITH_ON_DELIVERY") => at_the_door(&on_delivery, &word),
        None if on_delivery.is_present() => at_the_door(&on_delivery, &word),
        Some(code @ "PAY_WITH_CARD") => Payment::new(table::read(code, Some(true)), word.text(), true),
        Some(code @ "PAY_WITH_MEAL_CARD") => {
            let card = payment.get("mealCard").get("cardSourceType").text();
            let read = table::read(code, Some(true)).or_brand_of(card.as_deref());
            Payment::new(read, card.or(word.text()), true)
        }
        // Whether it is paid is not known either, so that only a card's own name may be taken from the word.
        Some(code) => Payment::new(table::named(code).unwrap_or(Reading::OTHER), word.text(), false),
        None => {
            word.problem();
            Payment::new(Reading::OTHER, None, false)
        }
    }
}

/// The code stands in an object, as `paymentType` or `type`, or alone. Beside it the object may name the way to pay, and
/// beside `MEAL_CARD` it says which card.
fn at_the_door(on_delivery: &Loose<'_>, word: &Loose<'_>) -> Payment {
    let (card, name) = (on_delivery.get("cardSourceType").text(), on_delivery.get("name").text());
    let told =
        if on_delivery.value().is_object() { on_delivery.any(&["paymentType", "type"]) } else { on_delivery.clone() };
    let code = told.needed(told.text().or_else(|| name.clone()));
    let known = |text: &Option<String>| {
        let read = text.as_deref().map(|text| table::read(text, Some(false)));
        read.filter(|read| read.kind != PaymentType::Other)
    };
    let read = known(&code).or_else(|| known(&name)).unwrap_or(Reading::OTHER);
    let read = read.or_brand_of(card.as_deref()).or_brand_of(name.as_deref());
    let card = card.filter(|_| read.kind == PaymentType::MealCard);
    Payment::new(read, card.or(name).or(code).or(word.text()), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loose::Paper;
    use model::payment::Channel;
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
        let named = |named: Value| json!({ "paymentType": "PAY_WITH_ON_DELIVERY", "onDelivery": named });
        let mut cases = vec![
            (json!({ "paymentType": "PAY_WITH_CARD" }), OnlineCard, None, "PAY_WITH_CARD", true),
            (
                json!({ "paymentType": "PAY_WITH_MEAL_CARD", "mealCard": { "cardSourceType": "PLUXEE - ONLINE" } }),
                MealCard,
                Some("pluxee"),
                "PLUXEE - ONLINE",
                true,
            ),
            (
                json!({ "paymentType": "PAY_WITH_MEAL_CARD", "mealCard": null }),
                MealCard,
                None,
                "PAY_WITH_MEAL_CARD",
                true,
            ),
            (
                json!({
                    "paymentType": "PAY_WITH_ON_DELIVERY",
                    "onDelivery": { "paymentType": "MEAL_CARD", "cardSourceType": "TICKET_RESTAURANT" },
                    "mealCard": null
                }),
                MealCard,
                Some("edenred"),
                "TICKET_RESTAURANT",
                false,
            ),
            (door("MEAL_CARD"), MealCard, None, "MEAL_CARD", false),
            (door("CASH"), Cash, None, "CASH", false),
            (door("CARD"), CardOnDelivery, None, "CARD", false),
            (json!({ "paymentType": "PAY_WITH_ON_DELIVERY", "onDelivery": "CASH" }), Cash, None, "CASH", false),
            (json!({ "onDelivery": "CARD" }), CardOnDelivery, None, "CARD", false),
            (named(json!({ "type": "CASH" })), Cash, None, "CASH", false),
            (named(json!({ "name": "Kapıda Nakit" })), Cash, None, "Kapıda Nakit", false),
            (named(json!({ "type": "CARD", "name": "Kapıda Kart" })), CardOnDelivery, None, "Kapıda Kart", false),
            (named(json!({ "type": 3, "name": "Multinet" })), MealCard, Some("multinet"), "Multinet", false),
            (named(json!({ "type": "MEAL_CARD", "name": "Setcard" })), MealCard, Some("setcard"), "Setcard", false),
            (door("BITCOIN"), Other, None, "BITCOIN", false),
            (json!({ "paymentType": "PAY_WITH_WALLET" }), Other, None, "PAY_WITH_WALLET", false),
            (json!({ "paymentType": "PAY_WITH_GIFT_CARD" }), Other, None, "PAY_WITH_GIFT_CARD", false),
        ];
        for (code, brand) in [
            ("SODEXO_CARD", "pluxee"),
            ("SODEXO_CODE", "pluxee"),
            ("MULTINET_CARD", "multinet"),
            ("MULTINET_CODE", "multinet"),
            ("EDENRED_CARD", "edenred"),
            ("EDENRED_CODE", "edenred"),
            ("SETCARD_CARD", "setcard"),
            ("SETCARD_CODE", "setcard"),
            ("METROPOL_CARD", "metropol"),
            ("METROPOL_CODE", "metropol"),
            ("TOKENFLEX_MOBILE", "tokenflex"),
            ("TOKENFLEX_CODE", "tokenflex"),
            ("PAYEKART_CARD", "paye"),
            ("PAYEKART_CODE", "paye"),
            ("IWALLET_CODE", "iwallet"),
        ] {
            cases.push((door(code), MealCard, Some(brand), code, false));
        }
        for (payment, kind, brand, name, is_paid) in cases {
            let channel = if is_paid { Channel::Online } else { Channel::Door };
            let (name, brand) = (Some(name.to_owned()), brand.map(str::to_owned));
            let expected = Payment { kind, name, is_paid, brand, channel, required_change: None };
            assert_eq!(read_of(&payment), (expected, vec![]), "{payment}");
        }
    }

    #[test]
    fn a_payment_that_says_nothing_is_other_and_a_problem() {
        let nothing = Payment::new(Reading::OTHER, None, false);
        assert_eq!(read_of(&Value::Null), (nothing, vec!["payment.paymentType".to_owned()]));
        let (payment, problems) = read_of(&json!({ "paymentType": "PAY_WITH_ON_DELIVERY", "onDelivery": null }));
        assert_eq!((payment.kind, payment.name.as_deref()), (PaymentType::Other, Some("PAY_WITH_ON_DELIVERY")));
        assert_eq!(problems, ["payment.onDelivery"]);
    }
}
