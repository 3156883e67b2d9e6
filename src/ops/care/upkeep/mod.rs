//! Looking after the store while the program runs: what its file holds, whether it is sound, and making it small again.

pub mod memory;

use crate::{AppState, on_a_thread, spawn};
use memory::WORTHWHILE;
use model::{Failure, Result};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::check::{self, OnShare};
use store::{Reader, compact::live_bytes};

pub use memory::{Care, CompactError, Compaction, StoreSize};

pub use store::{
    check::Findings,
    compact::{Compacted, OnCopied},
};

/// How much longer a compaction takes than reading it all through: 2.8 s against 0.1 s for 20,000 orders.
const COPY_PER_READ: u32 = 28;
/// Of the whole way, what looking through the store takes before it is copied.
const LOOK_SHARE: f64 = 0.2;

/// Reads the whole store to say what compacting would gain.
pub fn size(app: &AppState) -> Result<StoreSize> {
    let (live, takes) = read_through(&app.store.read()?)?;
    Ok(StoreSize { file: app.store.file_bytes(), live, free: app.store.free_bytes(), takes })
}

fn read_through(reader: &Reader) -> Result<(u64, Duration)> {
    let began = Instant::now();
    Ok((live_bytes(reader)?, began.elapsed() * COPY_PER_READ))
}

/// Looks whether compacting would pay, unless the file is small anyway, on a thread that is not waited for.
pub fn look(app: &Arc<AppState>) -> Result<()> {
    let (file, free) = (app.store.file_bytes(), app.store.free_bytes());
    if file < WORTHWHILE {
        return Ok(());
    }
    let reader = app.store.read()?;
    // A program that ends does not wait for it.
    let app = Arc::downgrade(app);
    let looks = move || match read_through(&reader) {
        Ok((live, takes)) => {
            if let Some(app) = app.upgrade() {
                app.care.upkeep.0.lock().size = Some(StoreSize { file, live, free, takes });
            }
        }
        Err(failure) => tracing::warn!(cause = %failure, "the store's size could not be looked at"),
    };
    let begun = std::thread::Builder::new().name("upkeep".into()).spawn(looks);
    begun.map(drop).map_err(|error| Failure::unavailable(error.to_string()))
}

pub fn care(app: &AppState) -> Care {
    app.care.upkeep.0.lock().clone()
}

/// Makes the store's file as small as can be, if it is sound and the disk has room for the copy.
pub async fn compact(app: &Arc<AppState>, mut on_share: OnCopied) -> Result<Compacted, CompactError> {
    let work = CompactionWork::begin(app)?;
    let looked_through = app.clone();
    let looked = on_a_thread(move || {
        let app = looked_through;
        let mut tell = |share: f64| match app.care.upkeep.tell(share * LOOK_SHARE, &mut on_share) && !app.is_stopping()
        {
            true => Ok(()),
            false => Err(Failure::unavailable("it was stopped before it began")),
        };
        let is_sound = check(&app, &mut tell)?.is_sound();
        Ok((size(&app)?, is_sound, on_share))
    });
    work.finish(match looked.await {
        Ok((_, false, _)) => Err(CompactError::NotSound),
        Ok((size, true, on_share)) => copy(app, size, on_share).await,
        Err(failure) => {
            tracing::warn!(cause = %failure, "the store could not be looked through before it is compacted");
            Err(failure.into())
        }
    })
}

async fn copy(app: &Arc<AppState>, size: StoreSize, mut on_share: OnCopied) -> Result<Compacted, CompactError> {
    let wanted = size.live + size.live / 2;
    if let Some(free) = size.free.filter(|free| *free < wanted) {
        return Err(CompactError::NoRoom { free, wanted });
    }
    let told = app.clone();
    let on_copied = move |share: f64| {
        let share = LOOK_SHARE + share * (1.0 - LOOK_SHARE);
        told.care.upkeep.tell(share, &mut on_share) && !told.is_stopping()
    };
    Ok(app.store.compact(Box::new(on_copied)).await?)
}

/// Compacts in the background; `care` says how far it is.
pub fn begin_compaction(app: &Arc<AppState>) {
    let app = app.clone();
    let tracker = app.clone();
    spawn(async move {
        let work = async move {
            // Who looks at it again sees how it ended.
            let _ = compact(&app, Box::new(|_| true)).await;
            Ok(())
        };
        let _ = tracker.engine.tasks.run(work).await;
    });
}

/// Overwrites what was erased and still lies in the file, in the background; `system::vitals` says when it is done.
pub fn begin_wipe(app: &AppState) {
    drop(app.store.wipe());
}

/// One compaction at a time; however it ends, it is noted.
struct CompactionWork(Arc<AppState>);

impl CompactionWork {
    fn begin(app: &Arc<AppState>) -> Result<CompactionWork, CompactError> {
        let mut care = app.care.upkeep.0.lock();
        if matches!(care.compaction, Compaction::Running(_)) {
            return Err(CompactError::Busy);
        }
        care.compaction = Compaction::Running(0.0);
        Ok(CompactionWork(app.clone()))
    }

    fn finish(self, outcome: Result<Compacted, CompactError>) -> Result<Compacted, CompactError> {
        let mut care = self.0.care.upkeep.0.lock();
        match &outcome {
            Ok(done) => *care = Care { size: None, compaction: Compaction::Done(*done) },
            Err(error) => care.compaction = Compaction::Failed(error.clone()),
        }
        outcome
    }
}

impl Drop for CompactionWork {
    fn drop(&mut self) {
        let mut care = self.0.care.upkeep.0.lock();
        if matches!(care.compaction, Compaction::Running(_)) {
            care.compaction = Compaction::Idle;
        }
    }
}

/// Walks the whole store as it is now, while others go on.
pub fn check(app: &AppState, on_share: OnShare<'_>) -> Result<Findings> {
    check::check(&app.store.read()?, app.store.sealer(), on_share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;

    #[tokio::test]
    async fn one_compaction_at_a_time_and_its_end_is_seen() {
        let (app, _data) = an_empty_app();
        assert!(matches!(care(&app).compaction, Compaction::Idle));
        let held = CompactionWork::begin(&app).unwrap();
        assert!(matches!(compact(&app, Box::new(|_| true)).await, Err(CompactError::Busy)));
        drop(held);
        assert!(matches!(care(&app).compaction, Compaction::Idle));
        compact(&app, Box::new(|_| true)).await.unwrap();
        assert!(matches!(care(&app).compaction, Compaction::Done(_)));
    }

    #[test]
    fn it_is_offered_where_much_would_be_gained() {
        let size = |file, live| StoreSize { file, live, free: None, takes: Duration::ZERO };
        assert!(size(100_000_000, 50_000_000).pays());
        assert!(!size(100_000_000, 60_000_000).pays());
        assert_eq!(size(100_000_000, 90_000_000).compacted(), 100_000_000);
        assert!(!size(WORTHWHILE - 1, 1).pays());
    }

    #[test]
    fn a_small_file_is_not_read_through_for_it() {
        let (app, _data) = an_empty_app();
        look(&app).unwrap();
        assert!(care(&app).size.is_none());
    }
}
