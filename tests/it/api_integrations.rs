//! Integrations and menus over the API.

use crate::harness::{Garson, Receiver, Script, Shop, an_order, masked};
use serde_json::{Value, json};

fn path(shop: &Shop, rest: &str) -> String {
    format!("/web-api/v1/restaurants/{}/integrations{rest}", shop.restaurant)
}

#[test]
fn an_integration_is_connected_changed_and_removed() {
    let garson = Garson::start_with(&["--public-url", "https://siparis.example.com/"]);
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "x" })).id();
    let base = format!("/web-api/v1/restaurants/{restaurant}/integrations");
    assert_eq!(*garson.get(&base).data(), json!([]));
    let made = garson.put(
        &format!("{base}/open"),
        json!({ "settings": { "callbackUrl": "http://127.0.0.1:9/x", "preparationMinutes": 20 } }),
    );
    let url = made.data()["intakeUrl"].as_str().unwrap().to_owned();
    assert!(url.starts_with("https://siparis.example.com/intake/v1/open/") && !url.ends_with('/'), "{url}");
    insta::assert_json_snapshot!(
        "integration",
        masked(made.data(), &[("[url]", ".intakeUrl"), ("[time]", ".createdAt .updatedAt")])
    );
    // Fields left out stay as they are; null clears.
    let changed =
        garson.put(&format!("{base}/open"), json!({ "settings": { "autoAccept": true, "callbackUrl": null } }));
    let settings =
        json!({ "autoAccept": true, "preparationMinutes": 20, "stepPauseSeconds": null, "callbackUrl": null });
    assert_eq!(changed.data()["settings"], settings);
    assert_eq!(changed.data()["intakeUrl"], url);
    assert_eq!(garson.get(&base).data()[0], *changed.data());
    let mark = json!([{ "provider": "open", "isActive": true, "isConnected": true }]);
    assert_eq!(garson.get(&format!("/web-api/v1/restaurants/{restaurant}")).data()["integrations"], mark);
    assert_eq!(garson.delete(&format!("{base}/open")).json, json!({ "success": true }));
    garson.delete(&format!("{base}/open")).refused(404, "integration_not_found");
    assert_eq!(*garson.get(&base).data(), json!([]));
}

#[test]
fn a_rotated_token_ends_the_old_address_at_once() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let rotated = garson.post(&path(&shop, "/open/rotate-token"), json!({}));
    let url = rotated.data()["intakeUrl"].as_str().unwrap();
    shop.push(&garson, &an_order("2")).refused(404, "not_found");
    let fresh = Shop { restaurant: shop.restaurant.clone(), intake: url[url.find("/intake").unwrap()..].to_owned() };
    fresh.order(&garson, "2");
}

#[test]
fn an_integration_that_is_off_takes_no_new_order_but_follows_the_open_ones() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    garson.put(&path(&shop, "/open"), json!({ "isActive": false })).data();
    shop.push(&garson, &an_order("2")).refused(503, "integration_off");
    // The same order again is the order we have.
    assert_eq!(shop.push(&garson, &an_order("1")).id(), id);
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    assert_eq!(shop.cancel(&garson, "1", json!({})).data()["status"], 1500);
    garson.put(&path(&shop, "/open"), json!({ "isActive": true })).data();
    shop.order(&garson, "2");
}

#[test]
fn a_platform_is_connected_only_with_what_it_asks_for() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let providers = garson.get("/web-api/v1/providers").data().clone();
    for platform in providers.as_array().unwrap().iter().filter(|platform| platform["provider"] != "open") {
        let provider = platform["provider"].as_str().unwrap();
        let required = |field: &&Value| field["isRequired"] == true;
        let first = platform["credentials"].as_array().unwrap().iter().find(required).unwrap();
        let refused = garson.put(&path(&shop, &format!("/{provider}")), json!({}));
        let missing = format!("credentials.{}", first["name"].as_str().unwrap());
        assert_eq!(refused.refused(422, "validation_failed")["field"], missing.as_str());
        for field in platform["credentials"].as_array().unwrap() {
            let (label, help) = (field["label"].as_str().unwrap(), field["help"].as_str().unwrap());
            assert!(label.len() > 5 && help.len() > 20, "{field}");
        }
        garson.delete(&path(&shop, &format!("/{provider}"))).refused(404, "integration_not_found");
        garson.post(&path(&shop, &format!("/{provider}/test")), json!({})).refused(404, "integration_not_found");
        let menu = format!("/web-api/v1/providers/{provider}/menus?restaurantId={}", shop.restaurant);
        garson.get(&menu).refused(404, "integration_not_found");
    }
    garson.put(&path(&shop, "/uber"), json!({})).refused(404, "provider_not_found");
    garson.get("/web-api/v1/providers/uber/menus?restaurantId=x").refused(404, "provider_not_found");
    garson.get("/web-api/v1/providers/open/menus").refused(422, "validation_failed");
    garson.get("/web-api/v1/providers/open/menus?restaurantId=x").refused(404, "restaurant_not_found");
}

#[test]
fn the_connection_test_says_whether_the_shop_answers() {
    let garson = Garson::start();
    let callback = Receiver::start(Script::Answer(405, ""));
    let shop = Shop::open(&garson);
    assert_eq!(garson.post(&path(&shop, "/open/test"), json!({})).data()["ok"], true);
    garson.put(&path(&shop, "/open"), json!({ "settings": { "callbackUrl": callback.url } })).data();
    assert_eq!(garson.post(&path(&shop, "/open/test"), json!({})).data()["ok"], true);
    assert_eq!(callback.next().method, "GET");
    garson.put(&path(&shop, "/open"), json!({ "settings": { "callbackUrl": "http://127.0.0.1:1/" } })).data();
    garson.post(&path(&shop, "/open/test"), json!({})).refused(502, "platform_unreachable");
    garson.put(&path(&shop, "/open/open"), json!({ "isOpen": true })).refused(422, "not_offered");
    garson.put(&path(&shop, "/open/open"), json!({})).refused(422, "validation_failed");
}

#[test]
fn a_menu_is_what_the_shop_last_set() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let menu_path = format!("/web-api/v1/providers/open/menus?restaurantId={}", shop.restaurant);
    assert_eq!(garson.get(&menu_path).data()["categories"], json!([]));
    let menu = json!({ "categories": [{ "id": "c1", "name": "Dürüm", "products": [{
        "id": "p1", "name": "Adana", "description": "acılı", "price": 149.9,
        "optionGroups": [{ "id": "g1", "name": "İçecek", "min": 0, "max": 1, "options": [{ "name": "Ayran", "price": 25 }] }]
    }] }] });
    let set = garson.send(
        "PUT",
        &format!("{}/menu", shop.intake),
        Some(menu.to_string().as_bytes()),
        &[("Authorization", "")],
    );
    insta::assert_json_snapshot!("menu", masked(set.data(), &[("[id]", ".restaurantId"), ("[time]", ".fetchedAt")]));
    assert_eq!(garson.get(&menu_path).data(), set.data());
    let bad = json!({ "categories": [{ "name": "x", "products": [{ "name": "y" }] }] });
    let refused = garson.send(
        "PUT",
        &format!("{}/menu", shop.intake),
        Some(bad.to_string().as_bytes()),
        &[("Authorization", "")],
    );
    assert_eq!(refused.refused(422, "validation_failed")["field"], "categories[0].products[0].price");
    assert_eq!(garson.get(&menu_path).data(), set.data());
}
