//! `compact`: copies what is live into a new file and puts that in the place of the old one.
//!
//! Pages that orders, receipts and deliveries once took stay in the file when they are freed, and half-full ones stay half
//! full. A copy in the order of the keys is as small as can be. Readers go on meanwhile and writers wait; until the copy is
//! whole and on the disk the old file is the store, and then, by one rename, the new one is.

use super::{RawView, Reader, Table, engine::begin};
use model::Failure;
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

/// Rows between two words about how far the copy is.
const SHARE_EVERY: u64 = 1_024;

/// Hears how far the copy is, from 0 to 1, and says whether to go on.
pub type OnCopied = Box<dyn FnMut(f64) -> bool + Send>;

/// What the writer is handed.
pub(super) struct CompactTask {
    pub on_copied: OnCopied,
    pub reply: oneshot::Sender<Result<Compacted, Failure>>,
}

/// How long the file was, and is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Compacted {
    pub before: u64,
    pub after: u64,
}

/// How many bytes the store would take at least, if nothing in the file were free or half full. It reads the whole file.
pub fn live_bytes(reader: &Reader) -> Result<u64, Failure> {
    let mut live = 0;
    for tree in Table::trees() {
        let stats = reader.tree(tree)?.stats().map_err(|e| reader.trouble(e.into()))?;
        live += stats.stored_bytes() + stats.metadata_bytes();
    }
    Ok(live)
}

/// Copies every row of one database into another, an empty one, and counts them again there.
pub(super) fn copy(from: &Database, to: &mut Database, on_copied: &mut dyn FnMut(f64) -> bool) -> Result<(), Failure> {
    let fail = |error: redb::Error| Failure::unavailable(format!("the copy failed: {error}"));
    let reader = Reader::new(from.begin_read().map_err(|e| fail(e.into()))?);
    let all = Table::trees().map(|tree| reader.count(tree)).sum::<Result<u64, Failure>>()?;
    let mut copied: u64 = 0;
    let txn = begin(to).map_err(fail)?;
    for tree in Table::trees() {
        let mut target = txn.open_table(tree.definition()).map_err(|e| fail(e.into()))?;
        for row in reader.tree(tree)?.iter().map_err(|e| fail(e.into()))? {
            let (key, value) = row.map_err(|e| fail(e.into()))?;
            target.insert(key.value(), value.value()).map_err(|e| fail(e.into()))?;
            copied += 1;
            if copied.is_multiple_of(SHARE_EVERY) && !on_copied(copied as f64 / all as f64) {
                return Err(Failure::unavailable("it was stopped before the copy was whole"));
            }
        }
        if target.len().map_err(|e| fail(e.into()))? != reader.count(tree)? {
            return Err(Failure::fault(format!("the copy of {} is not whole", tree.name())));
        }
    }
    txn.commit().map_err(|e| fail(e.into()))?;
    // What the growing file left at its end.
    to.compact().map_err(|e| fail(e.into()))?;
    Ok(())
}
