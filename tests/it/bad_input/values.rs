//! Single values: texts, numbers, money, addresses, headers, config.

use super::{Ask, a_shop, order_with};
use crate::harness::{Garson, an_order};
use serde_json::{Value, json};

const RESTAURANTS: &str = "/web-api/v1/restaurants";

#[test]
fn texts_may_hold_any_script_up_to_their_length() {
    let garson = Garson::start();
    let (shop, orders) = a_shop(&garson);
    let longest = "🍕".repeat(2_000);
    for text in
        ["Çiğ köfte 🌶️👨‍🍳", "شاورما دجاج", "\u{202e}gnirts", "a\nb\tc", "\"\\/<script>&amp;", "e\u{301}", &longest]
    {
        let made = garson.post(RESTAURANTS, json!({ "name": "a", "description": text }));
        assert_eq!(made.data()["description"], text);
        let kept = garson.get(&format!("{RESTAURANTS}/{}", made.id()));
        assert_eq!(kept.data()["description"], text);
    }
    let mut order = an_order("emoji");
    order["items"][0]["name"] = json!("🥙".repeat(200));
    order["note"] = json!("شكرا".repeat(500));
    shop.push(&garson, &order).data();
    assert_eq!(garson.get("/web-api/v1/orders/emoji").data()["raw"], order);

    let name = |length: usize| "ğ".repeat(length);
    assert_eq!(garson.post(RESTAURANTS, json!({ "name": format!("  {}  ", name(200)) })).data()["name"], name(200));
    let (long_name, long_text) = (
        json!({ "name": name(201) }).to_string(),
        json!({ "name": "a", "address": format!("{longest}x") }).to_string(),
    );
    Ask::post(&garson, RESTAURANTS, long_name.as_bytes()).refused(422, "validation_failed", Some("name"));
    Ask::post(&garson, RESTAURANTS, long_text.as_bytes()).refused(422, "validation_failed", Some("address"));
    Ask::post(&garson, "/web-api/v1/businesses", long_name.as_bytes()).refused(422, "validation_failed", Some("name"));
    let long_item = order_with("/items/0/name", json!(name(201)));
    Ask::post(&garson, &orders, &long_item).refused(422, "validation_failed", Some("items[0].name"));
    let long_id = order_with("/providerOrderId", json!(name(2_001)));
    Ask::post(&garson, &orders, &long_id).refused(422, "validation_failed", Some("providerOrderId"));
}

