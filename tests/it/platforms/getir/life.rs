//! Whole lives of orders, from Getir's list to the door.

use super::{Rig, an_order, fake::Getir, for_getirs_courier, slow};
use crate::{harness::eventually, panel::Browser};
use serde_json::json;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn with_the_restaurants_own_courier() {
    let mut getir = Getir::with([an_order("a1")]);
    getir.pause = MINUTE;
    let rig = Rig::start_with(getir, json!({ "settings": { "stepPauseSeconds": 60 } }));
    rig.await_status("a1", 400);
    // Getir takes no minutes with an order; they are kept here.
    rig.garson.post("/web-api/v1/orders/verify/a1", json!({ "preparationMinutes": 25 })).data();
    assert_eq!((rig.host.fake().status("a1"), &rig.show("a1").data()["preparationMinutes"]), (500, &json!(25)));
    // The till is answered within the minute that Getir wants between two steps; Getir hears of it when that is over.
    assert_eq!(rig.advance("a1").data()["newStatus"], 600);
    assert_eq!(rig.advance("a1").data()["newStatus"], 900);
    let waiting = rig.step("a1", "prepare");
    assert_eq!(waiting["state"], "waiting");
    assert!(waiting["dueAt"].is_string(), "{waiting}");
    assert_eq!(rig.host.fake().status("a1"), 500);
    for (step, status) in [("prepare", 700), ("deliver", 900)] {
        rig.clock.pass(MINUTE);
        rig.await_step("a1", step, "done");
        assert_eq!(rig.host.fake().status("a1"), status);
    }
    for action in ["verify", "prepare", "deliver"] {
        assert_eq!(rig.told("a1", action), 1, "{action}");
    }
    assert_eq!(rig.status("a1"), Some(900));
    rig.assert_behaved();
}

#[test]
fn with_getirs_courier_who_comes_late_and_over_a_kill() {
    let mut rig = Rig::start(Getir::with([for_getirs_courier("b1")]));
    rig.host.fake().courier_is_there = false;
    rig.await_status("b1", 400);
    rig.verify("b1").data();
    assert_eq!(rig.advance("b1").data()["newStatus"], 600);
    rig.advance("b1").refused(409, "platform_decides");
    rig.await_step("b1", "prepare", "done");
    assert_eq!(rig.host.fake().status("b1"), 550);
    // Our order has left already; Getir's 550 does not take it back.
    assert_eq!(rig.status("b1"), Some(600));
    eventually("the handover was tried", || {
        Some(rig.step("b1", "handover")).filter(|step| step["state"] == "waiting" && step["error"].is_string())
    });
    rig.garson.kill();
    rig.host.fake().forget_reads();
    rig.garson.restart();
    assert_eq!(rig.step("b1", "handover")["state"], "waiting");
    rig.host.fake().courier_is_there = true;
    rig.await_step("b1", "handover", "done");
    assert_eq!(rig.host.fake().status("b1"), 600);
    assert_eq!((rig.told("b1", "verify"), rig.told("b1", "prepare")), (1, 1));
    // From here on Getir drives; a delivered order is in none of its lists any more.
    rig.host.fake().set("b1", json!({ "status": 800 }));
    rig.host.fake().set("b1", json!({ "status": 900, "deliverDate": "2026-11-14T17:00:00.000Z" }));
    rig.await_status("b1", 900);
    let detail = rig.show("b1");
    assert_eq!(detail.data()["history"].as_array().unwrap().last().unwrap()["by"], "platform");
    rig.assert_behaved();
    rig.garson.stop_sound();
}

#[test]
fn a_scheduled_order_is_accepted_twice() {
    let mut scheduled = an_order("c1");
    scheduled["status"] = json!(325);
    scheduled["isScheduled"] = json!(true);
    scheduled["scheduledDate"] = json!("2031-01-01T12:00:00.000Z");
    let rig = Rig::start(Getir::with([scheduled]));
    rig.await_status("c1", 325);
    let detail = rig.show("c1");
    assert_eq!((&detail.data()["isScheduled"], &detail.data()["acceptBy"]), (&json!(true), &json!(null)));
    rig.verify("c1").data();
    assert_eq!((rig.host.fake().status("c1"), rig.status("c1")), (350, Some(350)));
    // The kitchen begins early; Getir is told once the order is active there.
    assert_eq!(rig.advance("c1").data()["newStatus"], 500);
    assert_eq!(rig.step("c1", "activate")["state"], "waiting");
    assert_eq!(rig.told("c1", "verify"), 0);
    rig.host.fake().set("c1", json!({ "status": 400 }));
    rig.await_step("c1", "activate", "done");
    assert_eq!((rig.host.fake().status("c1"), rig.status("c1")), (500, Some(500)));
    assert_eq!((rig.told("c1", "verify-scheduled"), rig.told("c1", "verify")), (1, 1));
    rig.advance("c1").data();
    rig.await_theirs("c1", 700);
    rig.assert_behaved();
}

