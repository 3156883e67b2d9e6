//! The log, and sending again by hand.

use super::{DELIVERIES, await_state, hook, log};
use crate::harness::{Garson, Receiver, Script, Shop, eventually, masked};
use serde_json::{Value, json};

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
fn what_is_asked_for_again_while_an_attempt_fails_is_due_at_once_with_all_its_tries() {
    let garson = Garson::start_with(&["--webhook-retries", "1h,1h,1h"]);
    let target = Receiver::start(Script::Hold(500));
    let shop = Shop::open(&garson);
    hook(&garson, &target);
    shop.order(&garson, "1");
    let id = target.next().header("x-webhook-id").unwrap().to_owned();
    target.play(Script::Answer(500, ""));
    garson.post(&format!("{DELIVERIES}/{id}/resend"), json!({})).data();
    assert!(target.heard_nothing(), "one delivery was under way twice");
    target.release();
    assert_eq!(target.next().header("x-webhook-attempt"), Some("2"));
    eventually("the next pause is the first", || {
        let detail = garson.get(&format!("{DELIVERIES}/{id}"));
        (detail.data()["attemptCount"] == 2).then(|| assert!(detail.data()["nextAttemptAt"].is_string()))
    });
    assert!(target.heard_nothing());
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
    let state = (&detail.data()["state"], &detail.data()["attemptCount"]);
    assert_eq!(state, (&json!("failed"), &json!(5)), "the registered one has not got it");
    dead.play(Script::Answer(200, ""));
    assert_eq!(retry(json!({ "webhookOrderId": id, "url": dead.url, "headers": {} })).data()["statusCode"], 200);
    assert_eq!(garson.get(&format!("{DELIVERIES}/{id}")).data()["state"], "delivered");
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
    insta::assert_json_snapshot!(
        "delivery_row",
        masked(
            &second.data()[0],
            &[("[id]", ".id .webhookId .orderId .restaurantId"), ("[time]", ".createdAt .updatedAt")]
        )
    );
}
