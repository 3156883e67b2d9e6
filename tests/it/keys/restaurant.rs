//! A key of one restaurant: nothing of another's is in any answer that it gets.

use super::make;
use crate::harness::{Garson, Receiver, Reply, Script, Shop, an_order, in_an_empty_app};
use garson::{api, http::Site};
use serde_json::{Value, json};

/// Two restaurants with everything, both with an order "same".
struct Town {
    garson: Garson,
    own: Shop,
    other: Shop,
    /// Everything of the other one's that may not be seen: ids, names, numbers.
    foreign: Vec<String>,
    /// A place for each thing of the other's that a path can name.
    ids: Vec<(&'static str, String)>,
    key: String,
}

fn town(scope: &str) -> Town {
    let garson = Garson::start();
    let hook = Receiver::start(Script::Answer(200, "foreign answer"));
    let business = garson.post("/web-api/v1/businesses", json!({ "name": "Yabancı İşletme" })).id();
    let webhook = garson.post("/web-api/v1/webhooks", json!({ "url": hook.url })).id();
    let (own, other) = (Shop::open(&garson), Shop::open(&garson));
    let body = json!({ "name": "Yabancı Lokanta", "businessId": business, "address": "Yabancı Sokak" });
    garson.put(&format!("/web-api/v1/restaurants/{}", other.restaurant), body).data();
    let mut orders = Vec::new();
    for (platform_id, payment) in
        [("same", "yabancı kart"), ("foreign-1", "yabancı kart"), ("foreign-2", "yabancı kart")]
    {
        let mut order = an_order(platform_id);
        order["payment"] = json!({ "type": "other", "name": payment });
        order["code"] = json!(if platform_id == "same" { "7" } else { "Y77" });
        order["customer"] = json!({ "name": "Yabancı Müşteri" });
        order["amount"]["total"] = json!(777.77);
        order["items"][0]["total"] = json!(777.77);
        orders.push(other.push(&garson, &order).id());
    }
    own.order(&garson, "same");
    own.order(&garson, "own-1");
    let delivery = hook.next().json()["veri"]["id"].as_str().unwrap().to_owned();
    let (_, key) = make(&garson, json!({ "name": "branch", "scope": scope, "restaurantId": own.restaurant }));
    let (key_id, _) = make(&garson, json!({ "name": "yabancı anahtar" }));
    let words =
        ["Yabancı", "yabancı", "foreign-1", "foreign-2", "777.77", "foreign answer"].map(str::to_owned).into_iter();
    let foreign = words.chain(orders.clone()).chain([
        business.clone(),
        webhook.clone(),
        other.restaurant.clone(),
        other.intake.rsplit('/').next().unwrap().to_owned(),
        delivery.clone(),
        key_id.clone(),
    ]);
    let ids = vec![
        ("orderId", orders[1].clone()),
        ("businessId", business),
        ("restaurantId", other.restaurant.clone()),
        ("webhookId", webhook),
        ("deliveryId", delivery),
        ("keyId", key_id),
        ("provider", "open".to_owned()),
    ];
    Town { garson, own, other, foreign: foreign.collect(), ids, key }
}

impl Town {
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        self.garson.send_with(&self.key, method, path, body)
    }

    /// That an answer says nothing of the other restaurant, but for what the question said.
    #[track_caller]
    fn assert_own(&self, question: &str, reply: &Reply) {
        let said = self.foreign.iter().filter(|secret| !question.contains(*secret)).find(|it| reply.text.contains(*it));
        assert!(said.is_none(), "{said:?} is in {reply}");
        assert_ne!(reply.status, 500, "{reply}");
    }
}

fn routes() -> Vec<(String, String)> {
    in_an_empty_app(|app| {
        let site = Site::new();
        site.mount(vec![api::door(app)]);
        site.routes().into_iter().map(|(method, path)| (method.to_string(), path)).collect()
    })
}

