//! What the program says of itself: since when it runs, whether its threads live, and how much is under way to each
//! target.

use model::Id;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::HashMap, sync::Arc, time::Instant};

pub struct Threads {
    /// Since when the program runs.
    pub started: Instant,
    pub sync: Alive,
    pub delivery: Alive,
    pub in_flight: InFlight,
}

impl Default for Threads {
    fn default() -> Threads {
        let (sync, delivery) = (Alive::default(), Alive::default());
        Threads { started: Instant::now(), sync, delivery, in_flight: InFlight::default() }
    }
}

/// Whether a thread lives.
#[derive(Default)]
pub struct Alive(Arc<AtomicBool>);

impl Alive {
    /// It does as long as this is kept: until the thread has ended, however it did.
    pub fn begin(&self) -> AliveGuard {
        self.0.store(true, Ordering::Relaxed);
        AliveGuard(self.0.clone())
    }

    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

pub struct AliveGuard(Arc<AtomicBool>);

impl Drop for AliveGuard {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Attempts under way, by lane.
#[derive(Default)]
pub struct InFlight(Mutex<HashMap<Id, usize>>);

impl InFlight {
    /// One more, as long as this is kept.
    pub fn enter(&self, lane: Id) -> InFlightGuard<'_> {
        *self.0.lock().entry(lane).or_default() += 1;
        InFlightGuard { all: self, lane }
    }

    pub fn in_lane(&self, lane: Id) -> usize {
        self.0.lock().get(&lane).copied().unwrap_or(0)
    }
}

pub struct InFlightGuard<'a> {
    all: &'a InFlight,
    lane: Id,
}

impl Drop for InFlightGuard<'_> {
    fn drop(&mut self) {
        let mut lanes = self.all.0.lock();
        if let Some(count) = lanes.get_mut(&self.lane) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                lanes.remove(&self.lane);
            }
        }
    }
}
