//! The text of the unit file and of the settings beside it. The unit is the package's own, with another path in it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The account that the service runs as.
pub const USER: &str = "garson";
pub const UNIT: &str = "garson.service";
pub const UNIT_FILE: &str = "/etc/systemd/system/garson.service";
pub const SETTINGS: &str = "/etc/garson/garson.env";
pub const BINARY: &str = "/usr/local/bin/garson";
pub const DATA: &str = "/var/lib/garson";

const PACKAGED: &str = include_str!("../../../../packaging/systemd/garson.service");
const MARK: &str = "# Written by `garson service install`; `garson service uninstall` removes it.";
const COPIED: &str = "# The binary was copied by it, too.";
const LISTEN: &str = "GARSON_LISTEN=";
const FOLDER: &str = "GARSON_DATA=";

pub fn text(data: &Path, listen: SocketAddr, is_binary_ours: bool) -> String {
    let mut text = format!("{MARK}\n");
    if is_binary_ours {
        text += &format!("{COPIED}\n");
    }
    let has_other_folder = data != Path::new(DATA);
    for line in PACKAGED.lines() {
        // It would make an empty folder that is never used.
        if has_other_folder && line.starts_with("StateDirectory") {
            continue;
        }
        match line.strip_prefix("ExecStart=").and_then(|command| command.split_once(' ')) {
            Some((_, words)) => text += &format!("ExecStart={BINARY} {words}\n"),
            None => text += &format!("{line}\n"),
        }
    }
    let mut more = String::new();
    if has_other_folder {
        // Here, unlike in the settings, systemd takes a percent sign for the beginning of something of its own.
        more += &format!("ReadWritePaths={}\n", quoted(data).replace('%', "%%"));
    }
    if listen.port() < 1024 {
        more +=
            "AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\nPrivateUsers=no\n";
    }
    if !more.is_empty() {
        text += &format!("\n[Service]\n{more}");
    }
    text
}

pub fn is_ours(text: &str) -> bool {
    text.starts_with(MARK)
}

pub fn is_binary_ours(text: &str) -> bool {
    text.lines().nth(1) == Some(COPIED)
}

/// The settings with these two changed where they are given; every other line stays.
pub fn settings(before: &str, data: Option<&Path>, listen: Option<SocketAddr>) -> String {
    let mut text = before.to_owned();
    let mut set = |name: &str, value: String| {
        text = text.lines().filter(|line| !line.starts_with(name)).map(|line| format!("{line}\n")).collect();
        text += &format!("{name}{value}\n");
    };
    if let Some(data) = data {
        set(FOLDER, quoted(data));
    }
    if let Some(listen) = listen {
        set(LISTEN, listen.to_string());
    }
    text
}

/// What the settings say: data folder and address.
pub fn read_settings(text: &str) -> (Option<String>, Option<SocketAddr>) {
    let value = |name| text.lines().rev().find_map(|line: &str| line.strip_prefix(name));
    let bare = |value: &str| match value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) {
        Some(quoted) => quoted.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => value.to_owned(),
    };
    let plain = |value: &str| bare(value.trim());
    (value(FOLDER).map(plain), value(LISTEN).and_then(|value| plain(value).parse().ok()))
}

/// Where the installed service keeps its data, for root, who may command it.
pub fn installed_data() -> Option<PathBuf> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let said = std::fs::read_to_string(SETTINGS).ok().and_then(|text| read_settings(&text).0);
    said.map(PathBuf::from).or_else(|| Path::new(DATA).is_dir().then(|| PathBuf::from(DATA)))
}

/// Whether the user added something of their own.
pub fn has_own_settings(text: &str) -> bool {
    text.lines().any(|line| !line.trim().is_empty() && !line.starts_with(FOLDER) && !line.starts_with(LISTEN))
}

fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: &str = "0.0.0.0:8080";

    #[test]
    fn the_unit_is_the_packages_with_our_binary() {
        let unit = text(Path::new(DATA), ANY.parse().unwrap(), true);
        assert!(is_ours(&unit) && is_binary_ours(&unit) && !is_ours(PACKAGED));
        assert_eq!(unit.matches("ExecStart=").count(), 1);
        assert!(unit.contains("\nExecStart=/usr/local/bin/garson serve\n"), "{unit}");
        let strange = |line: &&str| !PACKAGED.contains(*line) && !line.starts_with('#') && !line.contains(BINARY);
        assert_eq!(unit.lines().find(strange), None);
        for needed in [
            "Type=notify",
            "WatchdogSec=",
            "MemoryMax=",
            "User=garson",
            "EnvironmentFile=-/etc/garson/garson.env",
            "StateDirectory=garson\n",
        ] {
            assert!(unit.contains(needed), "{needed}");
        }
    }

    #[test]
    fn another_folder_may_be_written_and_a_low_port_taken() {
        let unit = text(Path::new("/srv/my orders"), "0.0.0.0:80".parse().unwrap(), false);
        assert!(!is_binary_ours(&unit) && !unit.contains("StateDirectory"));
        assert!(
            unit.contains("\nReadWritePaths=\"/srv/my orders\"\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n"),
            "{unit}"
        );
    }

    #[test]
    fn a_percent_sign_stays_one() {
        let data = Path::new("/srv/50% \"off\"");
        let unit = text(data, ANY.parse().unwrap(), false);
        assert!(unit.contains("\nReadWritePaths=\"/srv/50%% \\\"off\\\"\"\n"), "{unit}");
        let settings = settings("", Some(data), None);
        assert_eq!(read_settings(&settings).0.as_deref(), data.to_str());
        assert!(settings.contains("50% "), "{settings}");
    }

    #[test]
    fn settings_of_others_stay() {
        let before = "GARSON_PUBLIC_URL=https://x.example\nGARSON_LISTEN=0.0.0.0:1\n";
        let after = settings(before, Some(Path::new("/srv/my \"orders\"")), Some(ANY.parse().unwrap()));
        assert_eq!(
            after,
            "GARSON_PUBLIC_URL=https://x.example\nGARSON_DATA=\"/srv/my \\\"orders\\\"\"\nGARSON_LISTEN=0.0.0.0:8080\n"
        );
        assert_eq!(read_settings(&after), (Some("/srv/my \"orders\"".into()), Some(ANY.parse().unwrap())));
        assert_eq!(settings(&after, None, Some(ANY.parse().unwrap())), after);
        assert!(has_own_settings(&after) && !has_own_settings("GARSON_DATA=/x\n\n"));
    }
}
