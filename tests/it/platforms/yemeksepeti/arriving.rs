//! Orders as they come in: as documented, odd, large, many, twice.

use super::{
    EXAMPLE, Rig, an_order, bearer,
    fake::{Middleware, SHOP, Trick},
    remote_id,
};
use crate::harness::{HELD, OF_AN_ORDER, at_once, masked};
use serde_json::{Value, json};

#[test]
fn the_documents_example_becomes_this_detail() {
    let rig = Rig::start(Middleware::new());
    let answer = rig.push("POST", &format!("/order/{SHOP}"), EXAMPLE.trim().as_bytes(), &bearer());
    let id = remote_id(&answer);
    let shown = rig.garson.get("/web-api/v1/orders/b7d1c0f2-9a53-4a1e-8a77-2f6f3b0e51aa");
    assert_eq!(shown.data()["id"], id);
    assert!(shown.text.contains(EXAMPLE.trim()), "{shown}");
    insta::assert_json_snapshot!("example_detail", masked(shown.data(), &OF_AN_ORDER));
}

#[test]
fn the_same_order_again_is_answered_the_same() {
    let rig = Rig::start(Middleware::new());
    let order = an_order("twice");
    let ids = at_once(8, |_| remote_id(&rig.push_order(&order)));
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    rig.host.fake().dispatch(&order);
    rig.host.fake().acknowledge("twice", &ids[0]);
    rig.verify("twice").data();
    let mut other = order;
    other["price"]["grandTotal"] = json!("1.00");
    assert_eq!(remote_id(&rig.push_order(&other)), ids[0]);
    let detail = rig.show("twice");
    assert_eq!((rig.count(), &detail["status"], &detail["total"]), (1, &json!(500), &json!(405)));
}

#[test]
fn orders_that_cannot_be_understood_are_kept_and_flagged() {
    let rig = Rig::start(Middleware::new());
    let odd = json!({
        "token": "odd", "products": [{ "quantity": "many" }, 5], "price": { "grandTotal": "free" }, "payment": {},
        "expeditionType": "drone", "createdAt": "soon", "callbackUrls": { "orderAcceptedUrl": "?" },
    });
    let id = rig.dispatch(&odd);
    let detail = rig.show("odd");
    let problems = detail["problems"].as_array().unwrap();
    for problem in ["products[0].name", "products[0].quantity", "price.grandTotal", "payment.type", "createdAt"] {
        assert!(problems.contains(&json!(problem)), "{problem} is not in {problems:?}");
    }
    assert_eq!((&detail["status"], &detail["raw"], &detail["payment"]["type"]), (&json!(400), &odd, &json!("other")));
    // It is an order all the same.
    rig.verify("odd").data();
    assert_eq!(rig.host.fake().order("odd").remote_id.as_deref(), Some(id.as_str()));
    // Only objects are orders.
    for none in ["[]", "7", "null", "[1,2,3]"] {
        let refused = rig.push("POST", &format!("/order/{SHOP}"), none.as_bytes(), &bearer());
        assert_eq!((refused.status, &refused.json["reason"]), (400, &json!("TECHNICAL_PROBLEM")), "{refused}");
    }
    assert_eq!(rig.count(), 1);
    for (at, nameless) in [r#"{"products":[{}]}"#, r#"{"code":"k4vz"}"#].into_iter().enumerate() {
        let push = || remote_id(&rig.push("POST", &format!("/order/{SHOP}"), nameless.as_bytes(), &bearer()));
        let id = push();
        assert_eq!((push(), rig.count()), (id.clone(), at + 2), "{nameless}");
        let detail = rig.show(&id);
        assert!(detail["problems"].as_array().unwrap().contains(&json!("token")), "{detail}");
        assert_eq!(detail["status"], 400);
        // Nobody there can be told of it; it can still be worked off here.
        rig.verify(&id).data();
        rig.cancel(&id, json!({ "reason": "LATE_DELIVERY" })).data();
    }
    assert!(!rig.host.heard().iter().any(|heard| heard.path.contains("without-id")));
    // What no JSON reader takes in whole is kept as a text.
    let deep = format!(r#"{{"token":"deep","products":{}{}}}"#, "[".repeat(100), "]".repeat(100));
    let id = remote_id(&rig.push("POST", &format!("/order/{SHOP}"), deep.as_bytes(), &bearer()));
    assert_eq!(rig.show(&id)["raw"], Value::String(deep));
    rig.dispatch(&an_order("next"));
    rig.assert_behaved();
}

#[test]
fn of_an_order_of_600_kilobytes_the_beginning_is_shown_and_all_is_kept() {
    let rig = Rig::start(Middleware::new());
    let mut large = an_order("large");
    let product = large["products"][0].clone();
    large["products"] = Value::Array(vec![product; 1_800]);
    assert!(large.to_string().len() > 600_000);
    rig.dispatch(&large);
    let shown = rig.show("large");
    assert_eq!(shown["items"].as_array().unwrap().len(), 300);
    assert_eq!(shown["raw"]["products"].as_array().unwrap().len(), 1_800);
    assert!(shown["problems"].as_array().unwrap().contains(&json!("size")), "{}", shown["problems"]);
    rig.verify("large").data();
}

#[test]
fn sixty_orders_at_once_are_sixty_orders() {
    // Whatever the platform is asked about them takes longer than they do: it has no answer before all of them have one.
    let rig = Rig::start_with(Middleware::new(), json!({ "autoAccept": true }));
    rig.host.fake().trick("/order/status/", 60, Trick { late: HELD, ..Trick::status(200, "{}").done() });
    let push = |n: usize| {
        let order = an_order(&format!("m{n}"));
        rig.host.fake().put(&order, "WAITING_FOR_VENDOR");
        remote_id(&rig.push_order(&order))
    };
    let answers = at_once(6, |part| (part * 10..part * 10 + 10).map(push).collect::<Vec<_>>());
    let mut ids: Vec<&String> = answers.iter().flatten().collect();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), rig.count()), (60, 60));
    rig.host.release();
}

#[test]
fn test_orders_are_marked_and_never_counted() {
    let rig = Rig::start(Middleware::new());
    let mut order = an_order("test");
    order["test"] = json!(true);
    rig.dispatch(&order);
    for _ in 0..3 {
        rig.advance("test").data();
    }
    assert_eq!((rig.status("test"), &rig.show("test")["isTest"]), (900, &json!(true)));
    assert_eq!(rig.garson.get("/web-api/v1/orders/grouped-payments").data()["count"], 0);
    rig.assert_behaved();
}
