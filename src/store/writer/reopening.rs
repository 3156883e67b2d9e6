//! What the writer does when a write has failed: redb writes no more then, so the file is closed and opened again.

use super::{Message, Writer, answer_all};
use crate::folder::{OpenError, OpenProgress, Opened};
use crate::{ids::last_ids, shared::Condition, tx::Bells, wipe::Wiper};
use model::Failure;
use redb::Database;
use std::sync::{Arc, mpsc::RecvTimeoutError};
use std::time::{Duration, Instant};

const REOPEN_FIRST: Duration = Duration::from_millis(100);
const REOPEN_LAST: Duration = Duration::from_secs(5);

impl Writer {
    /// Drops every handle and opens the file again, with growing pauses, answering 503 in between.
    pub(super) fn reopen(&mut self, cause: &str) {
        tracing::error!(cause, "the store cannot write; closing it and opening it again");
        self.shared.set(Condition::Closed { cause: cause.to_owned() });
        self.open_again(cause);
    }

    pub(super) fn open_again(&mut self, cause: &str) {
        // These do not wait for a disk that may be gone for good.
        self.wiper.refuse(cause);
        answer_all(self.unhurried.take(), &Failure::unavailable(cause));
        if let Some(task) = self.compact_next.take() {
            let _ = task.reply.send(Err(Failure::unavailable(cause)));
        }
        let mut pause = REOPEN_FIRST;
        loop {
            let until = Instant::now() + pause;
            loop {
                match self.queue.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(Message::Job(job) | Message::Unhurried(job)) => job.answer(Some(Failure::unavailable(cause))),
                    Ok(Message::Compact(task)) => drop(task.reply.send(Err(Failure::unavailable(cause)))),
                    Ok(Message::Wipe(task)) => drop(task.send(Err(Failure::unavailable(cause)))),
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            if self.try_to_open() {
                return;
            }
            pause = (pause * 2).min(REOPEN_LAST);
        }
    }

    /// Whether there is nothing more to try: the store is open again, or found damaged.
    pub(super) fn try_to_open(&mut self) -> bool {
        let shared = self.shared.clone();
        let progress: OpenProgress = Arc::new(move |_, _| shared.works_long());
        let ours = |database: &Database| last_ids(database).map(drop);
        self.shared.works_long();
        let opened = self.medium.open(&progress, &ours);
        self.shared.ended_long_work();
        match opened {
            Ok(Opened { database, file }) => match last_ids(&database) {
                Ok(ids) => {
                    self.ids = ids;
                    self.wiper = Wiper::new(file, &database);
                    self.last_work = Instant::now();
                    self.is_reopen_slow = true;
                    self.shared.set(Condition::Open(Arc::new(database)));
                    self.shared.ring(Bells { due: true, sessions: true });
                    tracing::info!("the store is open again");
                    return true;
                }
                Err(error) => tracing::warn!(%error, "the store opened but cannot be read; trying again"),
            },
            Err(OpenError::Damaged(error)) => {
                // Going on would mean answering from a store that lost something.
                tracing::error!(%error, "the store is damaged; stopping");
                self.shared.set(Condition::Damaged);
                return true;
            }
            Err(error) => tracing::warn!(%error, "the store cannot be opened yet; trying again"),
        }
        false
    }
}
