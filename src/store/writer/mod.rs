//! The one writer: a thread that takes every waiting job, runs them in one transaction, puts that on the disk, and only
//! then answers.
//!
//! A lone caller pays one sync and no wait; many callers share one, and what no caller waits for goes along with them. What
//! is synced is the `journal`, and redb's own commit once for many batches. After a failed commit redb takes no more writes,
//! so the thread drops the database, opens it again at once for readers, and answers 503 to writers until a write works
//! (`reopening`). A disk that fills up is known before (`room`). What it does by itself is in `quiet`.

mod quiet;
mod reopening;

use super::compact::{self, CompactTask, Compacted};
use super::folder::{Medium, WriteRelease};
use super::job::{QueuedJob, Verdict};
use super::open_error::OpenError;
use super::shared::{Condition, Shared};
use super::tx::{Bells, Tx};
use super::wipe::{WipeTask, Wiper, pages::PageFile};
use super::{
    Room,
    engine::begin,
    ids::Ids,
    journal::{Durably, Journal, WrittenRows},
    room,
    unhurried::Unhurried,
};
use model::{Failure, Webhook};
use redb::Database;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{path::PathBuf, sync::Arc};

/// Jobs in one transaction at most: beyond this a batch gains nothing and its first caller waits too long.
const JOBS_PER_COMMIT: usize = 512;
/// While the disk is short of room: what one commit needs of it is bounded then.
const JOBS_WHEN_LOW: usize = 4;
/// After a write that failed, until the next is tried; then twice as long each time, until one works.
pub(super) const WRITE_AGAIN_AFTER: Duration = Duration::from_millis(100);
/// Longest wait for company.
const LINGER: Duration = Duration::from_micros(500);

/// What the writer is asked for.
pub(super) enum Message {
    Job(QueuedJob),
    /// A job that no caller waits for, and whose work a crash may undo.
    Unhurried(QueuedJob),
    Compact(CompactTask),
    Wipe(WipeTask),
}

pub(super) struct Writer {
    pub medium: Box<dyn Medium>,
    pub shared: Arc<Shared>,
    pub queue: Receiver<Message>,
    /// What came in behind a batch that was being gathered.
    pub compact_next: Option<CompactTask>,
    pub unhurried: Unhurried,
    pub ids: Ids,
    /// How many waited for the last batch, which says whether waiting for company pays.
    pub last_batch: usize,
    pub average_commit: Duration,
    /// Every webhook as the last transaction left them; nothing where they have to be read.
    pub known_webhooks: Option<Arc<[Webhook]>>,
    pub journal: Journal,
    /// Nothing was put on the disk by redb itself since the file was opened: until then a reopen may walk through it.
    pub is_reopen_slow: bool,
    pub last_work: Instant,
    pub wiper: Wiper,
    pub file: PageFile,
    /// The way to the file, while it is open to readers alone.
    pub locked: Option<WriteRelease>,
    pub write_pause: Duration,
    /// When the store was opened again, where a write has failed in this run.
    pub open_since: Option<Instant>,
    /// When the disk was last asked what it has left, and how many bytes were written by then.
    pub last_look: Instant,
    pub written_at_look: u64,
}

impl Writer {
    /// Ends when every `Store` handle is gone, with the database closed cleanly.
    pub fn run(self) {
        let shared = self.shared.clone();
        // redb panics where a page makes no sense to it. Nothing can be written after that, and `health` must say so.
        if catch_unwind(AssertUnwindSafe(|| self.serve())).is_err() {
            tracing::error!("the writer met a page that cannot be; stopping");
            shared.set(Condition::Damaged);
        }
    }

