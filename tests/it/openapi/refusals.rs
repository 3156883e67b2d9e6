//! Every documented refusal, asked for and held against its shape.

use super::{
    answers::{RESTAURANT, known_restaurant, order},
    document::Document,
    platforms::connect_all,
    visitor::{Seen, Visitor},
};
use crate::{
    harness::{Garson, Receiver, Script, an_order},
    panel::Browser,
};
use serde_json::{Value, json};
use std::net::TcpListener;

pub fn unknown_ids(visitor: &Visitor) {
    for operation in visitor.document.operations() {
        if !visitor.document.statuses(&operation).contains(&404) {
            continue;
        }
        let body = if operation.method == "GET" || operation.method == "DELETE" {
            None
        } else {
            Some(least_body(&operation.id))
        };
        // What an event is called is for its platform to say.
        let is_id = |name: &&str| *name != "event";
        let names = operation.path.split('/').filter_map(|word| word.strip_prefix('{')?.strip_suffix('}'));
        for name in names.filter(is_id) {
            let mut question = visitor.ask(&operation.id).of(name, "nobody");
            if operation.id == "menus_show" {
                question = question.query("restaurantId=nobody");
            }
            match &body {
                Some(body) => question.json(body.clone()).expect(404),
                None => question.expect(404),
            };
        }
    }
    visitor.ask("restaurants_add").json(json!({ "name": "x", "businessId": "nobody" })).expect(404);
    visitor.ask("restaurants_change").json(json!({ "name": "x", "businessId": "nobody" })).expect(404);
    visitor.ask("businesses_link_restaurant").json(json!({ "restaurantId": "nobody" })).expect(404);
    for (body, code) in [
        (json!({ "providerOrderId": "nobody" }), "order_not_found"),
        (json!({ "providerOrderId": "twin", "provider": "nobody" }), "provider_not_found"),
        (json!({ "providerOrderId": "twin", "restaurantId": "nobody" }), "restaurant_not_found"),
    ] {
        assert_eq!(visitor.ask("reports_mark").json(body).expect(404).json["error"]["code"], code);
    }
    let narrow = json!({ "url": "http://127.0.0.1:9/", "restaurantIds": [RESTAURANT] });
    for id in ["webhooks_add", "webhooks_change"] {
        assert_eq!(
            visitor.ask(id).json(narrow.clone()).expect(404).json["error"]["code"],
            "restaurant_not_found",
            "{id}"
        );
    }
    for id in ["webhooks_add", "webhooks_change"] {
        let unknown = visitor.ask(id).json(json!({ "url": "http://127.0.0.1:9/", "keyId": "nobody" })).expect(404);
        assert_eq!(
            (&unknown.json["error"]["code"], &unknown.json["error"]["field"]),
            (&json!("key_not_found"), &json!("keyId"))
        );
    }
    for id in ["keys_add", "keys_change"] {
        let unknown = visitor.ask(id).json(json!({ "name": "x", "restaurantId": "nobody" })).expect(404);
        assert_eq!(unknown.json["error"]["code"], "restaurant_not_found", "{id}");
    }
    visitor.ask("deliveries_retry").json(least_body("deliveries_retry")).expect(404);
    visitor
        .ask("menus_show")
        .of("provider", "getir")
        .query(&format!("restaurantId={}", known_restaurant(visitor)))
        .expect(404);
}

/// The least body that each operation reads past.
fn least_body(id: &str) -> Value {
    match id {
        "intake_open_add_order" => an_order("nobody"),
        "intake_open_set_menu" => json!({ "categories": [] }),
        "restaurants_set_packages" => json!([]),
        "webhooks_add" | "webhooks_change" => json!({ "url": "http://127.0.0.1:9/", "isActive": false }),
        "webhooks_resend" => json!({ "missed": true, "dryRun": true }),
        "deliveries_retry" => json!({ "webhookOrderId": "nobody", "url": "http://127.0.0.1:9/", "headers": {} }),
        _ => json!({ "name": "x", "restaurantId": "x", "isOpen": true, "isActive": true }),
    }
}

pub fn without_a_key(visitor: &Visitor) {
    for operation in visitor.document.operations() {
        // How platforms prove themselves is their own.
        if !visitor.document.statuses(&operation).contains(&401) || operation.path.starts_with("/intake") {
            continue;
        }
        // Metrics are open to this machine, but not to what a proxy passes on.
        let from_afar = visitor.ask(&operation.id).header("X-Forwarded-For", "192.0.2.1").header("Authorization", "");
        from_afar.expect(401);
    }
}

/// A key that may only read, and only of one restaurant.
pub fn without_power(visitor: &Visitor) {
    let body = json!({ "name": "small", "scope": "read", "restaurantId": known_restaurant(visitor) });
    let made = visitor.ask("keys_add").json(body).expect(200);
    let bearer = format!("Bearer {}", made.data()["apiKey"].as_str().unwrap());
    for operation in visitor.document.operations() {
        if visitor.document.statuses(&operation).contains(&403) {
            // Metrics are open to this machine, but not to what a proxy passes on.
            let question = visitor.ask(&operation.id).header("X-Forwarded-For", "192.0.2.1");
            question.header("Authorization", &bearer).expect(403);
        }
    }
}

