//! A newer program in the folder that the owner chose: looked for on demand, and nothing is asked anywhere.
//!
//! The folder may be anywhere, also on a disk that does not answer. So a thread of its own looks, which nobody but the page
//! waits for, and that not for long.

use super::memory::{self, OutOfTime, SeenFile, SeenFiles};
use super::release;
use crate::AppState;
use model::{Failure, Result, Version};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io, thread};
use store::Accounts;
use tokio::sync::{Semaphore, oneshot};

/// How long a page waits for the folder.
const PATIENCE: Duration = Duration::from_secs(5);
/// After which a look that goes on is given up: files of 256 MiB on a slow stick.
const LONGEST_LOOK: Duration = Duration::from_secs(60);
/// A folder with more than this in it is for something else.
const MOST_ENTRIES: usize = 10_000;
/// As many files as are named that must not be used, or cannot be read.
const MOST_NAMED: usize = 5;

/// A file that could be upgraded to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpgradeOffer {
    pub version: Version,
    pub file: PathBuf,
}

/// What the folder has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FolderLook {
    /// The newest program for this machine that is newer than this one.
    pub newest: Option<UpgradeOffer>,
    /// The names of some that lie there with a signature and must not be used.
    pub flawed: Vec<String>,
    /// Of some that cannot be read, or of which there is only a signature.
    pub unreadable: Vec<String>,
}

/// Why nothing can be said about it.
#[derive(Debug, PartialEq, Eq)]
pub enum FolderTrouble {
    Missing,
    Unreadable(String),
    /// It does not answer in time.
    Silent,
}

/// What is in the chosen folder, with its path; nothing where none was chosen.
pub async fn look(app: &AppState) -> Result<Option<(String, Result<FolderLook, FolderTrouble>)>> {
    let Some(folder) = app.store.read()?.settings()?.upgrade_folder else { return Ok(None) };
    let (path, seen) = (PathBuf::from(&folder), app.care.upgrades.seen.clone());
    let found =
        in_time(&app.care.upgrades.turn, move || look_into(&path, &seen, Instant::now() + LONGEST_LOOK)).await?;
    Ok(Some((folder, found.unwrap_or(Err(FolderTrouble::Silent)))))
}

/// On a thread that nothing else needs. Nothing where it takes too long, or the one before still does.
async fn in_time<T: Send + 'static>(
    turn: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>> {
    let (tell, told) = oneshot::channel();
    let looked = async {
        let turn = turn.clone().acquire_owned().await.map_err(Failure::fault)?;
        let look = move || {
            let _turn = turn;
            let _ = tell.send(work());
        };
        thread::Builder::new().name("upgrades".into()).spawn(look).map_err(Failure::fault)?;
        told.await.map_err(Failure::fault)
    };
    tokio::time::timeout(PATIENCE, looked).await.ok().transpose()
}

fn look_into(folder: &Path, seen: &SeenFiles, deadline: Instant) -> Result<FolderLook, FolderTrouble> {
    let files = candidates(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FolderTrouble::Missing,
        _ => FolderTrouble::Unreadable(error.to_string()),
    })?;
    let (own, mut found) = (release::own_version(), FolderLook::default());
    for file in files {
        match seen.look(&file, deadline) {
            Ok(SeenFile::Program(version)) => {
                let best = found.newest.as_ref().map_or(own, |offer| offer.version);
                if version > best {
                    found.newest = Some(UpgradeOffer { version, file });
                }
            }
            Ok(SeenFile::Other) => {}
            Ok(SeenFile::Flawed) => add_name(&mut found.flawed, &file),
            Ok(SeenFile::Unreadable) => add_name(&mut found.unreadable, &file),
            Err(OutOfTime) => return Err(FolderTrouble::Silent),
        }
    }
    Ok(found)
}

fn add_name(names: &mut Vec<String>, file: &Path) {
    let name = file.file_name().filter(|_| names.len() < MOST_NAMED);
    names.extend(name.map(|name| name.to_string_lossy().into_owned()));
}

/// Files with a signature beside them.
fn candidates(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.take(MOST_ENTRIES).flatten().map(|entry| entry.path());
    let signatures = paths.filter(|path| path.extension().is_some_and(|extension| extension == "minisig"));
    Ok(signatures.take(memory::MOST_FILES).map(|signature| signature.with_extension("")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[tokio::test(start_paused = true)]
    async fn a_disk_that_does_not_answer_holds_up_one_thread() {
        let turn = Arc::new(Semaphore::new(1));
        let (go, wait) = channel::<()>();
        let (began, begun) = channel();
        let work = move || {
            let _ = began.send(());
            wait.recv().is_ok()
        };
        assert_eq!(in_time(&turn, work).await.unwrap(), None);
        begun.recv().unwrap();
        let second = || unreachable!("the first has not ended");
        assert_eq!(in_time::<()>(&turn, second).await.unwrap(), None);
        go.send(()).unwrap();
    }

    #[test]
    fn a_look_ends_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let seen = SeenFiles::default();
        let look = |deadline| look_into(folder.path(), &seen, deadline);
        assert_eq!(look(Instant::now()), Ok(FolderLook::default()));
        for name in ["large", "large.minisig"] {
            fs::write(folder.path().join(name), include_bytes!("release/signed.txt.minisig")).unwrap();
        }
        assert_eq!(look(Instant::now()), Err(FolderTrouble::Silent));
        let later = Instant::now() + Duration::from_hours(1);
        fs::write(folder.path().join("alone.minisig"), "").unwrap();
        let (flawed, unreadable) = (vec!["large".into()], vec!["alone".into()]);
        assert_eq!(look(later), Ok(FolderLook { newest: None, flawed, unreadable }));
        assert_eq!(look_into(&folder.path().join("none"), &seen, later), Err(FolderTrouble::Missing));
    }
}
