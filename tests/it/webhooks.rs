//! Webhooks over the API: what they hear, how they are paused, resumed, removed and tested.

use crate::harness::{Garson, Heard, Receiver, Script, Shop, TimeOfDay, an_order, eventually, masked};
use serde_json::{Value, json};

const WEBHOOKS: &str = "/web-api/v1/webhooks";

fn add(garson: &Garson, body: Value) -> String {
    garson.post(WEBHOOKS, body).id()
}

#[test]
fn all_four_events_arrive_with_their_full_bodies() {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(200, "ok"));
    add(&garson, json!({ "url": hook.url }));
    let shop = Shop::open(&garson);
    let order = shop.order(&garson, "1001");
    garson.post("/web-api/v1/orders/verify/1001", json!({})).data();
    garson.post("/web-api/v1/orders/cancel/1001", json!({ "reason": "closed", "note": "yağmur" })).data();
    let mut heard: Vec<Heard> = (0..4).map(|_| hook.next()).collect();
    // The integration's event belongs to no order, so it may come before or between those of the order.
    heard.sort_by_key(|heard| heard.json()["olay"] != "entegrasyon.durum_degisti");
    let [switched, created, moved, cancelled] = heard.try_into().unwrap();
    for heard in [&switched, &created, &moved, &cancelled] {
        let header =
            |name: &str| heard.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
        assert_eq!(header("authorization"), Some(format!("Bearer {}", garson.key).as_str()));
        assert_eq!(header("content-type"), Some("application/json"));
        assert_eq!(header("user-agent"), Some(concat!("garson/", env!("CARGO_PKG_VERSION"))));
        assert_eq!(header("x-webhook-attempt"), Some("1"));
        assert_eq!(header("x-webhook-id"), heard.json()["veri"]["id"].as_str());
        assert!(!heard.headers.iter().any(|(name, _)| name.contains("signature")));
        assert_eq!((heard.method.as_str(), heard.path.as_str()), ("POST", "/hook"));
    }
    let stored = garson.get("/web-api/v1/orders/1001");
    assert_eq!(created.json()["veri"]["orderId"], order);
    assert_eq!(created.json()["zaman"], stored.data()["createdAt"]);
    let [created, moved, cancelled] =
        [created, moved, cancelled].map(|heard| masked(&heard.json(), &[("[id]", ".veri.orderId")]));
    let bodies = json!([switched.json(), created, moved, cancelled]);
    insta::assert_json_snapshot!(
        "event_bodies",
        masked(&bodies, &[("[id]", "[].veri.id [].veri.restaurantId"), ("[time]", "[].zaman")])
    );
}

#[test]
fn a_webhook_hears_the_events_and_restaurants_it_chose() {
    let garson = Garson::start();
    let (first, second) = (Shop::open(&garson), Shop::open(&garson));
    let narrow = Receiver::start(Script::Answer(204, ""));
    let body = json!({
        "url": narrow.url, "events": ["siparis.iptal_edildi"], "restaurantIds": [second.restaurant],
        "providers": ["open"], "authStyle": "bare"
    });
    let elsewhere = Receiver::start(Script::Answer(204, ""));
    add(&garson, json!({ "url": elsewhere.url, "providers": ["getir", "yemeksepeti"] }));
    let made = garson.post(WEBHOOKS, body);
    insta::assert_json_snapshot!(
        "webhook",
        masked(
            made.data(),
            &[("[id]", ".id .restaurantIds[]"), ("[url]", ".url"), ("[time]", ".createdAt .updatedAt")]
        )
    );
    for shop in [&first, &second] {
        shop.order(&garson, &shop.restaurant);
        shop.cancel(&garson, &shop.restaurant, json!({})).data();
    }
    let heard = narrow.next();
    assert_eq!(heard.json()["veri"]["restaurantId"], second.restaurant);
    assert_eq!(heard.json()["veri"]["by"], "customer");
    let bare = heard.headers.iter().find(|(name, _)| name == "authorization").unwrap();
    assert_eq!(bare.1, garson.key);
    eventually("it is recorded", || {
        let list = garson.get("/web-api/v1/webhooks/deliveries?state=delivered");
        (list.data().as_array().unwrap().len() == 1).then_some(())
    });
    assert!(narrow.heard_nothing() && elsewhere.heard_nothing());
}

