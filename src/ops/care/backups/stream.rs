//! Backups while the program serves: made from a snapshot on a thread that gives way to everything else.

use super::{BackupError, BackupKey, BackupSummary, kept_files, make};
use crate::AppState;
use model::Failure;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The longest pause after a piece; there are four pieces in a megabyte.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// Makes a backup and hands it over piece by piece, for as long as `take` and `on_share` say so. With a key the key file is in
/// it, without one it is not.
pub async fn stream(
    app: &Arc<AppState>,
    key: Option<BackupKey>,
    take: impl FnMut(Vec<u8>) -> bool + Send + 'static,
    on_share: impl Fn(f64) -> bool + Send + 'static,
) -> Result<BackupSummary, BackupError> {
    let app = app.clone();
    gently(move || {
        let files = kept_files(&app.config.data).map_err(BackupError::store)?;
        let reader = app.store.read()?;
        let mut taker = Taker(take);
        // A command that has the store to itself keeps no requests waiting.
        let is_serving = !app.config.local_url().is_empty();
        let mut pace = Pace::new();
        let made = make(&reader, &files, key.as_ref(), &mut taker, &mut |share| {
            if is_serving {
                pace.pause();
            }
            on_share(share) && !app.is_stopping()
        });
        made.map_err(|error| match error {
            // The reader takes no more.
            BackupError::Unwritable(_) => BackupError::Stopped,
            error => error,
        })
    })
    .await
}

/// On a thread of its own that comes after all others, as far as the system lets it.
pub async fn gently<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BackupError> + Send + 'static,
) -> Result<T, BackupError> {
    let (reply, answer) = oneshot::channel();
    let begun = std::thread::Builder::new().name("backup".into()).spawn(move || {
        give_way();
        // A caller that is gone does not want to know.
        let _ = reply.send(work());
    });
    begun.map_err(|e| Failure::unavailable(format!("a thread cannot start: {e}")))?;
    answer.await.unwrap_or_else(|_| Err(BackupError::store("the backup's thread ended early")))
}

#[cfg(target_os = "linux")]
fn give_way() {
    // Of a thread, not of the program. A tenth of a core is left to it where others want all of them; with less its
    // snapshot would be held for long. Where it is not allowed, the pauses are left.
    let _ = rustix::process::setpriority_process(None, 10);
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

/// Rests for as long as it worked.
pub struct Pace(Instant);

impl Pace {
    #[expect(clippy::new_without_default, reason = "it begins now")]
    pub fn new() -> Pace {
        Pace(Instant::now())
    }

    pub fn pause(&mut self) {
        std::thread::sleep(self.0.elapsed().min(LONGEST_PAUSE));
        self.0 = Instant::now();
    }
}

/// Writes into a function, which says whether it takes more.
struct Taker<T>(T);

impl<T: FnMut(Vec<u8>) -> bool> Write for Taker<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (self.0)(bytes.to_vec()) {
            true => Ok(bytes.len()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;
    use parking_lot::Mutex;
    use store::backup::prove::{ToProve, prove};

    #[tokio::test]
    async fn what_is_streamed_is_a_backup_and_whoever_stops_taking_ends_it() {
        let (app, data) = an_empty_app();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let takes = taken.clone();
        let take = move |bytes: Vec<u8>| {
            takes.lock().extend_from_slice(&bytes);
            true
        };
        let made = stream(&app, None, take, |_| true).await.unwrap();
        let bytes = std::mem::take(&mut *taken.lock());
        assert_eq!(made.bytes, bytes.len() as u64);
        let (length, folder) = (made.bytes, data.path().to_owned());
        // Of a command that was killed at a proof.
        let left = folder.join("garson.proof-00c0ffee");
        std::fs::write(&left, "as large as the store").unwrap();
        let proof =
            prove(ToProve { input: bytes.as_slice(), length, key: None, made: Some(&made) }, &folder, &mut |_| true);
        assert_eq!(proof.unwrap().backup_id, made.header.id);
        assert!(!left.exists());
        assert_eq!(stream(&app, None, |_| false, |_| true).await, Err(BackupError::Stopped));
    }
}
