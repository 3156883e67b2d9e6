//! Clocks that are set, and records that grow old.

use super::{await_state, hook, log};
use crate::harness::{Garson, Receiver, Script, Shop, eventually, shim};
use serde_json::json;

/// A program whose clock the test sets, and the file it sets it with.
fn with_a_clock(flags: &[&str]) -> (Garson, tempfile::NamedTempFile) {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(flags)
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    (garson, shift)
}

#[test]
fn a_clock_that_jumps_back_an_hour_loses_and_stalls_nothing() {
    let (mut garson, clock) = with_a_clock(&["--webhook-retries", "300ms,300ms,300ms"]);
    let target = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    let before = shop.order(&garson, "before");
    target.next();
    std::fs::write(clock.path(), "-3600").unwrap();
    target.play(Script::Answer(200, ""));
    // What happens after the jump goes out at once, and its id is still above what came before. The retry was due at a
    // moment that the clock has yet to reach again; nobody waits an hour for it.
    let after = shop.order(&garson, "after");
    assert!(after > before);
    let mut heard =
        [target.next(), target.next()].map(|heard| heard.json()["veri"]["orderId"].as_str().unwrap().to_owned());
    heard.sort();
    assert_eq!(heard, [before, after.clone()]);
    let list = garson.get("/web-api/v1/orders");
    assert_eq!(list.data()[0]["id"], after);
    let created = |at: usize| garson::model::Time::parse(list.data()[at]["createdAt"].as_str().unwrap()).unwrap();
    assert!(created(0) < created(1));
    let until = list.data()[0]["createdAt"].as_str().unwrap();
    let narrowed =
        garson.get(&format!("/web-api/v1/orders?from={until}&to={}", list.data()[1]["createdAt"].as_str().unwrap()));
    assert_eq!(narrowed.data().as_array().unwrap().len(), 1);
    await_state(&garson, "delivered", 2);
    garson.stop();
    garson.assert_sound();
}

#[test]
fn a_clock_that_was_years_ahead_leaves_nothing_waiting_for_years() {
    let (mut garson, clock) = with_a_clock(&["--webhook-retries", "30m,30m,30m"]);
    std::fs::write(clock.path(), (4 * 365 * 24 * 3_600).to_string()).unwrap();
    let target = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    target.next();
    eventually("the attempt is recorded", || (log(&garson, "")[0]["attemptCount"] == 1).then_some(()));
    garson.stop();
    std::fs::write(clock.path(), "0").unwrap();
    target.play(Script::Answer(200, ""));
    garson.restart();
    await_state(&garson, "delivered", 1);
}

#[test]
fn old_deliveries_are_forgotten_and_what_is_owed_is_not() {
    let (mut garson, clock) = with_a_clock(&["--webhook-retries", "1ms,1ms,1ms", "--keep-days", "30"]);
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
    std::fs::write(clock.path(), (31 * 24 * 3_600).to_string()).unwrap();
    garson.restart();
    // The event that a paused webhook is still owed keeps its other deliveries too.
    eventually("the old ones are gone", || (log(&garson, "").len() == 3).then_some(()));
    assert_eq!(log(&garson, &format!("webhookId={owed}&state=pending")).len(), 1);
    assert_eq!(garson.get("/web-api/v1/orders/old").data()["status"], 400);
    garson.stop();
    garson.assert_sound();
}
