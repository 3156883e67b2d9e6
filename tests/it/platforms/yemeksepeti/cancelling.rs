//! Cancellations, ours and theirs.

use super::{
    Rig, an_order,
    fake::{AFTER, BEFORE, Middleware, Trick},
    for_rider,
};
use serde_json::{Value, json};

fn reasons(rig: &Rig, id: &str, lang: &str) -> Vec<(String, String)> {
    let path = format!("/web-api/v1/orders/reasons/{id}");
    let list = rig.garson.send("GET", &path, None, &[("Accept-Language", lang)]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = list.data()["reasons"].as_array().unwrap().clone();
    let mut all: Vec<_> = all.iter().map(|reason| (text(&reason["id"]), text(&reason["name"]))).collect();
    all.sort();
    all
}

#[test]
fn before_acceptance_with_any_of_fifteen_reasons_or_none() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    let (turkish, english) = (reasons(&rig, "a", "tr"), reasons(&rig, "a", "en"));
    assert_eq!(turkish.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), BEFORE);
    assert!(turkish.iter().zip(&english).all(|(tr, en)| tr.0 == en.0 && tr.1 != en.1));
    let late = rig.cancel("a", json!({ "reason": "LATE_DELIVERY" }));
    let listed = late.refused(422, "reason_not_accepted")["details"]["reasons"].as_array().unwrap();
    assert_eq!(listed.len(), 15);
    rig.cancel("a", json!({})).data();
    assert_eq!((rig.status("a"), rig.host.fake().state("a")), (1600, "REJECTED"));
    assert_eq!(rig.host.fake().order("a").reason.as_deref(), Some("TOO_BUSY"));
    assert_eq!(rig.show("a")["cancellation"]["reason"], "TOO_BUSY");
    for (at, reason) in BEFORE.iter().enumerate() {
        let id = format!("b{at}");
        rig.dispatch(&an_order(&id));
        rig.cancel(&id, json!({ "reason": reason, "note": "kusura bakmayın" })).data();
        let fake = rig.host.fake();
        assert_eq!((fake.order(&id).reason.as_deref(), fake.state(&id)), (Some(*reason), "REJECTED"));
        assert_eq!(fake.order(&id).message.as_deref(), Some("kusura bakmayın"));
    }
    rig.assert_behaved();
}

#[test]
fn after_acceptance_with_one_of_nine_reasons_only() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("a"));
    rig.verify("a").data();
    let listed: Vec<String> = reasons(&rig, "a", "tr").into_iter().map(|(id, _)| id).collect();
    assert_eq!(listed, AFTER);
    for body in [json!({}), json!({ "reason": "TOO_BUSY" }), json!({ "reason": "nonsense" })] {
        let refused = rig.cancel("a", body);
        let details = &refused.refused(422, "reason_not_accepted")["details"];
        assert_eq!(details["reasons"].as_array().unwrap().len(), 9);
    }
    rig.cancel("a", json!({ "reason": "BAD_WEATHER" })).data();
    assert_eq!((rig.status("a"), rig.host.fake().state("a")), (1600, "REJECTED"));
    // Without a note the reason's name says it.
    assert_eq!(rig.host.fake().order("a").message.as_deref(), Some("Kötü hava koşulları"));
    // Also when it has left the restaurant.
    rig.dispatch(&an_order("b"));
    rig.advance("b").data();
    rig.advance("b").data();
    rig.cancel("b", json!({ "reason": "UNABLE_TO_FIND" })).data();
    assert_eq!(rig.status("b"), 1600);
    rig.cancel("b", json!({ "reason": "UNABLE_TO_FIND" })).refused(409, "order_closed");
    rig.assert_behaved();
}

