//! What the handles to a store and its one writer share: the database while it is open, the bell, and counts.

use super::room::{self, Room, RoomWatch, Space};
use super::{
    journal::{Journal, JournalWear},
    tx::Bells,
    wipe::pages::PageFile,
};
use model::Failure;
use parking_lot::{Mutex, RwLock};
use redb::Database;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Long work that does not get on for as long as this hangs: a disk that is gone, say.
const STALLED: Duration = Duration::from_secs(600);

pub(super) struct Shared {
    condition: RwLock<Condition>,
    pub bell: watch::Sender<u64>,
    /// Rung only when there may be something to deliver.
    pub due_bell: watch::Sender<u64>,
    /// Rung only when a session has ended.
    pub session_bell: watch::Sender<u64>,
    pub wear: Mutex<Wear>,
    pub commits: AtomicU64,
    pub jobs: AtomicU64,
    /// Commits that changed a restaurant or an integration, and times that the file was opened again.
    pub place_changes: AtomicU64,
    /// Likewise of orders, from any number on: a store that takes the place of another does not count as that one did.
    pub order_changes: AtomicU64,
    /// Likewise of dishes and stations.
    pub dish_changes: AtomicU64,
    /// When the writer last got on with copying the store or opening it again, which may take minutes; jobs wait for it.
    long_work: Mutex<Option<Instant>>,
    /// Readers have one while they read.
    pass: Mutex<Arc<()>>,
    /// The database file, where there is one.
    pub path: Option<PathBuf>,
    pub room: RoomWatch,
}

pub(super) enum Condition {
    Open(Arc<Database>),
    /// Open to readers alone: a write has failed.
    ReadOnly(Arc<Database>, String),
    /// Being opened again, or stopped.
    Closed {
        cause: String,
    },
    /// A reopen found damage: the program has to stop.
    Damaged,
}

/// What the disk was given.
pub(super) struct Wear {
    /// Bytes and syncs of files that were open earlier.
    before: (u64, u64),
    file: PageFile,
    journal: Arc<JournalWear>,
}

impl Wear {
    pub fn of(file: &PageFile, journal: &Journal) -> Wear {
        Wear { before: (0, 0), file: file.clone(), journal: journal.wear() }
    }

    /// Bytes, and syncs.
    pub fn total(&self) -> (u64, u64) {
        let (bytes, syncs) = self.of_database();
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (bytes + of(&self.journal.bytes), syncs + of(&self.journal.syncs))
    }

    fn of_database(&self) -> (u64, u64) {
        (self.before.0 + self.file.bytes_written(), self.before.1 + self.file.syncs())
    }

    /// The database was opened again.
    pub fn go_on_with(&mut self, file: PageFile) {
        self.before = self.of_database();
        self.file = file;
    }
}

impl Shared {
    pub fn new(database: Database, wear: Wear, path: Option<PathBuf>, space: Option<Box<dyn Space>>) -> Shared {
        Shared {
            condition: RwLock::new(Condition::Open(Arc::new(database))),
            bell: watch::channel(0).0,
            due_bell: watch::channel(0).0,
            session_bell: watch::channel(0).0,
            wear: Mutex::new(wear),
            commits: AtomicU64::new(0),
            jobs: AtomicU64::new(0),
            place_changes: AtomicU64::new(0),
            order_changes: AtomicU64::new(RandomState::new().hash_one(())),
            dish_changes: AtomicU64::new(0),
            long_work: Mutex::new(None),
            pass: Mutex::default(),
            path,
            room: RoomWatch::new(space),
        }
    }

    pub fn pass(&self) -> Arc<()> {
        self.pass.lock().clone()
    }

    /// Gives readers another pass from now on; readers with the old one may have begun before.
    pub fn new_pass(&self) -> Weak<()> {
        Arc::downgrade(&std::mem::take(&mut *self.pass.lock()))
    }

    /// Long work has begun, or has got on.
    pub fn works_long(&self) {
        *self.long_work.lock() = Some(Instant::now());
    }

    pub fn ended_long_work(&self) {
        *self.long_work.lock() = None;
    }

    /// Whether the writer is at work that takes long, and gets on with it.
    pub fn is_at_long_work(&self) -> bool {
        self.long_work.lock().is_some_and(|last| last.elapsed() < STALLED)
    }

    pub fn set(&self, condition: Condition) {
        if matches!(condition, Condition::Closed { .. } | Condition::Damaged) {
            // When redb is dropped it puts on the disk what it has in memory, where it can. The journal would not know of it.
            self.wear.lock().file.shut();
        }
        self.replace(condition);
    }

    /// All is on the disk.
    pub fn close(&self) {
        self.replace(Condition::Closed { cause: "stopped".into() });
    }

    fn replace(&self, condition: Condition) {
        // The old database is dropped outside the lock: closing may take a while, and readers must not wait for it.
        let old = std::mem::replace(&mut *self.condition.write(), condition);
        drop(old);
    }

    /// For readers.
    pub fn database(&self) -> Option<Arc<Database>> {
        match &*self.condition.read() {
            Condition::Open(database) | Condition::ReadOnly(database, _) => Some(database.clone()),
            Condition::Closed { .. } | Condition::Damaged => None,
        }
    }

    /// For the writer.
    pub fn writable(&self) -> Option<Arc<Database>> {
        match &*self.condition.read() {
            Condition::Open(database) => Some(database.clone()),
            _ => None,
        }
    }

    pub fn is_writable(&self) -> bool {
        matches!(&*self.condition.read(), Condition::Open(_))
    }

    /// `Ok` while writes are taken, else why not.
    pub fn health(&self) -> Result<(), String> {
        match &*self.condition.read() {
            Condition::Open(_) if self.room.now() == Room::Out => Err("the disk is full".into()),
            Condition::Open(_) => Ok(()),
            Condition::Closed { cause } | Condition::ReadOnly(_, cause) => Err(cause.clone()),
            Condition::Damaged => Err("the store is damaged".into()),
        }
    }

    /// Refused while no writes are taken: a disk that fails is told from a store that is being compacted, stops or is damaged.
    pub fn may_write(&self) -> Result<(), Failure> {
        let is_disk = match &*self.condition.read() {
            Condition::Open(_) | Condition::ReadOnly(..) => true,
            Condition::Closed { .. } | Condition::Damaged => false,
        };
        let refusal = |cause: String| if is_disk { room::full(&cause) } else { Failure::unavailable(cause) };
        self.health().map_err(refusal)
    }

    pub fn is_damaged(&self) -> bool {
        matches!(&*self.condition.read(), Condition::Damaged)
    }

    pub fn count(&self, jobs: usize, bells: Bells) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.jobs.fetch_add(jobs as u64, Ordering::Relaxed);
        self.ring(bells);
    }

    /// Waiting tasks look again.
    pub fn ring(&self, bells: Bells) {
        let ring = |bell: &watch::Sender<u64>| bell.send_modify(|count| *count = count.wrapping_add(1));
        ring(&self.bell);
        if bells.places {
            self.place_changes.fetch_add(1, Ordering::Relaxed);
        }
        if bells.orders {
            self.order_changes.fetch_add(1, Ordering::Relaxed);
        }
        if bells.dishes {
            self.dish_changes.fetch_add(1, Ordering::Relaxed);
        }
        if bells.due {
            ring(&self.due_bell);
        }
        if bells.sessions {
            ring(&self.session_bell);
        }
    }
}
