//! `ReadView`: reading, the same from a snapshot (`Reader`) and from inside a write job (`Tx`). What can be asked are the
//! typed reads of the files for each noun; they ask a `RawView`, which stays in this folder.
//!
//! A snapshot pins every page freed after it, so a `Reader` is made, asked and dropped without an await between.

use super::tables::{Bytes, JOURNAL, Table};
use model::Failure;
use redb::{
    AccessGuard, Range, ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata, StorageError,
    TableDefinition, TableHandle,
};
use serde::de::DeserializeOwned;
use std::{borrow::Cow, cell::OnceCell, ops::Bound, sync::Arc};

/// A view that typed reads can be asked of.
pub trait ReadView: RawView {}

impl<V: RawView> ReadView for V {}

/// Reading by table and key.
pub trait RawView: Sized {
    type OpenTree: ReadableTable<Bytes, Bytes>;

    /// The tree that a table lies in, with the tables beside it.
    fn tree(&self, table: Table) -> Result<&Self::OpenTree, Failure>;

    /// Turns redb's error into ours; a write job also remembers that its transaction is lost.
    fn trouble(&self, error: redb::Error) -> Failure;

    fn bytes(&self, table: Table, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        self.with(table, key, <[u8]>::to_vec)
    }

    fn contains(&self, table: Table, key: &[u8]) -> Result<bool, Failure> {
        Ok(self.with(table, key, |_| ())?.is_some())
    }

    /// What `see` makes of a value, which is not copied.
    fn with<T>(&self, table: Table, key: &[u8], see: impl FnOnce(&[u8]) -> T) -> Result<Option<T>, Failure> {
        let found = self.tree(table)?.get(&*whole_key(table, key)).map_err(|e| self.trouble(e.into()))?;
        Ok(found.map(|value| see(value.value())))
    }

    /// How many rows a tree has; redb knows without counting.
    fn count(&self, tree: Table) -> Result<u64, Failure> {
        self.tree(tree)?.len().map_err(|e| self.trouble(e.into()))
    }

    /// One record; bytes that cannot be read are a fault that names table and key, never a panic.
    fn record<T: DeserializeOwned>(&self, table: Table, key: &[u8]) -> Result<Option<T>, Failure> {
        self.with(table, key, |value| decode(table, key, value))?.transpose()
    }

    /// The rows of a stretch of keys, from either end.
    fn rows(&self, table: Table, (start, end): (Bound<&[u8]>, Bound<&[u8]>)) -> Result<Rows<'_, Self>, Failure> {
        let tree = self.tree(table)?;
        let range = match table.part() {
            None => tree.range::<&[u8]>((start, end)),
            Some(part) => {
                let (first, beyond) = ([part], [part + 1]);
                let whole = |key| whole_key(table, key);
                let (start, end) = (start.map(whole), end.map(whole));
                let start = match &start {
                    Bound::Unbounded => Bound::Included(first.as_slice()),
                    start => start.as_ref().map(|key| &**key),
                };
                let end = match &end {
                    Bound::Unbounded => Bound::Excluded(beyond.as_slice()),
                    end => end.as_ref().map(|key| &**key),
                };
                tree.range::<&[u8]>((start, end))
            }
        };
        let range = range.map_err(|e| self.trouble(e.into()))?;
        Ok(Rows { view: self, range, skip: usize::from(table.part().is_some()) })
    }

    /// The rows whose keys start with `prefix`; with an empty one, all rows of the table.
    fn rows_with(&self, table: Table, prefix: &[u8]) -> Result<Rows<'_, Self>, Failure> {
        let end = successor(prefix);
        self.rows(table, (Bound::Included(prefix), end.as_deref().map_or(Bound::Unbounded, Bound::Excluded)))
    }

    /// Every record whose key starts with `prefix`, of a table that is small by nature; with an empty one, all of them.
    fn records<T: DeserializeOwned>(&self, table: Table, prefix: &[u8]) -> Result<Vec<T>, Failure> {
        let rows = self.rows_with(table, prefix)?;
        rows.map(|row| row.and_then(|row| decode(table, row.key(), row.value()))).collect()
    }

    /// What the values of a table weigh.
    fn table_bytes(&self, table: Table) -> Result<usize, Failure> {
        self.rows_with(table, &[])?.map(|row| Ok(row?.value().len())).sum()
    }
}

