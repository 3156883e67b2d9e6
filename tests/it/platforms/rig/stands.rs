//! What the rig has to know of each fake.

use super::{Kind, Stand};
use crate::{
    harness::{Answered, Heard, Reply},
    platforms::{
        getir::{self, fake::Getir},
        migros::{self, fake::Migros},
        trendyol::fake::{self as trendyol, Trendyol},
        yemeksepeti::{
            self,
            fake::{Middleware, Theirs},
        },
    },
};
use garson::clock;
use serde_json::{Value, json};
use std::time::Duration;

impl Stand for Getir {
    const PROVIDER: &'static str = "getir";
    const SHOWS_ALL: bool = true;
    type Order = Value;

    fn open() -> Getir {
        let mut getir = Getir::new();
        getir.pause = Duration::ZERO;
        getir
    }

    fn credentials() -> Value {
        json!({ "appSecretKey": getir::fake::APP_SECRET, "restaurantSecretKey": getir::fake::RESTAURANT_SECRET })
    }

    fn id(number: u32) -> String {
        format!("order-{number}")
    }

    fn place(&mut self, number: u32) {
        self.add(getir_order(number));
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

    fn push(number: u32) -> (String, Vec<(&'static str, String)>, Value) {
        ("/orders".to_owned(), Vec::new(), getir_order(number))
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
}

fn getir_order(number: u32) -> Value {
    let mut order = getir::an_order(&Getir::id(number));
    order["checkoutDate"] = json!(clock::now().to_string());
    order
}

impl Stand for Trendyol {
    const PROVIDER: &'static str = "trendyol-go";
    const SHOWS_ALL: bool = true;
    type Order = Value;

    fn open() -> Trendyol {
        Trendyol::new()
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
        Trendyol::place(self, trendyol::package(number));
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

    fn push(number: u32) -> (String, Vec<(&'static str, String)>, Value) {
        ("/created".to_owned(), Vec::new(), trendyol::package(number))
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
}

impl Stand for Migros {
    const PROVIDER: &'static str = "migros-yemek";
    const SHOWS_ALL: bool = true;
    type Order = Value;

    fn open() -> Migros {
        Migros::default()
    }

    fn credentials() -> Value {
        migros::credentials()
    }

    fn id(number: u32) -> String {
        (100_000 + number).to_string()
    }

    fn place(&mut self, number: u32) {
        self.add(migros_id(number), json!({}));
    }

    fn order(&self, number: u32) -> Option<&Value> {
        self.orders.get(&migros_id(number))
    }

    fn take_out(&mut self, number: u32) -> Option<Value> {
        self.orders.remove(&migros_id(number))
    }

    fn put_back(&mut self, number: u32, order: Value) {
        self.orders.insert(migros_id(number), order);
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
        self.set(migros_id(number), "CANCELLED");
    }

    fn push(number: u32) -> (String, Vec<(&'static str, String)>, Value) {
        let mut order: Value = serde_json::from_str(migros::EXAMPLE).unwrap();
        order["id"] = json!(migros_id(number));
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
        json!({ "reason": migros::fake::SOLD_OUT.to_string() })
    }
}

fn migros_id(number: u32) -> i64 {
    Migros::id(number).parse().unwrap()
}

impl Stand for Middleware {
    const PROVIDER: &'static str = "yemeksepeti";
    // What waits for us is not shown, and not every account may read.
    const SHOWS_ALL: bool = false;
    type Order = Theirs;

    fn open() -> Middleware {
        Middleware::new()
    }

    fn credentials() -> Value {
        yemeksepeti::credentials()
    }

    fn id(number: u32) -> String {
        format!("token-{number}")
    }

    fn place(&mut self, number: u32) {
        self.dispatch(&yemeksepeti::an_order(&Middleware::id(number)));
    }

    fn order(&self, number: u32) -> Option<&Theirs> {
        self.orders.get(&Middleware::id(number))
    }

    fn take_out(&mut self, number: u32) -> Option<Theirs> {
        self.orders.remove(&Middleware::id(number))
    }

    fn put_back(&mut self, number: u32, order: Theirs) {
        self.orders.insert(Middleware::id(number), order);
    }

    fn status(order: &Theirs) -> u64 {
        match order.state {
            "ACCEPTED" => 500,
            "PICKED_UP" => 600,
            "REJECTED" => 1600,
            "CANCELLED" => 1500,
            _ => 400,
        }
    }

    fn cancelled_by_customer(&mut self, number: u32) {
        self.set_state(&Middleware::id(number), "CANCELLED");
    }

    fn push(number: u32) -> (String, Vec<(&'static str, String)>, Value) {
        let path = format!("/order/{}", yemeksepeti::fake::SHOP);
        let headers = vec![("Authorization", yemeksepeti::bearer())];
        (path, headers, yemeksepeti::an_order(&Middleware::id(number)))
    }

    fn heard_back(&mut self, number: u32, reply: &Reply) {
        if let Some(id) = reply.json["remoteResponse"]["remoteOrderId"].as_str() {
            self.acknowledge(&Middleware::id(number), id);
        }
    }

    fn kind(heard: &Heard) -> Kind {
        match (heard.method.as_str(), heard.path.as_str()) {
            ("POST", path) if path.starts_with("/v2/order") => Kind::Act,
            ("GET", path) if path.contains("/orders/token-") => Kind::Read,
            _ => Kind::Other,
        }
    }

    fn not_found() -> Answered {
        Answered::json(404, &json!({ "message": "no order" }))
    }

    fn reason(status: u64) -> Value {
        json!({ "reason": if status == 400 { "TOO_BUSY" } else { "BAD_WEATHER" } })
    }
}
