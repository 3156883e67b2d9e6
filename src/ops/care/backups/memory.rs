//! What is known of backups while the program runs: the book as it is stored, and how far the one is that is being made.

use model::BackupBook;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the program looks whether the disk is there.
const LOOK: Duration = Duration::from_mins(10);

#[derive(Default)]
pub struct BackupMemory {
    book: Mutex<BackupBook>,
    running: Mutex<Option<BackupProgress>>,
    looked_at: Mutex<Option<Instant>>,
    begun_at: Mutex<Option<Instant>>,
    tried_at: Mutex<Option<Instant>>,
    is_stopping: AtomicBool,
}

/// How far a backup is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BackupProgress {
    pub is_proving: bool,
    /// From 0 to 1, of what is being done.
    pub share: f64,
}

impl BackupMemory {
    pub fn book(&self) -> BackupBook {
        self.book.lock().clone()
    }

    /// Looks at it where it lies, for what is asked with every page.
    pub fn ask<T>(&self, question: impl FnOnce(&BackupBook) -> T) -> T {
        question(&self.book.lock())
    }

    pub fn set(&self, book: BackupBook) {
        *self.book.lock() = book;
    }

    pub fn progress(&self) -> Option<BackupProgress> {
        *self.running.lock()
    }

    /// One at a time; nothing if one is being made.
    pub fn begin(&self) -> bool {
        let mut running = self.running.lock();
        if running.is_some() {
            return false;
        }
        *running = Some(BackupProgress { is_proving: false, share: 0.0 });
        true
    }

    /// One is written from now on.
    pub fn note_begun(&self) {
        *self.begun_at.lock() = Some(Instant::now());
    }

    /// A try has ended, however it ended.
    pub fn note_tried(&self) {
        *self.tried_at.lock() = Some(Instant::now());
    }

    /// How long it is since one was begun in this run, and since a try ended.
    pub fn since_last(&self) -> (Option<Duration>, Option<Duration>) {
        let since = |at: &Mutex<Option<Instant>>| at.lock().map(|at| at.elapsed());
        (since(&self.begun_at), since(&self.tried_at))
    }

    /// Whether the disk was not looked at for a while; it counts as looked at from now on.
    pub fn wants_look(&self) -> bool {
        let mut looked_at = self.looked_at.lock();
        let wants = looked_at.is_none_or(|at| at.elapsed() >= LOOK);
        if wants {
            *looked_at = Some(Instant::now());
        }
        wants
    }

    /// The program is about to end.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    pub fn tell(&self, is_proving: bool, share: f64) {
        *self.running.lock() = Some(BackupProgress { is_proving, share });
    }

    pub fn end(&self) {
        *self.running.lock() = None;
    }
}
