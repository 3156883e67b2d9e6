//! The record of who did what, in the store. Entries are sealed: they name people and addresses, which a copy of the
//! file must not reveal.

use super::{RawView, ReadView, Sealer, Table, Tx, layout, orders::id_stretch, page_draft::Weighed, slots};
use model::{AuditEntry, Deed, Failure, Id, Page, Sealed, Time, Walk};
use std::ops::Bound;

const PURPOSE: &str = "audit";

/// Which entries a list shows.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Empty: all.
    pub deeds: Vec<Deed>,
    /// A part of who did it, or of what it was done to, however it is written.
    pub text: Option<String>,
    /// At or after, and before.
    pub from: Option<Time>,
    pub to: Option<Time>,
}

pub trait Audit: ReadView + Sized {
    fn list_audit(&self, filter: &AuditFilter, walk: &Walk, sealer: &Sealer) -> Result<Page<AuditEntry>, Failure> {
        let deeds = if filter.deeds.is_empty() { &Deed::ALL[..] } else { &filter.deeds };
        let slots: Vec<Vec<u8>> = deeds.iter().map(|deed| vec![deed.byte()]).collect();
        let stretch = id_stretch(self, filter.from, filter.to)?;
        let text = filter.text.as_deref().map(model::fold);
        slots::page(self, Table::Audit, &slots, &stretch, walk, |_, value| {
            let entry = open(sealer, value)?;
            let is_asked_for = text.as_deref().is_none_or(|text| entry.mentions(text));
            let is_within = filter.from.is_none_or(|from| entry.at >= from) && filter.to.is_none_or(|to| entry.at < to);
            Ok((is_asked_for && is_within).then(|| Weighed::light(entry)))
        })
    }

    fn audit_entry(&self, deed: Deed, id: Id, sealer: &Sealer) -> Result<Option<AuditEntry>, Failure> {
        self.with(Table::Audit, &layout::audit(deed, id), |value| open(sealer, value))?.transpose()
    }
}

impl<L: ReadView> Audit for L {}

impl Tx<'_> {
    pub fn put_audit(&mut self, entry: &AuditEntry, sealer: &Sealer) -> Result<(), Failure> {
        let clear = serde_json::to_vec(entry).map_err(Failure::fault)?;
        let sealed = sealer.seal(PURPOSE, &clear)?;
        self.put_bytes(Table::Audit, &layout::audit(entry.deed, entry.id), &sealed.0)
    }

    /// Forgets up to `most` entries of a deed that were made before `end`, the oldest first; says how many.
    pub fn forget_audit(&mut self, deed: Deed, end: Time, most: usize) -> Result<usize, Failure> {
        let (first, end) = (layout::audit(deed, Id::NIL), layout::audit(deed, Id::first_at(end)));
        let rows = self.rows(Table::Audit, (Bound::Included(&first), Bound::Excluded(&end)))?;
        let old = rows.keys(most, |key| Some(key.to_vec()))?;
        old.iter().try_for_each(|key| self.delete(Table::Audit, key))?;
        Ok(old.len())
    }

    /// Of a deed, leaves the newest `kept`: the oldest are forgotten, up to `most` of them; says how many.
    pub fn thin_out_audit(&mut self, deed: Deed, kept: usize, most: usize) -> Result<usize, Failure> {
        let keys = self.rows_with(Table::Audit, &[deed.byte()])?.keys(usize::MAX, |key| Some(key.to_vec()))?;
        let too_many = keys.len().saturating_sub(kept).min(most);
        keys[..too_many].iter().try_for_each(|key| self.delete(Table::Audit, key))?;
        Ok(too_many)
    }
}

pub(super) fn open(sealer: &Sealer, value: &[u8]) -> Result<AuditEntry, Failure> {
    let clear = sealer.unseal(PURPOSE, &Sealed(value.to_vec()))?;
    serde_json::from_slice(&clear).map_err(|e| Failure::fault(format!("an entry of the audit log cannot be read: {e}")))
}