#[test]
fn a_webhook_stays_narrowed_to_its_platforms_where_an_update_leaves_them_out() {
    let garson = Garson::start();
    let url = "http://127.0.0.1:1/";
    let path = format!("{WEBHOOKS}/{}", add(&garson, json!({ "url": url, "providers": ["getir"] })));
    for (given, expected) in [
        (None, json!(["getir"])),
        (Some(json!(["open", "getir"])), json!(["open", "getir"])),
        (Some(json!(null)), json!([])),
        (None, json!([])),
        (Some(json!(["getir"])), json!(["getir"])),
        (Some(json!([])), json!([])),
    ] {
        let mut body = json!({ "url": url, "isActive": false });
        body.as_object_mut().unwrap().extend(given.map(|providers| ("providers".to_owned(), providers)));
        assert_eq!(garson.put(&path, body).data()["providers"], expected);
    }
}

#[test]
fn what_waited_for_a_paused_webhook_goes_out_in_order_when_it_is_resumed() {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    let id = add(&garson, json!({ "url": hook.url, "isActive": false }));
    shop.order(&garson, "1");
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    }
    let waiting = garson.get("/web-api/v1/webhooks/deliveries?state=pending");
    assert_eq!(waiting.data().as_array().unwrap().len(), 4);
    assert!(hook.heard_nothing());
    let resumed = garson.put(&format!("{WEBHOOKS}/{id}"), json!({ "url": hook.url, "isActive": true }));
    assert_eq!(resumed.data()["isActive"], true);
    let statuses: Vec<Value> = (0..4).map(|_| hook.next().json()["veri"]["status"].clone()).collect();
    assert_eq!(statuses, [400, 500, 600, 900]);
}

#[test]
fn what_waited_for_a_removed_webhook_is_dropped_and_says_so() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = add(&garson, json!({ "url": "http://127.0.0.1:1/", "isActive": false }));
    for n in 0..5 {
        shop.order(&garson, &n.to_string());
    }
    assert_eq!(garson.delete(&format!("{WEBHOOKS}/{id}")).json, json!({ "success": true }));
    let dropped = garson.get("/web-api/v1/webhooks/deliveries?state=dropped");
    assert_eq!(dropped.data().as_array().unwrap().len(), 5);
    let one = dropped.data()[0]["id"].as_str().unwrap().to_owned();
    garson.post(&format!("{WEBHOOKS}/deliveries/{one}/resend"), json!({})).refused(404, "webhook_not_found");
    garson.get(&format!("{WEBHOOKS}/{id}")).refused(404, "webhook_not_found");
    garson.delete(&format!("{WEBHOOKS}/{id}")).refused(404, "webhook_not_found");
    garson.stop();
    garson.assert_sound();
}

#[test]
fn a_test_event_is_sent_once_and_its_answer_shown() {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(418, "çaydanlık"));
    let id = add(&garson, json!({ "url": hook.url }));
    assert_eq!(*garson.post(&format!("{WEBHOOKS}/{id}/test"), json!({})).data(), json!({ "statusCode": 418 }));
    let heard = hook.next();
    assert_eq!((&heard.json()["olay"], &heard.json()["veri"]["webhookId"]), (&json!("test"), &json!(id)));
    assert_eq!(heard.header("x-webhook-id"), heard.json()["veri"]["id"].as_str());
    garson.post(&format!("{WEBHOOKS}/{id}/test"), json!({})).data();
    assert_ne!(
        hook.next().json()["veri"]["id"],
        heard.json()["veri"]["id"],
        "a receiver would take it for a repetition"
    );
    let dead = add(&garson, json!({ "url": "http://127.0.0.1:1/" }));
    garson.post(&format!("{WEBHOOKS}/{dead}/test"), json!({})).refused(502, "webhook_target_unreachable");
    assert_eq!(*garson.get("/web-api/v1/webhooks/deliveries").data(), json!([]));
    assert!(hook.heard_nothing());
}

#[test]
fn a_webhook_is_never_widened_when_its_restaurant_is_deleted() {
    let garson = Garson::start();
    let (first, second) = (Shop::open(&garson), Shop::open(&garson));
    let hook = Receiver::start(Script::Answer(200, ""));
    let id = add(&garson, json!({ "url": hook.url, "restaurantIds": [first.restaurant] }));
    garson.delete(&format!("/web-api/v1/restaurants/{}", first.restaurant));
    let shown = garson.get(&format!("{WEBHOOKS}/{id}"));
    assert_eq!(
        (&shown.data()["isActive"], &shown.data()["restaurantIds"]),
        (&json!(false), &json!([first.restaurant]))
    );
    second.order(&garson, "1");
    assert_eq!(*garson.get("/web-api/v1/webhooks/deliveries?event=siparis.olusturuldu").data(), json!([]));
}

