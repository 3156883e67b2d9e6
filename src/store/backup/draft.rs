//! `BackupDraft`: the file that a backup is written into. It appears under its name only when it is whole and on the disk.

use super::error::BackupError;
use super::shelf::{FileShelf, FolderShelf, SyncedWrite};
use crate::seal::random;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Behind the name, until it is whole.
pub const DRAFT: &str = ".part";

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
        BackupDraft::begin(FolderShelf(folder), name, may_replace)
    }
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