#[test]
fn no_route_says_anything_of_another_restaurant() {
    for scope in ["all", "orders", "read"] {
        let town = town(scope);
        let before = town.garson.get("/web-api/v1/orders?limit=200").data().clone();
        let bodies = [
            json!({}),
            json!({
                "name": "x", "providerOrderId": "foreign-1", "restaurantId": town.other.restaurant,
                "businessId": town.ids[1].1, "isOpen": true, "isActive": true, "url": "http://127.0.0.1:9/",
                "webhookOrderId": town.ids[4].1, "headers": {}, "missed": true
            }),
            json!({ "providerOrderId": "foreign-2", "name": "y" }),
            json!({ "orders": [{ "providerOrderId": "own-1" }, { "id": town.ids[0].1 }] }),
        ];
        let queries = [
            String::new(),
            format!("?restaurantId={}", town.other.restaurant),
            "?updatedSince=2020-01-01T00:00:00Z".to_owned(),
            "?include=customer,items".to_owned(),
            "?code=Y77".to_owned(),
            "?code=7".to_owned(),
            "?limit=1".to_owned(),
            "?limit=1&dir=prev".to_owned(),
        ];
        for (method, pattern) in routes() {
            // By the other's ids, and by the number that both have and the one that only the other has.
            for order in [None, Some("foreign-1")] {
                let mut path = pattern.clone();
                for (name, id) in &town.ids {
                    let id = order.filter(|_| *name == "orderId").unwrap_or(id);
                    path = path.replace(&format!("{{{name}}}"), id);
                }
                assert!(!path.contains('{'), "{path}");
                if method == "GET" {
                    for query in &queries {
                        let question = format!("{path}{query}");
                        town.assert_own(&question, &town.ask(&method, &question, None));
                    }
                } else {
                    for body in &bodies {
                        let reply = town.ask(&method, &path, Some(body));
                        town.assert_own(&format!("{path}{body}"), &reply);
                        // Only what belongs to nobody else may go well.
                        assert_ne!(reply.status, 200, "{reply}");
                    }
                }
            }
        }
        assert_eq!(*town.garson.get("/web-api/v1/orders?limit=200").data(), before);
    }
}

#[test]
fn lists_and_totals_are_its_own_and_a_shared_number_is_not_ambiguous() {
    let town = town("orders");
    let own = json!(town.own.restaurant);
    for list in ["orders", "orders?updatedSince=2020-01-01T00:00:00Z", "orders/reports/pending"] {
        let all = town.ask("GET", &format!("/web-api/v1/{list}"), None);
        let all = all.data().as_array().unwrap();
        assert!(all.len() == 2 && all.iter().all(|order| order["restaurantId"] == own), "{list}: {all:?}");
    }
    let other = format!("/web-api/v1/orders?restaurantId={}", town.other.restaurant);
    assert_eq!(*town.ask("GET", &other, None).data(), json!([]));
    let totals = |query: &str| {
        let totals = town.ask("GET", &format!("/web-api/v1/orders/grouped-payments{query}"), None);
        (totals.data()["count"].clone(), totals.data()["total"].clone())
    };
    assert_eq!(totals(""), (json!(2), json!(999.8)));
    assert_eq!(totals("?from=2020-01-01"), (json!(2), json!(999.8)));
    assert_eq!(totals(&format!("?restaurantId={}", town.own.restaurant)), (json!(2), json!(999.8)));
    assert_eq!(totals(&format!("?restaurantId={}", town.other.restaurant)), (json!(0), json!(0)));
    let restaurants = town.ask("GET", "/web-api/v1/restaurants", None);
    assert_eq!(restaurants.data().as_array().unwrap().len(), 1);
    assert_eq!(restaurants.data()[0]["id"], own);

    town.garson.get("/web-api/v1/orders/same").refused(409, "ambiguous_order");
    let same = town.ask("GET", "/web-api/v1/orders/same", None);
    assert_eq!(same.data()["restaurantId"], own);
    town.ask("POST", "/web-api/v1/orders/verify/same", None).data();
    town.ask("POST", "/web-api/v1/orders/reports/mark", Some(&json!({ "providerOrderId": "same" }))).data();
    let others = town.garson.get(&other);
    let others = others.data().as_array().unwrap();
    assert!(others.iter().all(|order| order["status"] == 400 && order["isReport"] == false), "{others:?}");
    for (method, path, code) in [
        ("GET", "orders/foreign-1", "order_not_found"),
        ("POST", "orders/verify/foreign-1", "order_not_found"),
        ("GET", "orders/reasons/foreign-1", "order_not_found"),
    ] {
        town.ask(method, &format!("/web-api/v1/{path}"), None).refused(404, code);
    }
    // Whether there is such an order elsewhere cannot be told from the answer.
    for id in ["same", "nowhere"] {
        let mark = json!({ "providerOrderId": id, "restaurantId": town.other.restaurant });
        town.ask("POST", "/web-api/v1/orders/reports/mark", Some(&mark)).refused(404, "restaurant_not_found");
    }
    let path = format!("/web-api/v1/restaurants/{}", town.other.restaurant);
    town.ask("GET", &path, None).refused(404, "restaurant_not_found");
    let menu = format!("/web-api/v1/providers/open/menus?restaurantId={}", town.other.restaurant);
    town.ask("GET", &menu, None).refused(404, "restaurant_not_found");
}

