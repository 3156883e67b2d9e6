//! What of a restore is still open, as it is stored: asked for every report of a platform, and nearly always nothing.

use crate::model::{Aftermath, Id, Status, Time};
use parking_lot::Mutex;

#[derive(Default)]
pub struct AftermathMemory(Mutex<Option<Aftermath>>);

impl AftermathMemory {
    pub fn get(&self) -> Option<Aftermath> {
        self.0.lock().clone()
    }

    pub fn set(&self, aftermath: Option<Aftermath>) {
        *self.0.lock() = aftermath;
    }

    /// Whether an order's platform has not said yet how it stands.
    pub fn is_unsure(&self, order: Id) -> bool {
        self.0.lock().as_ref().is_some_and(|aftermath| aftermath.unsure.contains(&order))
    }

    pub fn is_sure_of(&self, order: Id) {
        if let Some(aftermath) = &mut *self.0.lock() {
            aftermath.unsure.retain(|unsure| *unsure != order);
        }
    }

    pub fn is_of_before(&self, status: Status, placed_at: Option<Time>) -> bool {
        self.0.lock().as_ref().is_some_and(|aftermath| aftermath.is_of_before(status, placed_at))
    }
}
