//! What follows from a restore, in the store: who is still to be asked, and what is held back from webhooks.

use super::{ReadView, Table, Tx, layout, tx::Outgoing};
use model::{Aftermath, Failure, Id};

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
