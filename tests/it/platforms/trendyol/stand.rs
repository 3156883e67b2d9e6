//! What the rig has to know of this fake.

use super::{
    documented,
    fake::{self as trendyol, Trendyol},
};
use crate::{
    harness::{Answered, Heard},
    openapi::{Branch, Visitor},
    platforms::rig::{Kind, Push, Stand},
};
use serde_json::{Value, json};

impl Stand for Trendyol {
    const PROVIDER: &'static str = "trendyol-go";
    const SHOWS_ALL: bool = true;
    const SAYS_CHANGES: bool = true;
    type Order = Value;

    fn open() -> Trendyol {
        let mut trendyol = Trendyol::new();
        trendyol.menu = json!({ "sections": [], "products": [] });
        trendyol
    }

    fn credentials() -> Value {
        json!({
            "supplierId": trendyol::SUPPLIER, "storeId": trendyol::STORE, "apiKey": "key", "apiSecret": "secret",
            "executorEmail": "sahip@example.com",
        })
    }

    fn id(number: u32) -> String {
        trendyol::id(number)
    }

    fn place(&mut self, number: u32) {
        Trendyol::place(self, three(number));
    }

    fn order(&self, number: u32) -> Option<&Value> {
        self.packages.iter().find(|package| package["id"] == trendyol::id(number))
    }

    fn take_out(&mut self, number: u32) -> Option<Value> {
        let at = self.packages.iter().position(|package| package["id"] == trendyol::id(number))?;
        Some(self.packages.remove(at))
    }

    fn put_back(&mut self, _number: u32, order: Value) {
        self.packages.push(order);
    }

    fn status(order: &Value) -> u64 {
        match order["packageStatus"].as_str().unwrap() {
            "Created" => 400,
            "Picking" | "Invoiced" => 500,
            "Shipped" => 600,
            "Delivered" => 900,
            "Cancelled" => 1500,
            _ => 1600,
        }
    }

    fn cancelled_by_customer(&mut self, number: u32) {
        self.cancel(&trendyol::id(number), 601, "Yanlış adres");
    }

    fn change(&mut self, number: u32) -> bool {
        let pieces = |order: &Value| order["lines"][0]["items"].as_array().unwrap().clone();
        let live = |order: &Value| pieces(order).iter().filter(|piece| piece["isCancelled"] == false).count();
        let is_left = Stand::order(self, number).is_some_and(|order| live(order) > 1);
        if is_left {
            self.cancel_part(&trendyol::id(number), 200.0);
        }
        is_left
    }

    fn total(order: &Value) -> f64 {
        order["totalPrice"].as_f64().unwrap()
    }

    fn push(number: u32) -> Push {
        ("/created".to_owned(), Vec::new(), three(number))
    }

    fn kind(heard: &Heard) -> Kind {
        match (heard.method.as_str(), heard.path.split_once("/packages")) {
            ("PUT", Some(_)) => Kind::Act,
            ("GET", Some((_, rest))) if rest.starts_with('/') => Kind::Read,
            _ => Kind::Other,
        }
    }

    fn not_found() -> Answered {
        Answered::json(404, &json!({ "errors": [{ "message": "package not found" }] }))
    }

    fn reason(_status: u64) -> Value {
        json!({})
    }

    fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
        documented::takes_orders(branch, visitor);
    }
}

/// Three dürüms at 200 and the delivery.
fn three(number: u32) -> Value {
    let mut package = trendyol::with(trendyol::package(number), "totalPrice", json!(624.99));
    let piece = |at: u32| json!({ "packageItemId": format!("9{number}{at}"), "isCancelled": false });
    package["lines"][0]["items"] = json!([piece(1), piece(2), piece(3)]);
    package
}
