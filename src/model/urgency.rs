//! When an order needs a hand next, and how near that is: what the board sorts by, shows and colours.

use super::{order::Order, status::Status, time::Time};
use serde::{Deserialize, Serialize};
use std::{ops::RangeInclusive, time::Duration};

/// What the owner may choose for each.
pub const PACE_MINUTES: RangeInclusive<u32> = 1..=240;
/// A platform's deadline for an answer is short: the last minute of it is when it gets close.
const ANSWER_SOON: Duration = Duration::from_mins(1);

/// How long things may take where nothing was promised, and when it is time to hurry: the owner's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tempo {
    /// From an order's acceptance until it leaves the kitchen.
    pub kitchen_minutes: u32,
    /// From there to the customer.
    pub road_minutes: u32,
    /// So long before it is late, an order is soon late.
    pub soon_minutes: u32,
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo { kitchen_minutes: 20, road_minutes: 30, soon_minutes: 5 }
    }
}

/// The moment by which something has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    pub at: Time,
    pub by: DueBy,
    /// From when on it is soon.
    pub soon_at: Time,
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueBy {
    /// The platform, which takes an unanswered order away then.
    Answer,
    /// What the customer was told.
    Promise,
    /// How long it takes.
    Pace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ageing {
    OnTime,
    Soon,
    Late,
}

impl Due {
    /// `kitchen`: the preparation time that was stated for this order or its restaurant, in minutes.
    pub fn of(order: &Order, pace: Tempo, kitchen: Option<u32>) -> Due {
        let content = &order.content;
        let minutes = |count: u32| Duration::from_mins(count.into());
        // One that was cancelled lies where it lay, so that the kitchen sees it there.
        let step = order.history.iter().rev().find(|step| !step.status.is_cancelled());
        let (status, entered) = step.map_or((order.status, order.updated_at), |step| (step.status, step.at));
        if let Some(at) = content.accept_by.filter(|_| status.awaits_verification()) {
            return Due { at, by: DueBy::Answer, soon_at: at.minus(ANSWER_SOON) };
        }
        let (since, usual) = match status {
            Status::Preparing => (entered, kitchen.unwrap_or(pace.kitchen_minutes)),
            Status::OnTheWay => (entered, pace.road_minutes),
            _ => (order.placed_at(), kitchen.unwrap_or(pace.kitchen_minutes)),
        };
        let usual_end = since.plus(minutes(usual));
        let promised = if content.is_scheduled { content.scheduled_at } else { content.promised_at };
        let (at, by) = match promised {
            // What was stated for the kitchen ends before a promise that counts the road as well.
            Some(at) if kitchen.is_some() && status == Status::Preparing && usual_end < at => (usual_end, DueBy::Pace),
            Some(at) => (at, DueBy::Promise),
            None => (usual_end, DueBy::Pace),
        };
        Due { at, by, soon_at: at.minus(minutes(pace.soon_minutes)) }
    }

    pub fn ageing(&self, now: Time) -> Ageing {
        match () {
            () if now >= self.at => Ageing::Late,
            () if now >= self.soon_at => Ageing::Soon,
            () => Ageing::OnTime,
        }
    }
}
