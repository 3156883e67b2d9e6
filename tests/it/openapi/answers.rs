//! Every documented answer, asked for and held against its shape.

use super::{
    document::Document,
    events::document_events,
    platforms, refusals,
    visitor::{Seen, Visitor},
};
use crate::harness::{Garson, Receiver, Script, an_order, eventually, raw_exchange};
use garson::model::EventKind;
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
    unchanged_lists(visitor);
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
    refusals::unknown_parameters(visitor);
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
    let business = visitor.ask("createBusiness").example(&[]).expect(200).id();
    visitor.knows("businessId", &business);
    let real = [(BUSINESS, business), (TILL, till.url.clone())];
    let restaurant = visitor.ask("createRestaurant").example(&real).expect(200).id();
    visitor.knows("restaurantId", &restaurant);
    visitor.ask("createRestaurant").json(json!({ "name": "Bare" })).expect(200);
    visitor.ask("updateBusiness").example(&[]).expect(200);
    visitor.ask("updateRestaurant").example(&real).expect(200);
    visitor.ask("changeBusiness").example(&[]).expect(200);
    visitor.ask("changeRestaurant").example(&[]).expect(200);
    visitor.ask("setPackages").example(&[]).expect(200);
    visitor.ask("linkRestaurant").example(&[(RESTAURANT, restaurant)]).expect(200);
    for id in ["listBusinesses", "readBusiness", "listBusinessRestaurants", "listRestaurants", "readRestaurant"] {
        visitor.ask(id).expect(200);
    }
}

/// Each list, asked for again by a client that has it. Nothing changes by itself yet.
fn unchanged_lists(visitor: &Visitor) {
    let lists: Vec<_> =
        visitor.document.operations().into_iter().filter(|one| visitor.document.statuses(one).contains(&304)).collect();
    assert_eq!(lists.len(), 11);
    for list in lists {
        let whole = visitor.ask(&list.id).expect(200);
        // That of keys says when the one that asks was used.
        let known = if list.id == "listKeys" { "*" } else { whole.header("etag").unwrap() };
        visitor.ask(&list.id).header("If-None-Match", known).expect(304);
    }
}

fn connections(visitor: &mut Visitor) {
    visitor.ask("saveIntegration").example_called("open").expect(200);
    // Nothing of the example's shop may be dialled from here on.
    let cleared = visitor.ask("saveIntegration").json(json!({ "settings": null, "credentials": null })).expect(200);
    assert_eq!(cleared.data()["settings"]["callbackUrl"], Value::Null);
    visitor.ask("listIntegrations").expect(200);
    visitor.ask("listProviders").expect(200);
    assert_eq!(visitor.ask("testIntegration").expect(200).data()["ok"], true);
    let rotated = visitor.ask("rotateIntakeToken").expect(200);
    visitor.knows_token("open", rotated.data());
    visitor.ask("readMenu").query(&format!("restaurantId={}", known_restaurant(visitor))).expect(200);
    visitor.ask("setOpenMenu").example(&[]).expect(200);
    let menu = visitor.ask("readMenu").query(&format!("restaurantId={}", known_restaurant(visitor))).expect(200);
    assert!(menu.data()["categories"][0]["products"][0]["optionGroups"][0]["options"][0].is_object(), "{menu}");
    visitor.ask("readRestaurant").expect(200);
    visitor.ask("setShopOpen").json(json!({ "isOpen": true })).expect(422);
    visitor.ask("setPosActive").json(json!({ "isActive": true })).expect(422);
}

