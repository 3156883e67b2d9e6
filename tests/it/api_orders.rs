//! `/orders`: an order's life as a till sees it.

use crate::harness::{Garson, OF_AN_ORDER, Receiver, Reply, Script, Shop, an_order, eventually, masked};
use serde_json::{Value, json};

/// An order with everything that an order can have.
fn a_full_order() -> Value {
    json!({
        "providerOrderId": "W-2026/77",
        "code": "A77",
        "customer": {
            "name": "İpek Çağlar 🌯", "phone": "5551112233", "phoneCode": "4321",
            "address": {
                "line": "Gül Sk. 3", "district": "Kadıköy", "city": "İstanbul", "doorNumber": "3", "floor": "2",
                "flat": "5", "directions": "zil bozuk", "lat": 40.98, "lon": 29.03
            }
        },
        "items": [
            {
                "id": "i1", "productId": "p1", "remoteCode": "ADN", "name": "Adana dürüm", "quantity": 2,
                "unitPrice": 149.9, "total": 319.8, "note": "az acılı",
                "options": [
                    { "id": "o1", "group": "Ekstra", "name": "Közlenmiş biber", "quantity": 1, "price": 10,
                      "options": [{ "name": "Bol", "kind": "add" }] },
                    { "group": "Çıkarılacaklar", "name": "Soğan", "kind": "remove" }
                ]
            },
            { "name": "Ayran", "quantity": 1, "total": 25.05 }
        ],
        "amount": { "subtotal": 344.85, "discount": 20, "deliveryFee": 15.5, "tip": 5, "total": 345.35, "currency": "TRY" },
        "payment": { "type": "meal_card", "name": "Multinet", "isPaid": true },
        "note": "Peçete lütfen", "flags": ["no_cutlery", "leave_at_door"], "deliveryType": "restaurant_courier",
        "placedAt": "2026-11-14T21:02:11+03:00", "acceptBy": "2026-11-14T18:07:11Z", "promisedAt": "2026-11-14T18:45:00Z",
        "somethingElse": { "kept": ["in", "raw"] }
    })
}

#[test]
fn an_order_goes_from_the_shop_to_the_door() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1001");
    let list = garson.get("/web-api/v1/orders");
    assert_eq!(list.data()[0]["id"], id, "{list}");
    let verified = garson.post("/web-api/v1/orders/verify/1001", json!({}));
    assert_eq!(verified.data()["provider"], "open");
    assert_eq!(verified.data()["providerOrder"], "1001");
    for (old, new) in [(500, 600), (600, 900)] {
        let moved = garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({ "from": old }));
        assert_eq!(*moved.data(), json!({ "orderId": id, "oldStatus": old, "newStatus": new }));
    }
    garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})).refused(409, "order_closed");
}

#[test]
fn the_detail_shows_everything_and_the_raw_json_untouched() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    // Written by hand where re-serialising would change it: order of keys, spaces, trailing zeros.
    let body = a_full_order().to_string().replacen("{\"", "{ \"zzz\" : 1.50 ,\"", 1);
    let id = shop.push_raw(&garson, body.as_bytes()).id();
    let shown = garson.get("/web-api/v1/orders/W-2026%2F77");
    assert!(shown.text.contains(&body), "{shown}");
    let detail = shown.data();
    assert_eq!((detail["id"].as_str(), detail["pid"].as_str()), (Some(id.as_str()), Some("W-2026/77")));
    insta::assert_json_snapshot!("order_detail", masked(detail, &OF_AN_ORDER));
    let list = garson.get("/web-api/v1/orders");
    insta::assert_json_snapshot!(
        "order_list",
        masked(
            &list.json,
            &[
                ("[id]", ".data[].id .data[].restaurantId"),
                ("[time]", ".data[].createdAt .data[].updatedAt"),
                ("[cursor]", ".paging.prev")
            ]
        )
    );
}

