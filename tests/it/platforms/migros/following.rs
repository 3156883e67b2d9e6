//! Orders that are open here and no longer listed there, and what fails beside the list that brings new orders.

use super::{Rig, credentials, fake::*};
use crate::harness::{Clock, eventually};
use serde_json::json;
use std::time::Duration;

const DETAIL: &str = "GET /Order/v2/GetOrderDetail";

/// Under way with the platform's courier, and open here.
fn under_way(id: i64) -> Rig {
    under_way_by(&Clock::new(), id)
}

/// The same, where time passes as the test says.
fn under_way_by(clock: &Clock, id: i64) -> Rig {
    let rig = Rig::start_by(clock, Migros::with(&[(id, json!({ "deliveryProvider": "MIGROS" }))]));
    rig.await_status(id, 400);
    rig.verify(id).data();
    rig.advance(id).data();
    assert_eq!(rig.status(id), Some(600));
    rig
}

/// Somebody touches the integration, so it is polled at once, whatever comes of it.
fn touch(rig: &Rig) {
    rig.garson.put(&rig.path(""), json!({})).data();
}

fn last_error(rig: &Rig) -> String {
    rig.integration()["lastError"]["message"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_was_delivered_while_the_connection_was_taken_away_is_found() {
    let rig = under_way(1);
    rig.garson.delete(&rig.path("")).data();
    rig.host.fake().set(1, "DELIVERED");
    rig.garson.put(&rig.path(""), json!({ "baseUrl": rig.host.url, "credentials": credentials() })).data();
    rig.await_status(1, 900);
}

#[test]
fn an_order_that_cannot_be_read_is_shown_and_delays_no_new_order() {
    let clock = Clock::new();
    let rig = under_way_by(&clock, 1);
    rig.host.fake().set(1, "DELIVERED");
    rig.host.fake().mishaps.push_back(Mishap::answers("/GetOrderDetail", 500, r#"{"message":"kaput"}"#));
    touch(&rig);
    eventually("it is shown", || last_error(&rig).contains("kaput").then_some(()));
    rig.host.fake().add(2, json!({}));
    let is_here = || (rig.status(2) == Some(400)).then_some(());
    clock.await_by_asking(&rig.host, Duration::from_secs(5), "the new one is here", is_here);
    // It is tried again after a minute, and shown until then.
    assert!(last_error(&rig).contains("kaput"));
    assert_eq!((rig.host.count(DETAIL), rig.status(1)), (1, Some(600)));
}

#[test]
fn a_list_that_fails_beside_the_first_decides_nothing() {
    let rig = under_way(1);
    for _ in 0..5 {
        rig.host.fake().mishaps.push_back(Mishap::answers("/ActiveOrdersWithStores", 500, r#"{"message":"kaput"}"#));
    }
    rig.host.fake().add(2, json!({}));
    touch(&rig);
    eventually("it is shown", || last_error(&rig).contains("kaput").then_some(()));
    assert_eq!(rig.status(2), Some(400));
    // What is missing from a list that was not read is not missing.
    assert_eq!(rig.host.count(DETAIL), 0);
    rig.host.fake().mishaps.clear();
    rig.poll();
    assert_eq!((rig.status(1), last_error(&rig).as_str()), (Some(600), ""));
}

#[test]
fn only_objects_are_orders() {
    let rig = Rig::start(Migros::default());
    let one = rig.host.fake().add(1, json!({}));
    rig.host.fake().orders.clear();
    let list = json!({ "success": true, "data": [1, one, "x", null, [one]] }).to_string();
    rig.host.fake().mishaps.push_back(Mishap::answers("/PendingOrdersWithStores", 200, &list));
    touch(&rig);
    rig.await_status(1, 400);
    let numbers: Vec<u32> = (0..300).collect();
    assert_eq!(rig.push(&json!(numbers)).json, json!({ "success": true }));
    assert_eq!(rig.count(), 1);
    assert!(rig.garson.log().contains("entries that are no orders"));
}
