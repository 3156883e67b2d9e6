//! Where the data lies when nobody says otherwise.

use std::{env, path::PathBuf};

const SYSTEM: &str = "/var/lib/garson";

/// The user's own data folder; for root where a service has one, and for a system account without a home, the system's.
pub fn default_folder() -> PathBuf {
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() && std::path::Path::new(SYSTEM).is_dir() {
        return PathBuf::from(SYSTEM);
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
