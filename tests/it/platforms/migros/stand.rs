//! What the rig has to know of this fake.

use super::{
    EXAMPLE, documented,
    fake::{Migros, SOLD_OUT},
};
use crate::{
    harness::{Answered, Heard},
    openapi::{Branch, Visitor},
    platforms::rig::{Kind, Push, Stand},
};
use serde_json::{Value, json};

impl Stand for Migros {
    const PROVIDER: &'static str = "migros-yemek";
    const SHOWS_ALL: bool = true;
    const SAYS_CHANGES: bool = false;
    type Order = Value;

    fn open() -> Migros {
        Migros::default()
    }

    fn credentials() -> Value {
        super::credentials()
    }

    fn id(number: u32) -> String {
        (100_000 + number).to_string()
    }

    fn place(&mut self, number: u32) {
        self.add(number_of(number), json!({}));
    }

    fn order(&self, number: u32) -> Option<&Value> {
        self.orders.get(&number_of(number))
    }

    fn take_out(&mut self, number: u32) -> Option<Value> {
        self.orders.remove(&number_of(number))
    }

    fn put_back(&mut self, number: u32, order: Value) {
        self.orders.insert(number_of(number), order);
    }

    fn status(order: &Value) -> u64 {
        match order["status"].as_str().unwrap() {
            "NEW_PENDING" => 400,
            "APPROVED" | "PREPARED" => 500,
            "IN_DELIVERY" => 600,
            "COMPLETED" => 900,
            "REJECTED" => 1600,
            _ => 1500,
        }
    }

    fn cancelled_by_customer(&mut self, number: u32) {
        self.set(number_of(number), "CANCELLED");
    }

    fn change(&mut self, number: u32) -> bool {
        let Some(order) = self.orders.get_mut(&number_of(number)) else { return false };
        order["items"][0]["name"] = json!("Et Dürüm");
        true
    }

    fn total(order: &Value) -> f64 {
        order["prices"]["discounted"]["amountAsPenny"].as_f64().unwrap() / 100.0
    }

    fn push(number: u32) -> Push {
        let mut order: Value = serde_json::from_str(EXAMPLE).unwrap();
        order["id"] = json!(number_of(number));
        (String::new(), Vec::new(), order)
    }

    fn kind(heard: &Heard) -> Kind {
        match heard.path.split('?').next().unwrap_or_default() {
            "/Order/v2/UpdateOrderStatus" | "/Order/v2/CancelOrder" => Kind::Act,
            "/Order/v2/GetOrderDetail" => Kind::Read,
            _ => Kind::Other,
        }
    }

    fn not_found() -> Answered {
        let message = json!({ "errorCode": "E1", "errorTitle": "Hata", "errorDetail": "Sipariş bulunamadı" });
        Answered::json(200, &json!({ "success": false, "data": null, "errorMessage": message }))
    }

    fn reason(_status: u64) -> Value {
        json!({ "reason": SOLD_OUT.to_string() })
    }

    fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
        documented::takes_orders(branch, visitor);
    }
}

fn number_of(number: u32) -> i64 {
    Migros::id(number).parse().unwrap()
}
