//! Deliveries: retries, lanes, order, crashes, the log, and sending again by hand.

use crate::harness::{Garson, Receiver, Script, Shop, eventually, shim};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

const DELIVERIES: &str = "/web-api/v1/webhooks/deliveries";

fn hook(garson: &Garson, receiver: &Receiver) -> String {
    garson.post("/web-api/v1/webhooks", json!({ "url": receiver.url, "events": ["siparis.olusturuldu", "siparis.durum_degisti", "siparis.iptal_edildi"] })).id()
}

fn log(garson: &Garson, query: &str) -> Vec<Value> {
    garson.get(&format!("{DELIVERIES}?limit=200&{query}")).data().as_array().unwrap().clone()
}

fn await_state(garson: &Garson, state: &str, count: usize) -> Vec<Value> {
    eventually(&format!("{count} {state}"), || {
        Some(log(garson, &format!("state={state}"))).filter(|rows| rows.len() == count)
    })
}

#[test]
fn a_failing_target_is_tried_four_times_at_growing_gaps_and_then_it_failed() {
    let garson = Garson::start_with(&["--webhook-retries", "200ms,400ms,800ms"]);
    let target = Receiver::start(Script::Answer(500, "bozuk"));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let mut at = Vec::new();
    for attempt in 1..=4 {
        let heard = target.next();
        at.push(Instant::now());
        let header = heard.headers.iter().find(|(name, _)| name == "x-webhook-attempt").unwrap();
        assert_eq!(header.1, attempt.to_string());
    }
    for (pair, expected) in at.windows(2).zip([200, 400, 800]) {
        let gap = pair[1] - pair[0];
        assert!(gap >= Duration::from_millis(expected * 85 / 100), "{gap:?} for {expected} ms");
        assert!(gap < Duration::from_millis(expected * 115 / 100 + 400), "{gap:?} for {expected} ms");
    }
    let failed = await_state(&garson, "failed", 1);
    assert_eq!(failed[0]["nextAttemptAt"], json!(null));
    let detail = garson.get(&format!("{DELIVERIES}/{}", failed[0]["id"].as_str().unwrap()));
    let attempts = detail.data()["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 4);
    assert_eq!((&attempts[0]["statusCode"], &attempts[0]["answer"]), (&json!(500), &json!("bozuk")));
    assert_eq!(detail.data()["body"]["veri"]["id"], detail.data()["id"]);
    assert!(target.heard_nothing());
    garson.get(&format!("{DELIVERIES}/nobody")).refused(404, "delivery_not_found");
}

#[test]
fn every_way_a_target_can_misbehave_is_recorded_as_what_it_was() {
    let garson = Garson::start_with(&["--webhook-retries", "168h,168h,168h"]);
    let shop = Shop::open(&garson);
    let cases: Vec<(Script, Option<u16>, &str)> = vec![
        (Script::Close, None, ""),
        (Script::Answer(301, ""), Some(301), ""),
        (Script::Answer(199 + 5, ""), Some(204), ""),
        (Script::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf".to_vec()), None, ""),
        (Script::Bytes(b"not http at all\r\n\r\n".to_vec()), None, ""),
        (
            Script::Bytes(
                [b"HTTP/1.1 503 X\r\nContent-Length: 10000000\r\n\r\n".to_vec(), vec![b'x'; 10_000_000]].concat(),
            ),
            Some(503),
            "x",
        ),
    ];
    for (n, (script, status, answer)) in cases.into_iter().enumerate() {
        let target = Receiver::start(script);
        let id = hook(&garson, &target);
        shop.order(&garson, &n.to_string());
        let rows = eventually("an attempt", || {
            Some(log(&garson, &format!("webhookId={id}")))
                .filter(|rows| rows.first().is_some_and(|row| row["attemptCount"] == 1))
        });
        let detail = garson.get(&format!("{DELIVERIES}/{}", rows[0]["id"].as_str().unwrap()));
        let attempt = &detail.data()["attempts"][0];
        assert_eq!(attempt["statusCode"].as_u64(), status.map(u64::from), "case {n}: {attempt}");
        assert_eq!(attempt["error"].is_null(), status.is_some(), "case {n}: {attempt}");
        if !answer.is_empty() {
            assert_eq!(attempt["answer"].as_str().unwrap().len(), 2_048);
        }
        garson.delete(&format!("/web-api/v1/webhooks/{id}"));
    }
    let plain = Receiver::start(Script::Answer(200, ""));
    let not_tls = plain.url.replace("http:", "https:");
    for url in ["http://127.0.0.1:1/", "http://does-not-resolve.invalid/", &not_tls] {
        let id = garson.post("/web-api/v1/webhooks", json!({ "url": url, "events": ["siparis.olusturuldu"] })).id();
        shop.order(&garson, url);
        let row = eventually("an attempt", || {
            log(&garson, &format!("webhookId={id}")).first().filter(|row| row["attemptCount"] == 1).cloned()
        });
        assert_eq!(row["state"], "pending");
        garson.delete(&format!("/web-api/v1/webhooks/{id}"));
    }
}

#[test]
fn a_hanging_target_delays_nobody_else() {
    let garson = Garson::start();
    let (hanging, quick) = (Receiver::start(Script::Hold), Receiver::start(Script::Answer(200, "")));
    let shop = Shop::open(&garson);
    let slow = hook(&garson, &hanging);
    hook(&garson, &quick);
    for n in 0..40 {
        shop.order(&garson, &n.to_string());
    }
    for _ in 0..40 {
        quick.next();
    }
    for _ in 0..8 {
        hanging.next();
    }
    assert!(hanging.heard_nothing(), "more than eight were under way");
    let metrics = garson.get("/metrics").text;
    assert!(metrics.contains(&format!("garson_deliveries_in_flight{{webhook=\"{slow}\"}} 8")), "{metrics}");
    hanging.release();
    hanging.play(Script::Answer(200, ""));
    await_state(&garson, "pending", 0);
    let metrics = garson.get("/metrics").text;
    assert!(metrics.contains(&format!("garson_deliveries_delivered{{webhook=\"{slow}\"}} 40")), "{metrics}");
}

#[test]
fn a_target_that_asks_for_patience_gets_it() {
    let garson = Garson::start_with(&["--webhook-retries", "50ms,50ms,50ms"]);
    let target =
        Receiver::start(Script::Bytes(b"HTTP/1.1 429 X\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n".to_vec()));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    target.next();
    let began = Instant::now();
    target.play(Script::Answer(200, ""));
    target.next();
    assert!(began.elapsed() > Duration::from_millis(1_700), "{:?}", began.elapsed());
}

#[test]
fn a_cancellation_waits_for_one_retry_of_what_is_before_it_and_no_more() {
    fn only_cancellations(heard: &crate::harness::Heard) -> Script {
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
    fn sometimes(heard: &crate::harness::Heard) -> Script {
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
fn what_failed_is_sent_again_one_by_one_or_all_at_once() {
    let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,1ms"]);
    let target = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    let webhook = hook(&garson, &target);
    for n in 0..5 {
        shop.order(&garson, &n.to_string());
    }
    let failed = await_state(&garson, "failed", 5);
    target.play(Script::Answer(200, ""));
    let one = failed[0]["id"].as_str().unwrap();
    let resent = garson.post(&format!("{DELIVERIES}/{one}/resend"), json!({}));
    assert_eq!(resent.data()["state"], "pending");
    await_state(&garson, "delivered", 1);
    let detail = garson.get(&format!("{DELIVERIES}/{one}"));
    assert_eq!(detail.data()["attemptCount"], 5);
    let path = format!("/web-api/v1/webhooks/{webhook}/resend");
    assert_eq!(
        *garson.post(&path, json!({ "missed": true, "dryRun": true })).data(),
        json!({ "count": 4, "dryRun": true })
    );
    assert_eq!(log(&garson, "state=failed").len(), 4);
    assert_eq!(garson.post(&path, json!({ "missed": true })).data()["count"], 4);
    await_state(&garson, "delivered", 5);
    let all = json!({ "from": "2020-01-01T00:00:00Z", "to": "2999-01-01T00:00:00Z", "dryRun": true });
    assert_eq!(garson.post(&path, all).data()["count"], 5);
    garson.post(&path, json!({})).refused(422, "validation_failed");
    garson.post(&path, json!({ "from": "gestern" })).refused(422, "validation_failed");
    garson.post("/web-api/v1/webhooks/nobody/resend", json!({ "missed": true })).refused(404, "webhook_not_found");
}

#[test]
fn retry_webhook_sends_the_stored_body_where_the_caller_says() {
    let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,1ms"]);
    let (dead, other) = (Receiver::start(Script::Answer(500, "")), Receiver::start(Script::Answer(202, "")));
    let shop = Shop::open(&garson);
    hook(&garson, &dead);
    shop.order(&garson, "1");
    let failed = await_state(&garson, "failed", 1);
    let id = failed[0]["id"].as_str().unwrap();
    let retry = |body: Value| garson.post("/web-api/v1/orders/retry-webhook", body);
    let sent =
        retry(json!({ "webhookOrderId": id, "url": other.url, "headers": { "X-Mine": "1", "user-agent": "till" } }));
    assert_eq!(sent.data()["statusCode"], 202);
    let heard = other.next();
    assert_eq!(heard.json(), dead.next().json());
    assert!(
        heard.headers.contains(&("x-mine".into(), "1".into()))
            && heard.headers.contains(&("user-agent".into(), "till".into()))
    );
    assert!(!heard.headers.iter().any(|(name, _)| name == "authorization"));
    let detail = garson.get(&format!("{DELIVERIES}/{id}"));
    assert_eq!((&detail.data()["state"], &detail.data()["attemptCount"]), (&json!("delivered"), &json!(5)));
    other.play(Script::Answer(404, "yok"));
    let refused = retry(json!({ "webhookOrderId": id, "url": other.url, "headers": {} }));
    assert_eq!(refused.data()["statusCode"], 404);
    assert_ne!(refused.data()["message"], sent.data()["message"]);
    retry(json!({ "webhookOrderId": id, "url": "http://127.0.0.1:1/", "headers": {} }))
        .refused(502, "webhook_target_unreachable");
    retry(json!({ "webhookOrderId": "nobody", "url": other.url, "headers": {} })).refused(404, "delivery_not_found");
    retry(json!({ "webhookOrderId": id, "url": other.url })).refused(422, "validation_failed");
    retry(json!({ "webhookOrderId": id, "url": "http://169.254.1.1/", "headers": {} }))
        .refused(422, "validation_failed");
    for name in ["Host", "content-length", "Transfer-Encoding", "Connection", "X Bad"] {
        retry(json!({ "webhookOrderId": id, "url": other.url, "headers": { name: "x" } }))
            .refused(422, "validation_failed");
    }
    retry(json!({ "webhookOrderId": id, "url": other.url, "headers": { "X": "a\nb" } }))
        .refused(422, "validation_failed");
}

#[test]
fn the_log_is_filtered_and_paged() {
    let garson = Garson::start();
    let target = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    let webhook = hook(&garson, &target);
    let order = shop.order(&garson, "1");
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    shop.order(&garson, "2");
    await_state(&garson, "delivered", 3);
    assert_eq!(log(&garson, &format!("orderId={order}")).len(), 2);
    assert_eq!(log(&garson, "orderId=1").len(), 2);
    assert_eq!(log(&garson, "orderId=1&event=siparis.durum_degisti").len(), 1);
    assert_eq!(log(&garson, &format!("webhookId={webhook}&event=siparis.olusturuldu&state=delivered")).len(), 2);
    assert!(log(&garson, "webhookId=nobody").is_empty() && log(&garson, "orderId=nobody").is_empty());
    let first = garson.get(&format!("{DELIVERIES}?limit=2"));
    let next = first.json["paging"]["next"].as_str().unwrap();
    let second = garson.get(&format!("{DELIVERIES}?limit=2&cursor={next}"));
    assert_eq!(second.data().as_array().unwrap().len(), 1);
    assert_eq!(second.json["paging"]["next"], json!(null));
    garson.get(&format!("/web-api/v1/orders?cursor={next}")).refused(400, "invalid_parameter");
    garson.get(&format!("{DELIVERIES}?state=lost")).refused(400, "invalid_parameter");
    garson.get(&format!("{DELIVERIES}?event=lost")).refused(400, "invalid_parameter");
    insta::assert_json_snapshot!("delivery_row", second.data()[0], {
        ".id" => "[id]", ".webhookId" => "[id]", ".orderId" => "[id]", ".restaurantId" => "[id]",
        ".createdAt" => "[time]", ".updatedAt" => "[time]",
    });
}

#[test]
fn a_target_that_hangs_or_drips_is_cut_after_ten_seconds() {
    let garson = Garson::start_with(&["--webhook-retries", "168h,168h,168h"]);
    let shop = Shop::open(&garson);
    let targets = [Receiver::start(Script::Hold), Receiver::start(Script::Drip(Duration::from_millis(200)))];
    let ids = targets.each_ref().map(|target| hook(&garson, target));
    shop.order(&garson, "1");
    for id in ids {
        let row = eventually("the attempt ends", || {
            log(&garson, &format!("webhookId={id}")).first().filter(|row| row["attemptCount"] == 1).cloned()
        });
        let detail = garson.get(&format!("{DELIVERIES}/{}", row["id"].as_str().unwrap()));
        let attempt = &detail.data()["attempts"][0];
        let took = attempt["durationMs"].as_u64().unwrap();
        assert!((9_500..13_000).contains(&took) && !attempt["error"].is_null(), "{attempt}");
    }
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
    // What happens after the jump goes out at once, and its id is still above what came before.
    let after = shop.order(&garson, "after");
    assert!(after > before);
    assert_eq!(target.next().json()["veri"]["orderId"], after);
    let list = garson.get("/web-api/v1/orders");
    assert_eq!(list.data()[0]["id"], after);
    let created = |at: usize| garson::model::Time::parse(list.data()[at]["createdAt"].as_str().unwrap()).unwrap();
    assert!(created(0) < created(1));
    let until = list.data()[0]["createdAt"].as_str().unwrap();
    let narrowed =
        garson.get(&format!("/web-api/v1/orders?from={until}&to={}", list.data()[1]["createdAt"].as_str().unwrap()));
    assert_eq!(narrowed.data().as_array().unwrap().len(), 1);
    // The retry was due at a moment that the clock has yet to reach again.
    std::fs::write(clock.path(), "0").unwrap();
    await_state(&garson, "delivered", 2);
    garson.stop();
    garson.assert_sound();
}

#[test]
fn old_deliveries_are_forgotten_and_what_is_owed_is_not() {
    let (mut garson, clock) = with_a_clock(&["--webhook-retries", "1ms,1ms,1ms"]);
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
    std::fs::write(clock.path(), (91 * 24 * 3_600).to_string()).unwrap();
    garson.restart();
    // The event that a paused webhook is still owed keeps its other deliveries too.
    eventually("the old ones are gone", || (log(&garson, "").len() == 3).then_some(()));
    assert_eq!(log(&garson, &format!("webhookId={owed}&state=pending")).len(), 1);
    assert_eq!(garson.get("/web-api/v1/orders/old").data()["status"], 400);
    garson.stop();
    garson.assert_sound();
}
