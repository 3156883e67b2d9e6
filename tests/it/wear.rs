//! What a memory card wears out by: how often an idle box is written to, and how much an order's whole way writes.

use crate::{
    harness::{Clock, Garson, Receiver, Script, Shop, eventually},
    panel::Browser,
    platforms::{Fakes, credentials},
};
use serde_json::{Value, json};
use std::time::Duration;

const SYNCS: &str = "garson_store_syncs_total";
const BYTES: &str = "garson_store_written_bytes_total";
/// What is written at most to save what was in memory alone for an hour, in a store as small as here.
const HOUR_BYTES: u64 = 40_000;
/// What the whole way of an order writes at most: four steps, each told to a webhook.
const ORDER_BYTES: u64 = 100_000;

fn await_delivered(garson: &Garson, order: &str, count: usize) {
    let path = format!("/web-api/v1/webhooks/deliveries?state=delivered&limit=200&orderId={order}");
    let is_all = || garson.get(&path).data().as_array().unwrap().len() == count;
    eventually("the webhook took it", || is_all().then_some(()));
}

fn key_named(garson: &Garson, name: &str) -> Value {
    let keys = garson.get("/web-api/v1/keys");
    keys.data().as_array().unwrap().iter().find(|key| key["name"] == name).cloned().unwrap()
}

#[test]
fn an_idle_box_is_written_to_once_an_hour_at_most_and_a_stop_loses_no_use() {
    let (clock, fakes) = (Clock::new(), Fakes::start());
    let mut garson = Garson::prepare(&[]).clock(&clock).serve();
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
    for provider in ["trendyol-go", "migros-yemek"] {
        let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/{provider}");
        garson.put(&path, json!({ "baseUrl": fakes.url(provider), "credentials": credentials(provider) })).data();
    }
    let till = garson.post("/web-api/v1/keys", json!({ "name": "kasa" })).data()["apiKey"].as_str().unwrap().to_owned();
    let browser = Browser::owner(&garson, "tr");
    let polls = || [fakes.trendyol_go.heard_count(), fakes.migros_yemek.heard_count()];
    // A till asks for orders, a board is open, two platforms are polled.
    let an_hour = || {
        for _ in 0..6 {
            let before = polls();
            clock.pass(Duration::from_mins(10));
            garson.send_with(&till, "GET", "/web-api/v1/orders?limit=10", None).data();
            browser.page("/");
            eventually("a platform is asked", || (polls() != before).then_some(()));
        }
    };
    // What setting up left to be written.
    an_hour();
    let (syncs, bytes) = (garson.metric(SYNCS), garson.metric(BYTES));
    (0..3).for_each(|_| an_hour());
    assert!(polls().iter().all(|count| *count > 2), "{:?}", polls());
    // At most one an hour, and one at the beginning of the first.
    let writes = 3 + 1;
    assert!(garson.metric(SYNCS) - syncs <= writes, "{} syncs", garson.metric(SYNCS) - syncs);
    assert!(garson.metric(BYTES) - bytes <= writes * HOUR_BYTES, "{} bytes", garson.metric(BYTES) - bytes);

    let used = key_named(&garson, "kasa")["lastUsedAt"].clone();
    assert!(used.is_string());
    garson.restart();
    assert_eq!(key_named(&garson, "kasa")["lastUsedAt"], used);
    garson.stop_sound();
}

#[test]
fn an_order_is_put_on_the_disk_once_for_each_step_and_what_its_webhook_took_goes_along() {
    const ORDERS: u64 = 8;
    const STEPS: u64 = 4;
    // A database that gets longer is synced for that, and each time it is half as long again or more.
    const LONGER: u64 = 3;
    // By its own clock nothing else is due meanwhile.
    let (clock, target) = (Clock::slower(60), Receiver::start(Script::Answer(200, "")));
    let mut garson = Garson::prepare(&[]).clock(&clock).serve();
    let shop = Shop::open(&garson);
    garson.post("/web-api/v1/webhooks", json!({ "url": target.url })).id();
    let mut last = String::new();
    let (syncs, bytes) = (garson.metric(SYNCS), garson.metric(BYTES));
    for number in 0..ORDERS {
        let id = shop.order(&garson, &number.to_string());
        await_delivered(&garson, &id, 1);
        for (count, act) in [(2, "verify"), (3, "change-status"), (4, "change-status")] {
            garson.post(&format!("/web-api/v1/orders/{act}/{id}"), json!({})).data();
            await_delivered(&garson, &id, count);
        }
        last = id;
    }
    let (syncs, bytes) = (garson.metric(SYNCS) - syncs, (garson.metric(BYTES) - bytes) / ORDERS);
    assert!((ORDERS * STEPS..=ORDERS * STEPS + LONGER).contains(&syncs), "{syncs} syncs for {ORDERS} orders");
    assert!(bytes < ORDER_BYTES, "{bytes} bytes for an order");
    // A kill loses no step. What the webhook took of the last one is told again, and nothing of before.
    let told = (0..ORDERS * STEPS).map(|_| target.next().json()).last();
    assert!(target.heard_nothing());
    garson.kill();
    garson.restart();
    await_delivered(&garson, &last, 4);
    assert_eq!(Some(target.next().json()), told);
    assert!(target.heard_nothing());
    let delivered = garson.get("/web-api/v1/orders?status=900&limit=50");
    assert_eq!(delivered.data().as_array().unwrap().len() as u64, ORDERS);
    garson.stop_sound();
}
