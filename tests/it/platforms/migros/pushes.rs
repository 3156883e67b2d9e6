//! Pushes, which anybody could send: what counts, what is read back, what is passed over.

use super::{Rig, eventually, fake::*};
use serde_json::{Value, json};

#[test]
fn an_order_that_is_pushed_and_polled_is_one_order_and_is_what_was_read_back() {
    let rig = Rig::start(Migros::default());
    let mut order = rig.host.fake().add(1, json!({}));
    // What the push says is not what counts.
    order["prices"]["discounted"]["amountAsPenny"] = json!(100);
    order["status"] = json!("COMPLETED");
    for _ in 0..2 {
        assert_eq!(rig.push(&order).json, json!({ "success": true }));
    }
    let shown = rig.show(1);
    assert_eq!((&shown.data()["status"], &shown.data()["amount"]["total"]), (&json!(400), &json!(385)));
    rig.poll();
    rig.push(&order);
    assert_eq!(rig.count(), 1);
}

#[test]
fn an_order_that_is_not_there_is_not_taken_in() {
    let mut rig = Rig::start(Migros::default());
    let mut forged: Value = serde_json::from_str(super::EXAMPLE).unwrap();
    rig.push(&forged).refused(502, "platform_rejected");
    // An id cannot reach into another call either.
    for id in [json!("1&storeId=2"), json!("../x"), json!(-1), json!(null), json!({}), json!("")] {
        forged["id"] = id;
        assert_eq!(rig.push(&forged).json, json!({ "success": true }));
    }
    assert_eq!((rig.count(), rig.host.count("GET /Order/v2/GetOrderDetail")), (0, 1));
    rig.garson.stop_sound();
}

#[test]
fn a_push_with_a_wrong_key_is_refused_before_anything_is_read() {
    let rig = Rig::start(Migros::default());
    let order = rig.host.fake().add(1, json!({}));
    for key in ["yanlis", "restoran-anahtari-", "restoran-anahtari-11"] {
        let headers = [("XApiKey", key), ("Authorization", "")];
        let refused = rig.garson.send("POST", &rig.intake, Some(b"not even JSON"), &headers);
        refused.refused(401, "unauthorized");
    }
    rig.push_with(&order, &[("XApiKey", "yanlis")]).refused(401, "unauthorized");
    assert_eq!((rig.count(), rig.host.count("GET /Order/v2/GetOrderDetail")), (0, 0));
    assert_eq!(rig.push_with(&order, &[("XApiKey", KEY)]).status, 200);
    assert_eq!(rig.count(), 1);
    // Another path is nobody's.
    let elsewhere = "/intake/v1/migros-yemek/tahmin";
    rig.garson.send("POST", elsewhere, Some(b"{}"), &[("Authorization", "")]).refused(404, "not_found");
}

#[test]
fn credentials_of_the_integrators_choosing_do_a_push_no_harm() {
    let rig = Rig::start(Migros::with(&[(2, json!({}))]));
    rig.await_status(2, 400);
    let order = rig.host.fake().add(1, json!({}));
    let push = |body: &Value, headers: &[(&str, &str)]| {
        rig.garson.send("POST", &rig.intake, Some(body.to_string().as_bytes()), headers)
    };
    for basic in ["Basic ZW50ZWdyYXRvcjpwYXJvbGE=", "Basic ???", "Bearer x"] {
        assert_eq!(push(&order, &[("Authorization", basic)]).json, json!({ "success": true }), "{basic}");
    }
    assert_eq!(rig.status(1), Some(400));
    // They prove nothing, beside the key or without it.
    let moved = json!({ "orderId": 2, "storeId": STORE, "deliveryStatus": "DELIVERED" });
    let basic = ("Authorization", "Basic ZW50ZWdyYXRvcjpwYXJvbGE=");
    assert_eq!(push(&moved, &[basic]).json, json!({ "success": true }));
    assert_eq!(rig.status(2), Some(400));
    push(&moved, &[basic, ("XApiKey", "yanlis")]).refused(401, "unauthorized");
    assert_eq!(push(&moved, &[basic, ("XApiKey", KEY)]).json, json!({ "success": true }));
    assert_eq!(rig.status(2), Some(900));
}

#[test]
fn no_push_without_the_key_moves_an_order_by_itself() {
    let rig = Rig::start(Migros::with(&[(1, json!({ "deliveryProvider": "MIGROS" }))]));
    rig.await_status(1, 400);
    let moved = |status: &str| {
        json!({
            "orderId": 1, "storeId": STORE, "status": "APPROVED", "deliveryStatus": status, "isCancelled": false,
            "deliveryProvider": "MIGROS", "courierName": "Ali"
        })
    };
    for forged in [moved("DELIVERED"), json!({ "OrderId": 1, "StoreId": STORE, "isCancelled": true })] {
        assert_eq!(rig.push(&forged).json, json!({ "success": true }));
        assert_eq!(rig.status(1), Some(400));
    }
    rig.host.fake().set(1, "IN_DELIVERY");
    assert_eq!(rig.push(&moved("IN_DELIVERY")).json, json!({ "success": true }));
    assert_eq!(rig.status(1), Some(600));
}

