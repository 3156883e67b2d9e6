//! What is known of the store's file, and what is being done about it.

use model::Failure;
use parking_lot::Mutex;
use std::time::Duration;
use store::compact::{Compacted, OnCopied};

/// Below this the gain of compacting would not be noticed, and the file is not even read for it.
pub(super) const WORTHWHILE: u64 = 64_000_000;

/// What is known of the store's file, and what is being done about it.
#[derive(Default)]
pub struct Upkeep(pub(super) Mutex<Care>);

impl Upkeep {
    /// A compaction is so far; whether to go on with it.
    pub(super) fn tell(&self, share: f64, on_share: &mut OnCopied) -> bool {
        self.0.lock().compaction = Compaction::Running(share);
        on_share(share)
    }
}

/// What is shown of the upkeep.
#[derive(Clone, Default)]
pub struct Care {
    /// What was found when it was last looked at; nothing after a compaction.
    pub size: Option<StoreSize>,
    pub compaction: Compaction,
}

#[derive(Clone, Default)]
pub enum Compaction {
    #[default]
    Idle,
    /// How far it is, from 0 to 1.
    Running(f64),
    Done(Compacted),
    Failed(CompactError),
}

/// Why a store was not compacted; it is as it was.
#[derive(Clone, Debug)]
pub enum CompactError {
    /// One is under way.
    Busy,
    NoRoom {
        free: u64,
        wanted: u64,
    },
    /// A copy would only hide it.
    NotSound,
    Failed(Failure),
}

impl From<Failure> for CompactError {
    fn from(failure: Failure) -> CompactError {
        CompactError::Failed(failure)
    }
}

/// How long the store's file is, and how long it would be at least.
#[derive(Clone, Copy)]
pub struct StoreSize {
    pub file: u64,
    pub live: u64,
    pub free: Option<u64>,
    /// About how long a compaction would take; new orders wait meanwhile.
    pub takes: Duration,
}

impl StoreSize {
    /// Whether enough would be gained to ask the owner.
    pub fn pays(&self) -> bool {
        self.file >= WORTHWHILE && self.compacted() < self.file / 10 * 7
    }

    /// About how long the file would be: pages are not full to the last byte, and there is always some room left.
    pub fn compacted(&self) -> u64 {
        (self.live + self.live / 10 * 3).min(self.file)
    }
}
