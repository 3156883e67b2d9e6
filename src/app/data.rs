//! Where the data lies by default, and who works there.

use std::env;
use std::path::{Path, PathBuf};

const SYSTEM: &str = "/var/lib/garson";

/// Where an installed service keeps its data, for users who may command it; else the user's own data folder; and for a system
/// account without a home, the system's.
pub fn default_folder() -> PathBuf {
    if let Some(folder) = super::service::installed_data() {
        return folder;
    }
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        let base = folder("LOCALAPPDATA").or_else(|| folder("PROGRAMDATA")).unwrap_or_else(|| PathBuf::from("."));
        return base.join("garson");
    }
    if let Some(data) = folder("XDG_DATA_HOME") {
        return data.join("garson");
    }
    match folder("HOME").filter(|home| home.as_os_str() != "/") {
        Some(home) if cfg!(target_os = "macos") => home.join("Library/Application Support/garson"),
        Some(home) => home.join(".local/share/garson"),
        None => PathBuf::from(SYSTEM),
    }
}

/// Makes root the owner of the folder for all that follows: what it writes there is to be theirs, and where their links
/// lead must not matter. Only before another thread begins.
pub fn act_as_owner_of(folder: &Path) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    if rustix::process::geteuid().is_root()
        && let Ok(about) = std::fs::metadata(folder)
    {
        use rustix::{
            process::{DumpableBehavior, Gid, Uid, set_dumpable_behavior},
            thread::{set_thread_gid, set_thread_groups, set_thread_uid},
        };
        use std::os::unix::fs::MetadataExt;
        if about.uid() == 0 {
            return Ok(());
        }
        let (user, group) = (Uid::from_raw(about.uid()), Gid::from_raw(about.gid()));
        set_thread_groups(&[group])
            .and_then(|()| set_thread_gid(group))
            .and_then(|()| set_thread_uid(user))
            // Or /proc/self would stay root's.
            .and_then(|()| set_dumpable_behavior(DumpableBehavior::Dumpable))
            .map_err(|e| {
                format!("{} belongs to another user, and root may not act as them here: {e}.", folder.display())
            })?;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = folder;
    Ok(())
}