#[test]
fn a_change_that_comes_with_the_key_counts_also_where_the_order_does_not_show_it() {
    let rig = Rig::start(Migros::with(&[(1, json!({ "deliveryProvider": "MIGROS" })), (2, json!({}))]));
    rig.await_status(2, 400);
    rig.host.fake().hides_status = true;
    let key = [("XApiKey", KEY)];
    let moved = |status: &str| json!({ "orderId": 1, "storeId": STORE, "deliveryStatus": status });
    rig.verify(1).data();
    assert_eq!(rig.show(1).data()["courier"], Value::Null);
    let mut assigned = moved("ASSIGNED_FOR_DELIVERY");
    assigned["courierName"] = json!("Ali K.");
    assert_eq!(rig.push_with(&assigned, &key).json, json!({ "success": true }));
    assert_eq!(rig.show(1).data()["courier"], json!({ "name": "Ali K.", "phone": null }));
    for (word, state) in [("COURIER_APPROACHED", "nearby"), ("COURIER_ARRIVED", "arrived")] {
        assert_eq!(rig.push_with(&moved(word), &key).json, json!({ "success": true }), "{word}");
        assert_eq!(rig.show(1).data()["courier"], json!({ "name": "Ali K.", "phone": null, "state": state }), "{word}");
    }
    for (word, status) in
        [("ASSIGNED_FOR_DELIVERY", 500), ("BILINMEYEN", 500), ("IN_DELIVERY", 600), ("DELIVERED", 900)]
    {
        assert_eq!(rig.push_with(&moved(word), &key).json, json!({ "success": true }), "{word}");
        assert_eq!(rig.status(1), Some(status), "{word}");
    }
    assert!(rig.garson.log().contains("BILINMEYEN"));
    // Too late, and of an order that nobody knows.
    rig.push_with(&moved("IN_DELIVERY"), &key);
    assert_eq!(rig.status(1), Some(900));
    let cancelled = json!({ "OrderId": 2, "StoreId": STORE, "UserId": 5, "reason": "Vazgeçti" });
    rig.push_with(&cancelled, &key);
    assert_eq!(rig.status(2), Some(1500));
    let unknown = json!({ "OrderId": 3, "StoreId": STORE, "UserId": 5 });
    assert_eq!(rig.push_with(&unknown, &key).json, json!({ "success": true }));
    assert_eq!(rig.count(), 2);
    // An order is read back also with the key.
    let forged = json!({ "id": 4, "items": [], "store": { "id": STORE } });
    rig.push_with(&forged, &key).refused(502, "platform_rejected");
    assert_eq!(rig.count(), 2);
}

#[test]
fn what_is_for_another_store_or_of_no_known_shape_is_passed_over() {
    let rig = Rig::start(Migros::default());
    let mut order = rig.host.fake().add(1, json!({}));
    for store in [json!({ "id": 5 }), json!(5), json!({ "id": "x" })] {
        order["store"] = store;
        assert_eq!(rig.push(&order).json, json!({ "success": true }));
    }
    for odd in [json!({}), json!([]), json!("x"), json!({ "event": "ping" }), json!({ "OrderId": 1, "StoreId": 5 })] {
        assert_eq!(rig.push(&odd).json, json!({ "success": true }), "{odd}");
    }
    rig.garson.send("POST", &rig.intake, Some(b"{\"id\": 1"), &[("Authorization", "")]).refused(400, "invalid_json");
    rig.garson.send("POST", &rig.intake, Some(b""), &[("Authorization", "")]).refused(400, "invalid_json");
    assert_eq!((rig.count(), rig.host.count("GET /Order/v2/GetOrderDetail")), (0, 0));
    // A store that is told as a bare number is ours as well.
    order["store"] = json!(STORE);
    assert_eq!(rig.push(&order).status, 200);
    assert_eq!(rig.count(), 1);
}

