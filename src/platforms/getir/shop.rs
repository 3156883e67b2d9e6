//! The restaurant as Getir knows it: its name, and whether it is open.

use super::{calls, names::in_turkish};
use crate::{Client, Paper};
use model::Failure;
use net::Method;
use serde_json::json;

pub fn test(client: &Client<'_>) -> Result<Option<String>, Failure> {
    let restaurant = calls::call(client, &calls::SHOPS, Method::Get, "/restaurants", None)?.success()?.json()?;
    Ok(in_turkish(&Paper::of_value(&restaurant)?.root().get("name")))
}

pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    // Without an amount of minutes it stays closed until it is opened again.
    let (path, body) =
        if is_open { ("/restaurants/status/open", None) } else { ("/restaurants/status/close", Some(json!({}))) };
    calls::call(client, &calls::SHOPS, Method::Put, path, body.as_ref())?.success().map(drop)
}
