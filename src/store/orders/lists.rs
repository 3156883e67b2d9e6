//! Lists of orders: which a filter shows, page by page.

use super::{
    super::{
        ids::drift,
        layout,
        page_draft::Weighed,
        slots::{self, Picked, Stretch},
        tables::Table,
        view::ReadView,
    },
    value::StoredOrder,
};
use crate::model::{Failure, Id, Page, Provider, Status, Time, Walk};
use serde::Deserialize;

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
}

impl OrderFilter {
    /// Whether a list with this filter shows an order. Nothing if its list item cannot be read.
    pub(super) fn has(&self, stored: &StoredOrder<'_>) -> Option<bool> {
        let line: OrderLine = serde_json::from_slice(stored.line).ok()?;
        let is_picked = self.picked.owner.is_none_or(|owner| owner == line.restaurant_id)
            && self.picked.has(&layout::order_slot(line.restaurant_id, line.provider, line.status));
        Some(is_picked && self.fits(stored))
    }

    /// Whether its times are right.
    fn fits(&self, &StoredOrder { created_at, updated_at, .. }: &StoredOrder<'_>) -> bool {
        self.from.is_none_or(|from| created_at >= from)
            && self.to.is_none_or(|to| created_at < to)
            && self.updated_since.is_none_or(|since| updated_at >= since)
    }
}

/// Of a list item, what filters look at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrderLine {
    restaurant_id: Id,
    provider: Provider,
    status: Status,
}

/// A list item as JSON text, with what was asked for beside it.
pub type SummaryText = Vec<u8>;

/// What becomes of an order that a list shows.
pub(super) trait Take<T>: Fn(Id, &StoredOrder<'_>) -> Option<Weighed<T>> {}

impl<T, F: Fn(Id, &StoredOrder<'_>) -> Option<Weighed<T>>> Take<T> for F {}

/// A page of a list: `take` gets each order that the filter shows.
pub(super) fn list<T>(
    view: &impl ReadView,
    filter: &OrderFilter,
    walk: &Walk,
    take: impl Take<T>,
) -> Result<Page<T>, Failure> {
    if let Some(since) = filter.updated_since {
        let stretch = Stretch { least: Some(id_edge(since)), below: None };
        let slots = slots::find(view, Table::OrdersByChange, &filter.picked)?;
        let named = |_: &[u8], id: &[u8]| take_indexed(view, id, filter, &take);
        return slots::page_of(view, Table::OrdersByChange, &slots, &stretch, walk, named);
    }
    let stretch = id_stretch(view, filter.from, filter.to)?;
    if filter.picked.is_everything() {
        // The orders themselves are in order: no index is needed.
        let itself = |id: &[u8], value: &[u8]| take_shown(id, value, filter, &take);
        return slots::page_of(view, Table::Orders, &[Vec::new()], &stretch, walk, itself);
    }
    let slots = slots::find(view, Table::OrdersBySlot, &filter.picked)?;
    slots::page_of(view, Table::OrdersBySlot, &slots, &stretch, walk, |id, _| take_indexed(view, id, filter, &take))
}

/// The same for orders that wait for accounting.
pub(super) fn list_pending<T>(
    view: &impl ReadView,
    filter: &OrderFilter,
    walk: &Walk,
    take: impl Take<T>,
) -> Result<Page<T>, Failure> {
    let stretch = id_stretch(view, filter.from, filter.to)?;
    let named = |id: &[u8], _: &[u8]| take_indexed(view, id, filter, &take);
    if filter.picked.is_everything() {
        return slots::page_of(view, Table::Pending, &[Vec::new()], &stretch, walk, named);
    }
    let slots = slots::find(view, Table::PendingBySlot, &filter.picked)?;
    slots::page_of(view, Table::PendingBySlot, &slots, &stretch, walk, named)
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

/// What `take` makes of an order, if its times are in the filter.
fn take_shown<T>(
    id: &[u8],
    value: &[u8],
    filter: &OrderFilter,
    take: &impl Take<T>,
) -> Result<Option<Weighed<T>>, Failure> {
    let taken = Id::from_slice(id)
        .zip(StoredOrder::read(value))
        .and_then(|(id, stored)| if filter.fits(&stored) { Some(Some(take(id, &stored)?)) } else { Some(None) });
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
