//! Orders as they come in: polled, pushed, both, odd, large and many.

use super::{
    ACTIVE, EXAMPLE, Rig, an_order,
    fake::{Getir, SHOP, Trouble},
    slow,
};
use crate::harness::{OF_AN_ORDER, eventually, masked};
use serde_json::{Value, json};

#[test]
fn the_documents_example_becomes_this_detail() {
    let rig = Rig::start(Getir::new());
    eventually("it is connected", || rig.integration()["isConnected"].as_bool().filter(|is| *is));
    assert_eq!(rig.push("/orders", EXAMPLE.trim().as_bytes(), "").status, 200);
    let shown = rig.show("68f1a2b3c4d5e6f708192a3b");
    assert!(shown.text.contains(EXAMPLE.trim()), "{shown}");
    insta::assert_json_snapshot!("example_detail", masked(shown.data(), &OF_AN_ORDER));
}

#[test]
fn polled_and_pushed_is_one_order() {
    let rig = Rig::start(Getir::with([an_order("a1")]));
    rig.await_status("a1", 400);
    rig.verify("a1").data();
    let order = an_order("a1").to_string();
    for body in [order.clone(), format!(r#"{{"foodOrder":{order}}}"#), format!("[{order},{order}]")] {
        let answer = rig.push("/orders", body.as_bytes(), "");
        assert_eq!((answer.status, &answer.json), (200, &json!({ "success": true })), "{answer}");
    }
    let pushed = an_order("a2").to_string();
    assert_eq!(rig.push("/orders", pushed.as_bytes(), "").status, 200);
    rig.host.fake().add(an_order("a2"));
    rig.host.fake().add(an_order("a3"));
    rig.await_status("a3", 400);
    let list = rig.garson.get("/web-api/v1/orders");
    assert_eq!(list.data().as_array().unwrap().len(), 3, "{list}");
    // What was pushed again with an older status moved nothing back.
    assert_eq!(rig.status("a1"), Some(500));
    rig.assert_behaved();
}

#[test]
fn a_push_of_more_than_a_hundred_orders_is_taken() {
    let rig = Rig::start(Getir::new());
    let orders: Vec<Value> = (0..120).map(|number| an_order(&format!("many-{number}"))).collect();
    assert_eq!(rig.push("/orders", json!(orders).to_string().as_bytes(), "").json, json!({ "success": true }));
    assert_eq!(rig.garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().len(), 120);
}

#[test]
fn a_push_with_another_key_is_refused_before_it_is_read() {
    let key = "a-long-random-value";
    let rig = Rig::start_with(Getir::new(), json!({ "credentials": { "webhookApiKey": key } }));
    let order = an_order("b1").to_string();
    for wrong in ["", "a-long-random-valuf", "a-long-random-value-and-more", "A-LONG-RANDOM-VALUE"] {
        rig.push("/orders", order.as_bytes(), wrong).refused(401, "unauthorized");
        rig.push("/orders", b"{", wrong).refused(401, "unauthorized");
        rig.push("/orders/cancelled", order.as_bytes(), wrong).refused(401, "unauthorized");
    }
    assert!(rig.garson.get("/web-api/v1/orders").data().as_array().unwrap().is_empty());
    assert_eq!(rig.push("/orders", order.as_bytes(), key).status, 200);
    assert_eq!(rig.status("b1"), Some(400));
}

#[test]
fn a_push_that_is_no_order_is_refused_and_one_for_a_switched_off_integration_waits() {
    let rig = Rig::start(Getir::new());
    for nonsense in ["", "{", "7", "\"order\"", "<xml/>", "null"] {
        rig.push("/orders", nonsense.as_bytes(), "").refused(400, "invalid_json");
    }
    rig.garson.put(&rig.path(""), json!({ "isActive": false })).data();
    rig.push("/orders", an_order("c1").to_string().as_bytes(), "").refused(503, "integration_off");
    rig.garson.put(&rig.path(""), json!({ "isActive": true })).data();
    assert_eq!(rig.push("/orders", an_order("c1").to_string().as_bytes(), "").status, 200);
}

#[test]
fn a_push_for_another_restaurant_goes_to_that_one() {
    let rig = Rig::start(Getir::new());
    eventually("it is connected", || rig.integration()["isConnected"].as_bool().filter(|is| *is));
    let mut order = an_order("d1");
    assert_eq!(order["restaurant"]["id"], SHOP);
    order["restaurant"]["id"] = json!("ffffffffffffffffffffffff");
    assert_eq!(rig.push("/orders", order.to_string().as_bytes(), "").status, 200);
    // Nobody here is that restaurant: the order is kept where it came in, and flagged.
    assert_eq!(rig.show("d1").data()["problems"], json!(["restaurant"]));
}

#[test]
fn orders_that_cannot_be_understood_are_kept_flagged_and_block_nothing() {
    let odd = json!({
        "id": "e1", "status": 400, "client": "?", "products": [{ "count": "many" }, 5], "totalPrice": "free",
        "paymentMethod": {}, "deliveryType": null, "checkoutDate": "soon"
    });
    let rig = Rig::start(Getir::with([odd, json!({}), json!({ "status": 410, "id": "e2" }), an_order("e3")]));
    rig.await_status("e3", 400);
    rig.await_status("e1", 400);
    let detail = rig.show("e1");
    let problems = detail.data()["problems"].as_array().unwrap();
    for problem in ["products[0].name", "totalPrice", "paymentMethod", "deliveryType", "checkoutDate"] {
        assert!(problems.contains(&json!(problem)), "{problem} is not in {problems:?}");
    }
    assert_eq!((&detail.data()["payment"]["type"], &detail.data()["items"][0]["name"]), (&json!("other"), &json!("?")));
    let list = eventually("all are there", || {
        let list = rig.garson.get("/web-api/v1/orders").data().clone();
        (list.as_array().unwrap().len() == 4).then_some(list)
    });
    let ids: Vec<&str> = list.as_array().unwrap().iter().filter_map(|one| one["providerOrderId"].as_str()).collect();
    let nameless = ids.iter().find(|id| id.starts_with("without-id-"));
    let nameless = nameless.unwrap_or_else(|| panic!("no order without an id in {ids:?}"));
    assert!(rig.show(nameless).data()["problems"].as_array().unwrap().len() >= 4);
    // A status that no document knows: nobody can say where it stands, so it is shown as new and flagged.
    assert_eq!((rig.status("e2"), ids.len()), (Some(400), 4));
    assert!(rig.show("e2").data()["problems"].as_array().unwrap().contains(&json!("status")));
    // Getir cannot be told of an order that it gave no id; it can still be worked off here.
    rig.verify(nameless).data();
    assert!(!rig.host.heard().iter().any(|heard| heard.path.contains("without-id")));
    // A flagged order is an order: it can be worked off.
    rig.verify("e1").data();
    assert_eq!(rig.host.fake().status("e1"), 500);
}

#[test]
fn of_an_order_of_600_kilobytes_the_beginning_is_shown_and_all_is_kept() {
    let mut large = an_order("f1");
    let product = large["products"][0].clone();
    large["products"] = Value::Array(vec![product; 800]);
    assert!(large.to_string().len() > 600_000);
    let rig = Rig::start(Getir::with([large.clone()]));
    rig.await_status("f1", 400);
    large["id"] = json!("f2");
    // The same again is the same order, and nothing about it has changed.
    for _ in 0..2 {
        assert_eq!(rig.push("/orders", large.to_string().as_bytes(), "").status, 200);
    }
    for id in ["f1", "f2"] {
        let shown = rig.show(id);
        assert_eq!(shown.data()["items"].as_array().unwrap().len(), 300);
        assert_eq!(shown.data()["raw"]["products"].as_array().unwrap().len(), 800);
        assert_eq!(shown.data()["problems"], json!(["size"]));
    }
}

#[test]
fn only_objects_are_orders() {
    let mut getir = Getir::new();
    let list = json!([1, an_order("h1"), "x", null, [an_order("h2")]]);
    getir.trouble("/active", 1, Trouble::Says(200, list));
    let rig = Rig::start(getir);
    rig.await_status("h1", 400);
    let numbers: Vec<u32> = (0..300).collect();
    assert_eq!(rig.push("/orders", json!(numbers).to_string().as_bytes(), "").json, json!({ "success": true }));
    let count = || rig.garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().len();
    assert_eq!(count(), 1);
    let lines = rig.garson.log().lines().filter(|line| line.contains("entries that are no orders")).count();
    assert_eq!(lines, 2, "one for each list");
    // With almost everything missing it is one all the same.
    assert_eq!(rig.push("/orders", br#"{"totalPrice":7}"#, "").status, 200);
    assert_eq!(count(), 2);
}

#[test]
fn sixty_orders_come_in_one_sweep() {
    let rig = Rig::start(slow(Getir::with((0..60).map(|n| an_order(&format!("g{n}")))), 10));
    eventually("all are there", || {
        let list = rig.garson.get("/web-api/v1/orders?limit=200");
        (list.data().as_array().unwrap().len() == 60).then_some(())
    });
    assert_eq!(rig.host.count(ACTIVE), 1);
    rig.assert_behaved();
}
