//! Lists of orders: which a filter shows, page by page.

use super::value::StoredOrder;
use crate::page_draft::{PageDraft, Weighed};
use crate::slots::{self, Picked, Stretch};
use crate::{ReadView, Table, ids::drift, layout, words};
use model::{Dir, Failure, Id, Page, Provider, Status, Time, Walk, fold};
use serde::Deserialize;
use std::borrow::Cow;

/// Which orders a list shows.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    pub picked: Picked,
    /// Created at or after.
    pub from: Option<Time>,
    /// Created before.
    pub to: Option<Time>,
    /// Changed at or after; such a list is ordered by change.
    pub updated_since: Option<Time>,
    /// The short number that people say aloud, however they write it.
    pub code: Option<String>,
}

impl OrderFilter {
    /// Whether a list with this filter shows an order. Nothing if its list item cannot be read.
    pub(super) fn has(&self, stored: &StoredOrder<'_>) -> Option<bool> {
        let line: OrderLine<'_> = serde_json::from_slice(stored.line).ok()?;
        let is_picked = self.picked.owner.is_none_or(|owner| owner == line.restaurant_id)
            && self.picked.has(&layout::order_slot(line.restaurant_id, line.provider, line.status));
        Some(is_picked && self.has_code(&line) && self.fits(stored))
    }

    /// Whether its times are right.
    fn fits(&self, &StoredOrder { created_at, updated_at, .. }: &StoredOrder<'_>) -> bool {
        self.from.is_none_or(|from| created_at >= from)
            && self.to.is_none_or(|to| created_at < to)
            && self.updated_since.is_none_or(|since| updated_at >= since)
    }

    fn has_code(&self, line: &OrderLine<'_>) -> bool {
        let is_it = |wanted: &String| line.code.as_deref().is_some_and(|code| fold(code.trim()) == fold(wanted.trim()));
        self.code.as_ref().is_none_or(is_it)
    }

    /// The word that the search finds the code by.
    fn code_word(&self) -> Option<String> {
        self.code.as_deref().and_then(words::of_code)
    }

    /// No index has what it asks for: a page looks at thousands of orders, one after the other.
    pub fn passes_over(&self) -> bool {
        let is_of_times = self.from.is_some() || self.to.is_some();
        match self.updated_since {
            Some(_) => is_of_times || self.code.is_some(),
            None => self.code.is_some() && self.code_word().is_none(),
        }
    }
}

/// Of a list item, what filters look at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrderLine<'a> {
    restaurant_id: Id,
    provider: Provider,
    #[serde(borrow)]
    code: Option<Cow<'a, str>>,
    status: Status,
}

/// A list item as JSON text, with what was asked for beside it.
pub type SummaryText = Vec<u8>;

/// What becomes of an order that a list shows.
pub(super) trait Take<T>: Fn(Id, &StoredOrder<'_>) -> Option<Weighed<T>> {}

impl<T, F: Fn(Id, &StoredOrder<'_>) -> Option<Weighed<T>>> Take<T> for F {}

/// Of which orders a list is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Among {
    All,
    /// Those that wait for accounting.
    Pending,
}

/// A page of a list: `take` gets each order that the filter shows.
pub(super) fn list<T>(
    view: &impl ReadView,
    among: Among,
    filter: &OrderFilter,
    walk: &Walk,
    take: impl Take<T>,
) -> Result<Page<T>, Failure> {
    if let (Among::All, Some(since)) = (among, filter.updated_since) {
        let stretch = Stretch { least: Some(id_edge(since)), below: None };
        let slots = slots::find(view, Table::OrdersByChange, &filter.picked)?;
        let named = |_: &[u8], id: &[u8]| take_indexed(view, id, filter, &take);
        return slots::page(view, Table::OrdersByChange, &slots, &stretch, walk, named);
    }
    if let Some(word) = filter.code_word() {
        return list_with_word(view, &word, walk, |id| {
            let key = id.bytes();
            let is_listed = among == Among::All || view.contains(Table::Pending, &key)?;
            if is_listed { take_indexed(view, &key, filter, &take) } else { Ok(None) }
        });
    }
    let stretch = id_stretch(view, filter.from, filter.to)?;
    let (whole, by_slot) = match among {
        // The orders themselves are in order: no index is needed.
        Among::All => (Table::Orders, Table::OrdersBySlot),
        Among::Pending => (Table::Pending, Table::PendingBySlot),
    };
    if filter.picked.is_everything() {
        return slots::page(view, whole, &[Vec::new()], &stretch, walk, |id, value| match among {
            Among::All => take_shown(id, value, filter, &take),
            Among::Pending => take_indexed(view, id, filter, &take),
        });
    }
    let slots = slots::find(view, by_slot, &filter.picked)?;
    slots::page(view, by_slot, &slots, &stretch, walk, |id, _| take_indexed(view, id, filter, &take))
}

/// A page of the orders that carry a word, as far as `take` shows them.
fn list_with_word<T>(
    view: &impl ReadView,
    word: &str,
    walk: &Walk,
    take: impl Fn(Id) -> Result<Option<Weighed<T>>, Failure>,
) -> Result<Page<T>, Failure> {
    let from = walk.from.as_deref().and_then(Id::from_slice);
    let mut draft = PageDraft::new(walk);
    let offer = |id: Id| Ok(draft.offer(&id.bytes(), take(id)?));
    if let Some(left_off) = words::search::each_with(view, word, walk.dir, from, offer)? {
        draft.cut_at(&left_off.bytes());
    }
    if let Some(oldest) = draft.asks_beyond() {
        let look = |id: Id| Ok(draft.has_older(take(id)?.is_some()));
        if words::search::each_with(view, word, Dir::Next, Id::from_slice(&oldest), look)?.is_some() {
            // The search was cut short; the next page tells.
            draft.has_older(true);
        }
    }
    Ok(draft.page())
}

fn take_indexed<T>(
    view: &impl ReadView,
    id: &[u8],
    filter: &OrderFilter,
    take: &impl Take<T>,
) -> Result<Option<Weighed<T>>, Failure> {
    let taken = view.with(Table::Orders, id, |value| take_shown(id, value, filter, take))?;
    taken.unwrap_or_else(|| Err(Failure::fault("an index names an order that is not there")))
}

/// What `take` makes of an order, if it is one that the filter shows. What indexes were asked for is not asked again, but
/// for a code: words say little of restaurant, platform and status.
fn take_shown<T>(
    id: &[u8],
    value: &[u8],
    filter: &OrderFilter,
    take: &impl Take<T>,
) -> Result<Option<Weighed<T>>, Failure> {
    let taken = Id::from_slice(id).zip(StoredOrder::read(value)).and_then(|(id, stored)| {
        let is_shown = if filter.code.is_some() { filter.has(&stored)? } else { filter.fits(&stored) };
        if is_shown { Some(Some(take(id, &stored)?)) } else { Some(None) }
    });
    taken.ok_or_else(|| Failure::fault("a list item cannot be read"))
}

/// Ids carry the time of their making, so a time range is an id range. Where the clock once jumped back, ids run
/// ahead of created times by at most the drift; the record then has the last word.
pub fn id_stretch(view: &impl ReadView, from: Option<Time>, to: Option<Time>) -> Result<Stretch, Failure> {
    let below = match to {
        None => None,
        Some(to) => Some(id_edge(to.plus(drift(view)?))),
    };
    Ok(Stretch { least: from.map(id_edge), below })
}

/// The smallest id of a moment.
fn id_edge(time: Time) -> Vec<u8> {
    Id::first_at(time).bytes().to_vec()
}
