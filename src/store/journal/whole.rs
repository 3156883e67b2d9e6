//! A database that is whole without its journal, for whoever copies its file or puts it aside.

use super::{Journal, generation_of, is_there};
use crate::folder::{CACHE, Folder, Medium, OpenProgress, Opened, backend, open_on};
use crate::open_error::OpenError;
use redb::Database;
use std::{cell::Cell, sync::Arc};

impl Folder {
    /// Puts what the journal holds into the database, which must not be open. One that was closed in order, or that is none,
    /// stays as it is, whatever its format.
    pub fn make_whole(&self) -> Result<(), OpenError> {
        let nobody: OpenProgress = Arc::new(|_, _| {});
        let path = self.database_path();
        let needs_journal = Cell::new(false);
        // It is refused whatever it is: then nothing is written.
        let look = |database: &Database| -> Result<(), OpenError> {
            needs_journal.set(generation_of(database)?.is_some());
            Err(OpenError::NotOurs("it was only looked at".into()))
        };
        if path.exists() {
            let _ = backend(&path).and_then(|file| open_on(file, CACHE, &nobody, &look));
        }
        if !needs_journal.get() {
            return Ok(());
        }
        let medium = self.medium()?;
        let Opened { database, release, .. } = medium.open(&nobody, &|database| is_there(&medium, database))?;
        release().map_err(super::io)?;
        let mut journal = Journal::open(&medium, &database)?;
        journal.close(&database).map_err(OpenError::from_redb)
    }

    /// As `make_whole`, for a store that gives way to another: whatever is wrong with it, that must go on.
    pub(crate) fn make_whole_if_it_can(&self) {
        if let Err(error) = self.make_whole() {
            tracing::warn!(%error, "what came in last is not in the database that is put aside");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::rig::{Spec, quiet, wait};
    use crate::{Folder, OpenError, RawView, Store, Table};
    use model::data_file::{DATABASE, JOURNAL};
    use std::{fs, path::Path};

    const ORDERS: u64 = 3;

    /// A folder whose program was killed.
    fn killed(folder: &Path) {
        let running = tempfile::tempdir().unwrap();
        let held = Folder::hold(running.path(), "a test").unwrap();
        let (store, closing) = Store::open(&held, &quiet()).unwrap();
        for number in 0..ORDERS {
            wait(store.write(move |tx| Spec::plain(number).add(tx))).unwrap();
        }
        for file in fs::read_dir(running.path()).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
        drop(store);
        closing.wait();
    }

    fn orders(folder: &Folder) -> Result<u64, OpenError> {
        let (store, closing) = Store::open(folder, &quiet())?;
        let count = store.read().unwrap().count(Table::Orders).unwrap();
        drop(store);
        closing.wait();
        Ok(count)
    }

    #[test]
    fn a_store_that_was_killed_is_whole_with_its_journal_and_refused_without() {
        let place = tempfile::tempdir().unwrap();
        killed(place.path());
        let folder = Folder::hold(place.path(), "a test").unwrap();
        let [database, journal] = [DATABASE, JOURNAL].map(|name| place.path().join(name));
        let (was, aside) = (fs::read(&database).unwrap(), place.path().join("aside"));
        fs::rename(&journal, &aside).unwrap();
        assert!(matches!(orders(&folder), Err(OpenError::JournalMissing(path)) if path == journal));
        assert!(folder.make_whole().is_err() && !journal.exists());
        assert!(fs::read(&database).unwrap() == was, "it was refused and yet changed");
        fs::rename(&aside, &journal).unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
    }

    #[test]
    fn a_journal_that_is_lost_for_good_is_given_up_by_an_empty_one() {
        let place = tempfile::tempdir().unwrap();
        killed(place.path());
        fs::write(place.path().join(JOURNAL), "").unwrap();
        let folder = Folder::hold(place.path(), "a test").unwrap();
        assert_eq!(orders(&folder).unwrap(), 0);
    }

    #[test]
    fn a_database_that_was_made_whole_needs_no_journal() {
        let place = tempfile::tempdir().unwrap();
        killed(place.path());
        let folder = Folder::hold(place.path(), "a test").unwrap();
        folder.make_whole().unwrap();
        fs::remove_file(place.path().join(JOURNAL)).unwrap();
        let was = fs::read(place.path().join(DATABASE)).unwrap();
        folder.make_whole().unwrap();
        assert!(fs::read(place.path().join(DATABASE)).unwrap() == was, "it was whole, and yet changed");
        assert_eq!(orders(&folder).unwrap(), ORDERS);
        fs::write(place.path().join(DATABASE), "no database").unwrap();
        folder.make_whole().unwrap();
    }

    #[test]
    fn the_journal_of_another_store_is_not_read() {
        let (place, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        killed(place.path());
        killed(other.path());
        let folder = Folder::hold(place.path(), "a test").unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
        fs::copy(other.path().join(JOURNAL), place.path().join(JOURNAL)).unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
    }

    #[test]
    fn a_copy_that_is_kept_needs_no_journal() {
        let place = tempfile::tempdir().unwrap();
        killed(place.path());
        let folder = Folder::hold(place.path(), "a test").unwrap();
        folder.keep_copy().unwrap();
        // What a program that was tried out did meanwhile.
        assert_eq!(orders(&folder).unwrap(), ORDERS);
        fs::remove_file(place.path().join(JOURNAL)).unwrap();
        folder.put_back().unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
    }
}
