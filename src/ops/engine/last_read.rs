//! What was read of the store, kept until the next commit: for lists that are asked for again and again and rarely change.

use model::Result;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Reader, Store};

/// A commit that broke off may be on the disk all the same, and is not counted. It shows as late as this.
const LONGEST_TRUST: Duration = Duration::from_secs(1);

pub struct LastRead<T>(Mutex<Option<ReadResult<T>>>);

struct ReadResult<T> {
    /// How many commits there were before it was read: it may be of a later one, never of an earlier.
    commits: u64,
    read_at: Instant,
    found: Arc<T>,
}

impl<T> Default for LastRead<T> {
    fn default() -> LastRead<T> {
        LastRead(Mutex::new(None))
    }
}

impl<T> LastRead<T> {
    /// What `read` finds now, or found since the last commit.
    pub fn get(&self, store: &Store, read: impl FnOnce(&Reader) -> Result<T>) -> Result<Arc<T>> {
        let (commits, _) = store.counts();
        // Asked for in any case: a store that is closed gives no answers.
        let reader = store.read()?;
        let holds = |last: &ReadResult<T>| last.commits == commits && last.read_at.elapsed() < LONGEST_TRUST;
        if let Some(last) = self.0.lock().as_ref().filter(|last| holds(last)) {
            return Ok(last.found.clone());
        }
        let read_at = Instant::now();
        let found = Arc::new(read(&reader)?);
        *self.0.lock() = Some(ReadResult { commits, read_at, found: found.clone() });
        Ok(found)
    }
}
