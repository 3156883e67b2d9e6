//! kill -9: between telling and storing, under load, and while a scheduled order waits.

use super::{order, statuses};
use crate::harness::{Garson, Receiver, Reply, Script, Shop, TimeOfDay, an_order, connect, eventually};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::Write,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

const VERIFY: &str = "/web-api/v1/orders/verify/1";
const ADVANCE: &str = "/web-api/v1/orders/change-status/1";

fn post_once(garson: &Garson, path: &str) -> Reply {
    garson.send("POST", path, Some(b"{}"), &[("Idempotency-Key", "k")])
}

/// A shop was asked and had not answered yet when the program was killed.
fn killed_while_the_shop_thinks(path: &str) -> (Garson, Receiver, Shop) {
    killed_after(path, "{}", json!({ "action": "verify", "providerOrderId": "1", "status": 500 }))
}

/// The same with this body, of which the shop hears this.
fn killed_after(path: &str, body: &str, heard: Value) -> (Garson, Receiver, Shop) {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Hold(200));
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": receiver.url } }));
    shop.order(&garson, "1");
    let mut caller = connect(&garson);
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nIdempotency-Key: k\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        garson.key,
        body.len()
    );
    caller.write_all(head.as_bytes()).unwrap();
    assert_eq!(receiver.next().json(), heard);
    garson.kill();
    garson.assert_sound();
    (garson, receiver, shop)
}

#[test]
fn killed_between_telling_and_storing_the_shop_is_asked_again_and_the_order_is_verified() {
    let (mut garson, receiver, _shop) = killed_while_the_shop_thinks(VERIFY);
    receiver.release();
    garson.restart();
    assert_eq!(receiver.next().json(), json!({ "action": "verify", "providerOrderId": "1", "status": 500 }));
    eventually("the order to be verified", || (order(&garson, "1")["status"] == 500).then_some(()));
    // The answer that the caller never got was stored with the change.
    receiver.play(Script::Answer(409, "enough"));
    assert_eq!(post_once(&garson, VERIFY).data()["message"], "The order was accepted.");
    assert!(receiver.heard_nothing());
    let shown = order(&garson, "1");
    assert_eq!(statuses(&shown), [400, 500]);
    assert!(shown["history"][1]["by"].as_str().unwrap().starts_with("key:"), "{shown}");
    assert_eq!((garson.metric("garson_events"), garson.metric("garson_intents")), (3, 0));
    garson.stop_sound();
}

#[test]
fn killed_between_telling_and_storing_the_minutes_of_an_acceptance_are_told_again_and_kept() {
    let heard = json!({ "action": "verify", "providerOrderId": "1", "status": 500, "preparationMinutes": 25 });
    let body = r#"{"preparationMinutes":25}"#;
    let (mut garson, receiver, _shop) = killed_after(VERIFY, body, heard.clone());
    receiver.release();
    garson.restart();
    assert_eq!(receiver.next().json(), heard);
    eventually("the order to be verified", || (order(&garson, "1")["status"] == 500).then_some(()));
    assert_eq!(order(&garson, "1")["preparationMinutes"], 25);
    let again = |body: &str| garson.send("POST", VERIFY, Some(body.as_bytes()), &[("Idempotency-Key", "k")]);
    assert_eq!(again(body).data()["message"], "The order was accepted.");
    again(r#"{"preparationMinutes":26}"#).refused(422, "idempotency_key_reused");
    assert!(receiver.heard_nothing());
    garson.stop_sound();
}

#[test]
fn killed_between_telling_and_storing_a_shop_that_now_refuses_leaves_the_order_new() {
    let (mut garson, receiver, _shop) = killed_while_the_shop_thinks(VERIFY);
    receiver.play(Script::Answer(409, "too late"));
    receiver.release();
    garson.restart();
    receiver.next();
    eventually("nothing to be left open", || (garson.metric("garson_intents") == 0).then_some(()));
    assert_eq!(statuses(&order(&garson, "1")), [400]);
    // A refusal of the shop is nothing to remember: the same request may go through later.
    receiver.play(Script::Answer(200, ""));
    post_once(&garson, VERIFY).data();
    assert_eq!(statuses(&order(&garson, "1")), [400, 500]);
    assert_eq!(garson.metric("garson_events"), 3);
    garson.stop_sound();
}

#[test]
fn a_request_repeated_while_its_first_run_is_being_settled_is_not_carried_out_twice() {
    let (mut garson, receiver, _shop) = killed_while_the_shop_thinks(ADVANCE);
    garson.restart();
    // The shop is asked again, and thinks again.
    receiver.next();
    std::thread::scope(|scope| {
        let repeated = scope.spawn(|| post_once(&garson, ADVANCE));
        eventually("the repetition to wait for its turn", || (garson.metric("garson_intents") == 1).then_some(()));
        receiver.release();
        let expected = json!({ "orderId": "1", "oldStatus": 400, "newStatus": 500 });
        assert_eq!(*repeated.join().unwrap().data(), expected);
    });
    assert_eq!(statuses(&order(&garson, "1")), [400, 500]);
    assert_eq!(garson.metric("garson_events"), 3);
    garson.stop_sound();
}

#[test]
fn a_customer_who_cancelled_before_the_restart_is_not_overruled() {
    let (mut garson, receiver, shop) = killed_while_the_shop_thinks(VERIFY);
    garson.restart();
    receiver.next();
    shop.cancel(&garson, "1", json!({})).data();
    receiver.release();
    eventually("nothing to be left open", || (garson.metric("garson_intents") == 0).then_some(()));
    assert_eq!(statuses(&order(&garson, "1")), [400, 1500]);
    garson.stop_sound();
}

#[test]
fn whatever_was_acknowledged_under_load_is_there_after_a_kill() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    // What each order was last acknowledged as: its id with us and its status.
    let acknowledged: Mutex<BTreeMap<String, (String, u64)>> = Mutex::default();
    for round in 0..5 {
        let count = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let (garson, shop, acknowledged, count) = (&garson, &shop, &acknowledged, &count);
                scope.spawn(move || {
                    for number in 0.. {
                        let name = format!("{round}-{writer}-{number}");
                        if write_one(garson, shop, &name, acknowledged, count).is_none() {
                            break;
                        }
                    }
                });
            }
            // On a thread, so that the program ends, and with it whoever writes, whatever it comes to.
            let is_enough = || (count.load(Ordering::Relaxed) > 30 + 17 * round).then_some(());
            let waited = scope.spawn(move || eventually("enough orders", is_enough)).join();
            crate::harness::signal(garson.pid(), "KILL");
            waited.unwrap();
        });
        garson.kill();
        garson.assert_sound();
        garson.restart();
        let (acknowledged, all) = (acknowledged.lock().unwrap(), all_orders(&garson));
        for (name, (id, status)) in acknowledged.iter() {
            let shown = all.get(name).unwrap_or_else(|| panic!("{name} is gone"));
            assert_eq!(shown["id"], *id, "{name}");
            assert!(shown["status"].as_u64().unwrap() >= *status, "{name} was {status}, is {shown}");
        }
        let orders = garson.metric("garson_orders");
        assert!(orders >= acknowledged.len() as u64, "{orders} of {}", acknowledged.len());
    }
    garson.stop_sound();
}

