//! Where the program lies: who looks after it, and how a new one takes its place.

use crate::store::disk::{self, remove, sync_folder};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, sync::OnceLock};

/// Where this program was when it started; afterwards the system may call it deleted.
pub fn own() -> PathBuf {
    static OWN: OnceLock<PathBuf> = OnceLock::new();
    OWN.get_or_init(|| env::current_exe().and_then(fs::canonicalize).unwrap_or_default()).clone()
}

/// That no package manager and no image looks after it; else its own command.
pub fn is_ours_to_change(program: &Path) -> Result<(), String> {
    let owns = |asks: &str, words: &[&str]| {
        let mut command = Command::new(asks);
        command.args(words).arg(program).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if owns("dpkg-query", &["--search"]) {
        return Err("garson was installed as a Debian package, which upgrades it: `sudo apt install ./garson_VERSION_ARCH.deb`, \
                    or `sudo apt upgrade` where it came from a repository. Nothing was changed."
            .to_owned());
    }
    if owns("rpm", &["--query", "--file"]) {
        return Err(
            "garson was installed as a package, which upgrades it: `sudo dnf upgrade garson`. Nothing was changed."
                .to_owned(),
        );
    }
    // Where our image has it.
    if program == Path::new("/garson") {
        return Err(
            "garson runs in a container, and a new image upgrades it: `docker load -i garson-VERSION-image.tar`, the \
                    new version in compose.yml, `docker compose up -d`. Nothing was changed."
                .to_owned(),
        );
    }
    Ok(())
}

/// Where the new program waits until it has shown itself: beside the old one, so that it takes its place by one rename,
/// and as safe from others as that one is.
pub fn waiting(program: &Path) -> PathBuf {
    with_mark(program, "new")
}

/// The old program, once it has given way.
pub fn kept(program: &Path) -> PathBuf {
    with_mark(program, "old")
}

/// `garson.new`; on Windows `garson.new.exe`, or it would not start.
fn with_mark(program: &Path, mark: &str) -> PathBuf {
    match program.extension().and_then(|extension| extension.to_str()) {
        Some("exe") => program.with_extension(format!("{mark}.exe")),
        _ => disk::beside(program, &format!(".{mark}")),
    }
}

/// Keeps other commands from upgrading the same program, for as long as it is held. Asked for before anything is written.
pub fn claim(program: &Path) -> Result<impl Sized, String> {
    // Windows does not let a new program be overwritten while it is tried out.
    #[cfg(unix)]
    if let Some(folder) = program.parent() {
        let claim = fs::File::open(folder).map_err(|e| format!("{} cannot be read: {e}.", folder.display()))?;
        return match claim.try_lock() {
            Err(fs::TryLockError::WouldBlock) => {
                Err("Another command upgrades garson already. Wait until it is over. Nothing was changed.".to_owned())
            }
            // Not every disk has locks.
            Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(Some(claim)),
        };
    }
    let _ = program;
    Ok(None::<fs::File>)
}

/// Takes away a new program that waits for nobody any more, because the command that put it there was killed. The next command
/// replaces it where this may not.
pub fn tidy(program: &Path) {
    // The command holds the folder for as long as it is at work; where nothing tells, what lies there stays.
    if cfg!(unix)
        && waiting(program).is_file()
        && let Some(folder) = program.parent()
        && let Ok(claim) = fs::File::open(folder)
        && claim.try_lock().is_ok()
    {
        let _ = remove(&waiting(program));
    }
}

/// Puts the new program beside the old one.
pub fn put(bytes: &[u8], program: &Path) -> Result<PathBuf, String> {
    let waiting = waiting(program);
    let put = || {
        let mut file = disk::create(&waiting)?;
        file.write_all(bytes)?;
        // The service's account must be able to start it, whatever is masked here.
        #[cfg(unix)]
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        file.sync_all()?;
        waiting.parent().map_or(Ok(()), sync_folder)
    };
    put().map_err(|error: io::Error| {
        let _ = remove(&waiting);
        let help = match error.kind() {
            io::ErrorKind::PermissionDenied if cfg!(windows) => " Do this in a prompt of an administrator.",
            io::ErrorKind::PermissionDenied => " It belongs to another user: do this with sudo.",
            io::ErrorKind::StorageFull => " Make room first.",
            _ => "",
        };
        format!("The new program cannot be written to {}: {error}.{help} Nothing was changed.", waiting.display())
    })?;
    Ok(waiting)
}

/// The new program takes the old one's place, which stays beside it under another name. On Unix there is one at every
/// moment; Windows lets no running program be overwritten, so that for a moment there is none.
pub fn swap(program: &Path) -> io::Result<()> {
    let (waiting, kept) = (waiting(program), kept(program));
    remove(&kept)?;
    if cfg!(windows) {
        fs::rename(program, &kept)?;
    } else if fs::hard_link(program, &kept).is_err() {
        // A disk without such links.
        fs::copy(program, &kept)?;
    }
    if let Err(error) = fs::rename(&waiting, program) {
        if cfg!(windows) {
            fs::rename(&kept, program)?;
        }
        return Err(error);
    }
    program.parent().map_or(Ok(()), sync_folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_new_program_that_waits_for_nobody_goes() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("garson");
        fs::write(&program, "old").unwrap();
        put(b"new", &program).unwrap();
        let claim = claim(&program).unwrap();
        tidy(&program);
        assert!(waiting(&program).exists(), "a command is at work");
        drop(claim);
        tidy(&program);
        assert!(!waiting(&program).exists() && program.exists());
    }

    #[test]
    fn a_new_program_waits_beside_the_old_one_and_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["garson", "garson.exe", "garson-0.1.0-linux-x86_64"] {
            let program = folder.path().join(name);
            fs::write(&program, "old").unwrap();
            for round in ["new", "newer"] {
                assert_eq!(put(round.as_bytes(), &program).unwrap(), waiting(&program));
                swap(&program).unwrap();
                assert_eq!(fs::read_to_string(&program).unwrap(), round, "{name}");
            }
            assert_eq!(fs::read_to_string(kept(&program)).unwrap(), "new", "{name}");
            assert!(!waiting(&program).exists());
        }
        assert_eq!(waiting(Path::new("garson.exe")), Path::new("garson.new.exe"));
        assert_eq!(waiting(Path::new("garson-0.1.0")), Path::new("garson-0.1.0.new"));
    }
}
