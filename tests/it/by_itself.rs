//! What the program does by itself: accepting where the owner wants that, starting scheduled orders.

use crate::harness::{Garson, Receiver, Script, Shop, TimeOfDay, an_order, eventually};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::{io::Write, net::TcpStream};

fn status(garson: &Garson, id: &str) -> u64 {
    garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"].as_u64().unwrap()
}

#[test]
fn what_arrives_is_accepted_although_the_shop_hangs_up() {
    let garson = Garson::start();
    let shop = Shop::open_with(&garson, json!({ "settings": { "autoAccept": true } }));
    for n in 0..10 {
        let body = an_order(&n.to_string()).to_string();
        let address = garson.base.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!("POST {}/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n", shop.intake);
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    }
    // What was stored before its shop was gone is accepted; what was not is the shop's to send again.
    shop.order(&garson, "last");
    eventually("all that is stored is accepted", || {
        let waiting = garson.get("/web-api/v1/orders?status=400");
        (waiting.data().as_array().unwrap().is_empty() && status(&garson, "last") == 500).then_some(())
    });
}

#[test]
fn what_could_not_be_accepted_is_tried_again_also_after_a_kill() {
    let mut garson = Garson::start();
    let callback = Receiver::start(Script::Close);
    let settings = json!({ "settings": { "autoAccept": true, "callbackUrl": callback.url } });
    let shop = Shop::open_with(&garson, settings);
    shop.order(&garson, "1");
    callback.next();
    assert_eq!(status(&garson, "1"), 400);
    garson.kill();
    callback.play(Script::Answer(200, ""));
    garson.restart();
    eventually("it is accepted", || (status(&garson, "1") == 500).then_some(()));
    let detail = garson.get("/web-api/v1/orders/1");
    assert_eq!(detail.data()["history"][1]["by"], "system");
    // A shop that says no is not asked again; the order waits for a person.
    callback.play(Script::Answer(409, ""));
    shop.order(&garson, "2");
    eventually("it is given up", || garson.log().contains("could not be accepted").then_some(()));
    assert_eq!(status(&garson, "2"), 400);
    garson.stop();
    garson.assert_sound();
}

#[test]
fn a_shop_that_hangs_holds_up_neither_the_kitchens_nor_the_calls_of_others() {
    let clock = TimeOfDay::new();
    let garson = clock.start_with(&[]);
    let hanging = Receiver::start(Script::Answer(200, ""));
    let slow = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": hanging.url, "preparationMinutes": 0 } }));
    let quick = Shop::open_with(&garson, json!({ "settings": { "preparationMinutes": 0 } }));
    let begins = Timestamp::now() + SignedDuration::from_hours(1);
    for (shop, id) in [(&slow, "a"), (&slow, "b"), (&slow, "c"), (&quick, "z")] {
        let mut order = an_order(id);
        order["scheduledAt"] = json!(begins.to_string());
        shop.push(&garson, &order).data();
        garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    }
    hanging.play(Script::Hold(200));
    clock.set(begins + SignedDuration::from_secs(1));
    Shop::open(&garson);
    for id in ["a", "b", "c", "z"] {
        eventually("the kitchens start", || (status(&garson, id) == 500).then_some(()));
    }
    // None of them has waited for the shop: it was asked, and has neither answered nor been given up.
    hanging.next();
    for id in ["a", "b", "c"] {
        let order = garson.get(&format!("/web-api/v1/orders/{id}")).data().clone();
        let step = order["platformSync"].as_array().unwrap().last().unwrap();
        assert_eq!((&step["state"], &step["error"]), (&json!("waiting"), &json!(null)), "{id}: {step}");
    }
    hanging.release();
}

#[test]
fn a_sum_that_is_too_large_is_refused_and_not_stored_unreadable() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let mut order = an_order("1");
    let item = json!({ "name": "x", "quantity": 1, "total": 1_000_000_000 });
    order["items"] = json!([item, item]);
    assert_eq!(shop.push(&garson, &order).refused(422, "validation_failed")["field"], "items");
    order["items"] = json!([item]);
    order["amount"]["total"] = json!(1_000_000_000);
    shop.push(&garson, &order).data();
    order["providerOrderId"] = json!("2");
    shop.push(&garson, &order).data();
    assert_eq!(garson.get("/web-api/v1/orders/grouped-payments").data()["total"], 2_000_000_000_u64);
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["total"], 1_000_000_000_u64);
}
