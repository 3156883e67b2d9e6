//! Targets that misbehave in every way a target can.

use super::{DELIVERIES, await_state, hook, log};
use crate::harness::{Garson, Receiver, Script, Shop, TimeOfDay, eventually};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_failing_target_is_tried_four_times_at_growing_gaps_and_then_it_failed() {
    let clock = TimeOfDay::new();
    let garson = clock.start_with(&["--webhook-retries", "1h,2h,4h"]);
    let (target, other) = (Receiver::start(Script::Answer(500, "bozuk")), Receiver::start(Script::Answer(200, "")));
    let shop = Shop::open(&garson);
    let add = |url: &str, event: &str| {
        garson.post("/web-api/v1/webhooks", json!({ "url": url, "events": [event] })).id();
    };
    add(&target.url, "siparis.olusturuldu");
    add(&other.url, "siparis.durum_degisti");
    shop.order(&garson, "1");
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    let heard = |attempt: u64| {
        let heard = target.next();
        assert_eq!(heard.header("x-webhook-attempt"), Some(attempt.to_string().as_str()));
        heard.header("x-webhook-id").unwrap().to_owned()
    };
    let id = heard(1);
    let told = other.next().header("x-webhook-id").unwrap().to_owned();
    // The other one hears something again, and so everything was looked at that is due.
    let look = || {
        eventually("the other one is quiet", || {
            (garson.get(&format!("{DELIVERIES}/{told}")).data()["state"] == "delivered").then_some(())
        });
        garson.post(&format!("{DELIVERIES}/{told}/resend"), json!({})).data();
        other.next();
    };
    for (attempt, hours) in [(1, 1), (2, 2), (3, 4)] {
        let waiting = after_attempt(&garson, &id, attempt);
        let (at, next) = (time(&waiting["attempts"][attempt as usize - 1]["at"]), time(&waiting["nextAttemptAt"]));
        let minutes = next.duration_since(at).as_mins();
        assert!((54 * hours..=66 * hours).contains(&minutes), "{minutes} minutes: {waiting}");
        clock.set(next - SignedDuration::from_mins(1));
        look();
        assert!(target.heard_nothing(), "it came before its time");
        clock.set(next + SignedDuration::from_secs(1));
        look();
        assert_eq!(heard(attempt + 1), id);
    }
    await_state(&garson, "failed", 1);
    let failed = garson.get(&format!("{DELIVERIES}/{id}")).data().clone();
    assert_eq!((&failed["state"], &failed["nextAttemptAt"]), (&json!("failed"), &json!(null)));
    let attempts = failed["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 4);
    assert_eq!((&attempts[0]["statusCode"], &attempts[0]["answer"]), (&json!(500), &json!("bozuk")));
    assert_eq!(failed["body"]["veri"]["id"], failed["id"]);
    clock.shift(7 * 24 * 3_600);
    look();
    assert!(target.heard_nothing());
    garson.get(&format!("{DELIVERIES}/nobody")).refused(404, "delivery_not_found");
}

fn time(shown: &Value) -> Timestamp {
    shown.as_str().unwrap().parse().unwrap()
}

/// A delivery when so many attempts at it are written down.
fn after_attempt(garson: &Garson, id: &str, attempt: u64) -> Value {
    eventually("the attempt is written down", || {
        let shown = garson.get(&format!("{DELIVERIES}/{id}")).data().clone();
        (shown["attemptCount"] == attempt).then_some(shown)
    })
}

#[test]
#[cfg(target_os = "linux")]
fn a_delivery_for_which_we_have_no_socket_is_no_attempt() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let garson = Garson::start_with(&["--webhook-retries", "168h,168h,168h"]);
    let target = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    let pid = Pid::from_raw(garson.pid() as i32).unwrap();
    let most = rustix::process::getrlimit(Resource::Nofile).maximum;
    let set = |current| prlimit(Some(pid), Resource::Nofile, Rlimit { current, maximum: most }).unwrap();
    // It has what it has, and gets no more; the order comes over a connection that is open already.
    let is_free = |file: &u64| !std::fs::exists(format!("/proc/{}/fd/{file}", garson.pid())).unwrap();
    let before = set((0..).find(is_free));
    shop.order(&garson, "1");
    eventually("no room", || garson.log().contains("no room for the call").then_some(()));
    assert!(target.heard_nothing());
    set(before.current);
    assert_eq!(target.next().header("x-webhook-attempt"), Some("1"));
    let delivered = await_state(&garson, "delivered", 1);
    assert_eq!(delivered[0]["attemptCount"], json!(1), "{}", delivered[0]);
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
    let (hanging, quick) = (Receiver::start(Script::Hold(200)), Receiver::start(Script::Answer(200, "")));
    let shop = Shop::open(&garson);
    let slow = hook(&garson, &hanging);
    hook(&garson, &quick);
    // Few enough for a slow machine to be done with them before the hanging ones are given up.
    for n in 0..12 {
        shop.order(&garson, &n.to_string());
    }
    for _ in 0..12 {
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
    assert!(metrics.contains(&format!("garson_deliveries_delivered{{webhook=\"{slow}\"}} 12")), "{metrics}");
}

#[test]
fn a_target_that_asks_for_patience_gets_it() {
    let clock = TimeOfDay::new();
    let garson = clock.start_with(&["--webhook-retries", "50ms,50ms,50ms"]);
    let target =
        Receiver::start(Script::Bytes(b"HTTP/1.1 429 X\r\nRetry-After: 1800\r\nContent-Length: 0\r\n\r\n".to_vec()));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let id = target.next().header("x-webhook-id").unwrap().to_owned();
    let waiting = after_attempt(&garson, &id, 1);
    let next = time(&waiting["nextAttemptAt"]);
    assert!(next.duration_since(time(&waiting["attempts"][0]["at"])).as_secs() >= 1_800, "{waiting}");
    target.play(Script::Answer(200, ""));
    // Somebody else's delivery, so that it is looked at what is due: before that time, and after it.
    shop.order(&garson, "2");
    assert_ne!(target.next().header("x-webhook-id"), Some(&*id));
    assert!(target.heard_nothing());
    clock.set(next + SignedDuration::from_secs(1));
    shop.order(&garson, "3");
    assert!([target.next(), target.next()].iter().any(|heard| heard.header("x-webhook-id") == Some(&id)));
}

#[test]
fn a_target_that_hangs_or_drips_is_cut_after_ten_seconds() {
    let garson = Garson::start_with(&["--webhook-retries", "168h,168h,168h"]);
    let shop = Shop::open(&garson);
    let targets = [Receiver::start(Script::Hold(200)), Receiver::start(Script::Drip(Duration::from_millis(200)))];
    let ids = targets.each_ref().map(|target| hook(&garson, target));
    shop.order(&garson, "1");
    for id in ids {
        let row = eventually("the attempt ends", || {
            log(&garson, &format!("webhookId={id}")).first().filter(|row| row["attemptCount"] == 1).cloned()
        });
        let detail = garson.get(&format!("{DELIVERIES}/{}", row["id"].as_str().unwrap()));
        let attempt = &detail.data()["attempts"][0];
        let took = attempt["durationMs"].as_u64().unwrap();
        assert!((9_500..50_000).contains(&took) && !attempt["error"].is_null(), "{attempt}");
    }
}

#[test]
fn a_target_that_echoes_what_it_was_sent_puts_no_key_into_the_log() {
    fn echo(heard: &crate::harness::Heard) -> Script {
        let key =
            heard.headers.iter().find(|(name, _)| name == "authorization").map(|(_, value)| value.clone()).unwrap();
        let body = format!("you sent {key}");
        Script::Bytes(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes())
    }
    let garson = Garson::start();
    let target = Receiver::start(Script::Choose(echo));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let delivered = await_state(&garson, "delivered", 1);
    let detail = garson.get(&format!("{DELIVERIES}/{}", delivered[0]["id"].as_str().unwrap()));
    assert_eq!(detail.data()["attempts"][0]["answer"], "you sent Bearer ***");
}
