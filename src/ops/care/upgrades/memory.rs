//! What the running program remembers about upgrades until it ends.

use super::release;
use model::{Time, Version};
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{collections::HashMap, fs};
use tokio::sync::watch;

/// A folder with more signatures than this is for something else.
pub(super) const MOST_FILES: usize = 50;

/// A new program that the running one is to try out.
#[derive(Clone, Debug)]
pub struct UpgradeWish {
    /// Where it lies, to be taken from there to its place once it has shown itself.
    pub program: PathBuf,
    pub to: Version,
    pub begun: Time,
    /// How long it may show no sign of life before it is given up.
    pub patience: Duration,
}

/// What the running program was asked for, and what it found in the owner's folder.
#[derive(Default)]
pub struct Upgrades {
    wish: watch::Sender<Option<UpgradeWish>>,
    pub(super) seen: SeenFiles,
}

impl Upgrades {
    /// False where there is one already, which a second does not change.
    pub(super) fn want(&self, wish: UpgradeWish) -> bool {
        self.wish.send_if_modified(|wanted| {
            let is_first = wanted.is_none();
            wanted.get_or_insert(wish);
            is_first
        })
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.wish.borrow().is_some()
    }

    /// Returns when an upgrade is wanted.
    pub async fn wanted(&self) -> UpgradeWish {
        let mut wishes = self.wish.subscribe();
        loop {
            if let Some(wish) = wishes.borrow_and_update().clone() {
                return wish;
            }
            // The sender lives as long as this does.
            let _ = wishes.changed().await;
        }
    }
}

/// What files turned out to be, so that none is read twice.
#[derive(Default)]
pub struct SeenFiles(Mutex<HashMap<PathBuf, (Stamp, Option<Version>)>>);

/// Changes with the file or its signature.
type Stamp = [Option<(u64, SystemTime)>; 2];

impl SeenFiles {
    /// The version of a signed program for this machine.
    pub fn version(&self, file: &Path) -> Option<Version> {
        let stamp = stamp(file);
        if let Some((seen, version)) = self.0.lock().get(file)
            && *seen == stamp
        {
            return *version;
        }
        let program = release::read(file).ok().and_then(|release| release.program);
        let version =
            program.filter(|program| program.machine == release::own_machine()).map(|program| program.version);
        let mut seen = self.0.lock();
        if seen.len() > MOST_FILES {
            seen.clear();
        }
        seen.insert(file.to_owned(), (stamp, version));
        version
    }
}

fn stamp(file: &Path) -> Stamp {
    [file, &release::signature_of(file)].map(|path| {
        let about = fs::metadata(path).ok()?;
        Some((about.len(), about.modified().ok()?))
    })
}
