//! Copies the store of one data folder into another that has none: what was tried by hand comes along into the service.

use crate::store::{Folder, disk};
use std::{fs, io, path::Path};

/// The key first: a database without it is refused, a key without a database is not.
const FILES: [&str; 2] = ["garson.key", "garson.redb"];

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
    Ok(())
}

pub fn has_store(folder: &Path) -> bool {
    Folder::has_database(folder).unwrap_or(false)
}

/// As above, but a folder that is closed to who asks was closed by a service, which has its store there.
#[cfg(windows)]
pub fn may_have_store(folder: &Path) -> bool {
    folder.join("garson.redb").try_exists().unwrap_or(true)
}

/// Whether a database or a key is there, be it without the other.
pub fn has_any_part(folder: &Path) -> bool {
    FILES.iter().any(|name| folder.join(name).exists())
}

/// The original stays. A store that is in use is refused.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    can_copy(from, to)?;
    let _held = Folder::hold(from, "a garson command that copies the store").map_err(|error| error.to_string())?;
    let io = |name: &str, e: io::Error| format!("{name} cannot be copied to {}: {e}.", to.display());
    for name in FILES {
        let draft = to.join(format!("{name}.copy"));
        let copied = disk::copy(&from.join(name), &draft).and_then(|()| fs::rename(&draft, to.join(name)));
        if let Err(error) = copied {
            let _ = fs::remove_file(&draft);
            return Err(io(name, error));
        }
    }
    Ok(())
}

/// Takes back what `copy` made.
pub fn remove(from: &Path) -> Result<(), String> {
    for name in FILES.iter().rev() {
        let path = from.join(name);
        fs::remove_file(&path).map_err(|e| format!("{} could not be removed: {e}.", path.display()))?;
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
}
