//! Connecting, the connection test, the menu, opening and closing.

use super::{
    Rig, credentials,
    fake::{Middleware, PASSWORD, SECRET, Trick},
};
use serde_json::{Value, json};

#[test]
fn the_test_says_whether_the_credentials_are_right() {
    let rig = Rig::start(Middleware::new());
    let test = |lang: &str| rig.garson.send("POST", &rig.path("/test"), Some(b"{}"), &[("Accept-Language", lang)]);
    let logins = rig.host.fake().logins;
    let works = test("en");
    assert_eq!((&works.data()["ok"], &works.data()["name"]), (&json!(true), &Value::Null));
    assert_eq!(rig.host.fake().logins, logins + 1);
    rig.garson.put(&rig.path(""), json!({ "credentials": { "password": "wrong" } })).data();
    for (lang, part) in [("en", "username or password is wrong"), ("tr", "parola (password) yanlış")] {
        let refused = test(lang);
        let said = refused.refused(502, "platform_rejected")["message"].as_str().unwrap().to_owned();
        assert!(said.contains(part), "{part} is not in {said}");
    }
    assert_eq!(rig.integration()["isConnected"], false);
    rig.garson.put(&rig.path(""), json!({ "credentials": { "password": PASSWORD } })).data();
    test("en").data();
    rig.garson.put(&rig.path(""), json!({ "baseUrl": "http://127.0.0.1:9", "credentials": credentials() })).data();
    test("en").refused(502, "platform_unreachable");
}

#[test]
fn every_credential_is_required_and_checked_and_none_comes_back() {
    let rig = Rig::start(Middleware::new());
    let restaurant = rig.garson.post("/web-api/v1/restaurants", json!({ "name": "İkinci" })).id();
    let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/yemeksepeti");
    for name in ["username", "password", "chainCode", "posVendorId", "pluginSecret"] {
        let mut given = credentials();
        given[name] = Value::Null;
        let refused = rig.garson.put(&path, json!({ "credentials": given }));
        assert_eq!(refused.refused(422, "validation_failed")["field"], format!("credentials.{name}"));
    }
    for (name, value) in [("chainCode", "a/b"), ("posVendorId", "a b"), ("username", "ç")] {
        let mut given = credentials();
        given[name] = json!(value);
        let refused = rig.garson.put(&path, json!({ "credentials": given }));
        assert_eq!(refused.refused(422, "validation_failed")["field"], format!("credentials.{name}"));
    }
    let shown = rig.integration().to_string();
    assert!(!shown.contains(PASSWORD) && !shown.contains(SECRET), "{shown}");
}

#[test]
fn the_menu_is_not_offered_and_the_answer_says_why() {
    let rig = Rig::start(Middleware::new());
    let path = format!("/web-api/v1/providers/yemeksepeti/menus?restaurantId={}", rig.restaurant);
    let refused = rig.garson.get(&path);
    assert!(refused.refused(422, "not_offered")["message"].as_str().unwrap().contains("In Turkey"), "{refused}");
}

fn entry(key: &str, id: Value, is_changeable: bool) -> Value {
    json!({
        "availabilityState": "OPEN", "availabilityStates": ["OPEN", "CLOSED", "CLOSED_UNTIL"],
        "changeable": is_changeable, "closingMinutes": [30, 60], "closingReasons": ["TOO_BUSY_KITCHEN", "OTHER"],
        "platformId": "9", "platformKey": key, "platformRestaurantId": id, "platformType": "YEMEKSEPETI",
    })
}

#[test]
fn the_shop_is_opened_and_closed_on_each_platform_that_lets_us() {
    let availability =
        json!([entry("YS_TR", json!("x1y2"), true), entry("A", json!(7), false), entry("B", json!(8), true)]);
    let rig = Rig::start(Middleware::new());
    rig.host.fake().availability = Some(availability);
    rig.garson.put(&rig.path("/open"), json!({ "isOpen": false })).data();
    rig.garson.put(&rig.path("/open"), json!({ "isOpen": true })).data();
    let closed = |key: &str, id: Value| json!({ "availabilityState": "CLOSED", "closedReason": "OTHER", "platformKey": key, "platformRestaurantId": id });
    let open =
        |key: &str, id: Value| json!({ "availabilityState": "OPEN", "platformKey": key, "platformRestaurantId": id });
    let expected =
        [closed("YS_TR", json!("x1y2")), closed("B", json!(8)), open("YS_TR", json!("x1y2")), open("B", json!(8))];
    assert_eq!(rig.host.fake().switched, expected);
    rig.host.fake().trick("/availability", 1, Trick::status(403, ""));
    let refused = rig.garson.put(&rig.path("/open"), json!({ "isOpen": false }));
    assert!(refused.refused(502, "platform_rejected")["message"].as_str().unwrap().contains("403"), "{refused}");
}

#[test]
fn a_shop_that_cannot_be_switched_says_so() {
    let rig = Rig::start(Middleware::new());
    rig.host.fake().availability = Some(json!([entry("A", json!(7), false)]));
    let refused = rig.garson.put(&rig.path("/open"), json!({ "isOpen": false }));
    assert!(refused.refused(422, "not_offered")["message"].as_str().unwrap().contains("panel"), "{refused}");
    // Not known yet: asked once more, then the caller is told when to come again.
    rig.host.fake().availability = None;
    let refused = rig.garson.put(&rig.path("/open"), json!({ "isOpen": true }));
    assert!(
        refused.refused(502, "platform_rejected")["message"].as_str().unwrap().contains("a few seconds"),
        "{refused}"
    );
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert!(rig.host.fake().switched.is_empty());
}
