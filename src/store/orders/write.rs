//! Adding and changing orders.

use super::super::{events::Outbox, tables::Table, tx::Tx, view::RawView, words};
use super::index::index_entries;
use super::{
    packed::Packed,
    value::{self, StoredOrder},
};
use model::{Failure, Order, order::Content};

/// What of a new order can be made before the writer has it, and does not depend on what is stored.
#[derive(Clone, Debug)]
pub struct PreparedOrder {
    packed: Packed,
    words: Vec<u8>,
}

impl PreparedOrder {
    /// `raw` is the platform's own JSON.
    pub fn of(platform_id: &str, code: Option<&str>, content: &Content, raw: &[u8]) -> Result<PreparedOrder, Failure> {
        let words = words::row(platform_id, code, &content.customer);
        Ok(PreparedOrder { packed: Packed::of(content, raw)?, words })
    }
}

impl Tx<'_> {
    /// Stores a new order, and gives it its place in the list by change.
    pub fn add_order(&mut self, order: &mut Order, prepared: &PreparedOrder) -> Result<(), Failure> {
        order.change_id = self.next_id();
        order.is_name_lumped = self.has_names_enough(order)?;
        self.put_bytes(Table::Orders, &order.id.bytes(), &value::value(order, &prepared.packed)?)?;
        self.change_entries(&[], &index_entries(order))?;
        self.add_words(order.id, &prepared.words)?;
        self.count_pending(None, Some(order))?;
        self.book(None, Some(order))
    }

    /// Replaces a stored order; `before` is what is stored now. It moves in the list by change, and so does the time of its
    /// last change, or who asks by that time would miss it.
    pub fn change_order(&mut self, before: &Order, after: &Order) -> Result<(), Failure> {
        let after = &Order { change_id: self.next_id(), updated_at: self.now, ..after.clone() };
        self.replace_order(before, after, None)
    }

    /// Stores of an order what no client is shown: boards look again, and for clients nothing has changed.
    pub fn note_in_order(&mut self, before: &Order, after: &Order) -> Result<(), Failure> {
        let after = &Order { change_id: self.next_id(), ..after.clone() };
        self.replace_order(before, after, None)
    }

    /// Stores an order whose platform has changed what is in it, with the JSON that says so. The first is kept beside it.
    pub fn change_basket(&mut self, before: &Order, after: &Order, raw: &[u8]) -> Result<(), Failure> {
        let key = after.id.bytes();
        let first = |stored: StoredOrder<'_>| {
            let texts = stored.texts()?;
            Some(texts.first_raw().unwrap_or(texts.raw()).to_vec())
        };
        let first = self.with(Table::Orders, &key, |value| value::see(&key, value, first))?;
        let first = first.ok_or_else(|| Failure::fault("an order that is to be changed is not there"))??;
        let after = &Order { change_id: self.next_id(), updated_at: self.now, ..after.clone() };
        self.replace_order(before, after, Some(Packed::of_order(after, raw, &first)?))
    }

    /// Takes the customer's data out of an order, its raw JSON and the words that it is found by. One that is over keeps its
    /// place in the list by change: a till that asks what is new must not be given every old order again. An open one moves:
    /// boards keep those until they change.
    pub fn erase_order(&mut self, before: &Order) -> Result<(), Failure> {
        self.erased.any = true;
        let mut after = before.clone();
        after.erase(self.now);
        if !after.status.is_closed() {
            after.change_id = self.next_id();
        }
        let packed = Packed::of_order(&after, b"null", b"null")?;
        // What was pressed may name its reason in words.
        if self.held_act(after.id)?.is_some() {
            self.remove_held_act(after.id)?;
        }
        self.replace_order(before, &after, Some(packed))
    }

    /// Stores how an order's payment is read anew. One that is over keeps its place in the list by change, as nothing
    /// happened to it; an open one moves, so that clients see it there.
    pub fn reread_order(&mut self, before: &Order, after: &Order) -> Result<(), Failure> {
        if before.status.is_closed() {
            return self.replace_order(before, after, None);
        }
        self.change_order(before, after)
    }

    /// `packed`: where it is not what is stored, or follows from that and the new content.
    fn replace_order(&mut self, before: &Order, after: &Order, packed: Option<Packed>) -> Result<(), Failure> {
        let key = after.id.bytes();
        let packed = match packed {
            Some(packed) => packed,
            None => {
                let is_packed_as_before = before.content == after.content && before.changes == after.changes;
                let repack = |stored: StoredOrder<'_>| match is_packed_as_before {
                    true => Some(stored.packed()),
                    false => {
                        let texts = stored.texts()?;
                        Packed::of_order(after, texts.raw(), texts.first_raw().unwrap_or(texts.raw())).ok()
                    }
                };
                let stored = self.with(Table::Orders, &key, |value| value::see(&key, value, repack))?;
                stored.ok_or_else(|| Failure::fault("an order that is to be changed is not there"))??
            }
        };
        self.put_bytes(Table::Orders, &key, &value::value(after, &packed)?)?;
        self.change_entries(&index_entries(before), &index_entries(after))?;
        self.change_words(after.id, &words::row_of(before), &words::row_of(after))?;
        self.count_pending(Some(before), Some(after))?;
        self.book(Some(before), Some(after))
    }

    fn count_pending(&mut self, before: Option<&Order>, after: Option<&Order>) -> Result<(), Failure> {
        let pending = |order: Option<&Order>| u64::from(order.is_some_and(Order::awaits_report));
        if pending(before) != pending(after) {
            let counts = self.counts()?;
            counts.pending = (counts.pending + pending(after)).saturating_sub(pending(before));
        }
        Ok(())
    }
}
