//! Getir's switch for the till (`pos-status`): 100 is on. While it is off, Getir may send this restaurant's orders nowhere.
//!
//! It is read after a connection test and set only when a person asks for it. Neither call carries a token: both have the
//! secrets in their body.

use super::{calls, words};
use crate::{Client, PosSwitch, text_of};
use model::Failure;
use net::Method;
use serde_json::{Value, json};

const PATH: &str = "/restaurants/pos-status";
const ON: i64 = 100;
const OFF: i64 = 200;

pub const SWITCH: PosSwitch =
    PosSwitch { is_off: words::POS_OFF, switch_on: words::SWITCH_POS_ON, is_on: words::POS_ON };

/// `None` where Getir does not say: a connection that works is not called broken for that.
pub fn is_on(client: &Client<'_>) -> Option<bool> {
    let reply = match calls::with_secrets(client, &calls::POS, Method::Post, PATH, json!({})) {
        Ok(reply) if reply.is_ok() => reply,
        Ok(reply) => {
            tracing::info!(status = reply.status, "Getir does not say whether the till is switched on there");
            return None;
        }
        Err(failure) => {
            tracing::info!(cause = %failure, "Getir could not be asked whether the till is switched on there");
            return None;
        }
    };
    let answer = reply.json_or_null();
    let told: i64 = ["posStatus", "status"].iter().find_map(|name| text_of(&answer[*name])?.parse().ok())?;
    Some(told == ON)
}

pub fn set(client: &Client<'_>, is_on: bool) -> Result<(), Failure> {
    let wish = json!({ "posStatus": if is_on { ON } else { OFF } });
    let reply = calls::with_secrets(client, &calls::POS, Method::Put, PATH, wish)?;
    if reply.is_ok() && reply.json_or_null()["result"] != Value::Bool(false) {
        return Ok(());
    }
    Err(calls::wordless(&reply).refused())
}
