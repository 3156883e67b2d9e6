//! How a package is read, case by case, and what it costs, reading by reading.

use super::{items, order, price};
use crate::{
    loose::Paper,
    report::{MADE_UP, Report, ToldCancellation},
};
use model::{
    Currency, Status,
    money::MOST,
    order::{Address, Amount, Content, DeliveryType},
};
use serde_json::{Value, json, value::to_raw_value};

fn read_of(package: &Value) -> (Report, Content) {
    let report = order::read(&to_raw_value(package).unwrap(), Currency::TRY);
    let content = report.arrival.clone().unwrap().content;
    (report, content)
}

#[test]
fn every_status_has_its_place_and_shows_what_was_done() {
    use Status::*;
    for (word, status, done) in [
        ("Created", New, &[] as &[&str]),
        ("Picking", Preparing, &["picked"]),
        ("Invoiced", Preparing, &["picked", "invoiced"]),
        ("Shipped", OnTheWay, &["picked", "invoiced", "manual-shipped"]),
        ("Delivered", Delivered, &["picked", "invoiced", "manual-shipped", "manual-delivered"]),
        ("Cancelled", CancelledByCustomer, &[]),
        ("UnSupplied", CancelledByRestaurant, &["unsupplied"]),
        ("UnPacked", CancelledByCustomer, &[]),
        ("Returned", CancelledByCustomer, &[]),
    ] {
        let (report, _) = read_of(&json!({ "id": "1", "packageStatus": word }));
        assert_eq!((report.status, report.strange, &*report.done), (Some(status), None, done), "{word}");
    }
    let (report, _) = read_of(&json!({ "packageStatus": "Teleported" }));
    assert_eq!((report.status, report.strange.as_deref()), (None, Some("Teleported")));
}

#[test]
fn who_delivers() {
    for (package, delivery, is_clear) in [
        (json!({ "deliveryType": "GO" }), DeliveryType::PlatformCourier, true),
        (json!({ "deliveryType": "STORE" }), DeliveryType::RestaurantCourier, true),
        (json!({ "deliveryType": "STORE", "storePickupSelected": true }), DeliveryType::Pickup, true),
        (json!({ "deliveryType": "GO", "storePickupSelected": true }), DeliveryType::Pickup, true),
        (json!({ "deliveryType": "DRONE" }), DeliveryType::RestaurantCourier, false),
        (json!({}), DeliveryType::RestaurantCourier, false),
    ] {
        let (_, content) = read_of(&package);
        assert_eq!(content.delivery_type, delivery, "{package}");
        assert_eq!(!content.problems.contains(&"deliveryType".to_owned()), is_clear, "{package}");
    }
}

#[test]
fn a_note_is_read_wherever_it_stands() {
    let note = |of_order: Value, of_customer: Value| {
        read_of(&json!({ "customerNote": of_order, "customer": { "firstName": "Deniz", "note": of_customer } })).1.note
    };
    let allergy = "Fıstık alerjim var";
    assert_eq!(note(json!(""), json!(allergy)).as_deref(), Some(allergy));
    assert_eq!(note(json!("Acı olsun"), json!(allergy)).as_deref(), Some("Acı olsun\nFıstık alerjim var"));
    assert_eq!(note(json!(allergy), json!(allergy)).as_deref(), Some(allergy), "it is not said twice");
    let more = note(json!("fıstıklı baklava da ekleyin"), json!("fıstık"));
    assert_eq!(more.as_deref(), Some("fıstıklı baklava da ekleyin\nfıstık"), "a part of a word is another word");
    assert_eq!(note(json!(null), json!(null)), None);
}

#[test]
fn what_hides_an_address_is_not_shown_as_one() {
    let (_, content) = read_of(&json!({
        "callCenterPhone": "0850",
        "customer": { "firstName": "Deniz", "lastName": "Trendyol Yemek" },
        "address": {
            "address1": "Deneme Sok. No: 12, Örnek Mah", "neighborhood": "Örnek Mah", "apartmentNumber": "TGO Yemek",
            "floor": "Trendyol Yemek", "doorNumber": " tgo yemek ", "latitude": "Trendyol Yemek", "longitude": "28.9",
            "pinCode": 12345678, "city": "İstanbul",
        },
    }));
    let customer = content.customer;
    assert_eq!((customer.name.as_deref(), customer.phone.as_deref()), (Some("Deniz"), Some("0850")));
    assert_eq!(customer.phone_code.as_deref(), Some("12345678"));
    let address = Address {
        line: Some("Deneme Sok. No: 12, Örnek Mah".into()),
        city: Some("İstanbul".into()),
        lon: Some(28.9),
        ..Address::default()
    };
    assert_eq!(customer.address, address);
}

