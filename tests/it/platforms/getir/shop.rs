//! Connecting, the connection test, the menu, opening and closing.

use super::{
    Rig,
    fake::{APP_SECRET, Getir, Trouble},
};
use crate::harness::{in_the_app_of, masked};
use garson::{
    model::{Access, Id, Provider},
    ops::places::dishes,
    store::Integrations,
};
use serde_json::json;
use std::time::Duration;

#[test]
fn the_test_says_the_restaurants_name_or_what_is_wrong() {
    let rig = Rig::start(Getir::new());
    let test = |lang: &str| rig.garson.send("POST", &rig.path("/test"), Some(b"{}"), &[("Accept-Language", lang)]);
    let works = test("en");
    assert_eq!((&works.data()["ok"], &works.data()["name"]), (&json!(true), &json!("Örnek Döner")));
    rig.host.fake().trouble("/restaurants", 3, Trouble::Status(403));
    let refused = test("en");
    assert!(refused.refused(502, "platform_rejected")["message"].as_str().unwrap().contains("403"), "{refused}");
    assert!(test("tr").json["error"]["message"].as_str().unwrap().contains("izin vermiyor"));
    for (app, restaurant, part) in [
        (APP_SECRET, "wrong", "restaurant key (restaurantSecretKey)"),
        ("wrong", "wrong", "appSecretKey or restaurantSecretKey"),
    ] {
        let credentials = json!({ "appSecretKey": app, "restaurantSecretKey": restaurant });
        rig.garson.put(&rig.path(""), json!({ "credentials": credentials })).data();
        let refused = test("en");
        let said = refused.refused(502, "platform_rejected")["message"].as_str().unwrap().to_owned();
        assert!(said.contains(part), "{part} is not in {said}");
        let shown = rig.integration();
        assert_eq!(shown["isConnected"], false, "{shown}");
        assert!(shown["lastError"]["message"].as_str().unwrap().contains(part), "{shown}");
    }
    let credentials = json!({ "appSecretKey": APP_SECRET, "restaurantSecretKey": "x" });
    rig.garson.put(&rig.path(""), json!({ "baseUrl": "http://127.0.0.1:9", "credentials": credentials })).data();
    test("en").refused(502, "platform_unreachable");
}

#[test]
fn a_refused_login_says_which_secret_and_repeats_none() {
    let rig = Rig::start(Getir::new());
    rig.host.fake().expire_tokens();
    let echo = format!("\"appSecretKey\" with value \"{APP_SECRET}\" fails to match the required pattern");
    for (status, error, part) in [
        (400, "ValidationError", "application key (appSecretKey)"),
        (401, "Unauthorized", "application key (appSecretKey)"),
        (500, "UnknownError", "HTTP 500: UnknownError"),
        (502, "<b>", "HTTP 502"),
    ] {
        let body = json!({ "code": -2, "error": error, "source": "body", "message": echo });
        rig.host.fake().trouble("/auth/login", 1_000, Trouble::Says(status, body));
        let refused = rig.garson.post(&rig.path("/test"), json!({}));
        let said = refused.refused(502, "platform_rejected")["message"].as_str().unwrap().to_owned();
        assert!(said.contains(part) && !said.contains("fails to match"), "{said}");
        assert!(!refused.text.contains(APP_SECRET) && !rig.integration().to_string().contains(APP_SECRET));
        rig.host.fake().forget_troubles();
    }
    assert!(!rig.garson.log().contains(APP_SECRET) && !rig.garson.log().contains("fails to match"));
}

#[test]
fn whoever_connects_is_told_that_getir_moves() {
    let rig = Rig::start(Getir::new());
    let caveat = |lang: &str| {
        let list = rig.garson.send("GET", "/web-api/v1/providers", None, &[("Accept-Language", lang)]);
        let getir = list.data().as_array().unwrap().iter().find(|one| one["provider"] == "getir").cloned().unwrap();
        getir["caveat"].as_str().unwrap().to_owned()
    };
    for lang in ["tr", "en"] {
        assert!(caveat(lang).contains("Trendyol Go"), "{lang}");
    }
}

#[test]
fn both_secrets_are_required_and_none_comes_back() {
    let rig = Rig::start(Getir::new());
    let restaurant = rig.garson.post("/web-api/v1/restaurants", json!({ "name": "İkinci" })).id();
    let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/getir");
    let missing = rig.garson.put(&path, json!({ "credentials": { "appSecretKey": "x" } }));
    assert_eq!(missing.refused(422, "validation_failed")["field"], "credentials.restaurantSecretKey");
    let blank = rig.garson.put(&path, json!({ "credentials": { "appSecretKey": "a b" } }));
    assert_eq!(blank.refused(422, "validation_failed")["field"], "credentials.appSecretKey");
    assert!(!rig.integration().to_string().contains(APP_SECRET));
}

#[test]
fn the_menu_is_read_once_a_minute() {
    let rig = Rig::start(Getir::new());
    let path = format!("/web-api/v1/providers/getir/menus?restaurantId={}", rig.restaurant);
    let menu = rig.garson.get(&path);
    insta::assert_json_snapshot!("menu", masked(menu.data(), &[("[id]", ".restaurantId"), ("[time]", ".fetchedAt")]));
    rig.garson.get(&path).data();
    assert_eq!(rig.host.count("GET /restaurants/menu"), 1);
    rig.clock.pass(Duration::from_secs(60));
    rig.garson.get(&path).data();
    assert_eq!(rig.host.count("GET /restaurants/menu"), 2);
}

