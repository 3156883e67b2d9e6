//! Payments that no table knows: the owner says what they are, for orders to come and for those that are stored.

use super::Browser;
use crate::harness::{Garson, Shop, an_order, at_once, eventually};
use serde_json::{Value, json};

const PAGE: &str = "/reports/payments";
const ASSIGN: &str = "/reports/payments/assign";

fn push(garson: &Garson, shop: &Shop, id: &str, payment: Value) {
    let mut order = an_order(id);
    order["payment"] = payment;
    shop.push(garson, &order).data();
}

fn detail(garson: &Garson, id: &str) -> Value {
    garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
}

/// Kind and brand of an order.
fn payment(garson: &Garson, id: &str) -> (String, Option<String>) {
    let order = detail(garson, id);
    assert_eq!(order["paymentType"], order["payment"]["type"]);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    (text(&order["payment"]["type"]).unwrap(), text(&order["payment"]["brand"]))
}

fn is(kind: &str, brand: Option<&str>) -> (String, Option<String>) {
    (kind.to_owned(), brand.map(str::to_owned))
}

/// Type, name and count of every group.
fn groups(garson: &Garson) -> Vec<(String, Value, u64)> {
    let answer = garson.get("/web-api/v1/orders/grouped-payments").data().clone();
    let group = |group: &Value| {
        let kind = group["paymentType"].as_str().unwrap().to_owned();
        (kind, group["paymentName"].clone(), group["count"].as_u64().unwrap())
    };
    let mut groups: Vec<_> = answer["groups"].as_array().unwrap().iter().map(group).collect();
    groups.sort_by_key(|(kind, name, _)| (kind.clone(), name.to_string()));
    groups
}

#[test]
fn the_owner_says_what_an_unknown_payment_is_and_every_order_follows() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let sofra = |name: &str| json!({ "type": "other", "name": name });
    for (id, name) in [("open", "Sofra Kart"), ("over", "SOFRA  KART"), ("cancelled", "Sofra Kart")] {
        push(&garson, &shop, id, sofra(name));
    }
    push(&garson, &shop, "meal", json!({ "type": "meal_card", "name": "sofra kart" }));
    push(&garson, &shop, "known", json!({ "type": "meal_card", "name": "Ticket" }));
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/over", json!({})).data();
    }
    shop.cancel(&garson, "cancelled", json!({})).data();
    assert_eq!(
        (payment(&garson, "open"), payment(&garson, "known")),
        (is("other", None), is("meal_card", Some("edenred")))
    );
    let over = detail(&garson, "over");

    let browser = Browser::owner(&garson, "tr");
    assert!(browser.page("/reports?period=today").contains("1 ödeme adı tanınmıyor."));
    let page = browser.page(PAGE);
    assert!(page.contains("Web sitesi · 3 sipariş · 1.499,70 ₺") && !page.contains("Ticket Restaurant"), "{page}");
    assert_eq!(page.matches(&format!("action=\"{ASSIGN}\"")).count(), 1, "{page}");
    for (fields, sentence) in [
        ([("text", "Sofra Kart"), ("as", ""), ("own", "")], "Bu ödeme nedir? alanı zorunludur."),
        ([("text", "Sofra Kart"), ("as", "gold"), ("own", "")], "Bu ödeme nedir? alanı zorunludur."),
        ([("text", "Sofra Kart"), ("as", "own"), ("own", " ")], "Yemek kartının adı alanı zorunludur."),
        ([("text", "Sofra Kart"), ("as", "own"), ("own", &"ş".repeat(41))], "Yemek kartının adı alanı"),
    ] {
        let refused = browser.post(ASSIGN, &fields);
        assert!(refused.status == 422 && refused.text.contains(sentence), "{fields:?}: {refused}");
    }
    let done = browser.post(ASSIGN, &[("text", "Sofra Kart"), ("as", "own"), ("own", "  Sofra  ")]);
    assert_eq!((done.status, done.header("location")), (303, Some("/reports/payments?said=saved")));
    // From now on, at once; what is stored follows.
    push(&garson, &shop, "later", sofra("sofra kart"));
    assert_eq!(payment(&garson, "later"), is("meal_card", Some("Sofra")));
    let all = ["open", "over", "cancelled", "meal"];
    let follows = |expected: (String, Option<String>)| {
        eventually("every order is read anew", || all.iter().all(|id| payment(&garson, id) == expected).then_some(()));
        let listed = garson.get("/web-api/v1/orders").data().clone();
        let mut lines = listed.as_array().unwrap().iter().filter(|line| line["providerOrderId"] != "known");
        assert!(lines.all(|line| line["paymentType"] == expected.0), "{listed}");
    };
    follows(is("meal_card", Some("Sofra")));
    // One that is over is not brought up again to whoever asks what changed; one that is open is.
    assert_eq!(detail(&garson, "over")["updatedAt"], over["updatedAt"]);
    assert_ne!(detail(&garson, "open")["updatedAt"], detail(&garson, "open")["createdAt"]);
    let expected = |kind: &str, meal: &str| {
        let mut expected = vec![
            (kind.to_owned(), json!("SOFRA  KART"), 1),
            (kind.to_owned(), json!("Sofra Kart"), 1),
            (meal.to_owned(), json!("sofra kart"), 2),
            ("meal_card".to_owned(), json!("Ticket"), 1),
        ];
        expected.sort_by_key(|(kind, name, _)| (kind.clone(), name.to_string()));
        expected
    };
    assert_eq!(groups(&garson), expected("meal_card", "meal_card"));
    let csv = browser.get("/reports.csv?period=today");
    assert!(csv.text.contains(";Yemek kartı;Sofra;sofra kart;2;999,80;TRY"), "{csv}");
    let csv = browser.get("/orders.csv");
    assert!(csv.text.contains(";Yemek kartı;Sofra;sofra kart;Kapıda;"), "{csv}");
    let page = browser.page(PAGE);
    assert!(page.contains("Tanınmayan ödeme yok.") && page.contains("Yemek kartı · Sofra"), "{page}");
    assert!(!browser.page("/reports?period=today").contains("tanınmıyor"));

    // He changes his mind, in another spelling, and a known brand has the table's name.
    browser.post(ASSIGN, &[("text", "SOFRA KART"), ("as", "own"), ("own", "SODEXO")]);
    follows(is("meal_card", Some("pluxee")));
    browser.post(ASSIGN, &[("text", "Sofra Kart"), ("as", "cash")]);
    follows(is("cash", None));
    assert_eq!(groups(&garson), expected("cash", "cash"));
    // And takes it back: each is what it came as.
    let taken_back = browser.post("/reports/payments/remove", &[("text", "Sofra Kart")]);
    assert_eq!(taken_back.status, 303);
    let came = ["open", "over", "cancelled", "later"];
    eventually("orders are as they came", || {
        came.iter().all(|id| payment(&garson, id) == is("other", None)).then_some(())
    });
    eventually("so is the meal card", || (payment(&garson, "meal") == is("meal_card", None)).then_some(()));
    garson.stop_sound();
}

