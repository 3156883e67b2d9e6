//! The file: tables, the one writer, typed reads and writes, sealed secrets.
//!
//! `ops` writes through `Store::write` and everyone reads through `Store::read`. The only folder that names redb.
//! Never: platforms, HTTP, rules about what may be done.

mod accounts;
pub mod check;
mod deliveries;
mod events;
mod folder;
mod format;
mod held;
mod integrations;
mod layout;
pub mod orders;
mod places;
mod receipts;
pub mod seal;
pub mod slots;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod totals;
mod tx;
pub mod view;
mod words;
mod writer;

pub use accounts::Accounts;
pub use deliveries::{Deliveries, DeliveryFilter, Target, target};
pub use events::Outbox;
pub use folder::{Folder, OpenError, Progress, Work};
pub use integrations::Integrations;
pub use orders::{OrderFilter, Orders};
pub use places::Places;
pub use receipts::Receipts;
pub use seal::Sealer;
pub use slots::Picked;
pub use tables::Table;
pub use tx::{Tx, clock_lags};
pub use view::{ReadView, Reader};
pub use words::{Found, Search};

use crate::model::{Code, Failure};
use folder::Medium;
use parking_lot::RwLock;
use redb::{Database, ReadableDatabase};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{SyncSender, TrySendError, sync_channel},
    },
    thread::JoinHandle,
    time::Duration,
};
use tokio::sync::{oneshot, watch};
use tx::Ids;
use writer::{Job, Task, Writer};

/// Jobs that may wait; beyond this a caller is told 503 rather than left to hang.
const QUEUE: usize = 4_096;

/// A handle to the open store; clones share it. The file is closed when the last handle and the writer are gone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
    queue: SyncSender<Box<dyn Job>>,
    sealer: Sealer,
}

struct Shared {
    state: RwLock<State>,
    bell: watch::Sender<u64>,
    commits: AtomicU64,
    jobs: AtomicU64,
    path: Option<PathBuf>,
}

enum State {
    Open(Arc<Database>),
    /// Being opened again, or stopped.
    Closed {
        cause: String,
    },
    /// A reopen found damage: the program has to stop.
    Damaged,
}

/// Waits for the writer to finish after the last `Store` is dropped.
pub struct Closing(JoinHandle<()>);

impl Closing {
    pub fn wait(self) {
        let _ = self.0.join();
    }
}

impl Store {
    /// Opens or creates the store of a folder. `progress` hears how far a repair or an upgrade is.
    pub fn open(folder: &Folder, progress: &Progress) -> Result<(Store, Closing), OpenError> {
        let sealer = folder.sealer()?;
        Store::start(Box::new(folder.medium()?), sealer, progress)
    }

    fn start(medium: Box<dyn Medium>, sealer: Sealer, progress: &Progress) -> Result<(Store, Closing), OpenError> {
        let known = |database: &Database| match format::recognise(database, &sealer)? {
            Some(_) => last_ids(database).map(drop),
            None => Ok(()),
        };
        let database = medium.open(progress, &known)?;
        match format::recognise(&database, &sealer)? {
            Some(format) => format::bring_up(&database, format, progress)?,
            None => format::create(&database, &sealer)?,
        }
        let ids = last_ids(&database)?;
        let shared = Arc::new(Shared {
            state: RwLock::new(State::Open(Arc::new(database))),
            bell: watch::channel(0).0,
            commits: AtomicU64::new(0),
            jobs: AtomicU64::new(0),
            path: medium.path(),
        });
        let (queue, jobs) = sync_channel(QUEUE);
        let writer = Writer {
            medium,
            shared: shared.clone(),
            queue: jobs,
            ids,
            last_batch: 1,
            average_commit: Duration::from_millis(1),
            // What opening did, a repair or new tables, is not settled either.
            unsettled: true,
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
        let txn = database.begin_read().map_err(|e| Failure::unavailable(format!("store: {e}")))?;
        Ok(Reader::new(txn))
    }

    /// Runs a job in the writer and returns what it returned once that is on the disk.
    pub async fn write<T, F>(&self, job: F) -> Result<T, Failure>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        match self.queue.try_send(Box::new(Task { job, result: None, reply })) {
            Ok(()) => answer.await.map_err(|_| Failure::unavailable("the writer is gone"))?,
            Err(TrySendError::Full(_)) => Err(Failure::unavailable("too many writes are waiting").retry_after(1)),
            Err(TrySendError::Disconnected(_)) => Err(Failure::unavailable("the writer is gone")),
        }
    }

    pub fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// Changes with every commit: whoever waits for something new waits for this.
    pub fn bell(&self) -> watch::Receiver<u64> {
        self.shared.bell.subscribe()
    }

    /// `Ok` while writes are taken, else why not.
    pub fn health(&self) -> Result<(), String> {
        match &*self.shared.state.read() {
            State::Open(_) => Ok(()),
            State::Closed { cause } => Err(cause.clone()),
            State::Damaged => Err("the store is damaged".into()),
        }
    }

    pub fn is_damaged(&self) -> bool {
        matches!(&*self.shared.state.read(), State::Damaged)
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
}

#[cfg(unix)]
fn free_bytes(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_path: &Path) -> Option<u64> {
    None
}

fn last_ids(database: &Database) -> Result<Ids, OpenError> {
    let reader = Reader::new(database.begin_read().map_err(OpenError::from_redb)?);
    match reader.bytes(Table::Meta, layout::CLOCK) {
        Ok(None) => Ok(Ids::default()),
        Ok(Some(bytes)) => {
            Ids::from_bytes(&bytes).ok_or_else(|| OpenError::Damaged("the clock record cannot be read".into()))
        }
        Err(failure) if failure.code == Code::Internal => Err(OpenError::Damaged(failure.to_string())),
        Err(failure) => Err(OpenError::Io(failure.to_string())),
    }
}
