//! Cancellations, whoever makes them.

use super::{
    Branch,
    fake::{id, package, with},
};
use crate::harness::eventually;
use serde_json::{Value, json};

fn reasons(branch: &Branch, number: u32) -> Vec<String> {
    let reply = branch.garson.get(&format!("/web-api/v1/orders/reasons/{}", id(number)));
    let list = reply.data()["reasons"].as_array().unwrap().clone();
    list.iter().map(|reason| reason["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_restaurant_cancels_with_a_reason_that_fits_the_delivery() {
    let branch = Branch::open();
    let mut two = package(1);
    let piece = |id: &str, is_cancelled: bool| json!({ "packageItemId": id, "isCancelled": is_cancelled });
    two["lines"][0]["items"] = json!([piece("91", false), piece("92", true), piece("93", false)]);
    let order = branch.take(two);
    assert_eq!(order["items"][0]["quantity"], 2);
    assert_eq!(reasons(&branch, 1), ["621", "622", "623", "624", "626", "627"]);
    assert_eq!(branch.cancel(1, json!({ "reason": "624", "note": "kurye yok" })).data()["status"], 1600);
    let told = json!({ "packageId": id(1), "itemIdList": ["91", "93"], "reasonId": 624 });
    assert_eq!(branch.said("unsupplied"), told);
    let cancellation = branch.order(1)["cancellation"].clone();
    assert_eq!((&cancellation["reason"], &cancellation["note"]), (&json!("624"), &json!("kurye yok")));

    branch.take(with(package(2), "deliveryType", json!("GO")));
    assert_eq!(reasons(&branch, 2), ["621", "622", "623", "627"]);
    for reason in ["624", "625", "601", "x"] {
        branch.cancel(2, json!({ "reason": reason })).refused(422, "reason_not_accepted");
    }
    assert_eq!(branch.told("unsupplied"), 1);
    // Also after it was accepted; without a reason the kitchen cannot make it.
    branch.verify(2).data();
    branch.cancel(2, json!({})).data();
    assert_eq!(branch.said("unsupplied")["reasonId"], 623);
    assert_eq!(branch.order(2)["cancellation"]["reason"], "623");
    assert_eq!(branch.host.fake().status(&id(2)), "UnSupplied");
    // Our own cancellation, read back by the next polls, changes nothing.
    let before = branch.host.heard().len();
    eventually("it is asked again", || (branch.host.heard().len() > before + 2).then_some(()));
    assert_eq!((&branch.order(1)["status"], &branch.order(2)["status"]), (&json!(1600), &json!(1600)));
}

#[test]
fn a_cancellation_over_there_is_seen_by_the_next_poll() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.take(package(2));
    branch.verify(2).data();
    branch.host.fake().cancel(&id(1), 625, "Zamanında onaylanmadı");
    branch.host.fake().set(&id(2), "UnSupplied");
    let order = branch.await_status(1, 1500);
    let cancellation = &order["cancellation"];
    assert_eq!((&cancellation["reason"], &cancellation["by"]), (&json!("625"), &json!("platform")));
    assert_eq!(cancellation["name"], "Zamanında onaylanmadı");
    // On the platform's own screen the restaurant has cancelled it.
    branch.await_status(2, 1600);
}

#[test]
fn a_cancellation_that_is_pushed_counts_at_once() {
    let branch = Branch::open();
    for number in [1, 2] {
        branch.take(package(number));
    }
    let body = json!({
        "id": id(1), "orderNumber": "2001", "orderCode": "K1", "timestamp": 1, "status": "Cancelled",
        "cancelInfo": { "reasonCode": 601, "reason": "Yanlış adres" },
    });
    branch.push("cancelled", body.to_string().as_bytes()).json["success"].as_bool().filter(|ok| *ok).unwrap();
    let order = branch.order(1);
    assert_eq!((&order["status"], &order["cancellation"]["name"]), (&json!(1500), &json!("Yanlış adres")));
    branch.push("unsupplied", json!({ "id": id(2) }).to_string().as_bytes());
    assert_eq!(branch.order(2)["status"], 1600);
    // One that nobody here knows, and a second time.
    for number in [1, 7] {
        assert_eq!(branch.push("cancelled", json!({ "id": id(number) }).to_string().as_bytes()).status, 200);
    }
    assert_eq!(branch.order(1)["status"], 1500);
}

#[test]
fn an_order_that_is_gone_over_there_can_no_longer_be_moved_here() {
    let branch = Branch::open();
    type Act = fn(&Branch) -> crate::harness::Reply;
    let acts: [(u32, Act); 3] = [
        (1, |branch| branch.verify(1)),
        (2, |branch| branch.cancel(2, json!({ "reason": "621" }))),
        (3, |branch| branch.advance(3)),
    ];
    for (number, _) in &acts {
        branch.take(package(*number));
    }
    branch.verify(3).data();
    for (number, act) in acts {
        branch.host.fake().cancel(&id(number), 601, "Yanlış adres");
        let refused = act(&branch);
        let details: &Value = &refused.refused(409, "order_closed")["details"];
        assert_eq!(details["status"], 1500, "{number}");
        assert_eq!(branch.order(number)["cancellation"]["reason"], "601");
    }
}
