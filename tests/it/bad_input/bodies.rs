//! Whole bodies: what is no JSON, the wrong shape, too large, of the wrong type, or in pieces.

use super::{Ask, a_shop, order_with};
use crate::harness::{Garson, Reply, Shop, an_order, raw_exchange};
use serde_json::{Value, json};

const RESTAURANTS: &str = "/web-api/v1/restaurants";

#[test]
fn what_is_not_json_is_refused() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    let bodies: [&[u8]; 14] = [
        b"{",
        b"x",
        b"{\"name\":}",
        b"{\"name\":\"a\"} x",
        b"{'name':'a'}",
        b"{\"name\":\"a\",}",
        b"{\"name\":NaN}",
        b"{\"lat\":Infinity,\"name\":\"a\"}",
        b"{\"name\":01}",
        b"{\"name\":\"a\nb\"}",
        b"{\"name\":\"\xff\"}",
        // A mark of UTF-8 is read over, but only one, at the very start; UTF-16 is not read at all.
        b"\xef\xbb\xbf\xef\xbb\xbf{\"name\":\"a\"}",
        b"\xff\xfe{\0\"\0",
        b"\0",
    ];
    for body in bodies {
        Ask::post(&garson, RESTAURANTS, body).refused(400, "invalid_json", None);
    }
    Ask::post(&garson, &orders, b"{").refused(400, "invalid_json", None);
    assert_eq!(garson.get(RESTAURANTS).data().as_array().unwrap().len(), 1, "only the shop's own");
}

#[test]
fn what_is_not_json_is_refused_with_the_place_where_it_stops_being_so() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    let order = an_order("1").to_string();
    let cut = format!("\r\n{}", &order[..order.len() - 1]);
    for (path, body, line, column) in [
        (RESTAURANTS, "{\"name\": }", 1, 10),
        (RESTAURANTS, "{\n  \"name\": \"Şişçi 🍢\",\n  \"şube\" \"Moda\"\n}", 3, 10),
        // Where a body is cut off is behind all of it.
        (RESTAURANTS, "{\"name\": \"Çiğ köfte", 1, 20),
        (RESTAURANTS, "{\n\n", 3, 1),
        (&orders, &cut, 2, order.chars().count()),
        // A mark at the start takes no column.
        (RESTAURANTS, "\u{feff}{\"name\": }", 1, 10),
    ] {
        Ask::post(&garson, path, body.as_bytes()).refused(400, "invalid_json", None);
        let english = Ask::post(&garson, path, body.as_bytes()).send_in("en");
        let error = english.refused(400, "invalid_json");
        assert_eq!(error["details"], json!({ "line": line, "column": column }), "{english}");
        assert!(error["message"].as_str().unwrap().contains(&format!("Line {line}, column {column}: ")), "{english}");
        let turkish = Ask::post(&garson, path, body.as_bytes()).send_in("tr");
        let words = turkish.refused(400, "invalid_json")["message"].as_str().unwrap();
        assert!(words.contains(&format!("Satır {line}, sütun {column}: ")), "{turkish}");
    }
}

