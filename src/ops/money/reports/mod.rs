//! Accounting: `pending` is which orders wait to be reported, and marking them; `payments` is what was taken by payment
//! type, `takings` what the reports show.

mod payments;
mod pending;
mod takings;

pub use payments::{PaymentGroup, PaymentTotals, payments};
pub use pending::{
    Marked, MarkedOne, Meant, MeantOne, mark, mark_all, mark_one, mark_several, pending, waiting, waiting_in_all,
};
pub use store::totals::Sum;
pub use takings::{LedgerEntry, PaymentPart, PaymentSums, Takings, ledger, takings};
