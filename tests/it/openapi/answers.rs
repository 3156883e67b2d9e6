//! Every documented answer, asked for and held against its shape.

use super::{
    document::Document,
    events::document_events,
    visitor::{Seen, Visitor},
};
use crate::harness::{Garson, Receiver, Script, an_order, eventually};
use serde_json::{Value, json};
use std::net::TcpListener;

/// Documented answers that a test cannot bring about from outside; `*` is every operation.
const OUT_OF_REACH: [(&str, u16, &str); 3] = [
    ("*", 500, "it takes a fault of the program"),
    ("*", 503, "it takes a program that is just starting or stopping, or a full disk"),
    ("integrations_set_open", 200, "`open` has no such switch, and nothing else can be connected yet"),
];

/// Ids in the document's examples.
const BUSINESS: &str = "01a1d0b2-7f40-7a11-8c3e-5d2f9b604a10";
const RESTAURANT: &str = "01a1d0b3-1c08-7b52-9e07-2a4c6d8e0f13";
const DELIVERY: &str = "01a1db39-5934-7a90-8f21-3b5d7e9c0a12";
/// Addresses in them, where nothing may be sent from here.
const HOOK: &str = "https://till.example.com/garson";
const TILL: &str = "http://192.168.1.20:9000/payments";

#[test]
fn every_documented_answer_is_given_and_has_the_documented_shape() {
    let document = Document::read();
    let seen = Seen::default();
    let garson = Garson::start();
    let mut visitor = Visitor::new(&garson, &document, &seen);
    let visitor = &mut visitor;
    let receiver = Receiver::start(Script::Answer(200, "ok"));
    places(visitor, &receiver);
    connections(visitor);
    webhooks(visitor, &receiver);
    orders(visitor);
    scheduled_orders(visitor);
    deliveries(visitor, &receiver);
    reports(visitor);
    twins(visitor);
    unknown_ids(visitor);
    without_a_key(visitor);
    unreadable_bodies(visitor);
    repeated_keys(visitor);
    wrong_values(visitor);
    failing_platform(visitor);
    failing_targets(visitor);
    system(visitor);
    leftovers(visitor);
    too_many(&document, &seen);

    let mut missing = Vec::new();
    for operation in document.operations() {
        for status in document.statuses(&operation) {
            let out_of_reach =
                |(id, other, _): &(&str, u16, &str)| *other == status && (*id == "*" || *id == operation.id);
            if !seen.has(&operation.id, status) && !OUT_OF_REACH.iter().any(out_of_reach) {
                missing.push(format!("{} {status}", operation.id));
            }
        }
    }
    assert!(missing.is_empty(), "documented but never seen: {missing:#?}");
    for (id, status, why) in OUT_OF_REACH {
        assert!(!seen.has(id, status), "{id} {status} was seen after all: {why}");
    }
}

/// Businesses and restaurants, each made from the document's own example.
fn places(visitor: &mut Visitor, till: &Receiver) {
    let business = visitor.ask("businesses_add").example(&[]).expect(200).id();
    visitor.knows("businessId", &business);
    let real = [(BUSINESS, business), (TILL, till.url.clone())];
    let restaurant = visitor.ask("restaurants_add").example(&real).expect(200).id();
    visitor.knows("restaurantId", &restaurant);
    visitor.ask("restaurants_add").json(json!({ "name": "Bare" })).expect(200);
    visitor.ask("businesses_change").example(&[]).expect(200);
    visitor.ask("restaurants_change").example(&real).expect(200);
    visitor.ask("restaurants_set_packages").example(&[]).expect(200);
    visitor.ask("businesses_link_restaurant").example(&[(RESTAURANT, restaurant)]).expect(200);
    for id in
        ["businesses_list", "businesses_show", "businesses_list_restaurants", "restaurants_list", "restaurants_show"]
    {
        visitor.ask(id).expect(200);
    }
}

