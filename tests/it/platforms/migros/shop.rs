//! Connecting, the shop itself and its menu.

use super::{Rig, credentials, fake::*};
use crate::harness::{Garson, masked};
use serde_json::json;

#[test]
fn the_platform_says_what_it_needs_and_why_it_is_experimental() {
    let garson = Garson::start();
    let list = garson.get("/web-api/v1/providers");
    let ours = list.data().as_array().unwrap().iter().find(|one| one["provider"] == "migros-yemek").unwrap();
    insta::assert_json_snapshot!("provider", ours);
    let turkish = garson.send("GET", "/web-api/v1/providers", None, &[("Accept-Language", "tr")]);
    assert!(turkish.text.contains("Deneysel"), "{turkish}");
}

#[test]
fn credentials_that_cannot_be_right_are_refused_when_they_are_entered() {
    let garson = Garson::start();
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "x" })).id();
    let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/migros-yemek");
    for (name, value) in [
        ("secretKey", json!("kısa")),
        ("secretKey", json!("x".repeat(33))),
        ("storeId", json!("23A")),
        ("storeGroupId", json!("-5")),
        ("apiKey", json!("bir anahtar")),
        ("apiKey", json!(null)),
    ] {
        let mut given = credentials();
        given[name] = value;
        let refused = garson.put(&path, json!({ "credentials": given }));
        let field = format!("credentials.{name}");
        assert_eq!(refused.refused(422, "validation_failed")["field"], field.as_str());
        assert!(name != "secretKey" || refused.text.contains("32 characters"), "{refused}");
    }
}

#[test]
fn the_connection_test_says_the_shops_name_or_exactly_what_is_wrong() {
    let rig = Rig::start(Migros::default());
    let test = || rig.garson.post(&rig.path("/test"), json!({}));
    assert_eq!(test().data()["name"], "Örnek Dürüm Kadıköy");
    let said = |words: &str| {
        let refused = test();
        assert!(refused.refused(502, "platform_rejected")["message"].to_string().contains(words), "{refused}");
    };
    rig.host.fake().is_integrated = false;
    said("switched off at Migros");
    rig.host.fake().is_integrated = true;
    for (name, value, words) in [
        ("apiKey", "baska-anahtar", "apiKey is wrong"),
        ("secretKey", "ffffffffffffffffffffffffffffffff", "secretKey may be wrong"),
        ("storeId", "77", "This key is of the store 23000000999901, but storeId is 77"),
        ("storeGroupId", "88", "The group of this store is 23000000888801"),
    ] {
        let mut given = credentials();
        given[name] = json!(value);
        rig.garson.put(&rig.path(""), json!({ "credentials": given })).data();
        said(words);
    }
    rig.garson.put(&rig.path(""), json!({ "credentials": credentials() })).data();
    test().data();
    rig.poll();
    // What is broken over there is not blamed on the secret. Twice, as a poll may be the first to meet it.
    for _ in 0..2 {
        rig.host.fake().mishaps.push_back(Mishap::answers("/PendingOrdersWithStores", 500, r#"{"message":"kaput"}"#));
    }
    said("kaput");
    rig.garson.put(&rig.path(""), json!({ "baseUrl": "http://127.0.0.1:1", "credentials": credentials() })).data();
    test().refused(502, "platform_unreachable");
}

#[test]
fn the_shop_is_closed_until_its_next_shift_and_opened_again() {
    let rig = Rig::start(Migros::default());
    let set = |is_open: bool| rig.garson.put(&rig.path("/open"), json!({ "isOpen": is_open }));
    assert_eq!(set(false).data()["isOpen"], false);
    assert!(rig.host.fake().is_on_break && rig.host.fake().is_active);
    set(true).data();
    assert!(!rig.host.fake().is_on_break);
    assert_eq!(rig.host.count("POST /Store/ActivateStore"), 0, "it was active all the time");
    // Open already: there is no break to end, and that is fine.
    set(true).data();
    rig.host.fake().is_active = false;
    set(true).data();
    assert!(rig.host.fake().is_active);
    let body = r#"{"success":false,"errorMessage":{"errorDetail":"Vardiya yok"}}"#;
    rig.host.fake().mishaps.push_back(Mishap::answers("/AddStoreOffDate", 200, body));
    assert!(set(false).refused(502, "platform_rejected")["message"].to_string().contains("Vardiya yok"));
    // A break that cannot be ended is not called open.
    rig.host.fake().is_on_break = true;
    rig.host.fake().mishaps.push_back(Mishap::answers("/RemoveStoreOffDate", 200, body));
    set(true).refused(502, "platform_rejected");
}

#[test]
fn the_menu_is_read_with_its_prices_in_lira() {
    let mut fake = Migros::default();
    let product = |id: i64, name: &str, price: f64, status: &str| {
        json!({
            "id": id, "menuId": 1, "productId": id + 70_000, "productName": name, "productDescription": "Acılı",
            "defaultPrimaryPrice": price, "defaultPrimaryDiscountedPrice": price, "status": status
        })
    };
    fake.menu = json!({ "id": 1, "storeGroupId": GROUP, "name": "Menü", "status": "ACTIVE", "menuHeaderInfos": [
        { "id": 11, "menuId": 1, "name": "Dürümler", "status": "ACTIVE", "foodMenuItemDetailsDTOs": [
            product(10, "Tavuk Dürüm", 170.0, "ACTIVE"), product(11, "Et Dürüm", 249.9, "PASSIVE") ] },
        { "id": 12, "menuId": 1, "name": "Tatlılar", "status": "PASSIVE", "foodMenuItemDetailsDTOs": [
            product(20, "Künefe", 95.5, "ACTIVE") ] },
        { "id": 13, "menuId": 1, "name": "Boş" },
    ] });
    let rig = Rig::start(fake);
    let path = format!("/web-api/v1/providers/migros-yemek/menus?restaurantId={}", rig.restaurant);
    let menu = rig.garson.get(&path);
    insta::assert_json_snapshot!("menu", masked(menu.data(), &[("[id]", ".restaurantId"), ("[time]", ".fetchedAt")]));
    rig.host.fake().menu = json!(null);
    assert_eq!(rig.garson.get(&path).data()["categories"], json!([]));
}
