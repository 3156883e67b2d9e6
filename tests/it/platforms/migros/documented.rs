//! What Migros pushes, after the API document's own examples, and what becomes of it.

use super::fake::KEY;
use crate::openapi::{Branch, Visitor, show};
use serde_json::json;

pub fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
    let push = || visitor.ask("pushMigrosYemekEvent");
    let document = visitor.document;
    let mut order = document.example_called(&document.operation("pushMigrosYemekEvent"), "created");
    let number = order["id"].as_i64().unwrap();
    let id = number.to_string();
    // It counts as it is read back, not as it was pushed.
    order["extendedProperties"]["orderNote"] = json!("read back");
    branch.fakes.migros_yemek.fake().orders.insert(number, order);
    push().example_called("created").header("XApiKey", "another").expect(401);
    push().example_called("created").expect(200);
    assert_eq!(show(visitor, &id)["note"], "read back");
    visitor.ask("listCancelReasons").of("orderId", &id).expect(200);
    visitor.ask("cancelOrder").of("orderId", &id).expect(422);
    visitor.ask("verifyOrder").of("orderId", &id).expect(200);
    push().example_called("delivery").header("XApiKey", KEY).expect(200);
    assert_eq!(show(visitor, &id)["status"], 600);
    push().example_called("cancelled").header("XApiKey", KEY).expect(200);
    assert_eq!(show(visitor, &id)["status"], 1500);
    push().json(json!({ "hello": "Migros" })).expect(200);
}
