//! Test orders of our own: made-up ones in the format of a web shop, for an owner to try the board with. They take the
//! same way in as any other order, and are never told to the outside.

use model::{Lang, Time};
use serde_json::{Value, json};

/// What their ids begin with. No platform has given such an id, so none is told of it.
const OWN_TEST: &str = "garson-test-";

/// Whether an order is one of these.
pub fn is_own_test(provider_order_id: &str) -> bool {
    provider_order_id.starts_with(OWN_TEST)
}

/// As a web shop would post it. `now` makes it another one than those before, and chooses what is ordered.
pub fn test_order(lang: Lang, now: Time) -> Vec<u8> {
    let number = now.0.unsigned_abs();
    let Dishes { mut customer, note, flags, items, total } = dishes(lang, number);
    if lang == Lang::Tr {
        customer["address"]["city"] = "İstanbul".into();
    }
    let order = json!({
        "providerOrderId": format!("{OWN_TEST}{number}"),
        "code": format!("T{:03}", number % 1_000),
        "isTest": true,
        "placedAt": now,
        "deliveryType": "restaurant_courier",
        "customer": customer,
        "note": note,
        "flags": flags,
        "items": items,
        "amount": { "total": total },
        "payment": { "type": "cash", "isPaid": false },
    });
    order.to_string().into_bytes()
}

/// What differs from one to the next.
struct Dishes {
    customer: Value,
    note: Option<&'static str>,
    flags: Value,
    items: Value,
    total: f64,
}

fn dishes(lang: Lang, number: u64) -> Dishes {
    let say = |tr: &'static str, en: &'static str| if lang == Lang::Tr { tr } else { en };
    match number % 3 {
        0 => Dishes {
            customer: json!({ "name": say("Elif Kaya", "Emma Clarke"), "address": {
                "line": say("Moda Caddesi 14", "14 Market Street"), "district": say("Kadıköy", "Old Town"),
                "floor": "3", "flat": "7" } }),
            note: Some(say("Az acılı olsun lütfen.", "Not too spicy, please.")),
            flags: json!(["do_not_ring"]),
            items: json!([
                { "name": say("Adana dürüm", "Chicken wrap"), "quantity": 2, "unitPrice": 220, "total": 440, "options": [
                    { "name": say("Soğan", "Onion"), "kind": "remove" },
                    { "name": say("Lavaş", "Flatbread"), "kind": "add" }] },
                { "name": say("Ayran", "Lemonade"), "quantity": 2, "unitPrice": 40, "total": 80 },
            ]),
            total: 520.0,
        },
        1 => Dishes {
            customer: json!({ "name": say("Murat Demir", "James Miller"), "address": {
                "line": say("Bahariye Caddesi 52", "52 Station Road"), "district": say("Kadıköy", "Riverside"),
                "floor": "1", "flat": "2" } }),
            note: None,
            flags: json!([]),
            items: json!([
                { "name": say("Mercimek çorbası", "Lentil soup"), "quantity": 1, "unitPrice": 110, "total": 110,
                  "options": [{ "name": say("Limon", "Lemon"), "kind": "add" }] },
                { "name": say("Izgara köfte", "Grilled meatballs"), "quantity": 1, "unitPrice": 320, "total": 320,
                  "note": say("İyi pişsin", "Well done") },
                { "name": say("Sütlaç", "Rice pudding"), "quantity": 1, "unitPrice": 130, "total": 130 },
            ]),
            total: 560.0,
        },
        _ => Dishes {
            customer: json!({ "name": say("Zeynep Arslan", "Sofia Brown"), "address": {
                "line": say("Söğütlüçeşme Caddesi 8", "8 Mill Lane"), "district": say("Kadıköy", "Harbour"),
                "flat": "12" } }),
            note: Some(say("Kapıya bırakabilirsiniz.", "You can leave it at the door.")),
            flags: json!(["no_cutlery", "leave_at_door"]),
            items: json!([
                { "name": say("Kıymalı pide", "Flatbread with mince"), "quantity": 1, "unitPrice": 280, "total": 310,
                  "options": [{ "name": say("Kaşar", "Cheese"), "kind": "add", "price": 30 }] },
                { "name": say("Çoban salata", "Green salad"), "quantity": 1, "unitPrice": 120, "total": 120 },
            ]),
            total: 430.0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{super::read_order, *};
    use model::Currency;

    #[test]
    fn each_is_an_order_that_a_web_shop_may_send_and_adds_up() {
        for lang in [Lang::Tr, Lang::En] {
            for number in 0..3 {
                let report = read_order(&test_order(lang, Time(1_800_000_000_000 + number)), || Ok(Currency::TRY));
                let report = report.unwrap();
                assert!(is_own_test(&report.provider_order_id));
                let mut content = report.arrival.unwrap().content;
                content.flag_amounts();
                assert!(content.is_test && content.problems.is_empty(), "{content:?}");
            }
        }
    }
}
