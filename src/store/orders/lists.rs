//! Lists of orders: which a filter shows, page by page.

use super::{
    super::{
        ids::drift,
        layout,
        slots::{self, Picked, Stretch},
        tables::Table,
        view::ReadView,
    },
    value::StoredOrder,
};
use crate::model::{Failure, Id, Page, Provider, Status, Time, Walk};

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
    /// Whether a list with this filter shows an order of this restaurant, platform and status.
    pub(super) fn has(&self, restaurant: Id, provider: Provider, status: Status, times: OrderTimes) -> bool {
        self.picked.owner.is_none_or(|owner| owner == restaurant)
            && self.picked.has(&layout::order_slot(restaurant, provider, status))
            && self.fits(times)
    }

    /// Whether its times are right.
    fn fits(&self, OrderTimes { created_at, updated_at }: OrderTimes) -> bool {
        self.from.is_none_or(|from| created_at >= from)
            && self.to.is_none_or(|to| created_at < to)
            && self.updated_since.is_none_or(|since| updated_at >= since)
    }
}

/// When an order was made, and when it changed last.
#[derive(Clone, Copy)]
pub(super) struct OrderTimes {
    pub created_at: Time,
    pub updated_at: Time,
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
        // The orders themselves are in order: no index is needed.
        let itself = |id: &[u8], value: &[u8]| take_shown(id, value, filter, &take);
        return slots::page(view, Table::Orders, &[Vec::new()], &stretch, walk, itself);
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
    let named = |id: &[u8], _: &[u8]| take_indexed(view, id, filter, &take);
    if filter.picked.is_everything() {
        return slots::page(view, Table::Pending, &[Vec::new()], &stretch, walk, named);
    }
    let slots = slots::find(view, Table::PendingBySlot, &filter.picked)?;
    slots::page(view, Table::PendingBySlot, &slots, &stretch, walk, named)
}

fn take_indexed<T>(
    view: &impl ReadView,
    id: &[u8],
    filter: &OrderFilter,
    take: &impl Fn(Id, &[u8]) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let taken = view.with(Table::Orders, id, |value| take_shown(id, value, filter, take))?;
    taken.unwrap_or_else(|| Err(Failure::fault("an index names an order that is not there")))
}

/// What `take` makes of a list item, if its times are in the filter.
fn take_shown<T>(
    id: &[u8],
    value: &[u8],
    filter: &OrderFilter,
    take: &impl Fn(Id, &[u8]) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let (Some(id), Some(stored)) = (Id::from_slice(id), StoredOrder::read(value)) else {
        return Err(Failure::fault("a list item cannot be read"));
    };
    let times = OrderTimes { created_at: stored.created_at, updated_at: stored.updated_at };
    filter.fits(times).then(|| take(id, stored.line)).transpose()
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
