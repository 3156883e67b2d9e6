//! A backup in the place of the store, for the running program, which has closed it. What comes of it, the next start finds in the
//! folder: the restored store, or the old one and a note beside it.

use crate::app::{notify::Supervisor, signals::Signals};
use crate::http::Site;
use crate::model::{RestoreStep, Why};
use crate::ops::care::backups::{BackupError, restore::RestoreWish};
use crate::store::Folder;
use crate::store::backup::load::BackupFile;
use crate::store::backup::restore::{Restore, RestoreReport};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs::File, io::BufReader};
use tokio::task::spawn_blocking;

/// What the program does next.
pub enum AfterRestore {
    /// It opens the store of its folder: the restored one, or the old one.
    Open(Folder),
    /// It was asked to stop meanwhile.
    Stop,
    /// The restored files are not all in their place: only one who takes the folder anew puts them there.
    StartAgain,
}

/// Nobody but this process has the folder, and its store is closed.
pub async fn restore(
    folder: Folder,
    wish: RestoreWish,
    site: &Arc<Site>,
    supervisor: &Supervisor,
    signals: &mut Signals,
) -> AfterRestore {
    let is_stopping = Arc::new(AtomicBool::new(false));
    let (site, goes_on) = (site.clone(), is_stopping.clone());
    let mut putting = spawn_blocking(move || {
        let restored = put_back(&folder, &wish, &site, &goes_on);
        (folder, wish, restored)
    });
    let ended = tokio::select! {
        ended = &mut putting => ended,
        _ = signals.next() => stopped(&is_stopping, putting).await,
        () = supervisor.stops() => stopped(&is_stopping, putting).await,
    };
    // A panic there is a fault of ours; whoever takes the folder anew finds it as a power cut would leave it.
    let Ok((folder, wish, restored)) = ended else { return AfterRestore::StartAgain };
    match restored {
        Ok(report) => {
            tracing::info!(backup = wish.name, orders = report.orders, aside = ?report.aside, "the backup is in its place");
        }
        Err(BackupError::Unfinished(error)) => {
            tracing::error!(error, "the restored files are not all in their place yet");
            return AfterRestore::StartAgain;
        }
        // The note says so already.
        Err(BackupError::Stopped) => {}
        Err(error) => wish.note_failure(folder.path(), &error),
    }
    if is_stopping.load(Ordering::Relaxed) { AfterRestore::Stop } else { AfterRestore::Open(folder) }
}

/// Has it stop, and waits until it has.
async fn stopped<T>(is_stopping: &AtomicBool, work: tokio::task::JoinHandle<T>) -> Result<T, tokio::task::JoinError> {
    is_stopping.store(true, Ordering::Relaxed);
    work.await
}

fn put_back(
    folder: &Folder,
    wish: &RestoreWish,
    site: &Site,
    is_stopping: &AtomicBool,
) -> Result<RestoreReport, BackupError> {
    site.waits_for(Why::Restoring(RestoreStep::Checking(0)));
    let input = File::open(&wish.file).map_err(BackupError::reading)?;
    let length = input.metadata().map_err(BackupError::reading)?.len();
    let file = BackupFile::open(BufReader::new(input))?;
    let (key, by) = (wish.key.as_ref(), wish.by.clone());
    let restore = Restore { file, length, key, key_file: None, may_replace: true, by };
    restore.run(folder, &mut |share| {
        let step = if share < 1.0 { RestoreStep::Checking((share * 100.0) as u8) } else { RestoreStep::Placing };
        site.waits_for(Why::Restoring(step));
        !is_stopping.load(Ordering::Relaxed)
    })
}
