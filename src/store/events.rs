//! The outbox and the intents: what has to leave the house, written with its cause.

use super::{deliveries::Deliveries, look::Look, tables::Table, tx::Tx};
use crate::model::{DeliveryState, Event, Failure, Id, Intent, Provider, What};
use std::ops::Bound;

/// Old events that a paused webhook is still owed, passed over in one go.
const OWED: usize = 1_000;

pub trait Outbox: Look + Sized {
    fn intent(&self, order: Id) -> Result<Option<Intent>, Failure> {
        self.record(Table::Intents, &order.bytes())
    }

    fn intents(&self) -> Result<Vec<Intent>, Failure> {
        self.all(Table::Intents)
    }
}

impl<L: Look> Outbox for L {}

impl Tx<'_> {
    /// Writes down what happened, in the transaction that made it happen.
    pub fn emit(&mut self, restaurant_id: Id, provider: Provider, what: What) -> Result<(), Failure> {
        let event = Event { id: self.next_id(), at: self.now, restaurant_id, provider, what };
        self.put(Table::Events, &event.id.bytes(), &event)?;
        self.address(&event)
    }

    /// Forgets up to `most` events older than `kept_millis`, with their deliveries. What is still owed stays.
    pub fn forget_events(&mut self, kept_millis: i64, most: usize) -> Result<usize, Failure> {
        let end = Id::from_parts(u64::try_from(self.now.plus_millis(-kept_millis).0).unwrap_or(0), 0).bytes();
        let mut old: Vec<Vec<u8>> = Vec::new();
        self.scan(Table::Events, (Bound::Unbounded, Bound::Excluded(&end)), |key, _| {
            old.push(key.to_vec());
            // One more than are forgotten: the deliveries of an event end where the next begins.
            Ok(old.len() <= most + OWED)
        })?;
        // The last of a full scan only says where the deliveries of the one before it end.
        let seen = old.len().min(most + OWED);
        let mut forgotten = 0;
        for (at, key) in old.iter().enumerate().take(seen) {
            let next = old.get(at + 1).map_or(Bound::Excluded(end.as_slice()), |next| Bound::Excluded(next.as_slice()));
            let mut ids = Vec::new();
            self.scan(Table::Deliveries, (Bound::Included(key.as_slice()), next), |key, _| {
                ids.extend(Id::from_slice(key));
                Ok(true)
            })?;
            let deliveries =
                ids.iter().filter_map(|id| self.delivery(*id).transpose()).collect::<Result<Vec<_>, _>>()?;
            if deliveries.iter().any(|delivery| delivery.state == DeliveryState::Pending) {
                continue;
            }
            for delivery in &deliveries {
                self.change_delivery(Some(delivery), None)?;
            }
            self.delete(Table::Events, key)?;
            forgotten += 1;
            if forgotten == most {
                break;
            }
        }
        Ok(forgotten)
    }

    pub fn put_intent(&mut self, intent: &Intent) -> Result<(), Failure> {
        self.put(Table::Intents, &intent.order_id.bytes(), intent)
    }

    pub fn remove_intent(&mut self, order: Id) -> Result<(), Failure> {
        self.delete(Table::Intents, &order.bytes())
    }
}
