//! `ReadView`: reading, the same from a snapshot (`Reader`) and from inside a write job (`Tx`). What can be asked are the
//! typed reads of the files for each noun; they ask a `RawView`, which stays in this folder.
//!
//! A snapshot pins every page freed after it, so a `Reader` is made, asked and dropped without an await between.

use super::tables::{Bytes, Table};
use crate::model::Failure;
use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata};
use serde::de::DeserializeOwned;
use std::{cell::OnceCell, ops::Bound};

/// A view that typed reads can be asked of.
pub trait ReadView: RawView {}

impl<V: RawView> ReadView for V {}

/// Reading by table and key.
pub trait RawView {
    type OpenTable: ReadableTable<Bytes, Bytes>;

    fn at(&self, table: Table) -> Result<&Self::OpenTable, Failure>;

    /// Turns redb's error into ours; a write job also remembers that its transaction is lost.
    fn trouble(&self, error: redb::Error) -> Failure;

    fn bytes(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        let found = self.at(table)?.get(key).map_err(|e| self.trouble(e.into()))?;
        Ok(found.map(|value| value.value().to_vec()))
    }

    fn contains(&self, table: Table, key: &[u8]) -> Result<bool, Failure> {
        Ok(self.at(table)?.get(key).map_err(|e| self.trouble(e.into()))?.is_some())
    }

    /// How many rows a table has; redb knows without counting.
    fn count(&self, table: Table) -> Result<u64, Failure> {
        self.at(table)?.len().map_err(|e| self.trouble(e.into()))
    }

    /// One record; bytes that cannot be read are a fault that names table and key, never a panic.
    fn record<T: DeserializeOwned>(&self, table: Table, key: &[u8]) -> Result<Option<T>, Failure> {
        let found = self.at(table)?.get(key).map_err(|e| self.trouble(e.into()))?;
        found.map(|value| decode(table, key, value.value())).transpose()
    }

    /// Calls `each` with every entry of a range, in order, until it says `false`.
    fn scan(
        &self,
        table: Table,
        range: (Bound<&[u8]>, Bound<&[u8]>),
        mut each: impl FnMut(&[u8], &[u8]) -> Result<bool, Failure>,
    ) -> Result<(), Failure>
    where
        Self: Sized,
    {
        let entries = self.at(table)?.range::<&[u8]>(range).map_err(|e| self.trouble(e.into()))?;
        for entry in entries {
            let (key, value) = entry.map_err(|e| self.trouble(e.into()))?;
            if !each(key.value(), value.value())? {
                break;
            }
        }
        Ok(())
    }

    /// Every record of a table that is small by nature.
    fn all<T: DeserializeOwned>(&self, table: Table) -> Result<Vec<T>, Failure>
    where
        Self: Sized,
    {
        let mut records = Vec::new();
        self.scan(table, (Bound::Unbounded, Bound::Unbounded), |key, value| {
            records.push(decode(table, key, value)?);
            Ok(true)
        })?;
        Ok(records)
    }

    /// The entries whose keys start with `prefix`.
    fn scan_prefix(
        &self,
        table: Table,
        prefix: &[u8],
        each: impl FnMut(&[u8], &[u8]) -> Result<bool, Failure>,
    ) -> Result<(), Failure>
    where
        Self: Sized,
    {
        match successor(prefix) {
            Some(end) => self.scan(table, (Bound::Included(prefix), Bound::Excluded(&end)), each),
            None => self.scan(table, (Bound::Included(prefix), Bound::Unbounded), each),
        }
    }
}

/// A consistent view of the last commit. Tables are opened when they are first asked for.
pub struct Reader {
    txn: ReadTransaction,
    tables: [OnceCell<ReadOnlyTable<Bytes, Bytes>>; Table::COUNT],
}

impl Reader {
    pub(super) fn new(txn: ReadTransaction) -> Reader {
        Reader { txn, tables: [const { OnceCell::new() }; Table::COUNT] }
    }
}

impl RawView for Reader {
    type OpenTable = ReadOnlyTable<Bytes, Bytes>;

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
        match error {
            redb::Error::Corrupted(_) => Failure::fault(format!("store: {error}")),
            error => Failure::unavailable(format!("store: {error}")),
        }
    }
}

pub(super) fn decode<T: DeserializeOwned>(table: Table, key: &[u8], value: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(value)
        .map_err(|e| Failure::fault(format!("record {} in table {} cannot be read: {e}", hex(key), table.name())))
}

/// The first key after everything that starts with `prefix`; `None` if there is none.
pub(super) fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Some(end);
        }
    }
    None
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
