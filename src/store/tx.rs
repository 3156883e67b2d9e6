//! `Tx`: what a write job is given: every table, the moment, and new ids.
//!
//! A job runs again if another job of its batch failed after writing, so it has no side effects, and it refuses
//! before its first write: redb cannot take back one job of a shared transaction.

use super::tables::{Bytes, Table};
use super::view::{RawView, whole_key};
use super::{counts::StoreCounts, ids::Ids, journal::WrittenRows, layout, tallies::Tallies, wipe::record::WipeRecord};
use model::{Aftermath, DeliveryState, Failure, Id, OldEvents, Time, Webhook};
use redb::WriteTransaction;
use serde::Serialize;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

pub struct Tx<'t> {
    pub now: Time,
    txn: &'t WriteTransaction,
    trees: [OnceCell<redb::Table<'t, Bytes, Bytes>>; Table::COUNT],
    ids: &'t mut Ids,
    counts: Option<StoreCounts>,
    pub(super) tallies: Tallies,
    /// Every webhook, once it was asked for, also by an earlier transaction; writing one forgets them.
    pub(super) known_webhooks: RefCell<Option<Arc<[Webhook]>>>,
    /// Whether webhooks are sent what is written down now.
    pub(super) outgoing: Outgoing,
    pub(super) bells: Bells,
    /// What must leave the file as well.
    pub(super) erased: Erased,
    /// Something was written since the current job began.
    pub(super) wrote: bool,
    /// What all jobs of the batch have written, for the journal; nothing where it is put on the disk without one.
    pub(super) rows: Option<WrittenRows>,
    /// redb's own error: the whole transaction is lost.
    pub(super) broken: RefCell<Option<String>>,
}

/// Table, key, value.
pub(super) type IndexEntry = (Table, Vec<u8>, Vec<u8>);

/// Whom a commit wakes, beside those who wait for any.
#[derive(Clone, Copy, Default)]
pub(super) struct Bells {
    /// Something was written that the delivery thread waits for.
    pub due: bool,
    /// A session ended.
    pub sessions: bool,
    /// A restaurant or an integration changed, or how one fares.
    pub places: bool,
    /// An order changed.
    pub orders: bool,
    /// A dish or a station changed.
    pub dishes: bool,
}

/// What was taken out of the store and would else stay in its file.
#[derive(Clone, Copy, Default)]
pub(super) struct Erased {
    pub any: bool,
    /// Words of a segment.
    pub words: bool,
}

/// What becomes of the deliveries of events that a job writes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Outgoing {
    #[default]
    Sent,
    /// They wait for the owner's word.
    Held,
    Dropped,
}

impl Outgoing {
    /// Of events of before, after what the owner said about them.
    pub fn of_before(aftermath: Option<&Aftermath>) -> Outgoing {
        match aftermath.map(|aftermath| aftermath.word) {
            Some(None) => Outgoing::Held,
            Some(Some(OldEvents::Drop)) => Outgoing::Dropped,
            Some(Some(OldEvents::Send)) | None => Outgoing::Sent,
        }
    }

    pub fn state(self) -> DeliveryState {
        match self {
            Outgoing::Sent => DeliveryState::Pending,
            Outgoing::Held => DeliveryState::Failed,
            Outgoing::Dropped => DeliveryState::Dropped,
        }
    }
}

