//! The restaurant as Getir knows it: its name, and whether it is open.

use super::{
    calls::{SHOPS, call},
    names::in_turkish,
};
use crate::{client::Client, loose::Paper};
use model::Failure;
use net::Method;
use serde_json::{json, value::to_raw_value};

/// The restaurant's name there.
pub fn test(client: &Client<'_>) -> Result<Option<String>, Failure> {
    let restaurant = call(client, &SHOPS, Method::Get, "/restaurants", None)?.success()?.json()?;
    let raw = to_raw_value(&restaurant).map_err(Failure::fault)?;
    Ok(in_turkish(&Paper::of(&raw).root().get("name")))
}

pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    // Without an amount of minutes it stays closed until it is opened again.
    let (path, body) =
        if is_open { ("/restaurants/status/open", None) } else { ("/restaurants/status/close", Some(json!({}))) };
    call(client, &SHOPS, Method::Put, path, body.as_ref())?.success().map(drop)
}