fn orders(visitor: &mut Visitor) {
    let arrived = visitor.ask("pushOpenOrder").example(&[]).expect(200);
    assert_eq!(arrived.data()["status"], 400);
    let platform_id =
        visitor.document.example_body(&visitor.document.operation("pushOpenOrder"))["providerOrderId"].clone();
    visitor.knows("providerOrderId", platform_id.as_str().unwrap());
    visitor.knows("orderId", &arrived.id());
    visitor.ask("listOrders").expect(200);
    for query in [
        "limit=1&dir=prev",
        "status=400&status=500&provider=open",
        "updatedSince=2026-01-01T00:00:00Z",
        "restaurantId=nobody",
    ] {
        visitor.ask("listOrders").query(query).expect(200);
    }
    visitor.ask("readOrder").expect(200);
    visitor.ask("readOrder").of("orderId", platform_id.as_str().unwrap()).expect(200);
    visitor.ask("listCancelReasons").expect(200);
    for query in ["code=A12", "include=customer,items", "include=items&updatedSince=2026-01-01T00:00:00Z"] {
        visitor.ask("listOrders").query(query).expect(200);
        let query = query.split("&updated").next().unwrap();
        visitor.ask("listPendingReports").query(query).expect(200);
    }
    let once = |id: &str| visitor.ask(id).header("Idempotency-Key", "once").example(&[]).expect(200);
    let (first, again) = (once("verifyOrder"), once("verifyOrder"));
    assert_eq!((first.header("idempotent-replayed"), again.header("idempotent-replayed")), (None, Some("true")));
    assert_eq!(visitor.ask("readOrder").expect(200).data()["preparationMinutes"], 25);
    visitor.ask("verifyOrder").expect(200);
    visitor.ask("changeOrderStatus").json(json!({ "from": 400 })).expect(409);
    visitor.ask("changeOrderStatus").example(&[]).expect(200);
    visitor.ask("changeOrderStatus").expect(200);
    for id in ["verifyOrder", "changeOrderStatus", "cancelOrder"] {
        visitor.ask(id).expect(409);
    }
    let closed = visitor.ask("changeOrderStatus").json(json!({ "from": 600 })).expect(409);
    assert_eq!(closed.json["error"]["code"], "order_closed");
    let shop = Receiver::start(Script::Answer(200, ""));
    visitor.ask("saveIntegration").json(json!({ "settings": { "callbackUrl": shop.url } })).expect(200);
    let confirmed = order(visitor, an_order("confirmed"));
    for _ in 0..3 {
        visitor.ask("changeOrderStatus").of("orderId", &confirmed).expect(200);
    }
    visitor.ask("cancelOpenOrder").of("providerOrderId", "confirmed").expect(409);
    visitor.ask("saveIntegration").json(json!({ "settings": { "callbackUrl": null } })).expect(200);

    let least = order(visitor, an_order("least"));
    visitor.ask("cancelOrder").of("orderId", &least).expect(422);
    visitor.ask("cancelOrder").of("orderId", &least).json(json!({ "reason": "because" })).expect(422);
    visitor.ask("cancelOrder").of("orderId", &least).example(&[]).expect(200);
    visitor.ask("readOrder").of("orderId", &least).expect(200);

    let regretted = order(visitor, an_order("regretted"));
    visitor.ask("cancelOpenOrder").of("providerOrderId", "regretted").example(&[]).expect(200);
    visitor.ask("readOrder").of("orderId", &regretted).expect(200);

    visitor.ask("saveIntegration").json(json!({ "isActive": false })).expect(200);
    visitor.ask("pushOpenOrder").json(an_order("too late")).expect(503);
    visitor.ask("saveIntegration").json(json!({ "isActive": true })).expect(200);
}

fn scheduled_orders(visitor: &mut Visitor) {
    let mut later = an_order("later");
    later["scheduledAt"] = json!("2099-01-01T12:00:00+03:00");
    later["flags"] = json!(["no_cutlery"]);
    let later = order(visitor, later);
    visitor.ask("readOrder").of("orderId", &later).expect(200);
    visitor.ask("verifyOrder").of("orderId", &later).expect(200);
    visitor.ask("listOrders").query("status=350").expect(200);
    visitor.ask("changeOrderStatus").of("orderId", &later).expect(200);
}

