//! Orders: list, show, and everything that moves one.
//!
//! `browse` finds orders for a person, `plan` says what may be done to an order, `act` does it for the till, `arrive` takes what platforms send,
//! `steps` tells platforms and keeps what has to wait, `settle` finishes what a crash cut off, `scheduled` starts orders
//! whose time has come, `absent` counts what a platform does not find, `twins` finds orders that two platforms may both
//! have sent, `watch` is what screens see.

mod absent;
mod act;
mod arrive;
mod browse;
mod change;
mod early;
mod find;
mod plan;
mod progress;
mod reasons;
mod scheduled;
mod settle;
mod show;
mod steps;
#[cfg(test)]
mod tests;
mod tie;
mod twins;
mod watch;

pub use crate::store::{OrderFilter, Picked};
pub use absent::Absent;
pub use act::act;
pub use arrive::{Received, Taken, Way, cancelled_by_customer, look_up, report};
pub use browse::{browse, browse_pending, id_of};
pub use change::Done;
pub use early::Early;
pub use find::{find, one_of};
pub use plan::Wish;
pub use reasons::reasons;
pub use scheduled::{accept_owed, start_due};
pub use settle::settle_left;
pub use show::{Shown, list, show};
pub use steps::{bring_forward, tell_due};
pub use watch::{Board, Place, Sight, board, changes, last_change, sight};
