//! Our acts as Getir's calls, and what its answers to them mean.

use super::status::{ACTIVATE, CANCEL, DELIVER, HANDOVER, PREPARE, VERIFY, VERIFY_SCHEDULED};
use super::{calls, look, words};
use crate::{Case, Client, Link, Reply, Step, Told, not_found};
use model::{Act, DeliveryType, Failure, Order, Status, url::segment};
use net::Method;
use serde_json::{Map, Value};
use std::time::Duration;

const NAME: &str = "Getir";
/// Getir wants 60 s between verify, prepare and deliver, by its own clock.
const STEP_PAUSE: Duration = Duration::from_secs(61);
/// How often it is asked whether a courier has come, or whether a scheduled order is active.
const ASK_AGAIN: Duration = Duration::from_secs(30);

pub fn steps(order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
    let getirs_courier = order.content.delivery_type == DeliveryType::PlatformCourier;
    match (act, to) {
        (Act::Cancel { .. }, _) => vec![CANCEL],
        (_, Status::ScheduledVerified) => vec![VERIFY_SCHEDULED],
        (_, Status::Preparing) if order.status == Status::ScheduledVerified => vec![ACTIVATE],
        (_, Status::Preparing) => vec![VERIFY],
        (_, Status::OnTheWay) if getirs_courier => vec![PREPARE, HANDOVER],
        (_, Status::OnTheWay) => vec![PREPARE],
        (_, Status::Delivered) if !getirs_courier => vec![DELIVER],
        _ => Vec::new(),
    }
}

pub fn pause(link: &Link, step: &str) -> Duration {
    match step {
        PREPARE | HANDOVER | DELIVER => step_pause(link),
        _ => Duration::ZERO,
    }
}

pub fn tell(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
    let told = match step.name {
        ACTIVATE => activate(client, case),
        CANCEL => send(client, case, CANCEL, Some(&cancel_body(step))),
        name => send(client, case, name, None),
    };
    told.or_else(Told::of_failure)
}

/// A scheduled order that was approved ahead: Getir makes it active by itself, and then either approves it by itself
/// or wants to be told.
fn activate(client: &Client<'_>, case: &Case<'_>) -> Result<Told, Failure> {
    // Reading tells Getir nothing, so a failure leaves nothing in doubt.
    let report = look::look(client, &case.order.provider_order_id).map_err(|failure| failure.in_doubt(false))?;
    match report.status {
        _ if report.is_unknown => Err(not_found(NAME)),
        Some(Status::New) => send(client, case, VERIFY, None),
        Some(Status::Preparing | Status::OnTheWay | Status::Delivered) => Ok(Told::Taken),
        Some(Status::CancelledByCustomer | Status::CancelledByRestaurant) => Ok(Told::Gone),
        Some(Status::Scheduled | Status::ScheduledVerified) | None => {
            Ok(Told::NotYet { after: ask_again(client.link), why: words::NOT_ACTIVE })
        }
    }
}

fn send(client: &Client<'_>, case: &Case<'_>, name: &str, body: Option<&Value>) -> Result<Told, Failure> {
    let path = format!("/food-orders/{}/{name}", segment(&case.order.provider_order_id));
    let reply = calls::call(client, &calls::ACTION, Method::Post, &path, body)?;
    if !reply.is_ok() {
        return refused(client.link, name, &reply);
    }
    // Whatever is no clear yes is read back.
    let answer = if reply.body.is_empty() { Value::Null } else { reply.json()? };
    if answer["result"] == false { Err(reply.refused().in_doubt(true)) } else { Ok(Told::Taken) }
}

fn refused(link: &Link, step: &str, reply: &Reply) -> Result<Told, Failure> {
    let error = calls::error_name(reply);
    let words = reply.json_or_null()["message"].as_str().filter(|words| !words.is_empty()).map(str::to_owned);
    let not_yet = |after: Duration| Ok(Told::NotYet { after, why: words.unwrap_or_else(|| error.clone()).into() });
    let is = |names: &[&str]| names.iter().any(|name| error.contains(name));
    if is(&["AlreadyVerified"]) && [VERIFY, ACTIVATE].contains(&step) {
        Ok(Told::Taken)
    } else if is(&["AlreadyCancelled"]) && step != CANCEL {
        Ok(Told::Gone)
    } else if is(&["TimeLimit"]) {
        not_yet(step_pause(link).max(Duration::from_secs(1)))
    } else if is(&["CourierStatusInvalid", "CourierNotReached", "HasNoCourier", "CannotVerifyBeforeActivation"]) {
        not_yet(ask_again(link))
    } else if is(&["StatusInvalid", "StatusLock", "AlreadyCancelled"]) || reply.status == 409 {
        // Another status than this step begins at: perhaps because it was taken before, without our hearing of it.
        Err(reply.refused().in_doubt(true))
    } else if look::is_unknown(reply) {
        Err(not_found(NAME))
    } else if is(&["CanNotBeCancelled"]) {
        Err(reply.refused_as(words::NOT_CANCELLABLE))
    } else if is(&["NotHaveCancelReason"]) {
        Err(reply.refused_as(words::REASON_REFUSED))
    } else {
        Err(reply.refused())
    }
}

fn cancel_body(step: &Step<'_>) -> Value {
    let fields = [("cancelReasonId", step.reason), ("cancelNote", step.note)];
    let given = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    Value::Object(given.collect::<Map<String, Value>>())
}

fn step_pause(link: &Link) -> Duration {
    link.settings.step_pause_seconds.map_or(STEP_PAUSE, |seconds| Duration::from_secs(seconds.into()))
}

/// No longer than the pause between steps, where the owner has made that one short.
fn ask_again(link: &Link) -> Duration {
    ASK_AGAIN.min(step_pause(link)).max(Duration::from_secs(1))
}
