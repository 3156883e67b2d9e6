//! Orders in the store: the record, its list item, its raw JSON and all its index entries change together.

mod index;
mod lists;
mod read;
mod write;

pub(super) use index::{index_entries, payment_key, summary};
pub(super) use lists::id_stretch;
pub use lists::{OrderFilter, SummaryText};
pub use read::Orders;
