//! `Tx`: what a write job is given: every table, the moment, and new ids.
//!
//! A job runs again if another job of its batch failed after writing, so it has no side effects, and it refuses
//! before its first write: redb cannot take back one job of a shared transaction.

use super::{
    layout,
    tables::Table,
    view::{Bytes, ReadView},
};
use crate::model::{Failure, Id, TAIL_BITS, Time};
use redb::WriteTransaction;
use serde::Serialize;
use std::{
    cell::{OnceCell, RefCell},
    time::Duration,
};

pub struct Tx<'t> {
    pub now: Time,
    txn: &'t WriteTransaction,
    tables: [OnceCell<redb::Table<'t, Bytes, Bytes>>; Table::COUNT],
    ids: &'t mut Ids,
    /// Something was written since the current job began.
    pub(super) wrote: bool,
    /// redb's own error: the whole transaction is lost.
    pub(super) broken: RefCell<Option<String>>,
}

impl<'t> Tx<'t> {
    pub(super) fn new(txn: &'t WriteTransaction, ids: &'t mut Ids, now: Time) -> Tx<'t> {
        let tables = [const { OnceCell::new() }; Table::COUNT];
        Tx { now, txn, tables, ids, wrote: false, broken: RefCell::new(None) }
    }

    /// A UUIDv7 above every id handed out before, also over a restart or a clock that jumps back.
    pub fn next_id(&mut self) -> Id {
        self.ids.next(self.now)
    }

    pub fn put_bytes(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<(), Failure> {
        self.at(table)?;
        self.wrote = true;
        let result = match self.tables[table as usize].get_mut() {
            Some(opened) => opened.insert(key, value).map(drop),
            None => return Err(Failure::fault("a table that was just opened is gone")),
        };
        result.map_err(|e| self.trouble(e.into()))
    }

    pub fn put<T: Serialize>(&mut self, table: Table, key: &[u8], record: &T) -> Result<(), Failure> {
        let value = serde_json::to_vec(record).map_err(Failure::fault)?;
        self.put_bytes(table, key, &value)
    }

    pub fn delete(&mut self, table: Table, key: &[u8]) -> Result<(), Failure> {
        self.at(table)?;
        self.wrote = true;
        let result = match self.tables[table as usize].get_mut() {
            Some(opened) => opened.remove(key).map(drop),
            None => return Err(Failure::fault("a table that was just opened is gone")),
        };
        result.map_err(|e| self.trouble(e.into()))
    }

    /// Called once a batch: what the ids need to go on after a restart.
    pub(super) fn save_clock(&mut self) -> Result<(), Failure> {
        if self.ids.dirty {
            let value = self.ids.to_bytes();
            self.put_bytes(Table::Meta, layout::CLOCK, &value)?;
        }
        Ok(())
    }
}

impl<'t> ReadView for Tx<'t> {
    type Opened = redb::Table<'t, Bytes, Bytes>;

    fn at(&self, table: Table) -> Result<&Self::Opened, Failure> {
        let cell = &self.tables[table as usize];
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

/// The source of ids: the last one given, and how far ids ever ran ahead of the clock.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    last: Option<Id>,
    drift: Duration,
    dirty: bool,
}

impl Ids {
    pub fn from_bytes(bytes: &[u8]) -> Option<Ids> {
        let (last, drift) = layout::read_clock(bytes)?;
        Some(Ids { last: Some(last), drift, dirty: false })
    }

    fn to_bytes(&self) -> Vec<u8> {
        layout::clock(self.last.unwrap_or(Id::NIL), self.drift)
    }

    pub fn saved(&mut self) {
        self.dirty = false;
    }

    fn next(&mut self, now: Time) -> Id {
        let now = u64::try_from(now.0).unwrap_or(0);
        let id = match self.last {
            Some(last) if last.millis() >= now => match last.tail() + 1 {
                tail if tail < 1 << TAIL_BITS => Id::from_parts(last.millis(), tail),
                _ => Id::from_parts(last.millis() + 1, fresh_tail()),
            },
            _ => Id::from_parts(now, fresh_tail()),
        };
        self.drift = self.drift.max(Duration::from_millis(id.millis().saturating_sub(now)));
        self.last = Some(id);
        self.dirty = true;
        id
    }
}

/// Random, with the highest bit free so that counting up has room.
fn fresh_tail() -> u128 {
    let mut bytes = [0u8; 16];
    // Without randomness ids are still in order and unique; only harder to guess is lost.
    let _ = getrandom::fill(&mut bytes);
    u128::from_be_bytes(bytes) & ((1 << (TAIL_BITS - 1)) - 1)
}

/// How far created times can lie behind their ids, as a reader sees it.
pub(super) fn drift(view: &impl ReadView) -> Result<Duration, Failure> {
    let bytes = view.bytes(Table::Meta, layout::CLOCK)?;
    Ok(bytes.and_then(|bytes| Ids::from_bytes(&bytes)).map_or(Duration::ZERO, |ids| ids.drift))
}

/// By how much the clock lies behind the newest id: it was set back, or had been wrong.
pub fn clock_lags(view: &impl ReadView, now: Time) -> Result<Duration, Failure> {
    let bytes = view.bytes(Table::Meta, layout::CLOCK)?;
    let last = bytes.and_then(|bytes| Ids::from_bytes(&bytes)).and_then(|ids| ids.last);
    Ok(last.map_or(Duration::ZERO, |last| last.time().since(now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_rise_whatever_the_clock_does() {
        let mut ids = Ids::default();
        let mut last = Id::NIL;
        for now in [1_000, 1_000, 1_000, 5_000, 2_000, 2_001, 5_000, 5_001, 0] {
            let id = ids.next(Time(now));
            assert!(id > last);
            last = id;
        }
        let mut again = Ids::from_bytes(&ids.to_bytes()).unwrap();
        assert!(again.next(Time(3)) > last);
        assert_eq!(again.drift, Duration::from_millis(5_001));
    }
}