#[test]
fn what_is_left_beside_a_mask_is_shown_and_a_place_that_is_hidden_in_part_is_none() {
    let (_, content) = read_of(&json!({
        "callCenterPhone": "TGO Yemek",
        "customer": { "firstName": "DenizTGO Yemek", "lastName": "TGO Yemek" },
        "address": {
            "address1": "Yemek Sok. No: 5, TGO Yemek", "apartmentNumber": "12 TGO Yemek", "floor": "2TGO Yemek",
            "doorNumber": "Trendyol Yemek", "phone": "trendyol yemek", "pinCode": "TGO Yemek",
            "latitude": "41TGO Yemek", "longitude": "TGO Yemek",
        },
    }));
    let customer = content.customer;
    assert_eq!((customer.name.as_deref(), customer.phone, customer.phone_code), (Some("Deniz"), None, None));
    let address = Address {
        line: Some("Yemek Sok. No: 5".into()),
        door_number: Some("12".into()),
        floor: Some("2".into()),
        ..Address::default()
    };
    assert_eq!(customer.address, address);
}

#[test]
fn an_order_that_says_nothing_is_read_with_its_problems() {
    let (report, content) = read_of(&json!({}));
    assert!(report.provider_order_id.starts_with(MADE_UP));
    assert_eq!(content.problems, ["id", "packageStatus", "lines", "totalPrice", "payment.paymentType", "deliveryType"]);
    for odd in [json!(null), json!([]), json!("x"), json!({ "lines": 3, "address": [], "payment": "x" })] {
        let (_, content) = read_of(&odd);
        assert!(!content.problems.is_empty(), "{odd}");
    }
}

#[test]
fn an_id_that_is_made_up_stays_the_same_while_the_package_changes() {
    let id = |status: &str| read_of(&json!({ "orderNumber": "200", "packageStatus": status })).0.provider_order_id;
    assert_eq!(id("Created"), id("Picking"));
}

#[test]
fn a_cancellation_says_why_and_by_whom() {
    let info = json!({ "reasonCode": 601, "reason": "Yanlış adres", "reasonType": "CUSTOMER" });
    let (report, _) = read_of(&json!({ "packageStatus": "Cancelled", "cancelInfo": info }));
    let expected = ToldCancellation {
        reason: Some("601".into()),
        name: Some("Yanlış adres".into()),
        note: None,
        by_customer: true,
    };
    assert_eq!(report.cancelled, expected);
}

#[test]
fn a_package_that_is_over_without_a_reason_says_what_became_of_it() {
    let name = |package: &Value| read_of(package).0.cancelled.name;
    assert!(name(&json!({ "packageStatus": "UnPacked" })).unwrap().contains("UnPacked"));
    assert!(name(&json!({ "packageStatus": "returned" })).unwrap().contains("iade"));
    let told = json!({ "packageStatus": "Returned", "cancelInfo": { "reason": "Adres yok" } });
    assert_eq!(name(&told).as_deref(), Some("Adres yok"));
    assert_eq!(name(&json!({ "packageStatus": "Cancelled" })), None);
}

#[test]
fn the_customers_number_is_read_whatever_else_is_there() {
    let number_of = |package: Value| order::number(package.to_string().as_bytes());
    assert_eq!(number_of(json!({ "id": "a", "orderNumber": "200", "lines": [] })).as_deref(), Some("200"));
    assert_eq!(number_of(json!({ "orderNumber": 200 })).as_deref(), Some("200"));
    for odd in [json!({}), json!({ "orderNumber": null }), json!({ "orderNumber": 0 }), json!([]), json!("x")] {
        assert_eq!(number_of(odd.clone()), None, "{odd}");
    }
    assert_eq!(order::number(b""), None);
}

#[test]
fn getirs_orders_are_known_by_the_apps_name() {
    let raw = |name: &str| json!({ "userInformation": { "appName": name } }).to_string();
    assert!(order::is_from_getir(raw("Galaxy").as_bytes()));
    assert!(
        !order::is_from_getir(raw("TrendyolGo").as_bytes())
            && !order::is_from_getir(b"")
            && !order::is_from_getir(b"[]")
    );
}

/// Of each line how many, the dish and all of it; subtotal, discount, delivery and total.
type PricedLines = (Vec<(u32, Option<i64>, i64)>, [i64; 4]);

fn settled(package: &Value) -> PricedLines {
    let paper = Paper::of(&to_raw_value(package).unwrap());
    let (items, amount) = price::read(&paper.root(), items::read(&paper.root(), true), Currency::TRY);
    let Amount { subtotal, discount, delivery_fee, total, .. } = amount;
    let lines = items.iter().map(|item| (item.quantity, item.unit_price.map(|price| price.0), item.total.0));
    (lines.collect(), [subtotal.0, discount.0, delivery_fee.0, total.0])
}

