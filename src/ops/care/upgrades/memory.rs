//! What the running program remembers about upgrades until it ends.

use super::release::{self, Links, ReleaseFlaw};
use model::{Time, Version};
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use std::{collections::HashMap, fs, io};
use tokio::sync::{Semaphore, watch};

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
pub struct Upgrades {
    wish: watch::Sender<Option<UpgradeWish>>,
    pub(super) seen: Arc<SeenFiles>,
    /// One looks into the folder at a time: a disk that does not answer holds up one thread, however often it is asked.
    pub(super) turn: Arc<Semaphore>,
}

impl Default for Upgrades {
    fn default() -> Upgrades {
        Upgrades { wish: watch::Sender::default(), seen: Arc::default(), turn: Arc::new(Semaphore::new(1)) }
    }
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

    pub(crate) fn is_wanted(&self) -> bool {
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
pub struct SeenFiles(Mutex<HashMap<PathBuf, (Stamp, SeenFile)>>);

/// Changes with the file or its signature.
type Stamp = [Option<(u64, SystemTime)>; 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenFile {
    /// A program for this machine.
    Program(Version),
    /// Something else that we published.
    Other,
    /// It must not be used.
    Flawed,
    /// It, or its signature, cannot be read, or is not there. That may pass, and leaves size and time as they are.
    Unreadable,
}

impl SeenFiles {
    /// What a file with a signature beside it is. An error where the time is over.
    pub fn look(&self, file: &Path, deadline: Instant) -> Result<SeenFile, OutOfTime> {
        let stamp = stamp(file);
        if let Some((seen, found)) = self.0.lock().get(file)
            && *seen == stamp
        {
            return Ok(*found);
        }
        let found = find(file, deadline)?;
        if found == SeenFile::Unreadable {
            return Ok(found);
        }
        let mut seen = self.0.lock();
        if seen.len() > MOST_FILES {
            seen.clear();
        }
        seen.insert(file.to_owned(), (stamp, found));
        Ok(found)
    }
}

pub struct OutOfTime;

fn find(file: &Path, deadline: Instant) -> Result<SeenFile, OutOfTime> {
    // A link leads anywhere, also to where reading something does it.
    for path in [file, &release::signature_of(file)] {
        match fs::symlink_metadata(path) {
            Ok(about) if about.is_file() => {}
            Ok(_) => return Ok(SeenFile::Flawed),
            Err(_) => return Ok(SeenFile::Unreadable),
        }
    }
    let is_over = || Instant::now() >= deadline;
    let in_time = |_: &[u8]| if is_over() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) };
    Ok(match release::examine(file, Links::Refused, in_time) {
        Ok(Some(program)) if program.machine == release::own_machine() => SeenFile::Program(program.version),
        Ok(_) => SeenFile::Other,
        Err(_) if is_over() => return Err(OutOfTime),
        Err(ReleaseFlaw::NotOurs(_)) => SeenFile::Flawed,
        Err(ReleaseFlaw::Unreadable(_)) => SeenFile::Unreadable,
    })
}

fn stamp(file: &Path) -> Stamp {
    [file, &release::signature_of(file)].map(|path| {
        let about = fs::symlink_metadata(path).ok()?;
        Some((about.len(), about.modified().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_read_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (seen, later) = (SeenFiles::default(), Instant::now() + Duration::from_hours(1));
        let file = folder.path().join("garson");
        let look = || seen.look(&file, later).ok();
        fs::write(release::signature_of(&file), "alone").unwrap();
        assert_eq!((look(), seen.0.lock().len()), (Some(SeenFile::Unreadable), 0));
        fs::write(&file, "not ours").unwrap();
        assert_eq!((look(), seen.0.lock().len()), (Some(SeenFile::Flawed), 1));
    }
}
