//! What holds for every platform, seen at Getir's pushes.

use super::TOO_LONG;
use crate::harness::{Answered, Clock, Fake, Garson, Heard, Host, Reply, await_taken, connect, eventually, hang_up};
use serde_json::{Value, json};
use std::{io::Write, thread, time::Duration};

/// A host that says yes to a login, calls the shop by a name, and may be asked to accept an order before it can.
struct Slow {
    shop: &'static str,
    /// No acceptance is answered before the test lets go.
    is_held: bool,
}

impl Fake for Slow {
    fn answer(&mut self, heard: &Heard) -> Answered {
        let path = heard.path.as_str();
        if path.ends_with("/auth/login") {
            Answered::json(200, &json!({ "token": "t", "restaurantId": self.shop }))
        } else if path.ends_with("/verify") {
            let accepted = Answered::json(200, &json!({ "result": true }));
            if self.is_held { accepted.held() } else { accepted }
        } else if path.starts_with("/food-orders/periodic") || path.ends_with("/active") {
            Answered::json(200, &json!([]))
        } else {
            Answered::json(404, &json!({ "code": 1, "error": "FoodOrderNotFound", "message": "none" }))
        }
    }
}

struct Shop {
    restaurant: String,
    intake: String,
}

fn connect_to(garson: &Garson, base: &str, credentials: Value) -> Shop {
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dönerci" })).id();
    let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/getir");
    let made = garson.put(&path, json!({ "baseUrl": base, "credentials": credentials }));
    let url = made.data()["intakeUrl"].as_str().unwrap();
    Shop { restaurant, intake: url[url.find("/intake").unwrap()..].to_owned() }
}

fn keys(app: &str, restaurant: &str) -> Value {
    json!({ "appSecretKey": app, "restaurantSecretKey": restaurant })
}

fn order(id: &str, shop: &str, status: u32) -> Value {
    json!({
        "id": id, "status": status, "checkoutDate": "2026-11-14T16:20:31.412Z", "deliveryType": 2, "paymentMethod": 4,
        "totalPrice": 100, "restaurant": { "id": shop },
        "products": [{ "name": { "tr": "Ayran" }, "count": 1, "price": 100, "totalPriceWithOption": 100 }]
    })
}

fn push(garson: &Garson, shop: &Shop, route: &str, body: &Value) -> Reply {
    let path = format!("{}/{route}", shop.intake);
    garson.send("POST", &path, Some(body.to_string().as_bytes()), &[("Authorization", "")])
}

fn status(garson: &Garson, id: &str) -> Option<u64> {
    let shown = garson.get(&format!("/web-api/v1/orders/{id}"));
    (shown.status == 200).then(|| shown.data()["status"].as_u64().unwrap())
}

/// The platform has been read once, so that what it calls the shop is known.
fn await_read(garson: &Garson, shop: &Shop) {
    let path = format!("/web-api/v1/restaurants/{}/integrations", shop.restaurant);
    eventually("the shop was read", || garson.get(&path).data()[0]["lastSuccessAt"].is_string().then_some(()));
}

const NOWHERE: &str = "http://127.0.0.1:9";

#[test]
fn a_cancellation_that_overtakes_its_order_is_not_forgotten() {
    let garson = Garson::start();
    let shop = connect_to(&garson, NOWHERE, keys("a", "b"));
    assert_eq!(push(&garson, &shop, "orders/cancelled", &order("1", "s", 1500)).status, 200);
    assert_eq!(status(&garson, "1"), None);
    assert_eq!(push(&garson, &shop, "orders", &order("1", "s", 400)).status, 200);
    assert_eq!(status(&garson, "1"), Some(1500));
}

