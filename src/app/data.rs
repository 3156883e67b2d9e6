//! Where the data lies when nobody says otherwise.

use std::{env, path::PathBuf};

/// The user's own data folder; for a system account without a home, the system's.
pub fn default_folder() -> PathBuf {
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
        None => PathBuf::from("/var/lib/garson"),
    }
}
