//! Deliveries: the log, sending, sending again, and what becomes of those whose target is gone or whose time is over.
//!
//! `body` says what goes over the wire, `send` makes an attempt, `signature` signs it, and `record` writes it down, `again` sends again by hand,
//! `log` is what people read, `lanes` is what is done to many at once, `held` what a restore holds back.

mod again;
mod body;
mod find;
mod held;
mod lanes;
mod log;
mod record;
mod send;
mod signature;

pub use again::{Resent, Retried, Which, resend, resend_many, retry, retry_headers};
pub use held::{count_held, hold_some, is_any_held, release_some};
pub use lanes::{drop_lane, drop_some, forget_some, redate};
pub use log::{LoggedDelivery, examine, is_long, list, list_of_order, log, of_order, order_named, show};
pub use record::{give_up, record};
pub use send::{
    CarriedKeys, DeliveryRequest, LaneAddress, LaneState, SendOutcome, lane_state, prepare, reached, send, send_signed,
    send_test,
};
pub use signature::SigningSecret;
pub use store::DeliveryFilter;
