//! What an order's platform changed in it, as the order shows it: what was in it before each change, and what after.

use crate::model::{Failure, Time};
use crate::ops::orders::OrderDetails;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[derive(Serialize)]
pub struct ChangeView<'a> {
    at: Time,
    items: BothSides<'a>,
    amount: BothSides<'a>,
}

/// A part of an order, before a change and after it.
#[derive(Serialize)]
struct BothSides<'a> {
    before: &'a RawValue,
    after: &'a RawValue,
}

/// What was in an order until a change, as it is stored.
#[derive(Deserialize)]
struct StoredChange<'a> {
    at: Time,
    #[serde(borrow)]
    items: &'a RawValue,
    #[serde(borrow)]
    amount: &'a RawValue,
}

/// What is in it now.
#[derive(Deserialize)]
struct BasketNow<'a> {
    #[serde(borrow)]
    items: &'a RawValue,
    #[serde(borrow)]
    amount: &'a RawValue,
}

/// The oldest first. What one led to is what the next begins with, and of the last what the order has now.
pub fn changes(shown: &OrderDetails) -> Result<Vec<ChangeView<'_>>, Failure> {
    let Some(stored) = shown.texts.changes() else { return Ok(Vec::new()) };
    let stored: Vec<StoredChange<'_>> = serde_json::from_slice(stored).map_err(Failure::fault)?;
    let now: BasketNow<'_> = serde_json::from_slice(shown.texts.content()).map_err(Failure::fault)?;
    let after = stored.iter().skip(1).map(|next| (next.items, next.amount)).chain([(now.items, now.amount)]);
    let changes = stored.iter().zip(after).map(|(before, (items, amount))| ChangeView {
        at: before.at,
        items: BothSides { before: before.items, after: items },
        amount: BothSides { before: before.amount, after: amount },
    });
    Ok(changes.collect())
}
