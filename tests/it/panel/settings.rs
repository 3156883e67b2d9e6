//! Settings: each form does what it says, at once, and what is erased is gone everywhere.

use super::Browser;
use crate::harness::{Garson, Receiver, Script, Shop, an_order, eventually, shim};
use garson::clock;
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn language_time_zone_and_currency_are_kept() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let page = browser.page("/settings");
    assert!(
        page.contains("<option value=\"Europe/Istanbul\" selected>Türkiye (İstanbul)</option>")
            && page.contains("value=\"TRY\""),
        "{page}"
    );
    let saved = browser.post("/settings/account", &[("timezone", "europe/berlin"), ("currency", "eur")]);
    assert_eq!(saved.header("location"), Some("/settings?said=saved"), "{saved}");
    let page = browser.page("/settings?said=saved");
    assert!(page.contains("value=\"Europe/Berlin\"") && page.contains("value=\"EUR\" selected"), "{page}");
    assert!(page.contains("Kaydedildi."), "{page}");
    for (timezone, currency, sentence) in [
        ("Mars/Olympus", "EUR", "Saat dilimi alanı Europe/Istanbul gibi bir saat dilimi olmalıdır."),
        ("UTC", "lira", "Para birimi alanı şunlardan biri olmalıdır: TRY, EUR"),
        ("UTC", "LIR", "Para birimi alanı şunlardan biri olmalıdır: TRY, EUR"),
    ] {
        let reply = browser.post("/settings/account", &[("timezone", timezone), ("currency", currency)]);
        assert!(reply.status == 422 && reply.text.contains(sentence), "{reply}");
        assert!(reply.text.contains(&format!("value=\"{timezone}\"")), "what was typed stays: {reply}");
    }
    assert!(browser.page("/settings").contains("value=\"Europe/Berlin\""));
    let english = browser.post("/language", &[("lang", "en"), ("back", "/settings?said=saved")]);
    assert_eq!(english.header("location"), Some("/settings?said=saved"));
    assert!(browser.page("/settings").contains("<html lang=\"en\">"));
}

#[test]
fn closed_addresses_count_from_the_next_call_on() {
    let mut garson = Garson::start_with(&["--deny", "203.0.113.0/24"]);
    let target = Receiver::start(Script::Answer(200, ""));
    let hook = garson.post("/web-api/v1/webhooks", json!({ "url": target.url })).id();
    let browser = Browser::owner(&garson, "en");
    let page = browser.page("/settings");
    assert!(page.contains("Turned off on the command line") && page.contains("203.0.113.0/24"), "{page}");
    let test = || garson.post(&format!("/web-api/v1/webhooks/{hook}/test"), json!({})).status;
    assert_eq!(test(), 200);
    let loopback_only = [("private", "yes"), ("loopback", "yes")];
    // Only what is ticked is open.
    assert_eq!(browser.post("/settings/addresses", &[("private", "yes")]).status, 303);
    assert_eq!(test(), 502);
    let page = browser.page("/settings");
    assert!(page.contains("These webhooks can no longer be reached") && page.contains(&target.url), "{page}");
    garson.post("/web-api/v1/webhooks", json!({ "url": "http://localhost:1" })).refused(422, "validation_failed");
    assert_eq!(browser.post("/settings/addresses", &loopback_only).status, 303);
    assert_eq!(test(), 200);
    let denied = [("private", "yes"), ("loopback", "yes"), ("denied", "10.1.0.0/16\r\n127.0.0.1")];
    assert_eq!(browser.post("/settings/addresses", &denied).status, 303);
    assert_eq!(test(), 502);
    assert!(browser.page("/settings").contains("10.1.0.0/16\n127.0.0.1/32</textarea>"));
    let wrong = [("denied", "10.0.0.0/8\n<b>nowhere</b>")];
    let reply = browser.post("/settings/addresses", &wrong);
    assert!(reply.status == 422 && reply.text.contains("is not an address."), "{reply}");
    assert!(!reply.text.contains("<b>nowhere"), "{reply}");
    // What the command line closed stays closed.
    assert_eq!(browser.post("/settings/addresses", &loopback_only).status, 303);
    garson.post("/web-api/v1/webhooks", json!({ "url": "http://203.0.113.9/" })).refused(422, "validation_failed");
    assert_eq!(test(), 200);
    browser.post("/settings/addresses", &[("private", "yes")]);
    garson.restart();
    let test = garson.post(&format!("/web-api/v1/webhooks/{hook}/test"), json!({})).status;
    assert_eq!(test, 502, "also after a restart");
}

