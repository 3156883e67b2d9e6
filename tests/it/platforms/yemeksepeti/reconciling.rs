//! What was missed is found by asking for what was accepted and cancelled in the last hours.

use super::{
    Rig, an_order,
    fake::{CHAIN, Middleware, Trick},
    for_rider, indirect,
};
use crate::harness::eventually;
use serde_json::{Value, json};

fn reads(rig: &Rig, token: &str) -> usize {
    rig.host.count(&format!("GET /v2/chains/{CHAIN}/orders/{token}"))
}

#[test]
fn a_missed_order_and_a_missed_cancellation_are_found() {
    for shape in 0..3 {
        let mut fake = Middleware::new();
        fake.shape = shape;
        fake.put(&indirect(an_order("missed")), "ACCEPTED");
        fake.put(&an_order("over"), "CANCELLED");
        fake.put(&an_order("waiting"), "WAITING_FOR_VENDOR");
        let rig = Rig::start(fake);
        let detail = rig.show("missed");
        assert_eq!((&detail["status"], &detail["total"], rig.count()), (&json!(500), &json!(405), 1), "{detail}");
        assert_eq!((reads(&rig, "missed"), reads(&rig, "over"), reads(&rig, "waiting")), (1, 1, 0));
        rig.dispatch(&for_rider("known"));
        rig.verify("known").data();
        rig.host.fake().set_state("known", "CANCELLED");
        rig.host.fake().orders.get_mut("known").unwrap().reason = Some("LATE_DELIVERY".into());
        rig.reconcile();
        let cancelled = &rig.show("known")["cancellation"];
        assert_eq!((rig.status("known"), &cancelled["reason"]), (1500, &json!("LATE_DELIVERY")));
        assert_eq!((&cancelled["name"], &cancelled["by"]), (&json!("Teslimat gecikti"), &json!("platform")));
        // What was read once is not read again.
        assert_eq!((reads(&rig, "missed"), reads(&rig, "over"), rig.count()), (1, 1, 2));
        // What was missed is worked off like any other.
        rig.advance("missed").data();
        assert_eq!(rig.host.fake().state("missed"), "PICKED_UP");
        rig.assert_behaved();
    }
}

#[test]
fn sixty_missed_orders_come_in_one_sweep() {
    let mut fake = Middleware::new();
    for order in 0..60 {
        fake.put(&indirect(an_order(&format!("m{order}"))), "ACCEPTED");
    }
    let rig = Rig::start(fake);
    assert_eq!(rig.count(), 60);
}

#[test]
fn a_restart_reads_only_what_is_new() {
    let mut fake = Middleware::new();
    fake.put(&indirect(an_order("a")), "ACCEPTED");
    let mut rig = Rig::start(fake);
    rig.garson.stop();
    rig.host.fake().put(&indirect(an_order("b")), "ACCEPTED");
    rig.host.fake().set_state("a", "CANCELLED");
    rig.garson.restart();
    eventually("the new one is there", || (rig.count() == 2).then_some(()));
    eventually("the cancellation is there", || (rig.status("a") == 1500).then_some(()));
    assert_eq!((reads(&rig, "a"), reads(&rig, "b")), (2, 1));
}

#[test]
fn an_acceptance_that_the_platform_has_is_not_told_again() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&an_order("a"));
    let busy = Trick { header: Some(("Retry-After", "600".to_owned())), ..Trick::status(429, "") };
    rig.host.fake().trick("/order/status/a", 1, busy);
    rig.verify("a").data();
    rig.await_step("a", "accept", "waiting");
    // Somebody there accepted it by hand.
    rig.host.fake().set_state("a", "ACCEPTED");
    rig.reconcile();
    rig.await_step("a", "accept", "done");
    assert_eq!((rig.status(&id), rig.told("a").len()), (500, 1));
}

#[test]
fn what_cannot_be_read_is_said_and_stops_nothing_else() {
    let mut fake = Middleware::new();
    fake.put(&indirect(an_order("a")), "ACCEPTED");
    fake.put(&indirect(an_order("b")), "ACCEPTED");
    let rig = Rig::start(fake);
    for (status, body, part) in [
        (404, "", "chainCode"),
        (403, "", "chainCode"),
        (500, r#"{"message":"oops"}"#, "oops"),
        (200, "<html>", "not JSON"),
        (200, "{}", "no list"),
        (429, "", "too often"),
    ] {
        rig.host.fake().trick("/orders/ids", 1, Trick::status(status, body));
        rig.garson.put(&rig.path(""), json!({ "isActive": true })).data();
        let shown = eventually("the failure shows", || {
            Some(rig.integration())
                .filter(|shown| shown["lastError"]["message"].as_str().is_some_and(|m| m.contains(part)))
        });
        assert_eq!(shown["isConnected"], false, "{shown}");
        if status != 429 {
            rig.reconcile();
            assert_eq!(rig.integration()["lastError"], Value::Null);
        }
    }
    // People are not held up by a pause that only concerns the clock.
    rig.dispatch(&an_order("c"));
    rig.verify("c").data();
}

#[test]
fn an_order_that_is_listed_and_not_shown_is_asked_for_again() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&an_order("a"));
    rig.host.fake().put(&indirect(an_order("b")), "ACCEPTED");
    rig.host.fake().set_state("a", "CANCELLED");
    rig.host.fake().trick("/orders/a", 1, Trick::status(404, ""));
    rig.host.fake().trick("/orders/b", 1, Trick::status(404, ""));
    rig.reconcile();
    // A cancellation needs no more than the id.
    assert_eq!((rig.status(&id), rig.count()), (1500, 1));
    rig.reconcile();
    assert_eq!((rig.count(), rig.status("b")), (2, 500));
}

#[test]
fn what_was_cancelled_longer_ago_than_the_lists_go_back_is_read_by_itself() {
    let mut rig = Rig::start(Middleware::new());
    for token in ["a", "b", "c"] {
        rig.dispatch(&an_order(token));
    }
    rig.verify("a").data();
    rig.verify("b").data();
    rig.garson.stop();
    rig.host.fake().set_state("a", "CANCELLED");
    rig.host.fake().lists_nothing = true;
    rig.garson.restart();
    eventually("the cancellation is there", || (rig.status("a") == 1500).then_some(()));
    // What is not shown says nothing: it waits to be accepted, or may not be read.
    for (token, status) in [("b", 500), ("c", 400)] {
        assert_eq!((rig.status(token), &rig.show(token)["problems"]), (status, &json!([])));
    }
    assert_eq!(["a", "b", "c"].map(|token| reads(&rig, token)), [1, 1, 1]);
    rig.assert_behaved();
}

#[test]
fn an_open_order_that_cannot_be_read_is_shown_and_read_by_the_next() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    rig.verify("a").data();
    rig.host.fake().set_state("a", "CANCELLED");
    rig.host.fake().lists_nothing = true;
    rig.host.fake().trick("/orders/a", 1, Trick::status(500, r#"{"message":"oops"}"#));
    rig.garson.put(&rig.path(""), json!({ "isActive": true })).data();
    eventually("it is shown", || {
        rig.integration()["lastError"]["message"].as_str().is_some_and(|words| words.contains("oops")).then_some(())
    });
    rig.reconcile();
    assert_eq!((rig.status("a"), &rig.integration()["lastError"]), (1500, &Value::Null));
    // An account that may not read at all is not in trouble for that.
    rig.dispatch(&an_order("b"));
    rig.host.fake().trick("/orders/b", 2, Trick::status(403, ""));
    rig.reconcile();
    assert_eq!((rig.status("b"), &rig.integration()["lastError"]), (400, &Value::Null));
}
