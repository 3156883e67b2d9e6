//! `garson verify`: whether a downloaded file is as we published it, by the key that is built in.

use super::commands::{CommandResult, say};
use crate::ops::care::upgrades::release::{self, ReleaseFlaw};
use std::{path::Path, process::ExitCode};

pub fn verify(file: &Path) -> CommandResult {
    match release::read(file) {
        Ok(_) => say(&format!("{} is as it was published.", file.display())),
        Err(ReleaseFlaw::Unreadable(sentence)) => Err(sentence),
        Err(ReleaseFlaw::NotOurs(why)) => {
            say(&format!("{} must NOT be used: {why}.", file.display()))?;
            Ok(ExitCode::FAILURE)
        }
    }
}
