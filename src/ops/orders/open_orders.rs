//! The orders that are open, kept as they were read: a board shows all of them again and again, and few change between.
//!
//! Every change of an open order has its place in the list by change, so what is kept is as good as what is stored once
//! the changes since are looked at. Orders that are over are not kept: those may be erased without such a place.

use model::{Failure, Id, Order, Result};
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};
use store::{Orders, Picked, Reader, Store};

/// Changes that are looked at one by one; after more of them everything is read anew.
const MOST_CHANGES: usize = 200;
/// A full board, and some that have left it without a change.
const MOST_CACHED: usize = 2_000;

#[derive(Default)]
pub struct OpenOrders(Mutex<CachedOrders>);

pub struct CachedOrders {
    /// The latest change that was looked at.
    pub position: Id,
    orders: HashMap<Id, Arc<Order>>,
}

impl Default for CachedOrders {
    fn default() -> CachedOrders {
        CachedOrders { position: Id::NIL, orders: HashMap::new() }
    }
}

impl OpenOrders {
    /// Asks a snapshot, with the orders as they are in it. One at a time: a later snapshot must not meet what an earlier
    /// one put here after it.
    pub fn ask<T>(&self, store: &Store, question: impl FnOnce(&Reader, &mut CachedOrders) -> Result<T>) -> Result<T> {
        let mut kept = self.0.lock();
        let reader = store.read()?;
        kept.catch_up(&reader)?;
        question(&reader, &mut kept)
    }
}

impl CachedOrders {
    /// An order that is open in this snapshot.
    pub fn get(&mut self, reader: &Reader, id: Id) -> Result<Arc<Order>> {
        if let Some(order) = self.orders.get(&id) {
            return Ok(order.clone());
        }
        let found = reader.order(id)?.ok_or_else(|| Failure::fault(format!("order {id} is indexed but not there")))?;
        Ok(self.orders.entry(id).insert_entry(Arc::new(found)).get().clone())
    }

    fn catch_up(&mut self, reader: &Reader) -> Result<()> {
        let latest = reader.last_change()?;
        if latest == self.position {
            return Ok(());
        }
        let changed = match self.orders.is_empty() {
            true => Vec::new(),
            false => reader.orders_changed(&Picked::default(), self.position, MOST_CHANGES)?,
        };
        if changed.len() == MOST_CHANGES || self.orders.len() > MOST_CACHED {
            self.orders.clear();
        }
        for order in changed {
            self.orders.remove(&order.id);
        }
        self.position = latest;
        Ok(())
    }
}
