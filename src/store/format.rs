//! The format of a file: recognising it, making a new one, and bringing up one that an earlier program wrote.
//!
//! A file is looked at before anything of it changes (`held`). Then each step leads from one format to the next in one
//! transaction that ends with the new number: a power cut leaves the file before the step or after it, and the next
//! start goes on from there.

use super::{
    folder::{OpenError, OpenProgress, Work},
    layout,
    orders::payment_key,
    seal::Sealer,
    tables::{FORMAT, Table},
    totals::Recount,
    view::{RawView, Reader, decode},
};
use crate::{clock, model::Sealed};
use redb::{Database, Durability, ReadableDatabase, ReadableTable, ReadableTableMetadata, WriteTransaction};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Upgrade = fn(&Reader, &WriteTransaction, &OpenProgress) -> Result<(), OpenError>;

/// From format 1 to 2, from 2 to 3, and so on. A step reads the file as it is before it and writes what is new.
const UPGRADES: [Upgrade; FORMAT as usize - 1] = [totals_by_brand];

/// Orders between two words about how far it is.
const TOLD_EVERY: u64 = 10_000;

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
        for table in Table::ALL {
            txn.open_table(table.definition()).map_err(OpenError::from_redb)?;
        }
        let mut meta = txn.open_table(Table::Meta.definition()).map_err(OpenError::from_redb)?;
        for (key, value) in [(layout::SEAL, seal.0.as_slice()), (layout::CREATED, created.as_bytes())] {
            meta.insert(key, value).map_err(OpenError::from_redb)?;
        }
        drop(meta);
        set_format(txn, FORMAT)
    })
}

/// Takes every step that a file of this format lacks.
pub fn bring_up(database: &Database, format: u32, progress: &OpenProgress) -> Result<(), OpenError> {
    for (from, step) in (1..).zip(UPGRADES).filter(|(from, _)| *from >= format) {
        tracing::info!(from, to = from + 1, "bringing the store to a new format");
        let take = || {
            let before = Reader::new(database.begin_read().map_err(OpenError::from_redb)?);
            in_one(database, |txn| {
                step(&before, txn, progress)?;
                set_format(txn, from + 1)
            })
        };
        // redb panics where a page makes no sense to it; nothing was committed then.
        let taken = catch_unwind(AssertUnwindSafe(take));
        taken.unwrap_or_else(|_| Err(OpenError::Damaged("a page of it cannot be read".into())))?;
    }
    Ok(())
}

/// One durable transaction, before the writer runs.
fn in_one(database: &Database, work: impl FnOnce(&WriteTransaction) -> Result<(), OpenError>) -> Result<(), OpenError> {
    #[expect(clippy::disallowed_methods, reason = "the writer does not run yet")]
    let mut txn = database.begin_write().map_err(OpenError::from_redb)?;
    txn.set_durability(Durability::Immediate).map_err(|e| OpenError::Io(e.to_string()))?;
    work(&txn)?;
    txn.commit().map_err(OpenError::from_redb)
}

fn set_format(txn: &WriteTransaction, format: u32) -> Result<(), OpenError> {
    let mut meta = txn.open_table(Table::Meta.definition()).map_err(OpenError::from_redb)?;
    meta.insert(layout::FORMAT_NUMBER, format.to_be_bytes().as_slice()).map_err(OpenError::from_redb)?;
    Ok(())
}

/// Running totals tell meal cards apart by brand, and orders are found by a payment that the owner may assign.
fn totals_by_brand(before: &Reader, txn: &WriteTransaction, progress: &OpenProgress) -> Result<(), OpenError> {
    let orders = before.at(Table::Orders).map_err(|failure| OpenError::Damaged(failure.to_string()))?;
    let all = orders.len().map_err(OpenError::from_redb)?.max(1);
    let mut by_payment = txn.open_table(Table::OrdersByPayment.definition()).map_err(OpenError::from_redb)?;
    let mut recount = Recount::default();
    for (seen, entry) in (0u64..).zip(orders.iter().map_err(OpenError::from_redb)?) {
        if seen % TOLD_EVERY == 0 {
            progress(Work::Upgrade, seen as f64 / all as f64);
        }
        let (key, value) = entry.map_err(OpenError::from_redb)?;
        match decode(Table::Orders, key.value(), value.value()) {
            Ok(order) => {
                recount.add(&order);
                if let Some(key) = payment_key(&order) {
                    by_payment.insert(key.as_slice(), b"".as_slice()).map_err(OpenError::from_redb)?;
                }
            }
            // Nobody can read it in any format, so that it is in no total; `check` names it.
            Err(failure) => tracing::error!(cause = %failure, "an order is passed over"),
        }
    }
    txn.delete_table(Table::Totals.definition()).map_err(OpenError::from_redb)?;
    let mut totals = txn.open_table(Table::Totals.definition()).map_err(OpenError::from_redb)?;
    for (key, value) in recount.rows() {
        totals.insert(key.as_slice(), value.as_slice()).map_err(OpenError::from_redb)?;
    }
    Ok(())
}
