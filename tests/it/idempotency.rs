//! Idempotency-Key: the same request again is the same answer, whatever happened in between.

use crate::harness::{Garson, Receiver, Reply, Script, Shop, an_order, connect, eventually, raw_exchange};
use serde_json::{Value, json};
use std::io::Write;

const RESTAURANTS: &str = "/web-api/v1/restaurants";
/// On an answer that was stored before.
const REPLAYED: &str = "idempotent-replayed";

/// A POST with an Idempotency-Key.
fn post_once(garson: &Garson, key: &str, path: &str, body: Value) -> Reply {
    garson.send("POST", path, Some(body.to_string().as_bytes()), &[("Idempotency-Key", key)])
}

fn shop_that_tells(garson: &Garson, receiver: &Receiver) -> Shop {
    Shop::open_with(garson, json!({ "settings": { "callbackUrl": receiver.url } }))
}

#[test]
fn the_same_request_again_is_the_same_answer_also_after_a_restart_or_a_kill() {
    let mut garson = Garson::start();
    let body = json!({ "name": "Köfteci", "paymentMatchingHeaders": { "X-Till": "7" } });
    let first = post_once(&garson, "k1", RESTAURANTS, body.clone());
    assert_eq!(first.header(REPLAYED), None);
    let again = post_once(&garson, "k1", RESTAURANTS, body.clone());
    assert_eq!((again.data(), again.header(REPLAYED)), (first.data(), Some("true")));
    garson.kill();
    garson.restart();
    let again = post_once(&garson, "k1", RESTAURANTS, body.clone());
    assert_eq!((again.data(), again.header(REPLAYED)), (first.data(), Some("true")));
    garson.restart();
    assert_eq!(post_once(&garson, "k1", RESTAURANTS, body.clone()).data(), first.data());
    assert_eq!(garson.get(RESTAURANTS).data().as_array().unwrap().len(), 1);
    // What became of the restaurant since does not change what was answered then.
    garson.delete(&format!("{RESTAURANTS}/{}", first.id()));
    assert_eq!(post_once(&garson, "k1", RESTAURANTS, body.clone()).data(), first.data());
    assert_eq!(*garson.get(RESTAURANTS).data(), json!([]));
    assert_ne!(post_once(&garson, "k2", RESTAURANTS, body).id(), first.id());
    garson.stop_sound();
}

#[test]
fn every_post_can_be_repeated() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let business = garson.post("/web-api/v1/businesses", json!({ "name": "a" })).id();
    for id in ["1", "2"] {
        shop.order(&garson, id);
    }
    let integration = format!("{RESTAURANTS}/{}/integrations/open", shop.restaurant);
    for (path, body) in [
        ("/web-api/v1/businesses".to_owned(), json!({ "name": "b" })),
        (format!("/web-api/v1/businesses/{business}/restaurants"), json!({ "restaurantId": shop.restaurant })),
        ("/web-api/v1/orders/verify/1".to_owned(), json!({})),
        ("/web-api/v1/orders/change-status/1".to_owned(), json!({})),
        ("/web-api/v1/orders/cancel/2".to_owned(), json!({ "reason": "too_busy" })),
        ("/web-api/v1/orders/reports/mark".to_owned(), json!({ "providerOrderId": "1" })),
        (format!("{integration}/rotate-token"), json!({})),
        (format!("{integration}/test"), json!({})),
    ] {
        let events = |garson: &Garson| garson.metric("garson_events");
        let first = post_once(&garson, &path, &path, body.clone());
        let told = events(&garson);
        let again = post_once(&garson, &path, &path, body);
        assert_eq!(again.data(), first.data(), "{path}");
        assert_eq!(events(&garson), told, "{path}");
    }
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["status"], 600);
}

