//! One order that came twice: from two platforms, one of which resells the other's, where total, items and time agree; or from
//! one platform that replaced it and gave it a new id, where the customer's number is the same. The later one says so, so that
//! it is not cooked twice; nothing is ever merged on a guess.

use model::{Id, Order, Provider, Result, Time, Walk};
use std::time::Duration;
use store::{OrderFilter, Orders, Picked, Tx};

/// How far apart the two may have been placed.
const APART: Duration = Duration::from_mins(10);
/// How long after an order its replacement may come.
const REPLACED_WITHIN: Duration = Duration::from_hours(24);
/// How many of a platform's latest orders are looked at.
const LOOKED_AT: usize = 30;

/// The order that this one may be a copy of. `raw` is this one's JSON.
pub fn find(tx: &Tx<'_>, order: &Order, raw: &[u8]) -> Result<Option<Id>> {
    let resells = |a: Provider, b, raw: &[u8]| platforms::of(a).twin(raw) == Some(b);
    // A web shop resells no other platform's orders, and no other resells its.
    let is_candidate = |other: &Provider| ![order.provider, Provider::Open].contains(other);
    if order.provider == Provider::Open {
        return Ok(None);
    }
    if let Some(replaced) = replaced(tx, order, raw)? {
        return Ok(Some(replaced));
    }
    for other in Provider::ALL.into_iter().filter(is_candidate) {
        for id in latest(tx, order, other, 2 * APART)? {
            let Some(candidate) = tx.order(id)?.filter(|candidate| agree(order, candidate)) else { continue };
            let candidate_raw = tx.raw(candidate.id)?.unwrap_or_default();
            if resells(order.provider, other, raw) || resells(other, order.provider, &candidate_raw) {
                return Ok(Some(candidate.id));
            }
        }
    }
    Ok(None)
}

/// The writer reads these; what is longer is no real bill.
const LONGEST_RAW: usize = 64 * 1024;

/// The latest order of the same platform that has the same number of the customer's.
fn replaced(tx: &Tx<'_>, order: &Order, raw: &[u8]) -> Result<Option<Id>> {
    let platform = platforms::of(order.provider);
    let Some(number) = platform.number(raw) else { return Ok(None) };
    for id in latest(tx, order, order.provider, REPLACED_WITHIN)? {
        let raw = tx.raw(id)?.filter(|raw| raw.len() <= LONGEST_RAW);
        if raw.is_some_and(|raw| platform.number(&raw).as_ref() == Some(&number)) {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

fn latest(tx: &Tx<'_>, order: &Order, provider: Provider, within: Duration) -> Result<Vec<Id>> {
    let filter = OrderFilter {
        picked: Picked::orders(Some(order.restaurant_id), Some(provider), &[]),
        from: Some(order.created_at.minus(within)),
        ..OrderFilter::default()
    };
    Ok(tx.order_ids(&filter, &Walk::newest(LOOKED_AT))?.items)
}

fn agree(one: &Order, other: &Order) -> bool {
    let apart = |one: Time, other: Time| one.max(other).since(one.min(other));
    let items = |order: &Order| {
        let mut items: Vec<(String, u32)> =
            order.content.items.iter().map(|item| (item.name.to_lowercase(), item.quantity)).collect();
        items.sort();
        items
    };
    one.content.amount.total == other.content.amount.total
        && apart(one.placed_at(), other.placed_at()) <= APART
        && items(one) == items(other)
}
