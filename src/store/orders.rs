//! Orders in the store: the record, its list item, its raw JSON and all its index entries change together.

use super::{
    ids::drift,
    layout,
    slots::{self, Picked, Stretch},
    tables::Table,
    tx::Tx,
    view::{ReadView, successor},
    words,
};
use crate::model::{
    Dir, Failure, Id, Order, Page, Provider, Status, Time, Walk,
    order::{OrderSummary, StepState},
    payment,
};
use serde::Deserialize;
use std::ops::Bound;

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

/// Of a list item, what its platform calls the order.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlatformId {
    provider_order_id: String,
}

impl Tx<'_> {
    pub fn add_order(&mut self, order: &Order, raw: &[u8]) -> Result<(), Failure> {
        let order = &Order { change_id: self.next_id(), ..order.clone() };
        let key = order.id.bytes();
        self.put(Table::Orders, &key, order)?;
        self.put_bytes(Table::OrderSummaries, &key, &summary(order)?)?;
        self.put_bytes(Table::OrderRaws, &key, &lz4_flex::compress_prepend_size(raw))?;
        for (table, key, value) in index_entries(order) {
            self.put_bytes(table, &key, &value)?;
        }
        self.book(None, Some(order))
    }

    /// Replaces a stored order; `before` is what is stored now.
    pub fn change_order(&mut self, before: &Order, after: &Order) -> Result<(), Failure> {
        let after = &Order { change_id: self.next_id(), ..after.clone() };
        self.replace_order(before, after)
    }

    /// Takes the customer's data out of an order, its raw JSON and the words that it is found by. It keeps its place in
    /// the list by change: a till that asks what is new must not be given every old order again.
    pub fn erase_order(&mut self, before: &Order) -> Result<(), Failure> {
        let mut after = before.clone();
        after.erase(self.now);
        self.put_bytes(Table::OrderRaws, &after.id.bytes(), &lz4_flex::compress_prepend_size(b"null"))?;
        self.replace_order(before, &after)
    }

    /// Stores how an order's payment is read anew. One that is over keeps its place in the list by change, as nothing
    /// happened to it; whoever still works on one sees it there.
    pub fn reread_order(&mut self, before: &Order, after: &Order) -> Result<(), Failure> {
        if before.status.is_closed() {
            return self.replace_order(before, after);
        }
        self.change_order(before, &Order { updated_at: self.now, ..after.clone() })
    }

    fn replace_order(&mut self, before: &Order, after: &Order) -> Result<(), Failure> {
        let key = after.id.bytes();
        self.put(Table::Orders, &key, after)?;
        self.put_bytes(Table::OrderSummaries, &key, &summary(after)?)?;
        let (old, new) = (index_entries(before), index_entries(after));
        for entry in old.iter().filter(|entry| !new.contains(entry)) {
            self.delete(entry.0, &entry.1)?;
        }
        for entry in new.iter().filter(|entry| !old.contains(entry)) {
            self.put_bytes(entry.0, &entry.1, &entry.2)?;
        }
        self.book(Some(before), Some(after))
    }
}

pub trait Orders: ReadView + Sized {
    fn order_count(&self) -> Result<u64, Failure> {
        self.count(Table::Orders)
    }

    /// How many wait for accounting.
    fn pending_count(&self) -> Result<u64, Failure> {
        self.count(Table::PendingBySlot)
    }

    fn order(&self, id: Id) -> Result<Option<Order>, Failure> {
        self.record(Table::Orders, &id.bytes())
    }

    /// The platform's own JSON, untouched.
    fn raw(&self, id: Id) -> Result<Option<Vec<u8>>, Failure> {
        let Some(packed) = self.bytes(Table::OrderRaws, &id.bytes())? else { return Ok(None) };
        // A damaged length must not become a request for gigabytes: LZ4 packs at most 255 bytes into one.
        let unpacked = match lz4_flex::block::uncompressed_size(&packed) {
            Ok((length, body)) if length <= body.len() * 255 => lz4_flex::block::decompress(body, length).ok(),
            _ => None,
        };
        unpacked.map(Some).ok_or_else(|| Failure::fault(format!("the raw JSON of order {id} cannot be read")))
    }

    /// Every order that carries this platform id, with whose it is; more than one only if shops share a number.
    fn orders_with_platform_id(&self, platform_id: &str) -> Result<Vec<(Id, Provider, Id)>, Failure> {
        let mut found = Vec::new();
        self.scan_prefix(Table::OrdersByPlatformId, &layout::hash(platform_id), |key, value| {
            match (layout::read_by_hash(key), layout::read_owner(value)) {
                (Some(id), Some((provider, restaurant))) => found.push((id, provider, restaurant)),
                _ => return Err(Failure::fault("an entry of orders_by_platform_id cannot be read")),
            }
            Ok(true)
        })?;
        Ok(found)
    }

