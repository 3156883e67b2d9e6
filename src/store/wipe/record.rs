//! `WipeRecord`: what the file itself says about what was erased: whether it may still lie in free pages, and when they
//! were last overwritten. An erasure and its note are one commit.

use super::super::{layout, tables::Table, view::ReadView};
use model::{Failure, Time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WipeRecord {
    /// Since when something that was erased may still lie in the file.
    pub owed_since: Option<Time>,
    /// Commits that erased something: one that comes while pages are overwritten is not covered by that.
    pub erasures: u64,
    /// Words were taken out of segments; their tree may still be sorted by them.
    pub has_words: bool,
    pub last: Option<LastWipe>,
}

/// When what was erased was last overwritten, and how many bytes that took, the words that were laid down anew among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastWipe {
    pub at: Time,
    pub bytes: u64,
    /// Words were laid down anew for it, all of them.
    #[serde(default)]
    pub moved_words: bool,
}

impl WipeRecord {
    /// As it is stored; what lies in a file from before there was one is unknown.
    pub fn of(view: &impl ReadView, now: Time) -> Result<WipeRecord, Failure> {
        let unknown = WipeRecord { owed_since: Some(now), has_words: true, ..WipeRecord::default() };
        Ok(view.record(Table::Meta, layout::WIPED)?.unwrap_or(unknown))
    }

    /// After one more erasure.
    pub fn owing(self, now: Time, has_words: bool) -> WipeRecord {
        WipeRecord {
            owed_since: self.owed_since.or(Some(now)),
            erasures: self.erasures + 1,
            has_words: self.has_words || has_words,
            ..self
        }
    }

    /// After everything was overwritten that had been erased when `begun` was read.
    pub fn wiped(self, begun: WipeRecord, last: LastWipe) -> WipeRecord {
        match self.erasures == begun.erasures {
            true => WipeRecord { owed_since: None, has_words: false, last: Some(last), ..self },
            false => WipeRecord { last: Some(last), ..self },
        }
    }
}
