//! The folder that a service is given for its data: whether it may be, and what in it is garson's own.

use super::store_copy;
use crate::{model::data_file, store::backup::swap};
use std::path::{Path, PathBuf};
use std::{ffi::OsStr, fs, io};

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
    for path in entries(folder)?.into_iter().filter(|path| is_own(path)) {
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

/// What is there and not ours.
pub fn strangers(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let is_of_the_disk = |path: &Path| OF_THE_DISK.iter().any(|name| path.file_name() == Some(OsStr::new(name)));
    Ok(entries(folder)?.into_iter().filter(|path| !is_own(path) && !is_of_the_disk(path)).collect())
}

/// Whether garson made it, going by its name alone.
fn is_own(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| data_file::is_own(name) || swap::is_ours(name))
}

/// All that lies in a folder; in one that is not there, nothing.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(unreadable(folder, &e)),
    };
    entries.map(|entry| Ok(entry.map_err(|e| unreadable(folder, &e))?.path())).collect()
}

/// A file with another name elsewhere would change its owner there as well.
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
        for name in [
            "garson.redb.before-20261116T124500",
            "garson.key.restored",
            "garson.proof-0a",
            "garson.ca.copy",
            "garson.key.trial",
        ] {
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
