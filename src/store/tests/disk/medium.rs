//! The disk as the store's medium.

use super::{Capacity, DATABASE, Disk, FileOn, JOURNAL, SHORT_JOURNAL, TestFile};
use crate::folder::{Accept, LONGEST_JOURNAL, Medium, Opened, open_on};
use crate::{OpenError, OpenProgress, room::Space};
use redb::{Database, StorageBackend};
use std::path::PathBuf;

pub struct DiskMedium {
    pub disk: Disk,
    pub cache: usize,
}

impl Medium for DiskMedium {
    fn open(&self, progress: &OpenProgress, accept: Accept<'_>) -> Result<Opened, OpenError> {
        if self.disk.image().is_empty() {
            // In a folder an empty database appears as a whole, by a rename.
            drop(Database::builder().create_with_backend(self.disk.clone()).map_err(OpenError::from_redb)?);
        }
        let handle = Disk(self.disk.0.clone(), self.disk.state().plugged);
        open_on(handle, self.cache, progress, accept)
    }

    fn journal(&self) -> Result<Box<dyn StorageBackend>, OpenError> {
        let handle = Disk(self.disk.0.clone(), self.disk.state().plugged);
        Ok(Box::new(FileOn(handle, JOURNAL)))
    }

    fn journal_path(&self) -> PathBuf {
        "garson.journal".into()
    }

    fn has_journal(&self) -> bool {
        true
    }

    fn longest_journal(&self) -> u64 {
        if self.disk.state().has_long_journal { LONGEST_JOURNAL } else { SHORT_JOURNAL }
    }

    fn space(&self) -> Option<Box<dyn Space>> {
        Some(Box::new(self.disk.clone()))
    }

    fn draft(&self) -> Result<Database, OpenError> {
        let copy = Disk::default();
        if let Some((changes, fault)) = self.disk.state().copy_fails_after.take() {
            copy.fail_after(changes, fault);
        }
        self.disk.state().beside = Some(copy.clone());
        Database::builder().create_with_backend(copy).map_err(OpenError::from_redb)
    }

    fn discard(&self) {
        self.disk.state().beside = None;
    }

    fn adopt(&self) -> Result<(), OpenError> {
        let mut state = self.disk.state();
        if state.adopt_fails {
            return Err(OpenError::Io("a test's own".into()));
        }
        let copy = state.beside.take().expect("there is a draft");
        let copied = copy.state().files[DATABASE].synced.clone();
        if let Some(capacity) = &mut state.capacity {
            capacity.pages[DATABASE] = (0..copied.len() as u64 / Capacity::PAGE).collect();
        }
        // A rename takes what is there; whoever did not sync it first would lose it.
        state.files[DATABASE] = TestFile { written: copied.clone(), synced: copied, ..TestFile::default() };
        Ok(())
    }
}
