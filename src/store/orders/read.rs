//! Reading orders: one, those of a platform's id, lists, and what is due.

use super::{
    super::{
        counts::StoreCounts,
        layout,
        page_draft::Weighed,
        slots::{self, Picked, Stretch},
        tables::Table,
        view::{ReadView, successor},
    },
    index::payment_hash,
    lists::{OrderFilter, SummaryText, list, list_pending},
    value::{self, Included, OrderTexts, StoredOrder},
};
use model::{Dir, Failure, Id, Order, Page, Provider, Time, Walk};
use serde::Deserialize;
use std::ops::Bound;

pub trait Orders: ReadView + Sized {
    fn order_count(&self) -> Result<u64, Failure> {
        self.count(Table::Orders)
    }

    /// How many wait for accounting.
    fn pending_count(&self) -> Result<u64, Failure> {
        Ok(StoreCounts::of(self)?.pending)
    }

    fn order(&self, id: Id) -> Result<Option<Order>, Failure> {
        let key = id.bytes();
        self.with(Table::Orders, &key, |value| value::read(&key, value))?.transpose()
    }

    /// The platform's own JSON, untouched.
    fn raw(&self, id: Id) -> Result<Option<Vec<u8>>, Failure> {
        Ok(self.order_texts(id)?.map(|texts| texts.raw().to_vec()))
    }

    /// The order as texts.
    fn order_texts(&self, id: Id) -> Result<Option<OrderTexts>, Failure> {
        let key = id.bytes();
        self.with(Table::Orders, &key, |value| value::see(&key, value, |stored| stored.texts()))?.transpose()
    }

    /// Its list item, as text: nothing has to be unpacked for it.
    fn order_line(&self, id: Id) -> Result<Option<SummaryText>, Failure> {
        let key = id.bytes();
        self.with(Table::Orders, &key, |value| value::see(&key, value, |stored| Some(stored.line.to_vec())))?
            .transpose()
    }

    /// Whether a filter shows an order, without reading all of it.
    fn is_shown(&self, id: Id, filter: &OrderFilter) -> Result<bool, Failure> {
        let key = id.bytes();
        let found = self.with(Table::Orders, &key, |value| value::see(&key, value, |stored| filter.has(&stored)))?;
        found.unwrap_or(Ok(false))
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
    fn list_orders(&self, filter: &OrderFilter, included: Included, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
        list(self, filter, walk, |_: Id, stored: &StoredOrder<'_>| stored.row(included))
    }

    /// The ids of the same.
    fn order_ids(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<Id>, Failure> {
        list(self, filter, walk, |id: Id, _: &StoredOrder<'_>| Some(Weighed { item: id, bytes: 0 }))
    }

    /// What platforms call the orders of the picked slots, newest first, at most `most`.
    fn platform_ids_in(&self, picked: &Picked, most: usize) -> Result<Vec<String>, Failure> {
        let filter = OrderFilter { picked: picked.clone(), ..OrderFilter::default() };
        let platform_id = |_: Id, stored: &StoredOrder<'_>| {
            let PlatformId { provider_order_id } = serde_json::from_slice(stored.line).ok()?;
            Some(Weighed { item: provider_order_id, bytes: 0 })
        };
        Ok(list(self, &filter, &Walk::newest(most), platform_id)?.items)
    }

    /// Orders that wait for accounting.
    fn list_pending(
        &self,
        filter: &OrderFilter,
        included: Included,
        walk: &Walk,
    ) -> Result<Page<SummaryText>, Failure> {
        list_pending(self, filter, walk, |_: Id, stored: &StoredOrder<'_>| stored.row(included))
    }

    /// The ids of the same.
    fn pending_ids(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<Id>, Failure> {
        list_pending(self, filter, walk, |id: Id, _: &StoredOrder<'_>| Some(Weighed { item: id, bytes: 0 }))
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
        // `Id::NIL` is no order's.
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

/// Of a list item, what its platform calls the order.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlatformId {
    provider_order_id: String,
}

fn whole(view: &impl ReadView, id: &[u8]) -> Result<Order, Failure> {
    let found = view.with(Table::Orders, id, |value| value::read(id, value))?;
    found.unwrap_or_else(|| Err(Failure::fault("an index names an order that is not there")))
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