pub fn unreadable_bodies(visitor: &Visitor) {
    for operation in visitor.document.operations() {
        let documented = visitor.document.statuses(&operation);
        let limit = if operation.path.starts_with("/intake") { 1 << 20 } else { 256 << 10 };
        // A platform may call its JSON what it likes.
        let is_push = operation.path.starts_with("/intake") && !operation.path.starts_with("/intake/v1/open");
        assert_eq!(documented.contains(&413) && !is_push, documented.contains(&415), "{}", operation.id);
        if documented.contains(&413) {
            visitor.ask(&operation.id).bytes("{").expect(400);
            visitor.ask(&operation.id).bytes(" ".repeat(limit + 1)).expect(413);
            let plain = visitor.ask(&operation.id).bytes("{}").header("Content-Type", "text/plain");
            plain.expect(if is_push { 200 } else { 415 });
        }
    }
    for id in ["orders_list", "reports_pending"] {
        for query in
            ["limit=0", "limit=201", "dir=up", "cursor=x", "status=1", "provider=x", "from=x", "to=", "limit=1&limit=2"]
        {
            visitor.ask(id).query(query).expect(400);
        }
    }
    for query in ["state=lost", "event=", "state=failed&state=failed", "limit=0", "dir=up", "cursor=x"] {
        visitor.ask("deliveries_list").query(query).expect(400);
    }
    for query in ["area=", "deed=everything", "to=now", "limit=0", "cursor=x"] {
        visitor.ask("audit_list").query(query).expect(400);
    }
    visitor.ask("reports_grouped_payments").query("from=2026-02-30").expect(400);
    visitor.ask("menus_show").query("restaurantId=a&restaurantId=b").expect(400);
    visitor.ask("menus_show").expect(422);
}

/// An Idempotency-Key that comes back with another body, on every POST that takes one.
pub fn repeated_keys(visitor: &Visitor) {
    for operation in visitor.document.operations() {
        let takes_key = visitor
            .document
            .parameters(&operation)
            .iter()
            .any(|parameter| parameter.value["name"] == "Idempotency-Key");
        assert_eq!(takes_key, operation.method == "POST" && operation.path.starts_with("/web-api"), "{}", operation.id);
        if !takes_key {
            continue;
        }
        let ask = |key: &str, note: &str| {
            let mut body = least_body(&operation.id);
            body["providerOrderId"] = json!("nobody");
            body["unread"] = json!(note);
            let question = visitor.ask(&operation.id).of("orderId", "nobody").of("restaurantId", "nobody");
            question.json(body).header("Idempotency-Key", key)
        };
        ask(&operation.id, "first").send();
        let again = ask(&operation.id, "second").expect(422);
        assert_eq!(again.json["error"]["code"], "idempotency_key_reused");
        ask(&"k".repeat(129), "").expect(400);
    }
}

pub fn wrong_values(visitor: &Visitor) {
    let long = "ş".repeat(2_001);
    for (id, body) in [
        ("businesses_add", json!({})),
        ("businesses_change", json!({ "name": "x", "email": long })),
        ("businesses_link_restaurant", json!({ "restaurantId": " " })),
        ("restaurants_add", json!({ "name": "x", "config": { "timezone": "" } })),
        ("restaurants_change", json!({ "name": "x", "paymentMatchingUrl": "" })),
        ("restaurants_set_packages", json!([{ "name": "x", "startsAt": "" }])),
        ("integrations_change", json!({ "credentials": { "any": "" } })),
        ("integrations_change", json!({ "settings": { "callbackUrl": "http://169.254.169.254/" } })),
        ("integrations_set_open", json!({})),
        ("integrations_set_pos", json!({})),
        ("orders_change_status", json!({ "from": 1 })),
        ("orders_cancel", json!({ "reason": "x", "note": long })),
        ("reports_mark", json!({ "providerOrderId": "x", "restaurantId": long })),
        ("webhooks_add", json!({ "url": "" })),
        ("webhooks_add", json!({ "url": "http://127.0.0.1:9/", "events": ["payment_matching"] })),
        ("webhooks_change", json!({ "url": "http://169.254.169.254/" })),
        ("webhooks_add", json!({ "url": "http://127.0.0.1:9/", "secret": "whsec_short" })),
        ("webhooks_make_secret", json!({ "secret": "" })),
        ("keys_add", json!({})),
        ("keys_add", json!({ "name": "x", "endsAt": "2026-01-01T00:00:00Z" })),
        ("keys_change", json!({ "name": " " })),
        ("keys_change", json!({ "scope": "everything" })),
        ("webhooks_resend", json!({})),
        ("webhooks_resend", json!({ "missed": true, "from": "2026-01-01T00:00:00Z" })),
        ("deliveries_retry", json!({ "webhookOrderId": "x", "url": "http://127.0.0.1:9/" })),
        (
            "deliveries_retry",
            json!({ "webhookOrderId": "x", "url": "http://127.0.0.1:9/", "headers": { "Host": "x" } }),
        ),
        ("intake_open_add_order", json!({})),
        ("intake_open_cancel_order", json!({ "reason": "\u{7}" })),
        ("intake_open_set_menu", json!({ "categories": [], "currency": "" })),
    ] {
        assert_eq!(visitor.ask(id).json(body).expect(422).json["error"]["code"], "validation_failed", "{id}");
    }
    for (id, body) in [
        ("integrations_change", json!({ "credentials": { "any": 1 } })),
        ("reports_mark", json!({ "providerOrderId": 1 })),
        ("intake_open_add_order", json!({ "providerOrderId": "x", "items": {} })),
    ] {
        assert_eq!(visitor.ask(id).json(body).expect(400).json["error"]["code"], "invalid_parameter", "{id}");
    }
}

