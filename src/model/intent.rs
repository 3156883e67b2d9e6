//! `Intent`: a change that a platform is about to be told of, written down before the first byte leaves.
//!
//! It is removed in the transaction that stores the change. One that is found at start was cut off by a crash.

use super::{actor::Actor, id::Id, sealed::Sealed, sha::Sha, status::Status, time::Time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intent {
    pub order_id: Id,
    pub actor: Actor,
    pub act: Act,
    pub from: Status,
    pub to: Status,
    pub at: Time,
    /// The caller's Idempotency-Key, so that its repetition finds the answer even after a crash.
    pub receipt: Option<ReceiptSlot>,
}

/// What is done to an order, as a platform is told it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Act {
    Verify,
    Advance,
    Cancel { reason: Option<String>, reason_name: Option<String>, note: Option<String> },
}

/// Where the answer to a request with an Idempotency-Key is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptSlot {
    pub key_id: Id,
    /// Of the header's value.
    pub name: Sha,
    /// Over path and body: the same key with another request is refused.
    pub request: Sha,
}

/// The stored answer. Sealed: an answer may carry a header value or a customer's address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub request: Sha,
    pub at: Time,
    pub outcome: Sealed,
}