#[test]
fn both_ids_find_the_order_and_are_echoed() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "sipariş 1/2+%");
    let encoded = "sipari%C5%9F%201%2F2+%25";
    for (path, pid) in [(id.as_str(), id.as_str()), (encoded, "sipariş 1/2+%")] {
        let detail = garson.get(&format!("/web-api/v1/orders/{path}"));
        assert_eq!(detail.data()["pid"], pid);
        assert_eq!(detail.data()["id"], id);
    }
    let moved = garson.post(&format!("/web-api/v1/orders/change-status/{encoded}"), json!({}));
    assert_eq!(moved.data()["orderId"], "sipariş 1/2+%");
    garson.get("/web-api/v1/orders/unknown").refused(404, "order_not_found");
}

#[test]
fn two_shops_may_have_the_same_number() {
    let garson = Garson::start();
    let (first, second) = (Shop::open(&garson), Shop::open(&garson));
    let (a, b) = (first.order(&garson, "1001"), second.order(&garson, "1001"));
    assert_ne!(a, b);
    for reply in [garson.get("/web-api/v1/orders/1001"), garson.post("/web-api/v1/orders/verify/1001", json!({}))] {
        let ids = &reply.refused(409, "ambiguous_order")["details"]["orderIds"];
        assert_eq!(*ids, json!([a, b]));
    }
    garson.post(&format!("/web-api/v1/orders/verify/{b}"), json!({})).data();
    let mark = json!({ "providerOrderId": "1001" });
    garson.post("/web-api/v1/orders/reports/mark", mark).refused(409, "ambiguous_order");
    let mark = json!({ "providerOrderId": "1001", "provider": "open", "restaurantId": first.restaurant });
    assert_eq!(
        *garson.post("/web-api/v1/orders/reports/mark", mark).data(),
        json!({ "providerOrderId": "1001", "isReport": true })
    );
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{a}")).data()["isReport"], true);
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{b}")).data()["isReport"], false);
}

#[test]
fn verifying_again_changes_nothing_and_a_closed_order_refuses() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let first = garson.post("/web-api/v1/orders/verify/1", json!({}));
    let again = garson.send("POST", "/web-api/v1/orders/verify/1", None, &[("Accept-Language", "tr")]);
    assert_ne!(first.data()["message"], again.data()["message"]);
    let detail = garson.get("/web-api/v1/orders/1");
    assert_eq!(detail.data()["history"].as_array().unwrap().len(), 2);
    assert_eq!(detail.data()["history"][1]["by"], "key:first");
    assert_eq!(detail.data()["allowedActions"], json!(["advance", "cancel"]));
    let cancelled = garson.post("/web-api/v1/orders/cancel/1", json!({ "reason": "closed", "note": " yağmur " }));
    assert_eq!(*cancelled.data(), json!({ "orderId": "1", "status": 1600 }));
    let detail = garson.get("/web-api/v1/orders/1");
    let cancellation = &detail.data()["cancellation"];
    assert_eq!((&cancellation["reason"], &cancellation["note"]), (&json!("closed"), &json!("yağmur")));
    assert_eq!((&cancellation["name"], &cancellation["by"]), (&json!("The restaurant is closed"), &json!("key:first")));
    assert_eq!(detail.data()["allowedActions"], json!([]));
    for action in ["verify", "change-status", "cancel"] {
        let refused = garson.post(&format!("/web-api/v1/orders/{action}/1"), json!({}));
        assert_eq!(refused.refused(409, "order_closed")["details"]["status"], 1600);
    }
}

