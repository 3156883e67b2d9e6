//! What goes wrong between us and Getir, and what comes of it.

use super::{
    ACTIVE, Rig, an_order,
    fake::{Getir, Trouble},
    slow,
};
use crate::harness::eventually;
use serde_json::{Value, json};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

#[track_caller]
fn message(error: &Value) -> String {
    error["message"].as_str().unwrap().to_owned()
}

#[test]
fn an_expired_token_is_replaced_once_and_nobody_notices() {
    let rig = Rig::start(Getir::with([an_order("a1"), an_order("a2")]));
    rig.await_status("a1", 400);
    rig.await_status("a2", 400);
    assert_eq!(rig.host.count("POST /auth/login"), 1);
    rig.host.fake().expire_tokens();
    rig.verify("a1").data();
    assert_eq!((rig.host.fake().status("a1"), rig.host.count("POST /auth/login")), (500, 2));
    // Told by a number in the body, as one client in the field knows it.
    rig.host.fake().tells_by_number = true;
    rig.host.fake().expire_tokens();
    rig.verify("a2").data();
    assert_eq!((rig.host.fake().status("a2"), rig.host.count("POST /auth/login")), (500, 3));
    rig.assert_behaved();
}

#[test]
fn a_number_that_does_not_mean_the_token_stays_a_refusal() {
    let rig = Rig::start(Getir::with([an_order("a3")]));
    rig.await_status("a3", 400);
    let seven = json!({ "code": 7, "error": "RestaurantIsNotOpen", "message": "closed" });
    rig.host.fake().trouble("/verify", 2, Trouble::Says(400, seven));
    let refused = rig.verify("a3");
    let said = message(refused.refused(502, "platform_rejected"));
    assert!(said.contains("RestaurantIsNotOpen"), "{said}");
    assert_eq!(rig.told("a3", "verify"), 2);
}

#[test]
fn a_token_that_is_never_accepted_fails_with_words() {
    let rig = Rig::start(Getir::with([an_order("a4")]));
    rig.await_status("a4", 400);
    rig.host.fake().trouble("/verify", 2, Trouble::Status(401));
    let refused = rig.verify("a4");
    let said = message(refused.refused(502, "platform_rejected"));
    assert!(said.contains("appSecretKey") && said.contains("restaurantSecretKey"), "{said}");
    assert_eq!((rig.status("a4"), rig.told("a4", "verify")), (Some(400), 2));
    rig.verify("a4").data();
}

#[test]
fn a_403_to_an_old_token_wants_a_new_login_and_to_a_new_one_is_a_no() {
    let rig = Rig::start(Getir::with([an_order("a5"), an_order("a6")]));
    rig.await_status("a5", 400);
    rig.await_status("a6", 400);
    rig.host.fake().tells_by_403 = true;
    rig.host.fake().expire_tokens();
    rig.verify("a5").data();
    assert_eq!((rig.host.fake().status("a5"), rig.host.count("POST /auth/login")), (500, 2));
    // Shut out for good: one more login finds that out, and no more are made for it.
    rig.host.fake().trouble("/verify", 4, Trouble::Status(403));
    for _ in 0..3 {
        let refused = rig.verify("a6");
        let said = message(refused.refused(502, "platform_rejected"));
        assert!(said.contains("getiryemekapi@getir.com"), "{said}");
    }
    assert_eq!((rig.status("a6"), rig.told("a6", "verify")), (Some(400), 4));
    assert_eq!(rig.host.count("POST /auth/login"), 3);
    rig.verify("a6").data();
    assert_eq!(rig.host.count("POST /auth/login"), 3);
    rig.assert_behaved();
}

