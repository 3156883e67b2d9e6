//! What may be done to an order as it stands. Pure, so that it is asked before telling and again before storing.

use super::progress::{is_gone, is_nameless};
use crate::{
    model::{Act, Code, Failure, Order, Status},
    platforms,
};
use serde::{Serialize, Serializer};
use serde_json::json;

/// What a caller wants.
#[derive(Clone, Debug)]
pub enum Wish {
    Verify,
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
pub fn plan(order: &Order, wish: &Wish, is_tied: bool) -> Result<Plan, Failure> {
    let status = order.status;
    match wish {
        Wish::Verify => match (status.awaits_verification(), status.is_closed(), status.next()) {
            (_, true, _) => Err(closed(status)),
            (true, ..) if is_tied && is_gone(order) => Err(Failure::new(Code::OrderUnknownThere)),
            (true, _, Some(to)) => Ok(Plan::Move { act: Act::Verify, to }),
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
            if decides(order, is_tied) {
                return Err(Failure::new(Code::PlatformDecides));
            }
            let act = if status.awaits_verification() { Act::Verify } else { Act::Advance };
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What a screen may offer for this order.
pub fn allowed_actions(order: &Order, is_tied: bool) -> Vec<Action> {
    let mut allowed = Vec::new();
    let is_stuck = order.status.is_closed() || (is_tied && is_gone(order));
    if !is_stuck && order.status.awaits_verification() {
        allowed.push(Action::Verify);
    }
    if !is_stuck && !decides(order, is_tied) {
        allowed.push(Action::Advance);
    }
    if !order.status.is_closed() {
        allowed.push(Action::Cancel);
    }
    allowed
}

/// The platform's own courier moves it next, as long as there is a platform that knows of it.
fn decides(order: &Order, is_tied: bool) -> bool {
    is_tied && !is_nameless(order) && !is_gone(order) && platforms::of(order.provider).decides(order)
}

pub fn closed(status: Status) -> Failure {
    Failure::new(Code::OrderClosed).details(json!({ "status": status, "statusName": status.name() }))
}
