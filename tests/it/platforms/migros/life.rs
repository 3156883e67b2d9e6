//! An order's whole life, with the restaurant's own courier and with the platform's.

use super::{Rig, fake::*};
use crate::{harness::eventually, panel::Browser};
use serde_json::json;

#[test]
fn an_order_with_an_own_courier_goes_all_the_way() {
    let mut rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    rig.verify(1).data();
    assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(500), "APPROVED"));
    // Verifying again changes nothing here and tells nobody.
    rig.verify(1).data();
    assert_eq!(rig.host.count("POST /Order/v2/UpdateOrderStatus"), 1);
    assert_eq!(rig.advance(1).data()["newStatus"], 600);
    rig.await_theirs(1, "IN_DELIVERY");
    eventually("both steps are told", || {
        let done = |step: &str| (step.to_owned(), "done".to_owned());
        (rig.steps(1) == [done("approved"), done("prepared"), done("delivery")]).then_some(())
    });
    assert_eq!(rig.advance(1).data()["newStatus"], 900);
    assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(900), "COMPLETED"));
    rig.advance(1).refused(409, "order_closed");
    // Nothing that was posted can be read on the wire.
    for heard in rig.host.heard().iter().filter(|heard| heard.method == "POST") {
        assert!(heard.body.starts_with(r#"{"value":""#) && !heard.body.contains("orderId"), "{}", heard.body);
    }
    let shown = rig.show(1);
    let history = shown.data()["history"].as_array().unwrap();
    let statuses: Vec<_> = history.iter().map(|step| step["status"].as_u64().unwrap()).collect();
    assert_eq!(statuses, [400, 500, 600, 900]);
    assert!(history[3]["by"].as_str().unwrap().starts_with("key:"), "{shown}");
    rig.garson.stop_sound();
}

#[test]
fn an_order_with_the_platforms_courier_is_moved_by_the_platform() {
    let rig = Rig::start(Migros::with(&[(1, json!({ "deliveryProvider": "MIGROS" }))]));
    rig.await_status(1, 400);
    assert_eq!(rig.show(1).data()["deliveryType"], "platform_courier");
    rig.verify(1).data();
    assert_eq!(rig.advance(1).data()["newStatus"], 600);
    assert_eq!(rig.host.fake().status(1), "PREPARED");
    rig.advance(1).refused(409, "platform_decides");
    assert_eq!(rig.show(1).data()["allowedActions"], json!(["cancel"]));
    // Ready there is not further than on its way here, and the courier's coming moves nothing.
    rig.push(&json!({ "orderId": 1, "storeId": STORE, "status": "PREPARED", "deliveryStatus": "COURIER_ARRIVED" }));
    assert_eq!(rig.status(1), Some(600));
    rig.host.fake().set(1, "IN_DELIVERY");
    rig.poll();
    assert_eq!(rig.status(1), Some(600));
    // Delivered orders are in no list any more: the order is read back.
    rig.host.fake().set(1, "DELIVERED");
    rig.poll();
    rig.await_status(1, 900);
    assert_eq!(rig.show(1).data()["history"][3]["by"], "platform");
    let looks = rig.host.count("GET /Order/v2/GetOrderDetail");
    rig.poll();
    assert_eq!(rig.host.count("GET /Order/v2/GetOrderDetail"), looks, "a closed order is not asked for again");
}

#[test]
fn what_is_done_on_the_platforms_own_screen_is_followed() {
    let rig = Rig::start(Migros::with(&[(1, json!({})), (2, json!({}))]));
    rig.await_status(2, 400);
    rig.host.fake().set(1, "Approved");
    rig.host.fake().set(2, "APPROVED");
    // A word of the same letters counts; it is in no list here, so it is read back.
    rig.poll();
    rig.await_status(1, 500);
    rig.await_status(2, 500);
    // The till verifies late: it is verified already, and nobody is told.
    rig.verify(2).data();
    assert_eq!(rig.host.count("POST /Order/v2/UpdateOrderStatus"), 0);
    rig.host.fake().set(2, "IN_DELIVERY");
    rig.poll();
    rig.await_status(2, 600);
    rig.host.fake().set(2, "COMPLETED");
    rig.poll();
    rig.await_status(2, 900);
}

#[test]
fn orders_are_accepted_by_themselves_where_that_is_wanted() {
    let mut rig = Rig::start_with(Migros::default(), json!({ "settings": { "autoAccept": true } }));
    rig.host.fake().add(1, json!({}));
    // What a person has to look at is not accepted for them.
    rig.host.fake().add(2, json!({ "payment": null }));
    rig.poll();
    rig.await_status(1, 500);
    rig.await_theirs(1, "APPROVED");
    assert_eq!(rig.status(2), Some(400));
    rig.garson.stop_sound();
}

#[test]
fn an_integration_that_is_off_leaves_new_orders_there_and_follows_open_ones() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    rig.garson.put(&rig.path(""), json!({ "isActive": false })).data();
    let order = rig.host.fake().add(2, json!({}));
    rig.push(&order).refused(503, "integration_off");
    rig.host.fake().set(1, "APPROVED");
    rig.poll();
    rig.await_status(1, 500);
    assert_eq!(rig.status(2), None);
    rig.garson.put(&rig.path(""), json!({ "isActive": true })).data();
    rig.await_status(2, 400);
}

#[test]
fn that_it_is_ready_is_told_once_where_the_platforms_courier_fetches() {
    let rig = Rig::start(Migros::with(&[(1, json!({ "deliveryProvider": "MIGROS" })), (2, json!({}))]));
    for id in [1, 2] {
        rig.await_status(id, 400);
        rig.verify(id).data();
        let marked = Browser::owner(&rig.garson, "en").post(&format!("/orders/{id}/ready"), &[("ready", "yes")]);
        assert_eq!(marked.status, 303, "{marked}");
    }
    rig.await_theirs(1, "PREPARED");
    assert_eq!((rig.status(1), rig.host.fake().status(2).as_str()), (Some(500), "APPROVED"));
    let told = rig.host.count("POST /Order/v2/UpdateOrderStatus");
    assert_eq!(rig.advance(1).data()["newStatus"], 600);
    assert_eq!(rig.host.count("POST /Order/v2/UpdateOrderStatus"), told, "it was told already");
    let done = |step: &str| (step.to_owned(), "done".to_owned());
    assert_eq!(rig.steps(1), [done("approved"), done("prepared")]);
}
