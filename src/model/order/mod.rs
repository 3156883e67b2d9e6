//! One order as it is stored and as the API shows it, whatever platform it came from.
//!
//! Field names here are the names on the wire. The detail answer is composed by `api`.

mod content;
mod record;
mod summary;

pub use super::payment::{Channel, Payment, PaymentType};
pub use content::{
    AMOUNTS, Address, Amount, CHANGED_THERE, Content, Customer, DeliveryType, Flag, Item, ItemOption, OptionKind,
    UNKNOWN_THERE,
};
pub use record::{Cancellation, HistoryEntry, Order, PlatformStep, StepState, is_reason_free};
pub use summary::OrderSummary;
