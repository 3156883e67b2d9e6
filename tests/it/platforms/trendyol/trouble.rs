//! What goes wrong between us: refusals, silence, nonsense, a limit.

use super::{
    Branch, done,
    fake::{SUPPLIER, Trouble, id, package},
    steps,
};
use crate::{
    harness::{Clock, HELD, Host, Receiver, Script, eventually},
    platforms::{getir::fake::Getir, rig::Stand},
};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_step_that_was_taken_without_an_answer_is_told_once() {
    let clock = Clock::slower(2);
    let branch = Branch::open_by(&clock);
    branch.take(package(1));
    branch.host.fake().trouble("picked", 1, Trouble::Late(HELD));
    branch.verify_unanswered(1, &clock).data();
    let order = branch.order(1);
    assert_eq!((order["status"].as_u64(), steps(&order)), (Some(500), done(&["picked"])));
    assert_eq!(branch.told("picked"), 1);
}

#[test]
fn a_connection_that_breaks_after_the_step_was_taken_makes_no_second_step() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.host.fake().trouble("picked", 1, Trouble::HangUp);
    branch.verify(1).data();
    branch.host.fake().trouble("unsupplied", 1, Trouble::HangUp);
    branch.cancel(1, json!({ "reason": "621" })).data();
    assert_eq!((&branch.order(1)["status"], branch.host.fake().status(&id(1))), (&1600.into(), "UnSupplied"));
    assert_eq!((branch.told("picked"), branch.told("unsupplied")), (1, 1));
}

#[test]
fn a_step_that_was_lost_changes_nothing_and_can_be_told_again() {
    let clock = Clock::slower(2);
    let branch = Branch::open_by(&clock);
    branch.take(package(1));
    branch.host.fake().trouble("picked", 1, Trouble::Lost(HELD));
    branch.verify_unanswered(1, &clock).refused(504, "platform_unreachable");
    assert_eq!((&branch.order(1)["status"], branch.host.fake().status(&id(1))), (&400.into(), "Created"));
    branch.verify(1).data();
    assert_eq!((branch.host.fake().status(&id(1)), branch.told("picked")), ("Picking", 2));
}

#[test]
fn a_refusal_changes_nothing_and_says_why() {
    let branch = Branch::open();
    branch.take(package(1));
    for (status, words) in [
        (500, "HTTP 500: trouble"),
        (404, "does not know this order"),
        (400, "HTTP 400: trouble"),
        (409, "HTTP 409: trouble"),
        (401, "API secret is wrong"),
        (403, "did not allow this"),
    ] {
        branch.host.fake().trouble("picked", 1, Trouble::Status(status));
        let refused = branch.verify(1);
        let error = refused.refused(502, "platform_rejected");
        assert!(error["message"].as_str().unwrap().contains(words), "{refused}");
        assert_eq!(branch.order(1)["status"], 400);
    }
}

#[test]
fn a_pause_that_the_platform_asks_for_is_kept() {
    let clock = Clock::new();
    let branch = Branch::open_by(&clock);
    branch.take(package(1));
    branch.host.fake().trouble("picked", 1, Trouble::Slower(60));
    branch.verify(1).data();
    let order = branch.order(1);
    assert_eq!((&order["status"], &order["platformSync"][0]["state"]), (&500.into(), &"waiting".into()));
    assert!(order["platformSync"][0]["error"].as_str().unwrap().contains("a pause of 60 seconds"), "{order}");
    assert_eq!(branch.told("picked"), 1);
    clock.pass(Duration::from_secs(60));
    branch.await_there(1, "Picking");
    eventually("it is told", || (steps(&branch.order(1)) == done(&["picked"])).then_some(()));
    assert_eq!(branch.told("picked"), 2);
}

#[test]
fn polls_stay_below_the_limit_and_obey_a_429() {
    let clock = Clock::new();
    let branch = Branch::open_by(&clock);
    branch.take(package(1));
    branch.host.fake().trouble("packages", 1, Trouble::Slower(120));
    eventually("it is seen", || (!branch.pulse()["lastError"].is_null()).then_some(()));
    let before = branch.host.heard_count();
    // Another platform is asked again and again meanwhile, also when half of the pause is over.
    let other = Host::start(Getir::new());
    let restaurant = branch.garson.post("/web-api/v1/restaurants", json!({ "name": "Dönerci" })).id();
    let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/getir");
    let body = json!({ "baseUrl": other.url, "credentials": Getir::credentials() });
    branch.garson.put(&path, body).data();
    for pause in [Duration::ZERO, Duration::from_secs(60)] {
        clock.pass(pause);
        let asked = other.heard_count();
        let is_asked = || (other.heard_count() > asked + 1).then_some(());
        clock.await_by_asking(&other, Duration::from_secs(3), "the other is asked", is_asked);
        assert_eq!(branch.host.heard_count(), before);
    }
    clock.pass(Duration::from_secs(60));
    branch.take(package(2));
    eventually("no error is left", || branch.pulse()["lastError"].is_null().then_some(()));
    assert_eq!(branch.host.fake().too_fast, 0);
}

#[test]
fn a_poll_that_fails_is_shown_and_recovered_from() {
    let clock = Clock::new();
    let branch = Branch::open_by(&clock);
    let await_polled = |what: &str, ask: &dyn Fn() -> Option<Value>| {
        clock.await_by_asking(&branch.host, Duration::from_secs(1), what, ask)
    };
    branch.take(package(1));
    for (number, trouble, words) in [
        (2, Trouble::Cut, "not what was asked for"),
        (3, Trouble::Status(500), "HTTP 500: trouble"),
        (4, Trouble::Status(401), "API secret is wrong"),
    ] {
        branch.host.fake().trouble("packages", 1_000, trouble);
        let failing = || Some(branch.pulse()).filter(|pulse| !pulse["lastError"].is_null());
        let pulse = await_polled("the error shows", &failing);
        assert_eq!((&pulse["isConnected"], &pulse["lastError"]["code"]), (&false.into(), &"platform_rejected".into()));
        assert!(pulse["lastError"]["message"].as_str().unwrap().contains(words), "{pulse}");
        branch.host.fake().forget_troubles();
        branch.host.fake().place(package(number));
        await_polled("the order arrives", &|| branch.find(&id(number)));
        let working = || Some(branch.pulse()).filter(|pulse| pulse["lastError"].is_null());
        assert_eq!(await_polled("no error is left", &working)["isConnected"], true);
    }
}

#[test]
fn the_keys_go_to_the_configured_host_alone() {
    let branch = Branch::open();
    let foreign = Receiver::start(Script::Answer(200, r#"{"content":[]}"#));
    branch.take(package(1));
    for call in ["packages", "picked", "stores"] {
        branch.host.fake().trouble(call, 1_000, Trouble::Elsewhere(foreign.url.clone()));
    }
    branch.verify(1).refused(502, "platform_rejected");
    branch.garson.post(&branch.at("/test"), json!({})).refused(502, "platform_rejected");
    let list = format!("GET /integrator/order/meal/suppliers/{SUPPLIER}/packages");
    // One that is under way may have been asked before.
    branch.host.await_count(&list, branch.host.count(&list) + 2);
    branch.host.fake().forget_troubles();
    branch.take(package(2));
    assert!(foreign.heard_nothing());
}

#[test]
fn a_package_is_read_back_bare_or_in_a_list() {
    let branch = Branch::open();
    branch.host.fake().lists_single = true;
    branch.take(package(1));
    branch.host.fake().set(&id(1), "Picking");
    branch.verify(1).data();
    assert_eq!(branch.order(1)["status"], 500);
}
