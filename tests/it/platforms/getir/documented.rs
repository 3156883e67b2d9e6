//! What Getir pushes, after the API document's own examples, and what becomes of it.

use crate::openapi::{Branch, Visitor, example, show, states};
use serde_json::{Value, json};

pub fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
    let order = example(visitor, "pushGetirOrders");
    let id = order["id"].as_str().unwrap().to_owned();
    branch.fakes.getir.fake().add(order.clone());
    let push = |body: Value| visitor.ask("pushGetirOrders").json(body);
    push(order.clone()).expect(200);
    // Wrapped, as a list, with nothing in it that could be understood, and with too much in it.
    push(json!({ "foodOrder": order })).expect(200);
    push(json!([order, null, { "id": "odd" }])).expect(200);
    push(json!({ "foodOrders": [order] })).expect(200);
    push(json!({})).expect(200);
    assert_ne!(show(visitor, "odd")["problems"], json!([]));
    for operation in ["pushGetirOrders", "pushGetirCancellations"] {
        visitor.ask(operation).json(json!(vec![json!({ "id": "one of many" }); 1_001])).expect(422);
    }
    visitor.ask("listCancelReasons").of("orderId", &id).expect(200);
    visitor.ask("verifyOrder").of("orderId", &id).expect(200);
    // A minute has to pass between the two.
    visitor.ask("changeOrderStatus").of("orderId", &id).expect(200);
    let steps = states(&show(visitor, &id));
    assert_eq!(steps, [("verify".into(), "done".into()), ("prepare".into(), "waiting".into())]);
    visitor.ask("cancelOrder").of("orderId", &id).json(json!({ "reason": "623" })).expect(422);
    visitor.ask("pushGetirCancellations").example(&[]).expect(200);
    let cancelled = show(visitor, &id);
    assert_eq!((&cancelled["status"], &cancelled["cancellation"]["by"]), (&json!(1500), &json!("customer")));
    assert_eq!(states(&cancelled)[1].1, "failed");
    // Nobody knows this one here.
    visitor.ask("pushGetirCancellations").json(json!({ "id": "unknown" })).expect(200);

    let agree = |key: Value| {
        let body = json!({ "credentials": { "webhookApiKey": key } });
        branch.ask(visitor, "saveIntegration", "getir").json(body).expect(200);
    };
    agree(json!("agreed-with-getir"));
    for operation in ["pushGetirOrders", "pushGetirCancellations"] {
        visitor.ask(operation).example(&[]).expect(401);
        visitor.ask(operation).example(&[]).header("x-api-key", "another").expect(401);
        visitor.ask(operation).example(&[]).header("x-api-key", "agreed-with-getir").expect(200);
    }
    agree(Value::Null);
}
