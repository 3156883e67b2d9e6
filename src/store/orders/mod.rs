//! Orders in the store: the record, its list item, its raw JSON and all its index entries change together.

mod index;
mod lists;
mod packed;
mod read;
mod value;
mod write;

pub(super) use index::index_entries;
pub(super) use lists::id_stretch;
pub use lists::{OrderFilter, SummaryText};
pub(super) use packed::Packed;
pub use read::Orders;
pub(super) use value::{FIRST_VERSION, StoredOrder, read, value};
pub use value::{Included, OrderTexts};
pub use write::PreparedOrder;
