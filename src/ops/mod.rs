//! What may be done, by whom, and what follows from it: one function per thing that a person can do.
//!
//! The doors call these with a `Ctx` that says who acts. Each checks, tells the platform where it must, and changes
//! everything in one write job: the record, the outbox row, the stored answer. Never: warp, askama, HTTP statuses.

pub mod aftermath;
pub mod audit;
pub mod authorities;
pub mod backups;
mod bucket;
pub mod businesses;
mod ctx;
pub mod deliveries;
mod errands;
pub mod first_steps;
pub mod guesses;
mod hash_memory;
pub mod integrations;
pub mod keyring;
pub mod keys;
pub mod kitchen;
mod last_read;
mod locks;
mod long_reads;
pub mod menus;
mod names;
pub mod nightly;
mod once;
pub mod orders;
mod passwords;
pub mod payments;
pub mod privacy;
pub mod public_address;
pub mod removal;
pub mod reports;
mod restaurant_details;
pub mod restaurants;
pub mod second_factor;
pub mod sessions;
pub mod settings;
pub mod setup;
mod setup_code;
pub mod sign_in;
mod state;
pub mod system;
mod tasks;
#[cfg(test)]
mod testing;
pub mod threads;
pub mod tickets;
mod totp;
pub mod upgrades;
pub mod upkeep;
pub mod users;
pub mod webhooks;

#[cfg(test)]
extern crate self as ops;

pub use ctx::Ctx;
pub use long_reads::{Asker, LongReader};
pub use once::{forget_receipts, once};
pub use state::{AppState, Config};
