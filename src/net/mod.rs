//! The one outgoing HTTP client: time limits, size caps, no redirects, and an address guard at the point of dialling.
//!
//! Platforms and delivery send through it, and doors ask its guard about URLs that people enter. It is the only folder
//! that names ureq and knows nothing of orders, webhooks or the store. It never follows a redirect, never keeps a
//! cookie, never uses a proxy from the environment and never unpacks an answer.
//!
//! `client` sends a `request` · `authorities` vouch for a peer · `endpoint` reads URLs · `guard` judges addresses · `names` looks names up ·
//! `resolver` joins the three for ureq · `connection` dials and watches · `exchange` is one request and its answer ·
//! `response` and `trouble` are what callers get back · `header` is what they may send.

mod added_tls;
mod authorities;
mod client;
mod connection;
mod endpoint;
mod exchange;
mod guard;
mod header;
mod names;
mod request;
mod resolver;
mod response;
#[cfg(test)]
mod tests;
mod trouble;

pub use authorities::Authorities;
pub use client::Net;
pub use guard::{Guard, is_in_clear_outside};
pub use header::valid_header;
pub use request::{Method, Request};
pub use response::PeerResponse;
pub use trouble::{Rule, Trouble};
