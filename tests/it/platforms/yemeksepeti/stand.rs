//! What the rig has to know of this fake.

use super::{
    an_order, bearer, documented,
    fake::{Middleware, SHOP, Theirs},
};
use crate::{
    harness::{Answered, Heard, Reply},
    openapi::{Branch, Visitor},
    platforms::rig::{Kind, Stand},
};
use serde_json::{Value, json};

impl Stand for Middleware {
    const PROVIDER: &'static str = "yemeksepeti";
    // What waits for us is not shown, and not every account may read.
    const SHOWS_ALL: bool = false;
    type Order = Theirs;

    fn open() -> Middleware {
        Middleware::new()
    }

    fn credentials() -> Value {
        super::credentials()
    }

    fn id(number: u32) -> String {
        format!("token-{number}")
    }

    fn place(&mut self, number: u32) {
        self.dispatch(&an_order(&Middleware::id(number)));
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
        let path = format!("/order/{}", SHOP);
        let headers = vec![("Authorization", bearer())];
        (path, headers, an_order(&Middleware::id(number)))
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

    fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
        documented::takes_orders(branch, visitor);
    }
}
