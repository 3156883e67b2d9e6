//! Connecting, and what belongs to the shop: its name, its menu, open and closed.

use super::{Branch, fake};
use crate::harness::masked;
use serde_json::{Value, json};

#[test]
fn the_connection_test_says_the_branchs_name_or_what_is_wrong() {
    let branch = Branch::open();
    let test = || branch.garson.post(&branch.at("/test"), json!({}));
    assert_eq!(test().data()["name"], "Dürümcü Beyoğlu");
    let set = |name: &str, value: &str| {
        branch.garson.put(&branch.at(""), json!({ "credentials": { name: value } })).data();
    };
    let words = |code| test().refused(502, code)["message"].as_str().unwrap().to_owned();

    set("apiSecret", "wrong");
    assert!(words("platform_rejected").contains("API secret is wrong"));
    assert_eq!(branch.pulse()["isConnected"], false);
    assert!(branch.pulse()["lastError"]["message"].as_str().unwrap().contains("API secret is wrong"));
    let turkish = branch.garson.send("POST", &branch.at("/test"), Some(b"{}"), &[("Accept-Language", "tr")]);
    assert!(turkish.text.contains("API Secret yanlış"), "{turkish}");
    set("apiSecret", "secret");

    set("supplierId", "654321");
    assert!(words("platform_rejected").contains("supplier ID"));
    set("supplierId", fake::SUPPLIER);

    set("storeId", "1");
    assert!(words("platform_rejected").contains("Its branches: Dürümcü Şişli (788), Dürümcü Beyoğlu (789)."));
    set("storeId", fake::STORE);
    // The branch is on the second page of a large chain.
    branch.host.fake().stores = (1..=60).map(|n| (n * 1_000, format!("Şube {n}"), "OPEN".to_owned())).collect();
    set("storeId", "60000");
    assert_eq!(test().data()["name"], "Şube 60");
    assert_eq!(branch.pulse()["isConnected"], true);
}

#[test]
fn what_the_owner_enters_is_checked_before_it_is_stored() {
    let branch = Branch::open();
    for (name, value) in [
        ("supplierId", "12a"),
        ("storeId", "Beyoğlu"),
        ("apiKey", "a b"),
        ("apiSecret", "ş"),
        ("executorEmail", "sahip"),
        ("storeId", ""),
    ] {
        let refused = branch.garson.put(&branch.at(""), json!({ "credentials": { name: value } }));
        let error = refused.refused(422, "validation_failed");
        assert_eq!(error["field"], format!("credentials.{name}"), "{refused}");
    }
    let shown = branch.pulse();
    let names: Vec<&String> = shown["credentials"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["apiKey", "apiSecret", "executorEmail", "storeId", "supplierId"]);
    assert!(!shown.to_string().contains("secret\":\""));
}

#[test]
fn every_call_says_who_asks() {
    let branch = Branch::open();
    branch.take(fake::package(1));
    branch.verify(1).data();
    for heard in branch.host.heard() {
        assert_eq!(heard.header("user-agent"), Some("123456 - SelfIntegration"));
        assert_eq!(heard.header("x-agentname"), Some("SelfIntegration"));
        assert_eq!(heard.header("x-executor-user"), Some("sahip@example.com"));
    }
}

#[test]
fn the_shop_is_opened_and_closed_there() {
    let branch = Branch::open();
    let is_open = || branch.host.fake().stores[1].2.clone();
    for (wanted, there) in [(false, "CLOSED"), (true, "OPEN")] {
        let reply = branch.garson.put(&branch.at("/open"), json!({ "isOpen": wanted }));
        assert_eq!((reply.data()["isOpen"].as_bool(), &*is_open()), (Some(wanted), there));
    }
    branch.host.fake().trouble("status", 1, fake::Trouble::Status(400));
    let refused = branch.garson.put(&branch.at("/open"), json!({ "isOpen": false }));
    assert!(refused.refused(502, "platform_rejected")["message"].as_str().unwrap().contains("HTTP 400: trouble"));
    assert_eq!(is_open(), "OPEN");
}

#[test]
fn the_menu_is_read_there_and_kept_for_a_minute() {
    let branch = Branch::open();
    branch.host.fake().menu = menu();
    let path = format!("/web-api/v1/providers/trendyol-go/menus?restaurantId={}", branch.restaurant);
    let shown = branch.garson.get(&path);
    insta::assert_json_snapshot!("menu", masked(shown.data(), &[("[id]", ".restaurantId"), ("[time]", ".fetchedAt")]));
    branch.host.fake().menu = json!({ "sections": [] });
    assert_eq!(branch.garson.get(&path).data()["categories"], shown.data()["categories"]);
}

fn menu() -> Value {
    json!({
        "sections": [
            { "id": 2, "name": "İçecekler", "position": 2, "status": "ACTIVE", "products": [{ "id": 11, "position": 1 }] },
            { "id": 1, "name": "Dürümler", "position": 1, "status": "ACTIVE", "products": [{ "id": 10, "position": 1 }] },
        ],
        "products": [
            { "id": 10, "name": "Tavuk Dürüm", "description": "Lavaşta", "sellingPrice": 200.5, "originalPrice": 220,
              "status": "ACTIVE", "ingredients": [31], "extraIngredients": [32],
              "modifierGroups": [{ "id": 5, "position": 1 }] },
            { "id": 11, "name": "Ayran", "description": "", "sellingPrice": 30, "status": "PASSIVE", "modifierGroups": [] },
        ],
        "ingredients": [
            { "id": 31, "name": "Soğan", "price": 0, "status": "ACTIVE" },
            { "id": 32, "name": "Kaşar", "price": 12.5, "status": "ACTIVE" },
        ],
        "modifierGroups": [
            { "id": 5, "name": "İçecek seçimi", "min": 0, "max": 1, "modifierProducts": [{ "id": 11, "position": 1 }] },
        ],
    })
}
