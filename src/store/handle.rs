//! `Store`: the handle to the open store that operations hold. It reads snapshots and queues jobs for the one writer.

use super::compact::{CompactTask, Compacted, OnCopied};
use super::folder::{Medium, Opened};
use super::job::{EndedJob, Job, QueuedJob, Task, Written, returned};
use super::room::{FolderSpace, Space};
use super::wipe::{Wiper, record::LastWipe};
use super::writer::{Message, WRITE_AGAIN_AFTER, Writer};
use super::{
    Folder, OpenError, OpenProgress, Reader, Room, Sealer, Tx,
    disk::free_bytes,
    format,
    ids::last_ids,
    journal::{self, Journal},
    room,
    shared::{Shared, Wear},
    tables::FORMAT,
    unhurried::Unhurried,
};
use model::Failure;
use redb::{Database, ReadableDatabase};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, atomic::Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

/// Jobs that may wait; beyond this a caller is told 503 rather than left to hang.
const QUEUE: usize = 4_096;
/// Whether the writer that does not answer is at work that takes long.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// A handle to the open store; clones share it. The file is closed when the last handle and the writer are gone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
    queue: SyncSender<Message>,
    sealer: Sealer,
}

/// Whether a store of an older format may be brought to this program's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MayUpgrade {
    Yes,
    No,
}

/// Waits for the writer to finish after the last `Store` is dropped.
pub struct Closing(JoinHandle<()>);

impl Closing {
    pub fn wait(self) {
        let _ = self.0.join();
    }
}

impl Store {
    /// Opens or creates the store of a folder. One of an older format is kept as it is, beside it, and brought up.
    /// `progress` hears how far a repair, the copy or an upgrade is.
    pub fn open(folder: &Folder, progress: &OpenProgress) -> Result<(Store, Closing), OpenError> {
        match Store::open_as_it_is(folder, progress) {
            Err(OpenError::Older(format)) => {
                folder.keep_older(format, progress);
                Store::open_on_trial(folder, progress)
            }
            opened => opened,
        }
    }

    /// Opens or creates the store of a folder, and brings up one of an older format without keeping it: the program that
    /// tries this one out has a copy.
    pub fn open_on_trial(folder: &Folder, progress: &OpenProgress) -> Result<(Store, Closing), OpenError> {
        Store::open_in(folder, progress, MayUpgrade::Yes)
    }

    /// Opens or creates the store of a folder, but refuses one of an older format and leaves it unchanged: the program
    /// that wrote it may be about to open it again.
    pub fn open_as_it_is(folder: &Folder, progress: &OpenProgress) -> Result<(Store, Closing), OpenError> {
        Store::open_in(folder, progress, MayUpgrade::No)
    }

    fn open_in(
        folder: &Folder,
        progress: &OpenProgress,
        may_upgrade: MayUpgrade,
    ) -> Result<(Store, Closing), OpenError> {
        let start = || {
            // Before there is a database: with one, a missing key is not made anew.
            let sealer = folder.sealer()?;
            Store::start(Box::new(folder.medium()?), sealer, progress, may_upgrade)
        };
        let reserve = FolderSpace::beside(&folder.database_path());
        match start() {
            // The disk may be full, and this is what the reserve is for.
            Err(OpenError::Io(_)) if reserve.reserved() > 0 && reserve.give_back().is_ok() => start(),
            opened => opened,
        }
    }

