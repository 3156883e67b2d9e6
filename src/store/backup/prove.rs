//! Proves a backup: puts it back into a throwaway store, holds that against the snapshot and checks all of it. The file
//! is read as it would be on the day that it is needed.

use super::make::{BackupSummary, OnBackup, orders};
use super::shelf::{FileShelf, FolderShelf};
use super::{error::BackupError, key::BackupKey, load::BackupFile, raise::raise, sums::difference, swap::PROOF};
use crate::{engine::unless_damaged, seal::random};
use model::{Id, Time};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use std::{io::BufRead, path::Path};

/// What was proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupProof {
    pub backup_id: Id,
    pub snapshot_at: Time,
    pub orders: u64,
    /// Of all trees.
    pub rows: u64,
    /// Of the file.
    pub bytes: u64,
    pub took: Duration,
}

/// A backup that is to be proven.
pub struct ToProve<'a, R> {
    pub input: R,
    /// How long it is.
    pub length: u64,
    pub key: Option<&'a BackupKey>,
    /// What it came to when it was made, where that is known.
    pub made: Option<&'a BackupSummary>,
}

/// The throwaway store lies in the data folder, whose key file is used where the backup has none inside.
pub fn prove<R: BufRead>(
    backup: ToProve<'_, R>,
    folder: &Path,
    on_share: OnBackup<'_>,
) -> Result<BackupProof, BackupError> {
    prove_on(&FolderShelf(folder.to_owned()), backup, on_share)
}

pub(crate) fn prove_on<R: BufRead>(
    shelf: &impl FileShelf,
    backup: ToProve<'_, R>,
    on_share: OnBackup<'_>,
) -> Result<BackupProof, BackupError> {
    let began = Instant::now();
    let ToProve { input, length, key, made } = backup;
    let file = BackupFile::open(input)?;
    // What a command left that was killed at it. One that is still at it goes on without the name.
    for left in shelf.names().unwrap_or_default().iter().filter(|name| name.starts_with(PROOF)) {
        let _ = shelf.remove(left);
    }
    // Two proofs at a time must not meet.
    let name = format!("{PROOF}{:08x}", u32::from_be_bytes(random()?));
    let prove = || {
        let raised = raise(shelf, &name, file, length, key, None, on_share)?;
        raised.check(on_share)?;
        Ok(raised.loaded)
    };
    let proven = unless_damaged(prove, || BackupError::store("the throwaway store cannot be read"));
    // It may be as large as the store.
    let _ = shelf.remove(&name);
    let loaded = proven?;
    if let Some(made) = made {
        if made.header != loaded.header {
            return Err(BackupError::Altered("it is another backup than the one that was made"));
        }
        if let Some(tree) = difference(&made.trees, &loaded.trees) {
            return Err(BackupError::Different(tree));
        }
    }
    Ok(BackupProof {
        backup_id: loaded.header.id,
        snapshot_at: loaded.header.at,
        orders: orders(&loaded.trees),
        rows: loaded.trees.iter().map(|tree| tree.rows).sum(),
        bytes: length,
        took: began.elapsed(),
    })
}