fn connections(visitor: &mut Visitor) {
    visitor.ask("integrations_change").example(&[]).expect(200);
    // Nothing of the example's shop may be dialled from here on.
    let cleared = visitor.ask("integrations_change").json(json!({ "settings": null, "credentials": null })).expect(200);
    assert_eq!(cleared.data()["settings"]["callbackUrl"], Value::Null);
    visitor.ask("integrations_list").expect(200);
    visitor.ask("providers_list").expect(200);
    visitor.ask("integrations_test").expect(200);
    let rotated = visitor.ask("integrations_rotate_token").expect(200);
    let address = rotated.data()["intakeUrl"].as_str().unwrap().to_owned();
    visitor.knows("token", address.rsplit('/').next().unwrap());
    visitor.ask("menus_show").query(&format!("restaurantId={}", known_restaurant(visitor))).expect(200);
    visitor.ask("intake_open_set_menu").example(&[]).expect(200);
    let menu = visitor.ask("menus_show").query(&format!("restaurantId={}", known_restaurant(visitor))).expect(200);
    assert!(menu.data()["categories"][0]["products"][0]["optionGroups"][0]["options"][0].is_object(), "{menu}");
    visitor.ask("restaurants_show").expect(200);
    visitor.ask("integrations_set_open").json(json!({ "isOpen": true })).expect(422);
    visitor.ask("integrations_change").of("provider", "getir").json(json!({})).expect(422);
}

fn orders(visitor: &mut Visitor) {
    let arrived = visitor.ask("intake_open_add_order").example(&[]).expect(200);
    assert_eq!(arrived.data()["status"], 400);
    let platform_id =
        visitor.document.example_body(&visitor.document.operation("intake_open_add_order"))["providerOrderId"].clone();
    visitor.knows("providerOrderId", platform_id.as_str().unwrap());
    visitor.knows("orderId", &arrived.id());
    visitor.ask("orders_list").expect(200);
    for query in [
        "limit=1&dir=prev",
        "status=400&status=500&provider=open",
        "updatedSince=2026-01-01T00:00:00Z",
        "restaurantId=nobody",
    ] {
        visitor.ask("orders_list").query(query).expect(200);
    }
    visitor.ask("orders_show").expect(200);
    visitor.ask("orders_show").of("orderId", platform_id.as_str().unwrap()).expect(200);
    visitor.ask("orders_reasons").expect(200);
    visitor.ask("orders_verify").expect(200);
    visitor.ask("orders_verify").expect(200);
    visitor.ask("orders_change_status").json(json!({ "from": 400 })).expect(409);
    visitor.ask("orders_change_status").example(&[]).expect(200);
    visitor.ask("orders_change_status").expect(200);
    for id in ["orders_verify", "orders_change_status", "orders_cancel"] {
        visitor.ask(id).expect(409);
    }
    let closed = visitor.ask("orders_change_status").json(json!({ "from": 600 })).expect(409);
    assert_eq!(closed.json["error"]["code"], "order_closed");
    let shop = Receiver::start(Script::Answer(200, ""));
    visitor.ask("integrations_change").json(json!({ "settings": { "callbackUrl": shop.url } })).expect(200);
    let confirmed = order(visitor, an_order("confirmed"));
    for _ in 0..3 {
        visitor.ask("orders_change_status").of("orderId", &confirmed).expect(200);
    }
    visitor.ask("intake_open_cancel_order").of("providerOrderId", "confirmed").expect(409);
    visitor.ask("integrations_change").json(json!({ "settings": { "callbackUrl": null } })).expect(200);

    let least = order(visitor, an_order("least"));
    visitor.ask("orders_cancel").of("orderId", &least).expect(422);
    visitor.ask("orders_cancel").of("orderId", &least).json(json!({ "reason": "because" })).expect(422);
    visitor.ask("orders_cancel").of("orderId", &least).example(&[]).expect(200);
    visitor.ask("orders_show").of("orderId", &least).expect(200);

    let regretted = order(visitor, an_order("regretted"));
    visitor.ask("intake_open_cancel_order").of("providerOrderId", "regretted").example(&[]).expect(200);
    visitor.ask("orders_show").of("orderId", &regretted).expect(200);

    visitor.ask("integrations_change").json(json!({ "isActive": false })).expect(200);
    visitor.ask("intake_open_add_order").json(an_order("too late")).expect(503);
    visitor.ask("integrations_change").json(json!({ "isActive": true })).expect(200);
}

fn scheduled_orders(visitor: &mut Visitor) {
    let mut later = an_order("later");
    later["scheduledAt"] = json!("2099-01-01T12:00:00+03:00");
    later["flags"] = json!(["no_cutlery"]);
    let later = order(visitor, later);
    visitor.ask("orders_show").of("orderId", &later).expect(200);
    visitor.ask("orders_verify").of("orderId", &later).expect(200);
    visitor.ask("orders_list").query("status=350").expect(200);
    visitor.ask("orders_change_status").of("orderId", &later).expect(200);
}

