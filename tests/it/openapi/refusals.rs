//! Every documented refusal, asked for and held against its shape.

use super::{
    answers::{RESTAURANT, known_restaurant, order},
    document::Document,
    platforms::connect_all,
    visitor::{Seen, Visitor},
};
use crate::{
    harness::{Garson, NOBODY, Receiver, Script, an_order},
    panel::Browser,
};
use serde_json::{Value, json};

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
            if operation.id == "readMenu" {
                question = question.query("restaurantId=nobody");
            }
            match &body {
                Some(body) => question.json(body.clone()).expect(404),
                None => question.expect(404),
            };
        }
    }
    visitor.ask("createRestaurant").json(json!({ "name": "x", "businessId": "nobody" })).expect(404);
    visitor.ask("updateRestaurant").json(json!({ "name": "x", "businessId": "nobody" })).expect(404);
    visitor.ask("changeRestaurant").json(json!({ "businessId": "nobody" })).expect(404);
    visitor.ask("linkRestaurant").json(json!({ "restaurantId": "nobody" })).expect(404);
    for (body, code) in [
        (json!({ "providerOrderId": "nobody" }), "order_not_found"),
        (json!({ "providerOrderId": "twin", "provider": "nobody" }), "provider_not_found"),
        (json!({ "providerOrderId": "twin", "restaurantId": "nobody" }), "restaurant_not_found"),
    ] {
        assert_eq!(visitor.ask("markReported").json(body).expect(404).json["error"]["code"], code);
    }
    let narrow = json!({ "url": "http://127.0.0.1:9/", "restaurantIds": [RESTAURANT] });
    for id in ["createWebhook", "updateWebhook"] {
        assert_eq!(
            visitor.ask(id).json(narrow.clone()).expect(404).json["error"]["code"],
            "restaurant_not_found",
            "{id}"
        );
    }
    for id in ["createWebhook", "updateWebhook"] {
        let unknown = visitor.ask(id).json(json!({ "url": "http://127.0.0.1:9/", "keyId": "nobody" })).expect(404);
        assert_eq!(
            (&unknown.json["error"]["code"], &unknown.json["error"]["field"]),
            (&json!("key_not_found"), &json!("keyId"))
        );
    }
    for id in ["createWebhook", "updateWebhook"] {
        let unknown =
            visitor.ask(id).json(json!({ "url": "http://127.0.0.1:9/", "providers": ["nobody"] })).expect(404);
        assert_eq!(
            (&unknown.json["error"]["code"], &unknown.json["error"]["field"]),
            (&json!("provider_not_found"), &json!("providers[0]"))
        );
    }
    for id in ["createKey", "updateKey"] {
        let unknown = visitor.ask(id).json(json!({ "name": "x", "restaurantId": "nobody" })).expect(404);
        assert_eq!(unknown.json["error"]["code"], "restaurant_not_found", "{id}");
    }
    visitor.ask("retryWebhook").json(least_body("retryWebhook")).expect(404);
    visitor
        .ask("readMenu")
        .of("provider", "getir")
        .query(&format!("restaurantId={}", known_restaurant(visitor)))
        .expect(404);
}

