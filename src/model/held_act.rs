//! `HeldAct`: what a person pressed on a screen and can still take back. Nothing has happened of it until it is carried out.

use super::{actor::Actor, failure::Refusal, id::Id, intent::Act, lang::Lang, status::Status, time::Time};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Nothing is held longer, whatever a clock that was set back says.
pub const LONGEST_HOLD: Duration = Duration::from_mins(1);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldAct {
    pub order_id: Id,
    pub act: Act,
    /// Where the order stood.
    pub from: Status,
    pub to: Status,
    pub by: Actor,
    /// The address that it was pressed from.
    pub address: Option<String>,
    pub lang: Lang,
    pub at: Time,
    pub due_at: Time,
    /// It could not be carried out. That stands on the board until a person has seen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

impl HeldAct {
    pub fn is_due(&self, now: Time) -> bool {
        self.is_waiting() && (self.due_at <= now || self.due_at.since(now) > LONGEST_HOLD)
    }

    /// It is still to be carried out.
    pub fn is_waiting(&self) -> bool {
        self.refused.is_none()
    }

    /// It is that press, and no later one.
    pub fn is_same_press(&self, other: &HeldAct) -> bool {
        (self.order_id, self.at, &self.by, &self.act) == (other.order_id, other.at, &other.by, &other.act)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Failure};

    #[test]
    fn it_is_due_when_its_time_has_come_and_also_where_the_clock_was_set_back() {
        let held = HeldAct {
            order_id: Id::NIL,
            act: Act::Advance,
            from: Status::Preparing,
            to: Status::OnTheWay,
            by: Actor::User("ayşe".into()),
            address: None,
            lang: Lang::Tr,
            at: Time(1_000_000),
            due_at: Time(1_008_000),
            refused: None,
        };
        let due = |now: i64| held.is_due(Time(now));
        assert_eq!([due(1_000_000), due(1_007_999), due(1_008_000), due(940_000)], [false, false, true, true]);
        // What was refused is over.
        let refused = HeldAct { refused: Some(Failure::new(Code::OrderClosed).refusal().clone()), ..held.clone() };
        assert!(!refused.is_due(Time(2_000_000)) && refused.is_same_press(&held));
        assert!(!held.is_same_press(&HeldAct { at: Time(1_000_001), ..held.clone() }));
    }
}
