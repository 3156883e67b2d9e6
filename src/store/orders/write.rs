//! Adding and changing orders.

use super::{
    super::{tables::Table, tx::Tx},
    index::{index_entries, summary},
};
use crate::model::{Failure, Order};

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