fn two_menus(total: f64, fee: f64, pieces: &Value) -> Value {
    json!({
        "totalPrice": total, "totalDeliveryPrice": fee,
        "lines": [{ "name": "Menü", "unitSellingPrice": 200, "items": [pieces, pieces],
            "modifierProducts": [{ "name": "Ayran", "price": 15 }] }],
    })
}

/// One line with an option of 6.00 that lies two deep.
fn one(price: f64, selling: f64, total: f64) -> Value {
    let sauce = json!({ "name": "Sos", "price": 6 });
    let menu = json!({ "name": "Menü", "price": 0, "modifierProducts": [sauce] });
    json!({ "totalPrice": total, "lines": [
        { "name": "Burger", "price": price, "unitSellingPrice": selling, "items": [{}], "modifierProducts": [menu] },
    ] })
}

#[test]
fn the_dish_is_shown_without_its_options_whichever_field_holds_them() {
    // The platform's own sample.
    assert_eq!(settled(&one(34.99, 40.99, 40.99)), (vec![(1, Some(3_499), 4_099)], [4_099, 0, 0, 4_099]));
    // Both fields without, both with, `price` alone with the option on top.
    assert_eq!(settled(&one(34.99, 34.99, 40.99)), (vec![(1, Some(3_499), 4_099)], [4_099, 0, 0, 4_099]));
    assert_eq!(settled(&one(40.99, 40.99, 40.99)), (vec![(1, Some(3_499), 4_099)], [4_099, 0, 0, 4_099]));
    assert_eq!(settled(&one(50.0, 99.0, 56.0)), (vec![(1, Some(5_000), 5_600)], [5_600, 0, 0, 5_600]));
    // What holds the option is never counted with it again, also where the gap is just as large.
    assert_eq!(settled(&one(34.99, 40.99, 46.99)), (vec![(1, Some(3_499), 4_099)], [4_099, 0, 0, 4_699]));
}

#[test]
fn options_are_added_where_only_that_adds_up() {
    let piece = json!({});
    let inside = (vec![(2, Some(18_500), 40_000)], [40_000, 0, 2_499, 42_499]);
    assert_eq!(settled(&two_menus(424.99, 24.99, &piece)), inside);
    let on_top = (vec![(2, Some(20_000), 43_000)], [43_000, 0, 2_499, 45_499]);
    assert_eq!(settled(&two_menus(454.99, 24.99, &piece)), on_top);
    // A kuruş a piece is rounding: it tells the way, and the sums stay as they are.
    let near = (vec![(2, Some(20_000), 43_000)], [43_000, 0, 0, 43_002]);
    assert_eq!(settled(&two_menus(430.02, 0.0, &piece)), near);
}

#[test]
fn a_price_may_be_of_all_pieces_and_a_quantity_of_the_line() {
    let line = |price: f64, quantity: Value, pieces: usize| {
        json!({ "totalPrice": 400, "lines": [
            { "name": "Pide", "price": price, "quantity": quantity, "items": vec![json!({}); pieces] },
        ] })
    };
    let two = (vec![(2, Some(20_000), 40_000)], [40_000, 0, 0, 40_000]);
    assert_eq!(settled(&line(400.0, Value::Null, 2)), two);
    assert_eq!(settled(&line(200.0, Value::Null, 2)), two);
    assert_eq!(settled(&line(200.0, json!(2), 0)), two);
    assert_eq!(settled(&line(200.0, json!(2), 1)), two);
    // The pieces are what is known best.
    assert_eq!(settled(&line(400.0, json!(2), 1)).0, [(1, Some(40_000), 40_000)]);
}

#[test]
fn the_sellers_discount_is_the_packages_or_else_that_of_its_pieces() {
    let piece = json!({
        "promotions": [{ "amount": { "seller": 10 } }], "coupon": { "amount": { "seller": 2.5 } },
    });
    let menus = vec![(2, Some(18_500), 40_000)];
    assert_eq!(settled(&two_menus(375.0, 0.0, &piece)), (menus.clone(), [40_000, 2_500, 0, 37_500]));
    let mut package = two_menus(350.0, 0.0, &json!({}));
    package["promotions"] = json!([{ "totalSellerAmount": 30 }]);
    package["coupon"] = json!({ "totalSellerAmount": 20 });
    assert_eq!(settled(&package), (menus.clone(), [40_000, 5_000, 0, 35_000]));
    // Of another shape it is not told, and nothing is made up in its place.
    package["promotions"] = json!({ "of": "another shape" });
    package["coupon"] = json!("too");
    assert_eq!(settled(&package), (menus, [40_000, 0, 0, 35_000]));
}

