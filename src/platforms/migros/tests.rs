//! How an order is read, case by case.

use super::order::read;
use crate::report::Report;
use model::{
    Currency, Money,
    order::{Channel, Content, DeliveryType, Flag, OptionKind, PaymentType},
};
use proptest::prelude::*;
use serde_json::{Value, json, value::RawValue};

fn report(order: &Value) -> Report {
    read(&RawValue::from_string(order.to_string()).unwrap(), Currency::TRY)
}

fn content(order: &Value) -> Content {
    report(order).arrival.unwrap().content
}

/// One that has nothing to complain about.
fn order() -> Value {
    json!({
        "id": 100_912_345, "status": "NEW_PENDING", "deliveryProvider": "RESTAURANT", "prices": { "total": 1_000 },
        "items": [{ "name": "Ayran", "amount": 1, "price": 1_000 }],
        "payment": { "type": { "name": "CASH_ON_DELIVERY", "isOnlinePayment": false } }
    })
}

#[test]
fn what_is_left_out_never_reads_as_an_extra() {
    let mut order = order();
    order["items"][0]["options"] = json!([
        { "headerName": "Malzeme", "itemNames": "Sos", "excluded": true, "primaryPrice": 500,
          "subOptions": [{ "headerName": "Sos", "itemNames": "Acı", "primaryPrice": 200 }] },
        { "headerName": "ÇIKARILACAK MALZEMELER", "itemNames": "Soğan" },
        { "headerName": "Ekstra", "itemNames": "Kaşar", "excluded": false },
    ]);
    let read = content(&order);
    let options = &read.items[0].options;
    assert_eq!((options[0].kind, options[0].options[0].kind), (OptionKind::Remove, OptionKind::Remove));
    assert_eq!((options[1].kind, options[2].kind), (OptionKind::Remove, OptionKind::Add));
    // What is left out costs nothing; where only the group's name said so, a person looks.
    assert_eq!(read.items[0].total, Money(1_000));
    assert_eq!(read.problems, ["items[0].options[1].excluded"]);
}

#[test]
fn an_option_that_is_not_wanted_is_no_addition() {
    let mut order = order();
    order["items"][0]["options"] = json!([
        { "headerName": "Tercih", "itemNames": "Soğan istemiyorum", "excluded": false },
        { "headerName": "Tercih", "itemNames": "Turşu olmasın, Acı olmasın", "excluded": false },
        { "headerName": "Ekstra", "itemNames": "Kaşar, Soğan istemiyorum", "excluded": false },
    ]);
    let read = content(&order);
    let kinds: Vec<OptionKind> = read.items[0].options.iter().map(|option| option.kind).collect();
    // Of several that were chosen together some are wanted.
    assert_eq!(kinds, [OptionKind::Remove, OptionKind::Remove, OptionKind::Add]);
    assert_eq!(read.problems, ["items[0].options[2].itemNames"]);
}

