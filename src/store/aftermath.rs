//! What follows from a restore, in the store: who is still to be asked, and what is held back from webhooks.

use super::{Orders, Outbox, Picked, ReadView, RestoreMark, Table, Tx, layout, tx::Outgoing};
use model::{Aftermath, Failure, Id, Order, Status};
use std::time::Duration;

/// Of an order, more than the events that a moment brings. A second for each that the backup is old comes on top, so that the
/// same backup can be restored again.
const SPARE_SEQUENCES: u32 = 1_000;
/// So long after its delivery a platform may still cancel an order, or change what is in it.
const CANCELLED_WITHIN: Duration = Duration::from_hours(2 * 24);

pub trait Aftermaths: ReadView + Sized {
    reads! { one aftermath() -> Aftermath in Meta at layout::AFTERMATH; }
}

impl<L: ReadView> Aftermaths for L {}

impl Tx<'_> {
    /// Nothing: all of it is done.
    pub fn put_aftermath(&mut self, aftermath: Option<&Aftermath>) -> Result<(), Failure> {
        match aftermath {
            Some(aftermath) => self.put(Table::Meta, layout::AFTERMATH, aftermath),
            None => self.delete(Table::Meta, layout::AFTERMATH),
        }
    }

    /// Webhooks may have heard of later changes than the backup has; what comes now of an order must count as newer.
    pub fn count_events_on(&mut self, mark: &RestoreMark) -> Result<(), Failure> {
        let ahead = u32::try_from(mark.at.since(mark.snapshot_at).as_secs()).unwrap_or(u32::MAX);
        let mut orders = self.orders_in(&Picked::orders(None, None, &Status::OPEN), usize::MAX)?;
        let lately = Id::first_at(mark.snapshot_at.minus(CANCELLED_WITHIN));
        let delivered = Picked::orders(None, None, &[Status::Delivered]);
        orders.extend(self.orders_changed(&delivered, lately, usize::MAX)?);
        for order in orders {
            let last_sequence = order.last_sequence.saturating_add(SPARE_SEQUENCES).saturating_add(ahead);
            self.note_in_order(&order, &Order { last_sequence, ..order.clone() })?;
        }
        Ok(())
    }

    /// What was pressed on a screen before a backup was made has long been carried out, or was taken back.
    pub fn drop_held_acts(&mut self) -> Result<(), Failure> {
        self.held_acts()?.iter().try_for_each(|held| self.remove_held_act(held.order_id))
    }

    /// Writes down what happened before a restore: webhooks may know it already, and hear of it as the owner wants.
    pub fn of_before<T>(
        &mut self,
        is_of_before: bool,
        work: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if !is_of_before {
            return work(self);
        }
        self.outgoing = Outgoing::of_before(self.aftermath()?.as_ref());
        let done = work(self);
        self.outgoing = Outgoing::Sent;
        done
    }

    /// An order's platform has said how it stands.
    pub fn note_sure_of(&mut self, order: Id) -> Result<(), Failure> {
        let Some(mut aftermath) = self.aftermath()? else { return Ok(()) };
        let before = aftermath.unsure.len();
        aftermath.unsure.retain(|unsure| *unsure != order);
        if aftermath.unsure.len() < before { self.put_aftermath(Some(&aftermath)) } else { Ok(()) }
    }
}
