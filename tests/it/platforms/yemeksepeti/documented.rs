//! What Yemeksepeti pushes, after the API document's own examples, and what becomes of it.

use super::fake::{SECRET, SHOP, signed as signed_with};
use crate::openapi::{Branch, Visitor, example, show};
use serde_json::json;

pub fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
    let signed = |secret: &str| format!("Bearer {}", signed_with("HS512", &json!({ "service": "middleware" }), secret));
    visitor.knows("remoteId", SHOP);
    let pushes = ["pushYemeksepetiOrder", "pushYemeksepetiStatus", "pushYemeksepetiAvailability"];
    for operation in pushes {
        visitor.ask(operation).example(&[]).expect(401);
        visitor.ask(operation).example(&[]).header("Authorization", &signed("another")).expect(401);
    }
    visitor.knows_proof("yemeksepeti", "Authorization", &signed(SECRET));

    let mut order = example(visitor, "pushYemeksepetiOrder");
    branch.fakes.yemeksepeti.fake().dispatch(&order);
    let answered = visitor.ask("pushYemeksepetiOrder").example(&[]).expect(200);
    let id = answered.json["remoteResponse"]["remoteOrderId"].as_str().unwrap().to_owned();
    branch.fakes.yemeksepeti.fake().acknowledge(order["token"].as_str().unwrap(), &id);
    assert_eq!(visitor.ask("pushYemeksepetiOrder").example(&[]).expect(200).json, answered.json);
    visitor.ask("listCancelReasons").of("orderId", &id).expect(200);
    visitor.ask("verifyOrder").of("orderId", &id).expect(200);
    visitor.knows("remoteOrderId", &id);
    let move_on = |status: &str| {
        visitor.ask("pushYemeksepetiStatus").json(json!({ "status": status })).expect(200);
        show(visitor, &id)["status"].clone()
    };
    assert_eq!(move_on("COURIER_ARRIVED_AT_VENDOR"), 500);
    assert_eq!(move_on("ORDER_PICKED_UP"), 600);
    visitor.ask("pushYemeksepetiStatus").example(&[]).expect(200);
    assert_eq!(show(visitor, &id)["cancellation"]["note"], "Müşteri vazgeçti");
    visitor.ask("pushYemeksepetiAvailability").example(&[]).expect(200);
    // Inside the answers that Delivery Hero lists, each in its shape.
    for nothing in ["{", "{}", "[]"] {
        visitor.ask("pushYemeksepetiOrder").bytes(nothing).expect(400);
    }
    visitor.ask("pushYemeksepetiOrder").bytes(" ".repeat((1 << 20) + 1)).expect(400);
    visitor.ask("pushYemeksepetiStatus").bytes("{").expect(503);
    visitor.ask("pushYemeksepetiAvailability").bytes(" ".repeat((1 << 20) + 1)).expect(503);

    // One that was accepted on the platform's own device is cancelled there.
    order["token"] = json!("indirect");
    order["callbackUrls"].as_object_mut().unwrap().retain(|name, _| name == "orderPickedUpUrl");
    visitor.ask("pushYemeksepetiOrder").json(order).expect(200);
    assert_eq!(show(visitor, "indirect")["status"], 500);
    for operation in ["listCancelReasons", "cancelOrder"] {
        let refused = visitor.ask(operation).of("orderId", "indirect").expect(422);
        assert_eq!(refused.json["error"]["code"], "not_offered");
    }
}
