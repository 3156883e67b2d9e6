//! Reads one order back.

use super::{calls, order, words};
use crate::{Client, MADE_UP, Reply, Report, plainly};
use model::{Failure, url::segment};
use net::Method;
use std::time::Duration;

/// How many single orders Getir lets be read in a minute, by the stricter of two readings of its limits.
const MOST: usize = 2;
const SPAN: Duration = Duration::from_secs(60);
const LOOK: &str = "look";

/// Whether a poll may read one now. What a person is waiting for is read in any case, and counts.
pub fn may_look(client: &Client<'_>) -> bool {
    client.session.has_room(LOOK, MOST, SPAN, clock::now())
}

/// One that Getir does not know is reported as such.
pub fn look(client: &Client<'_>, id: &str) -> Result<Report, Failure> {
    client.session.count(LOOK, clock::now());
    let reply = calls::call(client, &calls::READ, Method::Get, &format!("/food-orders/{}", segment(id)), None)?;
    if is_unknown(&reply) {
        return Ok(Report::unknown(id));
    }
    let reply = reply.success()?;
    let text = String::from_utf8_lossy(&reply.body);
    let first = order::orders_in(&text).and_then(|orders| orders.first().copied()).filter(|raw| order::is_order(raw));
    let raw = first.ok_or_else(|| plainly(words::NO_ORDER).in_doubt(true))?;
    let report = order::read(raw, client.link.currency);
    // The order that was asked for, also where the answer forgets to say so; but not where it says another.
    if report.provider_order_id != id && !report.provider_order_id.starts_with(MADE_UP) {
        return Err(plainly(words::ANOTHER_ORDER).in_doubt(true));
    }
    Ok(Report { provider_order_id: id.to_owned(), ..report })
}

/// Not where the gateway knows no such path: that says nothing about the order.
pub fn is_unknown(reply: &Reply) -> bool {
    let name = calls::error_name(reply);
    name.contains("OrderNotFound") || (reply.status == 404 && !name.contains("Route"))
}