fn reports(visitor: &mut Visitor) {
    visitor.ask("reports_pending").expect(200);
    let real = [(RESTAURANT, known_restaurant(visitor)), ("WEB-1000", "WEB-1001".to_owned())];
    visitor.ask("reports_mark").example(&real).expect(200);
    visitor.ask("orders_show").expect(200);
    visitor.ask("reports_grouped_payments").expect(200);
    visitor.ask("reports_grouped_payments").query("from=2026-01-01&to=2099-12-31").expect(200);
}

fn webhooks(visitor: &mut Visitor, receiver: &Receiver) {
    let real = [(RESTAURANT, known_restaurant(visitor)), (HOOK, receiver.url.clone())];
    let webhook = visitor.ask("webhooks_add").example(&real).expect(200).id();
    visitor.knows("webhookId", &webhook);
    visitor.ask("webhooks_list").expect(200);
    visitor.ask("webhooks_show").expect(200);
    visitor.ask("webhooks_change").example(&real).expect(200);
    visitor.ask("webhooks_change").json(json!({ "url": receiver.url, "authStyle": "bare" })).expect(200);
    visitor.ask("webhooks_test").expect(200);
    assert_eq!(receiver.next().json()["olay"], "test");
}

/// The log, once orders have come and gone, and sending again.
fn deliveries(visitor: &mut Visitor, receiver: &Receiver) {
    for query in ["limit=2&dir=prev", "orderId=nobody", "webhookId=nobody", "state=dropped"] {
        visitor.ask("deliveries_list").query(query).expect(200);
    }
    for event in document_events(visitor.document).iter().map(String::as_str).chain(["payment_matching"]) {
        let one = eventually(&format!("{event} is delivered"), || {
            let log = visitor.ask("deliveries_list").query(&format!("event={event}&state=delivered")).expect(200);
            log.data()[0]["id"].as_str().map(str::to_owned)
        });
        visitor.ask("deliveries_show").of("deliveryId", &one).expect(200);
        visitor.knows("deliveryId", &one);
    }
    visitor.ask("deliveries_resend").expect(200);
    visitor.ask("webhooks_resend").example(&[]).expect(200);
    visitor.ask("webhooks_resend").json(json!({ "to": "2026-01-01T00:00:00+03:00", "missed": false })).expect(200);
    let one = visitor.known("deliveryId");
    visitor.ask("deliveries_retry").example(&[(DELIVERY, one), (HOOK, receiver.url.clone())]).expect(200);
    // One whose target is gone.
    let gone = json!({ "url": receiver.url, "events": ["siparis.olusturuldu"], "isActive": false });
    let gone = visitor.ask("webhooks_add").json(gone).expect(200).id();
    order(visitor, an_order("for nobody"));
    visitor.ask("webhooks_remove").of("webhookId", &gone).expect(200);
    let dropped = visitor.ask("deliveries_list").query(&format!("webhookId={gone}")).expect(200);
    let dropped = &dropped.data()[0];
    assert_eq!(dropped["state"], "dropped");
    visitor.ask("deliveries_resend").of("deliveryId", dropped["id"].as_str().unwrap()).expect(404);
}