#[test]
fn ways_to_pay_are_told_by_name_and_by_whether_they_are_online() {
    use PaymentType::*;
    for (name, is_online, kind, is_paid) in [
        ("CASH_ON_DELIVERY", json!(false), Cash, false),
        ("cash", json!(null), Cash, false),
        ("CREDIT_CARD_ON_DELIVERY", json!(false), CardOnDelivery, false),
        ("CREDIT_CARD_ON_DELIVERY", json!(null), CardOnDelivery, false),
        ("CREDIT_CARD", json!(true), OnlineCard, true),
        ("CREDIT_CARD", json!(false), CardOnDelivery, false),
        ("ONLINE_PAYMENT", json!(null), OnlineCard, true),
        ("MONEY_PAY", json!(true), OnlineCard, true),
        ("MEAL_CARD", json!(true), MealCard, true),
        ("MEAL_CARD_ON_DELIVERY", json!(false), MealCard, false),
        ("SODEXO_ON_DELIVERY", json!(false), MealCard, false),
        ("MULTINET_ON_DELIVERY", json!(false), MealCard, false),
        ("SETCARD_ON_DELIVERY", json!(false), MealCard, false),
        ("TICKET_ON_DELIVERY", json!(false), MealCard, false),
        ("PAYE_ON_DELIVERY", json!(false), MealCard, false),
        ("METROPOL_ON_DELIVERY", json!(false), MealCard, false),
        ("TAKSIT", json!(false), Other, false),
    ] {
        let mut order = order();
        order["payment"]["type"] = json!({ "name": name, "isOnlinePayment": is_online, "description": "Sözü" });
        let read = content(&order);
        assert_eq!((read.payment.kind, read.payment.is_paid), (kind, is_paid), "{name}");
        assert_eq!((read.payment.name.as_deref(), read.problems.len()), (Some("Sözü"), 0), "{name}");
    }
    let mut order = order();
    order["payment"]["type"] = json!("MULTINET_ON_DELIVERY");
    let bare = content(&order).payment;
    assert_eq!((bare.kind, bare.name.as_deref()), (MealCard, Some("MULTINET_ON_DELIVERY")));
    assert_eq!((bare.brand.as_deref(), bare.channel), (Some("multinet"), Channel::Door));
    order["payment"]["type"] = json!({ "name": "MEAL_CARD", "isOnlinePayment": true, "description": "Ticket Online" });
    let described = content(&order).payment;
    assert_eq!((described.brand.as_deref(), described.channel), (Some("edenred"), Channel::Online));
    order["payment"] = json!({});
    let unsaid = content(&order);
    assert_eq!((unsaid.payment.kind, unsaid.problems), (Other, vec!["payment.type".to_owned()]));
}

#[test]
fn what_is_charged_is_what_is_left_after_discounts() {
    for (total, discounted, charged, off) in [
        (json!({ "amountAsPenny": 41_500 }), json!({ "amountAsPenny": 38_500 }), 38_500, 3_000),
        (json!(41_500), json!(38_500), 38_500, 3_000),
        (json!(41_500), json!(null), 41_500, 0),
        (json!(null), json!(38_500), 38_500, 0),
    ] {
        let mut order = order();
        order["prices"] = json!({ "total": total, "discounted": discounted });
        let read = content(&order);
        assert_eq!((read.amount.total, read.amount.discount), (Money(charged), Money(off)), "{order}");
        assert_eq!(read.problems, [""; 0], "{order}");
    }
    let mut order = order();
    order["prices"] = json!({ "total": 100, "discounted": 200 });
    assert_eq!(content(&order).problems, ["prices.discounted"]);
    order["prices"] = json!({});
    let read = content(&order);
    assert_eq!((read.amount.total, read.problems), (Money(1_000), vec!["prices.total".to_owned()]));
}

#[test]
fn nothing_is_asked_for_an_order_that_is_free() {
    let of = |prices: Value| {
        let mut order = order();
        order["prices"] = prices;
        let read = content(&order);
        (read.amount.total, read.payment.is_paid, read.problems.is_empty())
    };
    // A zero may also stand for no discount: it is shown, and a person looks before anything is given away.
    assert_eq!(of(json!({ "total": 1_000, "discounted": 0 })), (Money(0), false, false));
    assert_eq!(of(json!({ "total": "1000", "discounted": { "amountAsPenny": 0 } })), (Money(0), false, false));
    assert_eq!(of(json!({ "total": 1_000 })), (Money(1_000), false, true));
    let parts = |restaurant: i64, migros: i64| {
        of(json!({
            "total": 1_000, "discounted": 0, "restaurantDiscounted": restaurant, "migrosDiscounted": migros
        }))
    };
    // Neither took anything off: the zero says no more than that.
    assert_eq!(parts(1_000, 1_000), (Money(1_000), false, true));
    // Together they took off everything; or they are told as nothing, as the sum is.
    assert_eq!((parts(1_000, 0), parts(400, 600)), ((Money(0), true, true), (Money(0), true, true)));
    assert_eq!(parts(0, 0), (Money(0), false, false));
    assert_eq!(of(json!({ "discounted": 0 })), (Money(1_000), false, false));
    // An option says what is left of its price.
    let option = |left: i64| {
        let mut order = order();
        order["items"][0]["price"] = json!(700);
        order["items"][0]["options"] =
            json!([{ "itemNames": "Kaşar", "primaryPrice": 300, "primaryDiscountedPrice": left }]);
        order["prices"] = json!({ "total": 1_000, "discounted": 0 });
        let read = content(&order);
        (read.amount.total, read.payment.is_paid, read.problems.is_empty())
    };
    assert_eq!((option(0), option(300)), ((Money(0), true, true), (Money(0), false, false)));
}

