//! Deliveries: retries, lanes, order, crashes, the log, and sending again by hand.

mod by_hand;
mod clock;
mod order;
mod targets;

use crate::harness::{Garson, Receiver, eventually};
use serde_json::{Value, json};

const DELIVERIES: &str = "/web-api/v1/webhooks/deliveries";

fn hook(garson: &Garson, receiver: &Receiver) -> String {
    garson.post("/web-api/v1/webhooks", json!({ "url": receiver.url, "events": ["siparis.olusturuldu", "siparis.durum_degisti", "siparis.iptal_edildi"] })).id()
}

fn log(garson: &Garson, query: &str) -> Vec<Value> {
    garson.get(&format!("{DELIVERIES}?limit=200&{query}")).data().as_array().unwrap().clone()
}

fn await_state(garson: &Garson, state: &str, count: usize) -> Vec<Value> {
    eventually(&format!("{count} {state}"), || {
        Some(log(garson, &format!("state={state}"))).filter(|rows| rows.len() == count)
    })
}
