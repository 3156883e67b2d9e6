//! Packages that lose a part, are split up, come back, or are replaced by another.

use super::{
    Branch,
    fake::{Trouble, id, package, with},
};
use crate::harness::eventually;
use serde_json::{Value, json};

/// Two dürüms at 200 and the delivery.
pub fn two(number: u32) -> Value {
    let mut two = with(package(number), "totalPrice", json!(424.99));
    let piece = |id: u32| json!({ "packageItemId": id, "isCancelled": false, "promotions": [], "coupon": null });
    two["lines"][0]["items"] = json!([piece(91), piece(92)]);
    two["lines"][0]["quantity"] = json!(2);
    two
}

/// What the restaurant sees of it: the status, how many, the total and what there is to look at.
fn seen(order: &Value) -> (u64, u64, f64, Value) {
    let number = |value: &Value| value.as_u64().unwrap();
    let total = order["amount"]["total"].as_f64().unwrap();
    (number(&order["status"]), number(&order["items"][0]["quantity"]), total, order["problems"].clone())
}

#[test]
fn an_order_that_loses_a_part_shows_what_is_left() {
    let branch = Branch::open();
    branch.take(two(1));
    branch.verify(1).data();
    branch.host.fake().cancel_part(&id(1), 200.0);
    let is_changed = || Some(branch.order(1)).filter(|order| order["changes"] != json!([]));
    let order = eventually("the change is seen", is_changed);
    assert_eq!(seen(&order), (500, 1, 224.99, json!([])));
    assert_eq!(order["changes"][0]["items"]["before"][0]["quantity"], 2);
    // What is cancelled then is what is left.
    branch.cancel(1, json!({})).data();
    assert_eq!(branch.said("unsupplied")["itemIdList"], json!(["91"]));
    // One that comes when that is over has what is left of it, and adds up.
    {
        let mut fake = branch.host.fake();
        fake.place(two(2));
        fake.cancel_part(&id(2), 200.0);
    }
    let order = eventually("the order arrives", || branch.find(&id(2)));
    assert_eq!(seen(&order), (400, 1, 224.99, json!([])));
}

#[test]
fn a_push_of_a_part_reads_the_package_and_cancels_nothing() {
    let branch = Branch::open();
    for number in [1, 2] {
        branch.take(two(number));
        branch.verify(number).data();
    }
    // From here on only a push can tell.
    branch.host.fake().fine_lists = Some(0);
    let line = |gone: u32, left: u32| json!({ "items": [{ "packageItemId": left, "isCancelled": false }, { "packageItemId": gone, "isCancelled": true }] });
    let body = |number: u32, rest: Value| {
        let mut body =
            json!({ "id": id(number), "orderNumber": "1", "timestamp": 1, "cancelInfo": { "reasonCode": 621 } });
        body.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        body.to_string()
    };
    branch.host.fake().cancel_part(&id(1), 200.0);
    let bodies = [
        body(1, json!({ "status": "Picking", "lines": [line(92, 91)] })),
        body(1, json!({ "lines": [line(92, 91)] })),
        body(1, json!({ "status": "UnSupplied", "lines": [line(92, 91)] })),
        body(1, json!({ "status": "Partly" })),
    ];
    for body in &bodies {
        assert_eq!(branch.push("unsupplied", body.as_bytes()).json, json!({ "success": true }), "{body}");
        assert_eq!(seen(&branch.order(1)), (500, 1, 224.99, json!([])), "{body}");
        assert_eq!(branch.order(1)["changes"].as_array().unwrap().len(), 1, "{body}");
    }
    // While it cannot be read, the platform is told to send it again, and nothing is done.
    branch.host.fake().trouble("0002", 1, Trouble::Status(500));
    let part = body(2, json!({ "status": "Picking" }));
    branch.push("cancelled", part.as_bytes()).refused(502, "platform_rejected");
    assert_eq!(seen(&branch.order(2)), (500, 2, 424.99, json!([])));
    // All of it is a cancellation, without a look.
    let whole = json!({ "status": "UnSupplied", "lines": [{ "items": [{ "isCancelled": true }] }] });
    assert_eq!(branch.push("unsupplied", body(2, whole).as_bytes()).status, 200);
    assert_eq!(branch.order(2)["status"], 1600);
}

#[test]
fn a_package_that_was_split_up_or_came_back_is_over() {
    let branch = Branch::open();
    for number in [1, 2, 3] {
        branch.take(package(number));
        branch.verify(number).data();
    }
    branch.host.fake().set(&id(1), "UnPacked");
    // No list shows it: that it is gone is seen when somebody moves it, or within minutes.
    let details = branch.advance(1).refused(409, "order_closed")["details"].clone();
    assert_eq!(details["status"], 1500);
    let cancellation = branch.order(1)["cancellation"].clone();
    assert_eq!(cancellation["by"], "platform");
    assert!(cancellation["name"].as_str().unwrap().contains("UnPacked"), "{cancellation}");
    let returned = |number: u32| json!({ "id": id(number), "status": "Returned" }).to_string();
    assert_eq!(branch.push("cancelled", returned(2).as_bytes()).status, 200);
    let order = branch.order(2);
    assert_eq!(order["status"], 1500);
    assert!(order["cancellation"]["name"].as_str().unwrap().contains("Returned"), "{order}");
    // A delivery that the platform has confirmed is not undone.
    branch.push("delivered", json!({ "id": id(3) }).to_string().as_bytes());
    assert_eq!(branch.push("cancelled", returned(3).as_bytes()).status, 200);
    assert_eq!(branch.order(3)["status"], 900);
}

#[test]
fn a_package_that_replaces_another_says_which() {
    let branch = Branch::open();
    let first = branch.take(package(1));
    assert_eq!(first["possibleDuplicateOf"], Value::Null);
    // The same customer's number under a new id, with something else in it.
    let again = branch.take(with(two(2), "orderNumber", package(1)["orderNumber"].clone()));
    assert_eq!((&again["possibleDuplicateOf"], &again["status"]), (&first["id"], &json!(400)));
    let third = branch.take(with(package(3), "orderNumber", package(1)["orderNumber"].clone()));
    assert_eq!(third["possibleDuplicateOf"], again["id"], "the latest of them");
    assert_eq!(branch.take(package(4))["possibleDuplicateOf"], Value::Null);
    for number in [5, 6] {
        let unnumbered = branch.take(with(package(number), "orderNumber", Value::Null));
        assert_eq!(unnumbered["possibleDuplicateOf"], Value::Null);
    }
    // The old one goes its own way.
    branch.host.fake().cancel(&id(1), 641, "Paket yenilendi");
    assert_eq!(branch.await_status(1, 1500)["cancellation"]["name"], "Paket yenilendi");
    assert_eq!(branch.order(2)["status"], 400);
}