#[test]
fn a_push_is_taken_in_though_its_sender_hangs_up_while_somebody_is_at_the_order() {
    let garson = Garson::start_with(&["--poll-interval", "60s"]);
    let host = Host::start(Slow { shop: "s", is_held: true });
    let shop = connect_to(&garson, &host.url, keys("a", "b"));
    await_read(&garson, &shop);
    push(&garson, &shop, "orders", &order("1", "s", 400));
    thread::scope(|scope| {
        scope.spawn(|| garson.post("/web-api/v1/orders/verify/1", json!({})));
        host.await_count("POST /food-orders/1/verify", 1);
        let body = order("1", "s", 1500).to_string();
        let mut stream = connect(&garson);
        let head = format!(
            "POST {}/orders/cancelled HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            shop.intake,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        await_taken(&stream);
        hang_up(stream);
        host.release();
    });
    eventually("the cancellation counts", || (status(&garson, "1") == Some(1500)).then_some(()));
}

#[test]
fn an_order_for_another_shop_goes_there_and_only_with_the_keys_of_the_same_company() {
    let garson = Garson::start_with(&["--poll-interval", "60s"]);
    let host = |shop| Host::start(Slow { shop, is_held: false });
    let (one, two, foreign) = (host("one"), host("two"), host("foreign"));
    let first = connect_to(&garson, &one.url, keys("company", "1"));
    let second = connect_to(&garson, &two.url, keys("company", "2"));
    let third = connect_to(&garson, &foreign.url, keys("another-company", "3"));
    for shop in [&first, &second, &third] {
        await_read(&garson, shop);
    }
    push(&garson, &first, "orders", &order("a", "two", 400));
    let taken = garson.get("/web-api/v1/orders/a");
    assert_eq!(taken.data()["restaurantId"], second.restaurant.as_str());
    assert_eq!(taken.data()["problems"], json!([]));
    // A shop of somebody else is nobody here to this address: the order stays and is flagged.
    push(&garson, &first, "orders", &order("b", "foreign", 400));
    let stray = garson.get("/web-api/v1/orders/b");
    assert_eq!(stray.data()["restaurantId"], first.restaurant.as_str());
    assert_eq!(stray.data()["problems"], json!(["restaurant"]));
    push(&garson, &third, "orders", &order("c", "foreign", 400));
    push(&garson, &first, "orders/cancelled", &order("c", "foreign", 1500));
    assert_eq!(status(&garson, "c"), Some(400));
}

#[test]
fn stored_secrets_are_not_sent_to_a_new_address_that_somebody_merely_enters() {
    let garson = Garson::start();
    let shop = connect_to(&garson, NOWHERE, keys("a-long-secret", "another-secret"));
    let path = format!("/web-api/v1/restaurants/{}/integrations/getir", shop.restaurant);
    let elsewhere = Host::start(Slow { shop: "s", is_held: false });
    let refused = garson.put(&path, json!({ "baseUrl": elsewhere.url }));
    assert_eq!(refused.refused(422, "validation_failed")["field"], "credentials.appSecretKey");
    garson.put(&path, json!({ "baseUrl": elsewhere.url, "credentials": keys("x-secret", "y-secret") })).data();
    eventually("it is asked there", || (elsewhere.count("POST /auth/login") > 0).then_some(()));
    assert!(elsewhere.heard().iter().all(|heard| !heard.body.contains("a-long-secret")));
}

#[test]
fn many_unfinished_changes_of_one_platform_hold_up_nobody_else() {
    /// How often each is polled.
    const EVERY: Duration = Duration::from_secs(3);
    let clock = Clock::slower(10);
    let garson = Garson::prepare(&["--poll-interval", "1s"]).clock(&clock).serve();
    // Takes longer than anybody waits, and knows nothing of the order afterwards.
    let hanging = Host::start(Slow { shop: "one", is_held: true });
    let shop = connect_to(&garson, &hanging.url, keys("a", "1"));
    let healthy = Host::start(Slow { shop: "two", is_held: false });
    connect_to(&garson, &healthy.url, keys("b", "2"));
    for id in ["1", "2", "3"] {
        push(&garson, &shop, "orders", &order(id, "one", 400));
    }
    let began = clock.elapsed();
    thread::scope(|scope| {
        let acts = ["1", "2", "3"].map(|id| {
            let garson = &garson;
            scope.spawn(move || garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})))
        });
        for id in ["1", "2", "3"] {
            hanging.await_count(&format!("POST /food-orders/{id}/verify"), 1);
        }
        clock.pass(TOO_LONG);
        acts.into_iter().for_each(|act| drop(act.join().unwrap()));
    });
    // Nobody waited for another: one after the other they would have taken three times as long.
    let took = clock.elapsed() - began;
    assert!(took < Duration::from_secs(15), "{took:?}");
    let asked = healthy.count("POST /food-orders/active");
    clock.await_by_asking(&healthy, EVERY, "the other one is still asked", || {
        (healthy.count("POST /food-orders/active") > asked + 1).then_some(())
    });
}
