//! The tables: what their words and times become here, and ours there.

use super::{Platform, Yemeksepeti, order, poll, push, reasons, shop, status::*, steps};
use crate::{
    link::Link,
    platform::{PollRequest, WithoutReason},
};
use model::{
    Code, Currency, Day, Failure, Id, Money, Order, Provider, Status, Time,
    integration::IntegrationSettings,
    order::{Channel, DeliveryType, HistoryEntry, IfUnavailable, OptionKind, PaymentType, PlatformStep, StepState},
};
use serde_json::{Value, json, value::RawValue};

const NOW: Time = Time(1_800_000_000_000);

fn raw(json: &Value) -> Box<RawValue> {
    RawValue::from_string(json.to_string()).unwrap()
}

fn read(json: &Value) -> order::Sheet {
    order::read(&raw(json), Currency::TRY)
}

fn link(base_url: Option<&str>, preparation_minutes: Option<u32>) -> Link {
    Link {
        restaurant_id: Id::NIL,
        provider: Provider::Yemeksepeti,
        currency: Currency::TRY,
        base_url: base_url.map(str::to_owned),
        credentials: Default::default(),
        settings: IntegrationSettings::default(),
        preparation_minutes,
    }
}

/// An order that arrived in one status and stands in another.
fn order(json: &Value, arrived: Status, status: Status) -> Order {
    let sheet = read(json);
    Order {
        id: Id::NIL,
        provider_order_id: sheet.token.unwrap_or_default(),
        restaurant_id: Id::NIL,
        provider: Provider::Yemeksepeti,
        code: None,
        status,
        created_at: NOW,
        updated_at: NOW,
        day: Day(0),
        content: sheet.arrival.content,
        starts_at: None,
        accept_owed: false,
        change_id: Id::NIL,
        reported_at: None,
        cancellation: None,
        history: vec![HistoryEntry { status: arrived, at: NOW, by: "platform".to_owned() }],
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

fn in_minutes(minutes: i64) -> Time {
    Time(NOW.0 + minutes * 60_000)
}

fn at(minutes: i64) -> String {
    in_minutes(minutes).to_string()
}

#[test]
fn cash_to_collect_that_is_not_the_bill_is_a_persons_to_look_at() {
    let is_odd = |status: &str, collected: &str| {
        let order = json!({
            "payment": { "status": status, "type": "Kapıda nakit" },
            "price": { "grandTotal": "405.00", "collectFromCustomer": collected }
        });
        read(&order).arrival.content.problems.contains(&"price.collectFromCustomer".to_owned())
    };
    assert!(!is_odd("pending", "405.00") && !is_odd("paid", "0.00"));
    assert!(is_odd("pending", "355.00") && is_odd("paid", "405.00"));
}

#[test]
fn payments_are_told_by_the_words_that_people_use() {
    for (wording, is_paid, kind) in [
        ("Kapıda nakit", false, PaymentType::Cash),
        ("KAPIDA NAKİT", false, PaymentType::Cash),
        ("Cash on delivery", false, PaymentType::Cash),
        ("Kapıda Kredi Kartı", false, PaymentType::CardOnDelivery),
        ("Kapida Banka/Kredi Karti", false, PaymentType::CardOnDelivery),
        ("Card at door", false, PaymentType::CardOnDelivery),
        ("Kapıda online POS", false, PaymentType::CardOnDelivery),
        ("POS", false, PaymentType::CardOnDelivery),
        ("Online Kredi Kartı", true, PaymentType::OnlineCard),
        ("Yemeksepeti Cüzdan", true, PaymentType::Wallet),
        ("anything", true, PaymentType::OnlineCard),
        ("Kapıda Sodexo", false, PaymentType::MealCard),
        ("Pluxee Online", true, PaymentType::MealCard),
        ("MULTİNET", false, PaymentType::MealCard),
        ("Ticket Restaurant", false, PaymentType::MealCard),
        ("Edenred", true, PaymentType::MealCard),
        ("SetcardOnline", true, PaymentType::MealCard),
        ("Metropol Card", false, PaymentType::MealCard),
        ("Paye Kart", false, PaymentType::MealCard),
        ("TokenFlex", true, PaymentType::MealCard),
        ("Yemek kartı", false, PaymentType::MealCard),
        ("Online ödeme", false, PaymentType::Other),
        ("payment at door", false, PaymentType::Other),
        ("Havale", false, PaymentType::Other),
    ] {
        let status = if is_paid { "paid" } else { "pending" };
        let payment = read(&json!({ "payment": { "status": status, "type": wording } })).arrival.content.payment;
        assert_eq!((payment.kind, payment.is_paid, payment.name.as_deref()), (kind, is_paid, Some(wording)));
    }
    let read = read(&json!({ "payment": { "status": "PAID", "type": "Multinet" } })).arrival.content.payment;
    assert_eq!((read.kind, read.name.as_deref(), read.is_paid), (PaymentType::MealCard, Some("Multinet"), true));
    assert_eq!((read.brand.as_deref(), read.channel), (Some("multinet"), Channel::Online));
}

#[test]
fn the_change_that_a_customer_needs_is_read() {
    let of = |payment: Value| read(&json!({ "payment": payment })).arrival.content;
    let change = |told: Value| of(json!({ "status": "pending", "type": "Nakit", "requiredMoneyChange": told }));
    assert_eq!(change(json!("95.00")).payment.required_change, Some(Money(9_500)));
    assert_eq!(change(json!(20)).payment.required_change, Some(Money(2_000)));
    for none in [json!(""), json!("0.00"), json!(null)] {
        assert_eq!(change(none.clone()).payment.required_change, None, "{none}");
    }
    let odd = change(json!("çok"));
    assert!(odd.payment.required_change.is_none() && odd.has_problem("payment.requiredMoneyChange"));
}

#[test]
fn who_delivers_is_told_by_the_riders_time() {
    let of = |json: Value| read(&json).arrival.content.delivery_type;
    assert_eq!(
        of(json!({ "expeditionType": "pickup", "delivery": { "riderPickupTime": at(5) } })),
        DeliveryType::Pickup
    );
    let by = |delivery: Value| of(json!({ "expeditionType": "delivery", "delivery": delivery }));
    assert_eq!(by(json!({ "riderPickupTime": at(5) })), DeliveryType::PlatformCourier);
    assert_eq!(by(json!({ "riderPickUpTime": at(5) })), DeliveryType::PlatformCourier);
    assert_eq!(by(json!({ "riderPickupTime": null })), DeliveryType::RestaurantCourier);
    assert_eq!(of(json!({ "pickup": { "pickupTime": at(5) }, "delivery": null })), DeliveryType::Pickup);
    assert_eq!(of(json!({})), DeliveryType::RestaurantCourier);
}

#[test]
fn nothing_is_required_and_what_is_missing_is_said() {
    let sheet = read(&json!({}));
    assert_eq!(sheet.token, None);
    for missing in ["token", "products", "price.grandTotal", "payment.status", "payment.type", "expeditionType"] {
        assert!(sheet.arrival.content.problems.iter().any(|problem| problem == missing), "{missing}");
    }
    let odd = json!({
        "token": 7, "products": [{ "quantity": "1.5", "paidPrice": {} }, { "quantity": "0", "unitPrice": "2" }, 3],
        "price": [], "payment": "x", "preOrder": "true", "customer": null, "delivery": "x", "comments": 1,
    });
    let sheet = read(&odd);
    assert_eq!(sheet.token.as_deref(), Some("7"));
    let content = sheet.arrival.content;
    assert_eq!(content.items.iter().map(|item| item.quantity).collect::<Vec<_>>(), [2, 1, 1]);
    assert!(content.items.iter().all(|item| item.name == "?") && !content.is_scheduled);
    assert!(content.problems.contains(&"preOrder".to_owned()), "{:?}", content.problems);
}

#[test]
fn toppings_stay_below_what_they_belong_to_at_every_depth() {
    let mut topping = json!({ "name": "5" });
    for level in (1..5).rev() {
        topping = json!({ "name": level.to_string(), "quantity": "2", "price": "1.50", "children": [topping] });
    }
    let json =
        json!({ "products": [{ "name": "Menü", "variation": { "name": "Büyük" }, "selectedToppings": [topping] }] });
    let items = read(&json).arrival.content.items;
    assert_eq!(items[0].name, "Menü (Büyük)");
    let mut options = &items[0].options;
    for level in 1..=5 {
        assert_eq!((options.len(), options[0].name.as_str()), (1, level.to_string().as_str()));
        options = &options[0].options;
    }
    assert!(options.is_empty());
}

#[test]
fn a_topping_that_is_not_wanted_is_no_addition() {
    use OptionKind::{Add, Remove};
    let toppings = json!([
        { "name": "Soğan istemiyorum", "quantity": 1, "children": [{ "name": "Közde", "quantity": 1 }] },
        { "name": "Turşu olmasın", "quantity": 1 },
        { "name": "Kaşar", "quantity": 1 },
    ]);
    let json = json!({ "products": [{ "name": "Dürüm", "quantity": "1", "selectedToppings": toppings }] });
    let items = read(&json).arrival.content.items;
    let options = &items[0].options;
    assert_eq!(options.iter().map(|option| option.kind).collect::<Vec<_>>(), [Remove, Remove, Add]);
    assert_eq!(options[0].options[0].kind, Remove);
}

#[test]
fn what_a_customer_wants_where_something_is_sold_out_is_read() {
    use IfUnavailable::*;
    let of = |of_order: Value, product: Value, topping: Value| {
        let toppings = json!([{ "name": "Kaşar", "itemUnavailabilityHandling": topping }]);
        let products =
            json!([{ "name": "Dürüm", "itemUnavailabilityHandling": product, "selectedToppings": toppings }]);
        let order = json!({ "products": products, "itemUnavailabilityHandling": of_order });
        read(&order).arrival.content.items[0].if_unavailable
    };
    let none = || Value::Null;
    for (word, meaning) in [
        ("REMOVE", Some(Remove)),
        ("REDUCE_QUANTITY", Some(ReduceQuantity)),
        ("CALL_CUSTOMER_AND_REPLACE", Some(CallCustomer)),
        ("CANCEL_ORDER", Some(CancelOrder)),
        ("SOMETHING_NEW", None),
    ] {
        assert_eq!(of(none(), json!(word), none()), meaning, "{word}");
        assert_eq!(of(json!(word), none(), none()), meaning, "{word}");
    }
    assert_eq!(of(none(), json!("REMOVE"), json!("CANCEL_ORDER")), Some(CancelOrder));
    assert_eq!(
        of(json!("CANCEL_ORDER"), json!("REMOVE"), none()),
        Some(Remove),
        "the dish's own counts before the order's"
    );
}

#[test]
fn the_promise_is_the_orders_own_and_never_too_soon() {
    let pickup = json!({ "expeditionType": "pickup", "pickup": { "pickupTime": at(25) } });
    let own = json!({ "expeditionType": "delivery", "delivery": { "expectedDeliveryTime": at(45) } });
    let delivery = json!({ "expectedDeliveryTime": at(45), "riderPickupTime": at(12) });
    let riders = json!({ "expeditionType": "delivery", "delivery": delivery });
    let late = json!({ "expeditionType": "pickup", "pickup": { "pickupTime": at(-5) } });
    let scheduled = json!({ "preOrder": true, "expeditionType": "pickup", "pickup": { "pickupTime": at(300) } });
    for (json, stated, minutes) in [
        (&pickup, None, 25),
        (&pickup, Some(15), 15),
        (&own, None, 45),
        (&own, Some(20), 45),
        (&own, Some(60), 60),
        (&riders, None, 12),
        (&riders, Some(40), 12),
        (&late, None, 3),
        (&pickup, Some(0), 3),
        (&scheduled, Some(20), 300),
        (&json!({}), None, 30),
    ] {
        let order = order(json, Status::New, Status::New);
        let time = steps::acceptance_time(&link(None, stated), &order, None, json, NOW);
        assert_eq!(time, in_minutes(minutes), "{json} {stated:?}");
    }
    // What is said of one order counts before what is said of all, and where that does not count neither does this.
    for (json, stated, said, minutes) in [
        (&pickup, Some(15), 40, 40),
        (&pickup, None, 1, 3),
        (&own, Some(60), 20, 45),
        (&own, None, 50, 50),
        (&riders, None, 40, 12),
        (&scheduled, None, 20, 300),
    ] {
        let order = order(json, Status::New, Status::New);
        let time = steps::acceptance_time(&link(None, stated), &order, Some(said), json, NOW);
        assert_eq!(time, in_minutes(minutes), "{json} {said}");
    }
}

#[test]
fn an_address_that_an_order_names_counts_only_on_our_own_host() {
    let on = |base: &str, url: &str| {
        let json = json!({ "callbackUrls": { "orderAcceptedUrl": url } });
        steps::path(&link(Some(base), None), &json, "a/b", ACCEPT).unwrap()
    };
    let standard = "/v2/order/status/a%2Fb";
    let base = "https://mw.example.com";
    for (url, path) in [
        ("https://mw.example.com/x?y=1", "/x?y=1"),
        ("HTTPS://MW.example.com:443/x", "/x"),
        (" https://mw.example.com/x#y ", "/x"),
        ("http://mw.example.com/x", standard),
        ("https://mw.example.com:8443/x", standard),
        ("https://mw.example.com.evil.com/x", standard),
        ("https://mw.example.com@evil.com/x", standard),
        ("https://evil.com/https://mw.example.com/x", standard),
        ("https://evil.com\\@mw.example.com/x", standard),
        ("https://mw.example.com\\.evil.com/x", standard),
        ("https://mw.example.com", standard),
        ("https://mw.example.com?x", standard),
        ("https://mw.example.com/x y", standard),
        ("https://mw.example.com/ç", standard),
        ("//evil.com/x", standard),
        ("ftp://mw.example.com/x", standard),
        ("x", standard),
    ] {
        assert_eq!(on(base, url), path, "{url}");
    }
    assert_eq!(on("http://127.0.0.1:81/mw/", "http://127.0.0.1:81/mw/x"), "/x");
    assert_eq!(on("http://127.0.0.1:81/mw/", "http://127.0.0.1:81/x"), standard);
    assert_eq!(on("http://127.0.0.1:81/mw/", "http://127.0.0.1:81/mwx"), standard);
}

#[test]
fn what_an_order_names_no_address_for_is_not_told() {
    let path = |json: Value, step| steps::path(&link(None, None), &json, "t", step);
    let named = json!({ "callbackUrls": { "orderPickedUpUrl": "https://elsewhere.example.com/x" } });
    assert_eq!(path(named.clone(), ACCEPT), None);
    assert_eq!(path(named.clone(), REJECT), None);
    assert_eq!(path(named.clone(), PREPARED), None);
    assert_eq!(path(named, PICKED_UP).as_deref(), Some("/v2/order/status/t"));
    assert_eq!(path(json!({}), ACCEPT), None);
    assert_eq!(path(json!({}), PREPARED).as_deref(), Some("/v2/orders/t/preparation-completed"));
    assert_eq!(path(json!({ "callbackUrls": {} }), PICKED_UP), None);
}

#[test]
fn there_are_24_reasons_and_each_counts_before_or_after_acceptance() {
    let json = json!({ "token": "1" });
    let mut waiting = order(&json, Status::New, Status::New);
    let before = reasons::list(&waiting).unwrap();
    assert_eq!(reasons::without_reason(&waiting), WithoutReason::Means("TOO_BUSY"));
    assert!(before.iter().any(|reason| reason.id == "TOO_BUSY"));
    waiting.status = Status::Preparing;
    let after = reasons::list(&waiting).unwrap();
    assert_eq!(reasons::without_reason(&waiting), WithoutReason::Refused);
    assert_eq!((before.len(), after.len()), (15, 9));
    assert!(after.iter().all(|reason| !before.contains(reason)));
    // The platform has not taken the acceptance yet, so to it the order still waits.
    let (step, at) = (ACCEPT.to_owned(), NOW);
    waiting.platform_sync = vec![PlatformStep {
        step,
        to: Status::Preparing,
        state: StepState::Waiting,
        due_at: None,
        error: None,
        at,
        tries: 0,
        lapse: None,
    }];
    assert_eq!(reasons::list(&waiting).unwrap(), before);
    waiting.platform_sync[0].state = StepState::Done;
    assert_eq!(reasons::list(&waiting).unwrap(), after);
    let from_the_tablet = order(&json, Status::Preparing, Status::Preparing);
    assert!(reasons::list(&from_the_tablet).is_err());
}

#[test]
fn lists_of_ids_are_read_in_every_shape_that_was_seen() {
    for shape in [
        json!({ "orderIdentifiers": ["a", "b"], "count": 2 }),
        json!({ "orders": ["a", "b"] }),
        json!({ "orders": [{ "orderId": "a" }, { "orderId": "b" }] }),
        json!(["a", "b"]),
    ] {
        assert_eq!(poll::ids(&shape).unwrap(), ["a", "b"], "{shape}");
    }
    assert_eq!(poll::ids(&json!({ "count": 0 })), Some(Vec::new()));
    assert_eq!(poll::ids(&json!({})), None);
}

#[test]
fn reconciliation_looks_as_far_back_as_the_last_success_but_a_day_at_most() {
    let hours =
        |cursor: Value| poll::hours(&PollRequest { cursor: &cursor, now: NOW, after_gap: false, open: &[], told: &[] });
    assert_eq!(hours(Value::Null), 1);
    for (minutes_ago, expected) in [(-600, 1), (0, 1), (10, 1), (45, 1), (46, 2), (300, 6), (3_000, 24)] {
        assert_eq!(hours(json!({ "at": in_minutes(-minutes_ago).0 })), expected, "{minutes_ago}");
    }
}

#[test]
fn a_shop_is_switched_only_in_ways_that_its_platform_allows() {
    let entry = |states: Value, reasons: Value, minutes: Value| {
        json!({
            "changeable": true, "availabilityStates": states, "closingReasons": reasons, "closingMinutes": minutes,
            "platformKey": "YS_TR", "platformRestaurantId": 12,
        })
    };
    let all = entry(json!(["OPEN", "CLOSED"]), json!(["BAD_WEATHER", "OTHER"]), json!([]));
    let place = json!({ "platformKey": "YS_TR", "platformRestaurantId": 12 });
    let with = |more: Value| {
        let mut all = place.clone();
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Some(all)
    };
    assert_eq!(shop::wish(&all, true), with(json!({ "availabilityState": "OPEN" })));
    assert_eq!(shop::wish(&all, false), with(json!({ "availabilityState": "CLOSED", "closedReason": "OTHER" })));
    let until = entry(json!(["OPEN", "CLOSED_UNTIL"]), json!(["BAD_WEATHER"]), json!([30, 120, 60]));
    let wish = json!({ "availabilityState": "CLOSED_UNTIL", "closedReason": "BAD_WEATHER", "closingMinutes": 120 });
    assert_eq!(shop::wish(&until, false), with(wish));
    let bare = entry(json!([]), json!([]), json!([]));
    assert_eq!(shop::wish(&bare, false), with(json!({ "availabilityState": "CLOSED", "closedReason": "CLOSED" })));
    assert_eq!(shop::wish(&entry(json!(["CLOSED"]), json!([]), json!([])), true), None);
    let mut fixed = all;
    fixed["changeable"] = json!(false);
    assert_eq!(shop::wish(&fixed, true), None);
}

#[test]
fn branches_of_one_chain_are_one_company() {
    let of = |chain: &str, shop: &str| {
        let mut link = link(None, None);
        let credentials = [("username", "u"), ("chainCode", chain), ("posVendorId", shop)];
        link.credentials = credentials.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Yemeksepeti.company(&link)
    };
    assert_eq!(of("c", "1"), of("c", "2"));
    assert_ne!(of("c", "1"), of("d", "1"));
}

#[test]
fn only_a_body_without_an_order_ends_one_for_good() {
    let [order, status, availability] = push::ROUTES.each_ref().map(|route| Some(route.path));
    for code in Code::ALL {
        let is_final = |route| push::refuse(route, &Failure::new(code), "x").body.is_some();
        let is_unreadable = matches!(code, Code::InvalidJson | Code::ValidationFailed | Code::PayloadTooLarge);
        assert_eq!(is_final(order), is_unreadable, "{code:?}");
        assert!(!is_final(status) && !is_final(availability) && !is_final(None), "{code:?}");
    }
    // A body that broke off on its way is whole the next time.
    assert_eq!(push::refuse(order, &Failure::new(Code::InvalidParameter), "x").code, Code::Unavailable);
}