/// Every order, by its platform's id.
fn all_orders(garson: &Garson) -> BTreeMap<String, Value> {
    let (mut all, mut cursor) = (BTreeMap::new(), String::new());
    loop {
        let page = garson.get(&format!("/web-api/v1/orders?limit=200{cursor}"));
        for order in page.data().as_array().unwrap() {
            all.insert(order["providerOrderId"].as_str().unwrap().to_owned(), order.clone());
        }
        match page.json["paging"]["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

/// Pushes an order and moves it twice; `None` once the program is gone.
fn write_one(
    garson: &Garson,
    shop: &Shop,
    name: &str,
    acknowledged: &Mutex<BTreeMap<String, (String, u64)>>,
    count: &AtomicUsize,
) -> Option<()> {
    let send = |path: &str, body: Value| {
        garson.try_send("POST", path, Some(body.to_string().as_bytes()), &[]).ok().map(|reply| reply.data().clone())
    };
    let received = send(&format!("{}/orders", shop.intake), an_order(name))?;
    let id = received["id"].as_str().unwrap().to_owned();
    acknowledged.lock().unwrap().insert(name.to_owned(), (id.clone(), 400));
    for _ in 0..2 {
        let moved = send(&format!("/web-api/v1/orders/change-status/{name}"), json!({}))?;
        let status = moved["newStatus"].as_u64().unwrap();
        acknowledged.lock().unwrap().insert(name.to_owned(), (id.clone(), status));
        count.fetch_add(1, Ordering::Relaxed);
    }
    Some(())
}

#[test]
fn a_scheduled_order_starts_at_its_time_also_when_that_passed_while_stopped() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&[]);
    let shop = Shop::open_with(&garson, json!({ "settings": { "preparationMinutes": 0 } }));
    let due = Timestamp::now() + SignedDuration::from_hours(1);
    for id in ["killed", "left-alone"] {
        let mut order = an_order(id);
        order["scheduledAt"] = json!(due.to_string());
        shop.push(&garson, &order).data();
    }
    assert_eq!(garson.post("/web-api/v1/orders/verify/killed", json!({})).data()["provider"], "open");
    assert_eq!(statuses(&order(&garson, "killed")), [325, 350]);
    garson.kill();
    clock.set(due + SignedDuration::from_secs(1));
    garson.restart();
    eventually("the order to start", || (order(&garson, "killed")["status"] == 500).then_some(()));
    assert_eq!(order(&garson, "killed")["history"][2]["by"], "system");
    // What nobody verified waits on.
    assert_eq!(statuses(&order(&garson, "left-alone")), [325]);
    assert_eq!(garson.metric("garson_events"), 1 + 2 + 2);
    garson.stop_sound();
}

#[test]
fn a_scheduled_order_that_was_verified_starts_by_itself() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&[]);
    let receiver = Receiver::start(Script::Answer(200, ""));
    let settings = json!({ "preparationMinutes": 0, "callbackUrl": receiver.url });
    let (shop, other) = (
        Shop::open_with(&garson, json!({ "settings": settings })),
        Shop::open_with(&garson, json!({ "settings": { "preparationMinutes": 0 } })),
    );
    let due = Timestamp::now() + SignedDuration::from_hours(1);
    for (shop, id, minutes) in [(&shop, "1", 0), (&other, "sooner", -30)] {
        let mut scheduled = an_order(id);
        scheduled["scheduledAt"] = json!((due + SignedDuration::from_mins(minutes)).to_string());
        shop.push(&garson, &scheduled).data();
        garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    }
    assert_eq!(receiver.next().json()["status"], 350);
    // Something is written, so that it is looked at what is due.
    let it_is = |minutes: i64, id: &str| {
        clock.set(due + SignedDuration::from_mins(minutes));
        Shop::open(&garson);
        eventually("the order to start", || (order(&garson, id)["status"] == 500).then_some(()));
    };
    it_is(-1, "sooner");
    assert_eq!(statuses(&order(&garson, "1")), [325, 350], "it started before its time");
    it_is(1, "1");
    assert_eq!(receiver.next().json()["status"], 500);
    assert_eq!(statuses(&order(&garson, "1")), [325, 350, 500]);
    garson.stop_sound();
}
