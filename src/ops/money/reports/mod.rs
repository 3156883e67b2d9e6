//! Accounting: `pending` is which orders wait to be reported, and marking them; `takings` is what was taken.

mod pending;
mod takings;

pub use pending::{
    Marked, MarkedOne, Meant, MeantOne, mark, mark_all, mark_one, mark_several, pending, waiting, waiting_in_all,
};
pub use store::totals::Sum;
pub use takings::{
    LedgerEntry, PaymentGroup, PaymentPart, PaymentSums, PaymentTotals, Takings, ledger, payments, takings,
};