#[test]
fn a_scheduled_order_that_getir_starts_by_itself_is_not_verified() {
    let mut scheduled = an_order("c2");
    scheduled["status"] = json!(325);
    scheduled["isScheduled"] = json!(true);
    scheduled["scheduledDate"] = json!("2031-01-01T12:00:00.000Z");
    // No poll tells of it before somebody asks.
    let rig = Rig::start(slow(Getir::with([scheduled]), 20));
    eventually("the order is here", || rig.status("c2"));
    rig.verify("c2").data();
    rig.host.fake().set("c2", json!({ "status": 500 }));
    assert_eq!(rig.advance("c2").data()["newStatus"], 500);
    assert_eq!(rig.told("c2", "verify"), 0);
    assert_eq!(rig.step("c2", "activate")["state"], "done");
    rig.assert_behaved();
}

#[test]
fn orders_are_accepted_by_themselves_where_the_owner_wants_that() {
    let rig = Rig::start_with(Getir::with([an_order("d1")]), json!({ "settings": { "autoAccept": true } }));
    rig.await_status("d1", 500);
    assert_eq!((rig.host.fake().status("d1"), rig.told("d1", "verify")), (500, 1));
    rig.assert_behaved();
}

#[test]
fn what_a_person_does_on_getirs_own_tablet_is_followed() {
    let rig = Rig::start(Getir::with([an_order("e1")]));
    rig.await_status("e1", 400);
    rig.host.fake().set("e1", json!({ "status": 500, "verifyDate": "2026-11-14T16:30:00.000Z" }));
    // The till did not notice yet: it hears yes, because that is how it is.
    rig.verify("e1").data();
    assert_eq!(rig.status("e1"), Some(500));
    rig.host.fake().set("e1", json!({ "status": 700 }));
    rig.await_status("e1", 600);
    // An unknown number changes nothing.
    rig.host.fake().set("e1", json!({ "status": 810 }));
    rig.host.fake().add(an_order("e2"));
    rig.await_status("e2", 400);
    assert_eq!(rig.status("e1"), Some(600));
}

#[test]
fn that_it_is_ready_is_told_getir_once_over_a_kill_and_only_where_its_courier_fetches() {
    let mut getir = Getir::with([for_getirs_courier("r1"), an_order("r2")]);
    getir.pause = MINUTE;
    let mut rig = Rig::start_with(getir, json!({ "settings": { "stepPauseSeconds": 60 } }));
    for id in ["r1", "r2"] {
        rig.await_status(id, 400);
        rig.verify(id).data();
    }
    let mark = |rig: &Rig, id: &str, ready: &str| {
        let marked = Browser::owner(&rig.garson, "en").post(&format!("/orders/{id}/ready"), &[("ready", ready)]);
        assert_eq!(marked.status, 303, "{marked}");
        rig.show(id).data()["readyAt"].clone()
    };
    assert!(mark(&rig, "r1", "yes").is_string() && mark(&rig, "r2", "yes").is_string());
    assert_eq!(
        (rig.step("r1", "prepare")["state"].clone(), rig.step("r2", "prepare")),
        (json!("waiting"), json!(null))
    );
    // What was not told yet can be taken back.
    assert!(mark(&rig, "r1", "no").is_null());
    assert_eq!(rig.step("r1", "prepare"), json!(null));
    mark(&rig, "r1", "yes");
    rig.garson.kill();
    rig.host.fake().forget_reads();
    rig.garson.restart();
    rig.clock.pass(MINUTE);
    rig.await_step("r1", "prepare", "done");
    assert_eq!((rig.host.fake().status("r1"), rig.status("r1")), (550, Some(500)));
    // What was told is told, whatever is marked here since.
    assert!(mark(&rig, "r1", "no").is_null() && mark(&rig, "r1", "yes").is_string());
    for id in ["r1", "r2"] {
        assert_eq!(rig.advance(id).data()["newStatus"], 600);
    }
    rig.clock.pass(MINUTE);
    rig.await_step("r1", "handover", "done");
    rig.await_step("r2", "prepare", "done");
    assert_eq!((rig.told("r1", "prepare"), rig.told("r1", "handover"), rig.told("r2", "prepare")), (1, 1, 1));
    rig.assert_behaved();
    rig.garson.stop_sound();
}
