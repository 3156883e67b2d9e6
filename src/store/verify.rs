//! `verify`: holds every page of a closed database file against its checksum, and changes nothing.
//!
//! redb looks at checksums only after a sudden end; a page that rotted in a file that was closed in order is read as it
//! is. redb's own check would repair what it finds by going back to the commit before, so it runs on a `DeferredFile`: what it
//! writes is forgotten.

use super::deferred::DeferredFile;
use super::folder::{Folder, backend, inspect};
use super::open_error::OpenError;
use redb::{Database, StorageBackend};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is wrong with the pages of a folder's database file; nothing if all are as they were written.
pub fn verify(folder: &Folder) -> Result<Option<String>, OpenError> {
    verify_on(backend(&folder.database_path())?)
}

pub(super) fn verify_on(backend: impl StorageBackend) -> Result<Option<String>, OpenError> {
    inspect(&backend)?;
    let file = DeferredFile::new(backend);
    let walk = || {
        let mut database = Database::builder().create_with_backend(file.backend())?;
        let is_clean = database.check_integrity();
        file.refuse();
        is_clean
    };
    // A damaged page can make redb panic.
    let outcome = catch_unwind(AssertUnwindSafe(walk));
    file.refuse();
    Ok(match outcome {
        Ok(Ok(true)) => None,
        Ok(Ok(false)) => Some("pages of the last commit do not match their checksums".into()),
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("a page cannot be read".into()),
    })
}