fn reports(visitor: &mut Visitor) {
    visitor.ask("listPendingReports").expect(200);
    let real = [(RESTAURANT, known_restaurant(visitor)), ("WEB-1000", "WEB-1001".to_owned())];
    assert_eq!(visitor.ask("markReported").example(&real).expect(200).data()["isReport"], true);
    let several = json!({ "orders": [{ "id": visitor.known("orderId") }, { "providerOrderId": "WEB-1001" }] });
    assert_eq!(visitor.ask("markReported").json(several).expect(200).data()[1]["isReport"], true);
    visitor.ask("readOrder").expect(200);
    visitor.ask("readGroupedPayments").expect(200);
    visitor.ask("readGroupedPayments").query("from=2026-01-01&to=2099-12-31").expect(200);
}

fn webhooks(visitor: &mut Visitor, receiver: &Receiver) {
    let real = [(RESTAURANT, known_restaurant(visitor)), (HOOK, receiver.url.clone())];
    let webhook = visitor.ask("createWebhook").example(&real).expect(200).id();
    visitor.knows("webhookId", &webhook);
    visitor.ask("listWebhooks").expect(200);
    visitor.ask("readWebhook").expect(200);
    visitor.ask("updateWebhook").example(&real).expect(200);
    let all = EventKind::EVENTS.map(|(name, _)| name);
    let every = json!({ "url": receiver.url, "events": all, "authStyle": "bare" });
    visitor.ask("updateWebhook").json(every).expect(200);
    visitor.ask("createWebhookSecret").example(&[]).expect(200);
    let changed = visitor.ask("createWebhookSecret").expect(200);
    assert!(changed.data()["previousSecretEndsAt"].is_string() && changed.data()["isSigned"] == true, "{changed}");
    visitor.ask("deletePreviousWebhookSecret").expect(200);
    visitor.ask("deleteWebhookSecrets").expect(200);
    visitor.ask("testWebhook").expect(200);
    assert_eq!(receiver.next().json()["olay"], "test");
}

fn keys(visitor: &mut Visitor, receiver: &Receiver) {
    let made = visitor.ask("createKey").example(&[(RESTAURANT, known_restaurant(visitor))]).expect(200);
    assert_eq!(made.data()["apiKey"].as_str().unwrap()[..8], *made.data()["prefix"].as_str().unwrap());
    visitor.knows("keyId", &made.id());
    visitor.ask("listKeys").expect(200);
    visitor.ask("readKey").expect(200);
    visitor.ask("updateKey").example(&[]).expect(200);
    visitor.ask("updateKey").json(json!({ "restaurantId": null, "endsAt": "2099-01-01T00:00:00Z" })).expect(200);
    let carried = json!({ "url": receiver.url, "keyId": made.id(), "isActive": false });
    let carried = visitor.ask("createWebhook").json(carried).expect(200).id();
    assert_eq!(visitor.ask("revokeKey").expect(409).json["error"]["code"], "key_in_use");
    visitor.ask("deleteWebhook").of("webhookId", &carried).expect(200);
    let all = visitor.ask("listKeys").expect(200);
    let primary = all.data().as_array().unwrap().iter().find(|key| key["isPrimary"] == true).unwrap();
    let primary = primary["id"].as_str().unwrap();
    assert_eq!(visitor.ask("revokeKey").of("keyId", primary).expect(409).json["error"]["code"], "key_is_primary");
    visitor.ask("updateKey").of("keyId", primary).json(json!({ "isPrimary": false })).expect(409);
}

