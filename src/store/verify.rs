//! `verify`: holds every page of a closed database file against its checksum, and changes nothing.
//!
//! redb looks at checksums only after a sudden end; a page that rotted in a file that was closed in order is read as it
//! is. redb's own check would repair what it finds by going back to the commit before, so it runs on a `HeldFile`: what it
//! writes is forgotten.

use super::{
    folder::{Folder, OpenError, inspect},
    held::HeldFile,
};
use redb::{Database, StorageBackend, backends::FileBackend};
use std::{
    fs::OpenOptions,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What is wrong with the pages of a folder's database file; nothing if all are as they were written.
pub fn verify(folder: &Folder) -> Result<Option<String>, OpenError> {
    let path = folder.database_path();
    let file = OpenOptions::new().read(true).write(true).open(&path);
    let file = file.map_err(|e| OpenError::Io(format!("{}: {e}", path.display())))?;
    verify_on(FileBackend::new(file).map_err(OpenError::from_redb)?)
}

pub(super) fn verify_on(backend: impl StorageBackend) -> Result<Option<String>, OpenError> {
    inspect(&backend)?;
    let held = HeldFile::new(backend);
    let walk = || {
        let mut database = Database::builder().create_with_backend(held.backend())?;
        let is_clean = database.check_integrity();
        held.refuse();
        is_clean
    };
    // A damaged page can make redb panic.
    let outcome = catch_unwind(AssertUnwindSafe(walk));
    held.refuse();
    Ok(match outcome {
        Ok(Ok(true)) => None,
        Ok(Ok(false)) => Some("pages of the last commit do not match their checksums".into()),
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("a page cannot be read".into()),
    })
}
