//! What the rig has to know of this fake.

use super::{
    an_order, bearer, documented,
    fake::{Middleware, SHOP, Theirs},
};
use crate::{
    harness::{Answered, Heard, Reply},
    openapi::{Branch, Visitor},
    platforms::rig::{Kind, Push, Stand},
};
use serde_json::{Value, json};

impl Stand for Middleware {
    const PROVIDER: &'static str = "yemeksepeti";
    // What waits for us is not shown, and not every account may read.
    const SHOWS_ALL: bool = false;
    const SAYS_CHANGES: bool = true;
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

    /// One ayran more, for 35.
    fn change(&mut self, number: u32) -> bool {
        let Some(order) = self.orders.get_mut(&Middleware::id(number)) else { return false };
        let ayran = &mut order.json["products"][1];
        let many = ayran["quantity"].as_str().unwrap().parse::<u32>().unwrap() + 1;
        (ayran["quantity"], ayran["paidPrice"]) = (json!(many.to_string()), json!(format!("{}.00", 35 * many)));
        for sum in ["grandTotal", "collectFromCustomer"] {
            order.json["price"][sum] = json!(format!("{}.00", 370 + 35 * many));
        }
        true
    }

    fn push_of_change(&self, number: u32) -> Option<Push> {
        let order = self.orders.get(&Middleware::id(number))?;
        let path = format!("/remoteId/{SHOP}/remoteOrder/{}/posOrderStatus", order.remote_id.as_ref()?);
        let body = json!({ "status": "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL", "updatedOrder": order.json });
        Some((path, vec![("Authorization", bearer())], body))
    }

    fn total(order: &Theirs) -> f64 {
        order.json["price"]["grandTotal"].as_str().unwrap().parse().unwrap()
    }

    fn push(number: u32) -> Push {
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
