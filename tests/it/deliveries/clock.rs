//! Clocks that are set, and records that grow old.

use super::{await_state, hook, log};
use crate::harness::{Heard, Receiver, Script, Shop, TimeOfDay, eventually};
use garson::model::Time;
use serde_json::json;
use std::time::Duration;

#[test]
fn a_clock_that_jumps_back_an_hour_loses_and_stalls_nothing() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&["--webhook-retries", "1m,1m,1m"]);
    let target = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    let before = shop.order(&garson, "before");
    target.next();
    let retry_at = || {
        let row = log(&garson, "orderId=before")[0].clone();
        assert_eq!(row["state"], "pending", "{row}");
        row["nextAttemptAt"].as_str().filter(|_| row["attemptCount"] == 1).map(|at| Time::parse(at).unwrap())
    };
    let planned = eventually("the attempt is recorded", &retry_at);
    clock.shift(-3_600);
    target.play(Script::Answer(200, ""));
    // What happens after the jump goes out at once, and its id is still above what came before. The retry was due at a
    // moment that the clock has yet to reach again; nobody waits an hour for it.
    let after = shop.order(&garson, "after");
    assert!(after > before);
    let order_of = |heard: Heard| heard.json()["veri"]["orderId"].as_str().unwrap().to_owned();
    assert_eq!(order_of(target.next()), after);
    let retry = eventually("the retry is brought forward", || retry_at().filter(|at| *at < planned));
    assert!(planned.since(retry) > Duration::from_secs(3_500), "{planned:?} {retry:?}");
    let list = garson.get("/web-api/v1/orders");
    assert_eq!(list.data()[0]["id"], after);
    let created = |at: usize| Time::parse(list.data()[at]["createdAt"].as_str().unwrap()).unwrap();
    assert!(created(0) < created(1));
    let until = list.data()[0]["createdAt"].as_str().unwrap();
    let narrowed =
        garson.get(&format!("/web-api/v1/orders?from={until}&to={}", list.data()[1]["createdAt"].as_str().unwrap()));
    assert_eq!(narrowed.data().as_array().unwrap().len(), 1);
    clock.shift(70 - 3_600);
    let last = shop.order(&garson, "last");
    let mut heard = [target.next(), target.next()].map(order_of);
    heard.sort();
    assert_eq!(heard, [before, last]);
    await_state(&garson, "delivered", 3);
    garson.stop();
    garson.assert_sound();
}

#[test]
fn a_clock_that_was_years_ahead_leaves_nothing_waiting_for_years() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&["--webhook-retries", "30m,30m,30m"]);
    clock.shift(4 * 365 * 24 * 3_600);
    let target = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    target.next();
    eventually("the attempt is recorded", || (log(&garson, "")[0]["attemptCount"] == 1).then_some(()));
    garson.stop();
    clock.shift(0);
    target.play(Script::Answer(200, ""));
    garson.restart();
    await_state(&garson, "delivered", 1);
}

#[test]
fn old_deliveries_are_forgotten_and_what_is_owed_is_not() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&["--webhook-retries", "1ms,1ms,1ms", "--keep-days", "30"]);
    let (good, bad) = (Receiver::start(Script::Answer(200, "")), Receiver::start(Script::Answer(500, "")));
    let shop = Shop::open(&garson);
    hook(&garson, &good);
    hook(&garson, &bad);
    shop.order(&garson, "old");
    await_state(&garson, "delivered", 1);
    await_state(&garson, "failed", 1);
    let owed = garson.post("/web-api/v1/webhooks", json!({ "url": good.url, "isActive": false })).id();
    shop.order(&garson, "owed");
    await_state(&garson, "delivered", 2);
    await_state(&garson, "failed", 2);
    garson.stop();
    clock.shift(31 * 24 * 3_600);
    garson.restart();
    // The event that a paused webhook is still owed keeps its other deliveries too.
    eventually("the old ones are gone", || (log(&garson, "").len() == 3).then_some(()));
    assert_eq!(log(&garson, &format!("webhookId={owed}&state=pending")).len(), 1);
    assert_eq!(garson.get("/web-api/v1/orders/old").data()["status"], 400);
    garson.stop();
    garson.assert_sound();
}
