//! Every route of the API against every kind of key.

use super::make;
use crate::harness::{Garson, Shop, in_an_empty_app};
use garson::{api, document::MADE_IN, http::Site};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::Path};

/// What the keys of a scope, and those of them that are limited to a restaurant, are told by a route.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Needs {
    /// All that read, and see their own.
    Read,
    /// All that read and are not limited.
    ReadAccount,
    Orders,
    All,
    AllAccount,
}

/// A route that is missing here fails the test: whoever adds one decides who may use it.
const ROUTES: [(&str, &str, Needs); 53] = [
    ("GET", "orders", Needs::Read),
    ("GET", "orders/{orderId}", Needs::Read),
    ("GET", "orders/reasons/{orderId}", Needs::Read),
    ("GET", "orders/reports/pending", Needs::Read),
    ("GET", "orders/grouped-payments", Needs::Read),
    ("GET", "restaurants", Needs::Read),
    ("GET", "restaurants/{restaurantId}", Needs::Read),
    ("GET", "restaurants/{restaurantId}/integrations", Needs::Read),
    ("GET", "providers", Needs::Read),
    ("GET", "providers/{provider}/menus", Needs::Read),
    ("GET", "businesses", Needs::ReadAccount),
    ("GET", "businesses/{businessId}", Needs::ReadAccount),
    ("GET", "businesses/{businessId}/restaurants", Needs::ReadAccount),
    ("GET", "webhooks", Needs::ReadAccount),
    ("GET", "webhooks/{webhookId}", Needs::ReadAccount),
    ("GET", "webhooks/deliveries", Needs::ReadAccount),
    ("GET", "webhooks/deliveries/{deliveryId}", Needs::ReadAccount),
    ("POST", "orders/verify/{orderId}", Needs::Orders),
    ("POST", "orders/change-status/{orderId}", Needs::Orders),
    ("POST", "orders/cancel/{orderId}", Needs::Orders),
    ("POST", "orders/reports/mark", Needs::Orders),
    ("PUT", "restaurants/{restaurantId}", Needs::All),
    ("PATCH", "restaurants/{restaurantId}", Needs::All),
    ("PUT", "restaurants/{restaurantId}/packages", Needs::All),
    ("PUT", "restaurants/{restaurantId}/integrations/{provider}", Needs::All),
    ("DELETE", "restaurants/{restaurantId}/integrations/{provider}", Needs::All),
    ("POST", "restaurants/{restaurantId}/integrations/{provider}/rotate-token", Needs::All),
    ("POST", "restaurants/{restaurantId}/integrations/{provider}/test", Needs::All),
    ("PUT", "restaurants/{restaurantId}/integrations/{provider}/open", Needs::All),
    ("PUT", "restaurants/{restaurantId}/integrations/{provider}/pos", Needs::All),
    ("POST", "orders/retry-webhook", Needs::AllAccount),
    ("POST", "businesses", Needs::AllAccount),
    ("PUT", "businesses/{businessId}", Needs::AllAccount),
    ("PATCH", "businesses/{businessId}", Needs::AllAccount),
    ("DELETE", "businesses/{businessId}", Needs::AllAccount),
    ("POST", "businesses/{businessId}/restaurants", Needs::AllAccount),
    ("POST", "restaurants", Needs::AllAccount),
    ("DELETE", "restaurants/{restaurantId}", Needs::AllAccount),
    ("POST", "webhooks", Needs::AllAccount),
    ("PUT", "webhooks/{webhookId}", Needs::AllAccount),
    ("DELETE", "webhooks/{webhookId}", Needs::AllAccount),
    ("POST", "webhooks/{webhookId}/test", Needs::AllAccount),
    ("POST", "webhooks/{webhookId}/resend", Needs::AllAccount),
    ("POST", "webhooks/{webhookId}/secret", Needs::AllAccount),
    ("DELETE", "webhooks/{webhookId}/secret", Needs::AllAccount),
    ("DELETE", "webhooks/{webhookId}/secret/previous", Needs::AllAccount),
    ("POST", "webhooks/deliveries/{deliveryId}/resend", Needs::AllAccount),
    ("GET", "audit", Needs::AllAccount),
    ("GET", "keys", Needs::AllAccount),
    ("POST", "keys", Needs::AllAccount),
    ("GET", "keys/{keyId}", Needs::AllAccount),
    ("PUT", "keys/{keyId}", Needs::AllAccount),
    ("DELETE", "keys/{keyId}", Needs::AllAccount),
];

