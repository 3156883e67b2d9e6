//! What the server sends by itself, held against the document's `webhooks`.

use super::document::Document;
use crate::harness::{Garson, Heard, Receiver, Script, Shop, an_order, eventually};
use garson::model::webhook::EventKind;
use serde_json::json;
use std::collections::BTreeSet;

const WEBHOOKS: &str = "/web-api/v1/webhooks";

/// The events that the document tells of.
pub fn document_events(document: &Document) -> BTreeSet<String> {
    document.root["webhooks"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn every_event_there_is_is_documented() {
    let every = EventKind::ALL.iter().map(|kind| kind.name().to_owned());
    let document = Document::read();
    assert_eq!(document_events(&document), every.chain(["test".to_owned()]).collect());
    for (name, values) in [("EventName", EventKind::EVENTS.len()), ("DeliveryEvent", EventKind::ALL.len())] {
        let listed = document.at(&format!("/components/schemas/{name}/enum")).value.as_array().unwrap();
        let listed: Vec<_> = listed.iter().map(|name| EventKind::parse(name.as_str().unwrap()).unwrap()).collect();
        assert_eq!(listed, EventKind::ALL[..values], "{name}");
    }
}

#[test]
fn every_event_is_sent_with_the_documented_headers_and_body() {
    let document = Document::read();
    let garson = Garson::start();
    let (bearer, bare) = (Receiver::start(Script::Answer(200, "")), Receiver::start(Script::Answer(204, "")));
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let hooks = [
        garson.post(WEBHOOKS, json!({ "url": bearer.url, "secret": secret })).id(),
        garson.post(WEBHOOKS, json!({ "url": bare.url, "authStyle": "bare" })).id(),
    ];
    for hook in &hooks {
        garson.post(&format!("{WEBHOOKS}/{hook}/test"), json!({})).data();
    }
    let shop = Shop::open(&garson);
    let by_key = shop.order(&garson, "by a key");
    garson.post(&format!("/web-api/v1/orders/verify/{by_key}"), json!({})).data();
    garson.post(&format!("/web-api/v1/orders/cancel/{by_key}"), json!({ "reason": "closed" })).data();
    shop.order(&garson, "by-a-customer");
    shop.cancel(&garson, "by-a-customer", json!({})).data();
    let mut later = an_order("later");
    later["scheduledAt"] = json!("2099-01-01T12:00:00+03:00");
    shop.push(&garson, &later).data();
    garson.delete(&format!("/web-api/v1/restaurants/{}", shop.restaurant));

    let keys = [(&bearer, format!("Bearer {}", garson.key)), (&bare, garson.key.clone())];
    for ((receiver, key), hook) in keys.into_iter().zip(&hooks) {
        let mut seen = BTreeSet::new();
        // Tried, switched on, created and moved and cancelled, created and cancelled, created, switched off.
        for _ in 0..9 {
            let heard = receiver.next();
            let event = heard.json()["olay"].as_str().unwrap().to_owned();
            hold(&document, &event, &heard);
            assert!(heard.headers.contains(&("authorization".into(), key.clone())));
            assert_eq!(heard.json()["veri"]["id"], heard.header("x-webhook-id").unwrap());
            assert_eq!(event == "test", heard.json()["veri"]["webhookId"] == **hook, "{heard:?}");
            seen.insert(event);
        }
        // What a restaurant, a platform and the board have to do with.
        seen.extend(["payment_matching", "siparis.degisti", "siparis.hazir"].map(str::to_owned));
        assert_eq!(seen, document_events(&document));
    }
}

/// A request that the server made, against the document.
pub fn hold_event(event: &str, heard: &Heard) {
    hold(&Document::read(), event, heard);
}

/// A request that the server made, against what the document says of its event.
fn hold(document: &Document, event: &str, heard: &Heard) {
    let body = heard.json();
    let told = format!("/webhooks/{event}/post");
    let faults = document.faults(&format!("{told}/requestBody/content/application~1json/schema"), &body);
    assert!(faults.is_empty(), "{faults:?} {heard:?}");
    assert!(heard.headers.contains(&("content-type".into(), "application/json".into())), "{heard:?}");
    for at in 0..document.at(&format!("{told}/parameters")).value.as_array().unwrap().len() {
        let header = document.at(&format!("{told}/parameters/{at}"));
        let name = header.value["name"].as_str().unwrap().to_lowercase();
        // Without a secret there is none of what only signatures need.
        let is_signed = heard.header("webhook-signature").is_some();
        let Some(text) = heard.header(&name) else {
            assert!(header.value["required"] == false && !is_signed, "no {name}: {heard:?}");
            continue;
        };
        assert!(header.value["required"] == true || is_signed, "{name}: {heard:?}");
        let schema = format!("{}/schema", header.pointer);
        let is_number = document.at(&schema).value["type"] == "integer";
        let value = if is_number { serde_json::from_str(text).unwrap() } else { json!(text) };
        let faults = document.faults(&schema, &value);
        assert!(faults.is_empty(), "{name}: {faults:?} {heard:?}");
    }
}

#[test]
fn a_payment_matching_is_sent_with_the_documented_body() {
    let document = Document::read();
    let garson = Garson::start();
    let till = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    let body = json!({ "name": "x", "paymentMatchingUrl": till.url, "paymentMatchingHeaders": { "X-Till": "ours" } });
    garson.put(&format!("/web-api/v1/restaurants/{}", shop.restaurant), body).data();
    let order = shop.order(&garson, "1");
    for _ in 0..3 {
        garson.post(&format!("/web-api/v1/orders/change-status/{order}"), json!({})).data();
    }
    let heard = till.next();
    hold(&document, "payment_matching", &heard);
    // It proves itself by the restaurant's own headers alone.
    assert_eq!(document.at("/webhooks/payment_matching/post/security").value, &json!([]));
    assert_eq!((heard.header("authorization"), heard.header("x-till")), (None, Some("ours")), "{heard:?}");
    // The reference shows the same fields.
    let page = garson.send("GET", "/api/en/events", None, &[]).text;
    for name in heard.json().as_object().unwrap().keys() {
        assert!(page.contains(&format!("<code>{name}</code>")), "{name}");
    }
    eventually("it is recorded", || {
        let log = garson.get(&format!("{WEBHOOKS}/deliveries?event=payment_matching&state=delivered"));
        log.data()[0].is_object().then_some(())
    });
}
