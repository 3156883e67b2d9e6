//! What operations on orders remember while the program runs. A restart begins anew, and nothing is lost by it.

use super::{absent::Absent, early::Early, open_orders::OpenOrders, took::TookToday, watched::Watched};
use crate::engine::locks::Locks;
use model::{Id, Time};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

#[derive(Default)]
pub struct OrderMemory {
    /// Held while an order is moved.
    pub(super) locks: Locks<Id>,
    /// Cancellations that came before their order.
    pub(super) early: Early,
    /// Orders that their platform did not find.
    pub(super) absent: Absent,
    /// Orders whose platform has not shown yet what it was told.
    pub(super) watched: Watched,
    /// What boards show.
    pub(super) open: OpenOrders,
    pub(super) took: TookToday,
    /// All that a platform was told of is stored. At the start a crash may have left something.
    is_settled: AtomicBool,
    /// Steps that wait are left alone until then: the store could not take what telling one came to.
    steps_rest_until: AtomicI64,
    /// The same of what was pressed on screens.
    held_rest_until: AtomicI64,
}

impl OrderMemory {
    pub(super) fn leave_unsettled(&self) {
        self.is_settled.store(false, Ordering::Relaxed);
    }

    /// Whether something was left since this was last asked.
    pub(super) fn take_unsettled(&self) -> bool {
        !self.is_settled.swap(true, Ordering::Relaxed)
    }

    pub(super) fn rest_steps_until(&self, then: Time) {
        self.steps_rest_until.store(then.0, Ordering::Relaxed);
    }

    pub(super) fn rest_held_until(&self, then: Time) {
        self.held_rest_until.store(then.0, Ordering::Relaxed);
    }

    pub(super) fn held_rest_until(&self) -> Time {
        Time(self.held_rest_until.load(Ordering::Relaxed))
    }

    pub(super) fn steps_rest_until(&self) -> Time {
        Time(self.steps_rest_until.load(Ordering::Relaxed))
    }
}
