//! Health: what works and what does not, in words.

use super::Browser;
use crate::harness::{Garson, Receiver, Script, Shop, eventually, shim};
use serde_json::json;

#[test]
fn a_healthy_house_says_so() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let page = browser.page("/status");
    assert!(page.contains("Her şey çalışıyor.") && page.contains("<html lang=\"tr\">"), "{page}");
    assert!(page.contains("Henüz bağlı platform yok.") && page.contains("Webhook yok."), "{page}");
    assert!(page.contains(concat!("garson ", env!("CARGO_PKG_VERSION"))), "{page}");
    assert!(page.contains("href=\"/health\"") && page.contains("href=\"/metrics\""), "{page}");
    assert!(page.contains("Diskteki boş yer") && page.contains("Bekleyen yok"), "{page}");
    browser.post("/language", &[("lang", "en")]);
    let page = browser.page("/status");
    assert!(page.contains("Everything works.") && page.contains("Free disk space"), "{page}");
}

#[test]
fn what_fails_is_named_with_its_cause() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(&["--webhook-retries", "1ms,1ms,1ms", "--poll-interval", "1s"])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    let shop = Shop::open(&garson);
    let target = Receiver::start(Script::Answer(500, ""));
    garson.post("/web-api/v1/webhooks", json!({ "url": target.url, "events": ["siparis.olusturuldu"] })).id();
    garson.post("/web-api/v1/webhooks", json!({ "url": "http://paused.example/", "isActive": false })).id();
    let getir = json!({
        "credentials": { "appSecretKey": "a", "restaurantSecretKey": "b" }, "baseUrl": "http://127.0.0.1:1"
    });
    garson.put(&format!("/web-api/v1/restaurants/{}/integrations/getir", shop.restaurant), getir).data();
    shop.order(&garson, "1");
    let browser = Browser::owner(&garson, "en");
    eventually("both are seen to fail", || {
        let page = browser.page("/status");
        (page.contains("The platform could not be reached.")
            && page.contains("Some notifications did not reach a webhook, or are late."))
        .then_some(())
    });
    // What may be over with the next call is nothing to act upon yet.
    let is_named = |page: &str| page.contains("<strong>Getir · ") && page.contains("Check the credentials");
    std::fs::write(shift.path(), "40").unwrap();
    let page = eventually("it has lasted", || Some(browser.page("/status")).filter(|page| is_named(page)));
    assert!(page.contains("The platform could not be reached.") && page.contains(">Getir<"), "{page}");
    assert!(
        page.contains(">Some not delivered<") && page.contains(">Paused<") && page.contains("Not delivered: 1"),
        "{page}"
    );
    assert!(page.contains("Sends its orders itself"), "{page}");
    assert!(!page.contains("Everything works."), "{page}");
    assert!(!page.contains("clock is behind"), "{page}");
    std::fs::write(shift.path(), "-7200").unwrap();
    let page = browser.page("/status");
    assert!(page.contains("clock is behind what is already stored, by 1 h") || page.contains("by 2 h"), "{page}");
}

#[test]
fn payments_that_no_till_heard_of_are_counted_and_lead_to_the_log() {
    let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,1ms"]);
    let shop = Shop::open(&garson);
    let till = Receiver::start(Script::Answer(500, ""));
    let body = json!({ "name": "x", "paymentMatchingUrl": till.url });
    garson.put(&format!("/web-api/v1/restaurants/{}", shop.restaurant), body).data();
    shop.order(&garson, "1");
    for _ in 0..3 {
        garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    }
    let browser = Browser::owner(&garson, "tr");
    let page = eventually("it is given up", || {
        let page = browser.page("/status");
        page.contains("ödeme eşleştirme adresine ulaşmayan ödemeler: 1").then_some(page)
    });
    assert!(page.contains("href=\"/deliveries?state=failed\"") && !page.contains("Her şey çalışıyor."), "{page}");
    assert_eq!(browser.get("/deliveries?state=failed").status, 200);
}

#[test]
fn the_database_is_compacted_from_the_page_and_its_end_is_told() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let order = shop.order(&garson, "1");
    let browser = Browser::owner(&garson, "tr");
    // Nobody is asked about a file that is small.
    assert!(!browser.page("/status").contains("id=\"compaction\""));
    assert_eq!(browser.post_raw("/status/compact", &[("guard", "x")], &[]).status, 403);
    assert!(!browser.page("/status").contains("id=\"compaction\""));
    assert_eq!(browser.post("/status/compact", &[]).status, 303);
    let page = eventually("it is done", || {
        let reply = browser.get("/status");
        (reply.status == 200 && reply.text.contains("Veritabanı sıkıştırıldı:")).then_some(reply.text)
    });
    assert!(!page.contains("htmx"), "{page}");
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{order}")).status, 200);
    garson.stop_sound();
}
