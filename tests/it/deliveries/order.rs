//! The order in which events arrive, over failures, kills and backlogs.

use super::{DELIVERIES, await_state, hook, log};
use crate::harness::{Garson, Heard, Receiver, Script, Shop, an_order, at_once, eventually};
use serde_json::{Value, json};
use std::{collections::HashMap, time::Duration};

#[test]
fn a_cancellation_waits_for_one_retry_of_what_is_before_it_and_no_more() {
    let garson = Garson::start_with(&["--webhook-retries", "300ms,30s,30s"]);
    let target = Receiver::start(Script::Choose(only_cancellations));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    garson.post("/web-api/v1/orders/cancel/1", json!({ "reason": "closed" })).data();
    let heard: Vec<Value> = (0..3).map(|_| target.next().json()["olay"].clone()).collect();
    assert_eq!(heard, ["siparis.olusturuldu", "siparis.olusturuldu", "siparis.iptal_edildi"]);
    await_state(&garson, "delivered", 1);
    assert_eq!(await_state(&garson, "pending", 2).len(), 2);
}

fn only_cancellations(heard: &Heard) -> Script {
    if heard.body.contains("iptal_edildi") { Script::Answer(200, "") } else { Script::Answer(500, "") }
}

/// Of an event, what a till compares.
fn place(heard: &Heard) -> Value {
    let veri = &heard.json()["veri"];
    json!([veri["sequence"], veri["isStale"], veri["status"]])
}

#[test]
fn a_till_can_tell_the_newest_event_whatever_comes_last() {
    let garson = Garson::start_with(&["--webhook-retries", "1ms,168h,168h"]);
    let target = Receiver::start(Script::Choose(only_cancellations));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    let mut order = an_order("1");
    order["isTest"] = json!(true);
    shop.push(&garson, &order).data();
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    garson.post("/web-api/v1/orders/cancel/1", json!({ "reason": "closed" })).data();
    let heard: Vec<Heard> = (0..3).map(|_| target.next()).collect();
    let places: Vec<Value> = heard.iter().map(place).collect();
    assert_eq!(places, [json!([1, false, 400]), json!([1, false, 400]), json!([3, false, 1600])]);
    assert!(heard.iter().all(|heard| heard.json()["veri"]["isTest"] == true), "{heard:?}");
    await_state(&garson, "delivered", 1);
    // What the cancellation has overtaken comes after it.
    target.play(Script::Answer(200, ""));
    let created = log(&garson, "event=siparis.olusturuldu")[0]["id"].as_str().unwrap().to_owned();
    garson.post(&format!("{DELIVERIES}/{created}/resend"), json!({})).data();
    let late: Vec<Value> = (0..2).map(|_| place(&target.next())).collect();
    assert_eq!(late, [json!([1, true, 400]), json!([2, true, 500])]);
    // Also while the cancellation is being sent again: it was told once.
    await_state(&garson, "delivered", 3);
    target.play(Script::Answer(500, ""));
    let cancelled = log(&garson, "event=siparis.iptal_edildi")[0]["id"].as_str().unwrap().to_owned();
    garson.post(&format!("{DELIVERIES}/{cancelled}/resend"), json!({})).data();
    let again: Vec<Value> = (0..2).map(|_| place(&target.next())).collect();
    assert_eq!(again, [json!([3, false, 1600]), json!([3, false, 1600])]);
    await_state(&garson, "pending", 1);
    garson.post(&format!("{DELIVERIES}/{created}/resend"), json!({})).data();
    assert_eq!(place(&target.next()), json!([1, true, 400]));
}

