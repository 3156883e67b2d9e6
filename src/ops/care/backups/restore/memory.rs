//! What the running program knows of restores: which it was asked for, and how the last one came to nothing.

use model::{Actor, RestoreNote, Time};
use parking_lot::Mutex;
use std::path::PathBuf;
use store::backup::key::BackupKey;
use tokio::sync::watch;

/// A backup that is to take the place of the store.
#[derive(Clone, Debug)]
pub struct RestoreWish {
    pub file: PathBuf,
    pub name: String,
    pub key: Option<BackupKey>,
    pub by: Actor,
    pub begun: Time,
}

#[derive(Default)]
pub struct RestoreMemory {
    wish: watch::Sender<Option<RestoreWish>>,
    failed: Mutex<Option<RestoreNote>>,
}

impl RestoreMemory {
    /// False where there is one already, which a second does not change.
    pub(super) fn want(&self, wish: RestoreWish) -> bool {
        self.wish.send_if_modified(|wanted| {
            let is_first = wanted.is_none();
            wanted.get_or_insert(wish);
            is_first
        })
    }

    pub fn is_wanted(&self) -> bool {
        self.wish.borrow().is_some()
    }

    /// Returns when a restore is wanted.
    pub async fn wanted(&self) -> RestoreWish {
        let mut wishes = self.wish.subscribe();
        loop {
            if let Some(wish) = wishes.borrow_and_update().clone() {
                return wish;
            }
            // The sender lives as long as this does.
            let _ = wishes.changed().await;
        }
    }

    /// The last one, where it came to nothing.
    pub(super) fn failed(&self) -> Option<RestoreNote> {
        self.failed.lock().clone()
    }

    pub(super) fn set_failed(&self, note: RestoreNote) {
        *self.failed.lock() = Some(note);
    }
}
