//! Sudden ends, full disks, damaged files.

pub mod disk;
mod erased;
mod files;
mod first_visit;
mod killed;
pub mod room;

use crate::harness::Garson;
use serde_json::Value;

fn order(garson: &Garson, id: &str) -> Value {
    garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
}

fn statuses(order: &Value) -> Vec<u64> {
    order["history"].as_array().unwrap().iter().map(|step| step["status"].as_u64().unwrap()).collect()
}
