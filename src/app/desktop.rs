//! A program that is started by hand at a desktop shows the first visit in a browser. On Windows the double-click does so.

use super::notify::Supervisor;
use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};
use std::{env, thread};

#[cfg(target_os = "macos")]
const OPENER: &str = "open";
#[cfg(not(target_os = "macos"))]
const OPENER: &str = "xdg-open";

/// Opens an address in the person's browser, if there is a person with one. The address is printed as well, so it matters
/// little if that fails.
pub fn show(address: &str, supervisor: &Supervisor) {
    let is_by_hand = !supervisor.is_service && io::stdin().is_terminal() && io::stdout().is_terminal();
    // A browser should not run as root.
    if !is_by_hand || !has_desktop() || rustix::process::geteuid().is_root() {
        return;
    }
    let mut opener = Command::new(OPENER);
    opener.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match opener.spawn() {
        Ok(mut opened) => _ = thread::spawn(move || opened.wait()),
        Err(error) => tracing::debug!(%error, "no browser was opened"),
    }
}

fn has_desktop() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(target_os = "macos") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
