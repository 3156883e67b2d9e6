//! What an installation has changed so far, and how each change is taken back if a later one fails.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

type TakeBack<'a> = Box<dyn FnOnce() -> Result<(), String> + 'a>;

#[derive(Default)]
pub struct Changes<'a>(Vec<TakeBack<'a>>);

impl<'a> Changes<'a> {
    /// Notes how something that is about to be done, or was done, is taken back.
    pub fn note(&mut self, take_back: impl FnOnce() -> Result<(), String> + 'a) {
        self.0.push(Box::new(take_back));
    }

    /// The last change first. The sentence says what could not be taken back.
    pub fn take_back(self) -> String {
        let left: Vec<String> = self.0.into_iter().rev().filter_map(|take_back| take_back().err()).collect();
        match left.is_empty() {
            true => "What was changed was taken back.".to_owned(),
            false => format!("What was changed was taken back, but for this: {}", left.join(" ")),
        }
    }

    /// Puts a file in place, whole or not at all. The mode is for where there are modes.
    pub fn put(&mut self, path: &Path, content: &[u8], mode: u32) -> Result<(), String> {
        let before = match fs::read(path) {
            Ok(before) if before == content => return Ok(()),
            Ok(before) => Some((before, mode_of(path).unwrap_or(mode))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(refused(path, &e)),
        };
        if let Some(folder) = path.parent() {
            self.make_folder(folder, 0o755)?;
        }
        write(path, content, mode).map_err(|e| refused(path, &e))?;
        let path = path.to_owned();
        self.note(move || {
            let restored = match before {
                Some((before, mode)) => write(&path, &before, mode),
                None => fs::remove_file(&path),
            };
            restored.map_err(|e| refused(&path, &e))
        });
        Ok(())
    }

    /// Makes a folder and those above it; whether it was not there.
    pub fn make_folder(&mut self, path: &Path, mode: u32) -> Result<bool, String> {
        if path.is_dir() {
            return Ok(false);
        }
        if let Some(above) = path.parent() {
            self.make_folder(above, 0o755)?;
        }
        #[cfg_attr(not(unix), allow(unused_mut, reason = "there are no modes"))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        builder.mode(mode);
        #[cfg(not(unix))]
        let _ = mode;
        builder.create(path).map_err(|e| refused(path, &e))?;
        let path = path.to_owned();
        self.note(move || match fs::remove_dir(&path) {
            Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => Err(format!("{} stays.", path.display())),
            removed => removed.map_err(|e| refused(&path, &e)),
        });
        Ok(true)
    }
}

fn write(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let draft = draft(path);
    let _ = fs::remove_file(&draft);
    let written = (|| {
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        options.mode(mode);
        let mut file = options.write(true).create_new(true).open(&draft)?;
        file.write_all(content)?;
        // The umask may have taken something away.
        #[cfg(unix)]
        file.set_permissions(fs::Permissions::from_mode(mode))?;
        #[cfg(not(unix))]
        let _ = mode;
        file.sync_all()?;
        drop(file);
        fs::rename(&draft, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

#[cfg(unix)]
fn mode_of(path: &Path) -> Option<u32> {
    fs::metadata(path).ok().map(|old| old.permissions().mode())
}

#[cfg(not(unix))]
fn mode_of(_path: &Path) -> Option<u32> {
    None
}

fn draft(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

fn refused(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ReadOnlyFilesystem => read_only(path),
        _ => format!("{} cannot be changed: {error}.", path.display()),
    }
}

pub fn read_only(path: &Path) -> String {
    format!(
        "{} is on a file system that is read-only. Make it writable first, or have whoever builds the image of this \
         system put the service into it.",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_taken_back_in_turn() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("a/b/new"));
        fs::write(&old, "before").unwrap();
        let mut changes = Changes::default();
        changes.put(&old, b"after", 0o600).unwrap();
        changes.put(&old, b"after that", 0o600).unwrap();
        changes.put(&new, b"made", 0o755).unwrap();
        assert_eq!(fs::read_to_string(&old).unwrap(), "after that");
        assert!(mode_of(&new).is_none_or(|mode| mode & 0o777 == 0o755));
        assert_eq!(changes.take_back(), "What was changed was taken back.");
        assert_eq!(fs::read_to_string(&old).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_taken_back_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut changes = Changes::default();
        changes.make_folder(&folder.path().join("data"), 0o700).unwrap();
        fs::write(folder.path().join("data/order"), "1").unwrap();
        let left = changes.take_back();
        assert!(
            left.ends_with(
                "but for this: {} stays.".replace("{}", &folder.path().join("data").display().to_string()).as_str()
            ),
            "{left}"
        );
    }

    #[test]
    fn a_read_only_file_system_is_named() {
        let said = refused(Path::new("/usr/local/bin/garson"), &io::ErrorKind::ReadOnlyFilesystem.into());
        assert!(said.contains("read-only") && said.contains("/usr/local/bin/garson"), "{said}");
    }
}
