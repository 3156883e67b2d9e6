//! Takes the data folder and opens the store in it, and tells everybody who waits how far that is.

use super::{notify::Supervisor, upgrade::trial};
use crate::{
    http::Site,
    model::Why,
    store::{Closing, Folder, OpenError, OpenProgress, Store, Work},
};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// For the program before to let go of the folder.
const LETTING_GO: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// On trial a program comes right after the one that it may replace, which has only just let go.
pub fn hold(folder: &Path, who: &str) -> Result<Folder, String> {
    let until = Instant::now() + if trial::is_asked() { LETTING_GO } else { Duration::ZERO };
    loop {
        match Folder::hold(folder, who) {
            Err(OpenError::InUse(..)) if Instant::now() < until => std::thread::sleep(LOOK_AGAIN),
            held => return held.map_err(|error| error.to_string()),
        }
    }
}

/// The store, and whether it was brought to a new format.
pub fn open_store(
    folder: &Folder,
    site: &Arc<Site>,
    supervisor: Arc<Supervisor>,
) -> Result<(Store, Closing, bool), String> {
    let site = site.clone();
    let is_new_format = Arc::new(AtomicBool::new(false));
    let seen = is_new_format.clone();
    let progress: OpenProgress = Arc::new(move |work, share| {
        let percent = (share * 100.0).clamp(0.0, 100.0) as u8;
        trial::show_life("opening");
        match work {
            Work::Repair => {
                tracing::info!(percent, "repairing the store after a sudden end");
                site.waits_for(Why::Repairing(percent));
                supervisor.starts(&format!("Repairing the store after a sudden end: {percent} %"));
            }
            Work::Upgrade => {
                seen.store(true, Ordering::Relaxed);
                tracing::info!(percent, "bringing the store to the format of this version");
                site.waits_for(Why::Upgrading(percent));
                supervisor.starts(&format!("Bringing the store to the format of this version: {percent} %"));
            }
        }
    });
    let (store, closing) = Store::open(folder, &progress).map_err(|error| error.to_string())?;
    Ok((store, closing, is_new_format.load(Ordering::Relaxed)))
}