    pub(super) fn start(
        medium: Box<dyn Medium>,
        sealer: Sealer,
        progress: &OpenProgress,
        may_upgrade: MayUpgrade,
    ) -> Result<(Store, Closing), OpenError> {
        let known = |database: &Database| match format::recognise(database, &sealer)? {
            Some(format) if format < FORMAT && may_upgrade == MayUpgrade::No => Err(OpenError::Older(format)),
            Some(_) => last_ids(database).and_then(|_| journal::belongs(&*medium, database)),
            None => Ok(()),
        };
        let Opened { database, file, release } = medium.open(progress, &known)?;
        release().map_err(|e| OpenError::Io(e.to_string()))?;
        let mut journal = Journal::open(&*medium, &database)?;
        let format = format::recognise(&database, &sealer)?;
        match format {
            Some(FORMAT) => {}
            Some(format) => {
                if journal.is_begun() {
                    journal.close(&database).map_err(OpenError::from_redb)?;
                }
                format::bring_up(&database, format, progress)?;
            }
            None => {
                format::create(&database, &sealer)?;
                journal.settle(&database).map_err(OpenError::from_redb)?;
            }
        }
        let ids = last_ids(&database)?;
        let wiper = Wiper::new(file.clone(), &database);
        let shared = Arc::new(Shared::new(database, Wear::of(&file, &journal), medium.path(), medium.space()));
        let (queue, jobs) = sync_channel(QUEUE);
        let writer = Writer {
            medium,
            shared: shared.clone(),
            queue: jobs,
            compact_next: None,
            unhurried: Unhurried::default(),
            ids,
            last_batch: 1,
            average_commit: Duration::from_millis(1),
            known_webhooks: None,
            journal,
            is_reopen_slow: format.is_some(),
            last_work: Instant::now(),
            wiper,
            file,
            locked: None,
            write_pause: WRITE_AGAIN_AFTER,
            open_since: None,
            last_look: Instant::now(),
            written_at_look: 0,
        };
        let thread = std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || writer.run())
            .map_err(|e| OpenError::Io(format!("the writer's thread cannot start: {e}")))?;
        Ok((Store { shared, queue, sealer }, Closing(thread)))
    }

    /// A snapshot of the last commit. Ask it and drop it; never hold it over an await.
    pub fn read(&self) -> Result<Reader, Failure> {
        let database = self.shared.database().ok_or_else(|| Failure::unavailable("the store is closed"))?;
        // Before the snapshot: who waits for a pass to be given back waits for every snapshot that was made with it.
        let pass = self.shared.pass();
        let txn = database.begin_read().map_err(|e| Failure::unavailable(format!("store: {e}")))?;
        Ok(Reader::with_pass(txn, pass))
    }

    /// Runs a job in the writer and returns what it returned once that is on the disk. It is queued at once, and goes on
    /// if the future is dropped.
    pub fn write<T, F>(&self, job: F) -> Written<T>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Send + 'static,
    {
        Written::of(self.queue_awaited(Task::boxed(job)))
    }

    fn queue_awaited(&self, job: Box<dyn Job>) -> oneshot::Receiver<EndedJob> {
        let (job, ended) = QueuedJob::awaited(job);
        self.queue_job(Message::Job(job));
        ended
    }

    /// Runs a job whose work a crash may undo, as that of noting a use: others see it within a moment, and it is on the
    /// disk with the next write of `write`, after an hour, or when the store is closed (`unhurried`). It is queued at once,
    /// and goes on if the future is dropped.
    pub fn write_unhurried<T, F>(&self, job: F) -> impl Future<Output = Result<T, Failure>> + use<T, F>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, returned) = oneshot::channel();
        // A caller that has gone is not an error.
        self.write_unhurried_then(job, move |returned| drop(reply.send(returned)));
        async move { returned.await.unwrap_or_else(|_| Err(Failure::unavailable("the writer is gone"))) }
    }

    /// As `write_unhurried`, but calls `then` with what the job returned. The writer itself calls it, so it must not wait
    /// for anything.
    pub fn write_unhurried_then<T, F, R>(&self, job: F, then: R)
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Send + 'static,
        R: FnOnce(Result<T, Failure>) + Send + 'static,
    {
        self.queue_job(Message::Unhurried(QueuedJob::followed(
            Task::boxed(job),
            Box::new(|ended| then(returned(ended))),
        )));
    }

    /// A job that finds no place is answered so.
    fn queue_job(&self, job: Message) {
        if let Err((failure, Message::Job(job) | Message::Unhurried(job))) = self.queue(job) {
            job.answer(Some(failure));
        }
    }

    /// Makes the file as small as can be; others read meanwhile, and their writes wait.
    pub async fn compact(&self, on_copied: OnCopied) -> Result<Compacted, Failure> {
        let (reply, answer) = oneshot::channel();
        self.queue(Message::Compact(CompactTask { on_copied, reply })).map_err(|(failure, _)| failure)?;
        answer.await.map_err(|_| Failure::unavailable("the writer is gone"))?
    }

    /// Overwrites now what was erased and still lies in the file, while others read and write. The future ends when it
    /// is done; it goes on if the future is dropped.
    pub fn wipe(&self) -> impl Future<Output = Result<LastWipe, Failure>> + use<> {
        let (reply, answer) = oneshot::channel();
        let queued = self.queue(Message::Wipe(reply)).map_err(|(failure, _)| failure);
        async move {
            queued?;
            answer.await.map_err(|_| Failure::unavailable("the writer is gone"))?
        }
    }

    /// A message that finds no place comes back, with the reason.
    fn queue(&self, message: Message) -> Result<(), (Failure, Message)> {
        self.queue.try_send(message).map_err(|refused| match refused {
            TrySendError::Full(message) => {
                let failure = Failure::unavailable("too many writes are waiting");
                (failure.retry_after(Duration::from_secs(1)), message)
            }
            TrySendError::Disconnected(message) => (Failure::unavailable("the writer is gone"), message),
        })
    }

    /// Whether the writer takes and answers a job, one that changes nothing, or is at work that takes long. Returns only
    /// when it does, or cannot.
    pub async fn writer_answers(&self) -> bool {
        let is_at_long_work = || self.shared.is_at_long_work();
        let (job, mut ended) = QueuedJob::awaited(Task::boxed(|_| Ok(())));
        if is_at_long_work() || self.queue(Message::Job(job)).is_err() {
            return is_at_long_work();
        }
        loop {
            match timeout(LOOK_AGAIN, &mut ended).await {
                // A refusal is an answer: a full disk is no reason to begin anew.
                Ok(ended) => return ended.is_ok(),
                Err(_) if is_at_long_work() => return true,
                Err(_) => {}
            }
        }
    }

    pub fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// Changes with every commit, for tasks that wait for something new.
    pub fn bell(&self) -> watch::Receiver<u64> {
        self.shared.bell.subscribe()
    }

    /// Changes with every commit after which there may be something to deliver.
    pub fn due_bell(&self) -> watch::Receiver<u64> {
        self.shared.due_bell.subscribe()
    }

    /// Changes with every commit that ended a session.
    pub fn session_bell(&self) -> watch::Receiver<u64> {
        self.shared.session_bell.subscribe()
    }

    /// `Ok` while writes are taken, else why not.
    pub fn health(&self) -> Result<(), String> {
        self.shared.health()
    }

    /// Keeps so many bytes of the disk free, or what its size suggests, and says from now on when there is less (`room`).
    pub fn keep_free(&self, bytes: Option<u64>) {
        self.shared.room.begin(bytes);
        // A writer that waits for a job has no reason to look at the disk by itself yet.
        self.write_unhurried_then(|_| Ok(()), drop);
    }

    /// What the disk has left, as of a second ago at most.
    pub fn room(&self) -> Room {
        self.shared.room.now()
    }

    /// How many bytes of the disk are to be left free for new orders; 0 while nothing is watched.
    pub fn kept_free(&self) -> u64 {
        self.shared.room.kept_free()
    }

    /// Refused while the store takes no writes: asked before a call to the outside whose outcome has to be stored.
    pub fn may_write(&self) -> Result<(), Failure> {
        self.shared.may_write()
    }

    /// Refused while the disk is short of room: asked before a write that can wait, as a new order can.
    pub fn has_room(&self) -> Result<(), Failure> {
        self.may_write()?;
        if self.room() == Room::Enough { Ok(()) } else { Err(room::low()) }
    }

    pub fn is_damaged(&self) -> bool {
        self.shared.is_damaged()
    }

    /// Size of the database file.
    pub fn file_bytes(&self) -> u64 {
        self.shared.path.as_ref().and_then(|path| std::fs::metadata(path).ok()).map_or(0, |meta| meta.len())
    }

    /// What is free on the disk of the database file, where the system tells.
    pub fn free_bytes(&self) -> Option<u64> {
        self.shared.path.as_ref().and_then(|path| free_bytes(path))
    }

    /// Commits and jobs since the start.
    pub fn counts(&self) -> (u64, u64) {
        (self.shared.commits.load(Ordering::Relaxed), self.shared.jobs.load(Ordering::Relaxed))
    }

    /// How often restaurants or integrations have changed, or how one fares: what was read of them holds while this does.
    pub fn place_changes(&self) -> u64 {
        self.shared.place_changes.load(Ordering::Relaxed)
    }

    /// How often orders have changed since the start: a list of them says the same while this does.
    pub fn order_changes(&self) -> u64 {
        self.shared.order_changes.load(Ordering::Relaxed)
    }

    /// How often dishes or stations have changed: what was read of them holds while this does.
    pub fn dish_changes(&self) -> u64 {
        self.shared.dish_changes.load(Ordering::Relaxed)
    }

    /// Bytes that the disk was given since the start, and how often it was asked to sync: a card wears out by it.
    pub fn wear(&self) -> (u64, u64) {
        self.shared.wear.lock().total()
    }
}
