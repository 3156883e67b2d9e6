//! What of a restore is still open, as it is stored: asked for every report of a platform, and nearly always nothing.

use model::{Aftermath, Id, Status, Time};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What was found when it was last asked whether a delivery is held.
#[derive(Clone, Copy, Default)]
pub struct KnownHeld {
    pub held: Option<Id>,
    /// Neither is any up to this one.
    pub none_up_to: Option<Id>,
}

#[derive(Default)]
pub struct AftermathMemory {
    known_held: Mutex<KnownHeld>,
    aftermath: Mutex<Option<Aftermath>>,
    turn: AtomicUsize,
    /// How many were unsure when some were last asked about, and when that was.
    asked: Mutex<Option<(usize, Instant)>>,
}

impl AftermathMemory {
    pub fn get(&self) -> Option<Aftermath> {
        self.aftermath.lock().clone()
    }

    pub fn known_held(&self) -> KnownHeld {
        *self.known_held.lock()
    }

    pub fn know_held(&self, known: KnownHeld) {
        *self.known_held.lock() = known;
    }

    pub fn set(&self, aftermath: Option<Aftermath>) {
        *self.aftermath.lock() = aftermath;
    }

    /// Some of the orders that are unsure, others each time: those of a platform that does not answer hold up no others.
    pub fn next_unsure(&self, most: usize) -> Vec<Id> {
        let aftermath = self.aftermath.lock();
        let all = aftermath.as_ref().map_or(&[][..], |aftermath| &aftermath.unsure);
        let turn = self.turn.fetch_add(most, Ordering::Relaxed);
        all.iter().copied().cycle().skip(turn % all.len().max(1)).take(most.min(all.len())).collect()
    }

    fn unsure_count(&self) -> usize {
        self.aftermath.lock().as_ref().map_or(0, |aftermath| aftermath.unsure.len())
    }

    /// Whether some are to be asked about now: one is sure since the last were, or that is `a_while` ago.
    pub fn wants_asking(&self, a_while: Duration) -> bool {
        let asked = *self.asked.lock();
        asked.is_none_or(|(count, at)| self.unsure_count() < count || at.elapsed() >= a_while)
    }

    pub fn note_asked(&self) {
        *self.asked.lock() = Some((self.unsure_count(), Instant::now()));
    }

    /// Whether an order's platform has not said yet how it stands.
    pub fn is_unsure(&self, order: Id) -> bool {
        self.aftermath.lock().as_ref().is_some_and(|aftermath| aftermath.unsure.contains(&order))
    }

    pub fn note_sure_of(&self, order: Id) {
        if let Some(aftermath) = &mut *self.aftermath.lock() {
            aftermath.unsure.retain(|unsure| *unsure != order);
        }
    }

    pub fn is_of_before(&self, status: Status, placed_at: Option<Time>) -> bool {
        self.aftermath.lock().as_ref().is_some_and(|aftermath| aftermath.is_of_before(status, placed_at))
    }
}
