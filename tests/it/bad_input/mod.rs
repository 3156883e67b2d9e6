//! Nonsense in, a clear refusal out: in Turkish and in English, with the field it is about, and never a 500.

mod bodies;
mod queries;
mod values;

use crate::harness::{Garson, NOBODY, Receiver, Reply, Script, Shop, an_order};
use serde_json::{Value, json};

/// Who is asked, and what is sent.
struct Ask<'a> {
    garson: &'a Garson,
    method: &'a str,
    path: &'a str,
    body: Option<&'a [u8]>,
    headers: &'a [(&'a str, &'a str)],
}

impl<'a> Ask<'a> {
    fn get(garson: &'a Garson, path: &'a str) -> Ask<'a> {
        Ask { garson, method: "GET", path, body: None, headers: &[] }
    }

    fn post(garson: &'a Garson, path: &'a str, body: &'a [u8]) -> Ask<'a> {
        Ask { garson, method: "POST", path, body: Some(body), headers: &[] }
    }

    fn put(garson: &'a Garson, path: &'a str, body: &'a [u8]) -> Ask<'a> {
        Ask { garson, method: "PUT", path, body: Some(body), headers: &[] }
    }

    fn with(self, headers: &'a [(&'a str, &'a str)]) -> Ask<'a> {
        Ask { headers, ..self }
    }

    fn send_in(&self, language: &str) -> Reply {
        let headers = [self.headers, &[("Accept-Language", language)]].concat();
        self.garson.send(self.method, self.path, self.body, &headers)
    }

    /// Refused in both languages with the same code and field, in words of their own.
    #[track_caller]
    fn refused(&self, status: u16, code: &str, field: Option<&str>) {
        let english = self.send_in("de, fr;q=0.5");
        let turkish = self.send_in("tr");
        let (in_english, in_turkish) = (english.refused(status, code), turkish.refused(status, code));
        assert_ne!(in_english["message"], in_turkish["message"], "{english}");
        assert_eq!(in_english["field"], in_turkish["field"], "{english}");
        assert_eq!(in_english["field"].as_str(), field, "{english}");
        assert_ne!(english.header("x-request-id"), turkish.header("x-request-id"));
    }
}

/// Opens a shop and says where its orders go.
fn a_shop(garson: &Garson) -> (Shop, String) {
    let shop = Shop::open(garson);
    let orders = format!("{}/orders", shop.intake);
    (shop, orders)
}

/// An order with one value replaced.
fn order_with(pointer: &str, value: Value) -> Vec<u8> {
    let mut order = an_order("1");
    *order.pointer_mut(pointer).unwrap() = value;
    order.to_string().into_bytes()
}

#[test]
fn every_code_is_said_in_both_languages() {
    let garson = Garson::start();
    let (shop, orders) = a_shop(&garson);
    let (other, _) = a_shop(&garson);
    shop.order(&garson, "1");
    shop.order(&garson, "twice");
    other.order(&garson, "twice");
    shop.order(&garson, "closed");
    shop.cancel(&garson, "closed", json!({})).data();
    let off = json!({ "isActive": false });
    garson.put(&format!("/web-api/v1/restaurants/{}/integrations/open", other.restaurant), off).data();
    let other_orders = format!("{}/orders", other.intake);
    let integration = format!("/web-api/v1/restaurants/{}/integrations", shop.restaurant);
    let (getir, open) = (format!("{integration}/getir"), format!("{integration}/open/open"));
    let menus = format!("/web-api/v1/providers/getir/menus?restaurantId={}", shop.restaurant);
    let large = vec![b' '; 300_000];
    let reused = [("Idempotency-Key", "once")];
    garson.send("POST", "/web-api/v1/businesses", Some(br#"{"name":"a"}"#), &reused).data();
    let order = an_order("2").to_string();

    let post = |path, body| Ask::post(&garson, path, body);
    let get = |path| Ask::get(&garson, path);
    for (ask, status, code, field) in [
        (post("/web-api/v1/restaurants", b"{"), 400, "invalid_json", None),
        (get("/web-api/v1/orders?limit=0"), 400, "invalid_parameter", Some("limit")),
        (get("/web-api/v1/orders").with(&[("Authorization", "Bearer x")]), 401, "unauthorized", None),
        (get("/web-api/v1/nothing"), 404, "not_found", None),
        (get("/web-api/v1/orders/9"), 404, "order_not_found", None),
        (get("/web-api/v1/businesses/9"), 404, "business_not_found", None),
        (get("/web-api/v1/restaurants/9"), 404, "restaurant_not_found", None),
        (get("/web-api/v1/providers/x/menus?restaurantId=9"), 404, "provider_not_found", None),
        (get(&menus), 404, "integration_not_found", None),
        (post("/web-api/v1/orders", b"{}"), 405, "method_not_allowed", None),
        (post("/web-api/v1/orders/verify/closed", b""), 409, "order_closed", None),
        (post("/web-api/v1/orders/change-status/1", br#"{"from":600}"#), 409, "status_changed", None),
        (get("/web-api/v1/orders/twice"), 409, "ambiguous_order", None),
        (post("/web-api/v1/restaurants", &large), 413, "payload_too_large", None),
        (
            post("/web-api/v1/restaurants", b"{}").with(&[("Content-Type", "text/plain")]),
            415,
            "unsupported_media_type",
            None,
        ),
        (post("/web-api/v1/restaurants", b"{}"), 422, "validation_failed", Some("name")),
        (post("/web-api/v1/orders/cancel/1", br#"{"reason":"x"}"#), 422, "reason_not_accepted", Some("reason")),
        (
            post("/web-api/v1/businesses", br#"{"name":"b"}"#).with(&reused),
            422,
            "idempotency_key_reused",
            Some("Idempotency-Key"),
        ),
        (Ask::put(&garson, &getir, b"{}"), 422, "validation_failed", Some("credentials.appSecretKey")),
        (Ask::put(&garson, &open, br#"{"isOpen":true}"#), 422, "not_offered", None),
        (post(&other_orders, order.as_bytes()), 503, "integration_off", None),
    ] {
        ask.refused(status, code, field);
    }
    post(&orders, order.as_bytes()).send_in("tr").data();
}

#[test]
fn what_a_shop_does_wrong_is_said_in_both_languages() {
    let garson = Garson::start();
    let refusing = Receiver::start(Script::Answer(409, r#"{"message":"yok artık"}"#));
    let silent = Receiver::start(Script::Hold(200));
    let verified_at = |callback: &str, id: &str| {
        let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": callback } }));
        shop.order(&garson, id);
        format!("/web-api/v1/orders/verify/{id}")
    };
    let rejected = verified_at(&refusing.url, "1");
    let unreachable = verified_at(&format!("http://{NOBODY}/"), "2");
    let (late, late_too) = (verified_at(&silent.url, "3"), verified_at(&silent.url, "4"));
    Ask::post(&garson, &rejected, b"").refused(502, "platform_rejected", None);
    Ask::post(&garson, &unreachable, b"").refused(502, "platform_unreachable", None);
    // Two orders, so that both languages wait out the same ten seconds.
    std::thread::scope(|scope| {
        let turkish = scope.spawn(|| Ask::post(&garson, &late, b"").send_in("tr"));
        let english = Ask::post(&garson, &late_too, b"").send_in("en");
        let turkish = turkish.join().unwrap();
        let words = [&english, &turkish].map(|reply| reply.refused(504, "platform_unreachable")["message"].clone());
        assert_ne!(words[0], words[1], "{english}");
    });
    for id in ["1", "2", "3", "4"] {
        assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"], 400);
    }
}

#[test]
fn too_many_requests_are_refused_in_both_languages() {
    let garson = Garson::start_with(&["--rate-limit", "1"]);
    let ask = Ask::get(&garson, "/web-api/v1/orders");
    let limited = |language: &str| {
        let reply = (0..10).map(|_| ask.send_in(language)).find(|reply| reply.status != 200).unwrap();
        reply.refused(429, "rate_limited")["message"].clone()
    };
    assert_ne!(limited("tr"), limited("en"));
}
