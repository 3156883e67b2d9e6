//! Accounting over the API: pending, mark, grouped payments.

use crate::harness::{Garson, Shop, an_order};
use serde_json::{Value, json};

fn paid(platform_id: &str, total: f64, kind: &str, name: Option<&str>) -> Value {
    let mut order = an_order(platform_id);
    order["amount"]["total"] = json!(total);
    order["payment"] = json!({ "type": kind, "name": name });
    order
}

fn pending(garson: &Garson, query: &str) -> Vec<String> {
    let reply = garson.get(&format!("/web-api/v1/orders/reports/pending?{query}"));
    let rows = reply.data().as_array().unwrap().clone();
    rows.iter().map(|row| row["providerOrderId"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_is_marked_drops_off_the_pending_list() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    for n in 1..=3 {
        shop.order(&garson, &n.to_string());
    }
    let mut test = an_order("test");
    test["isTest"] = json!(true);
    shop.push(&garson, &test).data();
    assert_eq!(pending(&garson, ""), ["3", "2", "1"]);
    let mark = json!({ "providerOrderId": "2" });
    for _ in 0..2 {
        let marked = garson.post("/web-api/v1/orders/reports/mark", mark.clone());
        assert_eq!(*marked.data(), json!({ "providerOrderId": "2", "isReport": true }));
    }
    assert_eq!(pending(&garson, ""), ["3", "1"]);
    let detail = garson.get("/web-api/v1/orders/2");
    assert_eq!(detail.data()["isReport"], true);
    assert_eq!(detail.data()["reportedAt"], detail.data()["updatedAt"]);
    garson.post("/web-api/v1/orders/cancel/3", json!({ "reason": "closed" })).data();
    assert_eq!(pending(&garson, ""), ["1"]);
    assert_eq!(pending(&garson, "status=900"), Vec::<String>::new());
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    }
    assert_eq!(pending(&garson, "status=900"), ["1"]);
    assert_eq!(pending(&garson, &format!("restaurantId={}", shop.restaurant)), ["1"]);
    let mark = |body| garson.post("/web-api/v1/orders/reports/mark", body);
    mark(json!({})).refused(422, "validation_failed");
    mark(json!({ "providerOrderId": "99" })).refused(404, "order_not_found");
    mark(json!({ "providerOrderId": "1", "provider": "getir" })).refused(404, "order_not_found");
}

#[test]
fn payments_are_grouped_exactly_and_follow_every_change() {
    let garson = Garson::start();
    let (first, second) = (Shop::open(&garson), Shop::open(&garson));
    let payments = |query: &str| garson.get(&format!("/web-api/v1/orders/grouped-payments{query}")).data().clone();
    assert_eq!(payments(""), json!({ "groups": [], "count": 0, "total": 0, "currency": "TRY" }));
    // Three tenths and three cents: the sums that floats get wrong.
    for (n, total) in [0.1, 0.2, 0.3, 149.9].into_iter().enumerate() {
        first.push(&garson, &paid(&format!("c{n}"), total, "cash", None)).data();
    }
    first.push(&garson, &paid("m1", 80.03, "meal_card", Some("Multinet"))).data();
    second.push(&garson, &paid("m2", 19.97, "meal_card", Some("Sodexo"))).data();
    let mut euro = paid("e1", 9.99, "cash", None);
    euro["amount"]["currency"] = json!("EUR");
    second.push(&garson, &euro).data();
    let mut test = paid("t1", 1000.0, "cash", None);
    test["isTest"] = json!(true);
    first.push(&garson, &test).data();
    insta::assert_json_snapshot!("grouped_payments", payments(""));
    let of_first = payments(&format!("?restaurantId={}", first.restaurant));
    assert_eq!((&of_first["count"], &of_first["total"]), (&json!(5), &json!(230.53)));
    garson.post("/web-api/v1/orders/cancel/c3", json!({ "reason": "closed" })).data();
    let of_first = payments(&format!("?restaurantId={}", first.restaurant));
    assert_eq!((&of_first["count"], &of_first["total"]), (&json!(4), &json!(80.63)));
    first.cancel(&garson, "m1", json!({})).data();
    assert_eq!(payments(&format!("?restaurantId={}", first.restaurant))["total"], 0.6);
    assert_eq!(payments("?restaurantId=nobody")["count"], 0);
    assert_eq!(payments("?restaurantId=00000000-0000-0000-0000-000000000000")["count"], 0);
}

#[test]
fn payments_are_booked_on_the_restaurants_own_day() {
    let garson = Garson::start();
    let restaurant = garson
        .post("/web-api/v1/restaurants", json!({ "name": "Gece", "config": { "timezone": "Pacific/Kiritimati" } }))
        .id();
    let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/open"), json!({}));
    let url = made.data()["intakeUrl"].as_str().unwrap();
    let shop = Shop { restaurant: restaurant.clone(), intake: url[url.find("/intake").unwrap()..].to_owned() };
    shop.order(&garson, "1");
    let created = garson.get("/web-api/v1/orders/1").data()["createdAt"].as_str().unwrap().to_owned();
    // Fourteen hours ahead of UTC.
    let moment = garson::model::Time::parse(&created).unwrap();
    let local_day = moment.plus(std::time::Duration::from_hours(14)).to_string()[..10].to_owned();
    let day_before = moment.minus(std::time::Duration::from_hours(10)).to_string()[..10].to_owned();
    let count =
        |query: String| garson.get(&format!("/web-api/v1/orders/grouped-payments?{query}")).data()["count"].clone();
    assert_eq!(count(format!("from={local_day}&to={local_day}")), 1);
    assert_eq!(count(format!("from={local_day}")), 1);
    assert_eq!(count(format!("to={day_before}")), 0);
    assert_eq!(count(format!("restaurantId={restaurant}&to={local_day}")), 1);
    assert_eq!(count(format!("from={local_day}&to={day_before}")), 0);
    garson.get("/web-api/v1/orders/grouped-payments?from=yesterday").refused(400, "invalid_parameter");
}

#[test]
fn several_are_marked_together_or_none_of_them() {
    let garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let first = shop.order(&garson, "1");
    let second = shop.order(&garson, "2");
    let (twin, other_twin) = (shop.order(&garson, "twin"), other.order(&garson, "twin"));
    let mark = |body| garson.post("/web-api/v1/orders/reports/mark", body);
    let unknown = "01a1d0b3-1c08-7b52-9e07-2a4c6d8e0f13";
    let long = "x".repeat(2_001);
    let good = json!({ "id": first });
    for (wrong, status, code, field) in [
        (json!({ "id": unknown }), 404, "order_not_found", "orders[1].id"),
        (json!({ "id": "1" }), 404, "order_not_found", "orders[1].id"),
        (json!({ "id": second, "providerOrderId": "1" }), 404, "order_not_found", "orders[1].id"),
        (json!({ "id": second, "restaurantId": other.restaurant }), 404, "order_not_found", "orders[1].id"),
        (json!({ "id": second, "provider": "getir" }), 404, "order_not_found", "orders[1].id"),
        (json!({ "providerOrderId": "3" }), 404, "order_not_found", "orders[1].providerOrderId"),
        (json!({ "providerOrderId": "twin" }), 409, "ambiguous_order", "orders[1].providerOrderId"),
        (json!({ "providerOrderId": "1", "provider": "x" }), 404, "provider_not_found", "orders[1].provider"),
        (json!({ "providerOrderId": "1", "restaurantId": "x" }), 404, "restaurant_not_found", "orders[1].restaurantId"),
        (json!({ "restaurantId": shop.restaurant }), 422, "validation_failed", "orders[1].id"),
        (json!({ "id": "", "providerOrderId": null }), 422, "validation_failed", "orders[1].id"),
        (json!({ "id": long }), 422, "validation_failed", "orders[1].id"),
        (json!({ "id": 5 }), 400, "invalid_parameter", "orders[1].id"),
        (json!("1"), 400, "invalid_parameter", "orders[1]"),
    ] {
        let refused = mark(json!({ "orders": [good, wrong] }));
        assert_eq!(refused.refused(status, code)["field"], field, "{refused}");
    }
    for (wrong, status, code) in [
        (json!({ "orders": [] }), 422, "validation_failed"),
        (json!({ "orders": vec![&good; 201] }), 422, "validation_failed"),
        (json!({ "orders": [good], "providerOrderId": "1" }), 422, "validation_failed"),
        (json!({ "orders": [good], "restaurantId": shop.restaurant }), 422, "validation_failed"),
        (json!({ "orders": good }), 400, "invalid_parameter"),
    ] {
        let refused = mark(wrong);
        assert_eq!(refused.refused(status, code)["field"], "orders", "{refused}");
    }
    assert_eq!(pending(&garson, ""), ["twin", "twin", "2", "1"], "nothing was marked");

    let body = json!({ "orders": [
        { "id": second },
        { "providerOrderId": "twin", "restaurantId": other.restaurant, "provider": "open" },
        { "providerOrderId": "2" },
        { "id": second },
    ], "providerOrderId": null });
    let row = |id: &str, name: &str| json!({ "id": id, "providerOrderId": name, "isReport": true });
    let expected = json!([row(&second, "2"), row(&other_twin, "twin"), row(&second, "2"), row(&second, "2")]);
    for _ in 0..2 {
        let marked = garson.send(
            "POST",
            "/web-api/v1/orders/reports/mark",
            Some(body.to_string().as_bytes()),
            &[("Idempotency-Key", "several")],
        );
        assert_eq!(*marked.data(), expected);
    }
    assert_eq!(*mark(body).data(), expected, "marking again is fine");
    assert_eq!(pending(&garson, ""), ["twin", "1"]);
    // A page of what is pending can be sent back as it is.
    let rows = garson.get("/web-api/v1/orders/reports/pending").data().clone();
    let marked = mark(json!({ "orders": rows }));
    assert_eq!(*marked.data(), json!([row(&twin, "twin"), row(&first, "1")]));
    assert_eq!(pending(&garson, ""), Vec::<String>::new());
    assert_eq!(*mark(json!({ "orders": vec![&good; 200] })).data(), json!(vec![row(&first, "1"); 200]));
}
