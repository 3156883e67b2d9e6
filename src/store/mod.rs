//! The file: tables, the one writer, typed reads and writes, sealed secrets.
//!
//! `ops` writes through `Store::write` and everyone reads through `Store::read`. The only folder that names redb, and
//! nothing of redb or of its tables is seen outside. Never: platforms, HTTP, rules about what may be done.

#[macro_use]
mod records;

mod accounts;
mod aftermath;
mod audit;
pub mod backup;
pub mod check;
pub mod compact;
mod counts;
#[macro_use]
mod deferred;
mod deliveries;
mod dishes;
pub mod disk;
mod engine;
mod events;
mod folder;
mod format;
mod handle;
mod ids;
mod integrations;
mod job;
mod journal;
mod kept;
mod layout;
mod new_rows;
mod one_value;
mod open_error;
mod orders;
mod page_draft;
mod places;
pub mod private_file;
mod receipts;
mod room;
pub mod seal;
mod shared;
mod slots;
mod tables;
mod tallies;
#[cfg(test)]
mod tests;
pub mod totals;
mod tx;
mod unhurried;
pub mod verify;
mod view;
mod wipe;
mod words;
mod writer;

pub use accounts::Accounts;
pub use aftermath::Aftermaths;
pub use audit::{Audit, AuditFilter};
pub use backup::restore::{RestoreMark, Restored};
pub use deliveries::{Deliveries, DeliveryFilter, DeliveryTarget, delivery_target};
pub use dishes::KnownDishes;
pub use events::Outbox;
pub use folder::{Folder, OpenProgress, Work};
#[cfg(test)]
use handle::MayUpgrade;
pub use handle::{Closing, Store};
pub use ids::newest_time;
pub use integrations::Integrations;
pub use job::Written;
pub use kept::{BackError, KeptStore, LOOK_AT_KEPT, WentBack};
pub use open_error::OpenError;
pub use orders::{Included, OrderFilter, OrderTexts, Orders, PreparedOrder, SummaryText};
pub use places::Places;
pub use receipts::Receipts;
pub use room::Room;
pub use seal::Sealer;
pub use slots::Picked;
pub use tables::FORMAT;
pub(crate) use tables::Table;
pub use tx::Tx;
pub(crate) use view::{RawView, Row, decode, hex, successor, unreadable};
pub use view::{ReadView, Reader};
pub use wipe::record::{LastWipe, WipeRecord};
pub use words::search::Search;
