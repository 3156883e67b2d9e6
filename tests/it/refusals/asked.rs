//! What the running program answers to whatever can be got wrong: each kind of mistake once, over HTTP.

use crate::harness::{Garson, NOBODY, Receiver, Script, Shop, an_order};
use serde_json::{Value, json};
use std::fmt::Write;

const V1: &str = "/web-api/v1";

/// Asks in both languages, and writes down what is said.
struct Scribe<'a> {
    garson: &'a Garson,
    text: String,
    /// What differs from run to run, and what stands for it.
    names: Vec<(String, &'static str)>,
}

impl Scribe<'_> {
    fn head(&mut self, title: &str) {
        writeln!(self.text, "\n# {title}").unwrap();
    }

    fn get(&mut self, path: &str) {
        self.ask("GET", path, None, &[]);
    }

    fn post(&mut self, path: &str, body: &str) {
        self.ask("POST", path, Some(body.as_bytes()), &[]);
    }

    fn put(&mut self, path: &str, body: &str) {
        self.ask("PUT", path, Some(body.as_bytes()), &[]);
    }

    fn ask(&mut self, method: &str, path: &str, body: Option<&[u8]>, headers: &[(&str, &str)]) {
        let path = if path.starts_with('/') { path.to_owned() } else { format!("{V1}/{path}") };
        let [en, tr] = ["en", "tr"].map(|language| {
            let headers = [headers, &[("Accept-Language", language)]].concat();
            self.garson.send(method, &path, body, &headers)
        });
        let error = |reply: &crate::harness::Reply| reply.json["error"].clone();
        assert!(en.status >= 400 && !en.json["error"].is_null(), "{en}");
        assert_eq!((en.status, &error(&en)["code"]), (tr.status, &error(&tr)["code"]), "{tr}");
        assert_eq!(error(&en)["field"], error(&tr)["field"], "{tr}");
        let body = String::from_utf8_lossy(body.unwrap_or_default());
        let shown: String = body.escape_debug().to_string().replace("\\\"", "\"").chars().take(120).collect();
        let shown = shown.trim();
        let headers: String = headers.iter().map(|(name, value)| format!(" [{name}: {value}]")).collect();
        let path = path.strip_prefix(&format!("{V1}/")).unwrap_or(&path);
        let (code, field) = (error(&en)["code"].as_str().unwrap().to_owned(), error(&en)["field"].clone());
        let field = field.as_str().map(|field| format!(" ({field})")).unwrap_or_default();
        let lines = format!(
            "{method} {path}{headers} {shown}\n  {} {code}{field}\n  {}\n  {}\n",
            en.status,
            error(&en)["message"].as_str().unwrap(),
            error(&tr)["message"].as_str().unwrap()
        );
        let lines = self.names.iter().fold(lines, |lines, (it, name)| lines.replace(it, name));
        self.text.push_str(&lines.replace(" \n", "\n"));
    }
}

/// An order with one value replaced.
fn order_with(pointer: &str, value: Value) -> String {
    let mut order = an_order("9");
    match order.pointer_mut(pointer) {
        Some(place) => *place = value,
        None => order[pointer.trim_start_matches('/')] = value,
    }
    order.to_string()
}

