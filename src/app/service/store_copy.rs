//! Copies the store of one data folder into another that has none: what was tried by hand comes along into the service.

use crate::model::data_file;
use crate::store::{Folder, disk};
use std::{fs, io, path::Path};

/// That there is something to copy and nothing in its way. Asked before anything is changed.
pub fn can_copy(from: &Path, to: &Path) -> Result<(), String> {
    if !has_store(from) {
        return Err(format!("There is no store in {}. Nothing was changed.", from.display()));
    }
    if has_store(to) {
        return Err(format!(
            "There is a store in {} already. Leave out --copy-from to go on with it, or move it away first. Nothing was \
             changed.",
            to.display()
        ));
    }
    // What is left of a store is perhaps the only key to a database that lies elsewhere.
    if let Some(name) = data_file::STORE.into_iter().find(|name| to.join(name).exists()) {
        return Err(format!(
            "{} is there already, of another store. Move it away first, to where its database is. Nothing was changed.",
            to.join(name).display()
        ));
    }
    Ok(())
}

pub fn has_store(folder: &Path) -> bool {
    Folder::has_database(folder).unwrap_or(false)
}

/// As above, but a folder that is closed to who asks was closed by a service, which has its store there.
#[cfg(windows)]
pub fn may_have_store(folder: &Path) -> bool {
    Folder::database_in(folder).try_exists().unwrap_or(true)
}

/// Whether a part of a store is there, be it without the others.
pub fn has_any_part(folder: &Path) -> bool {
    data_file::STORE.iter().any(|name| folder.join(name).exists())
}

/// The original stays. A store that is in use is refused; what is copied comes whole or not at all.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    can_copy(from, to)?;
    let held = Folder::hold(from, "a garson command that copies the store").map_err(|error| error.to_string())?;
    let cannot =
        |name: &str, error: &dyn std::fmt::Display| format!("{name} cannot be copied to {}: {error}.", to.display());
    held.make_whole().map_err(|error| cannot(data_file::DATABASE, &error))?;
    for name in data_file::STORE {
        if let Err(error) = copy_one(&from.join(name), &to.join(name)) {
            let _ = remove(to);
            return Err(cannot(name, &error));
        }
    }
    Ok(())
}

fn copy_one(from: &Path, to: &Path) -> io::Result<()> {
    // Not every store has one; the key and the database are in each.
    if from.ends_with(data_file::AUTHORITY) && !from.try_exists()? {
        return Ok(());
    }
    let draft = disk::beside(to, data_file::COPY);
    let copied = disk::copy(from, &draft).and_then(|()| fs::rename(&draft, to));
    if copied.is_err() {
        let _ = fs::remove_file(&draft);
    }
    copied
}

/// Takes back what `copy` made, the database first: without its key it is refused.
pub fn remove(from: &Path) -> Result<(), String> {
    for path in data_file::STORE.iter().rev().map(|name| from.join(name)) {
        disk::remove(&path).map_err(|e| format!("{} could not be removed: {e}.", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_copied_whole_and_never_over_another() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (from, to) = (from.path(), to.path());
        assert!(copy(from, to).unwrap_err().contains("no store"));
        fs::write(from.join("garson.redb"), "orders").unwrap();
        assert!(copy(from, to).is_err(), "a store without its key was taken");
        fs::write(from.join("garson.key"), "key").unwrap();
        {
            let _held = Folder::hold(from, "a server").unwrap();
            assert!(copy(from, to).unwrap_err().contains("in use by a server"));
        }
        copy(from, to).unwrap();
        assert_eq!(fs::read_to_string(to.join("garson.redb")).unwrap(), "orders");
        assert_eq!(fs::read_to_string(to.join("garson.key")).unwrap(), "key");
        assert!(has_store(from), "the original is gone");
        assert!(copy(from, to).unwrap_err().contains("already"));
        remove(to).unwrap();
        assert_eq!(fs::read_dir(to).unwrap().count(), 0);
    }

    #[test]
    fn all_that_a_store_consists_of_comes_along() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (from, to) = (from.path(), to.path());
        for name in data_file::STORE {
            fs::write(from.join(name), format!("this is {name}")).unwrap();
        }
        copy(from, to).unwrap();
        for name in data_file::STORE {
            assert_eq!(fs::read_to_string(to.join(name)).unwrap(), format!("this is {name}"));
        }
        remove(to).unwrap();
        assert_eq!(fs::read_dir(to).unwrap().count(), 0);
    }

    #[test]
    fn what_is_left_of_another_store_is_not_written_over() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (from, to) = (from.path(), to.path());
        for name in data_file::STORE {
            fs::write(from.join(name), "").unwrap();
        }
        for name in data_file::KEPT {
            fs::write(to.join(name), "of another").unwrap();
            assert!(copy(from, to).unwrap_err().contains(name));
            assert_eq!(fs::read_to_string(to.join(name)).unwrap(), "of another");
            fs::remove_file(to.join(name)).unwrap();
        }
    }

    #[test]
    fn a_copy_that_fails_leaves_nothing_and_can_be_tried_again() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (from, to) = (from.path(), to.path());
        fs::write(from.join("garson.key"), "key").unwrap();
        // A folder cannot be read as a file.
        fs::create_dir(from.join("garson.redb")).unwrap();
        assert!(copy(from, to).unwrap_err().contains("garson.redb cannot be copied"));
        assert_eq!(fs::read_dir(to).unwrap().count(), 0);
        fs::remove_dir(from.join("garson.redb")).unwrap();
        fs::write(from.join("garson.redb"), "orders").unwrap();
        copy(from, to).unwrap();
    }
}
