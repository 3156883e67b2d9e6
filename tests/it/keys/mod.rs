//! Keys of limited power: what each may do (`powers`), what one of a restaurant sees (`restaurant`), how they are managed
//! over the API and the command line, and what a receiver of webhooks can do with the one that it is sent (`receivers`).

mod powers;
mod receivers;
mod restaurant;

use crate::harness::{Clock, Garson, Receiver, Script, Shop, garson};
use serde_json::{Value, json};
use std::time::Duration;

const KEYS: &str = "/web-api/v1/keys";

/// Makes a key; its id and its clear text.
fn make(garson: &Garson, body: Value) -> (String, String) {
    let made = garson.post(KEYS, body);
    (made.id(), made.data()["apiKey"].as_str().unwrap().to_owned())
}

#[test]
fn a_key_is_made_read_changed_and_revoked_over_the_api() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let (id, key) = make(&garson, json!({ "name": " Kasa ", "scope": "orders", "restaurantId": shop.restaurant }));
    let path = format!("{KEYS}/{id}");
    let shown = garson.get(&path);
    assert_eq!(
        (&shown.data()["name"], &shown.data()["scope"], &shown.data()["restaurantId"], &shown.data()["isPrimary"]),
        (&json!("Kasa"), &json!("orders"), &json!(shop.restaurant), &json!(false))
    );
    assert!(!shown.text.contains(&key) && shown.data()["lastUsedAt"].is_null(), "{shown}");
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).data();
    let used = garson.get(&path);
    assert_eq!(used.data()["lastUsedFrom"], "127.0.0.1");
    assert!(used.data()["lastUsedAt"].is_string());
    // What is left out stays, so that nothing is widened by accident; null clears.
    let renamed = garson.put(&path, json!({ "name": "Bar" }));
    assert_eq!(
        (&renamed.data()["scope"], &renamed.data()["restaurantId"]),
        (&json!("orders"), &json!(shop.restaurant))
    );
    let read = garson.put(&path, json!({ "scope": "read", "restaurantId": null }));
    assert_eq!((&read.data()["scope"], &read.data()["restaurantId"]), (&json!("read"), &json!(null)));
    garson.send_with(&key, "POST", "/web-api/v1/orders/verify/1", None).refused(403, "forbidden");
    // All of it outlives a restart, where it was last used from too.
    garson.restart();
    let after = garson.get(&path);
    assert_eq!((&after.data()["scope"], &after.data()["lastUsedFrom"]), (&json!("read"), &json!("127.0.0.1")));
    assert_eq!(garson.delete(&path).json, json!({ "success": true }));
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).refused(401, "unauthorized");
    garson.get(&path).refused(404, "key_not_found");
    garson.delete(&path).refused(404, "key_not_found");
    garson.stop_sound();
}

#[test]
fn a_key_past_its_end_is_refused_like_a_revoked_one() {
    let clock = Clock::new();
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let soon = json!({ "name": "x", "endsAt": "2099-01-01T00:00:00Z" });
    let (id, key) = make(&garson, soon);
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).data();
    let past = garson.put(&format!("{KEYS}/{id}"), json!({ "endsAt": "2020-01-01T00:00:00Z" }));
    assert_eq!(past.refused(422, "validation_failed")["field"], "endsAt");
    let hour = Duration::from_hours(1);
    let ends = jiff::Timestamp::now() + hour;
    garson.put(&format!("{KEYS}/{id}"), json!({ "endsAt": ends.to_string() })).data();
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).data();
    clock.pass(hour);
    garson.send_with(&key, "GET", "/web-api/v1/orders", None).refused(401, "unauthorized");
    // Its name can still be changed, without a new end.
    assert_eq!(garson.put(&format!("{KEYS}/{id}"), json!({ "name": "y" })).data()["name"], "y");
}

#[test]
fn nobody_hands_on_more_than_they_have() {
    let garson = Garson::start();
    let (id, passing) = make(&garson, json!({ "name": "passing", "endsAt": "2098-01-01T00:00:00Z" }));
    let add = |body: Value| garson.send_with(&passing, "POST", KEYS, Some(&body));
    add(json!({ "name": "for good" })).refused(403, "forbidden");
    add(json!({ "name": "longer", "endsAt": "2099-01-01T00:00:00Z" })).refused(403, "forbidden");
    add(json!({ "name": "shorter", "endsAt": "2097-01-01T00:00:00Z" })).data();
    let own = |body: Value| garson.send_with(&passing, "PUT", &format!("{KEYS}/{id}"), Some(&body));
    own(json!({ "endsAt": null })).refused(403, "forbidden");
    own(json!({ "endsAt": "2099-01-01T00:00:00Z" })).refused(403, "forbidden");
    own(json!({ "name": "still passing" })).data();
    let names: Vec<Value> = garson.get(KEYS).data().as_array().unwrap().iter().map(|key| key["name"].clone()).collect();
    assert_eq!(names, ["first", "still passing", "shorter"]);
}