#[test]
fn addresses_that_are_refused_are_refused_when_they_are_saved() {
    let garson = Garson::start_with(&["--deny", "10.1.0.0/16,loopback"]);
    for url in [
        "http://169.254.169.254/",
        "http://0xa9fea9fe/",
        "http://[fe80::1]/",
        "http://[::ffff:169.254.1.1]/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://0.0.0.0/",
        "http://10.1.2.3/",
        "http://localhost:9/",
        "http://127.0.0.1/",
        "http://localhost.localdomain@127.0.0.1/",
        "ftp://example.com/",
        "example.com",
        "http://",
    ] {
        let refused = garson.post(WEBHOOKS, json!({ "url": url }));
        assert_eq!(refused.refused(422, "validation_failed")["field"], "url", "{url}");
    }
    add(&garson, json!({ "url": "http://10.2.0.1/" }));
    garson.post(WEBHOOKS, json!({})).refused(422, "validation_failed");
    garson
        .post(WEBHOOKS, json!({ "url": "http://x.example/", "events": ["nonsense"] }))
        .refused(422, "validation_failed");
    garson
        .post(WEBHOOKS, json!({ "url": "http://x.example/", "restaurantIds": ["nobody"] }))
        .refused(404, "restaurant_not_found");
}

#[test]
fn delivered_orders_are_told_to_the_restaurants_payment_address() {
    let garson = Garson::start();
    let till = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    let body = json!({ "name": "x", "paymentMatchingUrl": till.url, "paymentMatchingHeaders": { "X-Till": "kasa 1" } });
    garson.put(&format!("/web-api/v1/restaurants/{}", shop.restaurant), body).data();
    let mut order = an_order("1");
    order["payment"] = json!({ "type": "meal_card", "name": "Multinet" });
    let id = shop.push(&garson, &order).id();
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    }
    let heard = till.next();
    let delivered_at = garson.get("/web-api/v1/orders/1").data()["updatedAt"].clone();
    assert_eq!(
        heard.json(),
        json!({
            "orderId": id, "providerOrderId": "1", "restaurantId": shop.restaurant, "provider": "open",
            "paymentType": "meal_card", "paymentName": "Multinet", "amount": 499.9, "currency": "TRY",
            "deliveredAt": delivered_at
        })
    );
    assert!(heard.headers.contains(&("x-till".into(), "kasa 1".into())));
    assert!(!heard.headers.iter().any(|(name, _)| name == "authorization"));
    let log = garson.get("/web-api/v1/webhooks/deliveries?event=payment_matching");
    assert_eq!((&log.data()[0]["webhookId"], &log.data()[0]["orderId"]), (&json!(null), &json!(id)));
}

/// What the specification says, in other words than the program's own.
pub fn is_signed(heard: &Heard, secret: &str) -> bool {
    use base64::{Engine, engine::general_purpose::STANDARD};
    use hmac::{Hmac, KeyInit, Mac};
    let (Some(id), Some(at), Some(all)) =
        (heard.header("webhook-id"), heard.header("webhook-timestamp"), heard.header("webhook-signature"))
    else {
        return false;
    };
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{id}.{at}.{}", heard.body).as_bytes());
    let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    all.split(' ').any(|one| one == expected)
}

/// Waits until the one attempt that there was is written down.
fn tried_once(garson: &Garson) {
    eventually("the attempt is written down", || {
        (garson.get(&format!("{WEBHOOKS}/deliveries")).data()[0]["attemptCount"] == 1).then_some(())
    });
}

