//! Receipts: the stored answers to requests that carried an Idempotency-Key, kept for a day.

use super::{tables::Table, tx::Tx, view::ReadView};
use crate::model::{Failure, Receipt, ReceiptSlot, Time};
use std::{ops::Bound, time::Duration};

/// How long a repeated request finds its answer.
const KEPT: Duration = Duration::from_hours(24);

pub trait Receipts: ReadView + Sized {
    fn receipt(&self, slot: &ReceiptSlot, now: Time) -> Result<Option<Receipt>, Failure> {
        let receipt: Option<Receipt> = self.record(Table::Receipts, &slot_key(slot))?;
        Ok(receipt.filter(|receipt| receipt.at.plus(KEPT) > now))
    }
}

impl<L: ReadView> Receipts for L {}

impl Tx<'_> {
    pub fn put_receipt(&mut self, slot: &ReceiptSlot, receipt: &Receipt) -> Result<(), Failure> {
        let key = slot_key(slot);
        if let Some(old) = self.record::<Receipt>(Table::Receipts, &key)? {
            self.delete(Table::ReceiptsByTime, &time_key(old.at, &key))?;
        }
        self.put(Table::Receipts, &key, receipt)?;
        self.put_bytes(Table::ReceiptsByTime, &time_key(receipt.at, &key), &[])
    }

    /// Forgets up to `most` receipts whose day is over; says how many.
    pub fn forget_receipts(&mut self, most: usize) -> Result<usize, Failure> {
        let end = self.now.minus(KEPT).0.to_be_bytes();
        let mut old = Vec::new();
        self.scan(Table::ReceiptsByTime, (Bound::Unbounded, Bound::Excluded(&end)), |key, _| {
            old.push(key.to_vec());
            Ok(old.len() < most)
        })?;
        for key in &old {
            self.delete(Table::ReceiptsByTime, key)?;
            self.delete(Table::Receipts, &key[8..])?;
        }
        Ok(old.len())
    }
}

pub(super) fn time_key(at: Time, key: &[u8]) -> Vec<u8> {
    [at.0.to_be_bytes().as_slice(), key].concat()
}

fn slot_key(slot: &ReceiptSlot) -> Vec<u8> {
    [slot.key_id.bytes().as_slice(), &slot.name.0].concat()
}
