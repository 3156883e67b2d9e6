//! `Tallies`: running totals and counts that a batch has changed. Many of its jobs change the same few, so each is read
//! once and written once, at the end. A write job must not read them from the tables.

use super::{layout, tables::Table, view::ReadView};
use model::{DeliveryState, Failure, Id, Money};
use std::collections::BTreeMap;

/// How many orders, and how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub count: u64,
    pub total: Money,
}

impl Sum {
    pub fn add(&mut self, other: Sum) {
        *self = self.with(other);
    }

    pub(super) fn with(self, other: Sum) -> Sum {
        Sum { count: self.count + other.count, total: self.total.plus(other.total) }
    }

    pub fn without(self, other: Sum) -> Sum {
        Sum { count: self.count.saturating_sub(other.count), total: self.total.minus(other.total) }
    }

    pub(super) fn to_bytes(self) -> Vec<u8> {
        layout::sum(self.count, self.total)
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Sum> {
        layout::read_sum(bytes).map(|(count, total)| Sum { count, total })
    }

    /// A row of `Totals`.
    pub(super) fn stored(view: &impl ReadView, key: &[u8]) -> Result<Sum, Failure> {
        let read = |bytes: &[u8]| Sum::from_bytes(bytes).ok_or_else(|| Failure::fault("a total cannot be read"));
        Ok(view.with(Table::Totals, key, read)?.transpose()?.unwrap_or_default())
    }
}

/// A row of `DeliveryCounts`.
pub(super) fn stored_delivery_count(view: &impl ReadView, key: &[u8]) -> Result<u64, Failure> {
    let count = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_be_bytes);
    Ok(view.with(Table::DeliveryCounts, key, count)?.unwrap_or(0))
}

#[derive(Default)]
pub(super) struct Tallies {
    /// By key in `Totals`.
    pub totals: BTreeMap<Vec<u8>, Sum>,
    /// By key in `DeliveryCounts`: how many more, or fewer.
    deliveries: BTreeMap<Vec<u8>, i64>,
}

/// What a row is to be, or that it is to go.
pub(super) type TallyRow = (Table, Vec<u8>, Option<Vec<u8>>);

impl Tallies {
    /// One delivery more, or one less.
    pub fn count_delivery(&mut self, lane: Id, state: DeliveryState, change: i64) {
        *self.deliveries.entry(layout::delivery_count(lane, state).to_vec()).or_default() += change;
    }

    /// Everything that changed, for the end of the batch.
    pub fn rows(self, view: &impl ReadView) -> Result<Vec<TallyRow>, Failure> {
        let mut rows = Vec::with_capacity(self.totals.len() + self.deliveries.len());
        for (key, sum) in self.totals {
            rows.push((Table::Totals, key, (sum.count > 0).then(|| sum.to_bytes())));
        }
        for (key, change) in self.deliveries {
            let count = stored_delivery_count(view, &key)?.saturating_add_signed(change);
            rows.push((Table::DeliveryCounts, key, (count > 0).then(|| count.to_be_bytes().to_vec())));
        }
        Ok(rows)
    }
}