#[test]
fn by_the_platform_in_every_status_however_often_it_says_so() {
    let rig = Rig::start(Middleware::new());
    for advances in 0..3 {
        let token = format!("c{advances}");
        let id = rig.dispatch(&for_rider(&token));
        for _ in 0..advances {
            rig.advance(&token).data();
        }
        for _ in 0..2 {
            let body = json!({ "status": "ORDER_CANCELLED", "message": "Müşteri vazgeçti" });
            assert_eq!(rig.push_status(&id, body).status, 200);
        }
        let detail = rig.show(&token);
        assert_eq!((&detail["status"], &detail["cancellation"]["by"]), (&json!(1500), &json!("platform")));
        assert_eq!(detail["cancellation"]["note"], "Müşteri vazgeçti");
        assert_eq!(detail["history"].as_array().unwrap().len(), advances + 2);
        // What comes late moves nothing.
        assert_eq!(rig.push_status(&id, json!({ "status": "ORDER_PICKED_UP" })).status, 200);
        assert_eq!(rig.status(&token), 1500);
    }
}

/// The push was lost; the platform's refusal of the next step tells of it.
#[test]
fn by_the_platform_noticed_when_the_next_step_is_refused() {
    let rig = Rig::start(Middleware::new());
    for (token, advances) in [("a", 0), ("b", 1)] {
        rig.dispatch(&for_rider(token));
        for _ in 0..advances {
            rig.advance(token).data();
        }
        rig.host.fake().set_state(token, "CANCELLED");
        rig.host.fake().orders.get_mut(token).unwrap().reason = Some("NO_RESPONSE".into());
        let refused = rig.advance(token);
        assert_eq!(refused.refused(409, "order_closed")["details"]["status"], 1500);
        let detail = rig.show(token);
        assert_eq!((&detail["status"], &detail["cancellation"]["reason"]), (&json!(1500), &json!("NO_RESPONSE")));
    }
    // A customer was faster than our own cancellation: it stays theirs.
    rig.dispatch(&an_order("c"));
    rig.host.fake().set_state("c", "CANCELLED");
    rig.cancel("c", json!({})).refused(409, "order_closed");
    assert_eq!(rig.status("c"), 1500);
}

#[test]
fn a_cancellation_whose_answer_was_lost_is_found_by_reading_back() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&an_order("taken"));
    rig.host.fake().trick("/order/status/taken", 1, Trick::status(502, "").done());
    rig.cancel("taken", json!({ "reason": "CLOSED" })).data();
    assert_eq!((rig.status("taken"), rig.told("taken").len()), (1600, 1));
    rig.dispatch(&an_order("not"));
    rig.host.fake().trick("/order/status/not", 1, Trick::status(502, ""));
    rig.cancel("not", json!({ "reason": "CLOSED" })).refused(502, "platform_rejected");
    assert_eq!((rig.status("not"), rig.told("not").len()), (400, 1));
    rig.cancel("not", json!({ "reason": "CLOSED" })).data();
    assert_eq!(rig.host.fake().order("not").reason.as_deref(), Some("CLOSED"));
}

#[test]
fn our_own_rejection_is_ours_also_where_it_is_found_out_after_a_restart() {
    let mut rig = Rig::start(Middleware::new());
    rig.host.fake().hides_rejected = true;
    let mut reject_unanswered = |token: &str| {
        let id = rig.dispatch(&an_order(token));
        let path: &'static str = format!("/order/status/{token}").leak();
        rig.host.fake().trick(path, 1, Trick::status(502, "").done());
        rig.host.fake().trick("/orders/", 1_000, Trick::status(500, ""));
        rig.cancel(token, json!({ "reason": "CLOSED" })).refused(502, "platform_rejected");
        assert_eq!((rig.status(token), rig.host.fake().state(token)), (400, "REJECTED"));
        rig.garson.kill();
        rig.garson.restart();
        id
    };
    // The platform says that it is over before it can be asked.
    let id = reject_unanswered("told");
    // The same, found in the platform's list.
    reject_unanswered("listed");
    assert_eq!(rig.push_status(&id, json!({ "status": "ORDER_CANCELLED" })).status, 200);
    assert_eq!(rig.status("told"), 1600);
    rig.host.fake().forget_tricks();
    crate::harness::eventually("it is found", || (rig.status("listed") > 400).then_some(()));
    for token in ["told", "listed"] {
        let cancellation = &rig.show(token)["cancellation"];
        assert_eq!((rig.status(token), &cancellation["reason"]), (1600, &json!("CLOSED")));
        assert_eq!(rig.told(token).len(), 1);
    }
}
