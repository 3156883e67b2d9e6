//! `Slots`: the places for connections, and whether they run short.
//!
//! `server` takes one for each connection, and for each request of those that carry several. The last quarter is for those who bring orders and ask for them: while no more
//! than that is free, pages give way (`Door::gives_way_but_for`).

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

pub struct Slots {
    free: Arc<Semaphore>,
    kept: usize,
    are_short: watch::Sender<bool>,
}

impl Slots {
    pub fn new(most: usize) -> Arc<Slots> {
        Arc::new(Slots { free: Arc::new(Semaphore::new(most)), kept: most / 4, are_short: watch::Sender::new(false) })
    }

    /// Waits until there is one.
    pub async fn take(self: &Arc<Slots>) -> Option<Slot> {
        let permit = self.free.clone().acquire_owned().await.ok()?;
        Some(self.slot(permit))
    }

    /// One that is free.
    pub fn take_now(self: &Arc<Slots>) -> Option<Slot> {
        let permit = self.free.clone().try_acquire_owned().ok()?;
        Some(self.slot(permit))
    }

    fn slot(self: &Arc<Slots>, permit: OwnedSemaphorePermit) -> Slot {
        let slot = Slot { slots: self.clone(), permit: Some(permit) };
        self.note();
        slot
    }

    pub fn are_short(&self) -> bool {
        *self.are_short.borrow()
    }

    /// Returns when they are.
    pub async fn run_short(self: Arc<Slots>) {
        let mut are_short = self.are_short.subscribe();
        // The sender lives as long as this does.
        let _ = are_short.wait_for(|are_short| *are_short).await;
    }

    fn note(&self) {
        self.are_short.send_if_modified(|are_short| {
            let were_short = *are_short;
            *are_short = self.free.available_permits() < self.kept;
            *are_short != were_short
        });
    }
}

/// One of them, as long as it is kept.
pub struct Slot {
    slots: Arc<Slots>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        drop(self.permit.take());
        self.slots.note();
    }
}
