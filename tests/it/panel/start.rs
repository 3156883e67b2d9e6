//! The first steps: where setting up leads, what ticks itself off, the first key, and test orders.

use super::{Browser, press_at_once};
use crate::harness::{Garson, Receiver, Script, Shop, eventually};
use serde_json::{Value, json};

/// Sends a test order and says which it is.
fn send_test_order(garson: &Garson, browser: &Browser<'_>, restaurant: &str) -> Value {
    let sent = browser.post(&format!("/restaurants/{restaurant}/test-order"), &[]);
    assert_eq!((sent.status, sent.header("location")), (303, Some("/")), "{sent}");
    let list = garson.get("/web-api/v1/orders?limit=1");
    let id = list.data()[0]["id"].as_str().unwrap();
    garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
}

#[test]
fn setting_up_leads_to_the_first_steps_and_the_key_is_shown_there_once() {
    let mut garson = Garson::unowned(&[]).serve();
    let (key, action) = {
        let (browser, code) = (Browser::new(&garson, "en"), garson.setup_code());
        let fields = [("name", "ayşe"), ("password", "doğru at pil zımba"), ("restaurant", "Köfteci"), ("code", &code)];
        let claimed = browser.post_raw("/setup", &fields, &[]);
        assert_eq!((claimed.status, claimed.header("location")), (303, Some("/start")), "{claimed}");
        let steps = browser.page("/start");
        assert!(!claimed.text.contains("gsn_") && !steps.contains("gsn_"), "{steps}");
        assert!(steps.contains("Köfteci") && steps.contains("Getir") && steps.contains("Send a test order"), "{steps}");
        let action = steps.split("action=\"/keys/").nth(1).unwrap().split('"').next().unwrap();
        (browser.first_key(), format!("/keys/{action}"))
    };
    garson.key = key;
    assert_eq!(garson.get("/web-api/v1/restaurants").data()[0]["name"], "Köfteci");
    let browser = Browser::owner(&garson, "en");
    let again = browser.post(&action, &[]);
    assert!(again.status == 422 && again.text.contains("never shown again"), "{again}");
    assert!(!again.text.contains(&garson.key) && !browser.page("/start").contains(&action));
    assert!(browser.page("/audit").contains("Key shown"));
}

#[test]
fn a_key_that_was_printed_is_not_shown_again() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    assert!(!browser.page("/start").contains("/show\""));
    let id = garson.get("/web-api/v1/keys").data()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(browser.post(&format!("/keys/{id}/show"), &[]).status, 422);
}

#[test]
fn steps_tick_themselves_off_and_the_board_leads_to_them_until_they_are_put_away() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    assert!(browser.page("/").contains("First steps: 0 of 4 done"));
    assert!(browser.page("/start").contains("/restaurants/new"));
    let shop = Shop::open(&garson);
    assert!(browser.page("/").contains("First steps: 2 of 4 done"));
    let order = send_test_order(&garson, &browser, &shop.restaurant);
    // Not above orders.
    assert!(!browser.page("/").contains("First steps:"));
    press_at_once(&garson);
    let path = |act: &str| format!("/orders/{}/{act}", order["id"].as_str().unwrap());
    assert_eq!(browser.post(&path("verify"), &[]).status, 303);
    for from in ["500", "600"] {
        assert_eq!(browser.post(&path("advance"), &[("from", from)]).status, 303);
    }
    let board = browser.page("/");
    assert!(board.contains("First steps: 3 of 4 done") && board.contains("href=\"/start\""), "{board}");
    let steps = browser.page("/start");
    // The restaurant, the platform, the order, and the till, whose key was used above.
    assert_eq!(steps.matches("class=\"sheet done\"").count(), 4, "{steps}");
    assert_eq!(browser.post("/start/hide", &[]).status, 303);
    assert!(!browser.page("/").contains("First steps:") && browser.page("/start").contains("Send a test order"));
    assert!(
        browser.page("/settings").contains("href=\"/start\"") && browser.page("/status").contains("href=\"/start\"")
    );
}

