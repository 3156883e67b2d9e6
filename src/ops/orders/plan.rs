//! What may be done to an order as it stands. Pure, so that it is asked before telling and again before storing.

use super::progress::{is_gone, is_nameless};
use model::{Act, Code, DeliveryType, Failure, Order, Provider, Result, Status};
use serde::Serialize;
use serde_json::json;

/// What a caller wants.
#[derive(Clone, Debug)]
pub enum Wish {
    /// With how long the kitchen takes, where the caller says so.
    Verify {
        minutes: Option<u32>,
    },
    /// One step on; where `from` is given, only from there.
    Advance {
        from: Option<Status>,
    },
    Cancel {
        reason: Option<String>,
        reason_name: Option<String>,
        note: Option<String>,
    },
}

/// What that comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// It is done already.
    Nothing,
    Move {
        act: Act,
        to: Status,
    },
}

/// `is_tied`: the restaurant is still connected to the order's platform.
pub fn plan(order: &Order, wish: &Wish, is_tied: bool) -> Result<Plan> {
    let status = order.status;
    match wish {
        Wish::Verify { minutes } => match (status.awaits_verification(), status.is_closed(), status.next()) {
            (_, true, _) => Err(closed(status)),
            (true, ..) if is_tied && is_gone(order) => Err(Failure::new(Code::OrderUnknownThere)),
            (true, _, Some(to)) => Ok(Plan::Move { act: Act::Verify { minutes: *minutes }, to }),
            _ => Ok(Plan::Nothing),
        },
        Wish::Advance { from } => {
            let to = status.next().ok_or_else(|| closed(status))?;
            if let Some(from) = from
                && *from != status
            {
                let details = json!({ "expected": from, "status": status, "statusName": status.name() });
                return Err(Failure::new(Code::StatusChanged).details(details));
            }
            if is_tied && is_gone(order) {
                return Err(Failure::new(Code::OrderUnknownThere));
            }
            if decides(&Standing::of(order), is_tied) {
                return Err(Failure::new(Code::PlatformDecides));
            }
            let act = if status.awaits_verification() { Act::Verify { minutes: None } } else { Act::Advance };
            Ok(Plan::Move { act, to })
        }
        Wish::Cancel { reason, reason_name, note } => {
            if status.is_closed() {
                return Err(closed(status));
            }
            let act = Act::Cancel { reason: reason.clone(), reason_name: reason_name.clone(), note: note.clone() };
            Ok(Plan::Move { act, to: Status::CancelledByRestaurant })
        }
    }
}

/// What can be done to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    Verify,
    Advance,
    Cancel,
}

impl Action {
    /// As the API and the panel's addresses have it.
    pub fn name(self) -> &'static str {
        match self {
            Action::Verify => "verify",
            Action::Advance => "advance",
            Action::Cancel => "cancel",
        }
    }
}

/// What a screen may offer for this order.
pub fn allowed_actions(standing: &Standing<'_>, is_tied: bool) -> Vec<Action> {
    let mut allowed = Vec::new();
    let is_stuck = standing.status.is_closed() || (is_tied && standing.is_gone);
    if !is_stuck && standing.status.awaits_verification() {
        allowed.push(Action::Verify);
    }
    if !is_stuck && !decides(standing, is_tied) {
        allowed.push(Action::Advance);
    }
    if !standing.status.is_closed() {
        allowed.push(Action::Cancel);
    }
    allowed
}

/// Of an order, what says what may be done to it next.
pub struct Standing<'a> {
    pub provider: Provider,
    pub provider_order_id: &'a str,
    pub status: Status,
    pub delivery_type: DeliveryType,
    /// Its platform is believed not to know it any more.
    pub is_gone: bool,
}

impl<'a> Standing<'a> {
    pub fn of(order: &'a Order) -> Standing<'a> {
        Standing {
            provider: order.provider,
            provider_order_id: &order.provider_order_id,
            status: order.status,
            delivery_type: order.content.delivery_type,
            is_gone: is_gone(order),
        }
    }
}

/// The platform's own courier moves it next, as long as there is a platform that knows of it.
fn decides(standing: &Standing<'_>, is_tied: bool) -> bool {
    let Standing { provider, provider_order_id, status, delivery_type, is_gone } = *standing;
    is_tied && !is_nameless(provider_order_id) && !is_gone && platforms::of(provider).decides(status, delivery_type)
}

pub fn closed(status: Status) -> Failure {
    Failure::new(Code::OrderClosed).details(json!({ "status": status, "statusName": status.name() }))
}