#[test]
fn each_kind_of_refusal_is_told_and_changes_nothing() {
    let rig = Rig::start(Getir::with([an_order("b1")]));
    rig.await_status("b1", 400);
    for (trouble, part) in [
        (Trouble::Status(409), "HTTP 409"),
        (Trouble::Status(500), "HTTP 500"),
        (Trouble::Says(404, json!({ "code": 1, "error": "FoodOrderNotFound" })), "does not know this order"),
        (Trouble::Says(400, json!({ "code": 38, "error": "RestaurantIsNotOpen" })), "RestaurantIsNotOpen"),
        (Trouble::Says(200, json!({ "result": false })), "HTTP 200"),
        (Trouble::NotJson, "not JSON"),
    ] {
        rig.host.fake().trouble("/verify", 1, trouble);
        let refused = rig.verify("b1");
        let said = message(refused.refused(502, "platform_rejected"));
        assert!(said.contains(part), "{part} is not in {said}");
        assert_eq!((rig.status("b1"), rig.host.fake().status("b1")), (Some(400), 400));
    }
    rig.verify("b1").data();
    assert_eq!(rig.host.fake().status("b1"), 500);
}

#[test]
fn a_pause_that_getir_asks_for_is_kept_and_the_step_follows() {
    let rig = Rig::start(Getir::with([an_order("c1")]));
    rig.await_status("c1", 400);
    rig.host.fake().trouble("/verify", 1, Trouble::RetryAfter(60));
    rig.verify("c1").data();
    let step = rig.step("c1", "verify");
    assert_eq!((rig.status("c1"), &step["state"]), (Some(500), &json!("waiting")));
    assert!(step["error"].as_str().is_some_and(|error| error.contains("pause")), "{step}");
    assert_eq!(rig.told("c1", "verify"), 1);
    rig.clock.pass(MINUTE);
    rig.await_step("c1", "verify", "done");
    assert_eq!((rig.told("c1", "verify"), rig.host.fake().status("c1")), (2, 500));
}

#[test]
fn a_minute_that_getir_counts_otherwise_is_waited_out() {
    let mut getir = slow(Getir::with([an_order("c2")]), 4);
    getir.pause = MINUTE * 2;
    let rig = Rig::start_with(getir, json!({ "settings": { "stepPauseSeconds": 60 } }));
    rig.await_status("c2", 400);
    rig.verify("c2").data();
    rig.advance("c2").data();
    rig.clock.pass(MINUTE);
    eventually("it was too early", || rig.step("c2", "prepare")["error"].as_str().map(drop));
    assert_eq!((rig.told("c2", "prepare"), rig.host.fake().status("c2")), (1, 500));
    rig.clock.pass(MINUTE);
    rig.await_step("c2", "prepare", "done");
    assert_eq!((rig.told("c2", "prepare"), rig.host.fake().status("c2")), (2, 700));
}

#[test]
fn a_verify_whose_answer_never_came_is_asked_after_and_not_repeated() {
    let rig = Rig::start(slow(Getir::with([an_order("d1")]), 4));
    rig.await_status("d1", 400);
    rig.host.fake().trouble("/verify", 1, Trouble::DoneThenHang);
    rig.verify_unanswered("d1").data();
    assert_eq!((rig.told("d1", "verify"), rig.host.fake().status("d1")), (1, 500));
    assert_eq!(rig.status("d1"), Some(500));
}

#[test]
fn a_connection_that_breaks_after_the_deed_is_no_failure() {
    let rig = Rig::start(Getir::with([an_order("d3"), an_order("d4")]));
    rig.await_status("d3", 400);
    rig.await_status("d4", 400);
    rig.host.fake().trouble("/verify", 1, Trouble::DoneThenHangUp);
    rig.verify("d3").data();
    assert_eq!((rig.status("d3"), rig.host.fake().status("d3")), (Some(500), 500));
    // A cancellation that was heard is ours, although Getir calls the second one of it too late.
    rig.host.fake().trouble("/cancel", 1, Trouble::DoneThenHangUp);
    rig.cancel("d4", json!({ "note": "fırın bozuk" })).data();
    assert_eq!((rig.status("d4"), rig.host.fake().status("d4")), (Some(1600), 1600));
    assert_eq!(rig.show("d4").data()["cancellation"]["note"], "fırın bozuk");
}