#[test]
fn a_test_order_is_worked_like_any_other_and_counts_nowhere() {
    let (garson, site) = (Garson::start(), Receiver::start(Script::Answer(200, "")));
    let till = Receiver::start(Script::Answer(200, ""));
    garson.post("/web-api/v1/webhooks", json!({ "url": till.url }));
    press_at_once(&garson);
    // A shop that is told of every step of its own orders.
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": site.url } }));
    let browser = Browser::owner(&garson, "tr");
    let order = send_test_order(&garson, &browser, &shop.restaurant);
    let id = order["id"].as_str().unwrap();
    assert_eq!((&order["isTest"], &order["status"], &order["problems"]), (&json!(true), &json!(400), &json!([])));
    let board = browser.page("/");
    assert!(
        board.contains("TEST – hazırlamayın") && board.contains(order["items"][0]["name"].as_str().unwrap()),
        "{board}"
    );
    assert_eq!(browser.post(&format!("/orders/{id}/verify"), &[]).status, 303);
    for from in ["500", "600"] {
        assert_eq!(browser.post(&format!("/orders/{id}/advance"), &[("from", from)]).status, 303);
    }
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"], 900);
    let second = send_test_order(&garson, &browser, &shop.restaurant)["id"].as_str().unwrap().to_owned();
    assert!(browser.page(&format!("/orders/{second}/cancel")).contains("out_of_stock"));
    assert_eq!(browser.post(&format!("/orders/{second}/cancel"), &[("reason", "out_of_stock")]).status, 303);
    let cancelled = garson.get(&format!("/web-api/v1/orders/{second}")).data()["cancellation"].clone();
    assert_eq!((&cancelled["reason"], &cancelled["name"]), (&json!("out_of_stock"), &json!("Ürün tükendi")));
    // The till hears of all of it; reports and the shop of nothing.
    for _ in 0..6 {
        assert_eq!(till.next().json()["veri"]["provider"], "open");
    }
    assert_eq!(garson.get("/web-api/v1/orders/reports/pending").data(), &json!([]));
    assert_eq!(garson.get("/web-api/v1/orders/grouped-payments").data()["count"], 0);
    assert!(site.heard_nothing());
    // One that is not a test is told.
    let real = shop.order(&garson, "1");
    assert_eq!(browser.post(&format!("/orders/{real}/verify"), &[]).status, 303);
    assert_eq!(site.next().json()["action"], "verify");
}

#[test]
fn test_orders_need_no_platform_and_are_bounded() {
    let garson = Garson::start();
    press_at_once(&garson);
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
    let browser = Browser::owner(&garson, "en");
    let path = format!("/restaurants/{restaurant}/test-order");
    let first = send_test_order(&garson, &browser, &restaurant)["id"].as_str().unwrap().to_owned();
    for _ in 0..4 {
        send_test_order(&garson, &browser, &restaurant);
    }
    let refused = browser.post(&path, &[]);
    assert!(refused.status == 422 && refused.text.contains("enough open test orders"), "{refused}");
    // Without a platform there are reasons all the same, and none is asked for.
    assert!(browser.page(&format!("/orders/{first}/cancel")).contains("out_of_stock"));
    assert_eq!(browser.post(&format!("/orders/{first}/cancel"), &[]).status, 303);
    assert_eq!(browser.post(&path, &[]).status, 303);
    assert_eq!(browser.post("/restaurants/01935b6e-7c00-7000-8000-000000000000/test-order", &[]).status, 404);
}

#[test]
fn a_restaurant_that_accepts_by_itself_accepts_a_test_order_too() {
    let garson = Garson::start();
    let config = json!({ "name": "Köfteci", "config": { "autoAccept": true } });
    let restaurant = garson.post("/web-api/v1/restaurants", config).id();
    let browser = Browser::owner(&garson, "en");
    let id = send_test_order(&garson, &browser, &restaurant)["id"].as_str().unwrap().to_owned();
    eventually("it is accepted", || {
        (garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"] == 500).then_some(())
    });
}
