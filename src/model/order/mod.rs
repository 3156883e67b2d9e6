//! One order as it is stored and as the API shows it, whatever platform it came from.
//!
//! Field names here are the names on the wire. The detail answer is spliced by `api` from what is stored: the list item, the
//! content, cancellation and history go out as they were written. So a new field in one of them needs a new format of the
//! store, which writes it for the orders that are there, or a new version of their value, of which the older ones are
//! completed when they are read (`store/orders/value.rs`).

mod change;
mod content;
mod marks;
mod record;
mod summary;

pub use super::payment::{Channel, Payment, PaymentType};
pub use change::BasketChange;
pub use content::{
    AMOUNTS, Address, Amount, CHANGED_THERE, Content, Customer, DAMAGED, DeliveryType, Flag, IfUnavailable, Item,
    ItemOption, MOST_ITEMS, MOST_OPTIONS, NOT_READ_THERE, NOT_TAKEN_THERE, OptionKind, PROBLEMS, SIZE, STRANGE_STATUS,
    STRAY, UNKNOWN_THERE,
};
pub use marks::DishPlace;
pub use record::{
    Cancellation, Courier, CourierState, HistoryEntry, Lapse, Order, PlatformStep, StepState, is_reason_free,
};
pub use summary::{OrderSummary, RowContent};
