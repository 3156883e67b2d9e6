//! A database that is whole without its journal, for whoever copies its file or puts it aside.

use super::{Journal, belongs, generation_of};
use crate::disk::{remove, sync_folder};
use crate::folder::{CACHE, Folder, Medium, OpenProgress, Opened, backend, open_on};
use crate::{format, open_error::OpenError};
use model::data_file::{DATABASE, JOURNAL};
use redb::Database;
use std::{cell::Cell, fs, io, sync::Arc};

impl Folder {
    /// Puts what the journal holds into the database, which must not be open. What is no database stays as it is.
    pub fn make_whole(&self) -> Result<(), OpenError> {
        let path = self.database_path();
        if !path.exists() {
            return Ok(());
        }
        let nobody: OpenProgress = Arc::new(|_, _| {});
        let (sealer, needs_journal) = (self.sealer(), Cell::new(None));
        // It is refused whatever it is: then nothing is written.
        let look = |database: &Database| -> Result<(), OpenError> {
            needs_journal.set(Some(generation_of(database)?.is_some()));
            let is_ours = sealer.as_ref().map_or(Ok(None), |sealer| format::recognise(database, sealer));
            is_ours.and_then(|_| Err(OpenError::NotOurs("it was only looked at".into())))
        };
        match (backend(&path).and_then(|file| open_on(file, CACHE, &nobody, &look)), needs_journal.get()) {
            // Only that program knows what its journal says.
            (Err(newer @ OpenError::Newer(_)), Some(true)) => return Err(newer),
            (Err(unseen @ OpenError::Io(_)), None) => return Err(unseen),
            _ => {}
        }
        if needs_journal.get() == Some(true) { self.put_journal_in(&nobody) } else { Ok(()) }
    }

    fn put_journal_in(&self, progress: &OpenProgress) -> Result<(), OpenError> {
        let medium = self.medium()?;
        let Opened { database, release, .. } = medium.open(progress, &|database| belongs(&medium, database))?;
        release().map_err(super::io)?;
        let mut journal = Journal::open(&medium, &database)?;
        journal.close(&database).map_err(OpenError::from_redb)
    }

    /// Another database is in the place of the one that `make_whole` was asked to make whole, and that has this name now: its
    /// journal goes, or lies beside it where it is needed.
    pub(crate) fn part_from_journal(&self, whole: Result<(), OpenError>, database: &str) -> io::Result<()> {
        let journal = self.path().join(JOURNAL);
        match (whole, database.strip_prefix(DATABASE)) {
            (Err(why), Some(ending)) if journal.try_exists()? => {
                tracing::warn!(error = %why, "what came in last is not in the database that is put aside, but beside it");
                fs::rename(&journal, self.path().join(format!("{JOURNAL}{ending}")))?;
            }
            // It holds what may have to be erased.
            _ => remove(&journal)?,
        }
        sync_folder(self.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rig::{Spec, quiet, wait};
    use crate::{RawView, Store, Table};
    use std::path::Path;

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
        let (journal, was) = (place.path().join(JOURNAL), fs::read(place.path().join(DATABASE)).unwrap());
        let right = fs::read(&journal).unwrap();
        fs::copy(other.path().join(JOURNAL), &journal).unwrap();
        for wrong in [fs::read(&journal).unwrap(), vec![0; 8_192], b"text".to_vec()] {
            fs::write(&journal, wrong).unwrap();
            assert!(matches!(orders(&folder), Err(OpenError::JournalWrong(path)) if path == journal));
            assert!(folder.make_whole().is_err() && journal.exists());
            assert!(fs::read(place.path().join(DATABASE)).unwrap() == was, "it was refused and yet changed");
        }
        fs::write(&journal, right).unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
        // A store that was closed needs none.
        fs::copy(other.path().join(JOURNAL), &journal).unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
    }

    #[test]
    fn a_frame_that_rotted_is_damage_and_not_the_end() {
        let place = tempfile::tempdir().unwrap();
        killed(place.path());
        let folder = Folder::hold(place.path(), "a test").unwrap();
        let journal = place.path().join(JOURNAL);
        let mut bytes = fs::read(&journal).unwrap();
        // Behind the head of the first frame.
        bytes[super::super::FIRST as usize + 100] ^= 1;
        fs::write(&journal, bytes).unwrap();
        assert!(matches!(orders(&folder), Err(OpenError::Damaged(_))));
    }

    #[test]
    fn a_copy_that_is_kept_needs_no_journal() {
        let place = tempfile::tempdir().unwrap();
        killed(place.path());
        let folder = Folder::hold(place.path(), "a test").unwrap();
        folder.keep_copy().unwrap();
        // What a program that was tried out did meanwhile.
        assert_eq!(orders(&folder).unwrap(), ORDERS);
        folder.put_back().unwrap();
        assert_eq!(orders(&folder).unwrap(), ORDERS);
    }
}
