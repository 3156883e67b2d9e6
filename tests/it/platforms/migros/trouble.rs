//! What goes wrong at Migros or on the way there: refusals, doubtful outcomes, answers that make no sense.

use super::{Rig, fake::*};
use crate::{
    harness::{Clock, HELD, Receiver, Script, eventually},
    platforms::TOO_LONG,
};
use serde_json::json;
use std::time::Duration;

const UPDATE: &str = "POST /Order/v2/UpdateOrderStatus";

#[test]
fn a_refused_key_is_said_in_words_and_nothing_moves() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    for (status, words) in [(401, "apiKey is wrong"), (403, "apiKey is not of this branch")] {
        rig.host.fake().always = Some((status, "no"));
        let refused = rig.verify(1);
        let message = refused.refused(502, "platform_rejected")["message"].to_string();
        assert!(message.contains(words) && !message.contains(KEY), "{refused}");
        let turkish = rig.garson.send("POST", &rig.path("/test"), Some(b"{}"), &[("Accept-Language", "tr")]);
        assert!(turkish.refused(502, "platform_rejected")["message"].to_string().contains("Migros"), "{turkish}");
        assert!(rig.integration()["lastError"]["message"].to_string().contains(words));
        assert_eq!(rig.integration()["isConnected"], false);
    }
    rig.host.fake().always = None;
    assert_eq!(rig.status(1), Some(400));
    rig.verify(1).data();
    rig.poll();
    assert_eq!(rig.integration()["isConnected"], true);
}

#[test]
fn a_step_that_is_done_already_counts_as_done() {
    let rig = Rig::start(Migros::with(&[(1, json!({})), (2, json!({}))]));
    rig.await_status(2, 400);
    rig.host.fake().set(1, "APPROVED");
    rig.verify(1).data();
    assert_eq!((rig.status(1), rig.host.count(UPDATE)), (Some(500), 1));
    // Also where the order that is read back does not show it.
    rig.host.fake().hides_status = true;
    rig.host.fake().set(2, "APPROVED");
    rig.verify(2).data();
    assert_eq!(rig.status(2), Some(500));
}

#[test]
fn a_conflict_that_the_order_contradicts_is_a_refusal() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    rig.host.fake().mishaps.push_back(Mishap::answers("/UpdateOrderStatus", 409, "{}"));
    rig.verify(1).refused(502, "platform_rejected");
    assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(400), "NEW_PENDING"));
}

