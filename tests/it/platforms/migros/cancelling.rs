//! Cancellations: by the restaurant before and after approval, by the customer or the platform.

use super::{Rig, fake::*};
use serde_json::json;

fn reason() -> serde_json::Value {
    json!({ "reason": SOLD_OUT.to_string(), "note": "bugünlük bitti" })
}

#[test]
fn a_new_order_is_rejected_with_a_listed_reason() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let refused = rig.cancel(1, json!({}));
    let list = refused.refused(422, "reason_not_accepted")["details"]["reasons"].clone();
    assert_eq!(list[0], json!({ "id": SOLD_OUT.to_string(), "name": "Ürün tükendi" }));
    rig.cancel(1, json!({ "reason": "5" })).refused(422, "reason_not_accepted");
    assert_eq!(rig.garson.get("/web-api/v1/orders/reasons/1").data()["reasons"], list);
    assert_eq!(rig.host.fake().status(1), "NEW_PENDING");
    rig.cancel(1, reason()).data();
    assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(1600), "REJECTED"));
    let shown = rig.show(1);
    let cancellation = &shown.data()["cancellation"];
    assert_eq!((&cancellation["name"], &cancellation["note"]), (&json!("Ürün tükendi"), &json!("bugünlük bitti")));
    assert_eq!(rig.host.count("GET /Mapping/v2/GetCancelReasons"), 1, "the list is kept");
    // What the platform says of it afterwards changes nothing.
    rig.poll();
    assert_eq!(rig.status(1), Some(1600));
}

#[test]
fn an_approved_order_is_cancelled_by_the_other_call() {
    for provider in ["RESTAURANT", "MIGROS"] {
        let rig = Rig::start(Migros::with(&[(1, json!({ "deliveryProvider": provider }))]));
        rig.await_status(1, 400);
        rig.verify(1).data();
        rig.cancel(1, reason()).data();
        assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(1600), "CANCELLED"));
        rig.poll();
        assert_eq!(rig.status(1), Some(1600));
        rig.cancel(1, reason()).refused(409, "order_closed");
        assert_eq!(rig.host.count("POST /Order/v2/CancelOrder"), 1);
    }
}

#[test]
fn a_customers_cancellation_is_found_without_any_push() {
    let rig = Rig::start(Migros::with(&[(1, json!({})), (2, json!({}))]));
    rig.await_status(2, 400);
    rig.verify(2).data();
    rig.host.fake().set(1, "CANCELLED");
    rig.host.fake().set(2, "CANCELLED");
    rig.poll();
    rig.await_status(1, 1500);
    rig.await_status(2, 1500);
    assert_eq!(rig.show(1).data()["cancellation"]["by"], "platform");
    assert_eq!(rig.show(1).data()["allowedActions"], json!([]));
}

#[test]
fn what_was_cancelled_while_the_program_was_off_is_found_at_the_next_start() {
    let mut rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    rig.garson.kill();
    rig.host.fake().set(1, "CANCELLED");
    rig.garson.restart();
    rig.await_status(1, 1500);
}

#[test]
fn a_push_of_a_cancellation_counts_once_it_was_read_back() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let cancelled = json!({ "OrderId": 1, "StoreId": STORE, "UserId": 23_002_000_077_701_i64 });
    // Forged, or too early: the order stands as it is there.
    assert_eq!(rig.push(&cancelled).json, json!({ "success": true }));
    assert_eq!(rig.status(1), Some(400));
    rig.host.fake().set(1, "CANCELLED");
    rig.host.fake().orders.get_mut(&1).unwrap()["cancelReason"] = json!("Müşteri vazgeçti");
    assert_eq!(rig.push(&cancelled).json, json!({ "success": true }));
    assert_eq!(rig.status(1), Some(1500));
    assert_eq!(rig.show(1).data()["cancellation"]["note"], "Müşteri vazgeçti");
    // Again, and of an order that is not known here.
    assert_eq!(rig.push(&cancelled).status, 200);
    assert_eq!(rig.count(), 1);
}

#[test]
fn an_order_that_was_cancelled_meanwhile_is_not_accepted() {
    let rig = Rig::start(Migros::with(&[(1, json!({})), (2, json!({}))]));
    rig.await_status(2, 400);
    rig.host.fake().set(1, "CANCELLED");
    assert_eq!(rig.verify(1).refused(409, "order_closed")["details"]["status"], 1500);
    assert_eq!(rig.status(1), Some(1500));
    // Nor is a step that waits told to one that is gone.
    rig.verify(2).data();
    rig.host.fake().set(2, "CANCELLED");
    rig.advance(2).refused(409, "order_closed");
    assert_eq!(rig.status(2), Some(1500));
}

#[test]
fn a_rejection_on_the_platforms_own_screen_is_the_restaurants() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    rig.host.fake().set(1, "REJECTED");
    rig.poll();
    rig.await_status(1, 1600);
    rig.verify(1).refused(409, "order_closed");
}
