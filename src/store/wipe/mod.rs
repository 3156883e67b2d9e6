//! `wipe`: what was erased leaves the file as well. redb never writes over what it frees; it lies there until its page is
//! needed again, perhaps for years.
//!
//! The writer takes one small step after the other whenever it has nothing else to do, and orders go on meanwhile:
//!
//! 1. Words that orders are found by are keys, and a tree keeps beginnings of keys for its branches after they are gone.
//!    So every segment of words moves to the end of the tree, one in a commit: what is left holds words that are there.
//! 2. Readers that began before have ended, and two durable commits have freed what only they could see, or what was only in
//!    memory. What the journal held is overwritten.
//! 3. `shadow` says which pages are free after them.
//! 4. Those are overwritten, but for what redb has written since (`pages`): a page that was free then and has not been
//!    written since is free, whatever happened in between, and whatever a power cut undoes. Pages that hold nothing but
//!    zeros are only read, so that a card is not worn.
//! 5. `record` notes in the file that it is done. Until then it is owed, over any restart.
//!
//! Live pages hold no remains of what is gone: `pages` sees to that as they are written.

pub mod pages;
pub mod record;
pub mod shadow;

use super::{engine::begin, ids::Ids, journal::Journal, layout, shared::Shared, tables::Table, tx::Tx, view::Reader};
use model::Failure;
use pages::{PageFile, PageSet};
use record::{LastWipe, WipeRecord};
use redb::{Database, ReadableDatabase};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};
use std::{ops::Range, sync::Weak};
use tokio::sync::oneshot;

/// From an erasure to the first step, so that a batch is followed by the next before it begins, and not after; but in all
/// no longer than an hour.
const SETTLE: Duration = Duration::from_secs(2);
const LONGEST_SETTLE: Duration = Duration::from_hours(1);
/// From one time to the next, so that a card is not worn: as long as a day has room for so many bytes of it, but no
/// longer than a day, and a day where words were laid down anew. Where little was erased the next erasure leaves the file
/// within minutes too.
const A_DAY: Duration = Duration::from_hours(24);
const BYTES_A_DAY: u64 = 256 << 20;
const SHORTEST_REST: Duration = Duration::from_secs(60);
/// After something went wrong.
const FAILURE_RETRY_AFTER: Duration = Duration::from_hours(1);
/// What one step looks at, and overwrites at most: tens of milliseconds on a slow card.
const PIECE: u64 = 128 * 1024;
/// A step is followed by a pause of so many times its length, and no shorter than this.
const PAUSES: u32 = 4;
const SHORTEST_PAUSE: Duration = Duration::from_millis(2);
/// How often others are looked at who have not ended yet.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// A step that has waited for a quiet moment for so long is taken in between.
const QUIET_WITHIN: Duration = Duration::from_millis(200);

/// What the writer is handed.
pub(super) type WipeTask = oneshot::Sender<Result<LastWipe, Failure>>;

pub(super) struct Wiper {
    file: PageFile,
    phase: Phase,
    /// What was owed when it began, and how many bytes it took since.
    begun: WipeRecord,
    bytes: u64,
    /// When the next step is due, if any is.
    due: Option<Instant>,
    /// When the card has had its rest.
    rested: Instant,
    /// When it is not put off any longer.
    latest: Option<Instant>,
    asked: Vec<WipeTask>,
}

enum Phase {
    Resting,
    /// The words of segments below this number are on their way to new ones.
    Words(u32),
    /// Readers with this pass began before.
    Readers(Weak<()>),
    Looking(Receiver<Result<PageSet, String>>),
    Writing {
        left: Vec<Range<u64>>,
        since: Instant,
    },
}

pub(super) enum StepError {
    /// The database takes no more writes.
    Lost(String),
    /// This time it came to nothing.
    Failed(String),
}

impl Wiper {
    /// For a database that was just opened on this file.
    pub fn new(file: PageFile, database: &Database) -> Wiper {
        let now = Instant::now();
        let (phase, begun, asked) = (Phase::Resting, WipeRecord::default(), Vec::new());
        let mut wiper = Wiper { file, phase, begun, bytes: 0, due: None, rested: now, latest: None, asked };
        match read(database) {
            Ok(record) => {
                wiper.rest_after(record.last);
                if record.owed_since.is_some() {
                    wiper.owe();
                }
            }
            Err(_) => wiper.put_off(),
        }
        wiper
    }

