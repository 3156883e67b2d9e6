//! What a web shop sends in.

use crate::{
    harness::{Garson, Receiver, Reply, Script, Shop, an_order, at_once, eventually},
    panel::Browser,
};
use garson::{
    i18n::Spoken,
    model::{Lang, order::PROBLEMS},
};
use serde_json::{Value, json};

#[test]
fn the_same_order_again_is_the_same_order_and_the_first_stays() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    assert_eq!(*shop.push(&garson, &an_order("1")).data(), json!({ "id": id, "status": 500 }));
    let mut other = an_order("1");
    other["amount"]["total"] = json!(1);
    let again = shop.push(&garson, &other);
    assert_eq!(*again.data(), json!({ "id": id, "status": 500, "differs": ["amount"] }));
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["total"], 499.9);
    assert!(garson.log().contains("other content"), "{}", garson.log());
}

#[test]
fn the_document_lists_the_problems_that_have_a_name_and_the_panel_has_words_for_each() {
    let document = Garson::start().get("/openapi.json").json;
    let detail = document["components"]["schemas"].as_object().unwrap().values();
    let problems: Vec<&Value> = detail.flat_map(|schema| find(schema, "problems")).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(words(&problems[0]["items"]["x-extensible-enum"]), PROBLEMS);
    for problem in PROBLEMS {
        let description = problems[0]["description"].as_str().unwrap();
        assert!(description.contains(&format!("`{problem}`")), "{problem}: {description}");
        let [tr, en] = [Lang::Tr, Lang::En].map(|lang| lang.texts().order_page.problem(problem));
        assert!(tr.is_some() && en.is_some() && tr != en, "{problem}");
    }
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

/// Every property of this name in a schema, however deep.
fn find<'a>(schema: &'a Value, name: &str) -> Vec<&'a Value> {
    match schema {
        Value::Object(fields) => {
            let here = fields.get("properties").and_then(|all| all.get(name));
            here.into_iter().chain(fields.values().flat_map(|inner| find(inner, name))).collect()
        }
        Value::Array(entries) => entries.iter().flat_map(|inner| find(inner, name)).collect(),
        _ => Vec::new(),
    }
}

/// An order with something in every part.
fn a_full_order(id: &str) -> Value {
    json!({
        "providerOrderId": id,
        "code": "A12",
        "customer": {
            "name": "Ayşe Yılmaz", "phone": "5551112233", "phoneCode": "90",
            "address": { "line": "Moda Cad. 5", "district": "Kadıköy", "flat": "3", "lat": 40.98 }
        },
        "items": [{
            "name": "Adana", "quantity": 2, "unitPrice": 200, "total": 499.9, "note": "az pişmiş",
            "options": [{ "name": "Acı", "price": 10 }, { "name": "Soğan", "kind": "remove" }]
        }],
        "amount": { "subtotal": 499.9, "tip": 0, "total": 499.9 },
        "payment": { "type": "meal_card", "name": "Sofra Kart" },
        "note": "zile basmayın",
        "flags": ["no_cutlery", "do_not_ring"],
        "scheduledAt": "2035-11-14T18:00:00Z",
        "placedAt": "2035-11-14T12:00:00Z",
        "acceptBy": "2035-11-14T12:10:00Z",
        "promisedAt": "2035-11-14T18:30:00Z",
        "pickupCode": "17"
    })
}

