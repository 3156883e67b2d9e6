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
#[serde(from = "StoredAct", into = "StoredAct")]
pub enum Act {
    /// With how long the kitchen takes, where the caller says so.
    Verify {
        minutes: Option<u32>,
    },
    Advance,
    Cancel {
        reason: Option<String>,
        reason_name: Option<String>,
        note: Option<String>,
    },
}

/// `Act` as it is stored: an acceptance without minutes is written as it was before there were any.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum StoredAct {
    Verify,
    VerifyIn { minutes: u32 },
    Advance,
    Cancel { reason: Option<String>, reason_name: Option<String>, note: Option<String> },
}

impl From<StoredAct> for Act {
    fn from(stored: StoredAct) -> Act {
        match stored {
            StoredAct::Verify => Act::Verify { minutes: None },
            StoredAct::VerifyIn { minutes } => Act::Verify { minutes: Some(minutes) },
            StoredAct::Advance => Act::Advance,
            StoredAct::Cancel { reason, reason_name, note } => Act::Cancel { reason, reason_name, note },
        }
    }
}

impl From<Act> for StoredAct {
    fn from(act: Act) -> StoredAct {
        match act {
            Act::Verify { minutes: None } => StoredAct::Verify,
            Act::Verify { minutes: Some(minutes) } => StoredAct::VerifyIn { minutes },
            Act::Advance => StoredAct::Advance,
            Act::Cancel { reason, reason_name, note } => StoredAct::Cancel { reason, reason_name, note },
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_stored_as_it_always_was_and_minutes_beside_it() {
        let cancel = Act::Cancel { reason: Some("1".into()), reason_name: None, note: None };
        for (act, text) in [
            (Act::Verify { minutes: None }, r#""verify""#),
            (Act::Verify { minutes: Some(25) }, r#"{"verify_in":{"minutes":25}}"#),
            (Act::Advance, r#""advance""#),
            (cancel, r#"{"cancel":{"reason":"1","reasonName":null,"note":null}}"#),
        ] {
            assert_eq!(serde_json::to_string(&act).unwrap(), text);
            assert_eq!(serde_json::from_str::<Act>(text).unwrap(), act);
        }
    }
}
