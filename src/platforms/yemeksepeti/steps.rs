//! What Yemeksepeti is told of an act: one call each.
//!
//! An order names the address of each call that is allowed for it. The path counts, the host never does: calls go to the
//! configured host alone, because they carry the token.

use super::status::{ACCEPT, PICKED_UP, PREPARED, REJECT, TheirState};
use super::{calls, facts::FACTS, look, order, poll, reasons, words};
use crate::{Case, Client, Link, Reply, Step, StepOutcome, Told, not_found, not_offered};
use model::{Act, DeliveryType, Failure, Order, Status, StepState, Time, url};
use net::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// The platform wants two minutes; the third is for clocks that differ.
const LEAST: Duration = Duration::from_mins(3);
/// Where neither the order nor the restaurant says how long it takes.
const USUAL: Duration = Duration::from_mins(30);
/// While our answer to the order is not yet settled there: this often, for this long.
const UNSETTLED_PAUSE: Duration = Duration::from_secs(10);
const UNSETTLED_LIMIT: Duration = Duration::from_mins(5);

pub fn steps(order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
    let step = match (act, to, order.content.delivery_type) {
        (Act::Verify { .. }, ..) => ACCEPT,
        (Act::Cancel { .. }, ..) => REJECT,
        (Act::Advance, Status::OnTheWay, DeliveryType::PlatformCourier) => PREPARED,
        (Act::Advance, Status::OnTheWay, DeliveryType::RestaurantCourier) => PICKED_UP,
        // Ready is not yet collected: the customer is told when it has been taken.
        (Act::Advance, Status::Delivered, DeliveryType::Pickup) => PICKED_UP,
        // The kitchen's start and the delivery are ours alone: there is no call for them.
        (Act::Advance, ..) => return Vec::new(),
    };
    vec![step]
}

pub fn tell(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
    let json = with_address(case, step.name);
    let Some(path) = path(client.link, &json, &case.order.provider_order_id, step.name) else {
        // What the order names no address for must not be sent. Staff do it on the platform's device.
        return if step.name == REJECT { Err(not_offered(words::NOT_OURS)) } else { Ok(Told::Ours) };
    };
    let body = match step.name {
        ACCEPT => Some(json!({
            "status": "order_accepted",
            "acceptanceTime": acceptance_time(client.link, case.order, step.minutes, &json, client.session.their_time(clock::now())),
            "remoteOrderId": case.order.id,
        })),
        REJECT => {
            let message = step.note.map(str::to_owned).or_else(|| reasons::name(step.reason?));
            Some(json!({ "status": "order_rejected", "reason": step.reason, "message": message }))
        }
        PICKED_UP => Some(json!({ "status": "order_picked_up" })),
        _ => None,
    };
    match calls::call(client, &calls::ACT, Method::Post, &path, body.as_ref()) {
        Ok(reply) => answered(client, case, step, &reply),
        Err(failure) => Told::of_failure(failure),
    }
}

/// The order as it is now. One whose basket was changed may come without an address that it came with first, and that holds.
fn with_address(case: &Case<'_>, step: &str) -> Value {
    let now = case.json();
    if address(&now, step).is_some() { now } else { case.first_json() }
}

