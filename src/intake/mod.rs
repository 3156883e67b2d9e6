//! The platforms' door: `/intake/v1/{provider}/{token}`. The token in the path says whose orders these are.
//!
//! No API key here. Never: redb, ureq, the other doors.

mod open;
mod platform;
mod request;
mod routes;

pub use routes::{door, reach, wrong_base};
