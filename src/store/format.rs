//! The format of a file: recognising it, making a new one, and bringing up one that an earlier program wrote.
//!
//! A file is looked at before anything of it changes (`deferred`). Then each step leads from one format to a later one in one
//! transaction that ends with the new number: a power cut leaves the file before the step or after it, and the next
//! start goes on from there.

use super::engine::{begin, unless_damaged};
use super::tables::{FORMAT, Table};
use super::{OpenError, OpenProgress, Reader, Sealer, layout, new_rows, one_value, wipe::record::WipeRecord};
use model::Sealed;
use redb::{Database, ReadableDatabase, WriteTransaction};

type Upgrade = fn(&Reader, &WriteTransaction, &OpenProgress) -> Result<(), OpenError>;

/// From which formats a step leads to which. It reads the file as it is before it and writes what is new.
const UPGRADES: [(std::ops::RangeInclusive<u32>, u32, Upgrade); 4] = [
    (1..=2, 3, one_value::bring_up),
    (3..=3, 4, rows_as_they_are),
    (4..=4, 5, new_rows::bring_up),
    (5..=5, 6, rows_as_they_are),
];

const SEAL_TEXT: &[u8] = b"garson";

/// The format of a database that has our tables, in a format that we know and sealed with this key file; `None` if it has
/// no tables at all.
pub fn recognise(database: &Database, sealer: &Sealer) -> Result<Option<u32>, OpenError> {
    let txn = database.begin_read().map_err(OpenError::from_redb)?;
    let meta = match txn.open_table(Table::Meta.definition()) {
        Ok(meta) => meta,
        Err(redb::TableError::TableDoesNotExist(_)) => {
            let tables = txn.list_tables().map_err(OpenError::from_redb)?.count();
            let multimaps = txn.list_multimap_tables().map_err(OpenError::from_redb)?.count();
            return match tables + multimaps {
                0 => Ok(None),
                _ => Err(OpenError::NotOurs("it has other tables".into())),
            };
        }
        Err(redb::TableError::Storage(error)) => return Err(OpenError::from_redb(error)),
        Err(error) => return Err(OpenError::NotOurs(error.to_string())),
    };
    let bytes = |key: &[u8]| -> Result<Option<Vec<u8>>, OpenError> {
        Ok(meta.get(key).map_err(OpenError::from_redb)?.map(|value| value.value().to_vec()))
    };
    let format =
        bytes(layout::FORMAT_NUMBER)?.and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()).map(u32::from_be_bytes);
    let format = match format {
        Some(known @ 1..=FORMAT) => known,
        Some(newer) if newer > FORMAT => return Err(OpenError::Newer(newer)),
        _ => return Err(OpenError::NotOurs("its format number cannot be read".into())),
    };
    let sealed = bytes(layout::SEAL)?.ok_or_else(|| OpenError::NotOurs("it has no seal".into()))?;
    match sealer.unseal("seal", &Sealed(sealed)) {
        Ok(text) if text == SEAL_TEXT => Ok(Some(format)),
        _ => Err(OpenError::KeyWrong),
    }
}

/// Makes every table.
pub fn create(database: &Database, sealer: &Sealer) -> Result<(), OpenError> {
    let seal = sealer.seal("seal", SEAL_TEXT).map_err(|e| OpenError::Io(e.to_string()))?;
    let created = clock::now().to_string();
    in_one(database, |txn| {
        for tree in Table::trees() {
            txn.open_table(tree.definition()).map_err(OpenError::from_redb)?;
        }
        let mut meta = txn.open_table(Table::Meta.definition()).map_err(OpenError::from_redb)?;
        for (key, value) in [(layout::SEAL, seal.0.as_slice()), (layout::CREATED, created.as_bytes())] {
            meta.insert(key, value).map_err(OpenError::from_redb)?;
        }
        // Nothing was ever erased from it.
        let wiped = serde_json::to_vec(&WipeRecord::default()).map_err(|e| OpenError::Io(e.to_string()))?;
        meta.insert(layout::WIPED, wiped.as_slice()).map_err(OpenError::from_redb)?;
        drop(meta);
        set_format(txn, FORMAT)
    })
}

/// Takes every step that a file of this format lacks.
pub fn bring_up(database: &Database, mut format: u32, progress: &OpenProgress) -> Result<(), OpenError> {
    for (from, to, step) in UPGRADES {
        if !from.contains(&format) {
            continue;
        }
        tracing::info!(from = format, to, "bringing the store to a new format");
        let take = || {
            let before = Reader::new(database.begin_read().map_err(OpenError::from_redb)?);
            in_one(database, |txn| {
                step(&before, txn, progress)?;
                set_format(txn, to)
            })
        };
        // Nothing was committed then.
        unless_damaged(take, || OpenError::Damaged("a page of it cannot be read".into()))?;
        format = to;
    }
    Ok(())
}

/// Format 4 has a journal beside the file, and 6 tables in `Index` that older programs do not know.
fn rows_as_they_are(_: &Reader, _: &WriteTransaction, _: &OpenProgress) -> Result<(), OpenError> {
    Ok(())
}

/// One durable transaction, before the writer runs.
fn in_one(database: &Database, work: impl FnOnce(&WriteTransaction) -> Result<(), OpenError>) -> Result<(), OpenError> {
    let txn = begin(database).map_err(OpenError::from_redb)?;
    work(&txn)?;
    txn.commit().map_err(OpenError::from_redb)
}

fn set_format(txn: &WriteTransaction, format: u32) -> Result<(), OpenError> {
    let mut meta = txn.open_table(Table::Meta.definition()).map_err(OpenError::from_redb)?;
    meta.insert(layout::FORMAT_NUMBER, format.to_be_bytes().as_slice()).map_err(OpenError::from_redb)?;
    Ok(())
}
