//! Who may push, and what a push is answered.

use super::{
    Rig, an_order, bearer,
    fake::{Middleware, SECRET, SHOP, Trick, signed},
    remote_id,
};
use crate::harness::{HELD, eventually};
use garson::clock;
use serde_json::{Value, json};

#[test]
fn what_the_middleware_did_not_sign_is_refused_before_it_is_read() {
    let rig = Rig::start(Middleware::new());
    let order = an_order("a").to_string();
    let now = clock::now().0 / 1_000;
    let service = json!({ "service": "middleware" });
    let good = signed("HS512", &service, SECRET);
    let (text, signature) = good.rsplit_once('.').unwrap();
    for wrong in [
        String::new(),
        "Bearer".to_owned(),
        "Bearer x.y.z".to_owned(),
        format!("Basic {good}"),
        good.clone(),
        format!("Bearer {}", signed("HS512", &service, "another secret")),
        format!("Bearer {}", signed("HS512", &service, "")),
        format!("Bearer {}", signed("none", &service, SECRET)),
        format!("Bearer {}", signed("RS256", &service, SECRET)),
        format!("Bearer {text}."),
        format!("Bearer {text}.{}", signature.to_lowercase()),
        format!("Bearer {}", signed("HS512", &json!({ "service": "plugin" }), SECRET)),
        format!("Bearer {}", signed("HS512", &json!({}), SECRET)),
        format!("Bearer {}", signed("HS512", &json!({ "service": "middleware", "exp": now - 400 }), SECRET)),
        format!("Bearer {}", signed("HS512", &json!({ "service": "middleware", "nbf": now + 400 }), SECRET)),
        format!("Bearer {}", rig.garson.key),
    ] {
        let order_path = format!("/order/{SHOP}");
        rig.push("POST", &order_path, order.as_bytes(), &wrong).refused(401, "unauthorized");
        rig.push("POST", &order_path, b"{", &wrong).refused(401, "unauthorized");
        rig.push("POST", "/order/another", order.as_bytes(), &wrong).refused(401, "unauthorized");
        let status_path = format!("/remoteId/{SHOP}/remoteOrder/x/posOrderStatus");
        rig.push("PUT", &status_path, b"{}", &wrong).refused(401, "unauthorized");
        rig.push("PUT", &format!("/remoteId/{SHOP}/availability"), b"{}", &wrong).refused(401, "unauthorized");
    }
    assert_eq!(rig.count(), 0);
    for (at, right) in [
        signed("HS256", &service, SECRET),
        signed("HS384", &service, SECRET),
        signed("HS512", &json!({ "service": "middleware", "exp": now + 60, "nbf": now - 60, "x": [] }), SECRET),
    ]
    .into_iter()
    .enumerate()
    {
        let order = an_order(&at.to_string()).to_string();
        remote_id(&rig.push("POST", &format!("/order/{SHOP}"), order.as_bytes(), &format!("Bearer {right}")));
    }
}

#[test]
fn another_branch_another_path_and_what_is_no_json_are_refused() {
    let rig = Rig::start(Middleware::new());
    let order = an_order("a").to_string();
    for path in ["/order/another", "/order/KADIKOY1", "/orders", "/menuimport/kadikoy1"] {
        rig.push("POST", path, order.as_bytes(), &bearer()).refused(404, "not_found");
    }
    for nonsense in ["", "{", "<xml/>", "{} {}"] {
        let refused = rig.push("POST", &format!("/order/{SHOP}"), nonsense.as_bytes(), &bearer());
        assert_eq!((refused.status, &refused.json["reason"]), (400, &json!("TECHNICAL_PROBLEM")), "{refused}");
    }
    // A 400 would be the end of an order that is fine: an integration that is off asks to come again.
    rig.garson.put(&rig.path(""), json!({ "isActive": false })).data();
    rig.push_order(&an_order("a")).refused(503, "integration_off");
    rig.garson.put(&rig.path(""), json!({ "isActive": true })).data();
    remote_id(&rig.push_order(&an_order("a")));
    assert_eq!(rig.count(), 1);
}

