//! What a receiver of webhooks can do with what it is sent.

use super::{KEYS, make};
use crate::harness::{Clock, Garson, Receiver, Script, Shop};
use serde_json::json;
use std::time::Duration;

const WEBHOOKS: &str = "/web-api/v1/webhooks";

/// Somebody with a small key had the primary one sent to themselves, and kept it after theirs was revoked.
#[test]
fn a_small_key_cannot_have_a_larger_one_sent_to_itself() {
    let garson = Garson::start();
    let (shop, thief) = (Shop::open(&garson), Receiver::start(Script::Answer(200, "")));
    // There is an honest webhook, with events to send again.
    let till = Receiver::start(Script::Answer(200, ""));
    let honest = garson.post(WEBHOOKS, json!({ "url": till.url })).id();
    shop.order(&garson, "1");
    let delivery = till.next().json()["veri"]["id"].as_str().unwrap().to_owned();
    let steal = json!({ "url": thief.url });
    for body in [
        json!({ "name": "read", "scope": "read" }),
        json!({ "name": "orders", "scope": "orders" }),
        json!({ "name": "branch", "restaurantId": shop.restaurant }),
    ] {
        let (_, key) = make(&garson, body);
        let ask = |method: &str, path: &str, body: &serde_json::Value| garson.send_with(&key, method, path, Some(body));
        ask("POST", WEBHOOKS, &steal).refused(403, "forbidden");
        ask("PUT", &format!("{WEBHOOKS}/{honest}"), &steal).refused(403, "forbidden");
        ask("POST", &format!("{WEBHOOKS}/{honest}/test"), &json!({})).refused(403, "forbidden");
        ask("POST", &format!("{WEBHOOKS}/{honest}/secret"), &json!({})).refused(403, "forbidden");
        ask("POST", KEYS, &json!({ "name": "mine" })).refused(403, "forbidden");
        let retry = json!({ "webhookOrderId": delivery, "url": thief.url, "headers": {} });
        ask("POST", "/web-api/v1/orders/retry-webhook", &retry).refused(403, "forbidden");
    }
    shop.order(&garson, "2");
    till.next();
    assert!(thief.heard_nothing());
    // Whoever may do everything can send to any address, but not a key.
    let retry = json!({ "webhookOrderId": delivery, "url": thief.url, "headers": {} });
    garson.post("/web-api/v1/orders/retry-webhook", retry).data();
    let heard = thief.next();
    assert_eq!(heard.header("authorization"), None);
    assert!(!heard.headers.iter().any(|(_, value)| value.contains("gsn_")));
}

/// A key that ends could else live on in the primary one.
#[test]
fn a_key_that_ends_has_no_key_sent_out_that_outlives_it() {
    let garson = Garson::start();
    let till = Receiver::start(Script::Answer(200, ""));
    let honest = garson.post(WEBHOOKS, json!({ "url": till.url })).id();
    let (_, key) = make(&garson, json!({ "name": "until tomorrow", "endsAt": "2999-01-01T00:00:00Z" }));
    let ask = |method: &str, path: &str, body: serde_json::Value| garson.send_with(&key, method, path, Some(&body));
    let elsewhere = "http://127.0.0.1:9/mine";
    let primary = garson.get(KEYS).data()[0]["id"].clone();
    ask("POST", WEBHOOKS, json!({ "url": elsewhere })).refused(403, "forbidden");
    ask("POST", WEBHOOKS, json!({ "url": elsewhere, "keyId": primary })).refused(403, "forbidden");
    ask("PUT", &format!("{WEBHOOKS}/{honest}"), json!({ "url": elsewhere })).refused(403, "forbidden");
    // What it may: all else of a webhook, and one that carries a key which opens nothing.
    ask("PUT", &format!("{WEBHOOKS}/{honest}"), json!({ "url": till.url, "isActive": false })).data();
    let (harmless, _) = make(&garson, json!({ "name": "for webhooks", "scope": "webhooks" }));
    ask("POST", WEBHOOKS, json!({ "url": elsewhere, "keyId": harmless })).data();
}