    fn serve(mut self) {
        loop {
            let first = if let Some(task) = self.compact_next.take() {
                Message::Compact(task)
            } else {
                match self.receive() {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Timeout) => {
                        self.look_at_disk();
                        self.use_quiet_moment();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            };
            match first {
                Message::Job(job) => self.write(Some(job)),
                Message::Unhurried(job) => {
                    self.unhurried.add(job, Instant::now());
                    if self.unhurried.is_due(Instant::now()) {
                        self.write(None);
                    }
                }
                Message::Compact(task) => self.compact(task),
                Message::Wipe(task) => self.ask_to_wipe(task),
            }
            self.last_work = Instant::now();
            if self.wiper.is_overdue() && self.may_write() {
                self.wipe();
            }
        }
        self.write(None);
        if self.close() {
            // Dropping the last handle is what closes the file cleanly.
            self.shared.close();
        } else {
            self.shared.set(Condition::Closed { cause: "stopped".into() });
        }
    }

    /// Writes what waits, with this job before all others.
    fn write(&mut self, first: Option<QueuedJob>) {
        let batch = self.gather(first);
        self.look_at_disk();
        if self.shared.room.now() == Room::Out {
            return answer_all(batch, &room::full("the disk is full"));
        }
        if let Err(cause) = self.work(batch) {
            self.reopen(&cause);
        }
    }

    fn gather(&mut self, first: Option<QueuedJob>) -> Vec<QueuedJob> {
        let mut batch: Vec<_> = first.into_iter().collect();
        let most = if self.shared.room.now() == Room::Enough { JOBS_PER_COMMIT } else { JOBS_WHEN_LOW };
        while batch.len() + self.unhurried.len() < most && self.compact_next.is_none() {
            match self.queue.try_recv() {
                Ok(message) => self.put(message, &mut batch),
                Err(_) => break,
            }
        }
        if self.last_batch > 1 && batch.len() < self.last_batch {
            let until = Instant::now() + LINGER.min(self.average_commit / 3);
            while batch.len() < self.last_batch.min(most) && self.compact_next.is_none() {
                match self.queue.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(message) => self.put(message, &mut batch),
                    Err(_) => break,
                }
            }
        }
        if !batch.is_empty() {
            self.last_batch = batch.len();
        }
        batch.extend(self.unhurried.take());
        batch
    }

    fn put(&mut self, message: Message, batch: &mut Vec<QueuedJob>) {
        match message {
            Message::Job(job) => batch.push(job),
            Message::Unhurried(job) => self.unhurried.add(job, Instant::now()),
            Message::Compact(task) => self.compact_next = Some(task),
            Message::Wipe(task) => self.ask_to_wipe(task),
        }
    }

    fn ask_to_wipe(&mut self, task: WipeTask) {
        if self.may_write() {
            self.wiper.ask(task);
        } else {
            let _ = task.send(Err(room::full("the disk is full")));
        }
    }

    /// Copies the store into a new file and goes on with that. Whatever fails, the old one is still the store.
    fn compact(&mut self, task: CompactTask) {
        let CompactTask { mut on_copied, reply } = task;
        let shared = self.shared.clone();
        shared.works_long();
        let outcome = self.copy_and_adopt(&mut |share| {
            shared.works_long();
            on_copied(share)
        });
        shared.ended_long_work();
        if let Err(failure) = &outcome {
            tracing::warn!(%failure, "the store was not compacted");
        }
        // A caller that has gone is not an error.
        let _ = reply.send(outcome);
    }

    fn copy_and_adopt(&mut self, on_copied: &mut dyn FnMut(f64) -> bool) -> Result<Compacted, Failure> {
        let plain = |error: OpenError| Failure::unavailable(error.to_string());
        let length =
            |path: &Option<PathBuf>| path.as_ref().and_then(|path| path.metadata().ok()).map_or(0, |at| at.len());
        let database = self.shared.writable().ok_or_else(|| Failure::unavailable("the store is closed"))?;
        let before = length(&self.shared.path);
        let copied = match self.medium.draft() {
            Ok(mut draft) => compact::copy(&database, &mut draft, on_copied),
            Err(error) => Err(plain(error)),
        };
        if let Err(failure) = copied {
            self.medium.discard();
            return Err(failure);
        }
        // Whichever of the two a power cut leaves needs no journal.
        let closed = self.journal.close(&database);
        drop(database);
        if let Err(error) = closed {
            self.medium.discard();
            self.reopen(&error.to_string());
            return Err(Failure::unavailable(error.to_string()));
        }
        // From here it takes a moment. Readers that are under way end with the old file.
        let cause = "the store is being compacted";
        self.shared.set(Condition::Closed { cause: cause.into() });
        let adopted = self.medium.adopt();
        self.medium.discard();
        // What waits in the queue goes into the new file.
        if self.try_to_open(cause) && self.unlock().is_ok() {
            self.admit_jobs();
        } else {
            self.open_again(cause);
        }
        adopted.map_err(plain)?;
        Ok(Compacted { before, after: length(&self.shared.path) })
    }

