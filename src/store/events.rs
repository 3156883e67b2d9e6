//! The outbox, the intents, and what people can still take back: what has to go out, written with its cause.

use super::{RawView, ReadView, Table, Tx, decode};
use model::{Delivery, DeliveryState, Event, EventPlace, Failure, HeldAct, Id, Intent, Provider, What};
use std::{ops::Bound, time::Duration};

pub trait Outbox: ReadView + Sized {
    reads! {
        one intent(order: Id) -> Intent in Intents at order.bytes();
        one held_act(order: Id) -> HeldAct in HeldActs at order.bytes();
        all intents -> Intent in Intents;
        all held_acts -> HeldAct in HeldActs;
    }

    fn event_count(&self) -> Result<u64, Failure> {
        self.count(Table::Events)
    }
}

impl<L: ReadView> Outbox for L {}

writes! {
    put put_event(event: Event) in Events at event.id.bytes();
    put put_intent(intent: Intent) in Intents at intent.order_id.bytes();
    put put_held_act(held: HeldAct) in HeldActs at held.order_id.bytes();
    remove remove_intent(order: Id) from Intents at order.bytes();
    remove remove_held_act(order: Id) from HeldActs at order.bytes();
}

impl Tx<'_> {
    /// Writes down what happened, in the transaction that made it happen. `place` is of what tells webhooks of an order.
    pub fn emit(
        &mut self,
        restaurant_id: Id,
        provider: Provider,
        place: Option<EventPlace>,
        what: What,
    ) -> Result<(), Failure> {
        let mut event = Event { id: self.next_id(), at: self.now, restaurant_id, provider, what, place };
        let lanes = self.lanes_for(&event)?;
        if lanes.is_empty() {
            // It is delivered to no target, and nothing would lead from its order to it when that is erased.
            event.erase();
        }
        self.put_event(&event)?;
        self.address(&event, lanes)
    }

    /// Looks at up to `most` events after `from` and forgets those older than `kept`, with their deliveries.
    /// What is still owed stays. Answers where to go on, or nothing when all were seen.
    pub fn forget_events(&mut self, kept: Duration, from: &[u8], most: usize) -> Result<Option<Vec<u8>>, Failure> {
        let oldest_kept = self.now.minus(kept);
        let end = Id::first_at(oldest_kept).bytes();
        if from >= end.as_slice() {
            return Ok(None);
        }
        // One more than is looked at: the deliveries of an event end where the next event begins.
        let mut seen: Vec<(Vec<u8>, Event)> = Vec::new();
        for row in self.rows(Table::Events, (Bound::Excluded(from), Bound::Excluded(&end)))?.take(most + 1) {
            let row = row?;
            seen.push((row.key().to_vec(), decode(Table::Events, row.key(), row.value())?));
        }
        for (at, (key, event)) in seen.iter().enumerate().take(most) {
            let next = seen.get(at + 1).map_or(end.as_slice(), |(next, _)| next);
            let mut deliveries: Vec<Delivery> = Vec::new();
            for row in self.rows(Table::Deliveries, (Bound::Included(key), Bound::Excluded(next)))? {
                let row = row?;
                deliveries.push(decode(Table::Deliveries, row.key(), row.value())?);
            }
            let is_owed = deliveries.iter().any(|delivery| delivery.state == DeliveryState::Pending);
            if is_owed || event.at >= oldest_kept {
                continue;
            }
            for delivery in &deliveries {
                self.change_delivery(Some(delivery), None)?;
            }
            self.delete(Table::Events, key)?;
        }
        Ok(seen.get(most).and_then(|_| seen.get(most - 1)).map(|(key, _)| key.clone()))
    }
}
