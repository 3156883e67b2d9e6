//! The outbox and the intents: what has to leave the house, written with its cause.

use super::{look::Look, tables::Table, tx::Tx};
use crate::model::{Event, Failure, Id, Intent, Provider, What};

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
        self.put(Table::Events, &event.id.bytes(), &event)
    }

    pub fn put_intent(&mut self, intent: &Intent) -> Result<(), Failure> {
        self.put(Table::Intents, &intent.order_id.bytes(), intent)
    }

    pub fn remove_intent(&mut self, order: Id) -> Result<(), Failure> {
        self.delete(Table::Intents, &order.bytes())
    }
}
