//! `StoreCounts`: numbers kept in step by every change instead of being counted anew.

use super::{layout, tables::Table, view::ReadView};
use model::Failure;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StoreCounts {
    /// Orders that wait for accounting.
    pub pending: u64,
    /// Rows of `NewWords`.
    pub new_words: u64,
    /// Segments of `Words` so far.
    pub segments: u32,
}

impl StoreCounts {
    pub fn of(view: &impl ReadView) -> Result<StoreCounts, Failure> {
        let Some(bytes) = view.bytes(Table::Meta, layout::COUNTS)? else { return Ok(StoreCounts::default()) };
        let read = layout::read_counts(&bytes);
        let (pending, new_words, segments) = read.ok_or_else(|| Failure::fault("the counts cannot be read"))?;
        Ok(StoreCounts { pending, new_words, segments })
    }

    pub fn to_bytes(self) -> Vec<u8> {
        layout::counts(self.pending, self.new_words, self.segments)
    }
}