#[test]
fn a_refusal_is_repeated_although_the_state_has_changed_since() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let ask = |key: &str, language: &str| {
        let (path, body) = match key {
            "unknown" => ("/web-api/v1/orders/verify/1", ""),
            "early" => ("/web-api/v1/orders/change-status/1", r#"{"from":500}"#),
            _ => ("/web-api/v1/orders/cancel/1", r#"{"reason":"mood"}"#),
        };
        let headers = [("Idempotency-Key", key), ("Accept-Language", language)];
        garson.send("POST", path, Some(body.as_bytes()), &headers)
    };
    let unknown = ask("unknown", "en").refused(404, "order_not_found").clone();
    shop.order(&garson, "1");
    let early = ask("early", "en").refused(409, "status_changed").clone();
    let reason = ask("reason", "en").refused(422, "reason_not_accepted").clone();
    garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    assert_eq!(ask("new", "en").header(REPLAYED), None);
    let repeated = || {
        let again = ask("unknown", "en");
        assert_eq!((again.refused(404, "order_not_found"), again.header(REPLAYED)), (&unknown, Some("true")));
        assert_eq!(*ask("early", "en").refused(409, "status_changed"), early);
        assert_eq!(*ask("reason", "en").refused(422, "reason_not_accepted"), reason);
    };
    repeated();
    shop.cancel(&garson, "1", json!({})).data();
    repeated();
    // The words follow the reader, the answer does not change.
    let turkish = ask("early", "tr");
    assert_eq!(turkish.refused(409, "status_changed")["details"], early["details"]);
    assert_ne!(turkish.json["error"]["message"], early["message"]);
}

#[test]
fn the_same_key_with_another_request_is_refused() {
    let mut garson = Garson::prepare(&[]);
    let (_, other_key) = garson.add_key("Kasa 2");
    garson.restart();
    post_once(&garson, "k", RESTAURANTS, json!({ "name": "a" })).data();
    for (path, body) in [
        (RESTAURANTS, json!({ "name": "b" })),
        (RESTAURANTS, json!({ "name": "a", "lat": 1 })),
        ("/web-api/v1/businesses", json!({ "name": "a" })),
        ("/web-api/v1/orders/verify/1", json!({ "name": "a" })),
    ] {
        let refused = post_once(&garson, "k", path, body);
        assert_eq!(refused.refused(422, "idempotency_key_reused")["field"], "Idempotency-Key");
    }
    let spaced = garson.send("POST", RESTAURANTS, Some(br#"{ "name": "a" }"#), &[("Idempotency-Key", "k")]);
    spaced.refused(422, "idempotency_key_reused");
    // A key of someone else is another key.
    let bearer = format!("Bearer {other_key}");
    let headers = [("Idempotency-Key", "k"), ("Authorization", bearer.as_str())];
    garson.send("POST", RESTAURANTS, Some(br#"{"name":"b"}"#), &headers).data();
    // The refused ones left nothing behind.
    post_once(&garson, "k", RESTAURANTS, json!({ "name": "a" })).data();
    assert_eq!(garson.get(RESTAURANTS).data().as_array().unwrap().len(), 2);
    assert_eq!(*garson.get("/web-api/v1/businesses").data(), json!([]));
}

#[test]
fn what_failed_for_a_passing_reason_may_be_tried_again() {
    let garson = Garson::start();
    let receiver = Receiver::start(Script::Answer(500, "later"));
    let shop = shop_that_tells(&garson, &receiver);
    shop.order(&garson, "1");
    let verify = || post_once(&garson, "k", "/web-api/v1/orders/verify/1", json!({}));
    verify().refused(502, "platform_rejected");
    receiver.play(Script::Close);
    verify().refused(502, "platform_unreachable");
    receiver.play(Script::Answer(200, ""));
    let done = verify();
    assert_eq!(done.data()["providerOrder"], "1");
    receiver.play(Script::Answer(409, "no"));
    assert_eq!(verify().data(), done.data());
    let history = garson.get("/web-api/v1/orders/1").data()["history"].clone();
    assert_eq!(history.as_array().unwrap().len(), 2, "{history}");
}

#[test]
fn neither_401_nor_429_is_remembered() {
    let garson = Garson::start_with(&["--rate-limit", "2"]);
    let once = |key: &str| {
        let headers = [("Idempotency-Key", "k"), ("Authorization", key)];
        garson.send("POST", RESTAURANTS, Some(br#"{"name":"a"}"#), &headers)
    };
    let bearer = format!("Bearer {}", garson.key);
    once("Bearer nobody").refused(401, "unauthorized");
    while garson.get("/web-api/v1/orders").status == 200 {}
    once(&bearer).refused(429, "rate_limited");
    let made = eventually("the allowance to come back", || Some(once(&bearer)).filter(|reply| reply.status == 200));
    assert_eq!(made.data()["name"], "a");
}

#[test]
fn a_repetition_waits_for_the_first_and_the_shop_is_told_once() {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Hold(200));
    let shop = shop_that_tells(&garson, &receiver);
    shop.order(&garson, "1");
    let events = garson.metric("garson_events");
    // The very first caller hangs up; its work goes on.
    let mut gone = connect(&garson);
    let head = format!(
        "POST /web-api/v1/orders/change-status/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\
         Idempotency-Key: k\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}",
        garson.key
    );
    gone.write_all(head.as_bytes()).unwrap();
    assert_eq!(receiver.next().json()["status"], 500);
    drop(gone);
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let repeat = || post_once(&garson, "k", "/web-api/v1/orders/change-status/1", json!({})).data().clone();
        let waiting: Vec<_> = (0..5).map(|_| scope.spawn(repeat)).collect();
        // Another request with the same key is refused at once or after the wait, but never carried out.
        let other = scope.spawn(|| post_once(&garson, "k", "/web-api/v1/orders/verify/1", json!({})).status);
        receiver.release();
        assert_eq!(other.join().unwrap(), 422);
        waiting.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for answer in &answers {
        assert_eq!(*answer, json!({ "orderId": "1", "oldStatus": 400, "newStatus": 500 }));
    }
    assert!(receiver.heard_nothing());
    assert_eq!(garson.metric("garson_events"), events + 1);
    garson.stop_sound();
}

#[test]
fn a_key_has_1_to_128_characters_and_comes_once() {
    let garson = Garson::start();
    let raw = |lines: &str| {
        let head = format!(
            "POST {RESTAURANTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: 12\r\n{lines}\r\n{{\"name\":\"a\"}}",
            garson.key
        );
        raw_exchange(&garson, head.as_bytes())
    };
    let long = "x".repeat(129);
    for lines in [
        "Idempotency-Key:\r\n".to_owned(),
        "Idempotency-Key:   \r\n".to_owned(),
        format!("Idempotency-Key: {long}\r\n"),
        "Idempotency-Key: a\r\nIdempotency-Key: a\r\n".to_owned(),
        "Idempotency-Key: ü\r\n".to_owned(),
    ] {
        let refused = raw(&lines);
        let field = refused.refused(400, "invalid_parameter")["field"].as_str().unwrap().to_owned();
        assert!(field.eq_ignore_ascii_case("Idempotency-Key"), "{refused}");
    }
    assert_eq!(*garson.get(RESTAURANTS).data(), json!([]));
    let made = raw(&format!("Idempotency-Key: {}\r\n", &long[1..]));
    assert_eq!(raw(&format!("idempotency-key: {}\r\n", &long[1..])).id(), made.id());
}

#[test]
fn no_secret_lies_in_the_file_in_clear() {
    let mut garson = Garson::prepare(&[]);
    let (_, second_key) = garson.add_key("Kasa 2");
    garson.restart();
    let shop = Shop::open(&garson);
    let header = "çok-gizli-başlık-0123456789";
    let body = json!({ "name": "Açık", "paymentMatchingHeaders": { "Authorization": header } });
    let made = post_once(&garson, "k", RESTAURANTS, body.clone());
    assert_eq!(post_once(&garson, "k", RESTAURANTS, body).data()["paymentMatchingHeaders"]["Authorization"], header);
    let token = shop.intake.rsplit('/').next().unwrap().to_owned();
    let rotate = format!("{RESTAURANTS}/{}/integrations/open/rotate-token", shop.restaurant);
    let rotated = post_once(&garson, "r", &rotate, json!({}));
    let new_token = rotated.data()["intakeUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    shop.push(&garson, &an_order("1")).refused(404, "not_found");
    garson.stop_sound();
    let file = garson.store_bytes();
    let holds = |text: &str| file.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("Açık") && holds(&made.id()), "the search finds what is there");
    for secret in [header, garson.key.as_str(), &second_key, &token, &new_token, "doğru at pil zımba"] {
        assert!(!holds(secret), "{secret} lies in the file");
    }
}
