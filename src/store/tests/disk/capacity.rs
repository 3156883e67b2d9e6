//! How large a test disk is, and what is taken of it.

use super::Change;
use std::collections::BTreeSet;

/// A file takes the pages that were written, however long it is.
#[derive(Clone, Default)]
pub struct Capacity {
    pub bytes: u64,
    /// Of the database, and of the journal.
    pub pages: [BTreeSet<u64>; 2],
    pub reserve: u64,
    pub others: u64,
    /// Writes for which there was no room.
    pub refused: u64,
}

impl Capacity {
    pub const PAGE: u64 = 4_096;

    fn taken(&self) -> u64 {
        self.pages.iter().map(|pages| pages.len() as u64).sum()
    }

    pub fn free(&self) -> u64 {
        self.bytes.saturating_sub(self.taken() * Capacity::PAGE + self.reserve + self.others)
    }

    pub fn takes(&mut self, file: usize, change: &Change) -> bool {
        match change {
            Change::Length(length) => self.pages[file].retain(|page| page * Capacity::PAGE < *length as u64),
            Change::Write(at, data) => {
                let (start, end) = (*at as u64, (at + data.len()) as u64);
                let pages = start / Capacity::PAGE..end.div_ceil(Capacity::PAGE);
                let new: Vec<u64> = pages.filter(|page| !self.pages[file].contains(page)).collect();
                if new.len() as u64 * Capacity::PAGE > self.free() {
                    self.refused += 1;
                    return false;
                }
                self.pages[file].extend(new);
            }
        }
        true
    }
}
