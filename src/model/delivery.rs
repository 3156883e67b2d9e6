//! `Delivery`: one event on its way to one address, with every attempt that was made.

use super::{id::Id, time::Time, webhook::EventKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Attempts that a record remembers; older ones are forgotten first.
const REMEMBERED: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    pub id: Id,
    /// Deliveries of one lane share a target and its eight places: a webhook, or a restaurant's `paymentMatchingUrl`.
    pub lane: Id,
    pub event_id: Id,
    pub kind: EventKind,
    pub order_id: Option<Id>,
    pub restaurant_id: Id,
    pub state: DeliveryState,
    pub attempts: Vec<Attempt>,
    /// Ever made, also those that are no longer remembered: `X-Webhook-Attempt`.
    pub attempt_count: u32,
    /// Made since it was last made pending: decides about the next retry.
    pub tries: u32,
    /// When it may be sent; nothing while an earlier one of its chain is before it, or when it is settled.
    pub due_at: Option<Time>,
    pub created_at: Time,
    pub updated_at: Time,
    /// It tells of a time before a restore and may have been sent then: it is not sent without the owner's word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_held: bool,
    /// Its target took it before it was sent again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_delivered: bool,
}

words! {
    pub enum DeliveryState: word {
        Pending = 1 "pending",
        Delivered = 2 "delivered",
        /// Every retry was in vain, or it is held; it can be sent again by hand.
        Failed = 3 "failed",
        /// Its target was removed before it went out, or the owner does not want it sent.
        Dropped = 4 "dropped",
    }
}

bytes!(DeliveryState);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    pub at: Time,
    pub url: String,
    pub status_code: Option<u16>,
    #[serde(rename = "durationMs", with = "millis")]
    pub took: Duration,
    /// The first 2 KiB of what the target said.
    pub answer: Option<String>,
    /// Why there was no answer.
    pub error: Option<String>,
}

impl Attempt {
    pub fn erase(&mut self) {
        let Attempt { at: _, url: _, status_code: _, took: _, answer, error: _ } = self;
        *answer = None;
    }

    pub fn is_success(&self) -> bool {
        self.status_code.is_some_and(|code| (200..300).contains(&code))
    }
}

impl Delivery {
    /// Deliveries that must reach their target in order: those of one order, or of one restaurant's integrations.
    pub fn chain(&self) -> Id {
        self.order_id.unwrap_or(self.restaurant_id)
    }

    /// Whether its target has taken it, now or before it was sent again.
    pub fn is_known_there(&self) -> bool {
        self.was_delivered || self.state == DeliveryState::Delivered
    }

    /// Takes out what its target answered about an order. Every field is named, here and below: a new one does not
    /// compile until it is handled.
    pub fn erase(&mut self) {
        let Delivery {
            id: _,
            lane: _,
            event_id: _,
            kind: _,
            order_id: _,
            restaurant_id: _,
            state: _,
            attempts,
            attempt_count: _,
            tries: _,
            due_at: _,
            created_at: _,
            updated_at: _,
            is_held: _,
            was_delivered: _,
        } = self;
        attempts.iter_mut().for_each(Attempt::erase);
    }

    pub fn note(&mut self, attempt: Attempt) {
        self.updated_at = attempt.at;
        self.attempt_count += 1;
        self.tries += 1;
        if self.attempts.len() == REMEMBERED {
            self.attempts.remove(0);
        }
        self.attempts.push(attempt);
    }
}

/// A duration as whole milliseconds, which is how records and the API have it.
mod millis {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(span: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Ok(Duration::from_millis(u64::deserialize(deserializer)?))
    }
}