    /// Something was erased.
    pub fn owe(&mut self) {
        if matches!(self.phase, Phase::Resting) && self.asked.is_empty() {
            let now = Instant::now();
            let latest = *self.latest.get_or_insert(now + LONGEST_SETTLE);
            self.due = Some(self.rested.max(latest.min(now + SETTLE)));
        }
    }

    /// Does it now, and says when it is done.
    pub fn ask(&mut self, task: WipeTask) {
        self.asked.push(task);
        self.due = Some(Instant::now());
    }

    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Whether a step has waited long enough.
    pub fn is_overdue(&self) -> bool {
        self.due.is_some_and(|due| due.elapsed() > QUIET_WITHIN)
    }

    /// Takes one step; the writer has no transaction open. `Err` means that the database takes no more writes.
    pub fn step(
        &mut self,
        database: &Database,
        shared: &Shared,
        ids: &mut Ids,
        journal: &mut Journal,
    ) -> Result<(), String> {
        let began = Instant::now();
        self.due = Some(began);
        match self.take(database, shared, ids, journal) {
            Ok(()) => {
                let pause = SHORTEST_PAUSE.max(began.elapsed() * PAUSES);
                self.due = self.due.map(|due| due.max(Instant::now() + pause));
                Ok(())
            }
            Err(StepError::Failed(cause)) => {
                self.give_up(&cause);
                Ok(())
            }
            Err(StepError::Lost(cause)) => {
                self.give_up(&cause);
                Err(cause)
            }
        }
    }

    /// Until another time.
    fn give_up(&mut self, cause: &str) {
        tracing::warn!(cause, "what was erased is not overwritten in the file yet; trying again");
        self.end();
        self.put_off();
        self.refuse(cause);
    }

    /// Answers those who asked for it.
    pub fn refuse(&mut self, cause: &str) {
        for asked in self.asked.drain(..) {
            let _ = asked.send(Err(Failure::unavailable(cause)));
        }
    }

    fn put_off(&mut self) {
        self.rested = Instant::now() + FAILURE_RETRY_AFTER;
        self.due = Some(self.rested);
    }

    fn take(
        &mut self,
        database: &Database,
        shared: &Shared,
        ids: &mut Ids,
        journal: &mut Journal,
    ) -> Result<(), StepError> {
        match &mut self.phase {
            Phase::Resting => {
                (self.begun, self.bytes) = (read(database).map_err(failed)?, 0);
                self.latest = None;
                if self.begun.owed_since.is_none() && self.asked.is_empty() {
                    self.due = None;
                    return Ok(());
                }
                self.phase = match self.begun.has_words {
                    true => Phase::Words(write(database, ids, journal, |tx| Ok(tx.counts()?.segments))?),
                    false => Phase::Readers(shared.new_pass()),
                };
            }
            Phase::Words(below) => match write(database, ids, journal, |tx| tx.renew_segment(*below))? {
                Some(moved) => self.bytes += moved,
                None => self.phase = Phase::Readers(shared.new_pass()),
            },
            Phase::Readers(pass) if pass.strong_count() > 0 => self.due = Some(Instant::now() + LOOK_AGAIN),
            Phase::Readers(_) => {
                let lost = |error: redb::Error| StepError::Lost(error.to_string());
                // What was freed in memory is free on the disk only after the second.
                journal.settle(database).map_err(lost)?;
                self.file.watch();
                journal.settle(database).map_err(lost)?;
                self.bytes += journal.wipe().map_err(|e| StepError::Failed(e.to_string()))?;
                self.phase = Phase::Looking(self.look()?);
            }
            Phase::Looking(found) => match found.try_recv() {
                Ok(Ok(free)) => self.phase = Phase::Writing { left: free.stretches(PIECE), since: Instant::now() },
                Ok(Err(cause)) => return Err(StepError::Failed(cause)),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return Err(StepError::Failed("nobody looks any more".into())),
            },
            Phase::Writing { left, .. } if !left.is_empty() => {
                let mut length = 0;
                let mut fits = |stretch: &Range<u64>| {
                    length += stretch.end - stretch.start;
                    length <= PIECE
                };
                let next = left.iter().rev().map_while(|stretch| fits(stretch).then_some(())).count();
                let piece = left.split_off(left.len() - next);
                self.bytes += self.file.overwrite(&piece).map_err(|e| StepError::Failed(e.to_string()))?;
            }
            Phase::Writing { since, .. } => {
                let (begun, bytes, took) = (self.begun, self.bytes, since.elapsed());
                let record = write(database, ids, journal, |tx| tx.note_wipe(begun, bytes))?;
                tracing::info!(bytes, ?took, "what was erased is overwritten in the file");
                self.finish(&record);
            }
        }
        Ok(())
    }