/// Did it take the step? Of an order that was accepted, the platform shows no more than that, so whether it is prepared
/// or collected can only be learnt by saying it again: what it has already, it says so.
pub fn look_back(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<StepOutcome, Failure> {
    let standing = look::standing(client, case, step, |report| look::is_ours(report, step.reason))?;
    if standing == StepOutcome::NotTaken && step.name == REJECT {
        // One that was rejected before it was accepted may be listed and not shown.
        let is_listed = poll::is_cancelled(client, &case.order.provider_order_id)?;
        return Ok(if is_listed { StepOutcome::Taken } else { StepOutcome::NotTaken });
    }
    if standing != StepOutcome::NotTaken || ![PICKED_UP, PREPARED].contains(&step.name) {
        return Ok(standing);
    }
    match tell(client, case, step) {
        Ok(Told::Taken) => Ok(StepOutcome::Taken),
        Ok(Told::Gone) => Ok(StepOutcome::Gone),
        Ok(Told::NotYet { .. } | Told::Ours) => Ok(StepOutcome::NotTaken),
        // What it does not find it has not taken, and no other answer would ever say so.
        Err(failure) if look::is_final(&failure) => Ok(StepOutcome::NotTaken),
        Err(failure) if failure.is_in_doubt || failure.is_passing => Err(failure),
        Err(_) => Ok(StepOutcome::NotTaken),
    }
}

fn answered(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>, reply: &Reply) -> Result<Told, Failure> {
    match reply.status {
        200..300 => reply.clear_success().map(|()| Told::Taken),
        409 => conflict(client, case, step, reply, reply.json_or_null()["currentState"].as_str().unwrap_or_default()),
        // A step that was taken before, without our hearing of it, may also be answered so.
        400 => match state_in_words(&reply.body) {
            Some(state) => conflict(client, case, step, reply, &state),
            None => Err(reply.refused()),
        },
        404 => Err(not_found("Yemeksepeti")),
        _ => Err(reply.refused()),
    }
}

/// What `Order is ACCEPTED` says beside `INVALID_ORDER_STATUS`; empty where no state is named that we know.
fn state_in_words(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(body).to_ascii_uppercase();
    if !text.contains("INVALID_ORDER_STATUS") {
        return None;
    }
    let after = text.split_once("ORDER IS ").map_or("", |(_, after)| after);
    // It may be `already ACCEPTED`; `not ACCEPTED` names no state.
    let mut words = after.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let word = words.find(|word| *word != "ALREADY").filter(|word| TheirState::of(word).is_some());
    Some(word.unwrap_or_default().to_owned())
}

/// The order stands there where this step cannot be taken: too early, already done, or over.
fn conflict(
    client: &Client<'_>,
    case: &Case<'_>,
    step: &Step<'_>,
    reply: &Reply,
    state: &str,
) -> Result<Told, Failure> {
    match TheirState::of(state) {
        Some(TheirState::Unsettled) if waits_since(case.order, step.name) < UNSETTLED_LIMIT => {
            Ok(Told::NotYet { after: UNSETTLED_PAUSE, why: format!("HTTP {}: {state}", reply.status).into() })
        }
        Some(stand) if stand.done().contains(&step.name) => Ok(Told::Taken),
        // Of a refusal the order itself tells whether it was ours.
        Some(stand) if stand.is_over() && step.name != REJECT => Ok(Told::Gone),
        Some(TheirState::Unsettled) => Err(reply.refused()),
        // It was over before this was told, unless the reason shows that it was told before.
        _ => match look::standing(client, case, step, |report| report.cancelled.reason.as_deref() == step.reason) {
            Ok(StepOutcome::Taken) => Ok(Told::Taken),
            Ok(StepOutcome::Gone) => Ok(Told::Gone),
            Ok(StepOutcome::NotTaken) | Err(_) => Err(reply.refused()),
        },
    }
}

/// For how long this step has been told in vain.
fn waits_since(order: &Order, step: &str) -> Duration {
    let mut steps = order.platform_sync.iter();
    let waiting = steps.find(|known| known.step == step && known.state == StepState::Waiting);
    waiting.map_or(Duration::ZERO, |waiting| clock::now().since(waiting.at))
}

/// When the customer collects the order, when it is delivered, or when the platform's courier comes; the last has no
/// effect, but must be there.
pub fn acceptance_time(link: &Link, order: &Order, said: Option<u32>, json: &Value, now: Time) -> Time {
    let content = &order.content;
    let minutes = said.or(link.preparation_minutes).filter(|_| !content.is_scheduled);
    let kitchen = minutes.map(|minutes| now.plus(Duration::from_mins(minutes.into())));
    let wanted = match content.delivery_type {
        DeliveryType::Pickup => kitchen.or(content.promised_at),
        // The way to the customer comes on top, so it is never promised sooner than the platform did.
        DeliveryType::RestaurantCourier => kitchen.max(content.promised_at),
        DeliveryType::PlatformCourier => {
            let times = order::RIDER_TIME.iter().filter_map(|name| json["delivery"][name].as_str());
            times.filter_map(Time::parse).next().or(content.promised_at)
        }
    };
    wanted.unwrap_or(now.plus(USUAL)).max(now.plus(LEAST))
}

/// Where the order itself says that a step is told.
fn address<'a>(json: &'a Value, step: &str) -> Option<&'a str> {
    let names: &[&str] = match step {
        ACCEPT => &["orderAcceptedUrl"],
        REJECT => &["orderRejectedUrl"],
        PICKED_UP => &["orderPickedUpUrl"],
        _ => &["orderPreparedUrl", "orderPreparedUpUrl"],
    };
    names.iter().filter_map(|name| json["callbackUrls"][name].as_str()).find(|url| !url.trim().is_empty())
}

/// Where a step is told; `None` where the order does not allow it. An order with a list of addresses allows what is on
/// it; without one the standard paths hold, except for what is direct mode's alone.
pub fn path(link: &Link, json: &Value, token: &str, step: &str) -> Option<String> {
    let named = address(json, step);
    if named.is_none() && ([ACCEPT, REJECT].contains(&step) || json["callbackUrls"].is_object()) {
        return None;
    }
    let base = link.base(FACTS.home);
    let standard = match step {
        PREPARED => format!("/v2/orders/{}/preparation-completed", url::segment(token)),
        _ => format!("/v2/order/status/{}", url::segment(token)),
    };
    Some(named.and_then(|named| url::path_below(base, named.trim())).map_or(standard, str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_state_and_never_one_that_it_denies() {
        let named = |words: &str| {
            let body = format!(r#"{{ "code": "INVALID_ORDER_STATUS", "message": "{words}" }}"#);
            state_in_words(body.as_bytes()).unwrap()
        };
        assert_eq!(["Order is ACCEPTED", "order is already accepted."].map(named), ["ACCEPTED", "ACCEPTED"]);
        assert_eq!(["Order is not ACCEPTED", "Order is gone", "No"].map(named), ["", "", ""]);
        assert_eq!(state_in_words(b"Order is ACCEPTED"), None);
    }
}
