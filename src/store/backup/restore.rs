//! Puts a backup back: the store is made and looked at aside, in the data folder, and takes its place by one rename
//! (`swap`). What was there stays, under another name.

use super::load::{BackupFile, from_redb};
use super::make::{OnBackup, orders};
use super::raise::{self, Raised, raise};
use super::shelf::{FileShelf, FolderShelf};
use super::swap::{self, restored};
use super::{error::BackupError, header::BackupHeader, key::BackupKey};
use crate::engine::{begin, unless_damaged};
use crate::{Accounts, Folder, ReadView, Table, Tx, ids::last_ids, layout};
use model::data_file::{DATABASE, KEPT};
use model::{Actor, AuditEntry, Deed, Failure, Id, Note, Time};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};
use std::path::Path;

/// What is to be put back, and how.
pub struct Restore<'a, R> {
    pub file: BackupFile<R>,
    /// How long it is.
    pub length: u64,
    pub key: Option<&'a BackupKey>,
    /// The text of a key file, for a backup that has none inside; else the one in the folder is tried.
    pub key_file: Option<String>,
    /// A store that is there is put aside.
    pub may_replace: bool,
    pub by: Actor,
}

/// What came of it.
#[derive(Debug)]
pub struct RestoreReport {
    pub header: BackupHeader,
    pub orders: u64,
    /// The names that the files of the old store have now; none if there was no store.
    pub aside: Vec<String>,
}

/// What a store that was put back from a backup says of itself, until what follows from it is settled. It is written while the
/// store still lies aside, so a restored store is never open without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreMark {
    /// When it was put back.
    pub at: Time,
    /// Of which backup.
    pub backup_id: Id,
    /// When its snapshot was taken: what happened from then on is not in the store.
    pub snapshot_at: Time,
}

pub trait Restored: ReadView + Sized {
    reads! { one restored() -> RestoreMark in Meta at layout::RESTORED; }
}

impl<L: ReadView> Restored for L {}

writes! {
    put mark_restored(mark: RestoreMark) in Meta at layout::RESTORED;
    remove clear_restored() from Meta at layout::RESTORED;
}

/// Whether the disk of a data folder has room for a backup of this length, as far as can be told before.
pub fn has_room(folder: &Path, length: u64) -> Result<(), BackupError> {
    raise::has_room(&FolderShelf(folder.to_owned()), length)
}

impl<R: BufRead> Restore<'_, R> {
    /// Into a folder that the caller alone holds.
    pub fn run(self, folder: &Folder, on_share: OnBackup<'_>) -> Result<RestoreReport, BackupError> {
        let whole = folder.make_whole();
        let report = self.run_on(&FolderShelf(folder.path().to_owned()), on_share)?;
        let aside = report.aside.iter().find(|name| name.starts_with(DATABASE));
        let parted = aside.map_or(Ok(()), |aside| folder.part_from_journal(whole, aside));
        parted.map_err(|error| BackupError::Unfinished(error.to_string()))?;
        Ok(report)
    }

    pub(crate) fn run_on(self, shelf: &impl FileShelf, on_share: OnBackup<'_>) -> Result<RestoreReport, BackupError> {
        if !self.may_replace && shelf.has(DATABASE).map_err(BackupError::store)? {
            return Err(BackupError::HasStore);
        }
        let unreadable = || BackupError::store("what was put back cannot be read");
        let done = unless_damaged(|| self.put_back(shelf, on_share), unreadable);
        if done.is_err() && !swap::is_decided(shelf).unwrap_or(true) {
            // What came to nothing takes room.
            let _ = swap::finish(shelf);
        }
        done
    }

    fn put_back(self, shelf: &impl FileShelf, on_share: OnBackup<'_>) -> Result<RestoreReport, BackupError> {
        let Restore { file, length, key, key_file, may_replace: _, by } = self;
        let name = restored(DATABASE);
        let raised = raise(shelf, &name, file, length, key, key_file, on_share)?;
        let now = clock::now();
        mark(&raised, now, by)?;
        raised.check(on_share)?;
        // All is checked; it only has to take its place.
        on_share(1.0);
        let Raised { database, loaded, .. } = raised;
        // Closed in order.
        drop(database);
        let io = BackupError::store;
        shelf.sync_file(&name).map_err(io)?;
        for (file, text) in loaded.files.iter().filter(|(file, _)| KEPT.contains(&file.as_str())) {
            shelf.put(&restored(file), text).map_err(io)?;
        }
        let unfinished = |error: io::Error| BackupError::Unfinished(error.to_string());
        // Once the plan is there it is carried out, also where the last step of deciding failed.
        let aside = swap::decide(shelf, &swap::stamp(now)).map_err(|error| match swap::is_decided(shelf) {
            Ok(false) => BackupError::store(error),
            _ => unfinished(error),
        })?;
        swap::finish(shelf).map_err(unfinished)?;
        let aside = shelf.names().map_err(io)?.into_iter().filter(|name| name.ends_with(&aside)).collect();
        Ok(RestoreReport { header: loaded.header, orders: orders(&loaded.trees), aside })
    }
}

/// Has the store say what it is, puts the deed on record and ends every session: who was signed in then need not be now.
fn mark(raised: &Raised, now: Time, by: Actor) -> Result<(), BackupError> {
    let (header, sealer) = (&raised.loaded.header, &raised.sealer);
    let mut ids = last_ids(&raised.database)?;
    let txn = begin(&raised.database).map_err(from_redb)?;
    {
        let mut tx = Tx::new(&txn, &mut ids, now);
        tx.mark_restored(&RestoreMark { at: now, backup_id: header.id, snapshot_at: header.at })?;
        for session in tx.sessions()? {
            tx.remove_session(session.hash)?;
        }
        let note = Note::of(Deed::StoreRestored).with("snapshotAt", header.at).with("garson", &header.garson);
        let (id, from, about) = (tx.next_id(), None, None);
        let entry =
            AuditEntry { id, at: now, by, from, deed: note.deed, about, changes: note.changes, count: 1, until: now };
        tx.put_audit(&entry, sealer)?;
        tx.finish()?;
    }
    txn.commit().map_err(from_redb)
}
