//! What the rig has to know of this fake.

use super::{
    an_order, documented,
    fake::{APP_SECRET, Getir, RESTAURANT_SECRET},
};
use crate::{
    harness::{Answered, Heard},
    openapi::{Branch, Visitor},
    platforms::rig::{Kind, Push, Stand},
};
use garson::clock;
use serde_json::{Value, json};
use std::time::Duration;

impl Stand for Getir {
    const PROVIDER: &'static str = "getir";
    const SHOWS_ALL: bool = true;
    const SAYS_CHANGES: bool = false;
    type Order = Value;

    fn open() -> Getir {
        let mut getir = Getir::new();
        getir.pause = Duration::ZERO;
        getir
    }

    fn credentials() -> Value {
        json!({ "appSecretKey": APP_SECRET, "restaurantSecretKey": RESTAURANT_SECRET })
    }

    fn id(number: u32) -> String {
        format!("order-{number}")
    }

    fn place(&mut self, number: u32) {
        self.add(numbered(number));
    }

    fn order(&self, number: u32) -> Option<&Value> {
        self.orders.get(&Getir::id(number))
    }

    fn take_out(&mut self, number: u32) -> Option<Value> {
        self.orders.remove(&Getir::id(number))
    }

    fn put_back(&mut self, _number: u32, order: Value) {
        self.add(order);
    }

    fn status(order: &Value) -> u64 {
        match order["status"].as_u64().unwrap() {
            700 => 600,
            status => status,
        }
    }

    fn cancelled_by_customer(&mut self, number: u32) {
        self.set(&Getir::id(number), json!({ "status": 1500 }));
    }

    fn change(&mut self, number: u32) -> bool {
        let Some(order) = self.orders.get_mut(&Getir::id(number)) else { return false };
        order["products"][0]["name"]["tr"] = json!("Et Dürüm");
        true
    }

    fn total(order: &Value) -> f64 {
        order["totalDiscountedPrice"].as_f64().unwrap()
    }

    fn push(number: u32) -> Push {
        ("/orders".to_owned(), Vec::new(), numbered(number))
    }

    fn kind(heard: &Heard) -> Kind {
        let id = heard.path.strip_prefix("/food-orders/order-");
        match (id, heard.method.as_str()) {
            (Some(rest), "GET") if !rest.contains('/') => Kind::Read,
            (Some(_), "POST") => Kind::Act,
            _ => Kind::Other,
        }
    }

    fn not_found() -> Answered {
        Answered::json(404, &json!({ "code": 1, "error": "FoodOrderNotFound", "message": "none" }))
    }

    fn reason(_status: u64) -> Value {
        json!({})
    }

    fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
        documented::takes_orders(branch, visitor);
    }
}

fn numbered(number: u32) -> Value {
    let mut order = an_order(&Getir::id(number));
    order["checkoutDate"] = json!(clock::now().to_string());
    order
}
