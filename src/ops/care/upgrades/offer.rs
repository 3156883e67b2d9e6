//! A newer program in the folder that the owner chose: looked for on demand, and nothing is asked anywhere.

use super::{memory, release};
use crate::AppState;
use model::{Result, Version};
use std::fs;
use std::path::{Path, PathBuf};
use store::Accounts;

/// A file that could be upgraded to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpgradeOffer {
    pub version: Version,
    pub file: PathBuf,
}

/// The newest program for this machine in the chosen folder that is newer than this one. Reads files: only where that may
/// take a moment.
pub fn newest(app: &AppState) -> Result<Option<UpgradeOffer>> {
    let Some(folder) = app.store.read()?.settings()?.upgrade_folder else { return Ok(None) };
    let own = release::own_version();
    let offers = candidates(Path::new(&folder)).into_iter().filter_map(|file| {
        let version = app.care.upgrades.seen.version(&file).filter(|version| *version > own)?;
        Some(UpgradeOffer { version, file })
    });
    Ok(offers.max_by_key(|offer| offer.version))
}

/// Files with a signature beside them. A folder that is not there, a stick that was taken out, has none.
fn candidates(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    let signatures = paths.filter(|path| path.extension().is_some_and(|extension| extension == "minisig"));
    signatures.take(memory::MOST_FILES).map(|signature| signature.with_extension("")).collect()
}
