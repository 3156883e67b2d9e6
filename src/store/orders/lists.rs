//! Lists of orders: which a filter shows, page by page.

use super::super::{
    ids::drift,
    layout,
    slots::{self, Picked, Stretch},
    tables::Table,
    view::ReadView,
};
use crate::model::{Failure, Id, Order, Page, Time, Walk};

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
    /// Whether a list with this filter shows the order.
    pub fn shows(&self, order: &Order) -> bool {
        self.picked.owner.is_none_or(|owner| owner == order.restaurant_id)
            && self.picked.has(&layout::order_slot(order.restaurant_id, order.provider, order.status))
            && self.from.is_none_or(|from| order.created_at >= from)
            && self.to.is_none_or(|to| order.created_at < to)
            && self.updated_since.is_none_or(|since| order.updated_at >= since)
    }
}

/// A list item as JSON text.
pub type SummaryText = Vec<u8>;

/// A page of a list: `take` gets the id of each order that the filter shows, and the JSON of its list item.
pub(super) fn list<T>(
    view: &impl ReadView,
    filter: &OrderFilter,
    walk: &Walk,
    take: impl Fn(Id, &[u8]) -> Result<T, Failure>,
) -> Result<Page<T>, Failure> {
    if let Some(since) = filter.updated_since {
        let stretch = Stretch { least: Some(id_edge(since)), below: None };
        let slots = slots::find(view, Table::OrdersByChange, &filter.picked)?;
        let named = |_: &[u8], id: &[u8]| take_indexed(view, id, filter, &take);
        return slots::page(view, Table::OrdersByChange, &slots, &stretch, walk, named);
    }
    let stretch = id_stretch(view, filter.from, filter.to)?;
    if filter.picked.is_everything() {
        // The list items themselves are in order: no index is needed.
        let itself = |id: &[u8], value: &[u8]| take_shown(id, value, filter, &take);
        return slots::page(view, Table::OrderSummaries, &[Vec::new()], &stretch, walk, itself);
    }
    let slots = slots::find(view, Table::OrdersBySlot, &filter.picked)?;
    slots::page(view, Table::OrdersBySlot, &slots, &stretch, walk, |id, _| take_indexed(view, id, filter, &take))
}

/// The same for orders that wait for accounting.
pub(super) fn list_pending<T>(
    view: &impl ReadView,
    filter: &OrderFilter,
    walk: &Walk,
    take: impl Fn(Id, &[u8]) -> Result<T, Failure>,
) -> Result<Page<T>, Failure> {
    let stretch = id_stretch(view, filter.from, filter.to)?;
    let slots = slots::find(view, Table::PendingBySlot, &filter.picked)?;
    slots::page(view, Table::PendingBySlot, &slots, &stretch, walk, |id, _| take_indexed(view, id, filter, &take))
}

fn take_indexed<T>(
    view: &impl ReadView,
    id: &[u8],
    filter: &OrderFilter,
    take: &impl Fn(Id, &[u8]) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    match view.bytes(Table::OrderSummaries, id)? {
        Some(value) => take_shown(id, &value, filter, take),
        None => Err(Failure::fault("an index names an order that is not there")),
    }
}

/// What `take` makes of a list item, if its times are in the filter.
fn take_shown<T>(
    id: &[u8],
    value: &[u8],
    filter: &OrderFilter,
    take: &impl Fn(Id, &[u8]) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let (Some(id), Some((created, updated, json))) = (Id::from_slice(id), layout::read_summary(value)) else {
        return Err(Failure::fault("a list item cannot be read"));
    };
    let fits = filter.from.is_none_or(|from| created >= from)
        && filter.to.is_none_or(|to| created < to)
        && filter.updated_since.is_none_or(|since| updated >= since);
    fits.then(|| take(id, json)).transpose()
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
