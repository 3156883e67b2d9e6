//! Erased means gone from the file: its bytes are searched for what was in it.

use crate::{
    harness::{Garson, Shop, TimeOfDay, an_order, eventually, garson, run_with_input},
    panel::Browser,
};
use serde_json::json;
use std::collections::BTreeSet;

/// Of a customer (as written, as searched for, packed), a restaurant, a person and a key.
const CUSTOMER: [&str; 5] = ["zq7wxf", "kvjqpr", "5557318642", "qxvjwk", "wqkzjx"];
const OTHERS: [&str; 4] = ["qzbwvr", "jxqvkz", "wzperson", "vqkeyxz"];
/// Enough that overwriting them takes a moment.
const ORDERS: usize = 120;

/// Database and journal as text, as far as they are one.
fn text(garson: &Garson) -> String {
    String::from_utf8_lossy(&garson.store_bytes()).to_lowercase()
}

fn found<'a>(text: &str, marks: &[&'a str]) -> BTreeSet<&'a str> {
    marks.iter().copied().filter(|mark| text.contains(mark)).collect()
}

/// What the file has of the sealed key with this name.
fn sealed_key(garson: &Garson, name: &str) -> String {
    let file = garson.store_bytes();
    let file = String::from_utf8_lossy(&file);
    let (_, rest) = file.split_once(&format!("\"name\":\"{name}\"")).unwrap();
    let (_, rest) = rest.split_once("\"secret\":\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

fn run(garson_at: &Garson, arguments: &[&str], input: &str) -> String {
    let (said, is_ok) = run_with_input(garson().args(arguments).arg("--data").arg(garson_at.data()), input);
    assert!(is_ok, "{arguments:?}: {said}");
    said
}

#[test]
fn what_is_erased_is_gone_from_the_bytes_of_the_file_also_after_a_sudden_end_meanwhile() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&[]);
    let shop = Shop::open(&garson);
    for number in 0..ORDERS {
        let id = number.to_string();
        let mut order = an_order(&id);
        order["customer"] = json!({
            "name": "Zq7wxf Kvjqpr", "phone": "+90 555 731 86 42", "address": { "line": format!("Qxvjwk {number}") }
        });
        order["note"] = json!("Wqkzjx");
        shop.push(&garson, &order).id();
        shop.cancel(&garson, &id, json!({})).data();
    }
    let branch = json!({ "name": "Qzbwvr", "address": "Jxqvkz 7" });
    let branch = garson.post("/web-api/v1/restaurants", branch).id();
    run(&garson, &["user", "add", "wzperson", "--password-stdin"], "a rather good password\n");
    let made: serde_json::Value =
        serde_json::from_str(&run(&garson, &["key", "add", "vqkeyxz", "--json"], "")).unwrap();
    let sealed = sealed_key(&garson, "vqkeyxz");
    assert!(sealed.len() > 40, "{sealed}");
    let seen = text(&garson);
    assert_eq!((found(&seen, &CUSTOMER).len(), found(&seen, &OTHERS).len()), (CUSTOMER.len(), OTHERS.len()));

    let browser = Browser::owner(&garson, "tr");
    browser.post("/settings/privacy", &[("retention", "erase"), ("days", "30"), ("sure", "yes")]);
    garson.stop();
    clock.shift(31 * 24 * 3_600);
    garson.restart();
    assert_eq!(garson.delete(&format!("/web-api/v1/restaurants/{branch}")).status, 200);
    run(&garson, &["user", "remove", "wzperson"], "");
    run(&garson, &["key", "revoke", made["keyId"].as_str().unwrap()], "");
    let last = format!("/web-api/v1/orders/{}", ORDERS - 1);
    eventually("the last is erased", || garson.get(&last).data()["erasedAt"].is_string().then_some(()));
    let owed = text(&garson);
    assert!(garson.metric("garson_wipe_owed_seconds") > 0);
    // Of the others some may lie in pages that were needed again.
    assert_eq!(found(&owed, &CUSTOMER).len(), CUSTOMER.len(), "erasing alone leaves it in the file");

    // In the middle, if it can be met: some of it is gone, and some is not.
    let count = |text: &str| text.matches("qxvjwk").count();
    let still = count(&owed);
    eventually("something is overwritten", || {
        (garson.metric("garson_wipe_owed_seconds") == 0 || count(&text(&garson)) < still).then_some(())
    });
    garson.kill();
    garson.assert_sound();
    garson.restart();
    // It would go on by itself; the button on the page Health is quicker.
    let browser = Browser::owner(&garson, "tr");
    assert_eq!(browser.post_raw("/status/wipe", &[("guard", "x")], &[]).status, 403);
    assert_eq!(browser.post("/status/wipe", &[]).status, 303);
    eventually("all is overwritten", || (garson.metric("garson_wipe_owed_seconds") == 0).then_some(()));
    let gone = text(&garson);
    assert_eq!((found(&gone, &CUSTOMER), found(&gone, &OTHERS)), (BTreeSet::new(), BTreeSet::new()));
    assert!(!gone.contains(&sealed.to_lowercase()));
    assert!(garson.metric("garson_wipe_last_timestamp_seconds") > 0 && garson.metric("garson_wipe_last_bytes") > 0);
    eventually("it is in the log", || {
        garson.log().contains("what was erased is overwritten in the file").then_some(())
    });
    eventually("it is on record", || {
        let entries = garson.get("/web-api/v1/audit?area=erasures");
        let has = |deed: &str| entries.data().as_array().unwrap().iter().any(|entry| entry["deed"] == deed);
        (has("customers_erased") && has("file_overwritten")).then_some(())
    });
    let page = browser.page("/status");
    assert!(page.contains("Dosyada da üzerine yazıldı"), "{page}");
    assert_eq!(garson.get(&last).data()["total"], 499.9);
    garson.stop_sound();
}

#[test]
fn an_order_that_was_taken_by_a_clock_that_was_behind_is_not_erased_when_the_clock_is_right() {
    const DAY: i64 = 24 * 3_600;
    let clock = TimeOfDay::new();
    clock.shift(-40 * DAY);
    let mut garson = clock.of(Garson::unowned(&[])).set_up().serve();
    let shop = Shop::open(&garson);
    let take = |garson: &Garson, id: &str| {
        shop.order(garson, id);
        shop.cancel(garson, id, json!({})).data();
    };
    take(&garson, "old");
    // Each with the clock as the box finds it when it is switched on.
    for (id, days) in [("young", 0), ("behind", -400)] {
        garson.stop();
        clock.shift(days * DAY);
        garson.restart();
        take(&garson, id);
    }
    let chosen = [("retention", "erase"), ("days", "30"), ("sure", "yes")];
    assert_eq!(Browser::owner(&garson, "tr").post("/settings/privacy", &chosen).status, 303);
    garson.stop();
    clock.shift(0);
    garson.restart();
    let is_erased = |id: &str| garson.get(&format!("/web-api/v1/orders/{id}")).data()["erasedAt"].is_string();
    // Both are looked at in one job.
    eventually("the old one is erased", || is_erased("old").then_some(()));
    assert_eq!((is_erased("behind"), is_erased("young")), (false, false));
}