/// The log, once orders have come and gone, and sending again.
fn deliveries(visitor: &mut Visitor, receiver: &Receiver) {
    for query in ["limit=2&dir=prev", "area=sign_in&text=nobody", "deed=key_made&from=2026-01-01T00:00:00%2B03:00"] {
        visitor.ask("listAuditEntries").query(query).expect(200);
    }
    for query in ["limit=2&dir=prev", "orderId=nobody", "webhookId=nobody", "state=dropped"] {
        visitor.ask("listDeliveries").query(query).expect(200);
    }
    // Orders of platforms, which alone can change, come later; what is ready is said on the board.
    let later = ["test", "siparis.degisti", "siparis.hazir"];
    for event in document_events(visitor.document).iter().filter(|event| !later.contains(&event.as_str())) {
        let one = eventually(&format!("{event} is delivered"), || {
            let log = visitor.ask("listDeliveries").query(&format!("event={event}&state=delivered")).expect(200);
            log.data()[0]["id"].as_str().map(str::to_owned)
        });
        visitor.ask("readDelivery").of("deliveryId", &one).expect(200);
        visitor.knows("deliveryId", &one);
    }
    visitor.ask("resendDelivery").expect(200);
    visitor.ask("resendEvents").example(&[]).expect(200);
    visitor.ask("resendEvents").json(json!({ "to": "2026-01-01T00:00:00+03:00", "missed": false })).expect(200);
    let one = visitor.known("deliveryId");
    visitor.ask("retryWebhook").example(&[(DELIVERY, one), (HOOK, receiver.url.clone())]).expect(200);
    // One whose target is gone.
    let gone = json!({ "url": receiver.url, "events": ["siparis.olusturuldu"], "isActive": false });
    let gone = visitor.ask("createWebhook").json(gone).expect(200).id();
    order(visitor, an_order("for nobody"));
    visitor.ask("deleteWebhook").of("webhookId", &gone).expect(200);
    let dropped = visitor.ask("listDeliveries").query(&format!("webhookId={gone}")).expect(200);
    let dropped = &dropped.data()[0];
    assert_eq!(dropped["state"], "dropped");
    visitor.ask("resendDelivery").of("deliveryId", dropped["id"].as_str().unwrap()).expect(404);
}

/// Two restaurants with one platform id.
fn twins(visitor: &mut Visitor) {
    let other = visitor.ask("createRestaurant").json(json!({ "name": "Twin" })).expect(200).id();
    let made = visitor.ask("saveIntegration").of("restaurantId", &other).json(json!({})).expect(200);
    let token = made.data()["intakeUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    order(visitor, an_order("twin"));
    visitor.ask("pushOpenOrder").of("token", &token).json(an_order("twin")).expect(200);
    for id in ["readOrder", "listCancelReasons", "verifyOrder", "changeOrderStatus", "cancelOrder"] {
        visitor.ask(id).of("orderId", "twin").expect(409);
    }
    visitor.ask("markReported").json(json!({ "providerOrderId": "twin" })).expect(409);
    visitor.ask("markReported").json(json!({ "providerOrderId": "twin", "restaurantId": other })).expect(200);
    // A restaurant that is no longer connected has nobody to ask.
    let left = visitor.ask("listOrders").query(&format!("restaurantId={other}")).expect(200);
    let left = left.data()[0]["id"].as_str().unwrap().to_owned();
    visitor.ask("deleteIntegration").of("restaurantId", &other).expect(200);
    visitor.ask("listCancelReasons").of("orderId", &left).expect(404);
    visitor.ask("rotateIntakeToken").of("restaurantId", &other).expect(404);
    visitor.ask("cancelOrder").of("orderId", &left).expect(200);
}

fn system(visitor: &mut Visitor) {
    visitor.ask("readHealth").expect(200);
    visitor.ask("readMetrics").expect(200);
    visitor.ask("readApiDocument").expect(200);
    for id in ["readHealth", "readApiDocument"] {
        let operation = visitor.document.operation(id);
        let twice = format!("GET {} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", operation.path);
        let refused = raw_exchange(visitor.garson, twice.as_bytes());
        refused.refused(400, "invalid_parameter");
        visitor.hold_against_document(&operation, &refused);
    }
}

/// What ends a record comes last.
fn leftovers(visitor: &mut Visitor) {
    visitor.ask("revokeKey").expect(200);
    visitor.ask("deleteWebhook").expect(200);
    visitor.ask("deleteIntegration").expect(200);
    visitor.ask("deleteRestaurant").expect(200);
    visitor.ask("deleteBusiness").expect(200);
    visitor.ask("readOrder").expect(200);
    visitor.ask("readDelivery").expect(200);
}

/// Delivers an order; its id with us.
pub fn order(visitor: &Visitor, order: Value) -> String {
    visitor.ask("pushOpenOrder").json(order).expect(200).id()
}

pub fn known_restaurant(visitor: &Visitor) -> String {
    visitor.ask("readRestaurant").expect(200).id()
}