#[test]
fn the_menu_is_read_by_itself_after_a_start_and_daily_and_is_kept_and_learnt() {
    let mut rig = Rig::start(Getir::new());
    let asked = "GET /restaurants/menu";
    for (times, every) in [(1, Duration::from_mins(3)), (2, Duration::from_hours(25))] {
        let is_read = || (rig.host.count(asked) == times).then_some(());
        rig.clock.await_by_asking(&rig.host, every, "the menu is read", is_read);
    }
    rig.garson.stop();
    in_the_app_of(rig.garson.data(), |app| {
        let book = dishes::show(app, Access::FULL, &rig.restaurant).unwrap();
        let known: Vec<_> = book.dishes.iter().map(|dish| (dish.name.as_str(), dish.category().unwrap())).collect();
        assert_eq!(known, [("Ayran", "İçecekler"), ("Et Dürüm", "Dürümler"), ("Tavuk Dürüm", "Dürümler")]);
        let kept =
            app.store.read().unwrap().menu(Id::parse(&rig.restaurant).unwrap(), Provider::Getir).unwrap().unwrap();
        assert!(kept.categories.len() == 2 && kept.fetched_at.is_some(), "{kept:?}");
    });
}

#[test]
fn the_shop_is_opened_and_closed_and_a_pause_is_obeyed() {
    let rig = Rig::start(Getir::new());
    for is_open in [false, true] {
        rig.garson.put(&rig.path("/open"), json!({ "isOpen": is_open })).data();
        assert_eq!(rig.host.fake().is_open, is_open);
    }
    rig.host.fake().trouble("/status/close", 1, Trouble::RetryAfter(30));
    for _ in 0..2 {
        let refused = rig.garson.put(&rig.path("/open"), json!({ "isOpen": false }));
        assert!(refused.refused(502, "platform_rejected")["message"].as_str().unwrap().contains("too often"));
        assert!(refused.header("retry-after").is_some(), "{refused}");
    }
    assert_eq!(rig.host.count("PUT /restaurants/status/close"), 2);
}

#[test]
fn a_till_that_is_switched_off_at_getir_is_said_and_switched_on_only_by_a_person() {
    let mut getir = Getir::new();
    getir.pos_status = 200;
    let rig = Rig::start(getir);
    let test = |lang: &str| rig.garson.send("POST", &rig.path("/test"), Some(b"{}"), &[("Accept-Language", lang)]);
    for (lang, part) in [("en", "not active"), ("tr", "etkin değil")] {
        let tested = test(lang);
        assert_eq!((&tested.data()["ok"], &tested.data()["isPosActive"]), (&json!(true), &json!(false)));
        assert!(tested.data()["notice"].as_str().unwrap().contains(part), "{tested}");
    }
    assert_eq!(rig.host.count("PUT /restaurants/pos-status"), 0);
    let set = rig.garson.put(&rig.path("/pos"), json!({ "isActive": true }));
    assert_eq!((set.data(), rig.host.fake().pos_status), (&json!({ "isActive": true }), 100));
    let tested = test("en");
    assert_eq!((&tested.data()["isPosActive"], &tested.data()["notice"]), (&json!(true), &json!(null)));
    rig.garson.put(&rig.path("/pos"), json!({ "isActive": false })).data();
    assert_eq!(rig.host.fake().pos_status, 200);
    assert_eq!(rig.garson.put(&rig.path("/pos"), json!({})).refused(422, "validation_failed")["field"], "isActive");
    rig.assert_behaved();
}

#[test]
fn a_test_does_not_fail_because_getir_will_not_say_whether_the_till_is_on() {
    let rig = Rig::start(Getir::new());
    for trouble in [
        Trouble::Status(404),
        Trouble::Status(500),
        Trouble::Status(403),
        Trouble::RetryAfter(1),
        Trouble::NotJson,
        Trouble::Says(200, json!({})),
        Trouble::DoneThenHangUp,
    ] {
        rig.host.fake().trouble("/pos-status", 1, trouble);
        let tested = rig.garson.post(&rig.path("/test"), json!({}));
        assert_eq!((&tested.data()["ok"], &tested.data()["isPosActive"]), (&json!(true), &json!(null)), "{tested}");
        // Any pause that was asked for is over.
        rig.clock.pass(Duration::from_secs(2));
    }
    assert!(rig.integration()["lastError"].is_null());
    // Told in other ways.
    for (answer, expected) in [(json!({ "posStatus": "200" }), false), (json!({ "status": 100 }), true)] {
        rig.host.fake().trouble("/pos-status", 1, Trouble::Says(200, answer));
        assert_eq!(rig.garson.post(&rig.path("/test"), json!({})).data()["isPosActive"], expected);
    }
    rig.host.fake().trouble(
        "/pos-status",
        1,
        Trouble::Says(400, json!({ "error": "ValidationError", "message": APP_SECRET })),
    );
    let refused = rig.garson.put(&rig.path("/pos"), json!({ "isActive": true }));
    refused.refused(502, "platform_rejected");
    assert!(refused.text.contains("ValidationError") && !refused.text.contains(APP_SECRET), "{refused}");
}

#[test]
fn a_platform_without_such_a_switch_says_so() {
    let garson = crate::harness::Garson::start();
    let shop = crate::harness::Shop::open(&garson);
    let path = format!("/web-api/v1/restaurants/{}/integrations/open", shop.restaurant);
    garson.put(&format!("{path}/pos"), json!({ "isActive": true })).refused(422, "not_offered");
    let tested = garson.post(&format!("{path}/test"), json!({}));
    assert_eq!((&tested.data()["isPosActive"], &tested.data()["notice"]), (&json!(null), &json!(null)));
}
