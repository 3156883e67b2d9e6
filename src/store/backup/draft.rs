//! `BackupDraft`: the file that a backup is written into. It appears under its name only when it is whole and on the disk.

use super::shelf::{FileShelf, FolderShelf, SyncedWrite};
use super::{error::BackupError, header::BEGINS};
use crate::seal::random;
use model::Time;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Behind the name, until it is whole.
pub const DRAFT: &str = ".part";
/// A share may not tell of a lock that another machine holds; whoever writes there writes more often than this.
const SILENT: Duration = Duration::from_hours(1);

pub struct BackupDraft<S: FileShelf> {
    shelf: S,
    name: String,
    draft: String,
    may_replace: bool,
    /// None once it is closed.
    file: Option<S::Draft>,
}

impl BackupDraft<FolderShelf> {
    /// A file that is there is replaced only where that is wanted, and only by a whole one.
    pub fn at(path: &Path, may_replace: bool) -> Result<BackupDraft<FolderShelf>, BackupError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| BackupError::Unwritable(format!("{} is no name of a file", path.display())))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
        if path.is_dir() {
            return Err(BackupError::Unwritable(format!("{} is a folder", path.display())));
        }
        tidy(&folder, name);
        BackupDraft::begin(FolderShelf(folder), name, may_replace)
    }
}

/// Takes away the drafts in a folder of commands that were killed: they take room that the next one needs.
fn tidy(folder: &Path, own: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let Some((of, number)) = name.strip_suffix(DRAFT).and_then(|name| name.rsplit_once('.')) else { continue };
        let is_draft = number.len() == 8 && number.bytes().all(|digit| digit.is_ascii_hexdigit());
        if is_draft && is_left(&entry.path(), of == own).unwrap_or(false) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether it is the beginning of a backup that no process writes any more.
fn is_left(path: &Path, is_of_own_name: bool) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    if file.try_lock().is_err() {
        return Ok(false);
    }
    let now = SystemTime::UNIX_EPOCH + clock::now().since(Time(0));
    let is_silent = now.duration_since(file.metadata()?.modified()?).is_ok_and(|age| age >= SILENT);
    let mut begins = [0; BEGINS.len()];
    // One that was just made is empty, and perhaps not locked yet.
    file.read_exact(&mut begins)?;
    Ok((is_of_own_name || is_silent) && begins == *BEGINS.as_bytes())
}

impl<S: FileShelf> BackupDraft<S> {
    pub(crate) fn begin(shelf: S, name: &str, may_replace: bool) -> Result<BackupDraft<S>, BackupError> {
        // Two at a time must not meet.
        let number = u32::from_be_bytes(random()?);
        let draft = format!("{name}.{number:08x}{DRAFT}");
        refuse_taken(&shelf, name, may_replace)?;
        let file = Some(shelf.draft(&draft).map_err(BackupError::writing)?);
        Ok(BackupDraft { shelf, name: name.to_owned(), draft, may_replace, file })
    }

    /// All of it was written: it is seen onto the disk and gets its name.
    pub fn finish(mut self) -> Result<(), BackupError> {
        refuse_taken(&self.shelf, &self.name, self.may_replace)?;
        let synced = self.file.as_mut().map_or(Ok(()), SyncedWrite::sync);
        synced.and_then(|()| self.shelf.rename(&self.draft, &self.name)).map_err(BackupError::writing)?;
        self.file = None;
        self.shelf.sync().map_err(BackupError::writing)
    }
}

fn refuse_taken(shelf: &impl FileShelf, name: &str, may_replace: bool) -> Result<(), BackupError> {
    match !may_replace && shelf.has(name).map_err(BackupError::writing)? {
        true => Err(BackupError::Unwritable(format!("there is a file {name} already"))),
        false => Ok(()),
    }
}

impl<S: FileShelf> Write for BackupDraft<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl<S: FileShelf> Drop for BackupDraft<S> {
    /// One that came to nothing takes room.
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = self.shelf.remove(&self.draft);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn what_a_killed_command_left_goes_with_the_next_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("of-tonight.backup");
        let put = |name: &str, text: &str, is_old: bool| {
            let file = folder.path().join(name);
            fs::write(&file, text).unwrap();
            if is_old {
                let long_ago = SystemTime::UNIX_EPOCH + Duration::from_hours(24);
                File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
            }
            file
        };
        let left = [
            put("of-tonight.backup.00c0ffee.part", "garson backup 1\n", false),
            put("of-last-night.backup.00c0ffee.part", "garson backup 1\n", true),
        ];
        let others = [
            put("of-last-night.backup.00c0ffef.part", "garson backup 1\n", false),
            put("film.00c0ffee.part", "something else that goes on", true),
            put("of-last-night.part", "garson backup 1\n", true),
            put("of-last-night.backup", "garson backup 1\n", true),
        ];
        let mut at_work = BackupDraft::at(&path, false).unwrap();
        assert!(left.iter().all(|file| !file.exists()) && others.iter().all(|file| file.exists()));
        at_work.write_all(b"garson backup 1\n").unwrap();
        // Another one of the same name does not take it away.
        drop(BackupDraft::at(&path, false).unwrap());
        at_work.finish().unwrap();
        assert!(path.exists());
    }
}
