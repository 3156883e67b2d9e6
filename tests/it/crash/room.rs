//! A disk that is short of room: new orders are refused, then all writes, and reads go on. How much is to be kept free is
//! told as a multiple of what is, so that any machine's disk is short of room to the program.

use super::order;
use crate::harness::{Garson, Receiver, Reply, Script, Shop, an_order, garson};
use ::garson::store::disk::free_bytes;
use serde_json::{Value, json};

/// What is kept free where new orders are to be refused and nothing else: others may free or take a quarter of the disk
/// meanwhile.
pub const ALMOST_FULL: u64 = 23;
/// Where everything is.
pub const FULL: u64 = 64;

/// Starts again with so many sixteenths of what is free to be kept free.
pub fn restart(appliance: Garson, sixteenths: u64) -> Garson {
    let megabytes = free_bytes(appliance.data()).unwrap() / 1_000_000 * sixteenths / 16;
    let mut appliance = appliance.env("GARSON_KEEP_FREE", megabytes.to_string());
    appliance.restart();
    appliance
}

fn health(appliance: &Garson) -> Reply {
    appliance.send("GET", "/health", None, &[("Authorization", "")])
}

#[track_caller]
fn refused_for_the_disk(reply: &Reply) {
    let error = reply.refused(503, "unavailable");
    assert!(error["message"].as_str().unwrap().contains("The disk of this machine is"), "{reply}");
    assert!(reply.header("retry-after").is_some_and(|pause| pause.parse::<u32>().unwrap() > 0), "{reply}");
}

/// A command's words in English, and how it ended.
fn said(appliance: &Garson, words: &[&str]) -> (String, Option<i32>) {
    let output = garson().args(words).arg("--data").arg(appliance.data()).output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// That everything is there to be read, and that a person hears what is wrong and what to do.
#[track_caller]
fn readable_and_said(appliance: &Garson, orders: usize) {
    let list = appliance.get("/web-api/v1/orders");
    assert_eq!(list.data().as_array().map(Vec::len), Some(orders), "{list}");
    assert_eq!((appliance.metric("garson_orders"), appliance.metric("garson_up")), (orders as u64, 0));
    assert!(appliance.metric("garson_disk_free_bytes") > 0);
    let health = health(appliance);
    assert!(health.status == 503 && health.json["reason"].as_str().unwrap().contains("disk"), "{health}");
    let (status, code) = said(appliance, &["status"]);
    assert!(code == Some(1) && status.contains(&format!("{orders}, store")) && status.contains("disk"), "{status}");
    let (found, code) = said(appliance, &["doctor", "--json"]);
    let found: Value = serde_json::from_str(&found).unwrap();
    let of = |topic: &str| found["findings"].as_array().unwrap().iter().find(|one| one["topic"] == topic).unwrap();
    assert_eq!((code, &of("disk")["wellness"], &of("store")["wellness"]), (Some(1), &json!("bad"), &json!("bad")));
    assert!(of("disk")["advice"].as_str().unwrap().contains("garson compact"), "{found}");
    assert!(!found.to_string().contains("restore"), "{found}");
}

#[test]
fn a_disk_that_is_almost_full_takes_no_new_orders_and_lets_open_ones_go_on() {
    let appliance = Garson::start();
    let receiver = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open_with(&appliance, json!({ "settings": { "callbackUrl": receiver.url } }));
    for id in ["1", "2"] {
        shop.order(&appliance, id);
    }
    let key = said(&appliance, &["key", "add", "Kasa", "--json"]).0;
    let key = serde_json::from_str::<Value>(&key).unwrap()["keyId"].as_str().unwrap().to_owned();

    let appliance = restart(appliance, ALMOST_FULL);
    refused_for_the_disk(&shop.push(&appliance, &an_order("3")));
    assert_eq!(shop.push(&appliance, &an_order("1")).status, 200, "it is there already");
    for (path, body) in [
        ("/web-api/v1/restaurants", json!({ "name": "Dürümcü" })),
        ("/web-api/v1/businesses", json!({ "name": "Lokanta" })),
        ("/web-api/v1/webhooks", json!({ "url": receiver.url })),
        ("/web-api/v1/keys", json!({ "name": "Yeni" })),
    ] {
        refused_for_the_disk(&appliance.post(path, body));
    }
    assert_eq!(appliance.metric("garson_intents"), 0);
    // What is open goes on, also where its shop has to be told first, and what closes a door does.
    appliance.post("/web-api/v1/orders/verify/1", json!({})).data();
    receiver.next();
    assert_eq!(order(&appliance, "1")["status"], 500);
    appliance.post("/web-api/v1/orders/cancel/2", json!({ "reason": "closed" })).data();
    appliance.delete(&format!("/web-api/v1/keys/{key}")).data();
    let (compacted, code) = said(&appliance, &["compact"]);
    assert_eq!(code, Some(0), "{compacted}");
    readable_and_said(&appliance, 2);

    let mut appliance = restart(appliance, 0);
    assert_eq!(health(&appliance).status, 200);
    shop.order(&appliance, "3");
    appliance.stop_sound();
}

#[test]
fn a_disk_that_is_full_takes_no_writes_and_all_reads() {
    let appliance = Garson::start();
    let receiver = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open_with(&appliance, json!({ "settings": { "callbackUrl": receiver.url } }));
    shop.order(&appliance, "1");

    let appliance = restart(appliance, FULL);
    refused_for_the_disk(&shop.push(&appliance, &an_order("2")));
    refused_for_the_disk(&appliance.post("/web-api/v1/restaurants", json!({ "name": "Dürümcü" })));
    // Before the shop is told anything.
    refused_for_the_disk(&appliance.post("/web-api/v1/orders/verify/1", json!({})));
    assert_eq!((order(&appliance, "1")["status"].clone(), appliance.metric("garson_intents")), (json!(400), 0));
    readable_and_said(&appliance, 1);

    let mut appliance = restart(appliance, 0);
    appliance.post("/web-api/v1/orders/verify/1", json!({})).data();
    receiver.next();
    shop.order(&appliance, "2");
    appliance.stop_sound();
}
