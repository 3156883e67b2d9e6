//! The order in which events arrive, over failures, kills and backlogs.

use super::{DELIVERIES, await_state, hook};
use crate::harness::{Garson, Heard, Receiver, Script, Shop, eventually};
use serde_json::{Value, json};
use std::{collections::HashMap, time::Duration};

#[test]
fn a_cancellation_waits_for_one_retry_of_what_is_before_it_and_no_more() {
    fn only_cancellations(heard: &Heard) -> Script {
        if heard.body.contains("iptal_edildi") { Script::Answer(200, "") } else { Script::Answer(500, "") }
    }
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
    let orders = 250;
    for n in 0..orders {
        shop.order(&garson, &n.to_string());
    }
    std::thread::scope(|scope| {
        for part in 0..4 {
            let garson = &garson;
            scope.spawn(move || {
                for n in (0..orders).filter(|n| n % 4 == part) {
                    for _ in 0..3 {
                        garson.post(&format!("/web-api/v1/orders/change-status/{n}"), json!({})).data();
                    }
                }
            });
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
    let target = Receiver::start(Script::Hold);
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
    let garson = Garson::start();
    let target = Receiver::start(Script::Late(Duration::from_millis(20)));
    let shop = Shop::open(&garson);
    let body = json!({ "url": target.url, "events": ["siparis.olusturuldu"] });
    let paused = json!({ "url": target.url, "events": ["siparis.olusturuldu"], "isActive": false });
    let id = garson.post("/web-api/v1/webhooks", paused).id();
    for n in 0..600 {
        shop.order(&garson, &format!("then-{n}"));
    }
    garson.put(&format!("/web-api/v1/webhooks/{id}"), body).data();
    shop.order(&garson, "now");
    let mut heard: Vec<String> = Vec::new();
    while heard.len() < 601 {
        heard.push(target.next().json()["veri"]["providerOrderId"].as_str().unwrap().to_owned());
    }
    let place = heard.iter().position(|id| id == "now").unwrap();
    assert!(place < 100, "what happened now came {place}th");
    let first = heard.iter().position(|id| id == "then-0").unwrap();
    assert!(first < 50, "the oldest came {first}th");
}

#[test]
fn an_earlier_event_that_is_sent_again_goes_before_a_later_one() {
    fn nothing(_: &Heard) -> Script {
        Script::Answer(500, "")
    }
    let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,1500ms"]);
    let target = Receiver::start(Script::Choose(nothing));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let failed = await_state(&garson, "failed", 1);
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    eventually("the later one waits for its last retry", || {
        let rows = garson.get(&format!("{DELIVERIES}?state=pending"));
        (rows.data()[0]["attemptCount"] == 3).then_some(())
    });
    let first = failed[0]["id"].as_str().unwrap();
    garson.post(&format!("{DELIVERIES}/{first}/resend"), json!({})).data();
    let waiting = garson.get(&format!("{DELIVERIES}?state=pending&event=siparis.durum_degisti"));
    assert_eq!(waiting.data()[0]["nextAttemptAt"], json!(null), "{waiting}");
    while target.try_next().is_some() {}
    target.play(Script::Answer(200, ""));
    await_state(&garson, "delivered", 2);
    let mut heard = Vec::new();
    while let Some(one) = target.try_next() {
        heard.push(one.json()["olay"].as_str().unwrap().to_owned());
    }
    assert_eq!(heard.last().unwrap(), "siparis.durum_degisti", "{heard:?}");
}

#[test]
fn a_stop_is_no_attempt() {
    let mut garson = Garson::start();
    let target = Receiver::start(Script::Hold);
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    target.next();
    let (_, took) = garson.stop();
    assert!(took < Duration::from_secs(5), "{took:?}");
    garson.restart();
    target.next();
    let waiting = await_state(&garson, "pending", 1);
    assert_eq!(waiting[0]["attemptCount"], 0);
    target.release();
    await_state(&garson, "delivered", 1);
}