impl<'t> Tx<'t> {
    pub(super) fn new(txn: &'t WriteTransaction, ids: &'t mut Ids, now: Time) -> Tx<'t> {
        let trees = [const { OnceCell::new() }; Table::COUNT];
        Tx {
            now,
            txn,
            trees,
            ids,
            counts: None,
            tallies: Tallies::default(),
            known_webhooks: RefCell::default(),
            outgoing: Outgoing::default(),
            bells: Bells::default(),
            erased: Erased::default(),
            wrote: false,
            rows: None,
            broken: RefCell::new(None),
        }
    }

    /// Nothing of the job before, however it ended, holds for the next.
    pub(super) fn begin_job(&mut self) {
        (self.wrote, self.outgoing) = (false, Outgoing::default());
    }

    /// A UUIDv7 above every id handed out before, also over a restart or a clock that jumps back.
    pub fn next_id(&mut self) -> Id {
        self.ids.next(self.now)
    }

    pub(super) fn put_bytes(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<(), Failure> {
        let key = whole_key(table, key);
        self.bells.due |= table == Table::DeliveriesDue || decides_delivery(table);
        self.bells.places |= is_of_place(table);
        self.bells.orders |= table == Table::Orders;
        self.bells.dishes |= matches!(table, Table::Dishes | Table::Stations);
        let put = self
            .opened(table)?
            .insert(&*key, value)
            .map(|old| table.is_wiped_when_replaced() && old.is_some_and(|old| old.value() != value));
        self.erased.any |= put.map_err(|e| self.trouble(e.into()))?;
        if let Some(rows) = &mut self.rows {
            rows.add(table, &key, Some(value));
        }
        Ok(())
    }

    pub(super) fn put<T: Serialize>(&mut self, table: Table, key: &[u8], record: &T) -> Result<(), Failure> {
        let value = serde_json::to_vec(record).map_err(Failure::fault)?;
        self.put_bytes(table, key, &value)
    }

    pub(super) fn delete(&mut self, table: Table, key: &[u8]) -> Result<(), Failure> {
        let key = whole_key(table, key);
        self.bells.due |= decides_delivery(table);
        self.bells.places |= is_of_place(table);
        self.bells.orders |= table == Table::Orders;
        self.bells.dishes |= matches!(table, Table::Dishes | Table::Stations);
        let deleted = self.opened(table)?.remove(&*key).map(|old| old.is_some());
        self.erased.any |= deleted.map_err(|e| self.trouble(e.into()))? && table.is_wiped();
        if let Some(rows) = &mut self.rows {
            rows.add(table, &key, None);
        }
        Ok(())
    }

    /// Replaces index entries by others; what is in both stays untouched.
    pub(super) fn change_entries(&mut self, old: &[IndexEntry], new: &[IndexEntry]) -> Result<(), Failure> {
        for (table, key, _) in old.iter().filter(|entry| !new.contains(entry)) {
            self.delete(*table, key)?;
        }
        for (table, key, value) in new.iter().filter(|entry| !old.contains(entry)) {
            self.put_bytes(*table, key, value)?;
        }
        Ok(())
    }

    /// Writes what replaces nothing that has to be wiped: bookkeeping on a record that also holds secrets.
    pub fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.erased;
        let done = work(self);
        self.erased = before;
        done
    }

    /// A tree that something is about to be written to.
    fn opened(&mut self, table: Table) -> Result<&mut redb::Table<'t, Bytes, Bytes>, Failure> {
        self.tree(table)?;
        self.wrote = true;
        let tree = self.trees[table.tree() as usize].get_mut();
        tree.ok_or_else(|| Failure::fault("a tree that was just opened is gone"))
    }

    /// What is counted along, read once in a batch.
    pub(super) fn counts(&mut self) -> Result<&mut StoreCounts, Failure> {
        let counts = match self.counts.take() {
            Some(counts) => counts,
            None => StoreCounts::of(self)?,
        };
        Ok(self.counts.insert(counts))
    }

    /// Called once a batch, at its end: what the ids need to go on after a restart, and what was counted.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if self.ids.is_unsaved() {
            let value = self.ids.to_bytes();
            self.put_bytes(Table::Meta, layout::CLOCK, &value)?;
        }
        if self.counts.is_some() {
            self.close_segment_if_full()?;
            let value = self.counts()?.to_bytes();
            self.put_bytes(Table::Meta, layout::COUNTS, &value)?;
        }
        if self.erased.any || self.erased.words {
            let record = WipeRecord::of(self, self.now)?.owing(self.now, self.erased.words);
            self.put(Table::Meta, layout::WIPED, &record)?;
        }
        for (table, key, value) in std::mem::take(&mut self.tallies).rows(self)? {
            match value {
                Some(value) => self.put_bytes(table, &key, &value)?,
                None => self.delete(table, &key)?,
            }
        }
        Ok(())
    }
}

/// Where targets are, whether they want anything, and what they are shown.
fn decides_delivery(table: Table) -> bool {
    matches!(table, Table::Webhooks | Table::Restaurants | Table::Keys)
}

fn is_of_place(table: Table) -> bool {
    matches!(table, Table::Businesses | Table::Restaurants | Table::Integrations | Table::Pulses)
}

impl<'t> RawView for Tx<'t> {
    type OpenTree = redb::Table<'t, Bytes, Bytes>;

    fn tree(&self, table: Table) -> Result<&Self::OpenTree, Failure> {
        let cell = &self.trees[table.tree() as usize];
        match cell.get() {
            Some(opened) => Ok(opened),
            None => {
                let opened = self.txn.open_table(table.definition()).map_err(|e| self.trouble(e.into()))?;
                Ok(cell.get_or_init(|| opened))
            }
        }
    }

    fn trouble(&self, error: redb::Error) -> Failure {
        let cause = format!("store: {error}");
        self.broken.replace(Some(cause.clone()));
        Failure::unavailable(cause)
    }
}
