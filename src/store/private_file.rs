//! Files that are their owner's alone: the key file, and the authority of the local network (`lan`).

use super::disk::{self, beside};
use model::data_file;
use std::io::{self, Write};
use std::{fs, path::Path};

/// Whether others than its owner may read or change it.
#[cfg(unix)]
pub fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    // What systemd hands over, it guards: by lists of its own, which look like rights of the group.
    let is_handed_over = std::env::var_os("CREDENTIALS_DIRECTORY")
        .is_some_and(|folder| path.canonicalize().is_ok_and(|file| file.starts_with(folder)));
    let is_open = path.metadata().is_ok_and(|about| about.permissions().mode() & 0o077 != 0);
    is_open && !is_handed_over && keeps_modes(path)
}

/// Whether the disk knows whose a file is: a stick or a share of Windows does not, and says that all is everybody's.
#[cfg(unix)]
fn keeps_modes(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let trial = beside(path, data_file::TRIAL);
    let mode = disk::create(&trial).and_then(|file| file.metadata()).map(|about| about.permissions().mode());
    let _ = fs::remove_file(&trial);
    mode.map_or(true, |mode| mode & 0o077 == 0)
}

#[cfg(not(unix))]
pub fn is_open_to_others(_path: &Path) -> bool {
    false
}

/// Makes one, and sees it onto the disk. It appears under its name only when it is whole: half a key would keep every later
/// start from making one.
pub fn make(path: &Path, content: &[u8]) -> io::Result<()> {
    let draft = beside(path, data_file::NEW);
    let mut file = disk::create(&draft)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    path.parent().map_or(Ok(()), disk::sync_folder)
}