#[test]
fn a_shop_that_sends_an_order_again_and_otherwise_is_told_what_was_not_taken_over() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let secret = "Gizli Sokak 7";
    let cases = [
        ("/code", json!("A13"), "code"),
        ("/customer/name", json!(secret), "customer"),
        ("/customer/phone", json!("5559998877"), "customer"),
        ("/customer/address/line", json!(secret), "customer.address"),
        ("/customer/address/lat", json!(40.99), "customer.address"),
        ("/items/0/quantity", json!(3), "items"),
        ("/items/0/note", json!(secret), "items"),
        ("/items/0/options/0/name", json!("Acısız"), "items"),
        ("/items/0/options/1/kind", json!("add"), "items"),
        ("/amount/tip", json!(5), "amount"),
        ("/payment/type", json!("cash"), "payment"),
        ("/payment/name", json!("Multinet"), "payment"),
        ("/note", json!(secret), "note"),
        ("/note", Value::Null, "note"),
        ("/flags", json!(["no_cutlery"]), "flags"),
        ("/deliveryType", json!("pickup"), "deliveryType"),
        ("/scheduledAt", json!("2035-11-14T19:00:00Z"), "scheduledAt"),
        ("/placedAt", json!("2035-11-14T12:00:01Z"), "placedAt"),
        ("/acceptBy", Value::Null, "acceptBy"),
        ("/promisedAt", json!("2035-11-14T18:45:00Z"), "promisedAt"),
        ("/pickupCode", json!("18"), "pickupCode"),
        ("/isTest", json!(true), "isTest"),
    ];
    let document = garson.get("/openapi.json").json;
    let documented = &document["components"]["schemas"]["ReceivedOrder"]["properties"]["differs"]["items"];
    let documented: Vec<&str> = words(&documented["x-extensible-enum"]);
    let mut parts: Vec<&str> = cases.iter().map(|(_, _, part)| *part).collect();
    parts.dedup();
    assert_eq!(parts, documented);
    for (number, (pointer, value, part)) in cases.into_iter().enumerate() {
        let first = a_full_order(&format!("order-{number}"));
        let id = shop.push(&garson, &first).id();
        let path = format!("/web-api/v1/orders/{id}");
        // The same once more, told in another order and with what nobody reads, is no other order.
        let mut same = first.clone();
        same["flags"] = json!(["do_not_ring", "no_cutlery"]);
        same["attempt"] = json!(2);
        assert_eq!(*shop.push(&garson, &same).data(), json!({ "id": id, "status": 325 }), "{pointer}");
        assert_eq!(garson.get(&path).data()["problems"], json!([]), "{pointer}");
        let mut other = first.clone();
        match other.pointer_mut(pointer) {
            Some(place) => *place = value,
            None => other[&pointer[1..]] = value,
        }
        let answered = json!({ "id": id, "status": 325, "differs": [part] });
        let changed_at = |shown: &Reply| shown.data()["updatedAt"].clone();
        for _ in 0..3 {
            assert_eq!(*shop.push(&garson, &other).data(), answered, "{pointer}");
        }
        let shown = garson.get(&path);
        assert_eq!((&shown.data()["problems"], &shown.data()["raw"]), (&json!(["content"]), &first), "{pointer}");
        // It is said once, by the name of the part.
        let log = garson.log();
        let lines: Vec<&str> =
            log.lines().filter(|line| line.contains("other content") && line.contains(&id)).collect();
        assert!(lines.len() == 1 && lines[0].contains(&format!("parts=\"{part}\"")), "{lines:?}");
        shop.push(&garson, &first).data();
        assert_eq!(changed_at(&garson.get(&path)), changed_at(&shown));
        assert_eq!(garson.get(&path).data()["problems"], json!(["content"]), "it was sent otherwise once");
    }
    assert!(!garson.log().contains(secret) && !garson.log().contains("5559998877"), "{}", garson.log());
    let mut other = a_full_order("order-0");
    (other["note"], other["amount"]["tip"]) = (json!("x"), json!(1));
    assert_eq!(shop.push(&garson, &other).data()["differs"], json!(["amount", "note"]));
    let page = Browser::owner(&garson, "tr").get("/orders/order-0");
    assert!(page.text.contains("burada ilk hâli duruyor"), "{page}");
}

