//! What a web shop sends in.

use crate::harness::{Garson, Receiver, Script, Shop, an_order};
use serde_json::json;

#[test]
fn the_same_order_again_is_the_same_order_and_the_first_stays() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let mut other = an_order("1");
    other["amount"]["total"] = json!(1);
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    let again = shop.push(&garson, &other);
    assert_eq!(*again.data(), json!({ "id": id, "status": 500 }));
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["total"], 499.9);
    assert!(garson.log().contains("other content"), "{}", garson.log());
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