/// The least body that each operation reads past.
fn least_body(id: &str) -> Value {
    match id {
        "pushOpenOrder" => an_order("nobody"),
        "setOpenMenu" => json!({ "categories": [] }),
        "setPackages" => json!([]),
        "createWebhook" | "updateWebhook" => json!({ "url": "http://127.0.0.1:9/", "isActive": false }),
        "resendEvents" => json!({ "missed": true, "dryRun": true }),
        "retryWebhook" => json!({ "webhookOrderId": "nobody", "url": "http://127.0.0.1:9/", "headers": {} }),
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
    let made = visitor.ask("createKey").json(body).expect(200);
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
    for id in ["listOrders", "listPendingReports"] {
        for query in
            ["limit=0", "limit=201", "dir=up", "cursor=x", "status=1", "provider=x", "from=x", "to=", "limit=1&limit=2"]
        {
            visitor.ask(id).query(query).expect(400);
        }
    }
    for query in ["state=lost", "event=", "state=failed&state=failed", "limit=0", "dir=up", "cursor=x"] {
        visitor.ask("listDeliveries").query(query).expect(400);
    }
    for query in ["area=", "deed=everything", "to=now", "limit=0", "cursor=x"] {
        visitor.ask("listAuditEntries").query(query).expect(400);
    }
    visitor.ask("readGroupedPayments").query("from=2026-02-30").expect(400);
    visitor.ask("readMenu").query("restaurantId=a&restaurantId=b").expect(400);
    visitor.ask("readMenu").expect(422);
}

/// A query parameter that an operation does not know, on each of them; and of those that it knows, that it reads them.
pub fn unknown_parameters(visitor: &Visitor) {
    for operation in visitor.document.operations() {
        if !operation.path.starts_with("/web-api/") {
            continue;
        }
        let refused = visitor.ask(&operation.id).query("dryrun=1").expect(422);
        assert_eq!(refused.refused(422, "validation_failed")["field"], "dryrun", "{}", operation.id);
        for parameter in visitor.document.parameters(&operation) {
            if parameter.value["in"] == "query" {
                let name = parameter.value["name"].as_str().unwrap();
                let refused = visitor.ask(&operation.id).query(&format!("{name}=%00&{name}=%00")).expect(400);
                assert_eq!(refused.refused(400, "invalid_parameter")["field"], name, "{}", operation.id);
            }
        }
    }
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
        ("createBusiness", json!({})),
        ("updateBusiness", json!({ "name": "x", "email": long })),
        ("linkRestaurant", json!({ "restaurantId": " " })),
        ("createRestaurant", json!({ "name": "x", "config": { "timezone": "" } })),
        ("updateRestaurant", json!({ "name": "x", "paymentMatchingUrl": "" })),
        ("changeBusiness", json!({ "name": null })),
        ("changeRestaurant", json!({ "lat": 91 })),
        ("setPackages", json!([{ "name": "x", "startsAt": "" }])),
        ("saveIntegration", json!({ "credentials": { "any": "" } })),
        ("saveIntegration", json!({ "settings": { "callbackUrl": "http://169.254.169.254/" } })),
        ("setShopOpen", json!({})),
        ("setPosActive", json!({})),
        ("changeOrderStatus", json!({ "from": 1 })),
        ("cancelOrder", json!({ "reason": "x", "note": long })),
        ("markReported", json!({ "providerOrderId": "x", "restaurantId": long })),
        ("markReported", json!({ "orders": [] })),
        ("markReported", json!({ "orders": [{ "restaurantId": "x" }] })),
        ("markReported", json!({ "orders": [{ "id": "x" }], "providerOrderId": "x" })),
        ("verifyOrder", json!({ "preparationMinutes": 0 })),
        ("createWebhook", json!({ "url": "" })),
        ("createWebhook", json!({ "url": "http://127.0.0.1:9/", "events": ["payment_matching"] })),
        ("updateWebhook", json!({ "url": "http://169.254.169.254/" })),
        ("createWebhook", json!({ "url": "http://127.0.0.1:9/", "secret": "whsec_short" })),
        ("createWebhookSecret", json!({ "secret": "" })),
        ("createKey", json!({})),
        ("createKey", json!({ "name": "x", "endsAt": "2026-01-01T00:00:00Z" })),
        ("updateKey", json!({ "name": " " })),
        ("updateKey", json!({ "scope": "everything" })),
        ("resendEvents", json!({})),
        ("resendEvents", json!({ "missed": true, "from": "2026-01-01T00:00:00Z" })),
        ("retryWebhook", json!({ "webhookOrderId": "x", "url": "http://127.0.0.1:9/" })),
        ("retryWebhook", json!({ "webhookOrderId": "x", "url": "http://127.0.0.1:9/", "headers": { "Host": "x" } })),
        ("pushOpenOrder", json!({})),
        ("cancelOpenOrder", json!({ "reason": "\u{7}" })),
        ("setOpenMenu", json!({ "categories": [], "currency": "" })),
    ] {
        assert_eq!(visitor.ask(id).json(body).expect(422).json["error"]["code"], "validation_failed", "{id}");
    }
    for (id, body) in [
        ("saveIntegration", json!({ "credentials": { "any": 1 } })),
        ("markReported", json!({ "providerOrderId": 1 })),
        ("markReported", json!({ "orders": {} })),
        ("verifyOrder", json!({ "preparationMinutes": "25" })),
        ("pushOpenOrder", json!({ "providerOrderId": "x", "items": {} })),
    ] {
        assert_eq!(visitor.ask(id).json(body).expect(400).json["error"]["code"], "invalid_parameter", "{id}");
    }
}