#[test]
fn a_repeated_request_for_a_key_gets_the_same_key() {
    let garson = Garson::start();
    let ask = |name: &str| {
        let body = json!({ "name": name }).to_string();
        garson.send("POST", KEYS, Some(body.as_bytes()), &[("Idempotency-Key", "once")])
    };
    let (first, again) = (ask("Kasa"), ask("Kasa"));
    assert_eq!(first.data(), again.data());
    ask("Bar").refused(422, "idempotency_key_reused");
    assert_eq!(garson.get(KEYS).data().as_array().unwrap().len(), 2);
    // What is kept for it is sealed.
    let key = first.data()["apiKey"].as_str().unwrap();
    let store = garson.store_bytes();
    assert!(!store.windows(key.len()).any(|bytes| bytes == key.as_bytes()));
}

#[test]
fn exactly_one_key_is_primary() {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(200, ""));
    garson.post("/web-api/v1/webhooks", json!({ "url": hook.url, "events": ["siparis.olusturuldu"] })).data();
    let shop = Shop::open(&garson);
    let (first, _) = (garson.get(KEYS).data()[0]["id"].as_str().unwrap().to_owned(), ());
    let (id, key) = make(&garson, json!({ "name": "new", "scope": "webhooks", "isPrimary": true }));
    shop.order(&garson, "1");
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {key}").as_str()));
    let is_primary = |id: &str| garson.get(&format!("{KEYS}/{id}")).data()["isPrimary"].clone();
    assert_eq!((is_primary(&first), is_primary(&id)), (json!(false), json!(true)));
    garson.delete(&format!("{KEYS}/{id}")).refused(409, "key_is_primary");
    garson.put(&format!("{KEYS}/{id}"), json!({ "isPrimary": false })).refused(409, "key_is_primary");
    garson.put(&format!("{KEYS}/{first}"), json!({ "isPrimary": true })).data();
    garson.delete(&format!("{KEYS}/{id}")).json["success"].as_bool().unwrap();
    // The key that asks may end itself, unless it is the primary one.
    garson.delete(&format!("{KEYS}/{first}")).refused(409, "key_is_primary");
}

#[test]
fn the_command_line_makes_keys_of_limited_power() {
    let appliance = Garson::start();
    let shop = Shop::open(&appliance);
    let run = |words: &[&str]| {
        let output = garson().args(["key"]).args(words).arg("--data").arg(appliance.data()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    };
    let words = ["add", "Kasa", "--scope", "orders", "--restaurant", "Köfteci", "--ends", "2099-12-31", "--json"];
    let (_, made, _) = run(&words);
    let made: Value = serde_json::from_str(&made).unwrap();
    let shown = appliance.get(&format!("{KEYS}/{}", made["keyId"].as_str().unwrap()));
    // The end of that day in Istanbul.
    assert_eq!(
        (&shown.data()["scope"], &shown.data()["restaurantId"], &shown.data()["endsAt"]),
        (&json!("orders"), &json!(shop.restaurant), &json!("2099-12-31T21:00:00.000Z"))
    );
    let (_, listed, _) = run(&["list"]);
    let line = listed.lines().find(|line| line.contains("Kasa")).unwrap();
    assert!(
        line.contains("orders") && line.contains("2099-12-31T21:00") && line.contains("(only Köfteci)"),
        "{listed}"
    );
    for (words, said) in [
        (&["add", "x", "--restaurant", "nobody"][..], "no such restaurant"),
        (&["add", "x", "--ends", "tomorrow"][..], "2026-11-14"),
        (&["add", "x", "--ends", "2020-01-01"][..], "must be in the future"),
    ] {
        let (is_done, _, error) = run(words);
        assert!(!is_done && error.contains(said), "{words:?}: {error}");
    }
    assert_eq!(appliance.get(KEYS).data().as_array().unwrap().len(), 2);
}
