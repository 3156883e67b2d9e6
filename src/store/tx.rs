//! `Tx`: what a write job is given: every table, the moment, and new ids.
//!
//! A job runs again if another job of its batch failed after writing, so it has no side effects, and it refuses
//! before its first write: redb cannot take back one job of a shared transaction.

use super::{
    ids::Ids,
    layout,
    tables::{Bytes, Table},
    view::RawView,
};
use crate::model::{Failure, Id, Time};
use redb::WriteTransaction;
use serde::Serialize;
use std::cell::{OnceCell, RefCell};

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

    pub(super) fn put_bytes(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<(), Failure> {
        self.at(table)?;
        self.wrote = true;
        let result = match self.tables[table as usize].get_mut() {
            Some(opened) => opened.insert(key, value).map(drop),
            None => return Err(Failure::fault("a table that was just opened is gone")),
        };
        result.map_err(|e| self.trouble(e.into()))
    }

    pub(super) fn put<T: Serialize>(&mut self, table: Table, key: &[u8], record: &T) -> Result<(), Failure> {
        let value = serde_json::to_vec(record).map_err(Failure::fault)?;
        self.put_bytes(table, key, &value)
    }

    pub(super) fn delete(&mut self, table: Table, key: &[u8]) -> Result<(), Failure> {
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
        if self.ids.is_unsaved() {
            let value = self.ids.to_bytes();
            self.put_bytes(Table::Meta, layout::CLOCK, &value)?;
        }
        Ok(())
    }
}

impl<'t> RawView for Tx<'t> {
    type OpenTable = redb::Table<'t, Bytes, Bytes>;

    fn at(&self, table: Table) -> Result<&Self::OpenTable, Failure> {
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
