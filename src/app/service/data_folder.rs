//! The folder that a service is given for its data: whether it may be, and what in it is garson's own.

use super::store_copy;
use crate::store::backup::swap;
use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// What garson makes in its folder. Anything else there is somebody else's.
const NAMES: [&str; 16] = [
    "garson.redb",
    "garson.redb.new",
    "garson.redb.copy",
    "garson.redb.before",
    "garson.redb.before.new",
    "garson.upgrade",
    "garson.upgrade.new",
    "garson.key",
    "garson.key.new",
    "garson.ca",
    "garson.ca.new",
    "garson.lock",
    "garson.sock",
    "garson.pipe",
    "garson.log",
    "garson.old.log",
];
/// A disk of its own begins with this.
const OF_THE_DISK: [&str; 2] = ["lost+found", "System Volume Information"];

/// Asked before anything is changed: that no folder with other things in it is taken from its owner.
pub fn can_be_given(folder: &Path) -> Result<(), String> {
    let place = folder.display();
    let kind = match fs::symlink_metadata(folder) {
        Ok(found) => found.file_type(),
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(unreadable(folder, &e)),
    };
    if kind.is_symlink() {
        return Err(format!("{place} is a link. Give the folder itself. Nothing was changed."));
    }
    if !kind.is_dir() {
        return Err(format!("{place} is not a folder. Nothing was changed."));
    }
    own_files(folder)?;
    if folder.parent().is_some() && (store_copy::has_any_part(folder) || strangers(folder)?.is_empty()) {
        return Ok(());
    }
    Err(format!(
        "There are other things in {place}, and no store of garson's. The service takes its folder for itself: choose one \
         that is new or empty, such as {}. Nothing was changed.",
        folder.join("garson").display()
    ))
}

/// The files of ours that are there. One that leads elsewhere is refused: what it leads to is not ours.
pub fn own_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let of_a_restore = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().filter(|entry| is_of_a_restore(&entry.file_name())).collect(),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(unreadable(folder, &e)),
    };
    let of_a_restore = of_a_restore.iter().map(fs::DirEntry::path);
    for path in NAMES.iter().map(|name| folder.join(name)).chain(of_a_restore) {
        match fs::symlink_metadata(&path) {
            Ok(file) if file.is_symlink() || file.is_dir() || has_other_names(&file) => {
                return Err(format!("{} is not a plain file. Move it away first.", path.display()));
            }
            Ok(_) => found.push(path),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(unreadable(&path, &e)),
        }
    }
    Ok(found)
}

/// What a restore or a proof made: under names that differ.
fn is_of_a_restore(name: &OsStr) -> bool {
    name.to_str().is_some_and(swap::is_ours)
}

/// What is there and not ours.
pub fn strangers(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| unreadable(folder, &e))? {
        let entry = entry.map_err(|e| unreadable(folder, &e))?;
        let is_known = |names: &[&str]| names.iter().any(|name| entry.file_name() == *name);
        if !is_known(&NAMES) && !is_known(&OF_THE_DISK) && !is_of_a_restore(&entry.file_name()) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// The same file under a name elsewhere would change its owner there as well.
#[cfg(unix)]
fn has_other_names(file: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_file: &fs::Metadata) -> bool {
    false
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be looked at: {error}.", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_folder_of_its_own_may_be_given() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("orders");
        can_be_given(&folder).unwrap();
        fs::create_dir(&folder).unwrap();
        can_be_given(&folder).unwrap();
        for name in ["lost+found", "garson.lock"] {
            fs::write(folder.join(name), "").unwrap();
            can_be_given(&folder).unwrap();
        }
        for name in ["garson.redb.before-20261116T124500", "garson.key.restored", "garson.proof-0a"] {
            fs::write(folder.join(name), "").unwrap();
            can_be_given(&folder).unwrap();
            assert!(own_files(&folder).unwrap().contains(&folder.join(name)));
        }
        fs::write(folder.join("letters.txt"), "").unwrap();
        assert!(can_be_given(&folder).unwrap_err().contains("other things"));
        fs::write(folder.join("garson.key"), "").unwrap();
        can_be_given(&folder).unwrap();
        assert_eq!(strangers(&folder).unwrap(), [folder.join("letters.txt")]);
        assert!(can_be_given(&folder.join("letters.txt")).unwrap_err().contains("not a folder"));
    }

    #[test]
    fn the_root_is_nobodys_folder() {
        assert!(can_be_given(Path::new(if cfg!(windows) { r"C:\" } else { "/" })).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_followed_elsewhere() {
        let place = tempfile::tempdir().unwrap();
        let (folder, elsewhere) = (place.path().join("orders"), place.path().join("passwords"));
        fs::create_dir(&folder).unwrap();
        fs::write(&elsewhere, "").unwrap();
        std::os::unix::fs::symlink(&folder, place.path().join("link")).unwrap();
        assert!(can_be_given(&place.path().join("link")).unwrap_err().contains("is a link"));
        std::os::unix::fs::symlink(&elsewhere, folder.join("garson.key")).unwrap();
        assert!(can_be_given(&folder).unwrap_err().contains("not a plain file"));
        fs::remove_file(folder.join("garson.key")).unwrap();
        fs::hard_link(&elsewhere, folder.join("garson.key")).unwrap();
        assert!(can_be_given(&folder).unwrap_err().contains("not a plain file"));
    }
}