#[test]
fn every_mistake_is_answered_with_what_would_be_right() {
    let garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    ["1", "twice", "closed"].iter().for_each(|id| drop(shop.order(&garson, id)));
    other.order(&garson, "twice");
    shop.cancel(&garson, "closed", json!({})).data();
    let off = format!("{V1}/restaurants/{}/integrations/open", other.restaurant);
    garson.put(&off, json!({ "isActive": false })).data();
    let key = |body: Value| garson.post(&format!("{V1}/keys"), body).data()["apiKey"].as_str().unwrap().to_owned();
    let reader = format!("Bearer {}", key(json!({ "name": "reader", "scope": "read" })));
    let local = format!("Bearer {}", key(json!({ "name": "local", "restaurantId": shop.restaurant })));
    let refusing = Receiver::start(Script::Answer(409, r#"{"message":"yok artık","stack":"iç bilgi"}"#));
    let told = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": refusing.url } }));
    told.order(&garson, "told");
    let untold = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": format!("http://{NOBODY}/") } }));
    untold.order(&garson, "untold");
    let webhook =
        garson.post(&format!("{V1}/webhooks"), json!({ "url": format!("http://{NOBODY}/"), "isActive": false }));
    let webhook = webhook.id();
    let names = vec![
        (shop.intake.clone(), "{intakeUrl}"),
        (other.intake.clone(), "{intakeUrl of one that is off}"),
        (shop.restaurant.clone(), "{restaurantId}"),
        (webhook.clone(), "{webhookId}"),
        (reader.clone(), "Bearer {a key that reads}"),
        (local.clone(), "Bearer {a key of one restaurant}"),
        (NOBODY.to_owned(), "{nobody}"),
    ];
    let mut scribe = Scribe { garson: &garson, text: String::new(), names };
    let it = &mut scribe;

    it.head("Where and with what");
    for path in ["/web-api", "/web-api/", "/web-api/v2/orders", "/web-api/orders", "/web-api/v10"] {
        it.ask("GET", path, None, &[("Authorization", "")]);
    }
    it.get("/web-api/v1");
    it.get("order");
    it.ask("POST", "/intake/orders", Some(b"{}"), &[]);
    it.ask("POST", "/intake/v1/open/guessed/orders", Some(b"{}"), &[]);
    it.ask("GET", "orders", None, &[("Authorization", "")]);
    it.ask("GET", "orders", None, &[("Authorization", "gsn_bare")]);
    it.ask("POST", "orders/verify/1", None, &[("Authorization", &reader)]);
    it.ask("POST", "businesses", Some(b"{}"), &[("Authorization", &reader)]);
    it.ask("GET", "businesses", None, &[("Authorization", &local)]);
    let business = json!({ "name": "a", "businessId": "x" }).to_string();
    let its = format!("restaurants/{}", shop.restaurant);
    it.ask("PUT", &its, Some(business.as_bytes()), &[("Authorization", &local)]);
    it.ask("PATCH", "orders", None, &[]);
    it.ask("POST", "restaurants", Some(b"{}"), &[("Content-Type", "text/plain")]);
    it.ask("POST", "restaurants", Some(" ".repeat(300_000).as_bytes()), &[]);

    it.head("What is no JSON");
    for body in [
        "{",
        "{\"name\": \"Köfteci\"\n\"address\": \"Moda\"}",
        "{'name':'a'}",
        "{\"name\":\"a\",}",
        "{\"name\":NaN}",
        "{\"name\":\"a\nb\"}",
        "{\"name\":\"a\\x\"}",
        "{\"name\":\"\\ud83d\"}",
        "{\"name\":\"Köfteci 🍢",
        "{\"name\":\"a\"} x",
        "{\"lat\":1.,\"name\":\"a\"}",
        "{\"name\" \"a\"}",
    ] {
        it.post("restaurants", body);
    }
    it.ask("POST", "restaurants", Some(b"{\"name\":\"\xfe\"}"), &[]);
    it.post("restaurants", &"[".repeat(70));
    it.post(&format!("{}/orders", shop.intake), "{\"items\": [\n  {\"name\": \"Çiğ köfte\" \"total\": 5}]}");
    it.put(&format!("{its}/packages"), "");

    it.head("Fields of any body");
    for body in [
        json!([]),
        json!({}),
        json!({ "Name": "a" }),
        json!({ "name": " " }),
        json!({ "name": 5 }),
        json!({ "name": "a".repeat(201) }),
        json!({ "name": "a\u{0}" }),
        json!({ "name": "a", "address": "a".repeat(2_001) }),
        json!({ "name": "a", "lat": "41.0" }),
        json!({ "name": "a", "lat": 91 }),
        json!({ "name": "a", "config": [] }),
        json!({ "name": "a", "config": { "timezone": "Istanbul" } }),
        json!({ "name": "a", "config": { "currency": "lira" } }),
        json!({ "name": "a", "config": { "currency": 1 } }),
        json!({ "name": "a", "config": { "autoAccept": "yes" } }),
        json!({ "name": "a", "config": { "preparationMinutes": 10_000 } }),
        json!({ "name": "a", "config": { "preparationMinutes": 2.5 } }),
        json!({ "name": "a", "config": { "x": "x".repeat(70_000) } }),
        json!({ "name": "a", "businessId": "x" }),
        json!({ "name": "a", "paymentMatchingUrl": "till.example" }),
        json!({ "name": "a", "paymentMatchingUrl": "http://169.254.169.254/" }),
        json!({ "name": "a", "paymentMatchingHeaders": { "X A": "a" } }),
        json!({ "name": "a", "paymentMatchingHeaders": { "Host": "a" } }),
    ] {
        it.post("restaurants", &body.to_string());
    }
    it.post("businesses/x/restaurants", &json!({ "restaurantId": shop.restaurant }).to_string());
    it.put(&format!("{its}/packages"), "{}");
    let times = |starts: &str, ends: &str| json!([{ "name": "a", "startsAt": starts, "endsAt": ends }]).to_string();
    it.put(&format!("{its}/packages"), &times("2026-11-14T18:00:00Z", "2026-11-14T18:00:00Z"));
    it.put(&format!("{its}/packages"), &times("tomorrow", "2026-11-14T18:00:00Z"));

    it.head("Queries and headers");
    for query in [
        "limit=0",
        "limit=x",
        "limit=1&limit=2",
        "dir=up",
        "cursor=x",
        "status=new",
        "provider=uber",
        "from=yesterday",
        "to=2026-11-14T18:02:11+03:00",
        "restaurantId=%FF",
        "restaurantid=x",
        "sort=newest",
        "code=",
        "include=customer,notes",
    ] {
        it.get(&format!("orders?{query}"));
    }
    it.get("restaurants?page=2");
    it.get("orders/grouped-payments?from=14.11.2026");
    it.get("webhooks/deliveries?state=lost");
    it.get("webhooks/deliveries?event=order");
    it.get("audit?area=kitchen");
    it.get("providers/open/menus");
    let long = "k".repeat(129);
    it.names.push((long.clone(), "{129 characters}"));
    for key in [&long, "ş"] {
        it.ask("POST", "businesses", Some(br#"{"name":"a"}"#), &[("Idempotency-Key", key)]);
    }
    let once = [("Idempotency-Key", "once")];
    garson.send("POST", &format!("{V1}/businesses"), Some(br#"{"name":"a"}"#), &once).data();
    it.ask("POST", "businesses", Some(br#"{"name":"b"}"#), &once);

    it.head("What is not there");
    for path in [
        "orders/9",
        "businesses/9",
        "restaurants/9",
        "webhooks/9",
        "webhooks/deliveries/9",
        "keys/9",
        "providers/uber/menus?restaurantId=9",
        &format!("providers/getir/menus?restaurantId={}", shop.restaurant),
    ] {
        it.get(path);
    }

    it.head("Orders");
    it.get("orders/twice");
    it.get("orders/");
    it.post("orders/verify/closed", "");
    it.post("orders/change-status/1", r#"{"from":600}"#);
    it.post("orders/change-status/1", r#"{"from":401}"#);
    it.post("orders/change-status/1", r#"{"from":-1}"#);
    it.post("orders/change-status/1", r#"{"from":"new"}"#);
    it.post("orders/change-status/1", r#"{"from":"400"}"#);
    it.post("orders/cancel/1", "");
    it.post("orders/cancel/1", r#"{"reason":"tired"}"#);
    it.post("orders/verify/told", "");
    it.post("orders/verify/untold", "");
    it.post("orders/reports/mark", r#"{"provider_order_id":"1"}"#);
    it.post("orders/reports/mark", r#"{"providerOrderId":"9"}"#);
    it.post("orders/reports/mark", r#"{"orders":[]}"#);
    it.post("orders/reports/mark", r#"{"orders":[{}]}"#);
    it.post("orders/reports/mark", r#"{"orders":[{"id":"9"}]}"#);
    it.post("orders/reports/mark", r#"{"orders":[{"providerOrderId":"9"}]}"#);
    it.post("orders/reports/mark", r#"{"orders":[{"id":"9"}],"providerOrderId":"1"}"#);
    it.post("orders/verify/1", r#"{"preparationMinutes":0}"#);
    it.post("orders/verify/1", r#"{"preparationMinutes":"25"}"#);
    it.post("orders/reports/mark", r#"{"providerOrderId":"1","provider":"uber"}"#);

    it.head("Orders of a web shop");
    let orders = format!("{}/orders", shop.intake);
    let option = json!({ "name": "Acı" });
    let dish = json!({ "name": "Adana", "quantity": 1, "total": 1.0, "options": vec![option.clone(); 100] });
    let deep = (0..7).fold(json!([]), |inner, _| json!([{ "name": "a", "options": inner }]));
    for (pointer, value) in [
        ("/providerOrderId", json!(1001)),
        ("/providerOrderId", Value::Null),
        ("/items", json!([])),
        ("/items", json!("Adana")),
        ("/items", json!(vec![json!({}); 301])),
        ("/items", json!(vec![dish; 21])),
        ("/items/0", Value::Null),
        ("/items/0/quantity", json!(0)),
        ("/items/0/quantity", json!(1.5)),
        ("/items/0/quantity", json!("2")),
        ("/items/0/total", json!("499,90")),
        ("/items/0/total", json!(-1)),
        ("/items/0/total", json!(1.005)),
        ("/items/0/total", json!(1e30)),
        ("/items/0", json!({ "name": "a", "quantity": 1, "total": 1, "options": deep })),
        ("/amount", Value::Null),
        ("/amount/total", Value::Null),
        ("/payment", Value::Null),
        ("/payment/type", json!("gold")),
        ("/payment/type", json!(1)),
        ("/payment", json!({ "type": "cash", "brand": "multinet" })),
        ("/flags", json!(["free"])),
        ("/flags", json!([1])),
        ("/scheduledAt", json!(1_700_000_000)),
        ("/isScheduled", json!(true)),
        ("/isTest", json!("yes")),
        ("/customer", json!("Ali")),
    ] {
        it.post(&orders, &order_with(pointer, value));
    }
    it.post(&format!("{}/orders", other.intake), &an_order("9").to_string());
    it.post(&format!("{}/orders/9/cancel", shop.intake), "{}");
    it.put(&format!("{}/menu", shop.intake), "{}");

    it.head("Integrations");
    it.put(&format!("{its}/integrations/uber"), "{}");
    it.put(&format!("{its}/integrations/getir"), "{}");
    it.put(&format!("{its}/integrations/getir"), r#"{"credentials":{"appSecretKey":"a"}}"#);
    let digits = json!({ "credentials": { "supplierId": "x" } }).to_string();
    it.put(&format!("{its}/integrations/trendyol-go"), &digits);
    it.put(&format!("{its}/integrations/getir/pos"), "{}");
    it.put(&format!("{its}/integrations/open"), r#"{"settings":{"stepPauseSeconds":-1}}"#);
    it.put(&format!("{its}/integrations/open"), r#"{"baseUrl":""}"#);
    it.put(&format!("{its}/integrations/open/open"), "{}");
    it.put(&format!("{its}/integrations/open/open"), r#"{"isOpen":true}"#);

    it.head("Webhooks and keys");
    for body in [
        json!({}),
        json!({ "url": "http://till.example/", "events": ["order"] }),
        json!({ "url": "http://till.example/", "authStyle": "basic" }),
        json!({ "url": "http://till.example/", "secret": "x" }),
        json!({ "url": "http://till.example/", "keyId": "x" }),
        json!({ "url": "http://till.example/", "restaurantIds": ["x"] }),
    ] {
        it.post("webhooks", &body.to_string());
    }
    it.post(&format!("webhooks/{webhook}/resend"), "{}");
    it.post(&format!("webhooks/{webhook}/resend"), r#"{"missed":false}"#);
    it.post(&format!("webhooks/{webhook}/resend"), r#"{"missed":true,"from":"2026-11-14T18:02:11Z"}"#);
    it.post(&format!("webhooks/{webhook}/resend"), r#"{"from":"yesterday"}"#);
    it.post(&format!("webhooks/{webhook}/test"), "");
    it.post("orders/retry-webhook", r#"{"webhookOrderId":"x","url":"http://127.0.0.1:9/"}"#);
    it.post("orders/retry-webhook", r#"{"webhookOrderId":"x","url":"http://127.0.0.1:9/","headers":{}}"#);
    it.post("keys", "{}");
    it.post("keys", r#"{"name":"a","scope":"everything"}"#);
    it.post("keys", r#"{"name":"a","endsAt":"2020-01-01T00:00:00Z"}"#);
    it.post("keys", r#"{"name":"a","restaurantId":"x"}"#);
    let keys = garson.get(&format!("{V1}/keys"));
    let first = keys.data().as_array().unwrap().iter().find(|key| key["isPrimary"] == true).unwrap()["id"].clone();
    let first = first.as_str().unwrap().to_owned();
    it.names.push((first.clone(), "{the primary key}"));
    it.ask("DELETE", &format!("keys/{first}"), None, &[]);

    insta::assert_snapshot!("answers", scribe.text);
}

#[test]
fn who_asks_too_often_is_told_how_long_to_wait() {
    let garson = Garson::start_with(&["--rate-limit", "1"]);
    let limited = |language: &str| {
        let ask = || garson.send("GET", "/web-api/v1/orders", None, &[("Accept-Language", language)]);
        let reply = (0..10).map(|_| ask()).find(|reply| reply.status != 200).unwrap();
        assert_eq!(reply.header("retry-after"), Some("1"));
        reply.refused(429, "rate_limited")["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(limited("en"), "Too many requests. Wait one second, then try again.");
    assert_eq!(limited("tr"), "Çok fazla istek geldi. 1 saniye bekleyip yeniden deneyin.");
}
