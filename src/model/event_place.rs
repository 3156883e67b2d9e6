//! `EventPlace`: where an event stands among those of its order.

use serde::{Deserialize, Serialize};

/// Made by `Order::next_event`, and stored with the order that it counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventPlace {
    /// From 1, without gaps, in the order of the changes.
    pub sequence: u32,
    /// It tells of a test order.
    pub is_test: bool,
}
