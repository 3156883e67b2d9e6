//! The data folder on Windows, for the service and administrators alone. Any user may have made it before, because
//! %PROGRAMDATA% is open to all: its owner is not trusted, nor what was allowed to whom.

use super::{manager::default_data, shell};
use crate::app::service::data_folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{ffi::OsStr, fs, io};

/// Accounts by numbers: their names are translated.
const ADMINISTRATORS: &str = "*S-1-5-32-544";
/// SYSTEM, Administrators, and the service's own, LocalService.
const MAY_ENTER: [&str; 3] = ["*S-1-5-18:(OI)(CI)F", "*S-1-5-32-544:(OI)(CI)F", "*S-1-5-19:(OI)(CI)M"];

/// Asked before anything is changed. All that lies in the folder is closed to others.
pub fn can_be_given(folder: &Path) -> Result<(), String> {
    data_folder::can_be_given(folder)?;
    if !folder.is_dir() {
        return Ok(());
    }
    has_no_links(folder)?;
    match data_folder::strangers(folder)?.first() {
        Some(stranger) if *folder != default_data() => Err(format!(
            "{} is not garson's, and would be closed to whom it belongs. Give the service a folder of its own. Nothing was \
             changed.",
            stranger.display()
        )),
        _ => Ok(()),
    }
}

/// The folder first, so that nothing can be put into it any more; then what is in it.
pub fn close(folder: &Path) -> Result<(), String> {
    let (top, inside) = (folder.to_owned(), folder.join("*"));
    icacls(&top, &["/setowner", ADMINISTRATORS])?;
    icacls(&top, &["/reset"])?;
    icacls(&top, &[["/inheritance:r", "/grant:r"].as_slice(), &MAY_ENTER].concat())?;
    has_no_links(&top)?;
    if fs::read_dir(&top).is_ok_and(|mut entries| entries.next().is_some()) {
        icacls(&inside, &["/setowner", ADMINISTRATORS, "/T"])?;
        icacls(&inside, &["/reset", "/T"])?;
    }
    Ok(())
}

/// What is done to all in the folder must not be done to what a link leads to.
fn has_no_links(folder: &Path) -> Result<(), String> {
    let io = |e: io::Error| format!("{} cannot be looked at: {e}.", folder.display());
    for entry in fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let kind = entry.file_type().map_err(io)?;
        if kind.is_symlink() {
            return Err(format!("{} is a link. Move it away first.", entry.path().display()));
        }
        if kind.is_dir() {
            has_no_links(&entry.path())?;
        }
    }
    Ok(())
}

fn icacls(what: &PathBuf, words: &[&str]) -> Result<(), String> {
    let mut command = Command::new(shell::of_windows("icacls.exe"));
    let refused = |why: &str| format!("{} cannot be closed to others: {why}. Move it away first.", what.display());
    match command.arg::<&OsStr>(what.as_ref()).args(words).stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(refused(String::from_utf8_lossy(&output.stdout).trim())),
        Err(e) => Err(refused(&format!("icacls cannot be run: {e}"))),
    }
}
