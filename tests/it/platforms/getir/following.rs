//! Orders that are open here and in none of Getir's lists, and lists that fail beside the one that brings new orders.

use super::{
    Rig, an_order,
    fake::{APP_SECRET, Getir, RESTAURANT_SECRET, Trouble},
    for_getirs_courier, slow,
};
use serde_json::{Value, json};
use std::time::Duration;

/// Under way with Getir's courier.
fn under_way(id: &str) -> Value {
    let mut order = for_getirs_courier(id);
    order["status"] = json!(600);
    order
}

fn reads(rig: &Rig, id: &str) -> usize {
    rig.host.count(&format!("GET /food-orders/{id}"))
}

fn last_error(rig: &Rig) -> String {
    rig.integration()["lastError"]["message"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn who_brings_an_order_is_known_once_getir_says_so() {
    let rig = Rig::start(Getir::new());
    let push = |order: &Value| assert_eq!(rig.push("/orders", order.to_string().as_bytes(), "").status, 200);
    let courier = |id: &str| rig.show(id).data()["courier"].clone();
    let mut order = under_way("c1");
    order["courier"] = json!({ "id": "5", "status": 100, "name": "RestoranKuryesi" });
    push(&order);
    assert_eq!(courier("c1"), Value::Null);
    for name in ["Ali K.", "Veli T."] {
        order["courier"]["name"] = json!(name);
        push(&order);
        assert_eq!(courier("c1"), json!({ "name": name, "phone": null }));
    }
    // One that is not named again stays; the restaurant's own courier is nobody that Getir knows.
    order["courier"] = Value::Null;
    push(&order);
    assert_eq!(courier("c1")["name"], "Veli T.");
    let mut own = an_order("c2");
    own["courier"] = json!({ "name": "Hasan" });
    push(&own);
    assert_eq!(courier("c2"), Value::Null);
}

#[test]
fn when_getirs_courier_comes_is_known_once_it_is_pushed() {
    let rig = Rig::start(Getir::new());
    let push = |body: &Value| assert_eq!(rig.push("/orders", body.to_string().as_bytes(), "").status, 200);
    let mut order = an_order("c1");
    (order["deliveryType"], order["courier"]) = (json!(1), json!({ "name": "Ali K." }));
    push(&order);
    let (from, until) = ("2026-11-14T16:30:00.000Z", "2026-11-14T16:35:00.000Z");
    push(&json!({ "orderId": "c1", "calculationDate": from, "pickup": { "min": from, "max": until } }));
    // What is said of him otherwise does not take it away.
    push(&order);
    let expected = json!({ "name": "Ali K.", "phone": null, "pickupFrom": from, "pickupUntil": until });
    assert_eq!(rig.show("c1").data()["courier"], expected);
    assert_eq!(rig.status("c1"), Some(400));
}

#[test]
fn what_was_delivered_while_the_connection_was_taken_away_is_found() {
    let rig = Rig::start(Getir::with([under_way("a1")]));
    assert_eq!(rig.push("/orders", under_way("a1").to_string().as_bytes(), "").status, 200);
    assert_eq!(rig.status("a1"), Some(600));
    rig.garson.delete(&rig.path("")).data();
    rig.host.fake().set("a1", json!({ "status": 900 }));
    let credentials = json!({ "appSecretKey": APP_SECRET, "restaurantSecretKey": RESTAURANT_SECRET });
    rig.garson.put(&rig.path(""), json!({ "baseUrl": rig.host.url, "credentials": credentials })).data();
    rig.await_status("a1", 900);
    assert_eq!(rig.show("a1").data()["history"].as_array().unwrap().last().unwrap()["by"], "platform");
}

#[test]
fn what_was_pushed_and_delivered_over_a_kill_is_found() {
    let mut rig = Rig::start(Getir::new());
    rig.await_polls(1);
    assert_eq!(rig.push("/orders", under_way("b1").to_string().as_bytes(), "").status, 200);
    rig.garson.kill();
    rig.host.fake().add(under_way("b1"));
    rig.host.fake().set("b1", json!({ "status": 900 }));
    rig.host.fake().forget_reads();
    rig.garson.restart();
    rig.await_status("b1", 900);
    let read = reads(&rig, "b1");
    rig.await_polls(2);
    assert_eq!(reads(&rig, "b1"), read, "a closed order is not asked for again");
}

#[test]
fn a_list_that_fails_beside_the_others_delays_no_new_order() {
    let mut getir = slow(Getir::new(), 10);
    getir.trouble("/unapproved", 1_000, Trouble::Status(500));
    let rig = Rig::start(getir);
    rig.await_polled("it is shown", || last_error(&rig).contains("HTTP 500").then_some(()));
    let began = rig.clock.elapsed();
    rig.await_polls(3);
    rig.host.fake().add(an_order("d1"));
    rig.await_status("d1", 400);
    // If it slowed polling down, these four would have taken more than a minute.
    let took = rig.clock.elapsed() - began;
    assert!(took < Duration::from_secs(45), "{took:?}");
    // It is shown for as long as it lasts, and the list is not asked for again and again.
    assert!(last_error(&rig).contains("HTTP 500"));
    assert_eq!(rig.host.count("POST /food-orders/periodic/unapproved"), 1);
    rig.assert_behaved();
}

#[test]
fn an_order_that_cannot_be_read_is_shown_and_holds_up_nothing() {
    let mut getir = Getir::with([under_way("e1")]);
    getir.set("e1", json!({ "status": 900 }));
    getir.trouble("/food-orders/e1", 1_000, Trouble::Status(500));
    let rig = Rig::start(getir);
    assert_eq!(rig.push("/orders", under_way("e1").to_string().as_bytes(), "").status, 200);
    assert_eq!(rig.push("/orders", under_way("e2").to_string().as_bytes(), "").status, 200);
    rig.await_polled("it is shown", || last_error(&rig).contains("HTTP 500").then_some(()));
    rig.host.fake().add(an_order("e3"));
    rig.await_status("e3", 400);
    // The other one had its turn.
    rig.await_polled("the other is read", || (reads(&rig, "e2") > 0).then_some(()));
    rig.await_polls(1);
    assert!(last_error(&rig).contains("HTTP 500"));
    assert_eq!((reads(&rig, "e1"), rig.status("e1")), (1, Some(600)));
}

#[test]
fn orders_that_are_in_no_list_are_read_as_rarely_as_getir_wants() {
    let later = |n: usize| {
        let mut order = an_order(&format!("f{n:02}"));
        order["status"] = json!(350);
        order["isScheduled"] = json!(true);
        order["scheduledDate"] = json!("2031-01-01T12:00:00.000Z");
        order
    };
    let rig = Rig::start(Getir::with((0..14).map(later)));
    rig.await_polls(1);
    let all: Vec<Value> = (0..14).map(later).collect();
    assert_eq!(rig.push("/orders", json!(all).to_string().as_bytes(), "").status, 200);
    let read = || (0..14).map(|n| reads(&rig, &format!("f{n:02}"))).sum::<usize>();
    rig.await_polled("some are read", || (read() == 2).then_some(()));
    // Getir allows two in a minute; what a person waits for is read all the same.
    rig.host.fake().trouble("/cancel", 1, Trouble::DoneThenHangUp);
    rig.cancel("f13", json!({})).data();
    assert_eq!((rig.status("f13"), read()), (Some(1600), 3));
    rig.await_polls(3);
    assert_eq!(read(), 3);
    rig.assert_behaved();
}
