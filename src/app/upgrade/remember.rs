//! What is left of an upgrade: what became of it, told to the log and the activity log, and the copy of before.

use super::state;
use crate::ops::{AppState, Ctx, care::upgrades};
use crate::{clock, model::UpgradeState, store::Folder};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::time::sleep;

const LOOK_AGAIN: Duration = Duration::from_hours(6);

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
        loop {
            Folder::drop_old_copy(&folder, clock::now());
            sleep(LOOK_AGAIN).await;
        }
    };
    tokio::select! {
        () = look => {}
        () = stopped => {}
    }
}
