//! Payloads that were met elsewhere, composed anew: sums with toppings beside what was paid, the placeholders of the
//! published sample, a basket that was changed, a code for whoever collects the order.

use super::{Rig, an_order, bearer, fake::Middleware, fake::SHOP, for_pickup, remote_id};
use serde_json::{Value, json};

const SAMPLE: &str = include_str!("sample.json");
const TOPPINGS: &str = include_str!("toppings.json");

fn problems(detail: &Value) -> Vec<&str> {
    detail["problems"].as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

#[test]
fn toppings_beside_what_was_paid_and_every_fee_add_up() {
    let rig = Rig::start(Middleware::new());
    let mut order: Value = serde_json::from_str(TOPPINGS).unwrap();
    remote_id(&rig.push_order(&order));
    let detail = rig.show("toppings");
    assert_eq!(problems(&detail), Vec::<&str>::new());
    let item = &detail["items"][0];
    assert_eq!((&item["unitPrice"], &item["total"]), (&json!(6), &json!(13.5)));
    let sums = ["subtotal", "discount", "deliveryFee", "fees", "tip", "total"].map(|name| &detail["amount"][name]);
    assert_eq!(sums, [&json!(13.5), &json!(1), &json!(0), &json!(3), &json!(5), &json!(20.5)]);
    // The same with the toppings inside.
    order["token"] = json!("inside");
    order["products"][0]["paidPrice"] = json!("13.50");
    remote_id(&rig.push_order(&order));
    let detail = rig.show("inside");
    assert_eq!((problems(&detail).len(), &detail["items"][0]["total"]), (0, &json!(13.5)));
    // Where no reading comes to the total, what was told stays, and it is said.
    order["token"] = json!("odd");
    order["price"]["grandTotal"] = json!("99.00");
    remote_id(&rig.push_order(&order));
    let detail = rig.show("odd");
    assert_eq!((problems(&detail), &detail["amount"]["total"]), (vec!["amounts"], &json!(99)));
}

#[test]
fn the_placeholders_of_the_published_sample_are_an_order_with_problems() {
    let rig = Rig::start(Middleware::new());
    let mut sample: Value = serde_json::from_str(SAMPLE).unwrap();
    for (token, delivery) in
        [("full", sample["delivery"].clone()), ("null", json!({ "address": null })), ("none", Value::Null)]
    {
        sample["token"] = json!(token);
        sample["delivery"] = delivery;
        remote_id(&rig.push_order(&sample));
        let detail = rig.show(token);
        for problem in [
            "products[0].name",
            "products[1].quantity",
            "products[1].paidPrice",
            "discounts[0].amount",
            "price.grandTotal",
        ] {
            assert!(problems(&detail).contains(&problem), "{problem} is not in {:?}", problems(&detail));
        }
        assert_eq!((detail["items"].as_array().unwrap().len(), &detail["items"][1]["quantity"]), (2, &json!(1)));
    }
}

#[test]
fn a_changed_basket_is_shown_and_flagged_where_nobody_says_to_what() {
    let rig = Rig::start(Middleware::new());
    let changed = |order: Value| json!({ "status": "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL", "updatedOrder": order });
    let flagged = |token: &str| problems(&rig.show(token)).contains(&"content");
    let same = rig.dispatch(&an_order("same"));
    assert_eq!(rig.push_status(&same, changed(an_order("same"))).status, 200);
    assert!(!flagged("same"));

    let mut fewer = an_order("fewer");
    let id = rig.dispatch(&fewer);
    fewer["products"].as_array_mut().unwrap().pop();
    fewer["price"]["grandTotal"] = json!("370.00");
    assert_eq!(rig.push_status(&id, changed(fewer)).status, 200);
    let detail = rig.show("fewer");
    assert!(!flagged("fewer"));
    assert_eq!((detail["items"].as_array().unwrap().len(), &detail["amount"]["total"]), (1, &json!(370)));
    assert_eq!(detail["changes"][0]["amount"]["before"]["total"], 405);

    // Also where only a topping is another one.
    let mut other = an_order("other");
    let id = rig.dispatch(&other);
    other["products"][0]["selectedToppings"][0]["name"] = json!("Sucuk");
    // It comes without the addresses that it came with first, and is told of the acceptance all the same.
    other.as_object_mut().unwrap().remove("callbackUrls");
    assert_eq!(rig.push_status(&id, changed(other)).status, 200);
    assert_eq!(rig.show("other")["items"][0]["options"][0]["name"], "Sucuk");
    assert_eq!(rig.show("other")["changes"][0]["items"]["before"][0]["options"][0]["name"], "Kaşar");
    rig.garson.post("/web-api/v1/orders/verify/other", json!({})).data();
    assert_eq!(rig.told("other"), ["order_accepted"]);

    // Something changed and nobody says what.
    for (token, body) in [
        ("untold", json!({ "status": "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL" })),
        ("empty", changed(json!({}))),
        ("null", changed(Value::Null)),
        ("odd", changed(json!([1]))),
    ] {
        let id = rig.dispatch(&an_order(token));
        assert_eq!(rig.push_status(&id, body).status, 200);
        assert!(flagged(token), "{token}");
    }

    // One that is over is nobody's to compare, and an unknown one is not made by it.
    let over = rig.dispatch(&an_order("over"));
    rig.push_status(&over, json!({ "status": "ORDER_CANCELLED" }));
    assert_eq!(rig.push_status(&over, json!({ "status": "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL" })).status, 200);
    assert!(!flagged("over"));
    let count = rig.count();
    rig.push_status("019a8f00-1234-7abc-8def-0123456789ab", changed(an_order("new"))).refused(404, "order_not_found");
    assert_eq!(rig.count(), count);
    // A change that failed is none.
    rig.push_status(&same, json!({ "status": "PRODUCT_ORDER_MODIFICATION_FAILED", "updatedOrder": an_order("x") }));
    assert!(!flagged("same"));
}

#[test]
fn the_code_of_whoever_collects_it_is_on_the_order() {
    let rig = Rig::start(Middleware::new());
    rig.dispatch(&for_pickup("collected"));
    assert_eq!(rig.show("collected")["pickupCode"], "77");
    rig.dispatch(&an_order("delivered"));
    assert_eq!(rig.show("delivered")["pickupCode"], Value::Null);
}

#[test]
fn nothing_at_all_is_no_order_and_anything_of_one_is() {
    let rig = Rig::start(Middleware::new());
    let push = |body: &str| rig.push("POST", &format!("/order/{SHOP}"), body.as_bytes(), &bearer());
    for none in ["{}", r#"{"status":"x"}"#, r#"{"products":[],"price":{},"token":null}"#] {
        let refused = push(none);
        assert_eq!((refused.status, &refused.json["reason"]), (400, &json!("TECHNICAL_PROBLEM")), "{refused}");
    }
    assert_eq!(rig.count(), 0);
    for (at, some) in
        [r#"{"code":"k4vz"}"#, r#"{"products":[{}]}"#, r#"{"price":{"grandTotal":"5.00"}}"#].iter().enumerate()
    {
        remote_id(&push(some));
        assert_eq!(rig.count(), at + 1, "{some}");
    }
}
