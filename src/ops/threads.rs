//! What the threads say of themselves: whether they live, and how much is under way to each target.

use crate::model::Id;
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
};

#[derive(Default)]
pub struct Threads {
    pub sync: AliveFlag,
    pub delivery: AliveFlag,
    pub in_flight: InFlight,
}

#[derive(Default)]
pub struct AliveFlag(AtomicBool);

impl AliveFlag {
    pub fn set(&self, is_alive: bool) {
        self.0.store(is_alive, Ordering::Relaxed);
    }

    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Attempts under way, by lane.
#[derive(Default)]
pub struct InFlight(Mutex<HashMap<Id, usize>>);

impl InFlight {
    pub fn enter(&self, lane: Id) {
        *self.0.lock().entry(lane).or_default() += 1;
    }

    pub fn leave(&self, lane: Id) {
        let mut lanes = self.0.lock();
        if let Some(count) = lanes.get_mut(&lane) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                lanes.remove(&lane);
            }
        }
    }

    pub fn in_lane(&self, lane: Id) -> usize {
        self.0.lock().get(&lane).copied().unwrap_or(0)
    }
}
