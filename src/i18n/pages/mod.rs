//! The texts of the panel, page by page: a struct, and one static of it per language side by side.
//!
//! Turkish: no plural after a number, no ending glued to a name or number that is filled in, decimal comma.

pub mod board;
pub mod common;
pub mod confirm;
pub mod deliveries;
pub mod integrations;
pub mod keys;
pub mod order;
pub mod orders;
pub mod payments;
pub mod reference;
pub mod reports;
pub mod restaurants;
pub mod settings;
pub mod sign;
pub mod status;
pub mod users;
pub mod webhooks;
pub mod words;
