//! Reads one order back.

use super::{
    calls::{READ, call, error_name},
    order,
};
use crate::{
    model::Failure,
    net::Method,
    platforms::{Line, Reply, Report, plainly, segment},
};

/// One that Getir does not know is reported as such.
pub fn look(line: &Line<'_>, id: &str) -> Result<Report, Failure> {
    let reply = call(line, &READ, Method::Get, &format!("/food-orders/{}", segment(id)), None)?;
    if is_unknown(&reply) {
        return Ok(Report { provider_order_id: id.to_owned(), is_unknown: true, ..Report::default() });
    }
    if !reply.is_ok() {
        return Err(reply.refused());
    }
    let text = String::from_utf8_lossy(&reply.body);
    let first = order::orders_in(&text).and_then(|orders| orders.first().copied());
    let raw = first.ok_or_else(|| {
        plainly("Getir'in yanıtı bir sipariş değil.", "Getir's answer is not an order.").in_doubt(true)
    })?;
    let report = order::read(raw, line.link.currency);
    // The order that was asked for, also where the answer forgets to say so.
    Ok(Report { provider_order_id: id.to_owned(), ..report })
}

/// Not where the gateway knows no such path: that says nothing about the order.
pub fn is_unknown(reply: &Reply) -> bool {
    let name = error_name(reply);
    name.contains("OrderNotFound") || (reply.status == 404 && !name.contains("Route"))
}

pub fn unknown() -> Failure {
    plainly(
        "Getir bu siparişi bulamadı; başka bir restorana ait olabilir.",
        "Getir does not know this order; it may belong to another restaurant.",
    )
}
