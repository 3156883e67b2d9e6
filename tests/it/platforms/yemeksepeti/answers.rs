//! What the Middleware is answered when something is wrong: only what its document lists, because it draws its own
//! conclusions from anything else. A 400 ends an order for good and says why in its own shape.

use super::{
    Rig, an_order, bearer,
    fake::{Middleware, SHOP},
    remote_id,
};
use crate::harness::{Garson, Reply, shim};
use serde_json::{Value, json};
use std::fs;

/// Taken, refused for good, not let in, not known; what asks for the push to come again.
const LISTED: [u16; 8] = [200, 202, 400, 401, 404, 429, 500, 503];

fn order_path() -> String {
    format!("/order/{SHOP}")
}

fn status_path(id: &str) -> String {
    format!("/remoteId/{SHOP}/remoteOrder/{id}/posOrderStatus")
}

fn availability_path() -> String {
    format!("/remoteId/{SHOP}/availability")
}

/// The one shape of a 400: a reason of the published list, and words.
#[track_caller]
fn assert_final(reply: &Reply) {
    assert_eq!(reply.status, 400, "{reply}");
    let fields: Vec<&String> = reply.json.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["message", "reason"], "{reply}");
    assert_eq!(reply.json["reason"], "TECHNICAL_PROBLEM", "{reply}");
    assert!(reply.json["message"].as_str().is_some_and(|message| message.len() > 10), "{reply}");
    assert!(reply.header("x-request-id").is_some());
}

#[test]
fn an_order_that_cannot_be_read_is_refused_for_good_in_the_middlewares_shape() {
    let rig = Rig::start(Middleware::new());
    for nonsense in ["", "{", "<xml/>", "{} {}", "[]", "7", "null", "[1,2,3]", "{}"] {
        assert_final(&rig.push("POST", &order_path(), nonsense.as_bytes(), &bearer()));
    }
    assert_final(&rig.push("POST", &order_path(), " ".repeat((1 << 20) + 1).as_bytes(), &bearer()));
    assert_eq!(rig.count(), 0);
    // In the language that is asked for.
    let turkish = [("Authorization", bearer()), ("Accept-Language", "tr".to_owned())];
    let headers = turkish.each_ref().map(|(name, value)| (*name, value.as_str()));
    let refused = rig.garson.send("POST", &format!("{}{}", rig.intake, order_path()), Some(b"{}"), &headers);
    assert_eq!(refused.json["message"], "İstek gövdesinde okunabilecek bir sipariş yok.");
}

#[test]
fn an_order_is_taken_whatever_its_content_type() {
    let rig = Rig::start(Middleware::new());
    for (at, kind) in
        ["text/plain", "application/xml", "application/json; charset=latin1", "nonsense", ""].iter().enumerate()
    {
        let order = an_order(&at.to_string()).to_string();
        let headers = [("Authorization", bearer()), ("Content-Type", (*kind).to_owned())];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        let path = format!("{}{}", rig.intake, order_path());
        remote_id(&rig.garson.send("POST", &path, Some(order.as_bytes()), &headers));
    }
}

#[test]
fn a_status_that_cannot_be_read_may_come_again_and_an_availability_is_taken_as_it_is() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&an_order("a"));
    let large = " ".repeat((1 << 20) + 1);
    for nonsense in ["", "{", "<xml/>", large.as_str()] {
        let status = rig.push("PUT", &status_path(&id), nonsense.as_bytes(), &bearer());
        status.refused(503, "unavailable");
    }
    for nonsense in ["", "{", "<xml/>"] {
        assert_eq!(rig.push("PUT", &availability_path(), nonsense.as_bytes(), &bearer()).status, 200);
    }
    rig.push("PUT", &availability_path(), large.as_bytes(), &bearer()).refused(503, "unavailable");
    assert_eq!(rig.status("a"), 400);
}

#[test]
fn every_answer_is_one_that_the_middleware_knows() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&an_order("a"));
    let order = an_order("b").to_string();
    let large = " ".repeat((1 << 20) + 1);
    let bodies = ["", "{", "{}", "[]", order.as_str(), r#"{"status":"ORDER_CANCELLED"}"#, large.as_str()];
    let ways = [
        ("POST", order_path()),
        ("POST", "/order/another".to_owned()),
        ("POST", "/order".to_owned()),
        ("PUT", status_path(&id)),
        ("PUT", status_path("x")),
        ("PUT", status_path("x").replace(SHOP, "another")),
        ("PUT", availability_path()),
        ("GET", format!("/menuimport/{SHOP}")),
    ];
    for is_active in [true, false] {
        rig.garson.put(&rig.path(""), json!({ "isActive": is_active })).data();
        for (method, path) in &ways {
            for body in bodies.iter().filter(|body| *method != "GET" || body.is_empty()) {
                for authorization in [bearer(), "Bearer x".to_owned()] {
                    let reply = rig.push(method, path, body.as_bytes(), &authorization);
                    let case = format!("{method} {path} {}", &body[..body.len().min(40)]);
                    assert!(LISTED.contains(&reply.status), "{case}: {}", reply.status);
                    assert!(reply.status != 400 || reply.json["reason"].is_string(), "{case}: {reply}");
                }
            }
        }
    }
}

#[test]
fn what_passes_on_our_side_asks_for_the_order_to_come_again() {
    let rig = Rig::start(Middleware::new());
    rig.garson.put(&rig.path(""), json!({ "isActive": false })).data();
    rig.push_order(&an_order("a")).refused(503, "integration_off");

    let folder = tempfile::tempdir().unwrap();
    let switch = folder.path().join("trouble");
    let garson = Garson::prepare(&[])
        .env("LD_PRELOAD", shim("disk").to_str().unwrap())
        .env("DISK_FLAG", switch.to_str().unwrap())
        .serve();
    let rig = Rig::start_on(garson, Middleware::new(), Value::Object(Default::default()));
    fs::write(&switch, "full").unwrap();
    rig.push_order(&an_order("a")).refused(503, "unavailable");
    fs::remove_file(&switch).unwrap();
    crate::harness::eventually("it is taken", || (rig.push_order(&an_order("a")).status == 200).then_some(()));
    assert_eq!(rig.count(), 1);
}
