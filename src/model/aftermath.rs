//! `Aftermath`: what follows from a restore. The store is as old as its backup, and the world went on: platforms moved
//! orders, and webhooks were told of it.

use super::{id::Id, status::Status, time::Time};
use serde::{Deserialize, Serialize};

/// Kept until all of it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Aftermath {
    pub restored_at: Time,
    /// As of when the backup was.
    pub made_at: Time,
    /// Orders that were open then. Their platforms are told nothing of one before they were asked how it stands.
    pub unsure: Vec<Id>,
    /// What the owner says about events of before: webhooks may have got them already.
    pub word: Option<OldEvents>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OldEvents {
    Send,
    Drop,
}

impl Aftermath {
    /// Whether an order that comes only now is one of before: its platform had it, and it was accepted. One that is
    /// still new there waits for a kitchen in any case.
    pub fn is_of_before(&self, status: Status, placed_at: Option<Time>) -> bool {
        !status.awaits_verification() && placed_at.is_some_and(|placed| placed < self.restored_at)
    }
}