#[test]
fn a_discount_that_is_still_in_the_total_is_taken_off() {
    let mut package = two_menus(420.0, 20.0, &json!({}));
    package["promotions"] = json!([{ "totalSellerAmount": 50 }]);
    assert_eq!(settled(&package), (vec![(2, Some(18_500), 40_000)], [40_000, 5_000, 2_000, 37_000]));
    // As much as the options cost, so that both hold: then the total is what is asked for.
    package["promotions"] = json!([{ "totalSellerAmount": 30 }]);
    assert_eq!(settled(&package), (vec![(2, Some(20_000), 43_000)], [43_000, 3_000, 2_000, 42_000]));
    // Unless `price` shows that the options are in the lines.
    package["lines"][0]["price"] = json!(185);
    assert_eq!(settled(&package), (vec![(2, Some(18_500), 40_000)], [40_000, 3_000, 2_000, 39_000]));
    // More than the total can hold was not in it.
    package["promotions"] = json!([{ "totalSellerAmount": 900 }]);
    assert_eq!(settled(&package).1, [40_000, 90_000, 2_000, 42_000]);
}

#[test]
fn older_answers_tell_the_platforms_part_of_a_discount() {
    let piece = json!({ "promotions": [{ "amount": { "seller": 10, "trendyol": 15, "total": 25 } }] });
    let discount = |total: f64| {
        let [_, discount, _, billed] = settled(&two_menus(total, 0.0, &piece)).1;
        (discount, billed)
    };
    assert_eq!(discount(350.0), (5_000, 35_000));
    assert_eq!(discount(380.0), (2_000, 38_000));
    assert_eq!(discount(400.0), (2_000, 38_000));
    let unsummed = json!({ "promotions": [{ "amount": { "seller": 10, "trendyol": 15 } }] });
    assert_eq!(settled(&two_menus(350.0, 0.0, &unsummed)).1, [40_000, 5_000, 0, 35_000]);
}

#[test]
fn what_is_left_of_a_package_adds_up_without_what_was_cancelled() {
    let piece = |is_cancelled: bool| json!({ "packageItemId": 91, "isCancelled": is_cancelled, "promotions": [{ "amount": { "seller": 10 } }] });
    let package = json!({
        "totalPrice": 410, "totalDeliveryPrice": 30,
        // Still of the whole.
        "promotions": [{ "totalSellerAmount": 40 }],
        "lines": [
            { "name": "Pide", "quantity": 3, "price": 200, "unitSellingPrice": 200,
              "items": [piece(false), piece(true), piece(false)] },
            { "name": "Ayran", "quantity": 1, "price": 40, "unitSellingPrice": 40, "items": [piece(true)] },
        ],
    });
    assert_eq!(settled(&package), (vec![(2, Some(20_000), 40_000)], [40_000, 2_000, 3_000, 41_000]));
}

#[test]
fn a_gap_that_no_field_explains_stays_one() {
    let piece = json!({});
    let menus = || vec![(2, Some(18_500), 40_000)];
    // Less may be the platform's own campaign, more something that no line tells: neither is said.
    assert_eq!(settled(&two_menus(300.0, 20.0, &piece)), (menus(), [40_000, 0, 2_000, 30_000]));
    assert_eq!(settled(&two_menus(500.0, 0.0, &piece)), (menus(), [40_000, 0, 0, 50_000]));
    let line = json!({ "name": "Döner", "price": 220, "unitSellingPrice": 220, "items": [{}] });
    let sample = json!({ "totalPrice": 602.7, "lines": [line] });
    assert_eq!(settled(&sample), (vec![(1, Some(22_000), 22_000)], [22_000, 0, 0, 60_270]));
    // An option that costs more than the whole is told beside it.
    let mut package = two_menus(999.0, 0.0, &piece);
    package["lines"][0]["modifierProducts"][0]["price"] = json!(250);
    assert_eq!(settled(&package), (vec![(2, Some(20_000), 40_000)], [40_000, 0, 0, 99_900]));
    let mut package = two_menus(0.0, 20.0, &piece);
    package["totalPrice"] = Value::Null;
    assert_eq!(settled(&package), (menus(), [40_000, 0, 2_000, 42_000]));
    assert_eq!(settled(&json!({})), (vec![], [0, 0, 0, 0]));
}

#[test]
fn no_sum_leaves_the_range_of_amounts() {
    let most = json!({ "name": "x", "unitSellingPrice": 1e9, "items": [{}, {}],
        "modifierProducts": [{ "name": "y", "price": 1e9 }, { "name": "z", "price": 1e9 }] });
    for price in [json!(1e9), json!(null), json!(0.01)] {
        let (items, amounts) = settled(&json!({ "totalPrice": price, "lines": [most, most] }));
        let of_items = items.iter().flat_map(|(_, dish, total)| [dish.unwrap_or_default(), *total]);
        assert!(of_items.chain(amounts).all(|amount| (0..=MOST.0).contains(&amount)), "{items:?} {amounts:?}");
    }
}
