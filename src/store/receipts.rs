//! Receipts: the stored answers to requests that carried an Idempotency-Key, kept for a day.

use super::{RawView, ReadView, Table, Tx, layout};
use model::{Failure, Receipt, ReceiptSlot, Time};
use std::{ops::Bound, time::Duration};

/// How long a repeated request finds its answer.
const KEPT: Duration = Duration::from_hours(24);

pub trait Receipts: ReadView + Sized {
    fn receipt(&self, slot: &ReceiptSlot, now: Time) -> Result<Option<Receipt>, Failure> {
        let receipt: Option<Receipt> = self.record(Table::Receipts, &layout::receipt(slot))?;
        Ok(receipt.filter(|receipt| receipt.at.plus(KEPT) > now))
    }
}

impl<L: ReadView> Receipts for L {}

impl Tx<'_> {
    pub fn put_receipt(&mut self, slot: &ReceiptSlot, receipt: &Receipt) -> Result<(), Failure> {
        let key = layout::receipt(slot);
        if let Some(old) = self.record::<Receipt>(Table::Receipts, &key)? {
            self.delete(Table::ReceiptsByTime, &layout::receipt_at_time(old.at, &key))?;
        }
        self.put(Table::Receipts, &key, receipt)?;
        self.put_bytes(Table::ReceiptsByTime, &layout::receipt_at_time(receipt.at, &key), &[])
    }

    /// Forgets up to `most` receipts whose day is over; says how many.
    pub fn forget_receipts(&mut self, most: usize) -> Result<usize, Failure> {
        let end = layout::time_bytes(self.now.minus(KEPT));
        let rows = self.rows(Table::ReceiptsByTime, (Bound::Unbounded, Bound::Excluded(&end)))?;
        let old = rows.keys(most, |key| Some(key.to_vec()))?;
        for key in &old {
            self.delete(Table::ReceiptsByTime, key)?;
            self.delete(Table::Receipts, layout::read_receipt_at_time(key))?;
        }
        Ok(old.len())
    }
}