#[test]
fn an_order_that_cannot_be_read_back_is_kept_as_it_was_pushed() {
    let rig = Rig::start(Migros::default());
    // A poll may ask for one of them too.
    let unreadable = |status: u16, body: &str| {
        rig.host.fake().mishaps = (0..5).map(|_| Mishap::answers("/GetOrderDetail", status, body)).collect();
    };
    let pushed = |id: i64, status: &str| {
        let mut order: Value = serde_json::from_str(super::EXAMPLE).unwrap();
        (order["id"], order["status"]) = (json!(id), json!(status));
        order
    };
    let wrapped = r#"{"success":false,"errorMessage":{"errorDetail":"Not found"}}"#;
    for (id, (status, body)) in (1..).zip([(500, "kaput"), (404, ""), (404, wrapped), (403, "no"), (200, "kaput")]) {
        unreadable(status, body);
        // Whoever sent it: that it was delivered is not believed without the key.
        assert_eq!(rig.push(&pushed(id, "COMPLETED")).json, json!({ "success": true }), "{body}");
        let shown = rig.show(id);
        let unread = json!(["not_read_there"]);
        assert_eq!((&shown.data()["status"], &shown.data()["problems"]), (&json!(400), &unread), "{body}");
        assert_eq!(shown.data()["amount"]["total"], 385);
    }
    // A platform that looked and says no, or shows another order, is no reason to believe the sender.
    let another = json!({ "success": true, "data": pushed(8, "NEW_PENDING") }).to_string();
    let gone = r#"{"success":false,"errorMessage":{"errorDetail":"Böyle bir sipariş yok"}}"#;
    let refused = r#"{"success":false,"errorMessage":{"errorDetail":"Olmaz"}}"#;
    let answers = [(200, gone), (404, gone), (200, refused), (400, "no"), (200, "[]"), (200, another.as_str())];
    for (status, body) in answers {
        unreadable(status, body);
        rig.push(&pushed(7, "NEW_PENDING")).refused(502, "platform_rejected");
        assert_eq!(rig.count(), 5, "{body}");
    }
    // What is here already stays as it is, and with the key a status counts.
    unreadable(500, "kaput");
    let mut other = pushed(1, "COMPLETED");
    other["items"] = json!([]);
    other["prices"]["discounted"]["amountAsPenny"] = json!(100);
    rig.push(&other).refused(502, "platform_rejected");
    unreadable(500, "kaput");
    other["items"] = json!([{ "name": "Ayran", "amount": 1, "price": 100 }]);
    rig.push(&other).refused(502, "platform_rejected");
    assert_eq!(rig.status(1), Some(400));
    unreadable(500, "kaput");
    assert_eq!(rig.push_with(&pushed(6, "APPROVED"), &[("XApiKey", KEY)]).status, 200);
    assert_eq!((rig.status(6), rig.count()), (Some(500), 6));
    unreadable(500, "kaput");
    assert_eq!(rig.push_with(&pushed(6, "COMPLETED"), &[("XApiKey", KEY)]).status, 200);
    // A second push proves no more than the first.
    assert_eq!((rig.status(6), rig.show(6).data()["problems"].clone()), (Some(900), json!(["not_read_there"])));
    // A change without the order comes again.
    unreadable(500, "kaput");
    rig.push(&json!({ "OrderId": 1, "StoreId": STORE, "UserId": 5 })).refused(502, "platform_rejected");
    assert_eq!(rig.status(1), Some(400));
}

#[test]
fn what_was_pushed_unread_is_held_against_what_the_platform_shows_later() {
    let rig = Rig::start_with(Migros::default(), json!({ "settings": { "autoAccept": true } }));
    let pushed = |id: i64, note: &str| {
        rig.host.fake().mishaps = vec![Mishap::answers("/GetOrderDetail", 500, "kaput")].into();
        let mut order: Value = serde_json::from_str(super::EXAMPLE).unwrap();
        (order["id"], order["extendedProperties"]["orderNote"]) = (json!(id), json!(note));
        assert_eq!(rig.push(&order).status, 200);
        // Once more, with the key and unread again: that proves nothing.
        rig.host.fake().mishaps = vec![Mishap::answers("/GetOrderDetail", 500, "kaput")].into();
        assert_eq!(rig.push_with(&order, &[("XApiKey", KEY)]).status, 200);
        assert_eq!((rig.status(id), rig.show(id).data()["problems"].clone()), (Some(400), json!(["not_read_there"])));
    };
    let note = serde_json::from_str::<Value>(super::EXAMPLE).unwrap()["extendedProperties"]["orderNote"].clone();
    pushed(1, note.as_str().unwrap());
    pushed(2, "Kapıda ödeyeceğim");
    rig.host.fake().add(1, json!({}));
    rig.host.fake().add(2, json!({}));
    // What holds is accepted by itself; what does not waits for a person.
    eventually("the first is accepted", || (rig.status(1) == Some(500)).then_some(()));
    let problems = |id| rig.show(id).data()["problems"].clone();
    eventually("the second is flagged", || (problems(2) == json!(["not_read_there", "content"])).then_some(()));
    assert_eq!((problems(1), rig.status(2)), (json!([]), Some(400)));
}
