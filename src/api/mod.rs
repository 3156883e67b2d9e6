//! The REST door: `/web-api/v1`, for tills and accountants. Decoding, and the shapes on the wire.
//!
//! `routes` lists every endpoint. A handler decodes, calls one operation and renders its result. Never: redb, ureq, the
//! other doors.

mod audit;
mod businesses;
mod changes;
mod deliveries;
mod integrations;
mod keys;
mod lists;
mod orders;
mod providers;
mod reports;
mod request;
mod restaurants;
mod routes;
mod system;
mod webhooks;

pub use routes::{door, open_routes, wrong_base};