#[test]
fn a_kill_while_orders_are_read_anew_is_made_good_at_the_next_start() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    // A few times as many as are read anew in one go.
    at_once(4, |part| {
        for number in (0..450).filter(|number| number % 4 == part) {
            push(&garson, &shop, &number.to_string(), json!({ "type": "other", "name": "Puan" }));
        }
    });
    let before = groups(&garson);
    let browser = Browser::owner(&garson, "en");
    assert_eq!(browser.post(ASSIGN, &[("text", "Puan"), ("as", "wallet")]).status, 303);
    eventually("it has begun", || (groups(&garson) != before).then_some(()));
    garson.kill();
    garson.assert_sound();
    garson.restart();
    eventually("all are read anew", || (groups(&garson) == [("wallet".to_owned(), json!("Puan"), 450)]).then_some(()));
    garson.stop_sound();
}

#[test]
fn what_the_table_or_the_shop_says_is_nobodys_to_assign() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let browser = Browser::owner(&garson, "en");
    assert_eq!(browser.post(ASSIGN, &[("text", "Multinet"), ("as", "cash")]).status, 303);
    push(&garson, &shop, "table", json!({ "type": "meal_card", "name": "Multinet" }));
    push(&garson, &shop, "shop", json!({ "type": "meal_card", "name": "Kart", "brand": "paye", "channel": "online" }));
    push(&garson, &shop, "cash", json!({ "type": "cash", "name": "Multinet" }));
    assert_eq!(payment(&garson, "table"), is("meal_card", Some("multinet")));
    assert_eq!(payment(&garson, "shop"), is("meal_card", Some("paye")));
    assert_eq!(payment(&garson, "cash"), is("cash", None));
    let paid = &detail(&garson, "shop")["payment"];
    assert_eq!((&paid["channel"], &paid["isPaid"]), (&json!("online"), &json!(false)));
    assert_eq!(detail(&garson, "table")["payment"]["channel"], "door");
}