#[test]
fn whoever_shortens_the_time_is_told_first_what_that_erases() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(&[])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    let shop = Shop::open(&garson);
    for n in 1..=3 {
        shop.order(&garson, &n.to_string());
        shop.cancel(&garson, &n.to_string(), json!({}));
    }
    shop.order(&garson, "open");
    std::fs::write(shift.path(), (40 * 24 * 3_600).to_string()).unwrap();
    let browser = Browser::owner(&garson, "tr");
    let choose = |fields: &[(&str, &str)]| browser.post("/settings/privacy", fields);
    for days in ["", "0", "-1", "3651", "çok"] {
        let reply = choose(&[("retention", "erase"), ("days", days)]);
        assert!(reply.status == 422 && reply.text.contains("Gün alanı 1 ile 3650 arasında olmalıdır."), "{reply}");
    }
    let ask = choose(&[("retention", "erase"), ("days", "30")]);
    assert_eq!(ask.status, 200, "{ask}");
    assert!(ask.text.contains("4 siparişin müşteri bilgileri hemen silinecek."), "{ask}");
    assert!(!browser.page("/settings").contains("value=\"30\" placeholder"), "nothing is chosen yet");
    // Nothing that old: nothing to ask.
    assert_eq!(choose(&[("retention", "erase"), ("days", "60")]).status, 303);
    assert_eq!(choose(&[("retention", "erase"), ("days", "30"), ("sure", "yes")]).status, 303);
    assert!(browser.page("/settings").contains("value=\"30\""));
    assert_eq!(choose(&[("retention", "keep"), ("days", "30")]).status, 303);
    assert!(browser.page("/settings").contains("value=\"keep\" checked"));
}

fn personal(platform_id: &str) -> Value {
    let mut order = an_order(platform_id);
    order["code"] = json!(format!("K{platform_id}"));
    order["customer"] = json!({
        "name": "Gizli Müşteri", "phone": "+905551112233", "phoneCode": "9944",
        "address": { "line": "Gizli Sokak 5", "district": "Moda", "directions": "gizli kapı", "lat": 41.0, "lon": 29.0 }
    });
    order["note"] = json!("gizli not");
    order["items"][0]["note"] = json!("gizli dilek");
    order
}

