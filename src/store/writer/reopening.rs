//! What the writer does when a write has failed: redb takes no more writes then, nor reads, so the file is closed and opened
//! again: at once for readers, who need nothing of the disk but what is there, and for writers after a pause.

use super::{Message, WRITE_AGAIN_AFTER, Writer, answer_all};
use crate::folder::{OpenProgress, Opened};
use crate::open_error::OpenError;
use crate::wipe::Wiper;
use crate::{
    Room,
    ids::{Ids, last_ids},
    room,
    shared::Condition,
    tx::Bells,
};
use redb::Database;
use std::io::{self, ErrorKind};
use std::sync::{Arc, atomic::Ordering, mpsc::RecvTimeoutError};
use std::time::{Duration, Instant};

/// A reader that was just about to begin still held the file.
const OPEN_AGAIN_AFTER: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// A disk that took writes for so long is not about to refuse them again.
const CALM: Duration = Duration::from_secs(60);

impl Writer {
    /// Drops every handle and opens the file again; jobs are answered 503 until a write works.
    pub(super) fn reopen(&mut self, cause: &str) {
        tracing::error!(cause, "the store cannot write; closing it and opening it again");
        // One that takes small writes and no larger ones is tried less and less often: each try takes reads away.
        if self.open_since.is_none_or(|since| since.elapsed() >= CALM) {
            self.write_pause = WRITE_AGAIN_AFTER;
        }
        self.shared.set(Condition::Closed { cause: cause.to_owned() });
        self.open_again(cause);
    }

    pub(super) fn open_again(&mut self, cause: &str) {
        // These do not wait for a disk that may be gone for good.
        self.wiper.refuse(cause);
        answer_all(self.unhurried.take(), &room::full(cause));
        if let Some(task) = self.compact_next.take() {
            let _ = task.reply.send(Err(room::full(cause)));
        }
        let mut pause = OPEN_AGAIN_AFTER;
        while !self.shared.is_damaged() {
            if self.shared.database().is_some() || self.try_to_open(cause) {
                pause = OPEN_AGAIN_AFTER;
                if !self.refuse_for(self.write_pause, cause) {
                    return;
                }
                self.write_pause = (self.write_pause * 2).min(LONGEST_PAUSE);
                if self.try_to_write(cause) {
                    return;
                }
            } else if !self.shared.is_damaged() {
                if !self.refuse_for(pause, cause) {
                    return;
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    /// Answers 503 for so long; `false` once every `Store` is gone.
    fn refuse_for(&self, pause: Duration, cause: &str) -> bool {
        let until = Instant::now() + pause;
        loop {
            match self.queue.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Message::Job(job) | Message::Unhurried(job)) => job.answer(Some(room::full(cause))),
                Ok(Message::Compact(task)) => drop(task.reply.send(Err(room::full(cause)))),
                Ok(Message::Wipe(task)) => drop(task.send(Err(room::full(cause)))),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Opens the file for readers, and changes nothing of it; whether that worked.
    pub(super) fn try_to_open(&mut self, cause: &str) -> bool {
        let shared = self.shared.clone();
        let progress: OpenProgress = Arc::new(move |_, _| shared.works_long());
        let ours = |database: &Database| last_ids(database).map(drop);
        self.shared.works_long();
        let opened = self.medium.open(&progress, &ours);
        self.shared.ended_long_work();
        match opened {
            Ok(Opened { database, file, release }) => match self.ids_again(&database) {
                Ok(ids) => {
                    self.ids = ids;
                    self.wiper = Wiper::new(file.clone(), &database);
                    self.shared.wear.lock().go_on_with(file.clone());
                    (self.file, self.written_at_look) = (file, 0);
                    self.locked = Some(release);
                    self.last_work = Instant::now();
                    self.is_reopen_slow = true;
                    // A commit that broke off may have got through.
                    self.shared.place_changes.fetch_add(1, Ordering::Relaxed);
                    self.shared.order_changes.fetch_add(1, Ordering::Relaxed);
                    self.shared.dish_changes.fetch_add(1, Ordering::Relaxed);
                    self.shared.set(Condition::ReadOnly(Arc::new(database), cause.to_owned()));
                    return true;
                }
                Err(OpenError::Damaged(error)) => self.stop(&error),
                Err(error) => tracing::warn!(%error, "the store opened but cannot be read; trying again"),
            },
            Err(OpenError::Damaged(error)) => self.stop(&error),
            Err(error) => tracing::warn!(%error, "the store cannot be opened yet; trying again"),
        }
        false
    }

    /// Going on would mean answering from a store that lost something.
    fn stop(&self, error: &str) {
        tracing::error!(error, "the store is damaged; stopping");
        self.shared.set(Condition::Damaged);
    }

    /// Where ids go on, once the database has what was acknowledged.
    fn ids_again(&mut self, database: &Database) -> Result<Ids, OpenError> {
        self.journal.open_again(&*self.medium, database)?;
        last_ids(database)
    }

    /// Writes what opening the file has to note there.
    pub(super) fn unlock(&mut self) -> io::Result<()> {
        self.locked.as_ref().map_or(Ok(()), |release| release())?;
        self.locked = None;
        Ok(())
    }

    /// Lets jobs at the file, which is unlocked.
    pub(super) fn admit_jobs(&mut self) {
        let Some(database) = self.shared.database() else { return };
        self.shared.set(Condition::Open(database));
        self.shared.ring(Bells { due: true, sessions: true, places: true, orders: true, dishes: true });
        tracing::info!("the store is open again");
    }

    /// One commit that changes nothing shows whether the disk takes writes again. Readers are not disturbed for it while
    /// the disk says that it is full, or takes no other file.
    fn try_to_write(&mut self, cause: &str) -> bool {
        self.shared.room.give_back();
        self.shared.room.look();
        if self.shared.room.now() == Room::Out {
            return false;
        }
        if let Err(error) = self.shared.room.probe() {
            tracing::warn!(%error, "the disk takes no writes; the store can be read");
            return false;
        }
        if let Err(error) = self.unlock() {
            tracing::warn!(%error, "the store's file takes no writes");
            // The disk takes writes and the file does not: it may be another disk by now, or another file.
            if !matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
                self.shared.set(Condition::Closed { cause: cause.to_owned() });
            }
            return false;
        }
        let Some(database) = self.shared.database() else { return false };
        let committed = self.journal.settle(&database);
        drop(database);
        if let Err(error) = committed {
            tracing::warn!(%error, "the disk still takes no writes; the store is opened again");
            self.shared.set(Condition::Closed { cause: cause.to_owned() });
            return false;
        }
        self.is_reopen_slow = false;
        self.open_since = Some(Instant::now());
        self.admit_jobs();
        true
    }
}