#[test]
fn a_cancellation_takes_the_reasons_that_are_listed_and_no_other() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let english = garson.get("/web-api/v1/orders/reasons/1");
    let turkish = garson.send("GET", "/web-api/v1/orders/reasons/1", None, &[("Accept-Language", "tr-TR,tr;q=0.9")]);
    insta::assert_json_snapshot!("order_reasons", json!({ "en": english.data(), "tr": turkish.data() }));
    for body in [json!({}), json!({ "reason": null }), json!({ "reason": "tired" })] {
        let error = garson.post("/web-api/v1/orders/cancel/1", body);
        let error = error.refused(422, "reason_not_accepted");
        assert_eq!(error["details"]["reasons"], english.data()["reasons"]);
    }
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["status"], 400);
}

#[test]
fn a_shop_is_told_first_and_its_refusal_changes_nothing() {
    let garson = Garson::start();
    let callback = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": callback.url } }));
    shop.push(&garson, &an_order("7"));
    garson.post("/web-api/v1/orders/verify/7", json!({})).data();
    let told = callback.next();
    assert_eq!(told.json(), json!({ "action": "verify", "providerOrderId": "7", "status": 500 }));
    assert_eq!((told.method.as_str(), told.path.as_str()), ("POST", "/hook"));
    assert!(told.headers.contains(&("content-type".into(), "application/json".into())));
    callback.play(Script::Answer(409, r#"{"message":"olmaz"}"#));
    let refused = garson.post("/web-api/v1/orders/change-status/7", json!({}));
    assert_eq!(refused.refused(502, "platform_rejected")["details"]["statusCode"], 409);
    assert!(refused.text.contains("olmaz"));
    callback.next();
    callback.play(Script::Close);
    garson.post("/web-api/v1/orders/change-status/7", json!({})).refused(502, "platform_unreachable");
    assert_eq!(garson.get("/web-api/v1/orders/7").data()["status"], 500);
    callback.play(Script::Answer(204, ""));
    garson.post("/web-api/v1/orders/cancel/7", json!({ "reason": "other", "note": "x" })).data();
    let told =
        eventually("the cancellation", || Some(callback.next().json()).filter(|told| told["action"] == "cancel"));
    assert_eq!(
        told,
        json!({ "action": "cancel", "providerOrderId": "7", "status": 1600, "reason": "other", "note": "x" })
    );
}

#[test]
fn scheduled_orders_wait_are_verified_and_start_by_themselves() {
    let garson = Garson::start();
    let shop = Shop::open_with(&garson, json!({ "settings": { "preparationMinutes": 30 } }));
    let later = |platform_id: &str, at: &str| {
        let mut order = an_order(platform_id);
        order["scheduledAt"] = json!(at);
        order
    };
    // Its thirty minutes have begun: it starts as soon as it is verified.
    let soon = shop.push(&garson, &later("soon", &in_minutes(10)));
    assert_eq!(soon.data()["status"], 325);
    garson.post("/web-api/v1/orders/verify/soon", json!({})).data();
    let detail = eventually("the kitchen starts", || {
        let detail = garson.get("/web-api/v1/orders/soon");
        (detail.data()["status"] == 500).then_some(detail)
    });
    let steps: Vec<(u64, &str)> = detail.data()["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["status"].as_u64().unwrap(), step["by"].as_str().unwrap()))
        .collect();
    assert_eq!(steps, [(325, "platform"), (350, "key:first"), (500, "system")]);

    shop.push(&garson, &later("tonight", &in_minutes(300)));
    let moved = garson.post("/web-api/v1/orders/change-status/tonight", json!({}));
    assert_eq!(moved.data()["newStatus"], 350);
    assert_eq!(garson.get("/web-api/v1/orders/tonight").data()["allowedActions"], json!(["advance", "cancel"]));
    let moved = garson.post("/web-api/v1/orders/change-status/tonight", json!({ "from": 350 }));
    assert_eq!(moved.data()["newStatus"], 500);
}

#[test]
fn an_integration_that_accepts_by_itself_verifies_what_arrives() {
    let garson = Garson::start();
    let shop = Shop::open_with(&garson, json!({ "settings": { "autoAccept": true } }));
    assert_eq!(shop.push(&garson, &an_order("1")).data()["status"], 400);
    eventually("it is accepted", || (garson.get("/web-api/v1/orders/1").data()["status"] == 500).then_some(()));
}

#[test]
fn filters_narrow_the_list() {
    let garson = Garson::start();
    let (first, second) = (Shop::open(&garson), Shop::open(&garson));
    for n in 0..4 {
        first.order(&garson, &format!("a{n}"));
        second.order(&garson, &format!("b{n}"));
    }
    garson.post("/web-api/v1/orders/verify/a1", json!({})).data();
    garson.post("/web-api/v1/orders/change-status/a2", json!({})).data();
    garson.post("/web-api/v1/orders/cancel/b3", json!({ "reason": "closed" })).data();
    let ids = |query: &str| -> Vec<String> {
        let reply = garson.get(&format!("/web-api/v1/orders?{query}"));
        let rows = reply.data().as_array().unwrap().clone();
        rows.iter().map(|row| row["providerOrderId"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(""), ["b3", "a3", "b2", "a2", "b1", "a1", "b0", "a0"]);
    assert_eq!(ids(&format!("restaurantId={}", first.restaurant)), ["a3", "a2", "a1", "a0"]);
    assert_eq!(ids("status=500"), ["a2", "a1"]);
    assert_eq!(ids("status=500&status=1600"), ["b3", "a2", "a1"]);
    assert_eq!(ids(&format!("status=400&restaurantId={}", second.restaurant)), ["b2", "b1", "b0"]);
    assert_eq!(ids("provider=open").len(), 8);
    assert!(ids("provider=getir").is_empty());
    assert!(ids("restaurantId=nobody").is_empty());
    assert!(ids("restaurantId=00000000-0000-0000-0000-000000000000").is_empty());
    // A moment parts the list: at or after it on one side, before it on the other, and nothing twice or lost.
    let at = garson.get("/web-api/v1/orders/b1").data()["createdAt"].as_str().unwrap().to_owned();
    let (since, before) = (ids(&format!("from={at}")), ids(&format!("to={at}")));
    assert!(since.contains(&"b1".into()) && !before.contains(&"b1".into()), "{since:?} {before:?}");
    assert_eq!([since, before].concat(), ids(""));
    let changed = ids("updatedSince=2026-01-01T00:00:00Z&limit=3");
    assert_eq!(changed, ["b3", "a2", "a1"]);
}

fn in_minutes(minutes: i64) -> String {
    garson::model::Time(garson::clock::now().0 + minutes * 60_000).to_string()
}

/// What the rows of a list are called on their platform.
fn names(list: &Reply) -> Vec<&str> {
    list.data().as_array().unwrap().iter().map(|row| row["providerOrderId"].as_str().unwrap()).collect()
}

#[test]
fn an_order_is_found_by_the_code_that_people_say() {
    let garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let push = |shop: &Shop, id: &str, code: Value| {
        let mut order = an_order(id);
        order["code"] = code;
        // Words that begin alike, or are the same elsewhere, are no code.
        order["customer"] = json!({ "name": "A12 7", "phone": "5551110012" });
        shop.push(&garson, &order).id()
    };
    for (id, code) in
        [("1", json!("A12")), ("2", json!("a12")), ("3", json!("A123")), ("4", json!(null)), ("5", json!("7"))]
    {
        push(&shop, id, code);
    }
    push(&other, "6", json!("A12"));
    push(&shop, "A12", json!("77"));
    let asked = |list: &str, query: &str| garson.get(&format!("/web-api/v1/orders{list}?{query}"));
    for (query, expected) in [
        ("code=A12", &["6", "2", "1"] as &[&str]),
        ("code=%20a12%20", &["6", "2", "1"]),
        ("code=A1", &[]),
        ("code=A1234", &[]),
        ("code=7", &["5"]),
        ("code=77", &["A12"]),
        ("code=12", &[]),
        ("code=%00", &[]),
        ("code=A12&status=500", &[]),
        ("code=A12&status=400&provider=open&to=2000-01-01T00:00:00Z", &[]),
        ("code=A12&from=2000-01-01T00:00:00Z&dir=prev", &["6", "2", "1"]),
    ] {
        assert_eq!(names(&asked("", query)), expected, "{query}");
        assert_eq!(names(&asked("/reports/pending", query)), expected, "{query}");
    }
    let of_shop = format!("code=a12&restaurantId={}", shop.restaurant);
    assert_eq!(names(&asked("", &of_shop)), ["2", "1"]);
    let first = asked("", "code=A12&limit=2");
    assert_eq!(names(&first), ["6", "2"]);
    let next = first.json["paging"]["next"].as_str().unwrap();
    let last = asked("", &format!("code=A12&limit=2&cursor={next}"));
    assert_eq!((names(&last), &last.json["paging"]["next"]), (vec!["1"], &json!(null)));
    let back = last.json["paging"]["prev"].as_str().unwrap();
    assert_eq!(names(&asked("", &format!("code=A12&dir=prev&cursor={back}"))), ["6", "2"]);
    // By change, and among what waits for accounting, as these lists are otherwise.
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    assert_eq!(names(&asked("", "code=A12&updatedSince=2000-01-01T00:00:00Z")), ["1", "6", "2"]);
    garson.post("/web-api/v1/orders/reports/mark", json!({ "providerOrderId": "2" })).data();
    assert_eq!(names(&asked("/reports/pending", "code=A12")), ["6", "1"]);
    for query in ["code=", "code=%20", "code=A12&code=A12"] {
        let refused = asked("", query);
        assert_eq!(refused.refused(400, "invalid_parameter")["field"], "code", "{query}");
    }
}

#[test]
fn rows_carry_what_is_asked_for_as_the_detail_shows_it() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.push(&garson, &a_full_order()).id();
    shop.order(&garson, "2");
    let detail = garson.get(&format!("/web-api/v1/orders/{id}"));
    let plain = garson.get("/web-api/v1/orders");
    for list in [
        "/web-api/v1/orders?",
        "/web-api/v1/orders?updatedSince=2000-01-01T00:00:00Z&",
        "/web-api/v1/orders/reports/pending?",
    ] {
        for (include, fields) in [
            ("include=customer,items", &["customer", "items"] as &[&str]),
            ("include=items&include=customer", &["customer", "items"]),
            ("include=items,%20items", &["items"]),
            ("include=customer", &["customer"]),
            ("include=", &[]),
        ] {
            let rows = garson.get(&format!("{list}{include}"));
            let mut expected = plain.data()[1].clone();
            for field in fields {
                expected[field] = detail.data()[field].clone();
            }
            assert_eq!(rows.data()[1], expected, "{list}{include}");
            assert_eq!(rows.data().as_array().unwrap().len(), 2);
        }
        let refused = garson.get(&format!("{list}include=customer,raw"));
        let refused = refused.refused(400, "invalid_parameter");
        assert_eq!(refused["field"], "include");
        assert!(refused["message"].as_str().unwrap().contains("customer, items"), "{refused}");
    }
}

#[test]
fn a_list_that_the_client_has_is_left_out_until_an_order_changes() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let ask = |path: &str, tag: &str| garson.send("GET", path, None, &[("If-None-Match", tag)]);
    let lists = ["/web-api/v1/orders", "/web-api/v1/orders?status=400", "/web-api/v1/orders/reports/pending"];
    let tags = lists.map(|path| garson.get(path).header("etag").unwrap().to_owned());
    // What is no order changes none of them.
    garson.post("/web-api/v1/webhooks", json!({ "url": "http://127.0.0.1:1/", "isActive": false })).data();
    for (path, tag) in lists.iter().zip(&tags) {
        let same = ask(path, tag);
        assert_eq!((same.status, same.text.as_str(), same.header("etag")), (304, "", Some(tag.as_str())), "{path}");
        // The tag of one list is not that of another.
        assert!(tags.iter().filter(|other| *other != tag).all(|other| ask(path, other).status == 200), "{path}");
    }
    ask("/web-api/v1/orders?status=4", &tags[1]).refused(400, "invalid_parameter");
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    for (path, tag) in lists.iter().zip(&tags) {
        assert_ne!(ask(path, tag).header("etag"), Some(tag.as_str()), "{path}");
        assert_eq!(ask(path, tag).status, 200, "{path}");
    }
}

#[test]
fn an_order_is_verified_with_the_minutes_that_the_kitchen_takes() {
    let garson = Garson::start();
    let receiver = Receiver::start(Script::Answer(200, ""));
    let shop =
        Shop::open_with(&garson, json!({ "settings": { "callbackUrl": receiver.url, "preparationMinutes": 120 } }));
    let verify = |id: &str, body: Value| garson.post(&format!("/web-api/v1/orders/verify/{id}"), body);
    let minutes = |id: &str| garson.get(&format!("/web-api/v1/orders/{id}")).data()["preparationMinutes"].clone();
    shop.order(&garson, "1");
    for (body, status, code) in [
        (json!({ "preparationMinutes": 0 }), 422, "validation_failed"),
        (json!({ "preparationMinutes": 241 }), 422, "validation_failed"),
        (json!({ "preparationMinutes": -5 }), 422, "validation_failed"),
        (json!({ "preparationMinutes": 2.5 }), 400, "invalid_parameter"),
        (json!({ "preparationMinutes": "25" }), 400, "invalid_parameter"),
    ] {
        let refused = verify("1", body);
        assert_eq!(refused.refused(status, code)["field"], "preparationMinutes", "{refused}");
    }
    assert_eq!((minutes("1"), garson.get("/web-api/v1/orders/1").data()["status"].clone()), (json!(null), json!(400)));
    verify("1", json!({ "preparationMinutes": 25 })).data();
    let heard = json!({ "action": "verify", "providerOrderId": "1", "status": 500, "preparationMinutes": 25 });
    assert_eq!((receiver.next().json(), minutes("1")), (heard, json!(25)));
    // One that is verified stays as it is.
    let again = verify("1", json!({ "preparationMinutes": 60 }));
    assert!(again.data()["message"].as_str().unwrap().contains("already"), "{again}");
    assert_eq!(minutes("1"), 25);
    garson.post("/web-api/v1/orders/change-status/1", json!({})).data();
    assert_eq!(receiver.next().json()["preparationMinutes"], json!(null), "only the acceptance says it");
    shop.order(&garson, "2");
    verify("2", json!({ "preparationMinutes": null })).data();
    assert_eq!((receiver.next().json()["preparationMinutes"].clone(), minutes("2")), (json!(null), json!(null)));

    // Of an order for later they say when the kitchen begins.
    for (id, said, status) in [("now", json!(90), 500), ("later", json!(30), 350), ("as ever", json!(null), 500)] {
        let mut order = an_order(id);
        order["scheduledAt"] = json!(in_minutes(60));
        let id = shop.push(&garson, &order).id();
        verify(&id, json!({ "preparationMinutes": said })).data();
        eventually("it stands there", || {
            (garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"] == status).then_some(())
        });
    }
    // It was looked at what is due since then: the next one has begun.
    assert_eq!(garson.get("/web-api/v1/orders/later").data()["status"], 350);
    let told = garson.get("/web-api/v1/providers").data().clone();
    let takes = |key: &str| {
        let provider = told.as_array().unwrap().iter().find(|provider| provider["provider"] == key).unwrap();
        provider["takesPreparationMinutes"].as_bool().unwrap()
    };
    assert!(takes("open") && takes("trendyol-go") && takes("yemeksepeti") && !takes("getir") && !takes("migros-yemek"));
}