    /// Runs and commits one batch and answers everybody. `Err` means that the database takes no more writes.
    fn work(&mut self, mut batch: Vec<QueuedJob>) -> Result<(), String> {
        let Some(database) = self.shared.writable() else {
            answer_all(batch, &Failure::unavailable("the store is closed"));
            return Ok(());
        };
        loop {
            match self.attempt(&database, &mut batch) {
                BatchOutcome::Done { wrote, bells } => {
                    if wrote {
                        self.shared.count(batch.len(), bells);
                    }
                    for job in batch {
                        job.answer(None);
                    }
                    return Ok(());
                }
                BatchOutcome::Spoiled(at) => {
                    // One job failed after writing: it is answered, and the others run again without it.
                    let job = batch.remove(at);
                    job.answer(None);
                    if batch.is_empty() {
                        return Ok(());
                    }
                }
                BatchOutcome::Lost(cause) => {
                    drop(database);
                    answer_all(batch, &room::full(&cause));
                    return Err(cause);
                }
            }
        }
    }

    fn attempt(&mut self, database: &Database, batch: &mut [QueuedJob]) -> BatchOutcome {
        let txn = match begin(database) {
            Ok(txn) => txn,
            Err(error) => return BatchOutcome::Lost(error.to_string()),
        };
        let ids_before = self.ids.clone();
        let (mut wrote, mut is_awaited) = (false, false);
        // Known again only if all of it is on the disk, or nothing was written.
        let known_webhooks = self.known_webhooks.take();
        let (bells, erased, rows, known);
        {
            let mut tx = Tx::new(&txn, &mut self.ids, clock::now());
            tx.rows = Some(WrittenRows::default());
            tx.known_webhooks = RefCell::new(known_webhooks);
            for (at, job) in batch.iter_mut().enumerate() {
                tx.begin_job();
                let verdict = job.run(&mut tx);
                if let Some(cause) = tx.broken.take() {
                    return BatchOutcome::Lost(cause);
                }
                if verdict == Verdict::Refused && tx.wrote {
                    return BatchOutcome::Spoiled(at);
                }
                wrote |= tx.wrote;
                is_awaited |= tx.wrote && job.is_awaited();
            }
            (bells, erased) = (tx.bells, tx.erased);
            if tx.finish().is_err() {
                return BatchOutcome::Lost(tx.broken.take().unwrap_or_else(|| "the clock could not be saved".into()));
            }
            rows = tx.rows.take().unwrap_or_default();
            known = tx.known_webhooks.take();
        }
        if !wrote {
            self.known_webhooks = known;
            // Nothing changed: no commit, no fsync, and ids that were not seen are given again.
            self.ids = ids_before;
            let _ = txn.abort();
            return BatchOutcome::Done { wrote, bells };
        }
        let started = Instant::now();
        let durably = match self.shared.room.now() {
            Room::Enough => self.journal.write(&rows, is_awaited),
            // What redb holds in memory would have to find room later.
            Room::Low | Room::Out => Durably::ByCommit,
        };
        if let Err(error) = self.journal.commit(txn, rows, &durably) {
            return BatchOutcome::Lost(error.to_string());
        }
        self.ids.saved();
        self.known_webhooks = known;
        self.is_reopen_slow &= !matches!(durably, Durably::ByCommit);
        if erased.any || erased.words {
            self.wiper.owe();
        }
        if is_awaited {
            self.average_commit = (self.average_commit * 7 + started.elapsed()) / 8;
        }
        BatchOutcome::Done { wrote, bells }
    }
}

enum BatchOutcome {
    /// Every job ran; what those wrote that a caller waits for is on the disk.
    Done { wrote: bool, bells: Bells },
    /// The job at this place failed after it had written.
    Spoiled(usize),
    /// The transaction, and with it redb's will to write, is gone.
    Lost(String),
}

fn answer_all(batch: Vec<QueuedJob>, failure: &Failure) {
    for job in batch {
        job.answer(Some(failure.clone()));
    }
}
