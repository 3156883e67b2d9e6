//! What goes wrong between us and the platform.

use super::{
    Rig, an_order,
    fake::{Middleware, Trick},
    for_rider,
};
use crate::{
    harness::{Clock, HELD, Receiver, Script, eventually},
    platforms::TOO_LONG,
};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_token_that_ended_is_renewed_once() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    rig.verify("a").data();
    let logins = rig.host.fake().logins;
    assert_eq!(logins, 1);
    rig.host.fake().end_tokens();
    rig.advance("a").data();
    assert_eq!((rig.status("a"), rig.host.fake().logins), (600, 2));
    // One that says how short it lives is renewed before it ends.
    rig.host.fake().end_tokens();
    rig.host.fake().expires_in = Some(0);
    rig.dispatch(&an_order("b"));
    rig.verify("b").data();
    let heard = rig.host.heard().len();
    rig.advance("b").data();
    let calls: Vec<String> = rig.host.heard()[heard..].iter().map(|heard| heard.path.clone()).collect();
    assert_eq!(calls, ["/v2/login", "/v2/order/status/b"]);
}

#[test]
fn a_refusal_says_what_is_wrong_and_changes_nothing() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    for (times, status, body, part) in [
        (2, 401, "", "username and password"),
        (1, 403, "{}", "chainCode"),
        (1, 404, "", "does not know this order"),
        (1, 400, r#"{"message":"odd time"}"#, "odd time"),
        (1, 409, r#"{"message":"not allowed","currentState":"ON_THE_MOON"}"#, "not allowed"),
        (1, 302, "", "HTTP 302"),
    ] {
        rig.host.fake().trick("/order/status/a", times, Trick::status(status, body));
        let refused = rig.verify("a");
        let said = refused.refused(502, "platform_rejected")["message"].as_str().unwrap().to_owned();
        assert!(said.contains(part), "{part} is not in {said}");
        assert_eq!(rig.status("a"), 400, "{status}");
    }
    rig.verify("a").data();
    assert_eq!(rig.host.fake().state("a"), "ACCEPTED");
    rig.assert_behaved();
}

#[test]
fn what_is_done_already_counts_as_done() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    rig.host.fake().set_state("a", "ACCEPTED");
    rig.verify("a").data();
    rig.host.fake().set_state("a", "PICKED_UP");
    rig.advance("a").data();
    assert_eq!(rig.status("a"), 600);
    // It may say so in words, where the answer to the first was lost and the order cannot be read either.
    rig.dispatch(&an_order("c"));
    rig.host.fake().set_state("c", "ACCEPTED");
    let wrong_state = r#"{"code":"INVALID_ORDER_STATUS","message":"Order is ACCEPTED"}"#;
    rig.host.fake().trick("/order/status/c", 1, Trick::status(400, wrong_state));
    rig.host.fake().trick("/orders/c", 1, Trick::status(403, ""));
    rig.verify("c").data();
    assert_eq!((rig.status("c"), rig.told("c").len()), (500, 1));
    // Refused without a state that anybody knows: the order itself says it.
    rig.dispatch(&an_order("b"));
    rig.host.fake().trick("/order/status/b", 1, Trick::status(409, "{}").done());
    rig.verify("b").data();
    assert_eq!((rig.status("b"), rig.told("b").len()), (500, 1));
}

#[test]
fn a_pause_that_the_platform_asks_for_is_ours_to_keep() {
    let clock = Clock::new();
    let rig = Rig::start_by(&clock, Middleware::new());
    rig.dispatch(&an_order("a"));
    rig.dispatch(&an_order("b"));
    let busy = |seconds: u32| Trick { header: Some(("Retry-After", seconds.to_string())), ..Trick::status(429, "") };
    rig.host.fake().trick("/order/status/", 1, busy(60));
    rig.verify("a").data();
    assert_eq!(rig.status("a"), 500);
    rig.await_step("a", "accept", "waiting");
    // A cancellation cannot wait: the caller is told when to come again.
    let refused = rig.cancel("b", json!({ "reason": "CLOSED" }));
    refused.refused(502, "platform_rejected");
    assert!(refused.header("retry-after").is_some(), "{refused}");
    assert_eq!((rig.status("b"), rig.told("b").len()), (400, 0));
    clock.pass(Duration::from_secs(60));
    rig.await_step("a", "accept", "done");
    assert_eq!(rig.host.fake().state("a"), "ACCEPTED");
    rig.cancel("b", json!({ "reason": "CLOSED" })).data();
    rig.assert_behaved();
}

