//! The same order from two platforms: one of them resells the other's. Where total, items and time agree, the later
//! one says so; nothing is ever merged on a guess.

use super::browse::in_full;
use crate::{
    model::{Failure, Id, Order, Provider, Walk},
    platforms,
    store::{OrderFilter, Orders, Picked, Tx},
};

/// How far apart the two may have been placed.
const APART: i64 = 10 * 60 * 1_000;
/// How many of the other platform's latest orders are looked at.
const LOOKED_AT: usize = 30;

/// The order that this one may be a copy of. `raw` is this one's JSON.
pub fn find(tx: &Tx<'_>, order: &Order, raw: &[u8]) -> Result<Option<Id>, Failure> {
    let resells = |a: Provider, b, raw: &[u8]| platforms::of(a).twin(raw) == Some(b);
    // A web shop resells nobody's orders, and nobody resells its.
    let is_candidate = |other: &Provider| ![order.provider, Provider::Open].contains(other);
    if order.provider == Provider::Open {
        return Ok(None);
    }
    for other in Provider::ALL.into_iter().filter(is_candidate) {
        for candidate in latest(tx, order, other)?.into_iter().filter(|candidate| agree(order, candidate)) {
            let candidate_raw = tx.raw(candidate.id)?.unwrap_or_default();
            if resells(order.provider, other, raw) || resells(other, order.provider, &candidate_raw) {
                return Ok(Some(candidate.id));
            }
        }
    }
    Ok(None)
}

fn latest(tx: &Tx<'_>, order: &Order, provider: Provider) -> Result<Vec<Order>, Failure> {
    let filter = OrderFilter {
        picked: Picked::orders(Some(order.restaurant_id), Some(provider), &[]),
        from: Some(order.created_at.plus_millis(-2 * APART)),
        ..OrderFilter::default()
    };
    let page = tx.list_orders(&filter, &Walk::newest(LOOKED_AT))?;
    in_full(tx, &page.items)
}

fn agree(one: &Order, other: &Order) -> bool {
    let placed = |order: &Order| order.content.placed_at.unwrap_or(order.created_at).0;
    let items = |order: &Order| {
        let mut items: Vec<(String, u32)> =
            order.content.items.iter().map(|item| (item.name.to_lowercase(), item.quantity)).collect();
        items.sort();
        items
    };
    one.content.amount.total == other.content.amount.total
        && (placed(one) - placed(other)).abs() <= APART
        && items(one) == items(other)
}