#[test]
fn a_mark_of_the_encoding_before_a_body_is_read_over() {
    let garson = Garson::start();
    let (shop, orders) = a_shop(&garson);
    let marked = |body: &str| format!("\u{feff}{body}").into_bytes();
    let made = garson.send("POST", RESTAURANTS, Some(&marked(r#"{"name":"Köfteci"}"#)), &[]);
    assert_eq!(made.data()["name"], "Köfteci");
    let packages = format!("{RESTAURANTS}/{}/packages", made.id());
    garson.send("PUT", &packages, Some(&marked(r#"[{"name":"a"}]"#)), &[]).data();
    // It is no part of the order, and so of nothing that comes back.
    let order = an_order("1");
    let id = garson.send("POST", &orders, Some(&marked(&order.to_string())), &[]).id();
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["raw"], order);
    assert_eq!(shop.order(&garson, "1"), id);
    // The mark alone is no body, and a request is the same with it and without.
    garson.send("POST", "/web-api/v1/orders/verify/1", Some("\u{feff}".as_bytes()), &[]).data();
    let once = [("Idempotency-Key", "marked")];
    let body = r#"{"name":"Dönerci"}"#;
    let first = garson.send("POST", RESTAURANTS, Some(body.as_bytes()), &once).id();
    assert_eq!(garson.send("POST", RESTAURANTS, Some(&marked(body)), &once).id(), first);
}

#[test]
fn the_wrong_type_is_400_and_names_the_field() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    for body in ["[]", "[\"name\"]", "5", "true", "null", "\"name\""] {
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(400, "invalid_parameter", None);
    }
    for (field, value) in [
        ("name", json!(5)),
        ("name", json!(["a"])),
        ("description", json!({})),
        ("address", json!(true)),
        ("businessId", json!(7)),
        ("lat", json!("41.0")),
        ("lon", json!([29])),
        ("config", json!([])),
        ("config", json!("{}")),
        ("paymentMatchingUrl", json!(1)),
        ("paymentMatchingHeaders", json!(["X-A"])),
    ] {
        let mut body = json!({ "name": "a" });
        body[field] = value;
        Ask::post(&garson, RESTAURANTS, body.to_string().as_bytes()).refused(400, "invalid_parameter", Some(field));
    }
    for (pointer, value, field) in [
        ("/providerOrderId", json!(1001), "providerOrderId"),
        ("/items", json!({ "name": "a" }), "items"),
        ("/items/0", json!(["Adana", 2, 499.9]), "items[0]"),
        ("/items/0", json!(null), "items[0]"),
        ("/items/0/name", json!({}), "items[0].name"),
        ("/items/0/quantity", json!("2"), "items[0].quantity"),
        ("/items/0/quantity", json!(1.5), "items[0].quantity"),
        ("/items/0/total", json!("499.9"), "items[0].total"),
        ("/amount", json!([499.9]), "amount"),
        ("/amount/total", json!([]), "amount.total"),
        ("/payment", json!("cash"), "payment"),
        ("/payment/type", json!(1), "payment.type"),
    ] {
        Ask::post(&garson, &orders, &order_with(pointer, value)).refused(400, "invalid_parameter", Some(field));
    }
    for (field, value) in [
        ("customer", json!([])),
        ("customer", json!("Ali")),
        ("flags", json!("no_cutlery")),
        ("isTest", json!("yes")),
        ("isScheduled", json!(1)),
        ("note", json!(["a"])),
        ("scheduledAt", json!(1_700_000_000)),
    ] {
        let mut order = an_order("1");
        order[field] = value;
        Ask::post(&garson, &orders, order.to_string().as_bytes()).refused(400, "invalid_parameter", Some(field));
    }
    let mut order = an_order("1");
    order["customer"] = json!({ "address": ["Moda"] });
    let nested = order.to_string();
    Ask::post(&garson, &orders, nested.as_bytes()).refused(400, "invalid_parameter", Some("customer.address"));
    order["customer"] = json!(null);
    order["items"][0]["options"] = json!([{ "name": "Acı", "options": [[]] }]);
    let nested = order.to_string();
    let field = Some("items[0].options[0].options[0]");
    Ask::post(&garson, &orders, nested.as_bytes()).refused(400, "invalid_parameter", field);
    assert_eq!(*garson.get("/web-api/v1/orders").data(), json!([]));
}

#[test]
fn a_required_field_that_is_missing_null_or_empty_is_422() {
    let garson = Garson::start();
    let business = garson.post("/web-api/v1/businesses", json!({ "name": "a" })).id();
    let one = format!("/web-api/v1/businesses/{business}");
    let link = format!("{one}/restaurants");
    for body in ["", "{}", r#"{"name":null}"#, r#"{"name":""}"#, r#"{"name":" \t\n "}"#, r#"{"Name":"a"}"#] {
        for path in [RESTAURANTS, "/web-api/v1/businesses"] {
            Ask::post(&garson, path, body.as_bytes()).refused(422, "validation_failed", Some("name"));
        }
        Ask::put(&garson, &one, body.as_bytes()).refused(422, "validation_failed", Some("name"));
        Ask::post(&garson, &link, body.as_bytes()).refused(422, "validation_failed", Some("restaurantId"));
        let mark = Ask::post(&garson, "/web-api/v1/orders/reports/mark", body.as_bytes());
        mark.refused(422, "validation_failed", Some("providerOrderId"));
    }
    Ask::get(&garson, "/web-api/v1/providers/open/menus").refused(422, "validation_failed", Some("restaurantId"));
    Ask::get(&garson, "/web-api/v1/providers/open/menus?restaurantId=").refused(
        422,
        "validation_failed",
        Some("restaurantId"),
    );
    Ask::post(&garson, &link, br#"{"restaurantId":"x"}"#).refused(404, "restaurant_not_found", Some("restaurantId"));
    let unknown = br#"{"name":"a","businessId":"x"}"#;
    Ask::post(&garson, RESTAURANTS, unknown).refused(404, "business_not_found", Some("businessId"));
    let whole = format!("{RESTAURANTS}/{}", garson.post(RESTAURANTS, json!({ "name": "a" })).id());
    Ask::put(&garson, &whole, unknown).refused(404, "business_not_found", Some("businessId"));
}

#[test]
fn unknown_fields_are_ignored_and_null_clears_an_optional_one() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    let body = json!({ "name": "a", "id": "mine", "createdAt": 5, "rank": [1, { "x": null }], "description": "d" });
    let made = garson.post(RESTAURANTS, body);
    assert_ne!(made.data()["id"], "mine");
    assert_eq!(made.data()["rank"], Value::Null);
    let cleared = garson.put(&format!("{RESTAURANTS}/{}", made.id()), json!({ "name": "a", "description": null }));
    assert_eq!(cleared.data()["description"], Value::Null);
    let mut order = an_order("1");
    order["status"] = json!(900);
    order["history"] = json!("none");
    order["customer"] = json!(null);
    shop.push(&garson, &order).data();
    let detail = garson.get("/web-api/v1/orders/1");
    assert_eq!(detail.data()["status"], 400);
    assert_eq!(detail.data()["raw"], order);
}

#[test]
fn of_a_key_that_is_written_twice_the_last_counts() {
    let garson = Garson::start();
    let body = br#"{"name":"first","config":{"a":1},"name":"last","config":{"b":2}}"#;
    let made = garson.send("POST", RESTAURANTS, Some(body), &[]);
    assert_eq!((&made.data()["name"], &made.data()["config"]), (&json!("last"), &json!({ "b": 2 })));
    Ask::post(&garson, RESTAURANTS, br#"{"name":"first","name":5}"#).refused(400, "invalid_parameter", Some("name"));
}

#[test]
fn an_order_has_limits_as_a_whole() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let option = json!({ "name": "Acı" });
    let dish = |options: usize| json!({ "name": "Adana", "quantity": 1, "total": 1.0, "options": vec![option.clone(); options] });
    let order = |id: &str, items: Vec<Value>| {
        let mut order = an_order(id);
        order["items"] = json!(items);
        order
    };
    let refused = shop.push(&garson, &order("lines", vec![dish(0); 301]));
    assert_eq!(refused.refused(422, "validation_failed")["field"], "items");
    // A hundred for each dish is fine, but not for each of so many.
    let mut items = vec![dish(100); 20];
    items.push(dish(1));
    let refused = shop.push(&garson, &order("options", items.clone()));
    assert_eq!(refused.refused(422, "validation_failed")["field"], "items[20].options");
    items.pop();
    items.extend(vec![dish(0); 280]);
    shop.push(&garson, &order("whole", items)).data();
}

#[test]
fn what_is_nested_too_deep_for_others_to_read_is_refused() {
    let garson = Garson::start();
    let (shop, orders) = a_shop(&garson);
    let nest = |depth: usize| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
    let with_config = |depth: usize| format!(r#"{{"name":"a","config":{}}}"#, nest(depth));
    let made = garson.send("POST", RESTAURANTS, Some(with_config(50).as_bytes()), &[]);
    let as_written: Value = serde_json::from_str(&nest(50)).unwrap();
    assert_eq!(garson.get(&format!("{RESTAURANTS}/{}", made.id())).data()["config"], as_written);
    let lists = "[".repeat(500) + &"]".repeat(500);
    for body in [with_config(64), with_config(500), lists, nest(40_000), "[".repeat(200_000)] {
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(400, "invalid_json", None);
    }
    let mut order = an_order("1").to_string();
    order.insert_str(1, &format!(r#""unknown":{},"#, nest(500)));
    Ask::post(&garson, &orders, order.as_bytes()).refused(400, "invalid_json", None);
    let mut order = an_order("1");
    order["items"][0]["options"] = (0..7).fold(json!([]), |inner, _| json!([{ "name": "a", "options": inner }]));
    let refused = shop.push(&garson, &order);
    assert!(refused.refused(422, "validation_failed")["field"].as_str().unwrap().ends_with(".options"), "{refused}");
    assert_eq!(*garson.get("/web-api/v1/orders").data(), json!([]));
}

#[test]
fn a_body_is_read_up_to_its_limit_and_not_beyond() {
    let garson = Garson::start();
    let (_, orders) = a_shop(&garson);
    let padded = |body: &str, length: usize| format!("{body}{}", " ".repeat(length - body.len()));
    let restaurant = r#"{"name":"a"}"#;
    garson.send("POST", RESTAURANTS, Some(padded(restaurant, 256 << 10).as_bytes()), &[]).data();
    for length in [(256 << 10) + 1, 300_000, 1_000_000] {
        let body = padded(restaurant, length);
        Ask::post(&garson, RESTAURANTS, body.as_bytes()).refused(413, "payload_too_large", None);
    }
    let order = an_order("1").to_string();
    garson.send("POST", &orders, Some(padded(&order, 1 << 20).as_bytes()), &[]).data();
    let body = padded(&order, (1 << 20) + 1);
    Ask::post(&garson, &orders, body.as_bytes()).refused(413, "payload_too_large", None);
}

#[test]
fn a_body_in_chunks_is_read_and_counted() {
    let garson = Garson::start();
    let chunked = |body: &[u8]| -> Reply {
        let mut bytes = format!(
            "POST {RESTAURANTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
            garson.key
        )
        .into_bytes();
        for piece in body.chunks(7_000) {
            bytes.extend_from_slice(format!("{:x}\r\n", piece.len()).as_bytes());
            bytes.extend_from_slice(piece);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"0\r\n\r\n");
        raw_exchange(&garson, &bytes)
    };
    let mut body = r#"{"name":"parça parça"}"#.as_bytes().to_vec();
    assert_eq!(chunked(&body).data()["name"], "parça parça");
    body.resize(256 << 10, b' ');
    chunked(&body).data();
    body.resize(300_000, b' ');
    chunked(&body).refused(413, "payload_too_large");
}

#[test]
fn a_body_must_say_that_it_is_json() {
    let garson = Garson::start();
    let body = br#"{"name":"a"}"#;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json", "text/json", ";"] {
        let ask = Ask { headers: &[("Content-Type", kind)], ..Ask::post(&garson, RESTAURANTS, body) };
        ask.refused(415, "unsupported_media_type", None);
    }
    let none = Ask { headers: &[("Content-Type", "")], ..Ask::post(&garson, RESTAURANTS, body) };
    none.refused(415, "unsupported_media_type", None);
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/json;"] {
        garson.send("POST", RESTAURANTS, Some(body), &[("Content-Type", kind)]).data();
    }
    // Where a body is optional, none at all needs no type.
    garson.send("POST", "/web-api/v1/orders/verify/9", None, &[]).refused(404, "order_not_found");
}
