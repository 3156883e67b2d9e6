//! The whole life of an order: each courier, both modes, for now and for later.

use super::{Rig, an_order, fake::Middleware, for_pickup, for_rider, in_minutes, indirect};
use crate::{
    harness::{Clock, Garson, eventually},
    panel::Browser,
};
use garson::{clock, model::Time};
use serde_json::{Value, json};
use std::time::Duration;

fn time(value: &Value) -> Time {
    Time::parse(value.as_str().unwrap()).unwrap()
}

fn steps(detail: &Value) -> Vec<(&str, &str)> {
    let steps = detail["platformSync"].as_array().unwrap().iter();
    steps.map(|step| (step["step"].as_str().unwrap(), step["state"].as_str().unwrap())).collect()
}

#[test]
fn with_the_restaurants_own_courier() {
    let rig = Rig::start(Middleware::new());
    let order = an_order("own");
    let id = rig.dispatch(&order);
    let detail = rig.show("own");
    assert_eq!((&detail["id"], &detail["status"]), (&json!(id), &json!(400)));
    assert_eq!(detail["acceptBy"], order["expiryDate"]);
    assert_eq!(detail["allowedActions"], json!(["verify", "advance", "cancel"]));
    rig.verify("own").data();
    let promised = Time::parse(order["delivery"]["expectedDeliveryTime"].as_str().unwrap());
    assert_eq!(rig.host.fake().order("own").acceptance_time, promised);
    assert_eq!(rig.host.fake().order("own").remote_id.as_deref(), Some(id.as_str()));
    rig.advance("own").data();
    assert_eq!((rig.status("own"), rig.host.fake().state("own")), (600, "PICKED_UP"));
    // There is no call for a delivery.
    let calls = rig.host.heard().len();
    rig.advance("own").data();
    assert_eq!((rig.status("own"), rig.host.heard().len()), (900, calls));
    let detail = rig.show("own");
    assert_eq!(steps(&detail), [("accept", "done"), ("picked-up", "done")]);
    assert_eq!(rig.told("own"), ["order_accepted", "order_picked_up"]);
    // The delivery is only our word, so the platform's cancellation still wins.
    assert_eq!(rig.push_status(&id, json!({ "status": "ORDER_CANCELLED" })).status, 200);
    assert_eq!(rig.status("own"), 1500);
    rig.assert_behaved();
}

#[test]
fn with_the_platforms_courier() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&for_rider("rider"));
    let detail = rig.show("rider");
    assert_eq!(
        (&detail["deliveryType"], &detail["customer"]["address"]["line"]),
        (&json!("platform_courier"), &Value::Null)
    );
    rig.advance("rider").data();
    rig.advance("rider").data();
    assert_eq!(rig.status("rider"), 600);
    assert!(rig.host.fake().order("rider").is_prepared);
    assert_eq!(rig.told("rider"), ["order_accepted"]);
    // The rider's own move changes nothing any more; nobody tells of the delivery, so the restaurant closes the order.
    assert_eq!(rig.push_status(&id, json!({ "status": "ORDER_PICKED_UP" })).status, 200);
    rig.advance("rider").data();
    assert_eq!(rig.status("rider"), 900);
    // A rider who comes before anybody says "ready".
    let id = rig.dispatch(&for_rider("early"));
    rig.verify("early").data();
    let warned = rig.push_status(&id, json!({ "status": "COURIER_ARRIVED_AT_VENDOR", "occurredAt": in_minutes(0) }));
    assert_eq!((warned.status, rig.status("early")), (200, 500));
    let state = || rig.show("early")["courier"]["state"].clone();
    assert_eq!(state(), "arrived");
    for (news, expected) in [("SHOW_RIDER_WAITING_WARNING", "waiting"), ("HIDE_RIDER_WAITING_WARNING", "arrived")] {
        assert_eq!(rig.push_status(&id, json!({ "status": news })).status, 200);
        assert_eq!(state(), expected, "{news}");
    }
    assert_eq!(rig.push_status(&id, json!({ "status": "ORDER_PICKED_UP" })).status, 200);
    assert_eq!(rig.show("early")["history"][2]["by"], "platform");
    assert_eq!((rig.status("early"), rig.host.fake().order("early").is_prepared), (600, false));
    rig.assert_behaved();
}

