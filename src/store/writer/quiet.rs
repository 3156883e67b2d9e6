//! What the writer does by itself, while no job waits: it looks at the disk, makes the next start quick, puts on the disk what
//! is in memory alone, and overwrites what was erased.

use super::{Message, Writer};
use crate::{Room, tx::Bells};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How often the disk is asked what it has left; after many written bytes it is asked sooner.
const LOOK_AT_DISK: Duration = Duration::from_secs(1);
/// Quiet time after the file was opened, before the commit that makes a reopen quick.
const IDLE: Duration = Duration::from_secs(1);

impl Writer {
    /// The next message, or that it is time for something else.
    pub(super) fn receive(&self) -> Result<Message, RecvTimeoutError> {
        let look = self.shared.room.is_watched().then(|| self.last_look + LOOK_AT_DISK);
        let quiet = [self.settle_due(), self.save_due(), self.wipe_due()].into_iter().flatten();
        match quiet.chain(look).chain(self.unhurried.due()).min() {
            Some(until) => self.queue.recv_timeout(until.saturating_duration_since(Instant::now())),
            None => self.queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    /// Whether the store may write by itself.
    pub(super) fn may_write(&self) -> bool {
        self.shared.room.now() != Room::Out && self.shared.is_writable()
    }

    fn settle_due(&self) -> Option<Instant> {
        (self.is_reopen_slow && self.may_write()).then(|| self.last_work + IDLE)
    }

    /// When what is in memory alone is to be on the disk.
    fn save_due(&self) -> Option<Instant> {
        self.journal.save_due().filter(|_| self.may_write())
    }

    fn wipe_due(&self) -> Option<Instant> {
        self.wiper.due().filter(|_| self.may_write())
    }

    pub(super) fn use_quiet_moment(&mut self) {
        let now = Instant::now();
        if self.unhurried.is_due(now) {
            self.write(None);
            self.last_work = Instant::now();
        } else if self.settle_due().is_some_and(|due| due <= now) {
            self.settle();
        } else if self.save_due().is_some_and(|due| due <= now) {
            if !self.journal.save() {
                self.settle();
            }
        } else if self.wipe_due().is_some_and(|due| due <= now) {
            self.wipe();
        }
    }

    /// Asks the disk what it has left, if it is time to.
    pub(super) fn look_at_disk(&mut self) {
        let written = self.file.bytes_written();
        let is_much = written.saturating_sub(self.written_at_look) >= self.shared.room.ask_after();
        if is_much || self.last_look.elapsed() >= LOOK_AT_DISK {
            (self.last_look, self.written_at_look) = (Instant::now(), written);
            let has_turned = self.shared.room.look();
            self.journal.fit(self.shared.room.ask_after());
            if has_turned {
                // What waits for the store looks again.
                self.shared.ring(Bells { due: true, ..Bells::default() });
            }
        }
    }

    /// One step of overwriting what was erased.
    pub(super) fn wipe(&mut self) {
        let Some(database) = self.shared.writable() else { return };
        let step = self.wiper.step(&database, &self.shared, &mut self.ids, &mut self.journal);
        drop(database);
        if let Err(cause) = step {
            self.reopen(&cause);
        }
    }

    /// Everything is on the disk by redb itself, and a reopen after a power cut need not walk through the file.
    fn settle(&mut self) {
        let Some(database) = self.shared.writable() else { return };
        let settled = self.journal.settle(&database).map_err(|e| e.to_string());
        drop(database);
        match settled {
            Ok(()) => self.is_reopen_slow = false,
            Err(cause) => self.reopen(&cause),
        }
    }

    /// As `settle`, for the last time: the file is whole without the journal then. Whether it is.
    pub(super) fn close(&mut self) -> bool {
        let Some(database) = self.shared.writable().filter(|_| self.may_write()) else { return false };
        if !self.is_reopen_slow && !self.journal.is_begun() {
            return true;
        }
        let closed = self.journal.close(&database);
        if let Err(error) = &closed {
            tracing::error!(%error, "the store was not closed in order; the next start puts that right");
        }
        closed.is_ok()
    }
}