    /// Has a thread find the free pages; it has seen what it needs of the file when this returns.
    fn look(&self) -> Result<Receiver<Result<PageSet, String>>, StepError> {
        let file = self.file.clone();
        let (tell, found) = channel();
        let (seen, has_seen) = channel();
        let look = move || {
            let free = shadow::free_pages(file, || seen.send(()).unwrap_or_default());
            // The receiver is gone where the store was closed.
            let _ = tell.send(free);
        };
        std::thread::Builder::new().name("wipe".into()).spawn(look).map_err(|e| StepError::Failed(e.to_string()))?;
        // If it ended without, it says why.
        let _ = has_seen.recv();
        Ok(found)
    }

    fn finish(&mut self, record: &WipeRecord) {
        self.end();
        self.rest_after(record.last);
        self.due = None;
        if record.owed_since.is_some() {
            self.owe();
            if !self.asked.is_empty() {
                self.due = Some(Instant::now());
            }
        } else if let Some(last) = record.last {
            for asked in self.asked.drain(..) {
                let _ = asked.send(Ok(last));
            }
        }
    }

    fn end(&mut self) {
        self.phase = Phase::Resting;
        self.file.unwatch();
    }

    fn rest_after(&mut self, last: Option<LastWipe>) {
        let rested = last.map(|last| rest(last).saturating_sub(clock::now().since(last.at)));
        self.rested = Instant::now() + rested.unwrap_or_default();
    }
}

fn rest(last: LastWipe) -> Duration {
    // Laying down all words anew takes long commits, for which orders wait.
    let share = if last.moved_words { 1.0 } else { last.bytes as f64 / BYTES_A_DAY as f64 };
    A_DAY.mul_f64(share.min(1.0)).max(SHORTEST_REST)
}

impl Tx<'_> {
    fn note_wipe(&mut self, begun: WipeRecord, bytes: u64) -> Result<WipeRecord, Failure> {
        let record = WipeRecord::of(self, self.now)?
            .wiped(begun, LastWipe { at: self.now, bytes, moved_words: begun.has_words });
        self.put(Table::Meta, layout::WIPED, &record)?;
        Ok(record)
    }
}

fn read(database: &Database) -> Result<WipeRecord, Failure> {
    let txn = database.begin_read().map_err(Failure::unavailable)?;
    WipeRecord::of(&Reader::new(txn), clock::now())
}

/// A commit of its own, if anything was written.
fn write<T>(
    database: &Database,
    ids: &mut Ids,
    journal: &mut Journal,
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, Failure>,
) -> Result<T, StepError> {
    let lost = |error: redb::Error| StepError::Lost(error.to_string());
    let txn = begin(database).map_err(lost)?;
    let mut tx = Tx::new(&txn, ids, clock::now());
    let done = work(&mut tx).and_then(|done| tx.finish().map(|()| done));
    let (wrote, broken) = (tx.wrote, tx.broken.take());
    drop(tx);
    match (done, broken) {
        (_, Some(cause)) => Err(StepError::Lost(cause)),
        (Err(failure), None) => Err(failed(failure)),
        (Ok(done), None) => {
            if wrote {
                journal.checkpoint(txn).map_err(lost)?;
            }
            Ok(done)
        }
    }
}

fn failed(failure: Failure) -> StepError {
    StepError::Failed(failure.to_string())
}
