//! What was taken: payments that the owner says the meaning of, and reports.

pub mod payments;
pub mod reports;