/// A key as the tree has it: behind the table's byte, where the tree is not the table's own.
pub(super) fn whole_key(table: Table, key: &[u8]) -> Cow<'_, [u8]> {
    match table.part() {
        None => Cow::Borrowed(key),
        Some(part) => Cow::Owned([[part].as_slice(), key].concat()),
    }
}

/// Rows of a table, in the order of their keys.
pub struct Rows<'a, V> {
    view: &'a V,
    range: Range<'a, Bytes, Bytes>,
    /// Bytes of each key that are not the table's.
    skip: usize,
}

impl<'a, V: RawView> Rows<'a, V> {
    /// What `read` finds in their keys, of at most `most` rows.
    pub fn keys<T>(self, most: usize, read: impl Fn(&[u8]) -> Option<T>) -> Result<Vec<T>, Failure> {
        self.take(most).filter_map(|row| row.map(|row| read(row.key())).transpose()).collect()
    }

    fn row(&self, found: Option<FoundRow<'a>>) -> Option<Result<Row<'a>, Failure>> {
        let row = |(key, value)| Row { key, value, skip: self.skip };
        found.map(|found| found.map(row).map_err(|e| self.view.trouble(e.into())))
    }
}

type FoundRow<'a> = Result<(AccessGuard<'a, Bytes>, AccessGuard<'a, Bytes>), StorageError>;

impl<'a, V: RawView> Iterator for Rows<'a, V> {
    type Item = Result<Row<'a>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.range.next();
        self.row(found)
    }
}

impl<V: RawView> DoubleEndedIterator for Rows<'_, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let found = self.range.next_back();
        self.row(found)
    }
}

/// One row, where it lies.
pub struct Row<'a> {
    key: AccessGuard<'a, Bytes>,
    value: AccessGuard<'a, Bytes>,
    skip: usize,
}

impl Row<'_> {
    pub fn key(&self) -> &[u8] {
        &self.key.value()[self.skip..]
    }

    pub fn value(&self) -> &[u8] {
        self.value.value()
    }
}

/// A consistent view of the last commit. Trees are opened when they are first asked for.
pub struct Reader {
    txn: ReadTransaction,
    trees: [OnceCell<ReadOnlyTable<Bytes, Bytes>>; Table::COUNT],
    /// Given back after the snapshot is dropped.
    pub(super) _pass: Arc<()>,
}

impl Reader {
    /// For a moment in which nothing waits for readers to end.
    pub(super) fn new(txn: ReadTransaction) -> Reader {
        Reader::with_pass(txn, Arc::default())
    }

    pub(super) fn with_pass(txn: ReadTransaction, pass: Arc<()>) -> Reader {
        Reader { txn, trees: [const { OnceCell::new() }; Table::COUNT], _pass: pass }
    }

    fn open(&self, definition: TableDefinition<'_, Bytes, Bytes>) -> Result<ReadOnlyTable<Bytes, Bytes>, Failure> {
        self.txn.open_table(definition).map_err(|e| self.trouble(e.into()))
    }

    /// A tree by its name, of whatever format.
    pub(super) fn named(&self, name: &str) -> Result<ReadOnlyTable<Bytes, Bytes>, Failure> {
        self.open(TableDefinition::new(name))
    }

    /// The trees that the file has; the journal's mark concerns this file alone.
    pub(super) fn tree_names(&self) -> Result<Vec<String>, Failure> {
        let tables = self.txn.list_tables().map_err(|e| self.trouble(e.into()))?;
        let names = tables.map(|table| table.name().to_owned());
        Ok(names.filter(|name| name != JOURNAL).collect())
    }
}

impl RawView for Reader {
    type OpenTree = ReadOnlyTable<Bytes, Bytes>;

    fn tree(&self, table: Table) -> Result<&Self::OpenTree, Failure> {
        let cell = &self.trees[table.tree() as usize];
        match cell.get() {
            Some(opened) => Ok(opened),
            None => {
                let opened = self.open(table.definition())?;
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

/// Of an index, which `check` holds against its records.
pub(super) fn unreadable(table: Table) -> Failure {
    Failure::fault(format!("an entry of {} cannot be read", table.name()))
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