#[test]
fn old_orders_are_erased_everywhere_open_ones_too_and_what_is_young_or_for_later_is_not() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let days = |days: i64| std::fs::write(shift.path(), (days * 24 * 3_600).to_string()).unwrap();
    let mut garson = Garson::prepare(&["--webhook-retries", "1ms,1ms,1ms", "--keep-days", "365"])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    // A target that says back what it was told, as some do.
    let echo = Receiver::start(Script::Answer(200, "{\"saved\":\"Gizli Müşteri\"}"));
    let shop = Shop::open(&garson);
    garson.post("/web-api/v1/webhooks", json!({ "url": echo.url })).id();
    let done = shop.push(&garson, &personal("1")).id();
    let cancelled = shop.push(&garson, &personal("2")).id();
    let open = shop.push(&garson, &personal("3")).id();
    let mut in_two_months = personal("5");
    in_two_months["isScheduled"] = json!(true);
    in_two_months["scheduledAt"] = json!(clock::now().plus(Duration::from_hours(60 * 24)));
    let later = shop.push(&garson, &in_two_months).id();
    for _ in 0..3 {
        garson.post(&format!("/web-api/v1/orders/change-status/{done}"), json!({})).data();
    }
    shop.cancel(&garson, "2", json!({ "reason": "gizli neden", "note": "gizli söz" })).data();
    let log = |garson: &Garson, query: &str| {
        garson.get(&format!("/web-api/v1/webhooks/deliveries?limit=200&{query}")).data().as_array().unwrap().clone()
    };
    eventually("everything is delivered", || (log(&garson, "state=delivered").len() == 8).then_some(()));
    let browser = Browser::owner(&garson, "tr");
    browser.post("/settings/privacy", &[("retention", "erase"), ("days", "30"), ("sure", "yes")]);
    garson.stop();
    days(31);
    garson.restart();
    let young = shop.push(&garson, &personal("4")).id();
    garson.post(&format!("/web-api/v1/orders/cancel/{young}"), json!({ "reason": "closed", "note": "gizli" })).data();
    let detail = |id: &str| garson.get(&format!("/web-api/v1/orders/{id}"));
    for id in [&done, &cancelled, &open] {
        eventually("it is erased", || detail(id).data()["erasedAt"].is_string().then_some(()));
        let shown = detail(id);
        assert!(!shown.text.to_lowercase().contains("gizli") && !shown.text.contains("5551112233"), "{shown}");
        assert_eq!(shown.data()["raw"], Value::Null);
        assert_eq!(shown.data()["customer"]["address"]["lat"], Value::Null);
        assert_eq!(shown.data()["total"], 499.9);
        assert_eq!(shown.data()["items"][0]["name"], "Adana");
        for row in log(&garson, &format!("orderId={id}")) {
            let one = garson.get(&format!("/web-api/v1/webhooks/deliveries/{}", row["id"].as_str().unwrap()));
            assert!(
                !one.text.to_lowercase().contains("gizli") && one.data()["attempts"][0]["statusCode"] == 200,
                "{one}"
            );
        }
    }
    assert_eq!(detail(&open).data()["status"], 400, "it stays where it is");
    for id in [&later, &young] {
        let shown = detail(id);
        assert!(shown.data()["customer"]["name"] == "Gizli Müşteri" && shown.data()["erasedAt"].is_null(), "{shown}");
        assert_eq!(shown.data()["raw"]["note"], "gizli not");
    }
    // What is sent again later brings no words back.
    let first = log(&garson, &format!("orderId={done}"))[0]["id"].as_str().unwrap().to_owned();
    garson.post(&format!("/web-api/v1/webhooks/deliveries/{first}/resend"), json!({})).data();
    let again = eventually("it is sent again", || {
        let one = garson.get(&format!("/web-api/v1/webhooks/deliveries/{first}"));
        (one.data()["attemptCount"] == 2).then_some(one)
    });
    assert!(!again.text.contains("Gizli"), "{again}");
    let browser = Browser::owner(&garson, "tr");
    let found = browser.page("/orders?q=gizli");
    assert!(
        found.contains("K5") && found.contains("K4") && ["K1<", "K2<", "K3<"].iter().all(|code| !found.contains(code)),
        "{found}"
    );
    assert!(browser.page("/orders?q=K1").contains("Müşteri bilgileri silindi"));
    // An order that is closed long after it came can still be, and what is said of that is erased then.
    let cancelled = json!({ "reason": "closed", "note": "gizli veda" });
    garson.post(&format!("/web-api/v1/orders/cancel/{open}"), cancelled).data();
    garson.restart();
    eventually("it is erased", || {
        (!garson.get(&format!("/web-api/v1/orders/{open}")).text.contains("veda")).then_some(())
    });
    // No till that asks what is new is given old orders again.
    let erased = garson.get(&format!("/web-api/v1/orders/{done}"));
    assert!(erased.data()["updatedAt"].as_str().unwrap() < erased.data()["erasedAt"].as_str().unwrap());
    garson.stop_sound();
}