/// Two restaurants with one platform id.
fn twins(visitor: &mut Visitor) {
    let other = visitor.ask("restaurants_add").json(json!({ "name": "Twin" })).expect(200).id();
    let made = visitor.ask("integrations_change").of("restaurantId", &other).json(json!({})).expect(200);
    let token = made.data()["intakeUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    order(visitor, an_order("twin"));
    visitor.ask("intake_open_add_order").of("token", &token).json(an_order("twin")).expect(200);
    for id in ["orders_show", "orders_reasons", "orders_verify", "orders_change_status", "orders_cancel"] {
        visitor.ask(id).of("orderId", "twin").expect(409);
    }
    visitor.ask("reports_mark").json(json!({ "providerOrderId": "twin" })).expect(409);
    visitor.ask("reports_mark").json(json!({ "providerOrderId": "twin", "restaurantId": other })).expect(200);
    // A restaurant that is no longer connected has nobody to ask.
    let left = visitor.ask("orders_list").query(&format!("restaurantId={other}")).expect(200);
    let left = left.data()[0]["id"].as_str().unwrap().to_owned();
    visitor.ask("integrations_remove").of("restaurantId", &other).expect(200);
    visitor.ask("orders_reasons").of("orderId", &left).expect(404);
    visitor.ask("integrations_rotate_token").of("restaurantId", &other).expect(404);
    visitor.ask("orders_cancel").of("orderId", &left).expect(200);
}

fn unknown_ids(visitor: &mut Visitor) {
    for operation in visitor.document.operations() {
        if !visitor.document.statuses(&operation).contains(&404) {
            continue;
        }
        let body = if operation.method == "GET" || operation.method == "DELETE" {
            None
        } else {
            Some(least_body(&operation.id))
        };
        for name in operation.path.split('/').filter_map(|word| word.strip_prefix('{')?.strip_suffix('}')) {
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
        _ => json!({ "name": "x", "restaurantId": "x", "isOpen": true }),
    }
}

fn without_a_key(visitor: &mut Visitor) {
    for operation in visitor.document.operations() {
        if !visitor.document.statuses(&operation).contains(&401) {
            continue;
        }
        // Metrics are open to this machine, but not to what a proxy passes on.
        let from_afar = visitor.ask(&operation.id).header("X-Forwarded-For", "192.0.2.1").header("Authorization", "");
        from_afar.expect(401);
    }
}

fn unreadable_bodies(visitor: &mut Visitor) {
    for operation in visitor.document.operations() {
        let documented = visitor.document.statuses(&operation);
        let limit = if operation.path.starts_with("/intake") { 1 << 20 } else { 256 << 10 };
        assert_eq!(documented.contains(&413), documented.contains(&415), "{}", operation.id);
        if documented.contains(&413) {
            visitor.ask(&operation.id).bytes("{").expect(400);
            visitor.ask(&operation.id).bytes(" ".repeat(limit + 1)).expect(413);
            visitor.ask(&operation.id).bytes("{}").header("Content-Type", "text/plain").expect(415);
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
    visitor.ask("reports_grouped_payments").query("from=2026-02-30").expect(400);
    visitor.ask("menus_show").query("restaurantId=a&restaurantId=b").expect(400);
    visitor.ask("menus_show").expect(422);
}

/// An Idempotency-Key that comes back with another body, on every POST that takes one.
fn repeated_keys(visitor: &mut Visitor) {
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

fn wrong_values(visitor: &mut Visitor) {
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
        ("orders_change_status", json!({ "from": 1 })),
        ("orders_cancel", json!({ "reason": "x", "note": long })),
        ("reports_mark", json!({ "providerOrderId": "x", "restaurantId": long })),
        ("webhooks_add", json!({ "url": "" })),
        ("webhooks_add", json!({ "url": "http://127.0.0.1:9/", "events": ["payment_matching"] })),
        ("webhooks_change", json!({ "url": "http://169.254.169.254/" })),
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
fn failing_platform(visitor: &mut Visitor) {
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
fn failing_targets(visitor: &mut Visitor) {
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

fn system(visitor: &mut Visitor) {
    visitor.ask("system_health").expect(200);
    visitor.ask("system_metrics").expect(200);
    visitor.ask("system_openapi").expect(200);
}

/// What ends a record comes last.
fn leftovers(visitor: &mut Visitor) {
    visitor.ask("webhooks_remove").expect(200);
    visitor.ask("integrations_remove").expect(200);
    visitor.ask("restaurants_remove").expect(200);
    visitor.ask("businesses_remove").expect(200);
    visitor.ask("orders_show").expect(200);
    visitor.ask("deliveries_show").expect(200);
}

fn too_many(document: &Document, seen: &Seen) {
    let garson = Garson::start_with(&["--rate-limit", "1"]);
    let visitor = Visitor::new(&garson, document, seen);
    for operation in document.operations() {
        if document.statuses(&operation).contains(&429) {
            visitor.ask(&operation.id).expect_soon(429);
        }
    }
}

/// Delivers an order; its id with us.
fn order(visitor: &Visitor, order: Value) -> String {
    visitor.ask("intake_open_add_order").json(order).expect(200).id()
}

fn known_restaurant(visitor: &Visitor) -> String {
    visitor.ask("restaurants_show").expect(200).id()
}
