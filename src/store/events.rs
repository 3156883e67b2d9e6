//! The outbox and the intents: what has to go out, written with its cause.

use super::{
    tables::Table,
    tx::Tx,
    view::{RawView, ReadView, decode},
};
use model::{Delivery, DeliveryState, Event, Failure, Id, Intent, Provider, What};
use std::{ops::Bound, time::Duration};

pub trait Outbox: ReadView + Sized {
    fn event_count(&self) -> Result<u64, Failure> {
        self.count(Table::Events)
    }

    fn intent(&self, order: Id) -> Result<Option<Intent>, Failure> {
        self.record(Table::Intents, &order.bytes())
    }

    fn intents(&self) -> Result<Vec<Intent>, Failure> {
        self.all(Table::Intents)
    }
}

impl<L: ReadView> Outbox for L {}

impl Tx<'_> {
    /// Writes down what happened, in the transaction that made it happen.
    pub fn emit(&mut self, restaurant_id: Id, provider: Provider, what: What) -> Result<(), Failure> {
        let mut event = Event { id: self.next_id(), at: self.now, restaurant_id, provider, what };
        let lanes = self.lanes_for(&event)?;
        if lanes.is_empty() {
            // It is delivered to no target, and nothing would lead from its order to it when that is erased.
            event.erase();
        }
        self.put_event(&event)?;
        self.address(&event, lanes)
    }

    pub fn put_event(&mut self, event: &Event) -> Result<(), Failure> {
        self.put(Table::Events, &event.id.bytes(), event)
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
        self.scan(Table::Events, (Bound::Excluded(from), Bound::Excluded(&end)), |key, value| {
            seen.push((key.to_vec(), decode(Table::Events, key, value)?));
            Ok(seen.len() <= most)
        })?;
        for (at, (key, event)) in seen.iter().enumerate().take(most) {
            let next = seen.get(at + 1).map_or(end.as_slice(), |(next, _)| next);
            let mut deliveries: Vec<Delivery> = Vec::new();
            self.scan(Table::Deliveries, (Bound::Included(key), Bound::Excluded(next)), |key, value| {
                deliveries.push(decode(Table::Deliveries, key, value)?);
                Ok(true)
            })?;
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

    pub fn put_intent(&mut self, intent: &Intent) -> Result<(), Failure> {
        self.put(Table::Intents, &intent.order_id.bytes(), intent)
    }

    pub fn remove_intent(&mut self, order: Id) -> Result<(), Failure> {
        self.delete(Table::Intents, &order.bytes())
    }
}
