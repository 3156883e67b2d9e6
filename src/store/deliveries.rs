//! Webhooks and deliveries in the store: the record and all its index entries change together.
//!
//! Of each chain only the head has a due row, so that what waits behind it is never looked at. A cancellation waits
//! for at most one retry of what is before it; then it has a due row of its own.

use super::tx::{IndexEntry, Outgoing};
use super::{
    Picked, ReadView, Reader, Row, Table, Tx, layout, orders::id_stretch, page_draft::Weighed, slots, successor,
    tallies::stored_delivery_count, unreadable,
};
use model::{Delivery, DeliveryState, Event, EventKind, Failure, Id, Page, Restaurant, Time, Walk, Webhook};
use std::{ops::Bound, sync::Arc};

/// Attempts of what is before it that a cancellation waits for: the first, and one retry.
const CANCELLATION_WAITS: u32 = 2;

/// Which deliveries a list shows.
#[derive(Clone, Debug, Default)]
pub struct DeliveryFilter {
    pub lane: Option<Id>,
    pub kind: Option<EventKind>,
    pub state: Option<DeliveryState>,
    pub order: Option<Id>,
    /// Created at or after, and before.
    pub from: Option<Time>,
    pub to: Option<Time>,
}

pub trait Deliveries: ReadView + Sized {
    reads! {
        one webhook(id: Id) -> Webhook in Webhooks at id.bytes();
        one delivery(id: Id) -> Delivery in Deliveries at id.bytes();
        one event(id: Id) -> Event in Events at id.bytes();
        all webhooks -> Webhook in Webhooks;
    }

    fn list_deliveries(&self, filter: &DeliveryFilter, walk: &Walk) -> Result<Page<Delivery>, Failure> {
        let stretch = id_stretch(self, filter.from, filter.to)?;
        let picked = filter.picked();
        let take = |position: &[u8], _: &[u8]| {
            let Some(id) = Id::from_slice(position) else { return Ok(None) };
            let found = self.delivery(id)?;
            Ok(found.filter(|delivery| filter.shows(delivery)).map(Weighed::light))
        };
        match filter.order {
            Some(order) => slots::page(self, Table::DeliveriesByOrder, &[order.bytes().to_vec()], &stretch, walk, take),
            None if picked.is_everything() => slots::page(self, Table::Deliveries, &[Vec::new()], &stretch, walk, take),
            None => {
                let slots = slots::find(self, Table::DeliveriesBySlot, &picked)?;
                slots::page(self, Table::DeliveriesBySlot, &slots, &stretch, walk, take)
            }
        }
    }

    /// Every lane that has something with a due time: one seek each.
    fn lanes_with_due(&self) -> Result<Vec<Id>, Failure> {
        let (mut lanes, mut start) = (Vec::new(), Some(Vec::new()));
        while let Some(from) = start {
            let first = self.rows(Table::DeliveriesDue, (Bound::Included(from.as_slice()), Bound::Unbounded))?.next();
            let lane = first.transpose()?.and_then(|row| Id::from_slice(row.key()));
            lanes.extend(lane);
            start = lane.and_then(|lane| successor(&lane.bytes()));
        }
        Ok(lanes)
    }

    /// Walks a lane's due rows, earliest first, until `each` says `false`.
    fn due_in_lane(&self, lane: Id, mut each: impl FnMut(Time, Id) -> bool) -> Result<(), Failure> {
        for row in self.rows_with(Table::DeliveriesDue, &lane.bytes())? {
            let (at, id) = layout::read_due(row?.key()).ok_or_else(|| unreadable(Table::DeliveriesDue))?;
            if !each(at, id) {
                break;
            }
        }
        Ok(())
    }

    /// Of what is due in a lane at `now`, the latest, at most `most`.
    fn latest_due(&self, lane: Id, now: Time, most: usize) -> Result<Vec<Id>, Failure> {
        let start = lane.bytes();
        let end = layout::due_end(lane, now);
        let rows = self.rows(Table::DeliveriesDue, (Bound::Included(start.as_slice()), Bound::Excluded(&end)))?;
        let id = |row: Row<'_>| layout::read_due(row.key()).map(|(_, id)| id);
        rows.rev().take(most).filter_map(|row| row.map(id).transpose()).collect()
    }

    /// The first few pending deliveries of a chain, in order.
    fn chain(&self, lane: Id, chain: Id, most: usize) -> Result<Vec<Id>, Failure> {
        self.rows_with(Table::DeliveryQueue, &layout::chain(lane, chain))?.keys(most, layout::read_queued)
    }

    /// Pending deliveries of a lane, at most `most`, in no particular order.
    fn pending_in_lane(&self, lane: Id, most: usize) -> Result<Vec<Id>, Failure> {
        self.rows_with(Table::DeliveryQueue, &lane.bytes())?.keys(most, layout::read_queued)
    }

    /// Every delivery that tells of an order.
    fn deliveries_of(&self, order: Id) -> Result<Vec<Id>, Failure> {
        self.rows_with(Table::DeliveriesByOrder, &order.bytes())?.keys(usize::MAX, layout::read_by_order)
    }