#[test]
fn each_route_is_open_to_the_keys_that_it_is_for_and_to_no_other() {
    let wanted: BTreeMap<(String, String), Needs> =
        ROUTES.map(|(method, path, needs)| ((method.to_owned(), format!("/web-api/v1/{path}")), needs)).into();
    assert_eq!(wanted.len(), ROUTES.len());
    let mounted = in_an_empty_app(|app| {
        let site = Site::new();
        site.mount(vec![api::door(app)]);
        site.routes().into_iter().map(|(method, path)| (method.to_string(), path)).collect::<Vec<_>>()
    });
    for route in &mounted {
        assert!(wanted.contains_key(route), "{route:?} is new: who may use it?");
    }
    assert_eq!(mounted.len(), wanted.len());

    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let mut keys = Vec::new();
    for scope in ["all", "orders", "read", "webhooks"] {
        for restaurant in [json!(null), json!(shop.restaurant)] {
            let is_limited = restaurant.is_string();
            let (_, key) = make(&garson, json!({ "name": scope, "scope": scope, "restaurantId": restaurant }));
            keys.push((scope, is_limited, key));
        }
    }
    for ((method, path), needs) in &wanted {
        // Nothing of these ids is there, so that whoever is let in changes nothing.
        let path = path.replace("{provider}", "nobody").replace(['{', '}'], "_");
        for (scope, is_limited, key) in &keys {
            let is_in_scope = match needs {
                Needs::Read | Needs::ReadAccount => *scope != "webhooks",
                Needs::Orders => ["all", "orders"].contains(scope),
                Needs::All | Needs::AllAccount => *scope == "all",
            };
            let is_let_in = is_in_scope && !(*is_limited && matches!(needs, Needs::ReadAccount | Needs::AllAccount));
            let reply = garson.send_with(key, method, &path, (method != "GET").then_some(&json!({})));
            let expected = match (*scope, is_let_in) {
                ("webhooks", _) => Some((401, "unauthorized")),
                (_, false) => Some((403, "forbidden")),
                (_, true) => None,
            };
            match expected {
                Some((status, code)) => drop(reply.refused(status, code).clone()),
                None => assert!(![401, 403].contains(&reply.status), "{scope}, limited: {is_limited}: {reply}"),
            }
        }
    }
    // A door that is shut says nothing of what is behind it.
    let (_, _, reader) = &keys[4];
    for (method, path) in [("POST", "/web-api/v1/keys/x"), ("GET", "/web-api/v1/no/such/path")] {
        assert!([404, 405].contains(&garson.send_with(reader, method, path, None).status));
    }
}

/// What the document calls it, and the reference says in words.
fn power(needs: Needs) -> &'static str {
    match needs {
        Needs::Read => "read",
        Needs::ReadAccount => "read-account",
        Needs::Orders => "orders",
        Needs::All => "manage",
        Needs::AllAccount => "manage-account",
    }
}

#[test]
fn the_document_says_of_each_operation_what_a_key_needs() {
    let document: Value = serde_json::from_slice(&fs::read(Path::new(MADE_IN).join("openapi.json")).unwrap()).unwrap();
    let mut documented = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let power = operation.get("x-power").map(|power| power.as_str().unwrap());
            documented.extend(power.map(|power| ((method.to_uppercase(), path.as_str()), power)));
        }
    }
    let wanted = ROUTES.map(|(method, path, needs)| ((method.to_owned(), format!("/web-api/v1/{path}")), power(needs)));
    let wanted: BTreeMap<_, _> =
        wanted.iter().map(|((method, path), power)| ((method.clone(), &**path), *power)).collect();
    assert_eq!(documented, wanted);
}

#[test]
fn metrics_from_afar_need_a_key_of_the_whole_account_that_reads() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let status = |body| {
        let (_, key) = make(&garson, body);
        let headers = [("Authorization", format!("Bearer {key}")), ("X-Forwarded-For", "192.0.2.1".to_owned())];
        garson.send("GET", "/metrics", None, &headers.each_ref().map(|(name, value)| (*name, value.as_str()))).status
    };
    assert_eq!(status(json!({ "name": "a", "scope": "read" })), 200);
    assert_eq!(status(json!({ "name": "b", "scope": "all", "restaurantId": shop.restaurant })), 403);
    assert_eq!(status(json!({ "name": "c", "scope": "webhooks" })), 401);
}

#[test]
fn a_small_key_reads_no_secret_that_would_make_it_larger() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let path = format!("/web-api/v1/restaurants/{}", shop.restaurant);
    let business = garson.post("/web-api/v1/businesses", json!({ "name": "Lezzet" })).id();
    let body = json!({
        "name": "Köfteci", "businessId": business, "paymentMatchingUrl": "http://127.0.0.1:9/",
        "paymentMatchingHeaders": { "X-Till": "kasa-parolası" }
    });
    garson.put(&path, body).data();
    let token = shop.intake.rsplit('/').next().unwrap();
    let (_, whole) = make(&garson, json!({ "name": "whole", "restaurantId": shop.restaurant }));
    let pages =
        [path.clone(), "/web-api/v1/restaurants".to_owned(), format!("/web-api/v1/businesses/{business}/restaurants")];
    for scope in ["read", "orders"] {
        let (_, key) = make(&garson, json!({ "name": scope, "scope": scope }));
        for page in &pages {
            let shown = garson.send_with(&key, "GET", page, None);
            let shown = shown.data();
            let one = shown.get(0).unwrap_or(shown);
            assert_eq!(one["paymentMatchingHeaders"], json!({ "X-Till": "***" }), "{page}");
        }
        let shown = garson.send_with(&key, "GET", &format!("{path}/integrations"), None);
        assert!(shown.data()[0]["intakeUrl"].is_null() && !shown.text.contains(token), "{shown}");
    }
    // Whoever may change them sees them, in whatever order they are asked for.
    for key in [&whole, &garson.key] {
        for page in &pages[..2] {
            assert!(garson.send_with(key, "GET", page, None).text.contains("kasa-parolası"), "{page}");
        }
        assert!(garson.send_with(key, "GET", &format!("{path}/integrations"), None).text.contains(token));
    }
}