#[test]
fn the_orders_total_tells_what_option_prices_are_meant_for() {
    for (total, of_line, of_option) in [
        // Two items of 1,000 with three pieces of an option at 300: for the line, each piece, each item, or inside.
        (2_300, 2_300, 150),
        (2_900, 2_900, 450),
        (2_600, 2_600, 300),
        (2_000, 2_000, 150),
        // Nothing adds up: what is known best.
        (9_999, 2_300, 150),
    ] {
        let mut order = order();
        let option = json!({ "itemNames": "Kaşar", "primaryPrice": 300, "quantity": 3 });
        let left_out = json!({ "itemNames": "Soğan", "primaryPrice": 70, "excluded": true });
        order["items"] = json!([{ "name": "x", "amount": 2, "price": 2_000, "options": [option, left_out] }]);
        order["prices"] = json!({ "total": total });
        let item = content(&order).items.remove(0);
        assert_eq!((item.total, item.options[0].price), (Money(of_line), Some(Money(of_option))), "{total}");
        assert_eq!((item.options[0].quantity, item.options[1].price), (3, None));
    }
    let mut order = order();
    order["items"] = json!([{ "name": "x", "amount": 3, "unitPrice": 500 }]);
    assert_eq!(content(&order).items[0].total, Money(1_500), "a line without a price has that of its pieces");
}

/// Quantity, dish and line of each item, and subtotal, discount and total of the order, in kuruş; it adds up.
#[track_caller]
fn sums(items: Value, prices: Value) -> (Vec<(u32, i64, i64)>, [i64; 3]) {
    let mut order = order();
    (order["items"], order["prices"]) = (items, prices);
    let read = content(&order);
    assert!(read.adds_up() && read.problems.is_empty(), "{read:?}");
    let lines = read.items.iter().map(|item| (item.quantity, item.unit_price.unwrap().0, item.total.0)).collect();
    (lines, [read.amount.subtotal.0, read.amount.discount.0, read.amount.total.0])
}

#[test]
fn a_price_is_of_the_line_or_of_a_piece_as_the_total_has_it() {
    let pide = |price: i64| json!({ "name": "Pide", "amount": 2, "price": price });
    let tray = json!({ "name": "Tepsi", "amount": 1, "price": 30_000 });
    let expected = (vec![(2, 10_000, 20_000), (1, 30_000, 30_000)], [50_000, 0, 50_000]);
    for total in [json!(50_000), json!({ "amountAsPenny": 50_000, "text": "500,00 TL" })] {
        let prices = json!({ "total": total });
        assert_eq!(sums(json!([pide(10_000), tray]), prices.clone()), expected);
        assert_eq!(sums(json!([pide(20_000), tray]), prices), expected);
    }
    // With options: for each item, for each of them on each item, inside, and once for the line.
    let option = json!({ "itemNames": "Kaşar", "primaryPrice": 300, "quantity": 3 });
    for (total, dish) in [(4_600, 2_000), (5_800, 2_000), (4_000, 1_700), (4_300, 2_000), (4_900, 2_000)] {
        let items = json!([{ "name": "Pide", "amount": 2, "price": 2_000, "options": [option] }]);
        assert_eq!(sums(items, json!({ "total": total })), (vec![(2, dish, total)], [total, 0, total]), "{total}");
    }
    // Nothing adds up: the price of one piece, where that is said twice.
    for (unit, of_line) in [(json!(10_000), 20_000), (json!(5_000), 10_000), (json!(null), 10_000)] {
        let mut order = order();
        order["items"] = json!([{ "name": "Pide", "amount": 2, "price": 10_000, "unitPrice": unit }]);
        order["prices"] = json!({ "total": 77 });
        let read = content(&order);
        assert_eq!((read.items[0].total.0, read.adds_up()), (of_line, false), "{unit}");
        assert_eq!((read.amount.subtotal, read.amount.discount), (Money(77), Money(0)));
    }
}

