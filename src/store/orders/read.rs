//! Reading orders: one, those of a platform's id, lists, and what is due.

use super::index::payment_hash;
use super::lists::{Among, OrderFilter, SummaryText, id_stretch, list};
use super::value::{self, Included, OrderTexts, StoredOrder};
use crate::slots::{self, Picked, Stretch};
use crate::{ReadView, Row, Table, counts::StoreCounts, layout, page_draft::Weighed, successor, unreadable};
use model::{Dir, Failure, Id, Order, Page, Provider, Status, Time, Walk};
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
        let rows = self.rows_with(Table::OrdersByPlatformId, &layout::hash(platform_id))?;
        let read = |row: Row<'_>| {
            let ((provider, restaurant), id) = layout::read_owner(row.value()).zip(layout::read_by_hash(row.key()))?;
            Some((id, provider, restaurant))
        };
        rows.map(|row| read(row?).ok_or_else(|| unreadable(Table::OrdersByPlatformId))).collect()
    }

    /// The one order of this shop on this platform with this platform id.
    fn order_of(&self, restaurant: Id, provider: Provider, platform_id: &str) -> Result<Option<Order>, Failure> {
        let found = self.orders_with_platform_id(platform_id)?;
        let one = found.into_iter().find(|(_, p, r)| *p == provider && *r == restaurant);
        one.map_or(Ok(None), |(id, _, _)| self.order(id))
    }

    /// The list that a filter shows.
    fn list_orders(&self, filter: &OrderFilter, included: Included, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
        list(self, Among::All, filter, walk, |_: Id, stored: &StoredOrder<'_>| stored.row(included))
    }

    /// The ids of the same.
    fn order_ids(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<Id>, Failure> {
        list(self, Among::All, filter, walk, |id: Id, _: &StoredOrder<'_>| Some(Weighed::light(id)))
    }

    /// What platforms call the orders of the picked slots, newest first, at most `most`.
    fn platform_ids_in(&self, picked: &Picked, most: usize) -> Result<Vec<String>, Failure> {
        let filter = OrderFilter { picked: picked.clone(), ..OrderFilter::default() };
        let platform_id = |_: Id, stored: &StoredOrder<'_>| {
            let PlatformId { provider_order_id } = serde_json::from_slice(stored.line).ok()?;
            Some(Weighed::light(provider_order_id))
        };
        Ok(list(self, Among::All, &filter, &Walk::newest(most), platform_id)?.items)
    }

    /// Orders that wait for accounting.
    fn list_pending(
        &self,
        filter: &OrderFilter,
        included: Included,
        walk: &Walk,
    ) -> Result<Page<SummaryText>, Failure> {
        list(self, Among::Pending, filter, walk, |_: Id, stored: &StoredOrder<'_>| stored.row(included))
    }

    /// The ids of the same.
    fn pending_ids(&self, filter: &OrderFilter, walk: &Walk) -> Result<Page<Id>, Failure> {
        list(self, Among::Pending, filter, walk, |id: Id, _: &StoredOrder<'_>| Some(Weighed::light(id)))
    }

    /// Orders made before `end` that are over and whose customer's data is to be erased, oldest first, at most `most`: after
    /// `from`, where an earlier call left off. With each order its place.
    fn orders_to_erase(&self, end: Time, from: &[u8], most: usize) -> Result<Vec<(Vec<u8>, Id)>, Failure> {
        let end = layout::time_bytes(end);
        if from >= end.as_slice() {
            return Ok(Vec::new());
        }
        let rows = self.rows(Table::OrdersToErase, (Bound::Excluded(from), Bound::Excluded(&end)))?;
        let read = |row: Row<'_>| layout::read_at_time(row.key()).map(|(_, id)| (row.key().to_vec(), id));
        rows.take(most).map(|row| read(row?).ok_or_else(|| unreadable(Table::OrdersToErase))).collect()
    }

    /// Open orders made before `end`, oldest first, at most `most`: after `from`, where an earlier call left off.
    fn open_orders_before(&self, end: Time, from: Id, most: usize) -> Result<Vec<Order>, Failure> {
        let slots = slots::find(self, Table::OrdersBySlot, &Picked::orders(None, None, &Status::OPEN))?;
        let stretch = id_stretch(self, None, Some(end))?;
        let walk = Walk { limit: most, dir: Dir::Prev, from: Some(from.bytes().to_vec()) };
        let take = |id: &[u8], _: &[u8]| whole(self, id);
        let page = slots::page(self, Table::OrdersBySlot, &slots, &stretch, &walk, take)?;
        Ok(page.items.into_iter().rev().collect())
    }

    /// Orders whose payment has this text, where the owner has a say in it: after another, the oldest first, at most
    /// `most`.
    fn orders_by_payment(&self, text: &str, after: Option<Id>, most: usize) -> Result<Vec<Id>, Failure> {
        let prefix = payment_hash(text);
        // `Id::NIL` is no order's.
        let start = layout::by_hash(prefix, after.unwrap_or(Id::NIL));
        let end = successor(&prefix);
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let rows = self.rows(Table::OrdersByPayment, (Bound::Excluded(&start), end))?.take(most);
        rows.map(|row| layout::read_by_hash(row?.key()).ok_or_else(|| unreadable(Table::OrdersByPayment))).collect()
    }

    /// Whole orders of the picked slots, newest first, at most `most`.
    fn orders_in(&self, picked: &Picked, most: usize) -> Result<Vec<Order>, Failure> {
        let slots = slots::find(self, Table::OrdersBySlot, picked)?;
        let take = |id: &[u8], _: &[u8]| whole(self, id);
        Ok(slots::page(self, Table::OrdersBySlot, &slots, &Stretch::default(), &Walk::newest(most), take)?.items)
    }

    /// Whole orders of the picked slots that changed after `since`, in the order in which they changed, at most `most`.
    fn orders_changed(&self, picked: &Picked, since: Id, most: usize) -> Result<Vec<Order>, Failure> {
        let slots = slots::find(self, Table::OrdersByChange, picked)?;
        let walk = Walk { limit: most, dir: Dir::Prev, from: Some(since.bytes().to_vec()) };
        let take = |_: &[u8], id: &[u8]| whole(self, id);
        let page = slots::page(self, Table::OrdersByChange, &slots, &Stretch::default(), &walk, take)?;
        Ok(page.items.into_iter().rev().collect())
    }

    /// Orders that were brought back to the cooks.
    fn brought_back(&self) -> Result<Vec<Id>, Failure> {
        self.rows_with(Table::BroughtBack, &[])?.keys(usize::MAX, Id::from_slice)
    }

    /// The orders that changed after `since`, in the order in which they changed, at most `most`: where in that order, and
    /// which.
    fn changes_after(&self, since: Id, most: usize) -> Result<Vec<(Id, Id)>, Failure> {
        let slots = slots::find(self, Table::OrdersByChange, &Picked::default())?;
        let walk = Walk { limit: most, dir: Dir::Prev, from: Some(since.bytes().to_vec()) };
        let take = |change: &[u8], order: &[u8]| {
            let read = Id::from_slice(change).zip(Id::from_slice(order));
            read.map(|read| Some(Weighed::light(read))).ok_or_else(|| unreadable(Table::OrdersByChange))
        };
        let page = slots::page(self, Table::OrdersByChange, &slots, &Stretch::default(), &walk, take)?;
        Ok(page.items.into_iter().rev().collect())
    }

    /// Whether what is in an order was changed since it came; nothing of one that is not there.
    fn has_other_basket(&self, id: Id) -> Result<Option<bool>, Failure> {
        let key = id.bytes();
        let found =
            self.with(Table::Orders, &key, |value| value::see(&key, value, |stored| Some(stored.is_changed())))?;
        found.transpose()
    }

    /// The place of the latest change of any order; `Id::NIL` while there is none.
    fn last_change(&self) -> Result<Id, Failure> {
        let slots = slots::find(self, Table::OrdersByChange, &Picked::default())?;
        let (anywhere, latest) = (Stretch::default(), Walk::newest(1));
        let take = |_: &[u8], _: &[u8]| Ok(Some(Weighed::light(())));
        let page = slots::page(self, Table::OrdersByChange, &slots, &anywhere, &latest, take)?;
        Ok(page.prev.as_deref().and_then(Id::from_slice).unwrap_or(Id::NIL))
    }

    /// Orders that are still to be accepted automatically, oldest first, at most `most`.
    fn orders_to_accept(&self, most: usize) -> Result<Vec<Id>, Failure> {
        self.rows_with(Table::AcceptOwed, &[])?.keys(most, Id::from_slice)
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

fn whole(view: &impl ReadView, id: &[u8]) -> Result<Option<Weighed<Order>>, Failure> {
    let found = view.with(Table::Orders, id, |value| value::read(id, value))?;
    let order = found.unwrap_or_else(|| Err(Failure::fault("an index names an order that is not there")));
    order.map(|order| Some(Weighed::light(order)))
}

fn due(view: &impl ReadView, table: Table, now: Time, most: usize) -> Result<(Vec<Id>, Option<Time>), Failure> {
    let mut due = Vec::new();
    for row in view.rows_with(table, &[])? {
        let (at, id) = layout::read_at_time(row?.key()).ok_or_else(|| unreadable(table))?;
        if at > now || due.len() == most {
            return Ok((due, Some(at)));
        }
        due.push(id);
    }
    Ok((due, None))
}