#[test]
fn what_the_owner_or_a_clock_made_of_an_order_is_no_difference() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let mut order = a_full_order("1");
    order["payment"] = json!({ "type": "other", "name": "Sofra Kart" });
    let id = shop.push(&garson, &order).id();
    let owner = Browser::owner(&garson, "tr");
    let assigned = owner.post("/reports/payments/assign", &[("text", "Sofra Kart"), ("as", "own"), ("own", "Sofra")]);
    assert_eq!(assigned.status, 303, "{assigned}");
    eventually("it is read as the owner says", || {
        (garson.get("/web-api/v1/orders/1").data()["paymentType"] == "meal_card").then_some(())
    });
    assert_eq!(*shop.push(&garson, &order).data(), json!({ "id": id, "status": 325 }));
    // Nobody cooks what is over: it is answered and logged, and the order stays as it is.
    shop.cancel(&garson, "1", json!({})).data();
    order["note"] = json!("x");
    assert_eq!(*shop.push(&garson, &order).data(), json!({ "id": id, "status": 1500, "differs": ["note"] }));
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["problems"], json!([]));
    assert!(garson.log().contains("parts=\"note\""), "{}", garson.log());
}

#[test]
fn of_two_that_come_at_once_one_is_the_first_and_the_other_is_compared_with_it() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    for round in 0..10 {
        let id = format!("{round}");
        let answers = at_once(4, |number| {
            let mut order = an_order(&id);
            order["note"] = json!(format!("{number}"));
            shop.push(&garson, &order).data()["differs"].clone()
        });
        let others = answers.iter().filter(|differs| **differs == json!(["note"])).count();
        assert_eq!((others, answers.iter().filter(|differs| differs.is_null()).count()), (3, 1), "{answers:?}");
        assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["problems"], json!(["content"]));
    }
}

#[test]
fn sums_that_do_not_add_up_are_said_and_never_refused() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let whole = json!({ "subtotal": 499.9, "discount": 50, "deliveryFee": 20, "fees": 3.5, "tip": 10, "total": 483.4 });
    for (id, change, problems) in [
        ("right", json!({}), json!([])),
        // A kuruş is nobody's fault.
        ("near", json!({ "total": 483.41 }), json!([])),
        ("total", json!({ "total": 483.5 }), json!(["amounts"])),
        ("items", json!({ "subtotal": 509.9, "total": 493.4 }), json!(["amounts"])),
        ("fees", json!({ "fees": null }), json!(["amounts"])),
    ] {
        let mut order = an_order(id);
        order["amount"] = whole.clone();
        order["amount"].as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        assert_eq!(shop.push(&garson, &order).status, 200, "{id}");
        assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["problems"], problems, "{id}");
    }
    // Written as a text it is not even an amount: only platforms are read leniently.
    let mut order = an_order("text");
    order["amount"]["total"] = json!("499,90");
    assert_eq!(shop.push(&garson, &order).refused(400, "invalid_parameter")["field"], "amount.total");
}

#[test]
fn what_is_required_is_named_when_it_is_missing() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let without = |path: &str| {
        let mut order = an_order("1");
        *order.pointer_mut(path).unwrap() = json!(null);
        order
    };
    for (pointer, field) in [
        ("/providerOrderId", "providerOrderId"),
        ("/items", "items"),
        ("/items/0/name", "items[0].name"),
        ("/items/0/quantity", "items[0].quantity"),
        ("/items/0/total", "items[0].total"),
        ("/amount", "amount.total"),
        ("/amount/total", "amount.total"),
        ("/payment", "payment.type"),
        ("/payment/type", "payment.type"),
    ] {
        let refused = shop.push(&garson, &without(pointer));
        assert_eq!(refused.refused(422, "validation_failed")["field"], field, "{refused}");
    }
    let mut order = an_order("1");
    order["items"] = json!([]);
    shop.push(&garson, &order).refused(422, "validation_failed");
    let mut order = an_order("1");
    order["isScheduled"] = json!(true);
    assert_eq!(shop.push(&garson, &order).refused(422, "validation_failed")["field"], "scheduledAt");
    assert_eq!(*garson.get("/web-api/v1/orders").data(), json!([]));
}

