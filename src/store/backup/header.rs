//! How a backup begins: two lines of readable text. The first says what the file is and of which version, the second, in
//! JSON, what is in it.

use super::{error::BackupError, key::KeyOrigin};
use model::{Id, Time};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, Read};

/// Raised whenever an older program could misread the file.
pub const FILE_VERSION: u32 = 1;
pub(super) const BEGINS: &str = "garson backup ";
/// No line of it is longer.
const LONGEST_LINE: u64 = 4_096;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupHeader {
    pub id: Id,
    /// When its snapshot was taken.
    pub at: Time,
    /// The version of the program that made it.
    pub garson: String,
    /// The format of the store in it.
    pub format: u32,
    compression: Compression,
    /// None where it lies open.
    pub encryption: Option<KeyOrigin>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Compression {
    Lz4,
}

impl BackupHeader {
    pub fn new(id: Id, at: Time, format: u32, encryption: Option<KeyOrigin>) -> BackupHeader {
        let garson = env!("CARGO_PKG_VERSION").to_owned();
        BackupHeader { id, at, garson, format, compression: Compression::Lz4, encryption }
    }

    pub(super) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = format!("{BEGINS}{FILE_VERSION}\n").into_bytes();
        serde_json::to_writer(&mut bytes, self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// The header, and the hash that the pieces go on from.
    pub(super) fn read(input: &mut impl BufRead) -> Result<(BackupHeader, [u8; 32]), BackupError> {
        let first = line(input)?;
        let begins = &BEGINS.as_bytes()[..first.len().min(BEGINS.len())];
        if first.is_empty() || !first.starts_with(begins) {
            return Err(BackupError::NotABackup);
        }
        let version = first.strip_suffix(b"\n").ok_or(BackupError::CutOff)?;
        let version = std::str::from_utf8(&version[BEGINS.len().min(version.len())..]).ok();
        match version.and_then(|version| version.parse::<u32>().ok()) {
            Some(FILE_VERSION) => {}
            Some(newer) if newer > FILE_VERSION => return Err(BackupError::NewerFile(newer)),
            _ => return Err(BackupError::NotABackup),
        }
        let second = line(input)?;
        let json = second.strip_suffix(b"\n").ok_or(match second.len() as u64 {
            LONGEST_LINE => BackupError::Altered("its header cannot be read"),
            _ => BackupError::CutOff,
        })?;
        let header: BackupHeader =
            serde_json::from_slice(json).map_err(|_| BackupError::Altered("its header cannot be read"))?;
        if header.encryption.as_ref().is_some_and(|origin| !origin.is_reasonable()) {
            return Err(BackupError::Altered("its header asks for what garson never asks for"));
        }
        Ok((header, hash(&[first, second].concat())))
    }
}

pub(super) fn hash(header: &[u8]) -> [u8; 32] {
    Sha256::digest(header).into()
}

/// With its end, if it has one.
fn line(input: &mut impl BufRead) -> Result<Vec<u8>, BackupError> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(BackupError::reading)?;
    Ok(line)
}
