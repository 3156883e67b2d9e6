//! Looking after the store while the program runs.

use super::state::AppState;
use crate::{
    model::Failure,
    store::{
        check::{self, OnShare},
        compact::live_bytes,
    },
};

pub use crate::store::{
    check::Findings,
    compact::{Compacted, OnCopied},
};

/// How long the store's file is, and how long it would be at least.
pub struct StoreSize {
    pub file: u64,
    pub live: u64,
    pub free: Option<u64>,
}

/// Reads the whole store to say what compacting would gain.
pub fn size(app: &AppState) -> Result<StoreSize, Failure> {
    let live = live_bytes(&app.store.read()?)?;
    Ok(StoreSize { file: app.store.file_bytes(), live, free: app.store.free_bytes() })
}

/// Makes the store's file as small as can be, if the disk has room for the copy.
pub async fn compact(app: &AppState, on_copied: OnCopied) -> Result<Compacted, Failure> {
    let size = size(app)?;
    let wanted = size.live + size.live / 2;
    match size.free {
        Some(free) if free < wanted => Err(Failure::unavailable(format!(
            "the disk has {} MB free, and the copy may need {} MB meanwhile",
            free / 1_000_000,
            wanted / 1_000_000
        ))),
        _ => app.store.compact(on_copied).await,
    }
}

/// Walks the whole store as it is now, while others go on.
pub fn check(app: &AppState, on_share: OnShare<'_>) -> Result<Findings, Failure> {
    check::check(&app.store.read()?, app.store.sealer(), on_share)
}