#[test]
fn what_is_being_overtaken_waits_for_what_comes_of_that() {
    fn hold_cancellations(heard: &Heard) -> Script {
        if heard.body.contains("iptal_edildi") { Script::Hold(200) } else { Script::Answer(500, "") }
    }
    let garson = Garson::start_with(&["--webhook-retries", "1ms,168h,168h"]);
    let target = Receiver::start(Script::Choose(hold_cancellations));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    garson.post("/web-api/v1/orders/cancel/1", json!({ "reason": "closed" })).data();
    (0..2).for_each(|_| drop(target.next()));
    assert_eq!(place(&target.next()), json!([2, false, 1600]));
    target.play(Script::Answer(200, ""));
    let created = log(&garson, "event=siparis.olusturuldu")[0]["id"].as_str().unwrap().to_owned();
    garson.post(&format!("{DELIVERIES}/{created}/resend"), json!({})).data();
    // What happens to another order does not wait.
    shop.order(&garson, "2");
    assert_eq!(target.next().json()["veri"]["providerOrderId"], "2");
    assert!(target.heard_nothing());
    target.release();
    assert_eq!(place(&target.next()), json!([1, true, 400]));
}

#[test]
fn a_cancellation_goes_before_what_it_has_overtaken_when_both_are_due_at_once() {
    fn hold_the_retry(heard: &Heard) -> Script {
        if heard.header("x-webhook-attempt") == Some("2") { Script::Hold(500) } else { Script::Answer(500, "") }
    }
    let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,168h"]);
    let target = Receiver::start(Script::Choose(hold_the_retry));
    let shop = Shop::open(&garson);
    let path = format!("/web-api/v1/webhooks/{}", hook(&garson, &target));
    let switch = |is_active: bool| {
        garson.put(&path, json!({ "url": target.url, "isActive": is_active })).data();
    };
    shop.order(&garson, "1");
    (0..2).for_each(|_| drop(target.next()));
    // The retry fails while the target is paused, so that both are due when it hears again.
    switch(false);
    garson.post("/web-api/v1/orders/cancel/1", json!({ "reason": "closed" })).data();
    target.play(Script::Answer(200, ""));
    target.release();
    eventually("both are due", || {
        let is_due = |row: &Value| row["nextAttemptAt"].is_string();
        log(&garson, "state=pending").iter().all(is_due).then_some(())
    });
    switch(true);
    let places: Vec<Value> = (0..2).map(|_| place(&target.next())).collect();
    assert_eq!(places, [json!([2, false, 1600]), json!([1, true, 400])]);
}

#[test]
fn the_events_of_each_order_arrive_in_order_over_failures_and_a_kill() {
    fn sometimes(heard: &Heard) -> Script {
        // By the last digit of the delivery's id, so that a retry of the same may fail as well, but not for ever.
        let attempt =
            heard.headers.iter().find(|(name, _)| name == "x-webhook-attempt").map_or("1", |(_, n)| n.as_str());
        let id = heard.json()["veri"]["id"].as_str().unwrap_or_default().to_owned();
        if attempt == "1" && id.ends_with(['1', '5', '9', 'c']) {
            Script::Answer(500, "")
        } else {
            Script::Answer(200, "")
        }
    }
    let mut garson = Garson::start_with(&["--webhook-retries", "20ms,20ms,20ms"]);
    let target = Receiver::start(Script::Choose(sometimes));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    let orders = 100;
    at_once(4, |part| {
        let mine = || (0..orders).filter(|n| n % 4 == part);
        mine().for_each(|n| _ = shop.order(&garson, &n.to_string()));
        for n in mine() {
            for _ in 0..3 {
                garson.post(&format!("/web-api/v1/orders/change-status/{n}"), json!({})).data();
            }
        }
    });
    garson.kill();
    garson.restart();
    eventually("all is delivered", || {
        let waiting = garson.get(&format!("{DELIVERIES}?state=pending&limit=1"));
        waiting.data().as_array().unwrap().is_empty().then_some(())
    });
    let mut seen: HashMap<String, Vec<u64>> = HashMap::new();
    while let Some(heard) = target.try_next() {
        let veri = heard.json()["veri"].clone();
        let statuses = seen.entry(veri["orderId"].as_str().unwrap().to_owned()).or_default();
        let status = veri["status"].as_u64().unwrap();
        // The same may come again, by a retry or after the kill; nothing may come out of its turn.
        if statuses.last() != Some(&status) {
            statuses.push(status);
        }
    }
    assert_eq!(seen.len(), orders);
    for (order, statuses) in seen {
        assert_eq!(statuses, [400, 500, 600, 900], "{order}");
    }
    garson.stop();
    garson.assert_sound();
}

