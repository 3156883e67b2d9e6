//! What a tree comes to: how many rows, how many bytes, and a hash over all of them in order. The same is reckoned from a
//! snapshot while it is kept, and from what was put back.

use super::error::BackupError;
use crate::{RawView, Reader};
use model::Sha;
use redb::ReadableTable;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeSum {
    pub name: String,
    pub rows: u64,
    /// Of keys and values.
    pub bytes: u64,
    pub hash: Sha,
}

/// A tree that is being summed up.
#[derive(Default)]
pub(super) struct Summing {
    rows: u64,
    bytes: u64,
    hash: Sha256,
}

impl Summing {
    /// The next row, as `row` writes it.
    pub fn add(&mut self, written: &[u8]) {
        self.rows += 1;
        self.bytes += (written.len() - ROW_HEAD) as u64;
        self.hash.update(written);
    }

    pub fn sum(self, name: String) -> TreeSum {
        TreeSum { name, rows: self.rows, bytes: self.bytes, hash: Sha(self.hash.finalize().into()) }
    }
}

/// The lengths of key and value.
const ROW_HEAD: usize = 8;

/// Writes a row behind others: the length of its key, of its value, the key, the value. Its place is returned.
pub(crate) fn put_row(rows: &mut Vec<u8>, key: &[u8], value: &[u8]) -> std::ops::Range<usize> {
    let start = rows.len();
    rows.extend_from_slice(&(key.len() as u32).to_be_bytes());
    rows.extend_from_slice(&(value.len() as u32).to_be_bytes());
    rows.extend_from_slice(key);
    rows.extend_from_slice(value);
    start..rows.len()
}

/// Takes the first row off; `None` if what is there is no row.
pub(super) fn take_row<'a>(rows: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (key, rest) = rows.split_first_chunk()?;
    let (value, rest) = rest.split_first_chunk()?;
    let (key, rest) = rest.split_at_checked(u32::from_be_bytes(*key) as usize)?;
    let (value, rest) = rest.split_at_checked(u32::from_be_bytes(*value) as usize)?;
    *rows = rest;
    Some((key, value))
}

/// Sums up every tree that a snapshot has; `on_row` hears of each row and may end it.
pub(super) fn sum_up(
    reader: &Reader,
    on_row: &mut dyn FnMut() -> Result<(), BackupError>,
) -> Result<Vec<TreeSum>, BackupError> {
    let mut sums = Vec::new();
    for name in reader.tree_names()? {
        let (mut summing, mut row) = (Summing::default(), Vec::new());
        for found in reader.named(&name)?.iter().map_err(|e| reader.trouble(e.into()))? {
            let (key, value) = found.map_err(|e| reader.trouble(e.into()))?;
            row.clear();
            put_row(&mut row, key.value(), value.value());
            summing.add(&row);
            on_row()?;
        }
        sums.push(summing.sum(name));
    }
    Ok(sums)
}

/// The first tree in which the two differ.
pub(super) fn difference(one: &[TreeSum], other: &[TreeSum]) -> Option<String> {
    let missing =
        |from: &[TreeSum], to: &[TreeSum]| from.iter().find(|sum| !to.contains(sum)).map(|sum| sum.name.clone());
    missing(one, other).or_else(|| missing(other, one))
}