#[test]
fn control_characters_and_half_characters_are_refused() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    for bad in ["\\u0000", "a\\u0000b", "\\u001b[2J", "\\u0085", "\\u007f"] {
        let body = format!(r#"{{"name":"{bad}"}}"#);
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(422, "validation_failed", Some("name"));
        let order = an_order("ID").to_string().replace("ID", bad);
        Ask::post(&garson, &orders, order.as_bytes()).refused(422, "validation_failed", Some("providerOrderId"));
    }
    // Also where nobody reads it: what is kept as written comes back, and strict readers would refuse the answer.
    for half in ["\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud83d x"] {
        for field in ["name", "unknown"] {
            let body = format!(r#"{{"name":"a","{field}":"{half}"}}"#);
            Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(400, "invalid_json", None);
        }
        let order = an_order("ID").to_string().replace("ID", half);
        Ask::post(&garson, &orders, order.as_bytes()).refused(400, "invalid_json", None);
    }
    let whole = garson.send("POST", RESTAURANTS, Some(br#"{"name":"\ud83c\udf55"}"#), &[]);
    assert_eq!(whole.data()["name"], "🍕");
}

#[test]
fn coordinates_keep_to_the_globe() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    let with = |field: &str, number: &str| format!(r#"{{"name":"a","{field}":{number}}}"#);
    for (field, number) in [("lat", "90.000001"), ("lat", "-91"), ("lat", "1e400"), ("lon", "180.1"), ("lon", "-1e3")] {
        let body = with(field, number);
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(422, "validation_failed", Some(field));
    }
    for (field, number) in [("lat", "\"41\""), ("lat", "\"NaN\""), ("lon", "true"), ("lon", "{}")] {
        let body = with(field, number);
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(400, "invalid_parameter", Some(field));
    }
    for number in ["NaN", "Infinity", "-Infinity", "+1", ".5", "1.", "0x10"] {
        let body = with("lat", number);
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(400, "invalid_json", None);
    }
    for (field, number) in
        [("lat", "90"), ("lat", "-90.0"), ("lon", "-180"), ("lon", "1.8e2"), ("lat", "-0"), ("lat", "null")]
    {
        garson.send("POST", RESTAURANTS, Some(with(field, number).as_bytes()), &[]).data();
    }
    let mut order = an_order("1");
    order["customer"] = json!({ "address": { "lat": 41, "lon": 181 } });
    let order = order.to_string();
    Ask::post(&garson, &orders, order.as_bytes()).refused(422, "validation_failed", Some("customer.address.lon"));
}

#[test]
fn a_config_is_an_object_of_at_most_64_kib_kept_as_written() {
    let garson = Garson::start();
    let config = |bytes: usize| format!(r#"{{"x":"{}"}}"#, "a".repeat(bytes - r#"{"x":""}"#.len()));
    let body = |config: &str| format!(r#"{{"name":"a","config":{config}}}"#);
    let made = garson.send("POST", RESTAURANTS, Some(body(&config(64 << 10)).as_bytes()), &[]);
    assert_eq!(made.data()["config"]["x"].as_str().unwrap().len(), (64 << 10) - 8);
    let larger = body(&config((64 << 10) + 1));
    Ask::post(&garson, RESTAURANTS, larger.as_bytes()).refused(422, "validation_failed", Some("config"));
    for odd in ["[]", "[{}]", "1", "\"x\"", "true"] {
        Ask::post(&garson, RESTAURANTS, body(odd).as_bytes()).refused(400, "invalid_parameter", Some("config"));
    }
    for (odd, status, code, field) in [
        (r#"{"timezone":"Mars/Olympus"}"#, 422, "validation_failed", "config.timezone"),
        (r#"{"timezone":""}"#, 422, "validation_failed", "config.timezone"),
        (r#"{"timezone":3}"#, 400, "invalid_parameter", "config.timezone"),
        (r#"{"currency":"lira"}"#, 422, "validation_failed", "config.currency"),
        (r#"{"autoAccept":"yes"}"#, 400, "invalid_parameter", "config.autoAccept"),
        (r#"{"preparationMinutes":-1}"#, 422, "validation_failed", "config.preparationMinutes"),
        (r#"{"preparationMinutes":"20"}"#, 400, "invalid_parameter", "config.preparationMinutes"),
        (r#"{"preparationMinutes":1e99}"#, 422, "validation_failed", "config.preparationMinutes"),
    ] {
        Ask::post(&garson, RESTAURANTS, body(odd).as_bytes()).refused(status, code, Some(field));
    }
    let as_written = r#"{"b":1.10,"a":[1e400,12345678901234567890],"b2":"\u00fc"}"#;
    let made = garson.send("POST", RESTAURANTS, Some(body(as_written).as_bytes()), &[]);
    assert!(made.text.contains(as_written), "{made}");
    let kept = garson.send("GET", RESTAURANTS, None, &[]);
    assert!(kept.text.contains(as_written), "{kept}");
}

#[test]
fn money_is_a_number_with_at_most_two_decimals() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    let order = |id: &str, amount: &str| {
        an_order(id).to_string().replace(r#"{"total":499.9}"#, &format!(r#"{{"total":{amount}}}"#))
    };
    for amount in
        ["0.001", "499.999", "1e-3", "-1", "-0.01", "1e400", "1e10", "1000000000.01", "9e999999999999", "1e-400"]
    {
        let body = order("1", amount);
        Ask::post(&garson, &orders, body.as_bytes()).refused(422, "validation_failed", Some("amount.total"));
    }
    for amount in ["\"499.9\"", "\"\"", "true", "[499.9]", "{}"] {
        let body = order("1", amount);
        Ask::post(&garson, &orders, body.as_bytes()).refused(400, "invalid_parameter", Some("amount.total"));
    }
    for amount in ["NaN", "1.", "499,9", "01"] {
        Ask::post(&garson, &orders, order("1", amount).as_bytes()).refused(400, "invalid_json", None);
    }
    for (number, (amount, shown)) in [
        ("499.90", "499.9"),
        ("4.999e2", "499.9"),
        ("49990E-2", "499.9"),
        ("0", "0"),
        ("-0", "0"),
        ("0e400", "0"),
        ("0.1000000000000000000000000000", "0.1"),
        ("1000000000", "1000000000"),
        ("999999999.99", "999999999.99"),
        ("0.07", "0.07"),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("good-{number}");
        garson.send("POST", &orders, Some(order(&id, amount).as_bytes()), &[]).data();
        let detail = garson.get(&format!("/web-api/v1/orders/{id}"));
        assert!(detail.text.contains(&format!(r#""total":{shown},"#)), "{amount} became {detail}");
    }
}

#[test]
fn an_orders_values_are_of_their_sets_and_ranges() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    for (pointer, value, field) in [
        ("/items/0/quantity", json!(0), "items[0].quantity"),
        ("/items/0/quantity", json!(-2), "items[0].quantity"),
        ("/items/0/quantity", json!(10_000), "items[0].quantity"),
        ("/items", json!([]), "items"),
        ("/items", json!(vec![an_order("1")["items"][0].clone(); 501]), "items"),
        ("/payment/type", json!("gold"), "payment.type"),
        ("/payment/type", json!(""), "payment.type"),
        ("/providerOrderId", json!("  "), "providerOrderId"),
    ] {
        Ask::post(&garson, &orders, &order_with(pointer, value)).refused(422, "validation_failed", Some(field));
    }
    for (name, value, field) in [
        ("flags", json!(["no_cutlery", "free"]), "flags[1]"),
        ("flags", json!([""]), "flags[0]"),
        ("deliveryType", json!("drone"), "deliveryType"),
        ("scheduledAt", json!("tomorrow"), "scheduledAt"),
        ("scheduledAt", json!(""), "scheduledAt"),
        ("placedAt", json!("2026-11-14 18:02"), "placedAt"),
        ("isScheduled", json!(true), "scheduledAt"),
        ("payment", json!({ "type": "meal_card", "brand": "gold" }), "payment.brand"),
        ("payment", json!({ "type": "meal_card", "brand": "" }), "payment.brand"),
        ("payment", json!({ "type": "cash", "brand": "multinet" }), "payment.brand"),
        ("payment", json!({ "type": "cash", "channel": "window" }), "payment.channel"),
    ] {
        let mut order = an_order("1");
        order[name] = value;
        let order = order.to_string();
        Ask::post(&garson, &orders, order.as_bytes()).refused(422, "validation_failed", Some(field));
    }
    assert_eq!(*garson.get("/web-api/v1/orders").data(), json!([]));
}

#[test]
fn change_status_takes_a_known_status_as_from() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    shop.order(&garson, "1");
    let path = "/web-api/v1/orders/change-status/1";
    for (from, status, code) in [
        ("401", 422, "validation_failed"),
        ("-400", 422, "validation_failed"),
        ("1e300", 422, "validation_failed"),
        ("\"400\"", 400, "invalid_parameter"),
        ("400.5", 400, "invalid_parameter"),
        ("[400]", 400, "invalid_parameter"),
    ] {
        let body = format!(r#"{{"from":{from}}}"#);
        Ask::post(&garson, path, body.as_bytes()).refused(status, code, Some("from"));
    }
    let moved = garson.send("POST", path, Some(br#"{"from":null}"#), &[]);
    assert_eq!(moved.data()["newStatus"], 500);
}

#[test]
fn an_address_to_call_is_a_web_address_that_may_be_called() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    let integration = format!("{RESTAURANTS}/{}/integrations/open", shop.restaurant);
    for url in [
        "ftp://example.com/x",
        "example.com",
        "//example.com",
        "http://",
        "http:///x",
        "http://:80/",
        "https://user:pw@example.com/",
        "http://user@example.com/",
        "javascript:alert(1)",
        "http://exa mple.com/",
        "http://example.com:99999/",
        "",
        // Where clouds keep their credentials, in every spelling.
        "http://169.254.169.254/latest/meta-data",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://0xA9.0xFE.0xA9.0xFE/",
        "http://0251.0376.0251.0376/",
        "http://169.254.43518/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[fe80::1]/",
        "http://169.254.169.254./",
        "http://0.0.0.0/",
        "http://[::]/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
    ] {
        let restaurant = json!({ "name": "a", "paymentMatchingUrl": url }).to_string();
        let field = Some("paymentMatchingUrl");
        Ask::post(&garson, RESTAURANTS, restaurant.as_bytes()).refused(422, "validation_failed", field);
        let settings = json!({ "settings": { "callbackUrl": url } }).to_string();
        let field = Some("settings.callbackUrl");
        Ask::put(&garson, &integration, settings.as_bytes()).refused(422, "validation_failed", field);
        let base = json!({ "baseUrl": url }).to_string();
        Ask::put(&garson, &integration, base.as_bytes()).refused(422, "validation_failed", Some("baseUrl"));
    }
    for url in ["http://127.0.0.1:9000/x", "http://localhost/", "https://[::1]:8443/", "http://192.168.1.20/till"] {
        let made = garson.post(RESTAURANTS, json!({ "name": "a", "paymentMatchingUrl": url }));
        assert_eq!(made.data()["paymentMatchingUrl"], url);
    }
    let cleared = garson.post(RESTAURANTS, json!({ "name": "a", "paymentMatchingUrl": null }));
    assert_eq!(cleared.data()["paymentMatchingUrl"], Value::Null);
}

#[test]
fn headers_to_send_are_ones_that_can_be_sent() {
    let garson = Garson::start();
    let with = |name: &str, value: &str| json!({ "name": "a", "paymentMatchingHeaders": { name: value } }).to_string();
    for (name, value) in [
        ("X-A", "a\r\nHost: evil.example"),
        ("X-A", "a\nb"),
        ("X-A\r\nX-B", "a"),
        ("X A", "a"),
        ("X:", "a"),
        ("Şube", "a"),
        ("Host", "evil.example"),
        ("content-length", "0"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "close"),
        ("X-A", ""),
    ] {
        let body = with(name, value);
        let field = format!("paymentMatchingHeaders.{name}");
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(422, "validation_failed", Some(&field));
    }
    let body = with("", "a");
    Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(422, "validation_failed", Some("paymentMatchingHeaders."));
    let body = json!({ "name": "a", "paymentMatchingHeaders": { "X-A": 5 } }).to_string();
    let field = Some("paymentMatchingHeaders.X-A");
    Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(400, "invalid_parameter", field);
    let many: serde_json::Map<String, Value> = (0..51).map(|n| (format!("X-{n}"), json!("a"))).collect();
    let body = json!({ "name": "a", "paymentMatchingHeaders": many }).to_string();
    let field = Some("paymentMatchingHeaders");
    Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(422, "validation_failed", field);
    let made = garson.send("POST", RESTAURANTS, Some(with("X-Branch", "Kadıköy").as_bytes()), &[]);
    assert_eq!(made.data()["paymentMatchingHeaders"], json!({ "X-Branch": "Kadıköy" }));
}
