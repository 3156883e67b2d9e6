//! What was read of restaurants and integrations, kept until one changes: they are asked for again and again.

use model::Result;
use parking_lot::Mutex;
use std::sync::Arc;
use store::{Reader, Store};

pub struct LastRead<T>(Mutex<Option<ReadResult<T>>>);

struct ReadResult<T> {
    /// How many changes there were before it was read: it may be of a later one, never of an earlier.
    changes: u64,
    found: Arc<T>,
}

impl<T> Default for LastRead<T> {
    fn default() -> LastRead<T> {
        LastRead(Mutex::new(None))
    }
}

impl<T> LastRead<T> {
    /// What `read` finds now, or found since the last change.
    pub fn get(&self, store: &Store, read: impl FnOnce(&Reader) -> Result<T>) -> Result<Arc<T>> {
        let changes = store.place_changes();
        // Asked for in any case: a store that is closed gives no answers.
        let reader = store.read()?;
        if let Some(last) = self.0.lock().as_ref().filter(|last| last.changes == changes) {
            return Ok(last.found.clone());
        }
        let found = Arc::new(read(&reader)?);
        *self.0.lock() = Some(ReadResult { changes, found: found.clone() });
        Ok(found)
    }
}