#[test]
fn the_dish_is_shown_without_its_options() {
    let option = json!({ "itemNames": "Kaşar", "primaryPrice": 3_200, "quantity": 1 });
    let item = |price: i64, unit: Value| json!([{ "name": "Pide", "amount": 1, "price": price, "unitPrice": unit, "options": [option] }]);
    let prices = json!({ "total": { "amountAsPenny": 20_100 }, "discounted": { "amountAsPenny": 18_100 } });
    let expected = (vec![(1, 16_900, 20_100)], [20_100, 2_000, 18_100]);
    for items in [
        // On top; inside; a `unitPrice` that is missing, the dish alone, or holds the option.
        item(16_900, json!(null)),
        item(16_900, json!(16_900)),
        item(16_900, json!(20_100)),
        item(20_100, json!(null)),
        item(20_100, json!(20_100)),
        item(20_100, json!(16_900)),
    ] {
        assert_eq!(sums(items.clone(), prices.clone()), expected, "{items}");
    }
    // What does not divide into pieces is shown to the nearest kuruş, the line as it is.
    let three = json!([{ "name": "Pide", "amount": 3, "price": 10_000 }]);
    assert_eq!(sums(three, json!({ "total": 10_000 })).0, [(3, 3_333, 10_000)]);
}

#[test]
fn wishes_couriers_and_places_are_read() {
    let mut order = order();
    order["extendedProperties"] = json!({ "saveGreen": true, "contactlessDelivery": true, "ringDoorBell": false });
    order["deliveryProvider"] = json!("Migros");
    order["customer"] = json!({
        "firstName": "Deniz", "lastName": "Yıldız",
        "deliveryAddress": {
            "detail": "Caferağa Mah. Moda Cd. 5", "district": { "name": "Caferağa" }, "town": "Kadıköy",
            "geoLocation": { "latitude": "bozuk", "longitude": 29.0 }
        }
    });
    let read = content(&order);
    assert_eq!(read.flags, [Flag::NoCutlery, Flag::DoNotRing, Flag::LeaveAtDoor]);
    assert_eq!(read.delivery_type, DeliveryType::PlatformCourier);
    let address = read.customer.address;
    assert_eq!(read.customer.name.as_deref(), Some("Deniz Yıldız"));
    assert_eq!(address.line.as_deref(), Some("Caferağa Mah. Moda Cd. 5"), "the quarter is not said twice");
    assert_eq!((address.district.as_deref(), address.lat, address.lon), (Some("Kadıköy"), None, Some(29.0)));
    order["extendedProperties"] = json!({ "ringDoorBell": true });
    assert_eq!(content(&order).flags, []);
    order["deliveryProvider"] = json!("DRONE");
    assert_eq!(content(&order).problems, ["deliveryProvider"]);
}

#[test]
fn the_number_that_people_say_is_the_short_code_or_the_ids_end() {
    let code = |order: &Value| report(order).arrival.unwrap().code;
    let mut order = order();
    assert_eq!(code(&order).as_deref(), Some("2345"));
    order["extendedProperties"] = json!({ "shortCode": "A17" });
    assert_eq!(code(&order).as_deref(), Some("A17"));
    order["extendedProperties"] = json!({ "shortCode": "" });
    order["id"] = json!("7");
    assert_eq!(code(&order).as_deref(), Some("7"));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let names = prop::sample::select(vec![
            "id",
            "items",
            "options",
            "subOptions",
            "prices",
            "total",
            "discounted",
            "amountAsPenny",
            "payment",
            "type",
            "name",
            "amount",
            "price",
            "quantity",
            "primaryPrice",
            "customer",
            "store",
            "status",
            "log",
            "createdAsMs",
        ]);
        let fields = prop::collection::vec((names, inner.clone()), 0..8);
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Value::from),
            fields.prop_map(|fields| fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_sent_becomes_an_order(json in any_json()) {
        let report = report(&json);
        let arrival = report.arrival.unwrap();
        prop_assert!(!report.provider_order_id.is_empty());
        prop_assert!(arrival.content.items.iter().all(|item| item.quantity > 0 && item.total >= Money(0)));
        prop_assert!(arrival.content.amount.total >= Money(0) && arrival.content.amount.discount >= Money(0));
    }
}
