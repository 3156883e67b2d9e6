//! `RestoreMark`: what a store that was put back from a backup says of itself, until what follows from it is settled. It
//! is written while the store still lies aside, so a restored store is never open without it.

use super::super::{layout, tables::Table, tx::Tx, view::ReadView};
use model::{Failure, Id, Time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreMark {
    /// When it was put back.
    pub at: Time,
    /// Of which backup.
    pub backup_id: Id,
    /// When its snapshot was taken: what happened from then on is not in the store.
    pub snapshot_at: Time,
}

pub trait Restored: ReadView + Sized {
    reads! { one restored() -> RestoreMark in Meta at layout::RESTORED; }
}

impl<L: ReadView> Restored for L {}

writes! {
    put mark_restored(mark: RestoreMark) in Meta at layout::RESTORED;
    remove clear_restored() from Meta at layout::RESTORED;
}