    /// The one order of this shop on this platform with this platform id.
    fn order_of(&self, restaurant: Id, provider: Provider, platform_id: &str) -> Result<Option<Order>, Failure> {
        let found = self.orders_with_platform_id(platform_id)?;
        let one = found.into_iter().find(|(_, p, r)| *p == provider && *r == restaurant);
        one.map_or(Ok(None), |(id, _, _)| self.order(id))
    }

    /// The list that a filter shows.
    fn list_orders(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
        list(self, filter, walk, |_, json| Ok(json.to_vec()))
    }

    /// The ids of the same.
    fn order_ids(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<Id>, Failure> {
        list(self, filter, walk, |id, _| Ok(id))
    }

    /// What platforms call the orders of the picked slots, newest first, at most `most`.
    fn platform_ids_in(&self, picked: &Picked, most: usize) -> Result<Vec<String>, Failure> {
        let filter = OrderFilter { picked: picked.clone(), ..OrderFilter::default() };
        let platform_id = |_, json: &[u8]| match serde_json::from_slice(json) {
            Ok(PlatformId { provider_order_id }) => Ok(provider_order_id),
            Err(e) => Err(Failure::fault(e)),
        };
        Ok(list(self, &filter, &Walk::newest(most), platform_id)?.items)
    }

    /// Orders that wait for accounting.
    fn list_pending(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
        list_pending(self, filter, walk, |_, json| Ok(json.to_vec()))
    }

    /// The ids of the same.
    fn pending_ids(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<Id>, Failure> {
        list_pending(self, filter, walk, |id, _| Ok(id))
    }

    /// Orders made before `end` whose customer's data is to be erased, oldest first, at most `most`: after `from`, where
    /// an earlier call left off. With each order its place.
    fn orders_to_erase(&self, end: Time, from: &[u8], most: usize) -> Result<Vec<(Vec<u8>, Id)>, Failure> {
        let mut found = Vec::new();
        let end = layout::time_bytes(end);
        if from >= end.as_slice() {
            return Ok(found);
        }
        self.scan(Table::OrdersToErase, (Bound::Excluded(from), Bound::Excluded(&end)), |key, _| {
            let read = layout::read_at_time(key);
            let (_, id) = read.ok_or_else(|| Failure::fault("an entry of orders_to_erase cannot be read"))?;
            found.push((key.to_vec(), id));
            Ok(found.len() < most)
        })?;
        Ok(found)
    }

    /// Orders whose payment has this text, where the owner has a say in it: after another, the oldest first, at most
    /// `most`.
    fn orders_by_payment(&self, text: &str, after: Option<Id>, most: usize) -> Result<Vec<Id>, Failure> {
        let mut found = Vec::new();
        let prefix = payment_hash(text);
        // `Id::NIL` is nobody's.
        let start = layout::by_hash(prefix, after.unwrap_or(Id::NIL));
        let end = successor(&prefix);
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.scan(Table::OrdersByPayment, (Bound::Excluded(&start), end), |key, _| {
            let id = layout::read_by_hash(key);
            found.push(id.ok_or_else(|| Failure::fault("an entry of orders_by_payment cannot be read"))?);
            Ok(found.len() < most)
        })?;
        Ok(found)
    }

    /// Whole orders of the picked slots, newest first, at most `most`.
    fn orders_in(&self, picked: &Picked, most: usize) -> Result<Vec<Order>, Failure> {
        let slots = slots::find(self, Table::OrdersBySlot, picked)?;
        let take = |id: &[u8], _: &[u8]| whole(self, id).map(Some);
        Ok(slots::page(self, Table::OrdersBySlot, &slots, &Stretch::default(), &Walk::newest(most), take)?.items)
    }

    /// Whole orders of the picked slots that changed after `since`, in the order in which they changed, at most `most`.
    fn orders_changed(&self, picked: &Picked, since: Id, most: usize) -> Result<Vec<Order>, Failure> {
        let slots = slots::find(self, Table::OrdersByChange, picked)?;
        let walk = Walk { limit: most, dir: Dir::Prev, from: Some(since.bytes().to_vec()) };
        let take = |_: &[u8], id: &[u8]| whole(self, id).map(Some);
        let page = slots::page(self, Table::OrdersByChange, &slots, &Stretch::default(), &walk, take)?;
        Ok(page.items.into_iter().rev().collect())
    }

    /// The place of the latest change of any order; `Id::NIL` while there is none.
    fn last_change(&self) -> Result<Id, Failure> {
        let slots = slots::find(self, Table::OrdersByChange, &Picked::default())?;
        let latest = Walk::newest(1);
        let page = slots::page(self, Table::OrdersByChange, &slots, &Stretch::default(), &latest, |_, _| Ok(Some(())))?;
        Ok(page.prev.as_deref().and_then(Id::from_slice).unwrap_or(Id::NIL))
    }

    /// Orders that are still to be accepted automatically, oldest first, at most `most`.
    fn orders_to_accept(&self, most: usize) -> Result<Vec<Id>, Failure> {
        let mut ids = Vec::new();
        self.scan(Table::AcceptOwed, (Bound::Unbounded, Bound::Unbounded), |key, _| {
            ids.extend(Id::from_slice(key));
            Ok(ids.len() < most)
        })?;
        Ok(ids)
    }

    /// The scheduled orders that are due at `now`, and when the one after them will be.
    fn scheduled_due(&self, now: Time, most: usize) -> Result<(Vec<Id>, Option<Time>), Failure> {
        due(self, Table::ScheduledByDue, now, most)
    }

    /// The orders whose platform is to be told something at `now`, and when the one after them will be.
    fn steps_due(&self, now: Time, most: usize) -> Result<(Vec<Id>, Option<Time>), Failure> {
        due(self, Table::StepsByDue, now, most)
    }
}

impl<L: ReadView> Orders for L {}

fn whole(view: &impl ReadView, id: &[u8]) -> Result<Order, Failure> {
    let found = view.record(Table::Orders, id)?;
    found.ok_or_else(|| Failure::fault("an index names an order that is not there"))
}

fn due(view: &impl ReadView, table: Table, now: Time, most: usize) -> Result<(Vec<Id>, Option<Time>), Failure> {
    let mut due = Vec::new();
    let mut next = None;
    view.scan(table, (Bound::Unbounded, Bound::Unbounded), |key, _| {
        let Some((at, id)) = layout::read_at_time(key) else {
            return Err(Failure::fault(format!("an entry of {} cannot be read", table.name())));
        };
        if at > now || due.len() == most {
            next = Some(at);
            return Ok(false);
        }
        due.push(id);
        Ok(true)
    })?;
    Ok((due, next))
}

/// Every index entry that an order has. Its record and this function say all there is to know about the indexes.
pub(super) fn index_entries(order: &Order) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let id = order.id.bytes().to_vec();
    let slot = layout::order_slot(order.restaurant_id, order.provider, order.status);
    let by_slot = layout::in_slot(&slot, order.id);
    let platform_key = layout::by_hash(layout::hash(&order.provider_order_id), order.id);
    let mut entries = vec![
        (Table::OrdersByPlatformId, platform_key, layout::owner(order)),
        (Table::OrdersByChange, layout::in_slot(&slot, order.change_id), id.clone()),
    ];
    if order.accept_owed && order.status.awaits_verification() {
        entries.push((Table::AcceptOwed, id, Vec::new()));
    }
    if order.awaits_report() {
        entries.push((Table::PendingBySlot, by_slot.clone(), Vec::new()));
    }
    entries.extend(payment_key(order).map(|key| (Table::OrdersByPayment, key, Vec::new())));
    let at = |time: Time| layout::at_time(time, order.id);
    if order.is_erasable() {
        entries.push((Table::OrdersToErase, at(order.created_at), Vec::new()));
    }
    if let (Status::ScheduledVerified, Some(starts)) = (order.status, order.starts_at) {
        entries.push((Table::ScheduledByDue, at(starts), Vec::new()));
    }
    let waiting = order.platform_sync.iter().find(|step| step.state == StepState::Waiting);
    if let Some(due) = waiting.and_then(|step| step.due_at) {
        entries.push((Table::StepsByDue, at(due), Vec::new()));
    }
    entries.extend(words::keys(order).into_iter().map(|key| (Table::OrdersByWord, key, Vec::new())));
    entries.push((Table::OrdersBySlot, by_slot, Vec::new()));
    entries
}

/// Its place in `OrdersByPayment`, if it has one.
pub(super) fn payment_key(order: &Order) -> Option<Vec<u8>> {
    Some(layout::by_hash(payment_hash(order.payment_text()?), order.id))
}

fn payment_hash(text: &str) -> [u8; 16] {
    layout::hash(&payment::key(text))
}

/// The stored form of a list item.
pub(super) fn summary(order: &Order) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(512);
    bytes.extend_from_slice(&layout::summary_head(order.created_at, order.updated_at));
    serde_json::to_writer(&mut bytes, &OrderSummary::from(order)).map_err(Failure::fault)?;
    Ok(bytes)
}

/// A page of a list: `take` gets the id of each order that the filter shows, and the JSON of its list item.
fn list<T>(
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
fn list_pending<T>(
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
pub(super) fn id_stretch(view: &impl ReadView, from: Option<Time>, to: Option<Time>) -> Result<Stretch, Failure> {
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
