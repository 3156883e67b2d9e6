//! `FileShelf`: a folder as those see it who put files into it, change their names and see all of it onto the disk. Tests have
//! one that forgets what was not synced, and one that breaks.

use super::super::disk;
use redb::{StorageBackend, backends::FileBackend};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

pub trait FileShelf {
    type Database: StorageBackend;
    type Draft: SyncedWrite;

    /// A new and empty file for a database, for its owner alone; what lay there is gone.
    fn database(&self, name: &str) -> io::Result<Self::Database>;

    /// A new and empty file, for its owner alone; what lay there is gone.
    fn draft(&self, name: &str) -> io::Result<Self::Draft>;

    /// Syncs a file's content to the disk, regardless of its writer.
    fn sync_file(&self, name: &str) -> io::Result<()>;

    /// The text in a small file; nothing if there is none.
    fn text(&self, name: &str) -> io::Result<Option<String>>;

    fn names(&self) -> io::Result<Vec<String>>;

    /// In place of what has the other name, at once.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// A second name for the same file, which must be free. Not every disk has such.
    fn link(&self, from: &str, to: &str) -> io::Result<()>;

    /// A name that is not there is no error.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Sees the names onto the disk.
    fn sync(&self) -> io::Result<()>;

    /// What is free on its disk, where the system tells.
    fn free_bytes(&self) -> Option<u64>;

    fn has(&self, name: &str) -> io::Result<bool> {
        Ok(self.names()?.iter().any(|other| other == name))
    }

    /// Writes a small file whole, and sees its content onto the disk.
    fn put(&self, name: &str, text: &str) -> io::Result<()> {
        let mut file = self.draft(name)?;
        file.write_all(text.as_bytes())?;
        file.sync()
    }
}

/// A file that is written from its beginning to its end.
pub trait SyncedWrite: Write {
    fn sync(&mut self) -> io::Result<()>;
}

impl SyncedWrite for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// A folder of the machine.
pub struct FolderShelf(pub PathBuf);

impl FileShelf for FolderShelf {
    type Database = FileBackend;
    type Draft = File;

    fn database(&self, name: &str) -> io::Result<FileBackend> {
        FileBackend::new(disk::create(&self.0.join(name))?).map_err(|error| io::Error::other(error.to_string()))
    }

    fn draft(&self, name: &str) -> io::Result<File> {
        let file = disk::create(&self.0.join(name))?;
        // It shows others that it is being written (`BackupDraft`). Not every disk has locks.
        let _ = file.try_lock();
        Ok(file)
    }

    fn sync_file(&self, name: &str) -> io::Result<()> {
        OpenOptions::new().read(true).write(true).open(self.0.join(name))?.sync_all()
    }

    fn text(&self, name: &str) -> io::Result<Option<String>> {
        disk::text(&self.0.join(name))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name().into_string().ok()));
        Ok(names.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        match fs::symlink_metadata(self.0.join(name)) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    fn link(&self, from: &str, to: &str) -> io::Result<()> {
        fs::hard_link(self.0.join(from), self.0.join(to))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        disk::remove(&self.0.join(name))
    }

    fn sync(&self) -> io::Result<()> {
        disk::sync_folder(&self.0)
    }

    fn free_bytes(&self) -> Option<u64> {
        disk::free_bytes(&self.0)
    }
}
