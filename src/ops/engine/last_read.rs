//! What was read of restaurants, integrations and stations, kept until one changes: they are asked for again and again.

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
    /// What `read` finds now, or found since a restaurant or an integration changed.
    pub fn get(&self, store: &Store, read: impl FnOnce(&Reader) -> Result<T>) -> Result<Arc<T>> {
        self.get_since(store.place_changes(), store, read)
    }

    /// What `read` finds now, or found when there were as many changes.
    pub fn get_since(&self, changes: u64, store: &Store, read: impl FnOnce(&Reader) -> Result<T>) -> Result<Arc<T>> {
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