#[test]
fn what_a_receiver_of_a_webhook_with_its_own_key_is_sent_opens_nothing() {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(200, ""));
    let (id, key) = make(&garson, json!({ "name": "receiver", "scope": "webhooks" }));
    let webhook = garson.post(WEBHOOKS, json!({ "url": hook.url, "keyId": id }));
    assert_eq!(webhook.data()["keyId"], json!(id));
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    for _ in 0..2 {
        let sent = hook.next().header("authorization").unwrap().strip_prefix("Bearer ").unwrap().to_owned();
        assert_eq!(sent, key);
        for path in ["/web-api/v1/orders", "/web-api/v1/restaurants", "/web-api/v1/keys"] {
            garson.send_with(&sent, "GET", path, None).refused(401, "unauthorized");
        }
    }
    garson.post(&format!("{WEBHOOKS}/{}/test", webhook.id()), json!({})).data();
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {key}").as_str()));

    // It cannot be revoked under the webhook's feet.
    let refused = garson.delete(&format!("{KEYS}/{id}"));
    assert_eq!(refused.refused(409, "key_in_use")["details"], json!({ "webhookIds": [webhook.id()] }));
    garson.put(&format!("{WEBHOOKS}/{}", webhook.id()), json!({ "url": hook.url })).data();
    shop.order(&garson, "2");
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {}", garson.key).as_str()));
    garson.delete(&format!("{KEYS}/{id}"));
    let gone = garson.post(WEBHOOKS, json!({ "url": hook.url, "keyId": id }));
    assert_eq!(gone.refused(404, "key_not_found")["field"], "keyId");
}

#[test]
fn an_ended_key_is_still_carried() {
    let clock = Clock::new();
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let hook = Receiver::start(Script::Answer(200, ""));
    let hour = Duration::from_hours(1);
    let ends = (jiff::Timestamp::now() + hour).to_string();
    let (id, key) = make(&garson, json!({ "name": "receiver", "endsAt": ends }));
    garson.post(WEBHOOKS, json!({ "url": hook.url, "keyId": id, "events": ["siparis.olusturuldu"] })).data();
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).data();
    clock.pass(hour);
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).refused(401, "unauthorized");
    Shop::open(&garson).order(&garson, "1");
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {key}").as_str()));
}

#[test]
fn a_webhook_whose_key_can_be_read_on_the_way_is_taken_with_a_warning() {
    let garson = Garson::start();
    let (harmless, _) = make(&garson, json!({ "name": "receiver", "scope": "webhooks" }));
    for (url, warnings) in [
        ("http://till.example.com/hook", json!(["plain_http"])),
        ("http://192.0.2.7/hook", json!(["plain_http"])),
        ("https://till.example.com/hook", json!([])),
        ("http://192.168.1.20/hook", json!([])),
        ("http://127.0.0.1:9/hook", json!([])),
        ("http://kasa.local/hook", json!([])),
        ("http://kasa/hook", json!([])),
    ] {
        let made = garson.post(WEBHOOKS, json!({ "url": url, "keyId": harmless, "isActive": false }));
        assert_eq!(made.data()["warnings"], warnings, "{url}");
        assert_eq!(garson.get(&format!("{WEBHOOKS}/{}", made.id())).data()["warnings"], warnings, "{url}");
    }
}

#[test]
fn the_answer_says_what_a_receiver_can_do_with_the_key_that_it_is_sent() {
    let clock = Clock::new();
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let url = "https://till.example.com/hook";
    let hour = Duration::from_hours(1);
    let ends = (jiff::Timestamp::now() + hour).to_string();
    let key = |scope: &str| json!(make(&garson, json!({ "name": scope, "scope": scope, "endsAt": ends })).0);
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
    let one = json!({ "name": "one", "scope": "all", "restaurantId": restaurant, "endsAt": ends });
    let (limited, _) = make(&garson, one);
    let carriers = [
        (json!(null), json!(["key_may_do_everything"])),
        (key("all"), json!(["key_may_do_everything"])),
        (json!(limited), json!(["key_may_manage_restaurant"])),
        (key("orders"), json!(["key_may_move_orders"])),
        (key("read"), json!(["key_may_read"])),
        (key("webhooks"), json!([])),
    ];
    for (key, warnings) in &carriers {
        let made = garson.post(WEBHOOKS, json!({ "url": url, "keyId": key, "isActive": false }));
        let path = format!("{WEBHOOKS}/{}", made.id());
        let changed = garson.put(&path, json!({ "url": url, "keyId": key, "isActive": false }));
        let signed = garson.post(&format!("{path}/secret"), json!({}));
        for answer in [made, changed, signed, garson.get(&path)] {
            assert_eq!(answer.data()["warnings"], *warnings, "{answer}");
        }
    }
    let plain = json!({ "url": "http://till.example.com/hook", "isActive": false });
    assert_eq!(garson.post(WEBHOOKS, plain).data()["warnings"], json!(["plain_http", "key_may_do_everything"]));
    // With keys that have ended nothing can be done.
    clock.pass(hour);
    let listed = garson.get(WEBHOOKS).data().clone();
    let warned = listed.as_array().unwrap().iter().filter(|webhook| webhook["warnings"] != json!([]));
    assert!(warned.map(|webhook| &webhook["keyId"]).all(|key| key.is_null()), "{listed}");
}