#[test]
fn a_customers_cancellation_closes_the_order_once() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "a/b");
    let body = json!({ "reason": "changed_mind", "note": "vazgeçtim" });
    for _ in 0..2 {
        assert_eq!(*shop.cancel(&garson, "a%2Fb", body.clone()).data(), json!({ "id": id, "status": 1500 }));
    }
    let detail = garson.get(&format!("/web-api/v1/orders/{id}"));
    assert_eq!(detail.data()["statusName"], "cancelled_by_customer");
    assert_eq!(detail.data()["cancellation"]["by"], "customer");
    assert_eq!(detail.data()["cancellation"]["note"], "vazgeçtim");
    assert_eq!(detail.data()["history"].as_array().unwrap().len(), 2);
    shop.cancel(&garson, "unknown", json!({})).refused(404, "order_not_found");
    shop.order(&garson, "done");
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/done", json!({})).data();
    }
    // Delivered is only our word: the shop's cancellation wins, and the takings follow.
    assert_eq!(garson.get("/web-api/v1/orders/grouped-payments").data()["count"], 1);
    assert_eq!(shop.cancel(&garson, "done", json!({})).data()["status"], 1500);
    assert_eq!(garson.get("/web-api/v1/orders/grouped-payments").data()["count"], 0);
}

#[test]
fn a_delivery_that_the_shop_confirmed_is_not_cancelled() {
    let garson = Garson::start();
    let callback = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": callback.url } }));
    shop.order(&garson, "1");
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    }
    shop.cancel(&garson, "1", json!({})).refused(409, "order_closed");
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["status"], 900);
}

#[test]
fn the_restaurants_own_currency_holds_where_the_order_names_none() {
    let garson = Garson::start();
    let restaurant =
        garson.post("/web-api/v1/restaurants", json!({ "name": "x", "config": { "currency": "EUR" } })).id();
    let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/open"), json!({}));
    let url = made.data()["intakeUrl"].as_str().unwrap();
    let shop = Shop { restaurant, intake: url[url.find("/intake").unwrap()..].to_owned() };
    shop.order(&garson, "1");
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["amount"]["currency"], "EUR");
    let mut lira = an_order("2");
    lira["amount"]["currency"] = json!("TRY");
    shop.push(&garson, &lira).data();
    assert_eq!(garson.get("/web-api/v1/orders/2").data()["currency"], "TRY");
}

#[test]
fn every_change_writes_its_event_with_it() {
    let garson = Garson::start();
    let events = || -> u64 {
        let text = garson.get("/metrics").text;
        let line = text.lines().find(|line| line.starts_with("garson_events ")).unwrap().to_owned();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let mut expected = events();
    let mut causes = |count: u64| {
        expected += count;
        assert_eq!(events(), expected);
    };
    let shop = Shop::open(&garson);
    causes(1); // switched on
    shop.order(&garson, "1");
    causes(1);
    shop.order(&garson, "1");
    causes(0);
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    causes(1);
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    causes(0);
    garson.post("/web-api/v1/orders/reports/mark", json!({ "providerOrderId": "1" })).data();
    causes(0);
    garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    causes(1);
    garson.post("/web-api/v1/orders/cancel/1", json!({ "reason": "nonsense" }));
    causes(0);
    shop.cancel(&garson, "1", json!({})).data();
    causes(1);
    let path = format!("/web-api/v1/restaurants/{}/integrations/open", shop.restaurant);
    garson.put(&path, json!({ "isActive": true })).data();
    causes(0);
    garson.put(&path, json!({ "isActive": false })).data();
    causes(1);
    garson.put(&path, json!({ "isActive": true })).data();
    causes(1);
    garson.delete(&path);
    causes(1);
}
