//! What may be done to an order as it stands. Pure, so that it is asked before telling and again before storing.

use super::{act::Wish, closed};
use crate::{
    model::{Act, Code, Failure, Order, Reason, Status},
    platforms,
};
use serde_json::json;

#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// It is done already.
    Nothing,
    Move {
        act: Act,
        to: Status,
    },
}

pub fn plan(order: &Order, wish: &Wish) -> Result<Plan, Failure> {
    let status = order.status;
    match wish {
        Wish::Verify => match (status.awaits_verification(), status.is_closed(), status.next()) {
            (_, true, _) => Err(closed(status)),
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
            if decides(order) {
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

/// What a screen may offer for this order.
pub fn allowed_actions(order: &Order) -> Vec<&'static str> {
    let mut allowed = Vec::new();
    if order.status.awaits_verification() {
        allowed.push("verify");
    }
    if !order.status.is_closed() {
        if !decides(order) {
            allowed.push("advance");
        }
        allowed.push("cancel");
    }
    allowed
}

pub fn refuse_reason(accepted: &[Reason], lang: crate::model::Lang) -> Failure {
    let list: Vec<_> = accepted.iter().map(|reason| json!({ "id": reason.id, "name": reason.name(lang) })).collect();
    Failure::new(Code::ReasonNotAccepted).field("reason").details(json!({ "reasons": list }))
}

fn decides(order: &Order) -> bool {
    platforms::of(order.provider).is_some_and(|platform| platform.decides(order))
}
