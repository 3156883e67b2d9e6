//! `garson.restoring` in the data folder: that a restore was asked for, on the disk before the program stops for it; and what the
//! next start makes of it.

use super::memory::RestoreWish;
use crate::AppState;
use model::{RestoreFlaw, RestoreNote, Time, data_file};
use std::{io, path::Path, time::Duration};
use store::backup::error::BackupError;
use store::{disk, private_file};

/// For so long it is news that a restore came to nothing.
const NEWS: Duration = Duration::from_hours(7 * 24);

impl RestoreWish {
    /// It is on the disk when this returns.
    pub(super) fn note(&self, data: &Path) -> io::Result<()> {
        write(data, &RestoreNote { begun: self.begun, backup: self.name.clone(), flaw: None })
    }

    /// Puts on record why it came to nothing. Where even that fails, the next start says that it was cut off.
    pub fn note_failure(&self, data: &Path, error: &BackupError) {
        self.note_flaw(data, flaw_of(error));
    }

    pub fn note_flaw(&self, data: &Path, flaw: RestoreFlaw) {
        tracing::error!(backup = self.name, ?flaw, "the backup was not restored; the store is as it was");
        let note = RestoreNote { begun: self.begun, backup: self.name.clone(), flaw: Some(flaw) };
        if let Err(error) = write(data, &note) {
            tracing::warn!(%error, "that a restore came to nothing is not written down");
        }
    }
}

fn write(data: &Path, note: &RestoreNote) -> io::Result<()> {
    private_file::make(&data.join(data_file::RESTORE), &serde_json::to_vec(note)?)
}

/// At a start, once it is known whether the store was restored: what became of the last restore that was asked for.
pub fn settle(app: &AppState) {
    let path = app.config.data.join(data_file::RESTORE);
    let text = disk::text(&path).unwrap_or_default();
    let Some(note) = text.and_then(|text| serde_json::from_str::<RestoreNote>(&text).ok()) else { return };
    let is_restored = app.care.aftermath.get().is_some_and(|aftermath| aftermath.restored_at >= note.begun);
    if is_restored {
        // What is left of it is old news one day.
        let _ = disk::remove(&path);
        return;
    }
    app.care.restores.set_failed(RestoreNote { flaw: note.flaw.or(Some(RestoreFlaw::CutOff)), ..note });
}

/// The last restore that was asked for, where it came to nothing lately.
pub fn failed(app: &AppState, now: Time) -> Option<(RestoreNote, RestoreFlaw)> {
    let note = app.care.restores.failed().filter(|note| now.since(note.begun) < NEWS)?;
    let flaw = note.flaw.clone()?;
    Some((note, flaw))
}

/// What an error means to whoever asked for a restore.
pub(super) fn flaw_of(error: &BackupError) -> RestoreFlaw {
    match error {
        BackupError::NotABackup => RestoreFlaw::NotABackup,
        BackupError::NewerFile(_) | BackupError::NewerStore(_) => RestoreFlaw::Newer,
        BackupError::CutOff | BackupError::Altered(_) | BackupError::Different(_) | BackupError::NotSound { .. } => {
            RestoreFlaw::Damaged(error.to_string())
        }
        BackupError::NeedsPassphrase | BackupError::WrongPassphrase => RestoreFlaw::WrongPassphrase,
        BackupError::WrongKey | BackupError::NoKey => RestoreFlaw::WrongKey,
        BackupError::Unreadable(why) => RestoreFlaw::Unreadable(why.clone()),
        BackupError::NoRoom { free, wanted } => RestoreFlaw::NoRoom { free: *free, wanted: *wanted },
        BackupError::Stopped => RestoreFlaw::CutOff,
        BackupError::Unwritable(_)
        | BackupError::Full
        | BackupError::HasStore
        | BackupError::Unfinished(_)
        | BackupError::Store(_) => RestoreFlaw::Store(error.to_string()),
    }
}