#[test]
fn collected_by_the_customer() {
    let rig = Rig::start_with(Middleware::new(), json!({ "preparationMinutes": 15 }));
    rig.dispatch(&for_pickup("p"));
    let detail = rig.show("p");
    assert_eq!(detail["deliveryType"], "pickup");
    rig.verify("p").data();
    let ready = rig.host.fake().order("p").acceptance_time.unwrap();
    let minutes = (ready.0 - clock::now().0) / 1_000;
    assert!((14 * 60..=15 * 60).contains(&minutes), "{minutes}");
    // What is said of one order counts before that.
    rig.dispatch(&for_pickup("q"));
    rig.garson.post("/web-api/v1/orders/verify/q", json!({ "preparationMinutes": 40 })).data();
    let ready = rig.host.fake().order("q").acceptance_time.unwrap();
    let minutes = (ready.0 - clock::now().0) / 1_000;
    assert!((39 * 60..=40 * 60).contains(&minutes), "{minutes}");
    // Ready on the counter is not yet collected.
    rig.advance("p").data();
    assert_eq!((rig.status("p"), rig.host.fake().state("p")), (600, "ACCEPTED"));
    rig.advance("p").data();
    assert_eq!((rig.status("p"), rig.host.fake().state("p")), (900, "PICKED_UP"));
    rig.assert_behaved();
}

#[test]
fn accepted_on_the_platforms_tablet() {
    let rig = Rig::start(Middleware::new());
    let id = rig.dispatch(&indirect(an_order("i")));
    assert_eq!((rig.status("i"), &rig.show("i")["allowedActions"]), (500, &json!(["advance", "cancel"])));
    assert!(rig.verify("i").data()["message"].as_str().unwrap().contains("already"));
    // Neither acceptance nor refusal is ours.
    for body in [json!({}), json!({ "reason": "TOO_BUSY" }), json!({ "reason": "LATE_DELIVERY" })] {
        let refused = rig.cancel("i", body);
        assert!(refused.refused(422, "not_offered")["message"].as_str().unwrap().contains("device"), "{refused}");
    }
    rig.garson.get("/web-api/v1/orders/reasons/i").refused(422, "not_offered");
    assert_eq!(rig.told("i"), Vec::<Value>::new());
    rig.advance("i").data();
    assert_eq!(rig.told("i"), ["order_picked_up"]);
    assert_eq!(rig.push_status(&id, json!({ "status": "ORDER_CANCELLED", "message": "no" })).status, 200);
    assert_eq!(rig.status("i"), 1500);
    // An order that allows no call at all is worked off here alone.
    let mut silent = indirect(for_rider("s"));
    silent["callbackUrls"] = json!({});
    rig.dispatch(&silent);
    rig.advance("s").data();
    rig.advance("s").data();
    assert_eq!((rig.status("s"), rig.host.fake().order("s").is_prepared), (900, false));
    rig.assert_behaved();
}

#[test]
fn for_later() {
    let rig = Rig::start_with(Middleware::new(), json!({ "preparationMinutes": 30 }));
    let mut later = an_order("later");
    let at = in_minutes(240);
    (later["preOrder"], later["delivery"]["expectedDeliveryTime"]) = (json!("true"), json!(at));
    let id = rig.dispatch(&later);
    let detail = rig.show("later");
    assert_eq!(
        (&detail["status"], &detail["isScheduled"], &detail["scheduledAt"]),
        (&json!(325), &json!(true), &json!(at))
    );
    rig.verify("later").data();
    assert_eq!((rig.status("later"), rig.host.fake().order("later").acceptance_time), (350, Time::parse(&at)));
    // The same push again, and reconciliation, leave it waiting for its time.
    assert_eq!(super::remote_id(&rig.push_order(&later)), id);
    rig.reconcile();
    assert_eq!(rig.status("later"), 350);
    rig.advance("later").data();
    assert_eq!((rig.status("later"), rig.told("later")), (500, vec![json!("order_accepted")]));
    rig.advance("later").data();
    rig.advance("later").data();
    assert_eq!(rig.told("later"), ["order_accepted", "order_picked_up"]);
    // In indirect mode it comes accepted, and starts by itself when its time is near.
    let mut tablet = indirect(an_order("tablet"));
    (tablet["preOrder"], tablet["delivery"]["expectedDeliveryTime"]) = (json!(true), json!(in_minutes(240)));
    rig.dispatch(&tablet);
    assert_eq!(rig.status("tablet"), 350);
    (tablet["token"], tablet["delivery"]["expectedDeliveryTime"]) = (json!("soon"), json!(in_minutes(20)));
    rig.dispatch(&tablet);
    eventually("it starts", || (rig.status("soon") == 500).then_some(()));
    rig.assert_behaved();
}