    /// Whether a later status of its order was delivered to the same target: a cancellation may overtake, and what was settled
    /// may be sent again. Nearly always nothing came after it, and that is one look.
    fn is_overtaken(&self, delivery: &Delivery) -> Result<bool, Failure> {
        let Some(order) = delivery.order_id else { return Ok(false) };
        let end = successor(&order.bytes());
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let after = layout::by_order(order, delivery.id);
        if self.rows(Table::DeliveriesByOrder, (Bound::Excluded(after.as_slice()), end))?.next().is_none() {
            return Ok(false);
        }
        // The same event on its way to other targets is passed over: what tells of later ones begins behind the next event.
        let event = delivery.event_id.bytes();
        let next =
            self.rows(Table::Events, (Bound::Excluded(event.as_slice()), Bound::Unbounded))?.next().transpose()?;
        let Some(next) = next.and_then(|row| Id::from_slice(row.key())) else { return Ok(false) };
        let start = layout::by_order(order, next);
        for row in self.rows(Table::DeliveriesByOrder, (Bound::Excluded(start.as_slice()), end))? {
            let id = layout::read_by_order(row?.key()).ok_or_else(|| unreadable(Table::DeliveriesByOrder))?;
            let is_later_status =
                |later: Delivery| later.lane == delivery.lane && later.is_known_there() && later.kind.tells_status();
            if self.delivery(id)?.is_some_and(is_later_status) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// When the oldest delivery that a lane still owes was made.
    fn oldest_pending(&self, lane: Id) -> Result<Option<Time>, Failure> {
        let filter = DeliveryFilter { lane: Some(lane), state: Some(DeliveryState::Pending), ..Default::default() };
        let walk = Walk { limit: 1, dir: model::Dir::Prev, from: None };
        Ok(self.list_deliveries(&filter, &walk)?.items.first().map(|delivery| delivery.created_at))
    }
}

impl<L: ReadView> Deliveries for L {}

impl Reader {
    /// How many deliveries of a lane are in a state.
    pub fn delivery_count(&self, lane: Id, state: DeliveryState) -> Result<u64, Failure> {
        stored_delivery_count(self, &layout::delivery_count(lane, state))
    }
}

impl DeliveryFilter {
    pub fn picked(&self) -> Picked {
        Picked {
            owner: self.lane,
            firsts: self.kind.iter().map(|kind| kind.byte()).collect(),
            seconds: self.state.iter().map(|state| state.byte()).collect(),
        }
    }

    fn shows(&self, delivery: &Delivery) -> bool {
        self.lane.is_none_or(|lane| lane == delivery.lane)
            && self.kind.is_none_or(|kind| kind == delivery.kind)
            && self.state.is_none_or(|state| state == delivery.state)
            && self.from.is_none_or(|from| delivery.created_at >= from)
            && self.to.is_none_or(|to| delivery.created_at < to)
    }
}

impl Tx<'_> {
    pub fn put_webhook(&mut self, webhook: &Webhook) -> Result<(), Failure> {
        self.known_webhooks.take();
        self.put(Table::Webhooks, &webhook.id.bytes(), webhook)
    }

    pub fn remove_webhook(&mut self, id: Id) -> Result<(), Failure> {
        self.known_webhooks.take();
        self.delete(Table::Webhooks, &id.bytes())
    }

    /// Each webhook that wants the event, and the restaurant's own address where it is one for that.
    pub(super) fn lanes_for(&self, event: &Event) -> Result<Vec<Id>, Failure> {
        let known: Arc<[Webhook]> = match &*self.known_webhooks.borrow() {
            Some(known) => known.clone(),
            None => self.webhooks()?.into(),
        };
        let mut lanes: Vec<Id> =
            known.iter().filter(|webhook| webhook.wants(event)).map(|webhook| webhook.id).collect();
        self.known_webhooks.replace(Some(known));
        if event.what.kind() == EventKind::PaymentMatching {
            lanes.push(event.restaurant_id);
        }
        Ok(lanes)
    }

    /// One delivery for each of these lanes.
    pub(super) fn address(&mut self, event: &Event, lanes: Vec<Id>) -> Result<(), Failure> {
        for lane in lanes {
            let mut delivery = Delivery {
                id: self.next_id(),
                lane,
                event_id: event.id,
                kind: event.what.kind(),
                order_id: event.what.order_id(),
                restaurant_id: event.restaurant_id,
                state: self.outgoing.state(),
                attempts: Vec::new(),
                attempt_count: 0,
                tries: 0,
                due_at: None,
                created_at: self.now,
                updated_at: self.now,
                is_held: self.outgoing == Outgoing::Held,
                was_delivered: false,
            };
            if self.outgoing != Outgoing::Sent {
                self.change_delivery(None, Some(&delivery))?;
                continue;
            }
            // Most begin a chain, and then nothing else of it is touched.
            let is_head = self.chain(lane, delivery.chain(), 1)?.is_empty();
            delivery.due_at = is_head.then_some(self.now);
            self.change_delivery(None, Some(&delivery))?;
            if !is_head {
                self.promote(&delivery)?;
            }
        }
        Ok(())
    }

    /// Adds, replaces or forgets a delivery; `before` is what is stored now.
    pub fn change_delivery(&mut self, before: Option<&Delivery>, after: Option<&Delivery>) -> Result<(), Failure> {
        let old = before.map_or(Vec::new(), index_entries);
        let new = after.map_or(Vec::new(), index_entries);
        self.change_entries(&old, &new)?;
        match (before, after) {
            (_, Some(after)) => self.put(Table::Deliveries, &after.id.bytes(), after)?,
            (Some(before), None) => self.delete(Table::Deliveries, &before.id.bytes())?,
            (None, None) => {}
        }
        let (from, to) = (before.map(|d| (d.lane, d.state)), after.map(|d| (d.lane, d.state)));
        if let Some(after) = after.filter(|after| is_trouble(before, after)) {
            self.note_failure(after.lane)?;
        }
        if from != to {
            for (place, change) in [(from, -1), (to, 1)] {
                let Some((lane, state)) = place else { continue };
                self.tallies.count_delivery(lane, state, change);
            }
        }
        Ok(())
    }

    /// Once until it is seen, so that a dead target costs one write and not one for each delivery.
    fn note_failure(&mut self, lane: Id) -> Result<(), Failure> {
        match self.webhook(lane)?.filter(|webhook| !webhook.has_unseen_failure) {
            Some(webhook) => self.quietly(|tx| tx.put_webhook(&Webhook { has_unseen_failure: true, ..webhook })),
            None => Ok(()),
        }
    }

    /// Gives due rows to what of a chain may go now, and to nothing else: its head, and a cancellation that has waited
    /// enough.
    pub fn promote(&mut self, of: &Delivery) -> Result<(), Failure> {
        // A chain is the few events of one order; the bound is for a target that was dead for weeks.
        let waiting = self.chain(of.lane, of.chain(), 64)?;
        let mut head_tries = 0;
        for (place, id) in waiting.into_iter().enumerate() {
            let Some(delivery) = self.delivery(id)? else { continue };
            if place == 0 {
                head_tries = delivery.tries;
            }
            let may_go = place == 0 || (delivery.kind == EventKind::OrderCancelled && head_tries >= CANCELLATION_WAITS);
            // One that was head until an earlier one was sent again waits for that now.
            let due_at = if may_go { delivery.due_at.or(Some(self.now)) } else { None };
            if due_at != delivery.due_at {
                let changed = Delivery { due_at, ..delivery.clone() };
                self.change_delivery(Some(&delivery), Some(&changed))?;
            }
        }
        Ok(())
    }
}

/// Every index entry that a delivery has.
pub(super) fn index_entries(delivery: &Delivery) -> Vec<IndexEntry> {
    let (lane, id) = (delivery.lane, delivery.id);
    let slot = layout::delivery_slot(lane, delivery.kind, delivery.state);
    let mut entries = vec![(Table::DeliveriesBySlot, layout::in_slot(&slot, id), Vec::new())];
    if let Some(order) = delivery.order_id {
        entries.push((Table::DeliveriesByOrder, layout::by_order(order, id), Vec::new()));
    }
    if delivery.state == DeliveryState::Pending {
        entries.push((Table::DeliveryQueue, layout::queued(lane, delivery.chain(), id), Vec::new()));
        if let Some(at) = delivery.due_at {
            entries.push((Table::DeliveriesDue, layout::due(lane, at, id), Vec::new()));
        }
    }
    entries
}

/// What the sender needs of the target, read afresh for every attempt.
pub enum DeliveryTarget {
    Webhook(Webhook),
    PaymentMatching(Box<Restaurant>),
    /// Paused: what it is owed waits.
    Paused,
    /// Removed, or its address was cleared.
    Gone,
}

pub fn delivery_target(view: &impl ReadView, lane: Id) -> Result<DeliveryTarget, Failure> {
    if let Some(webhook) = view.webhook(lane)? {
        return Ok(if webhook.form.is_active { DeliveryTarget::Webhook(webhook) } else { DeliveryTarget::Paused });
    }
    let restaurant: Option<Restaurant> = view.record(Table::Restaurants, &lane.bytes())?;
    Ok(match restaurant {
        Some(restaurant) if restaurant.form.payment_matching_url.is_some() => {
            DeliveryTarget::PaymentMatching(Box::new(restaurant))
        }
        _ => DeliveryTarget::Gone,
    })
}
/// An owner should hear of it: it was given up, or a second try in a row has failed, which is no hiccup any more.
fn is_trouble(before: Option<&Delivery>, after: &Delivery) -> bool {
    let is_given_up = after.state == DeliveryState::Failed
        && !after.is_held
        && before.is_none_or(|it| it.state != DeliveryState::Failed);
    let is_stuck = after.state == DeliveryState::Pending && after.tries == 2 && before.is_none_or(|it| it.tries < 2);
    is_given_up || is_stuck
}
