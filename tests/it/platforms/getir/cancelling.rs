//! Cancellations: the restaurant's, and the customer's by poll and by push.

use super::{
    Rig, an_order,
    fake::{Getir, TOO_BUSY, Trouble},
    for_getirs_courier,
};
use crate::harness::eventually;
use serde_json::json;

#[test]
fn by_the_restaurant_with_a_reason_of_getirs_list() {
    let rig = Rig::start(Getir::with([for_getirs_courier("a1")]));
    rig.await_status("a1", 400);
    let turkish = rig.garson.send("GET", "/web-api/v1/orders/reasons/a1", None, &[("Accept-Language", "tr")]);
    assert_eq!(turkish.data()["reasons"], json!([{ "id": TOO_BUSY, "name": "Restoran yoğun" }]));
    let english = rig.garson.get("/web-api/v1/orders/reasons/a1");
    assert_eq!(english.data()["reasons"][0]["name"], "The restaurant is too busy");
    rig.cancel("a1", json!({ "reason": "5f05b1392765e85c5d0432d2" })).refused(422, "reason_not_accepted");
    rig.cancel("a1", json!({ "reason": TOO_BUSY, "note": "fırın bozuk" })).data();
    // One question served all of them.
    assert_eq!(rig.host.count("GET /food-orders/a1/cancel-options"), 1);
    let told = rig.host.heard().into_iter().find(|heard| heard.path.ends_with("/cancel")).unwrap();
    assert_eq!(told.json(), json!({ "cancelReasonId": TOO_BUSY, "cancelNote": "fırın bozuk" }));
    assert_eq!((rig.host.fake().status("a1"), rig.status("a1")), (1600, Some(1600)));
    let detail = rig.show("a1");
    assert_eq!(detail.data()["cancellation"]["reason"], TOO_BUSY, "{detail}");
    assert_eq!(detail.data()["cancellation"]["note"], "fırın bozuk", "{detail}");
    rig.assert_behaved();
}

#[test]
fn by_the_restaurant_without_a_reason() {
    let rig = Rig::start(Getir::with([an_order("b1")]));
    rig.await_status("b1", 400);
    rig.cancel("b1", json!({})).data();
    let told = rig.host.heard().into_iter().find(|heard| heard.path.ends_with("/cancel")).unwrap();
    assert_eq!(told.body, "{}");
    assert_eq!((rig.host.fake().status("b1"), rig.status("b1")), (1600, Some(1600)));
    rig.assert_behaved();
}

#[test]
fn refused_by_getir_changes_nothing_here() {
    let rig = Rig::start(Getir::with([an_order("b2")]));
    rig.await_status("b2", 400);
    let no = json!({ "code": 11, "error": "FoodOrderCanNotBeCancelled", "message": "no" });
    rig.host.fake().trouble("/cancel", 1, Trouble::Says(400, no));
    let refused = rig.cancel("b2", json!({}));
    let message = refused.refused(502, "platform_rejected")["message"].as_str().unwrap().to_owned();
    assert!(message.contains("can no longer be cancelled"), "{message}");
    assert_eq!(rig.status("b2"), Some(400));
    rig.cancel("b2", json!({})).data();
}

#[test]
fn by_the_customer_seen_by_polling() {
    let rig = Rig::start(Getir::with([an_order("c1"), an_order("c2")]));
    rig.await_status("c1", 400);
    let reason = json!({ "id": "r9", "messages": { "tr": "Müşteri vazgeçti", "en": "x" }, "cancelSource": "client" });
    rig.host.fake().set("c1", json!({ "status": 1500, "cancelReason": reason, "cancelNote": "geç kaldı" }));
    rig.await_status("c1", 1500);
    let detail = rig.show("c1");
    let cancellation = &detail.data()["cancellation"];
    assert_eq!(cancellation["name"], "Müşteri vazgeçti", "{detail}");
    assert_eq!((&cancellation["note"], &cancellation["by"]), (&json!("geç kaldı"), &json!("customer")));
    assert_eq!(rig.status("c2"), Some(400));
    rig.verify("c1").refused(409, "order_closed");
    assert!(rig.host.count("POST /food-orders/periodic/cancelled") >= 1);
    rig.assert_behaved();
}

#[test]
fn by_the_customer_while_we_were_away() {
    let mut rig = Rig::start(Getir::with([an_order("d1")]));
    rig.await_status("d1", 400);
    rig.garson.kill();
    rig.host.fake().set("d1", json!({ "status": 1500 }));
    // Only the list of cancelled orders tells it.
    rig.host.fake().trouble("/food-orders/d1", 100, Trouble::Status(500));
    rig.garson.restart();
    rig.await_status("d1", 1500);
}

#[test]
fn by_the_customer_pushed() {
    let rig = Rig::start(Getir::with([an_order("e1"), an_order("e2")]));
    rig.await_status("e1", 400);
    rig.await_status("e2", 400);
    let mut gone = an_order("e1");
    gone["status"] = json!(1500);
    gone["cancelNote"] = json!("vazgeçti");
    assert_eq!(rig.push("/orders/cancelled", gone.to_string().as_bytes(), "").status, 200);
    assert_eq!(rig.status("e1"), Some(1500));
    assert_eq!(rig.show("e1").data()["cancellation"]["note"], "vazgeçti");
    // Wrapped, and without a status of its own.
    let bare = json!({ "foodOrder": { "id": "e2" } });
    assert_eq!(rig.push("/orders/cancelled", bare.to_string().as_bytes(), "").status, 200);
    assert_eq!(rig.status("e2"), Some(1500));
    // One that nobody knows is no order.
    let unknown = json!({ "id": "e3", "status": 1500 });
    assert_eq!(rig.push("/orders/cancelled", unknown.to_string().as_bytes(), "").status, 200);
    assert_eq!(rig.status("e3"), None);
}

#[test]
fn a_step_that_waits_is_given_up_when_the_customer_cancels() {
    let rig = Rig::start_with(Getir::with([an_order("f1")]), json!({ "settings": { "stepPauseSeconds": 600 } }));
    rig.await_status("f1", 400);
    rig.verify("f1").data();
    rig.advance("f1").data();
    assert_eq!(rig.step("f1", "prepare")["state"], "waiting");
    rig.host.fake().set("f1", json!({ "status": 1500 }));
    rig.await_status("f1", 1500);
    let step = rig.step("f1", "prepare");
    assert_eq!(step["state"], "failed", "{step}");
    assert!(step["error"].is_string() && step["dueAt"].is_null(), "{step}");
    assert_eq!(rig.told("f1", "prepare"), 0);
}

#[test]
fn getir_says_at_a_step_that_the_order_is_gone() {
    let rig = Rig::start(Getir::with([an_order("g1"), an_order("g2")]));
    rig.await_status("g2", 400);
    rig.host.fake().set("g1", json!({ "status": 1500 }));
    let verified = rig.verify("g1");
    verified.refused(409, "order_closed");
    assert_eq!(rig.status("g1"), Some(1500));
    // The same for a step that waited.
    rig.verify("g2").data();
    rig.advance("g2").data();
    rig.host.fake().set("g2", json!({ "status": 1500 }));
    eventually("the order ended", || (rig.status("g2") == Some(1500)).then_some(()));
    assert_eq!(rig.await_step("g2", "prepare", "failed")["dueAt"], json!(null));
}
