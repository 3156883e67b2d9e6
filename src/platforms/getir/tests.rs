//! Reading orders, and which steps an act means.

use super::*;
use crate::report::{MADE_UP, Report};
use model::{
    Act, Currency, Id, Money, Status, Time,
    order::{Content, DeliveryType, Flag, OptionKind, PaymentType},
};
use serde_json::{Value, json, value::RawValue};

fn read(order: &Value) -> Report {
    order::read(&RawValue::from_string(order.to_string()).unwrap(), Currency::TRY)
}

fn content(order: &Value) -> Content {
    read(order).arrival.unwrap().content
}

fn simple() -> Value {
    json!({
        "id": "68f1a2b3c4d5e6f708192a3b", "status": 400, "confirmationId": "k472", "deliveryType": 2,
        "products": [{ "name": { "tr": "Döner" }, "count": 1, "totalPriceWithOption": 100 }],
        "totalPrice": 100, "paymentMethod": 4, "checkoutDate": "2026-11-14T16:20:31.412Z"
    })
}

fn with(change: Value) -> Value {
    let mut order = simple();
    for (name, value) in change.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

#[test]
fn every_wrapping_holds_the_same_order() {
    let order = simple().to_string();
    for body in [
        order.clone(),
        format!(r#"{{"foodOrder": {order} }}"#),
        format!(" [{order}]"),
        format!(r#"[{{"foodOrder":{order}}}]"#),
        format!(r#"{{"foodOrders": [{order}], "count": 1}}"#),
        format!(r#"{{"foodOrders":[{{"foodOrder":{order}}}]}}"#),
    ] {
        let found: Vec<&str> = order::orders_in(&body).unwrap().into_iter().map(RawValue::get).collect();
        assert_eq!(found, [order.as_str()]);
    }
    assert!(order::orders_in("[]").unwrap().is_empty());
    // Only objects are orders.
    for list in ["[null]", "[1,2,3]", r#"["x",[],[{}],true]"#] {
        assert!(order::orders_in(list).unwrap().is_empty(), "{list}");
    }
    assert_eq!(order::orders_in(r#"[1,{"id":"1"},null,{}]"#).unwrap().len(), 2);
    assert_eq!(order::orders_in(r#"{"foodOrder":null,"id":"1"}"#).unwrap().len(), 1);
    for none in ["", "7", "\"x\"", "null", "{", "[1,", "<html>"] {
        assert!(order::orders_in(none).is_none(), "{none}");
    }
    // Where a list is expected, one order is none.
    for none in [order.as_str(), "{}", r#"{"foodOrders":null}"#, r#"{"foodOrders":{}}"#, "7", "[1,"] {
        assert!(order::list_in(none).is_none(), "{none}");
    }
}

#[test]
fn whatever_has_an_id_products_or_a_price_is_an_order() {
    let is_order = |json: &str| order::is_order(&RawValue::from_string(json.to_owned()).unwrap());
    for some in [
        r#"{"id":"1"}"#,
        r#"{"id":1}"#,
        r#"{"products":[{}]}"#,
        r#"{"totalPrice":0}"#,
        r#"{"totalDiscountedPrice":"x"}"#,
    ] {
        assert!(is_order(some), "{some}");
    }
    for none in ["{}", r#"{"id":null,"products":[]}"#, r#"{"id":"","status":400}"#, r#"{"orderId":"1","pickup":{}}"#] {
        assert!(!is_order(none), "{none}");
    }
    // One that nests too deep for any reader may be an order.
    assert!(is_order(&format!(r#"{{"x":{}{}}}"#, "[".repeat(100), "]".repeat(100))));
}

#[test]
fn a_simple_order_has_no_problems_and_five_minutes() {
    let report = read(&simple());
    let arrival = report.arrival.as_ref().unwrap();
    assert_eq!((report.status, arrival.code.as_deref()), (Some(Status::New), Some("k472")));
    assert_eq!(arrival.content.problems, Vec::<String>::new());
    assert_eq!(arrival.content.accept_by, Time::parse("2026-11-14T16:25:31.412Z"));
    assert_eq!(content(&with(json!({ "status": 500 }))).accept_by, None);
}

#[test]
fn nothing_at_all_is_still_an_order() {
    let report = read(&json!({}));
    assert!(report.provider_order_id.starts_with(MADE_UP));
    assert_eq!((report.status, report.strange), (None, None));
    let content = report.arrival.unwrap().content;
    assert_eq!(content.payment.kind, PaymentType::Other);
    let problems = ["id", "status", "products", "totalPrice", "paymentMethod", "deliveryType"];
    for problem in problems {
        assert!(content.problems.iter().any(|p| p == problem), "{problem} in {:?}", content.problems);
    }
    assert_eq!(read(&json!({})).provider_order_id, report.provider_order_id);
}

#[test]
fn wrong_types_everywhere_are_read_around() {
    let odd = json!({
        "id": 7, "status": "four hundred", "client": [], "products": [1, { "name": 5, "count": -2, "price": "x" }],
        "totalPrice": {}, "paymentMethod": [], "paymentMethodText": 3, "deliveryType": 9, "checkoutDate": "yesterday",
        "isScheduled": "perhaps", "restaurant": "x"
    });
    let report = read(&odd);
    assert_eq!((report.provider_order_id.as_str(), report.status), ("7", None));
    assert_eq!(report.strange.as_deref(), Some("\"four hundred\""));
    let content = report.arrival.unwrap().content;
    assert_eq!(content.items.len(), 2);
    assert_eq!((content.items[0].name.as_str(), content.items[1].quantity), ("?", 1));
    assert!(content.problems.len() > 8, "{:?}", content.problems);
}

#[test]
fn an_unknown_status_changes_nothing_and_is_kept_word_for_word() {
    let report = read(&with(json!({ "status": 410 })));
    assert_eq!((report.status, report.strange.as_deref()), (None, Some("410")));
}

#[test]
fn what_the_customer_pays_is_the_discounted_sum() {
    let amount = |change| content(&with(change)).amount;
    let sums = |change| {
        let amount = amount(change);
        (amount.subtotal, amount.discount, amount.total)
    };
    assert_eq!(sums(json!({ "totalDiscountedPrice": 90.5 })), (Money(10_000), Money(950), Money(9_050)));
    assert_eq!(sums(json!({ "totalDiscountedPrice": 0 })), (Money(10_000), Money(10_000), Money(0)));
    assert_eq!(sums(json!({})), (Money(10_000), Money(0), Money(10_000)));
    assert_eq!(sums(json!({ "totalDiscountedPrice": 120 })), (Money(10_000), Money(0), Money(12_000)));
    assert_eq!(sums(json!({ "totalPrice": null })), (Money(10_000), Money(0), Money(10_000)));
    assert_eq!(sums(json!({ "totalPrice": 99.999 })), (Money(10_000), Money(0), Money(10_000)));
    assert_eq!(
        sums(json!({ "totalPrice": null, "totalDiscountedPrice": 0 })),
        (Money(10_000), Money(0), Money(10_000))
    );
}

#[test]
fn nothing_is_asked_for_an_order_that_is_free() {
    // A zero may also stand for no discount: it is shown, and a person looks before anything is given away.
    let unclear = content(&with(json!({ "totalDiscountedPrice": 0, "paymentMethod": 4 })));
    assert_eq!((unclear.amount.total, unclear.payment.is_paid), (Money(0), false));
    assert_eq!(unclear.problems, ["totalDiscountedPrice"]);
    // Where each line says that it costs what it did, nothing was taken off.
    let line = |left: f64| {
        let mut product = simple()["products"][0].clone();
        product["totalDiscountedPriceWithOption"] = json!(left);
        content(&with(json!({ "totalDiscountedPrice": 0, "paymentMethod": 4, "products": [product] })))
    };
    let whole = line(100.0);
    assert_eq!((whole.amount.total, whole.payment.is_paid, whole.problems.len()), (Money(10_000), false, 0));
    // Where each says that it costs nothing, the order is free.
    let free = line(0.0);
    assert_eq!((free.payment.kind, free.payment.is_paid, free.amount.total), (PaymentType::Cash, true, Money(0)));
    assert!(free.adds_up() && free.problems.is_empty(), "{free:?}");
    let half = line(50.0);
    assert_eq!((half.amount.total, half.payment.is_paid, half.problems.len()), (Money(0), false, 1));
}

#[test]
fn a_line_without_a_total_is_added_up() {
    let total = |product: Value| {
        let content = content(&with(json!({ "products": [product] })));
        (content.items[0].total, content.problems.is_empty())
    };
    let named = |mut product: Value| {
        product["name"] = json!("x");
        product["count"] = json!(2);
        product
    };
    assert_eq!(total(named(json!({ "priceWithOption": 20.5 }))), (Money(4_100), true));
    assert_eq!(total(named(json!({ "price": 20, "optionPrice": 1 }))), (Money(4_200), true));
    assert_eq!(total(named(json!({ "totalPrice": 40, "totalOptionPrice": 3 }))), (Money(4_300), true));
    assert_eq!(total(named(json!({}))), (Money(0), false));
}

#[test]
fn a_masked_phone_is_a_number_and_an_extension() {
    let phone = |client: Value| {
        let customer = content(&with(json!({ "client": client }))).customer;
        (customer.phone, customer.phone_code)
    };
    let pair = |phone: &str, code: Option<&str>| (Some(phone.to_owned()), code.map(str::to_owned));
    let masked = "+90 (850) 000-0000 / 123456";
    assert_eq!(phone(json!({ "clientPhoneNumber": masked })), pair("+90 (850) 000-0000", Some("123456")));
    assert_eq!(phone(json!({ "clientPhoneNumber": "+905320000000" })), pair("+905320000000", None));
    let both = json!({ "clientPhoneNumber": masked, "clientUnmaskedPhoneNumber": "+905320000000" });
    assert_eq!(phone(both), pair("+905320000000", None));
    let hidden = json!({ "clientPhoneNumber": masked, "clientUnmaskedPhoneNumber": "***" });
    assert_eq!(phone(hidden), pair("+90 (850) 000-0000", Some("123456")));
    assert_eq!(phone(json!({ "contactPhoneNumber": "+90 (850) 111-1111" })), (None, None));
}

#[test]
fn options_keep_their_group_their_depth_and_their_sign() {
    let order = with(json!({ "products": [{ "name": { "tr": "Menü" }, "count": 1, "totalPriceWithOption": 100,
        "optionCategories": [
            { "name": { "tr": "Seçim", "en": "Choice" }, "options": [{ "option": "o1", "name": { "tr": "Dürüm" }, "price": 5,
                "optionCategories": [{ "name": { "tr": "ÇIKARILACAK" }, "options": [{ "name": { "tr": "Soğan" } }] }] }] },
            { "name": { "en": "Remove" }, "options": [{ "name": { "tr": "Turşu" }, "price": 0 }] },
            { "name": { "tr": "Malzeme" }, "removeToppings": true, "options": [{ "name": { "tr": "Domates" } }] },
            { "name": { "tr": "Ekle / Çıkar" }, "options": [{ "name": { "tr": "Sos" } }] }
        ] }] }));
    let content = content(&order);
    let options = &content.items[0].options;
    let shown: Vec<_> = options.iter().map(|o| (o.group.as_deref().unwrap_or(""), o.name.as_str(), o.kind)).collect();
    assert_eq!(
        shown,
        [
            ("Seçim", "Dürüm", OptionKind::Add),
            ("Remove", "Turşu", OptionKind::Remove),
            ("Malzeme", "Domates", OptionKind::Remove),
            ("Ekle / Çıkar", "Sos", OptionKind::Remove),
        ]
    );
    assert_eq!((options[0].options[0].name.as_str(), options[0].options[0].kind), ("Soğan", OptionKind::Remove));
    // What could only be guessed is flagged.
    assert_eq!(content.problems, ["products[0].optionCategories[3].options[0].name"]);
}

#[test]
fn flags_courier_and_schedule_are_read() {
    let flags = json!({ "isEcoFriendly": true, "doNotKnock": true, "dropOffAtDoor": true, "deliveryType": 1 });
    let read = content(&with(flags));
    assert_eq!(read.flags, [Flag::NoCutlery, Flag::DoNotRing, Flag::LeaveAtDoor]);
    assert_eq!(read.delivery_type, DeliveryType::PlatformCourier);
    let date = "2026-11-15T10:00:00.000Z";
    let later = content(&with(json!({ "status": 325, "isScheduled": true, "scheduledDate": date })));
    assert_eq!((later.is_scheduled, later.scheduled_at, later.accept_by), (true, Time::parse(date), None));
    let now = content(&with(json!({ "isScheduled": false, "scheduledDate": date })));
    assert_eq!((now.is_scheduled, now.scheduled_at), (false, None));
    let undated = content(&with(json!({ "status": 325 })));
    assert_eq!((undated.is_scheduled, undated.problems), (true, vec!["scheduledDate".to_owned()]));
}

#[test]
fn a_cancellation_says_why_and_who() {
    let reason =
        json!({ "id": "r1", "messages": { "tr": "Vazgeçti", "en": "Changed mind" }, "cancelSource": "client" });
    let cancelled = read(&with(json!({ "status": 1500, "cancelReason": reason, "cancelNote": "not" }))).cancelled;
    assert_eq!((cancelled.reason.as_deref(), cancelled.name.as_deref()), (Some("r1"), Some("Vazgeçti")));
    assert_eq!((cancelled.note.as_deref(), cancelled.by_customer), (Some("not"), true));
    assert!(!read(&with(json!({ "status": 1500, "cancelReason": { "cancelSource": 2 } }))).cancelled.by_customer);
}

fn stored(status: Status, delivery_type: DeliveryType) -> Order {
    let content = Content { delivery_type, ..content(&simple()) };
    Order {
        id: Id::from_parts(0, 0),
        provider_order_id: "68f1".into(),
        restaurant_id: Id::from_parts(0, 0),
        provider: model::Provider::Getir,
        code: None,
        status,
        created_at: Time(0),
        updated_at: Time(0),
        day: model::Day(0),
        content,
        starts_at: None,
        accept_owed: false,
        change_id: Id::from_parts(0, 0),
        reported_at: None,
        cancellation: None,
        history: Vec::new(),
        is_delivery_confirmed: false,
        platform_sync: Vec::new(),
        possible_duplicate_of: None,
        payment_read_as: None,
        is_name_lumped: false,
        preparation_minutes: None,
        placed_here_at: None,
        erased_at: None,
        courier: None,
        last_sequence: 0,
        changes: Vec::new(),
        ready_at: None,
        is_ready_told: false,
        brought_back_at: None,
    }
}

#[test]
fn every_act_has_its_steps() {
    use DeliveryType::{PlatformCourier as Getirs, RestaurantCourier as Own};
    use Status::{Delivered, New, OnTheWay, Preparing, Scheduled, ScheduledVerified};
    let cancel = Act::Cancel { reason: None, reason_name: None, note: None };
    let table: [(Status, DeliveryType, &Act, Status, &[&str]); 12] = [
        (New, Own, &Act::Verify { minutes: None }, Preparing, &["verify"]),
        (New, Own, &Act::Advance, Preparing, &["verify"]),
        (Scheduled, Own, &Act::Verify { minutes: None }, ScheduledVerified, &["verify-scheduled"]),
        (Scheduled, Own, &Act::Advance, ScheduledVerified, &["verify-scheduled"]),
        (ScheduledVerified, Own, &Act::Advance, Preparing, &["activate"]),
        (Preparing, Own, &Act::Advance, OnTheWay, &["prepare"]),
        (Preparing, Getirs, &Act::Advance, OnTheWay, &["prepare", "handover"]),
        (OnTheWay, Own, &Act::Advance, Delivered, &["deliver"]),
        (OnTheWay, Getirs, &Act::Advance, Delivered, &[]),
        (New, Own, &cancel, Status::CancelledByRestaurant, &["cancel"]),
        (Preparing, Getirs, &cancel, Status::CancelledByRestaurant, &["cancel"]),
        (OnTheWay, Own, &cancel, Status::CancelledByRestaurant, &["cancel"]),
    ];
    for (from, courier, act, to, expected) in table {
        assert_eq!(steps::steps(&stored(from, courier), act, to), expected, "{from:?} {courier:?} {act:?}");
    }
    assert!(Getir.decides(OnTheWay, Getirs));
    assert!(!Getir.decides(OnTheWay, Own) && !Getir.decides(Preparing, Getirs));
}
