//! The passphrase of a backup: typed twice for a new one, once for one that is there, or read from where a script put it.

use super::password;
use crate::app::options::PassphraseOptions;
use std::fs::File;
use std::io::{BufReader, Read};

/// No passphrase is longer.
const LONGEST_LINE: u64 = 4_096;

/// For a new backup; none where none is given.
pub fn choose(options: &PassphraseOptions, may_ask: bool) -> Result<Option<String>, String> {
    if let Some(given) = given(options)? {
        return Ok(Some(given));
    }
    if !may_ask || !password::is_typed() {
        return Ok(None);
    }
    let first = password::ask("Passphrase for the backup (not shown; Enter alone leaves it open): ")?;
    if first.is_empty() {
        return Ok(None);
    }
    match password::ask("The same again: ")? == first {
        true => Ok(Some(first)),
        false => Err("The two are not the same. Nothing was written.".into()),
    }
}

/// For a backup that is encrypted.
pub fn tell(options: &PassphraseOptions) -> Result<String, String> {
    match given(options)? {
        Some(given) => Ok(given),
        None if password::is_typed() => password::ask("Passphrase of the backup (not shown as you type): "),
        None => {
            Err("The backup is encrypted. Give its passphrase with --passphrase-file FILE or --passphrase-stdin."
                .into())
        }
    }
}

fn given(options: &PassphraseOptions) -> Result<Option<String>, String> {
    let given = match &options.passphrase_file {
        Some(file) => File::open(file)
            .and_then(|file| password::first_line(BufReader::new(file.take(LONGEST_LINE))))
            .map_err(|e| format!("{} cannot be read: {e}.", file.display()))?,
        None if options.passphrase_stdin => password::line()?,
        None => return Ok(None),
    };
    match given.is_empty() {
        true => Err("No passphrase came in.".into()),
        false => Ok(Some(given)),
    }
}