/// A shop that refuses, one that is not there, and one that never answers.
pub fn failing_platform(visitor: &Visitor) {
    let act = |id: &str, status: u16| {
        let question = visitor.ask(id);
        let question = if id == "testIntegration" { question } else { question.of("orderId", &format!("told {id}")) };
        let reply = question.json(json!({ "reason": "other" })).expect(status);
        reply.json["error"]["code"].as_str().unwrap().to_owned()
    };
    let acts = ["verifyOrder", "changeOrderStatus", "cancelOrder", "testIntegration"];
    acts.iter().for_each(|id| drop(order(visitor, an_order(&format!("told {id}")))));
    let call_back =
        |url: &str| visitor.ask("saveIntegration").json(json!({ "settings": { "callbackUrl": url } })).expect(200);

    let refusing = Receiver::start(Script::Answer(409, "already cancelled"));
    call_back(&refusing.url);
    acts[..3].iter().for_each(|id| assert_eq!(act(id, 502), "platform_rejected"));
    call_back(&format!("http://{NOBODY}/"));
    acts.iter().for_each(|id| assert_eq!(act(id, 502), "platform_unreachable"));
    let silent = Receiver::start(Script::Hold(200));
    call_back(&silent.url);
    // Each waits for its whole time, so all wait together.
    std::thread::scope(|scope| {
        acts.iter().for_each(|id| drop(scope.spawn(|| assert_eq!(act(id, 504), "platform_unreachable"))));
    });
    silent.release();
}

/// An address where nobody listens, and one that never answers, for what is sent by hand.
pub fn failing_targets(visitor: &Visitor) {
    let webhook = visitor.ask("createWebhook").json(json!({ "url": "http://127.0.0.1:9/", "isActive": false }));
    let webhook = webhook.expect(200).id();
    let act = |id: &str, url: &str, status: u16| {
        let body = json!({ "webhookOrderId": visitor.known("deliveryId"), "url": url, "headers": {} });
        let reply = visitor.ask(id).of("webhookId", &webhook).json(body).expect(status);
        assert_eq!(reply.json["error"]["code"], "webhook_target_unreachable", "{reply}");
    };
    let at = |url: &str| {
        let paused = json!({ "url": url, "isActive": false });
        visitor.ask("updateWebhook").of("webhookId", &webhook).json(paused).expect(200);
    };
    let acts = ["testWebhook", "retryWebhook"];
    let nobody = format!("http://{NOBODY}/");
    at(&nobody);
    acts.iter().for_each(|id| act(id, &nobody, 502));
    let silent = Receiver::start(Script::Hold(200));
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
    let lowest = [("perSecond", "1")];
    assert_eq!(Browser::owner(&garson, "en").post("/settings/intake", &lowest).status, 303);
    let visitor = Visitor::new(&garson, document, seen);
    for operation in limited() {
        if let Some(rest) = operation.path.strip_prefix("/intake/v1/") {
            let provider = rest.split('/').next().unwrap();
            visitor.ask(&operation.id).of("token", &tokens[provider]).expect_soon(429);
        }
    }
}
