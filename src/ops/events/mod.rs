//! Events on their way out: who hears of them, whose certificates are believed, and what became of each delivery.

pub mod authorities;
pub mod deliveries;
pub(crate) mod headers;
pub mod webhooks;