#[test]
fn killed_between_commit_and_send_delivers_and_between_send_and_record_delivers_again() {
    let mut garson = Garson::start();
    let target = Receiver::start(Script::Hold(200));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let first = target.next();
    garson.kill();
    target.play(Script::Answer(200, ""));
    garson.restart();
    let again = target.next();
    assert_eq!(first.json(), again.json());
    await_state(&garson, "delivered", 1);
}

#[test]
fn a_backlog_drains_while_new_events_have_their_turn() {
    const BACKLOG: usize = 200;
    let garson = Garson::start();
    let target = Receiver::start(Script::Hold(200));
    let shop = Shop::open(&garson);
    let body = json!({ "url": target.url, "events": ["siparis.olusturuldu"] });
    let paused = json!({ "url": target.url, "events": ["siparis.olusturuldu"], "isActive": false });
    let id = garson.post("/web-api/v1/webhooks", paused).id();
    shop.order(&garson, "then-0");
    at_once(4, |part| {
        for n in (1..BACKLOG).filter(|n| n % 4 == part) {
            shop.order(&garson, &format!("then-{n}"));
        }
    });
    garson.put(&format!("/web-api/v1/webhooks/{id}"), body).data();
    let mut heard: Vec<String> = Vec::new();
    let mut hear = || heard.push(target.next().json()["veri"]["providerOrderId"].as_str().unwrap().to_owned());
    // All places are taken when something happens now.
    (0..8).for_each(|_| hear());
    shop.order(&garson, "now");
    target.release();
    (8..=BACKLOG).for_each(|_| hear());
    let place = heard.iter().position(|id| id == "now").unwrap();
    assert!((8..50).contains(&place), "what happened now came {place}th");
    let first = heard.iter().position(|id| id == "then-0").unwrap();
    assert!(first < 50, "the oldest came {first}th");
}

#[test]
fn an_earlier_event_that_is_sent_again_goes_before_a_later_one() {
    let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,168h"]);
    let target = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let first = target.next().header("x-webhook-id").unwrap().to_owned();
    await_state(&garson, "delivered", 1);
    target.play(Script::Answer(500, ""));
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    let later = || {
        let rows = garson.get(&format!("{DELIVERIES}?event=siparis.durum_degisti"));
        rows.data()[0].clone()
    };
    eventually("the later one waits for its last retry", || (later()["attemptCount"] == 3).then_some(()));
    assert!(later()["nextAttemptAt"].is_string(), "{}", later());
    (0..3).for_each(|_| drop(target.next()));
    target.play(Script::Hold(200));
    garson.post(&format!("{DELIVERIES}/{first}/resend"), json!({})).data();
    assert_eq!(target.next().header("x-webhook-id"), Some(&*first));
    assert_eq!(later()["nextAttemptAt"], json!(null), "{}", later());
    assert!(target.heard_nothing());
    target.release();
    await_state(&garson, "delivered", 2);
    assert_eq!(target.next().json()["olay"], "siparis.durum_degisti");
    assert!(target.heard_nothing());
}

#[test]
fn a_stop_is_no_attempt() {
    let mut garson = Garson::start();
    let target = Receiver::start(Script::Hold(200));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    target.next();
    // Before the ten seconds are over that an answer may take.
    let (_, took) = garson.stop();
    assert!(took < Duration::from_secs(8), "{took:?}");
    garson.restart();
    target.next();
    let waiting = await_state(&garson, "pending", 1);
    assert_eq!(waiting[0]["attemptCount"], 0);
    target.release();
    await_state(&garson, "delivered", 1);
}
