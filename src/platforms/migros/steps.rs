//! Tells Migros what the restaurant does, one step a call.

use super::status::{APPROVED, CANCEL_ORDER, COMPLETED, DELIVERY, PREPARED, REJECTED};
use super::{
    calls,
    look::{self, NAME},
    order,
};
use crate::{Case, Client, Report, Step, Told, not_found};
use model::{Act, DeliveryType, Failure, Order, Status};
use serde_json::{Value, json};

const ACTION: &str = "action";
const UPDATE: &str = "/Order/v2/UpdateOrderStatus";
const CANCEL: &str = "/Order/v2/CancelOrder";

pub fn steps(order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
    let has_own_courier = order.content.delivery_type != DeliveryType::PlatformCourier;
    match (act, to) {
        (Act::Verify { .. }, _) => vec![APPROVED],
        (Act::Cancel { .. }, _) if order.status.awaits_verification() => vec![REJECTED],
        (Act::Cancel { .. }, _) => vec![CANCEL_ORDER],
        (Act::Advance, Status::OnTheWay) if has_own_courier => vec![PREPARED, DELIVERY],
        (Act::Advance, Status::OnTheWay) => vec![PREPARED],
        (Act::Advance, Status::Delivered) if has_own_courier => vec![COMPLETED],
        (Act::Advance, _) => Vec::new(),
    }
}

pub fn tell(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
    if let Some(after) = client.session.held_off(ACTION) {
        return Ok(Told::later(after));
    }
    let (path, body) = call(client, case, step);
    let reply = calls::send(client, path, &body)?;
    if let Some(after) = calls::pause(&reply) {
        client.session.hold_off(ACTION, after);
        return Ok(Told::later(after));
    }
    let Err(failure) = calls::data(client.link, &reply) else { return Ok(Told::Taken) };
    if failure.is_in_doubt || matches!(reply.status, 401 | 403) {
        return Err(failure);
    }
    if look::is_unknown(&failure) {
        return Err(not_found(NAME));
    }
    // It was refused because it is done already, because the order is gone, or for good.
    let is_said_done = reply.status == 409;
    match look::look(client, &case.order.provider_order_id) {
        // Refused and cancelled: then it was cancelled elsewhere.
        Ok(report) if step.name == CANCEL_ORDER && !is_said_done && is_cancelled(&report) => Ok(Told::Gone),
        Ok(report) if report.done.contains(&step.name) => Ok(Told::Taken),
        Ok(report) if is_cancelled(&report) => Ok(Told::Gone),
        Ok(report) if report.is_unknown => Err(not_found(NAME)),
        Ok(report) if is_said_done && report.status.is_none() => Ok(Told::Taken),
        // It may be done already, or over; that is unknown now.
        Err(_) if is_said_done => Err(failure.in_doubt(true)),
        _ => Err(failure),
    }
}

fn is_cancelled(report: &Report) -> bool {
    report.status.is_some_and(Status::is_cancelled)
}

fn call(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> (&'static str, Value) {
    let order_status = match step.name {
        APPROVED => "Approved",
        PREPARED => "Prepared",
        DELIVERY => "Delivery",
        COMPLETED => "Completed",
        _ => "Rejected",
    };
    let mut body =
        json!({ "orderId": calls::number(&case.order.provider_order_id), "storeId": calls::store_id(client.link) });
    if let Some(reason) = step.reason {
        body["cancelReasonId"] = calls::number(reason);
    }
    if step.name != CANCEL_ORDER {
        body["orderStatus"] = order_status.into();
        return (UPDATE, body);
    }
    // Some clients name the store, some the customer; all of them are heard.
    let raw = case.json();
    if let Some(user) = order::user_id(&raw) {
        body["userId"] = user.clone();
    }
    body["notifyUser"] = true.into();
    (CANCEL, body)
}
