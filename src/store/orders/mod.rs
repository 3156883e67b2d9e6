//! Orders in the store: the record, its list item, its raw JSON and all its index entries change together.

mod index;
mod lists;
mod read;
mod value;
mod write;

pub(super) use index::index_entries;
pub(super) use lists::id_stretch;
pub use lists::{OrderFilter, SummaryText};
pub use read::Orders;
pub use value::{Included, OrderTexts};
pub(super) use value::{Packed, StoredOrder, read, value};
pub use write::PreparedOrder;