#[test]
fn a_cursor_of_another_key_leads_to_nothing_else() {
    let town = town("read");
    for list in ["orders", "orders?updatedSince=2020-01-01T00:00:00Z", "orders/reports/pending"] {
        let join = if list.contains('?') { '&' } else { '?' };
        let page = town.garson.get(&format!("/web-api/v1/{list}{join}limit=1"));
        for (cursor, dir) in [(&page.json["paging"]["next"], "next"), (&page.json["paging"]["prev"], "prev")] {
            let Some(cursor) = cursor.as_str() else { continue };
            let question = format!("/web-api/v1/{list}{join}limit=200&dir={dir}&cursor={cursor}");
            let reply = town.ask("GET", &question, None);
            assert!(reply.data().as_array().unwrap().iter().all(|one| one["restaurantId"] == town.own.restaurant));
            town.assert_own(&question, &reply);
        }
    }
}

#[test]
fn it_manages_its_restaurant_and_nothing_above_it() {
    let town = town("all");
    let path = format!("/web-api/v1/restaurants/{}", town.own.restaurant);
    let business = &town.ids[1].1;
    let put = |body: Value| town.ask("PUT", &path, Some(&body));
    assert_eq!(put(json!({ "name": "Yeni ad" })).data()["name"], "Yeni ad");
    put(json!({ "name": "Yeni ad", "businessId": null })).data();
    // That a business exists is not told either.
    for id in [business.as_str(), "nobody"] {
        assert_eq!(put(json!({ "name": "x", "businessId": id })).refused(403, "forbidden")["field"], "businessId");
    }
    town.garson.put(&path, json!({ "name": "Yeni ad", "businessId": business })).data();
    put(json!({ "name": "Yeni ad", "businessId": business })).data();
    put(json!({ "name": "Yeni ad", "businessId": null })).refused(403, "forbidden");
    let open = format!("{path}/integrations/open");
    town.ask("PUT", &open, Some(&json!({ "isActive": false }))).data();
    // Whoever names a host has this machine call it.
    for host in [json!("http://127.0.0.1:9"), json!("https://evil.example")] {
        let refused = town.ask("PUT", &open, Some(&json!({ "baseUrl": host })));
        assert_eq!(refused.refused(403, "forbidden")["field"], "baseUrl");
    }
    let credentials = json!({ "appSecretKey": "a", "restaurantSecretKey": "b", "webhookApiKey": "c" });
    let getir = format!("{path}/integrations/getir");
    let connected = json!({ "isActive": false, "credentials": credentials, "baseUrl": "http://127.0.0.1:9" });
    town.ask("PUT", &getir, Some(&connected)).refused(403, "forbidden");
    // The owner sets it, and it may be repeated; leading it back would send the credentials elsewhere too.
    town.garson.put(&getir, connected.clone()).data();
    town.ask("PUT", &getir, Some(&connected)).data();
    let back = json!({ "credentials": credentials, "baseUrl": null });
    town.ask("PUT", &getir, Some(&back)).refused(403, "forbidden");
    town.ask("DELETE", &path, None).refused(403, "forbidden");
    town.ask("POST", "/web-api/v1/restaurants", Some(&json!({ "name": "x" }))).refused(403, "forbidden");
}

#[test]
fn what_a_key_was_answered_before_it_was_limited_is_not_repeated() {
    let town = town("orders");
    let (id, key) = make(&town.garson, json!({ "name": "was larger", "scope": "orders" }));
    let bearer = format!("Bearer {key}");
    let verify = || {
        let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", "once")];
        town.garson.send("POST", "/web-api/v1/orders/verify/foreign-1", Some(b"{}"), &headers)
    };
    verify().data();
    verify().data();
    town.garson.put(&format!("/web-api/v1/keys/{id}"), json!({ "restaurantId": town.own.restaurant })).data();
    verify().refused(404, "order_not_found");
}

#[test]
fn a_key_of_a_restaurant_that_was_deleted_sees_its_orders_and_is_never_widened() {
    let town = town("read");
    town.garson.delete(&format!("/web-api/v1/restaurants/{}", town.own.restaurant));
    assert_eq!(town.ask("GET", "/web-api/v1/orders", None).data().as_array().unwrap().len(), 2);
    assert_eq!(*town.ask("GET", "/web-api/v1/restaurants", None).data(), json!([]));
    let keys = town.garson.get("/web-api/v1/keys");
    let branch = keys.data().as_array().unwrap().iter().find(|key| key["name"] == "branch").unwrap();
    assert_eq!(branch["restaurantId"], town.own.restaurant);
}