#[test]
fn a_refusal_at_http_200_is_one_in_the_platforms_words() {
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let refusals = [
        (r#"{"success":false,"errorMessage":{"errorCode":"7","errorDetail":"Mutfak kapalı"}}"#, "Mutfak kapalı"),
        (r#"{"success":false,"data":null,"errorMessage":{"errorTitle":"Olmaz","errorDetail":""}}"#, "Olmaz"),
        (r#"{"success":false,"errorMessage":"Düz yazı"}"#, "Düz yazı"),
        (r#"{"success":false,"trace":"iç bilgi"}"#, "It said: “HTTP 200”"),
    ];
    for (body, words) in refusals {
        rig.host.fake().mishaps.push_back(Mishap::answers("/UpdateOrderStatus", 200, body));
        let refused = rig.verify(1);
        assert!(refused.refused(502, "platform_rejected")["message"].to_string().contains(words), "{refused}");
    }
    assert_eq!(rig.status(1), Some(400));
    // A poll that is refused so shows on the integration.
    let body = r#"{"success":false,"errorMessage":{"errorDetail":"Bakım var"}}"#;
    rig.host.fake().mishaps.push_back(Mishap::answers("/PendingOrdersWithStores", 200, body));
    rig.garson.put(&rig.path(""), json!({})).data();
    eventually("the error shows", || {
        rig.integration()["lastError"]["message"].to_string().contains("Bakım var").then_some(())
    });
}

#[test]
fn a_busy_platform_is_told_when_it_wants_to_be() {
    let clock = Clock::new();
    let rig = Rig::start_by(&clock, Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let header = Some(("retry-after", "60".to_owned()));
    rig.host.fake().mishaps.push_back(Mishap { header, ..Mishap::answers("/UpdateOrderStatus", 429, "") });
    rig.verify(1).data();
    assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(500), "NEW_PENDING"));
    assert_eq!(rig.steps(1), [("approved".to_owned(), "waiting".to_owned())]);
    clock.pass(Duration::from_secs(60));
    rig.await_theirs(1, "APPROVED");
    eventually("it is told", || (rig.steps(1)[0].1 == "done").then_some(()));
    assert_eq!(rig.host.count(UPDATE), 2);
}

#[test]
fn an_approval_that_timed_out_but_was_taken_is_not_sent_again() {
    let clock = Clock::slower(2);
    let rig = Rig::start_by(&clock, Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let mishap = Mishap { is_done: true, answer: None, late: HELD, ..Mishap::answers("/UpdateOrderStatus", 200, "") };
    rig.host.fake().mishaps.push_back(mishap);
    clock.pass_during(&rig.host, UPDATE, TOO_LONG, || rig.verify(1)).data();
    assert_eq!((rig.status(1), rig.host.count(UPDATE)), (Some(500), 1));
    rig.poll();
    rig.verify(1).data();
    assert_eq!(rig.host.count(UPDATE), 1);
}

#[test]
fn an_approval_that_timed_out_and_was_not_taken_is_refused_and_can_be_tried_again() {
    let clock = Clock::slower(2);
    let rig = Rig::start_by(&clock, Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let mishap = Mishap { answer: None, late: HELD, ..Mishap::answers("/UpdateOrderStatus", 200, "") };
    rig.host.fake().mishaps.push_back(mishap);
    let verified = clock.pass_during(&rig.host, UPDATE, TOO_LONG, || rig.verify(1));
    verified.refused(504, "platform_unreachable");
    assert_eq!((rig.status(1), rig.host.fake().status(1).as_str()), (Some(400), "NEW_PENDING"));
    rig.verify(1).data();
    assert_eq!((rig.status(1), rig.host.count(UPDATE)), (Some(500), 2));
}

#[test]
fn a_failure_on_their_side_is_looked_into_before_anything_is_decided() {
    let rig = Rig::start(Migros::with(&[(1, json!({})), (2, json!({}))]));
    rig.await_status(2, 400);
    for (id, is_done) in [(1, true), (2, false)] {
        let mishap = Mishap { is_done, ..Mishap::answers("/UpdateOrderStatus", 503, "<html>down</html>") };
        rig.host.fake().mishaps.push_back(mishap);
        let verified = rig.verify(id);
        assert_eq!(verified.status == 200, is_done, "{verified}");
        assert_eq!(rig.status(id), Some(if is_done { 500 } else { 400 }));
    }
    // The same of a cancellation, whose word must be its own.
    let mishap = Mishap { is_done: true, ..Mishap::answers("/CancelOrder", 500, "") };
    rig.host.fake().mishaps.push_back(mishap);
    rig.cancel(1, json!({ "reason": SOLD_OUT.to_string() })).data();
    assert_eq!(rig.status(1), Some(1600));
    let mishap = Mishap { is_done: true, ..Mishap::answers("/UpdateOrderStatus", 500, "") };
    rig.host.fake().mishaps.push_back(mishap);
    rig.cancel(2, json!({ "reason": SOLD_OUT.to_string() })).data();
    assert_eq!((rig.status(2), rig.host.fake().status(2).as_str()), (Some(1600), "REJECTED"));
}

#[test]
fn an_answer_that_is_no_json_decides_nothing() {
    let rig = Rig::start(Migros::with(&[(1, json!({})), (2, json!({}))]));
    rig.await_status(2, 400);
    for (id, is_done) in [(1, true), (2, false)] {
        let mishap = Mishap { is_done, ..Mishap::answers("/UpdateOrderStatus", 200, "{\"success\": tr") };
        rig.host.fake().mishaps.push_back(mishap);
        assert_eq!(rig.verify(id).status == 200, is_done);
        assert_eq!(rig.status(id), Some(if is_done { 500 } else { 400 }));
    }
    // Of a poll, what came before it counts, and the next one goes on.
    rig.host.fake().add(3, json!({}));
    rig.host.fake().mishaps.push_back(Mishap::answers("/ActiveOrdersWithStores", 200, "{\"success\": tr"));
    rig.garson.put(&rig.path(""), json!({})).data();
    rig.await_status(3, 400);
    eventually("the error shows", || (!rig.integration()["lastError"].is_null()).then_some(()));
    rig.host.fake().add(4, json!({}));
    rig.poll();
    rig.await_status(4, 400);
    assert_eq!((rig.status(1), rig.status(2), rig.count()), (Some(500), Some(400), 4));
}

#[test]
fn the_key_goes_to_no_other_host() {
    let elsewhere = Receiver::start(Script::Answer(200, r#"{"success":true,"data":[]}"#));
    let rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let mut order = rig.host.fake().orders[&1].clone();
    order["callbackUrl"] = json!(elsewhere.url);
    rig.host.fake().orders.insert(1, order);
    for (at, status) in [("/UpdateOrderStatus", 307), ("/GetStoreDetail", 302), ("/PendingOrdersWithStores", 308)] {
        let header = Some(("location", elsewhere.url.clone()));
        rig.host.fake().mishaps.push_back(Mishap { header, ..Mishap::answers(at, status, "") });
    }
    rig.verify(1).refused(502, "platform_rejected");
    rig.garson.post(&rig.path("/test"), json!({})).refused(502, "platform_rejected");
    rig.garson.put(&rig.path(""), json!({})).data();
    eventually("the poll is sent elsewhere", || rig.host.fake().mishaps.is_empty().then_some(()));
    rig.poll();
    assert!(elsewhere.heard_nothing());
    assert_eq!(rig.status(1), Some(400));
    assert!(!rig.garson.log().contains(KEY) && !rig.garson.log().contains(SECRET));
}

#[test]
fn a_step_that_was_cut_off_by_a_crash_is_found_out_at_the_next_start() {
    let mut rig = Rig::start(Migros::with(&[(1, json!({}))]));
    rig.await_status(1, 400);
    let mishap = Mishap { is_done: true, answer: None, late: HELD, ..Mishap::answers("/UpdateOrderStatus", 200, "") };
    rig.host.fake().mishaps.push_back(mishap);
    std::thread::scope(|scope| {
        let (base, key) = (rig.garson.base.clone(), rig.garson.key.clone());
        scope.spawn(move || {
            let request = ureq::post(format!("{base}/web-api/v1/orders/verify/1"));
            let _ = request.header("Authorization", format!("Bearer {key}")).send_empty();
        });
        rig.await_theirs(1, "APPROVED");
        rig.garson.kill();
    });
    rig.garson.restart();
    rig.await_status(1, 500);
    assert_eq!(rig.host.count(UPDATE), 1);
    assert_eq!(rig.verify(1).status, 200);
    rig.garson.stop_sound();
}
