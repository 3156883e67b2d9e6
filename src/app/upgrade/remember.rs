//! What is left of an upgrade: what became of it, told to the log and the activity log, and stores of before.

use super::state;
use crate::ops::{AppState, Ctx, care::upgrades};
use crate::store::{Folder, LOOK_AT_KEPT};
use crate::{clock, model::UpgradeState};
use std::{path::PathBuf, sync::Arc};
use tokio::time::{Instant, sleep};

/// Puts what became of an upgrade on record, once.
pub async fn remember(app: &Arc<AppState>, folder: &Folder, upgrade: &mut UpgradeState) {
    match &upgrade.why {
        Some(why) => tracing::warn!(from = %upgrade.from, to = %upgrade.to, %why, "an upgrade was undone"),
        None => tracing::info!(from = %upgrade.from, to = %upgrade.to, "the program was upgraded"),
    }
    let noted = upgrades::note(&Ctx::system(app.clone()), upgrade).await.map_err(|failure| failure.to_string());
    upgrade.is_noted = true;
    if let Err(cause) = noted.and_then(|()| state::write(folder.path(), upgrade).map_err(|e| e.to_string())) {
        tracing::warn!(cause, "what became of the upgrade is not on record yet");
    }
}

/// What is kept from before goes when its time is over, however long the program runs.
pub async fn drop_old_copies(folder: PathBuf, stopped: impl Future<Output = ()>) {
    let look = async {
        let mut last = Instant::now();
        loop {
            let now = Instant::now();
            Folder::age_kept(&folder, clock::now(), now.duration_since(last));
            last = now;
            sleep(LOOK_AT_KEPT).await;
        }
    };
    tokio::select! {
        () = look => {}
        () = stopped => {}
    }
}