/// A shop that refuses, one that is not there, and one that never answers.
pub fn failing_platform(visitor: &Visitor) {
    let act = |id: &str, status: u16| {
        let question = visitor.ask(id);
        let question = if id == "integrations_test" { question } else { question.of("orderId", &format!("told {id}")) };
        let reply = question.json(json!({ "reason": "other" })).expect(status);
        reply.json["error"]["code"].as_str().unwrap().to_owned()
    };
    let acts = ["orders_verify", "orders_change_status", "orders_cancel", "integrations_test"];
    acts.iter().for_each(|id| drop(order(visitor, an_order(&format!("told {id}")))));
    let call_back =
        |url: &str| visitor.ask("integrations_change").json(json!({ "settings": { "callbackUrl": url } })).expect(200);

    let refusing = Receiver::start(Script::Answer(409, "already cancelled"));
    call_back(&refusing.url);
    acts[..3].iter().for_each(|id| assert_eq!(act(id, 502), "platform_rejected"));
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    call_back(&format!("http://{nobody}/"));
    acts.iter().for_each(|id| assert_eq!(act(id, 502), "platform_unreachable"));
    let silent = Receiver::start(Script::Hold);
    call_back(&silent.url);
    // Each waits for its whole time, so all wait together.
    std::thread::scope(|scope| {
        acts.iter().for_each(|id| drop(scope.spawn(|| assert_eq!(act(id, 504), "platform_unreachable"))));
    });
    silent.release();
}

/// An address where nobody listens, and one that never answers, for what is sent by hand.
pub fn failing_targets(visitor: &Visitor) {
    let webhook = visitor.ask("webhooks_add").json(json!({ "url": "http://127.0.0.1:9/", "isActive": false }));
    let webhook = webhook.expect(200).id();
    let act = |id: &str, url: &str, status: u16| {
        let body = json!({ "webhookOrderId": visitor.known("deliveryId"), "url": url, "headers": {} });
        let reply = visitor.ask(id).of("webhookId", &webhook).json(body).expect(status);
        assert_eq!(reply.json["error"]["code"], "webhook_target_unreachable", "{reply}");
    };
    let at = |url: &str| {
        let paused = json!({ "url": url, "isActive": false });
        visitor.ask("webhooks_change").of("webhookId", &webhook).json(paused).expect(200);
    };
    let acts = ["webhooks_test", "deliveries_retry"];
    let nobody = format!("http://{}/", TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    at(&nobody);
    acts.iter().for_each(|id| act(id, &nobody, 502));
    let silent = Receiver::start(Script::Hold);
    at(&silent.url);
    // Each waits for its whole time, so all wait together.
    std::thread::scope(|scope| {
        acts.iter().for_each(|id| drop(scope.spawn(|| act(id, &silent.url, 504))));
    });
    silent.release();
}

pub fn too_many(document: &Document, seen: &Seen) {
    let garson = Garson::start_with(&["--rate-limit", "1"]);
    let visitor = Visitor::new(&garson, document, seen);
    let limited = || document.operations().into_iter().filter(|operation| document.statuses(operation).contains(&429));
    for operation in limited().filter(|operation| !operation.path.starts_with("/intake")) {
        visitor.ask(&operation.id).expect_soon(429);
    }
    // Each address has its own limit, which the owner lowers here.
    let garson = Garson::start_with(&["--rate-limit", "50"]);
    let tokens = connect_all(&garson);
    let lowest = [("perSecond", "1"), ("megabytes", "10")];
    assert_eq!(Browser::owner(&garson, "en").post("/settings/intake", &lowest).status, 303);
    let visitor = Visitor::new(&garson, document, seen);
    for operation in limited() {
        if let Some(rest) = operation.path.strip_prefix("/intake/v1/") {
            let provider = rest.split('/').next().unwrap();
            visitor.ask(&operation.id).of("token", &tokens[provider]).expect_soon(429);
        }
    }
}