#[test]
fn a_webhook_with_a_secret_signs_every_attempt_and_everything_but_retry_webhook() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&["--webhook-retries", "1h,168h,168h"]);
    let hook = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let made = garson.post(WEBHOOKS, json!({ "url": hook.url, "events": ["siparis.olusturuldu"], "secret": secret }));
    assert!(made.data()["isSigned"] == true && !made.text.contains("whsec_"), "{made}");
    let path = format!("{WEBHOOKS}/{}", made.id());
    assert!(!garson.get(&path).text.contains("whsec_"), "no read shows it");
    shop.order(&garson, "1");
    let first = hook.next();
    tried_once(&garson);
    clock.shift(2 * 3_600);
    // Another one, so that it is looked at what is due.
    shop.order(&garson, "another");
    let second = [hook.next(), hook.next()].into_iter().find(|heard| heard.body == first.body).unwrap();
    for heard in [&first, &second] {
        assert!(is_signed(heard, secret), "{heard:?}");
        assert_eq!(heard.header("webhook-id"), heard.json()["veri"]["id"].as_str());
        assert_eq!(heard.header("authorization"), Some(format!("Bearer {}", garson.key).as_str()));
    }
    assert_eq!((first.header("webhook-id"), &first.body), (second.header("webhook-id"), &second.body));
    let at = |heard: &Heard| heard.header("webhook-timestamp").unwrap().parse::<i64>().unwrap();
    assert!(at(&second) > at(&first), "each attempt has its own time");
    let mut altered = first.clone();
    altered.body.push(' ');
    assert!(!is_signed(&altered, secret));

    hook.play(Script::Answer(200, ""));
    garson.post(&format!("{path}/test"), json!({})).data();
    assert!(is_signed(&hook.next(), secret));
    let delivery = first.json()["veri"]["id"].as_str().unwrap().to_owned();
    eventually("the second attempt is written down", || {
        let list = garson.get(&format!("{WEBHOOKS}/deliveries"));
        let is_it = |one: &Value| one["id"] == delivery && one["attemptCount"] == 2;
        list.data().as_array().unwrap().iter().any(is_it).then_some(())
    });
    garson.post(&format!("{WEBHOOKS}/deliveries/{delivery}/resend"), json!({})).data();
    assert!(is_signed(&hook.next(), secret));
    let elsewhere = json!({ "webhookOrderId": delivery, "url": hook.url, "headers": {} });
    garson.post("/web-api/v1/orders/retry-webhook", elsewhere).data();
    assert_eq!(hook.next().header("webhook-signature"), None);

    // Sealed in the file, and as good after a restart.
    let store = garson.store_bytes();
    assert!(!store.windows(20).any(|bytes| bytes == &secret.as_bytes()[6..26]));
    garson.restart();
    shop.order(&garson, "2");
    assert!(is_signed(&hook.next(), secret));
}

#[test]
fn while_a_secret_is_changed_both_sign() {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(200, ""));
    let path = format!("{WEBHOOKS}/{}", add(&garson, json!({ "url": hook.url })));
    let test = || {
        garson.post(&format!("{path}/test"), json!({})).data();
        hook.next()
    };
    assert_eq!(test().header("webhook-signature"), None);
    let make = |body: Value| garson.post(&format!("{path}/secret"), body).data()["secret"].as_str().unwrap().to_owned();
    let first = make(json!({}));
    assert!(is_signed(&test(), &first));
    let second = make(json!({ "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }));
    let heard = test();
    assert!(is_signed(&heard, &first) && is_signed(&heard, &second));
    assert_eq!(heard.header("webhook-signature").unwrap().split(' ').count(), 2);
    assert!(garson.get(&path).data()["previousSecretEndsAt"].is_string());
    // The same again is no change, and an update that does not name it neither.
    make(json!({ "secret": second }));
    garson.put(&path, json!({ "url": hook.url })).data();
    assert!(is_signed(&test(), &first));
    assert_eq!(garson.delete(&format!("{path}/secret/previous")).json, json!({ "success": true }));
    let heard = test();
    assert!(!is_signed(&heard, &first) && is_signed(&heard, &second));
    let third = make(json!({}));
    let fourth = make(json!({}));
    let heard = test();
    assert!(!is_signed(&heard, &second) && is_signed(&heard, &third) && is_signed(&heard, &fourth));
    garson.put(&path, json!({ "url": hook.url, "secret": null })).data();
    assert_eq!(test().header("webhook-signature"), None);
    make(json!({}));
    garson.delete(&format!("{path}/secret"));
    assert_eq!(test().header("webhook-signature"), None);
}

#[test]
fn a_rotated_primary_key_counts_from_the_next_attempt_on() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&["--webhook-retries", "1h,168h,168h"]);
    let hook = Receiver::start(Script::Answer(500, ""));
    let shop = Shop::open(&garson);
    add(&garson, json!({ "url": hook.url, "events": ["siparis.olusturuldu"] }));
    shop.order(&garson, "1");
    let key = |heard: crate::harness::Heard| {
        heard.headers.into_iter().find(|(name, _)| name == "authorization").map(|(_, value)| value).unwrap()
    };
    assert_eq!(key(hook.next()), format!("Bearer {}", garson.key));
    tried_once(&garson);
    garson.stop();
    let mut command = crate::harness::garson();
    command.args(["key", "add", "yeni", "--primary", "--json", "--data"]).arg(garson.data());
    let made: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    clock.shift(2 * 3_600);
    garson.restart();
    assert_eq!(key(hook.next()), format!("Bearer {}", made["apiKey"].as_str().unwrap()));
}
