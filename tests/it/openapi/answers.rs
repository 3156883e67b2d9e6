//! Every documented answer, asked for and held against its shape.

use super::{
    document::Document,
    events::document_events,
    platforms, refusals,
    visitor::{Seen, Visitor},
};
use crate::harness::{Garson, Receiver, Script, an_order, eventually};
use serde_json::{Value, json};

/// Documented answers that a test cannot bring about from outside; `*` is every operation.
const OUT_OF_REACH: [(&str, u16, &str); 2] = [
    ("*", 500, "it takes a fault of the program"),
    ("*", 503, "it takes a program that is just starting or stopping, or a full disk"),
];

/// Ids in the document's examples.
const BUSINESS: &str = "01a1d0b2-7f40-7a11-8c3e-5d2f9b604a10";
pub const RESTAURANT: &str = "01a1d0b3-1c08-7b52-9e07-2a4c6d8e0f13";
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
    keys(visitor, &receiver);
    orders(visitor);
    scheduled_orders(visitor);
    deliveries(visitor, &receiver);
    reports(visitor);
    twins(visitor);
    let branch = platforms::connected(visitor);
    refusals::unknown_ids(visitor);
    refusals::without_a_key(visitor);
    refusals::without_power(visitor);
    refusals::unreadable_bodies(visitor);
    refusals::repeated_keys(visitor);
    refusals::wrong_values(visitor);
    // Each waits for calls that are never answered, so all wait together.
    let visited = &*visitor;
    std::thread::scope(|scope| {
        scope.spawn(|| refusals::failing_platform(visited));
        scope.spawn(|| refusals::failing_targets(visited));
        scope.spawn(|| branch.fails(visited));
    });
    system(visitor);
    leftovers(visitor);
    refusals::too_many(&document, &seen);

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
    visitor.ask("integrations_change").example_called("open").expect(200);
    // Nothing of the example's shop may be dialled from here on.
    let cleared = visitor.ask("integrations_change").json(json!({ "settings": null, "credentials": null })).expect(200);
    assert_eq!(cleared.data()["settings"]["callbackUrl"], Value::Null);
    visitor.ask("integrations_list").expect(200);
    visitor.ask("providers_list").expect(200);
    visitor.ask("integrations_test").expect(200);
    let rotated = visitor.ask("integrations_rotate_token").expect(200);
    visitor.knows_token("open", rotated.data());
    visitor.ask("menus_show").query(&format!("restaurantId={}", known_restaurant(visitor))).expect(200);
    visitor.ask("intake_open_set_menu").example(&[]).expect(200);
    let menu = visitor.ask("menus_show").query(&format!("restaurantId={}", known_restaurant(visitor))).expect(200);
    assert!(menu.data()["categories"][0]["products"][0]["optionGroups"][0]["options"][0].is_object(), "{menu}");
    visitor.ask("restaurants_show").expect(200);
    visitor.ask("integrations_set_open").json(json!({ "isOpen": true })).expect(422);
    visitor.ask("integrations_set_pos").json(json!({ "isActive": true })).expect(422);
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
    visitor.ask("webhooks_make_secret").example(&[]).expect(200);
    let changed = visitor.ask("webhooks_make_secret").expect(200);
    assert!(changed.data()["previousSecretEndsAt"].is_string() && changed.data()["isSigned"] == true, "{changed}");
    visitor.ask("webhooks_end_previous_secret").expect(200);
    visitor.ask("webhooks_end_secrets").expect(200);
    visitor.ask("webhooks_test").expect(200);
    assert_eq!(receiver.next().json()["olay"], "test");
}

fn keys(visitor: &mut Visitor, receiver: &Receiver) {
    let made = visitor.ask("keys_add").example(&[(RESTAURANT, known_restaurant(visitor))]).expect(200);
    assert_eq!(made.data()["apiKey"].as_str().unwrap()[..8], *made.data()["prefix"].as_str().unwrap());
    visitor.knows("keyId", &made.id());
    visitor.ask("keys_list").expect(200);
    visitor.ask("keys_show").expect(200);
    visitor.ask("keys_change").example(&[]).expect(200);
    visitor.ask("keys_change").json(json!({ "restaurantId": null, "endsAt": "2099-01-01T00:00:00Z" })).expect(200);
    let carried = json!({ "url": receiver.url, "keyId": made.id(), "isActive": false });
    let carried = visitor.ask("webhooks_add").json(carried).expect(200).id();
    assert_eq!(visitor.ask("keys_remove").expect(409).json["error"]["code"], "key_in_use");
    visitor.ask("webhooks_remove").of("webhookId", &carried).expect(200);
    let all = visitor.ask("keys_list").expect(200);
    let primary = all.data().as_array().unwrap().iter().find(|key| key["isPrimary"] == true).unwrap();
    let primary = primary["id"].as_str().unwrap();
    assert_eq!(visitor.ask("keys_remove").of("keyId", primary).expect(409).json["error"]["code"], "key_is_primary");
    visitor.ask("keys_change").of("keyId", primary).json(json!({ "isPrimary": false })).expect(409);
}

/// The log, once orders have come and gone, and sending again.
fn deliveries(visitor: &mut Visitor, receiver: &Receiver) {
    for query in ["limit=2&dir=prev", "area=sign_in&text=nobody", "deed=key_made&from=2026-01-01T00:00:00%2B03:00"] {
        visitor.ask("audit_list").query(query).expect(200);
    }
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

fn system(visitor: &mut Visitor) {
    visitor.ask("system_health").expect(200);
    visitor.ask("system_metrics").expect(200);
    visitor.ask("system_openapi").expect(200);
}

/// What ends a record comes last.
fn leftovers(visitor: &mut Visitor) {
    visitor.ask("keys_remove").expect(200);
    visitor.ask("webhooks_remove").expect(200);
    visitor.ask("integrations_remove").expect(200);
    visitor.ask("restaurants_remove").expect(200);
    visitor.ask("businesses_remove").expect(200);
    visitor.ask("orders_show").expect(200);
    visitor.ask("deliveries_show").expect(200);
}

/// Delivers an order; its id with us.
pub fn order(visitor: &Visitor, order: Value) -> String {
    visitor.ask("intake_open_add_order").json(order).expect(200).id()
}

pub fn known_restaurant(visitor: &Visitor) -> String {
    visitor.ask("restaurants_show").expect(200).id()
}