/// The platform has not taken in our answer when the acceptance comes: it is told again ten seconds later.
#[test]
fn accepted_before_the_answer_is_settled() {
    let clock = Clock::slower(4);
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let rig = Rig::start_on(garson, Middleware::new(), json!({ "autoAccept": true, "preparationMinutes": 60 }));
    let order = an_order("auto");
    rig.host.fake().dispatch(&order);
    let id = super::remote_id(&rig.push_order(&order));
    let step = rig.await_step("auto", "accept", "waiting");
    assert!(step["error"].as_str().unwrap().contains("WAITING_FOR_ACKNOWLEDGEMENT"), "{step}");
    let (due, came) = (time(&step["dueAt"]), time(&rig.show("auto")["createdAt"]));
    assert!((10_000..=15_000).contains(&(due.0 - came.0)), "{step}, and it came {came}");
    assert_eq!((rig.status("auto"), rig.host.fake().state("auto")), (500, "WAITING_FOR_ACKNOWLEDGEMENT"));
    // To the platform it still waits, so the reasons are those of an order that nobody has accepted.
    let reasons = rig.garson.get("/web-api/v1/orders/reasons/auto");
    assert_eq!(reasons.data()["reasons"].as_array().unwrap().len(), 15);
    let refused = rig.cancel("auto", json!({ "reason": "ITEM_UNAVAILABLE" }));
    refused.refused(502, "platform_rejected");
    assert_eq!(refused.header("retry-after"), Some("10"));
    rig.host.fake().acknowledge("auto", &id);
    clock.pass(Duration::from_secs(10));
    rig.await_step("auto", "accept", "done");
    // The kitchen needs longer than the platform promised: the customer is told so.
    let promised = rig.host.fake().order("auto").acceptance_time.unwrap();
    assert!(promised > clock::now().plus(Duration::from_mins(59)), "{promised}");
    rig.assert_behaved();
}

/// Five minutes are enough: what the platform has not settled by then a person has to see.
#[test]
fn an_answer_that_is_never_settled_is_given_up_honestly() {
    let clock = Clock::new();
    let rig = Rig::start_by(&clock, Middleware::new());
    let order = an_order("never");
    rig.host.fake().dispatch(&order);
    super::remote_id(&rig.push_order(&order));
    rig.verify("never").data();
    let mut step = rig.await_step("never", "accept", "waiting");
    let began = clock.elapsed();
    while step["state"] == "waiting" {
        clock.pass(Duration::from_mins(1));
        // It is tried again, and due at another time then.
        let next = || Some(rig.show("never")["platformSync"][0].clone()).filter(|next| next["dueAt"] != step["dueAt"]);
        step = eventually("it is tried again", next);
    }
    let (failed, took) = (step, clock.elapsed() - began);
    assert_eq!(failed["state"], "failed");
    // Well before the program gives up steps of any kind.
    assert!((Duration::from_mins(5)..Duration::from_hours(4)).contains(&took), "{took:?}");
    assert!(failed["error"].as_str().unwrap().contains("Invalid transition"), "{failed}");
    // The order stays where the kitchen has it, until the platform says what became of it.
    assert_eq!(rig.status("never"), 500);
}

#[test]
fn that_it_is_ready_is_told_once_where_the_platforms_rider_fetches() {
    let rig = Rig::start(Middleware::new());
    for order in [for_rider("rider"), an_order("own")] {
        rig.dispatch(&order);
    }
    for token in ["rider", "own"] {
        rig.verify(token).data();
        let marked = Browser::owner(&rig.garson, "en").post(&format!("/orders/{token}/ready"), &[("ready", "yes")]);
        assert_eq!(marked.status, 303, "{marked}");
    }
    rig.await_step("rider", "preparation-completed", "done");
    assert!(rig.host.fake().order("rider").is_prepared && !rig.host.fake().order("own").is_prepared);
    assert_eq!(rig.status("rider"), 500);
    let calls = rig.host.count("POST /v2/orders/rider/preparation-completed");
    rig.advance("rider").data();
    assert_eq!((rig.status("rider"), calls), (600, 1));
    assert_eq!(rig.host.count("POST /v2/orders/rider/preparation-completed"), 1);
    rig.assert_behaved();
}