#[test]
fn a_status_is_for_an_order_that_we_have_and_unknown_ones_change_nothing() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&an_order("a"));
    let cancelled = || json!({ "status": "ORDER_CANCELLED" });
    for unknown in ["019a8f00-1234-7abc-8def-0123456789ab", "a", "x%2Fy"] {
        rig.push_status(unknown, cancelled()).refused(404, "order_not_found");
    }
    // Another restaurant's order is as unknown as none.
    let other = rig.garson.post("/web-api/v1/restaurants", json!({ "name": "Öteki" })).id();
    let path = format!("/web-api/v1/restaurants/{other}/integrations/yemeksepeti");
    let made = rig.garson.put(&path, json!({ "baseUrl": rig.host.url, "credentials": super::credentials() }));
    let intake = made.data()["intakeUrl"].as_str().unwrap();
    let intake = &intake[intake.find("/intake").unwrap()..];
    let path = format!("{intake}/remoteId/{SHOP}/remoteOrder/{id}/posOrderStatus");
    let body = cancelled().to_string();
    let refused = rig.garson.send("PUT", &path, Some(body.as_bytes()), &[("Authorization", &bearer())]);
    refused.refused(404, "order_not_found");
    for body in [
        json!({ "status": "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL", "updatedOrder": an_order("a") }),
        json!({ "status": "PRODUCT_ORDER_MODIFICATION_FAILED", "message": "x" }),
        json!({ "status": "SHOW_RIDER_WAITING_WARNING", "riderWaitingWarnings": { "waitingStartsAt": "x" } }),
        json!({ "status": "HIDE_RIDER_WAITING_WARNING" }),
        json!({ "status": "ORDER_TELEPORTED" }),
        json!({ "status": 7 }),
        json!({}),
        json!([]),
        Value::Null,
    ] {
        assert_eq!(rig.push_status(&id, body.clone()).status, 200, "{body}");
        assert_eq!(rig.status("a"), 400, "{body}");
    }
    assert!(rig.garson.log().contains("ORDER_TELEPORTED"), "{}", rig.garson.log());
    assert!(!rig.garson.log().contains("HIDE_RIDER"), "{}", rig.garson.log());
    rig.push_status(&id, json!({ "status": "ORDER_PICKED_UP" }));
    assert_eq!(rig.status("a"), 600);
}

#[test]
fn availability_is_taken_in_any_order_and_changes_no_order() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    let closed = json!([{ "reason": "OTHER", "start": "2026-11-14T16:00:00Z", "end": null, "changeable": true }]);
    let late = json!({ "timestamp": "2026-11-14T16:00:00Z", "closures": closed });
    let early = json!({ "timestamp": "2026-11-14T15:00:00Z", "closures": [] });
    for body in [&late, &early, &late, &early, &json!({}), &json!({ "closures": 1, "timestamp": "x" })] {
        let path = format!("/remoteId/{SHOP}/availability");
        assert_eq!(rig.push("PUT", &path, body.to_string().as_bytes(), &bearer()).status, 200);
    }
    rig.push("PUT", "/remoteId/another/availability", b"{}", &bearer()).refused(404, "not_found");
    assert_eq!(rig.status("a"), 400);
}

#[test]
fn a_push_is_answered_at_once_although_the_platform_hangs() {
    let rig = Rig::start_with(Middleware::new(), json!({ "autoAccept": true }));
    let hanging = Trick { late: HELD, ..Trick::status(200, "{}").done() };
    rig.host.fake().trick("/order/status/", 1, hanging);
    let order = an_order("a");
    rig.host.fake().put(&order, "WAITING_FOR_VENDOR");
    // All of this is answered before the platform is.
    let id = remote_id(&rig.push_order(&order));
    eventually("it is being accepted", || (!rig.told("a").is_empty()).then_some(()));
    // Also what is pushed while that call is under way, for the same order and for others.
    assert_eq!(remote_id(&rig.push_order(&order)), id);
    remote_id(&rig.push_order(&an_order("b")));
    rig.host.release();
    eventually("it is accepted", || (rig.status("a") == 500).then_some(()));
    assert_eq!(rig.told("a"), ["order_accepted"]);
}
