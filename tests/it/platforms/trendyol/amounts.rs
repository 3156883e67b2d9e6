//! What an order costs, line by line and at the door, and that it is said where the sums do not add up.

use super::{
    Branch,
    fake::{package, with},
};
use serde_json::{Value, json};

#[track_caller]
fn pushed(branch: &Branch, package: &Value) -> Value {
    assert_eq!(branch.push("created", package.to_string().as_bytes()).json, json!({ "success": true }));
    branch.find(package["id"].as_str().unwrap()).expect("the order is here")
}

/// Subtotal, discount, delivery and total.
fn sums(order: &Value) -> [f64; 4] {
    ["subtotal", "discount", "deliveryFee", "total"].map(|field| order["amount"][field].as_f64().unwrap())
}

#[test]
fn an_option_two_levels_deep_is_counted_once_and_what_is_hidden_is_not_shown() {
    let branch = Branch::open();
    let nested: Value = serde_json::from_str(include_str!("nested.json")).unwrap();
    let order = pushed(&branch, &nested);
    assert_eq!((sums(&order), &order["problems"]), ([40.99, 0.0, 0.0, 40.99], &json!([])));
    let item = &order["items"][0];
    assert_eq!(
        (&item["unitPrice"], &item["total"], &item["id"]),
        (&json!(34.99), &json!(40.99), &json!("9000000000077"))
    );
    let drink = &item["options"][0]["options"][0];
    assert_eq!((&drink["price"], &drink["options"][0]["price"]), (&json!(0), &json!(6)));
    let customer = &order["customer"];
    assert_eq!((&customer["name"], &customer["phone"]), (&json!("Ece"), &json!("0850 222 22 22")));
    let address = &customer["address"];
    assert_eq!((&address["line"], &address["floor"]), (&json!("Örnek Mah, Yemek Sok. No: 9"), &json!("2")));
    for hidden in ["doorNumber", "flat", "lat", "lon"] {
        assert_eq!(address[hidden], Value::Null, "{hidden}");
    }
}

#[test]
fn a_gap_that_nothing_explains_is_billed_as_told_and_flagged() {
    let branch = Branch::open();
    let mut sample = with(package(1), "totalDeliveryPrice", json!(0));
    sample["totalPrice"] = json!(602.7);
    sample["lines"][0]["price"] = json!(220);
    sample["lines"][0]["unitSellingPrice"] = json!(220);
    let order = pushed(&branch, &sample);
    assert_eq!((sums(&order), &order["problems"]), ([220.0, 0.0, 0.0, 602.7], &json!(["amounts"])));
    assert_eq!((&order["items"][0]["unitPrice"], &order["items"][0]["total"]), (&json!(220), &json!(220)));
    // Less than the lines come to: the platform's own campaign, perhaps, but it does not say so.
    let order = pushed(&branch, &with(package(2), "totalPrice", json!(174.99)));
    assert_eq!((sums(&order), &order["problems"]), ([200.0, 0.0, 24.99, 174.99], &json!(["amounts"])));
}

#[test]
fn the_sellers_discount_is_taken_off_once_however_the_platform_counts() {
    let branch = Branch::open();
    let promotion = json!([{ "promotionId": 1, "description": "Kampanya", "totalSellerAmount": 30 }]);
    // 200 and 24.99 for delivery: with the discount taken off already, and still to be taken off.
    for (number, total) in [(1, 194.99), (2, 224.99)] {
        let order = with(with(package(number), "promotions", promotion.clone()), "totalPrice", json!(total));
        let order = pushed(&branch, &order);
        assert_eq!((sums(&order), &order["problems"]), ([200.0, 30.0, 24.99, 194.99], &json!([])), "{total}");
    }
    // As older answers have it, at the piece, where the platform's part is told too.
    let mut older = with(package(3), "totalPrice", json!(174.99));
    let amount = json!({ "seller": 30, "trendyol": 20, "total": 50 });
    older["lines"][0]["items"][0]["promotions"] = json!([{ "promotionId": 1, "amount": amount }]);
    let order = pushed(&branch, &older);
    assert_eq!((sums(&order), &order["problems"]), ([200.0, 50.0, 24.99, 174.99], &json!([])));
}