#[test]
fn a_doubtful_acceptance_is_read_back_and_never_sent_twice() {
    let clock = Clock::slower(2);
    let rig = Rig::start_by(&clock, Middleware::new());
    let broken = Trick { hangs_up: true, ..Trick::status(0, "") };
    let too_late = Trick { late: HELD, ..Trick::status(200, "{}") };
    for (token, path, trick, span) in [
        ("taken", "/order/status/taken", Trick::status(500, "oops").done(), Duration::ZERO),
        ("broken", "/order/status/broken", broken.done(), Duration::ZERO),
        ("late", "/order/status/late", too_late.done(), TOO_LONG),
    ] {
        rig.dispatch(&an_order(token));
        rig.host.fake().trick(path, 1, trick);
        clock.pass_during(&rig.host, &format!("POST /v2{path}"), span, || rig.verify(token)).data();
        assert_eq!((rig.status(token), rig.told(token)), (500, vec![json!("order_accepted")]), "{token}");
    }
    rig.dispatch(&an_order("not"));
    rig.host.fake().trick("/order/status/not", 1, Trick::status(503, "oops"));
    rig.verify("not").refused(502, "platform_rejected");
    assert_eq!((rig.status("not"), rig.told("not").len()), (400, 1));
    rig.verify("not").data();
    assert_eq!((rig.status("not"), rig.told("not").len()), (500, 2));
    // It shows no more than that an order was accepted, so whether it is prepared is learnt by saying it again.
    rig.dispatch(&for_rider("ready"));
    rig.verify("ready").data();
    rig.host.fake().trick("/preparation-completed", 1, Trick::status(500, "").done());
    rig.advance("ready").data();
    assert_eq!((rig.status("ready"), rig.host.count("POST /v2/orders/ready/preparation-completed")), (600, 2));
    rig.assert_behaved();
}

#[test]
fn answers_that_are_no_json_are_survived() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    // Taken, but neither the answer nor the order can be read: what became of it is found out as soon as possible.
    rig.host.fake().trick("/order/status/a", 1, Trick::status(500, "<html>").done());
    rig.host.fake().trick("/orders/a", 1, Trick::status(200, "<html>"));
    rig.verify("a").refused(502, "platform_rejected");
    eventually("it is found out", || (rig.status("a") == 500).then_some(()));
    assert_eq!(rig.told("a").len(), 1);
    rig.host.fake().end_tokens();
    for nonsense in ["<html>", "{}", r#"{"access_token":""}"#, r#"{"access_token":7}"#, "null"] {
        rig.host.fake().trick("/v2/login", 1, Trick::status(200, nonsense));
        rig.advance("a").refused(502, "platform_rejected");
        assert_eq!(rig.status("a"), 500, "{nonsense}");
    }
    // A success needs no words.
    rig.host.fake().trick("/order/status/a", 1, Trick::status(200, "<html>").done());
    rig.advance("a").data();
    assert_eq!(rig.host.fake().state("a"), "PICKED_UP");
}

#[test]
fn the_token_goes_to_the_configured_host_alone() {
    let rig = Rig::start(Middleware::new());
    let elsewhere = Receiver::start(Script::Answer(200, "{}"));
    let mut order = an_order("a");
    for (_, url) in order["callbackUrls"].as_object_mut().unwrap() {
        *url = json!(elsewhere.url);
    }
    rig.dispatch(&order);
    rig.verify("a").data();
    // Nor where the host itself points elsewhere.
    let header = Some(("Location", elsewhere.url.clone()));
    rig.host.fake().trick("/order/status/a", 1, Trick { header: header.clone(), ..Trick::status(307, "") });
    rig.advance("a").refused(502, "platform_rejected");
    rig.host.fake().end_tokens();
    rig.host.fake().trick("/v2/login", 1, Trick { header, ..Trick::status(307, "") });
    rig.advance("a").refused(502, "platform_rejected");
    rig.advance("a").data();
    assert_eq!((rig.host.fake().state("a"), rig.status("a")), ("PICKED_UP", 600));
    assert!(elsewhere.heard_nothing());
    // An address on the configured host counts, with what it carries.
    let mut own = an_order("b");
    own["callbackUrls"]["orderAcceptedUrl"] = json!(format!("{}/v2/order/status/b?source=plugin", rig.host.url));
    rig.dispatch(&own);
    rig.verify("b").data();
    assert!(rig.host.heard().iter().any(|heard| heard.path == "/v2/order/status/b?source=plugin"));
    rig.assert_behaved();
}