#[test]
fn a_verify_that_was_never_taken_is_a_failure_that_can_be_repeated() {
    let rig = Rig::start(slow(Getir::with([an_order("d2")]), 4));
    rig.await_status("d2", 400);
    rig.host.fake().trouble("/verify", 1, Trouble::Hang);
    rig.verify_unanswered("d2").refused(504, "platform_unreachable");
    assert_eq!((rig.told("d2", "verify"), rig.status("d2")), (1, Some(400)));
    rig.verify("d2").data();
    assert_eq!((rig.status("d2"), rig.host.fake().status("d2")), (Some(500), 500));
}

#[test]
fn a_list_that_cannot_be_read_is_shown_and_recovers() {
    let rig = Rig::start(Getir::with([an_order("e1")]));
    rig.await_status("e1", 400);
    assert!(rig.integration()["lastError"].is_null());
    rig.host.fake().trouble("/active", 1, Trouble::NotJson);
    let failing = || Some(rig.integration()).filter(|one| !one["lastError"].is_null());
    let error = rig.await_polled("the error shows", failing);
    assert_eq!((&error["isConnected"], &error["lastError"]["code"]), (&json!(false), &json!("platform_rejected")));
    assert!(message(&error["lastError"]).contains("not a list of orders"), "{error}");
    rig.host.fake().add(an_order("e2"));
    rig.await_status("e2", 400);
    // The order is there a moment before it is noted how the poll went.
    let well = eventually("it is well again", || Some(rig.integration()).filter(|one| one["lastError"].is_null()));
    assert_eq!(well["isConnected"], json!(true));
    assert!(well["lastSuccessAt"].is_string());
    rig.assert_behaved();
}

#[test]
fn too_many_polls_are_followed_by_the_pause_that_getir_wants() {
    let mut getir = Getir::with([an_order("f1")]);
    getir.trouble("/active", 1, Trouble::RetryAfter(3_600));
    let rig = Rig::start(getir);
    let error = eventually("the error shows", || Some(rig.integration()).filter(|one| !one["lastError"].is_null()));
    assert!(message(&error["lastError"]).contains("too often"), "{error}");
    // It is shown a moment before the pause begins, and noted in the log with it.
    eventually("the pause begins", || rig.garson.log().contains("wants a pause of 3600 s").then_some(()));
    // By then its usual time has come many times over; what a person wants is asked for all the same.
    rig.clock.pass(MINUTE * 30);
    rig.garson.post(&rig.path("/test"), json!({})).data();
    assert_eq!((rig.host.count(ACTIVE), rig.status("f1")), (1, None));
    rig.clock.pass(MINUTE * 30);
    rig.await_status("f1", 400);
    rig.assert_behaved();
}

#[test]
fn a_redirect_takes_no_token_anywhere() {
    let elsewhere = crate::harness::Host::start(Getir::new());
    let rig = Rig::start(Getir::with([an_order("g1")]));
    rig.await_status("g1", 400);
    let to = format!("{}/food-orders/g1/verify", elsewhere.url);
    rig.host.fake().trouble("/verify", 1, Trouble::Redirect(to));
    rig.verify("g1").refused(502, "platform_rejected");
    rig.host.fake().expire_tokens();
    rig.host.fake().trouble("/auth/login", 1, Trouble::Redirect(format!("{}/auth/login", elsewhere.url)));
    rig.verify("g1").refused(502, "platform_rejected");
    rig.host.fake().trouble("/active", 1, Trouble::Redirect(format!("{}/food-orders/active", elsewhere.url)));
    rig.await_polled("the poll fails", || (!rig.integration()["lastError"].is_null()).then_some(()));
    assert_eq!(elsewhere.heard().len(), 0);
    rig.verify("g1").data();
}
