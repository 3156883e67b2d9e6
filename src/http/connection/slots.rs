//! `Slots`: the places for connections, and whether they run short.
//!
//! `server` takes one for each connection. The last quarter is for those who bring orders and ask for them: while no more than
//! that is free, pages give way (`Door::gives_way_but_for`).

use std::sync::Arc;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

pub struct Slots {
    free: Arc<Semaphore>,
    kept: usize,
    /// Tells waiters that one was taken and they are short.
    short: Notify,
}

impl Slots {
    pub fn new(most: usize) -> Arc<Slots> {
        Arc::new(Slots { free: Arc::new(Semaphore::new(most)), kept: most / 4, short: Notify::new() })
    }

    /// Waits until there is one.
    pub async fn take(self: &Arc<Slots>) -> Option<Slot> {
        self.taken(self.free.clone().acquire_owned().await.ok()?)
    }

    /// None where all are taken.
    pub fn take_free(self: &Arc<Slots>) -> Option<Slot> {
        self.taken(self.free.clone().try_acquire_owned().ok()?)
    }

    fn taken(&self, slot: Slot) -> Option<Slot> {
        if self.are_short() {
            self.short.notify_waiters();
        }
        Some(slot)
    }

    pub fn are_short(&self) -> bool {
        self.free.available_permits() < self.kept
    }

    /// Returns when they are.
    pub async fn run_short(self: Arc<Slots>) {
        loop {
            // It hears of what happens from here on, so that nothing is missed between the look and the wait.
            let told = self.short.notified();
            if self.are_short() {
                return;
            }
            told.await;
        }
    }
}

/// One of them, as long as it is kept.
pub type Slot = OwnedSemaphorePermit;
