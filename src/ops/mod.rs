//! What may be done, by whom, and what follows from it: one function per thing that a person can do.
//!
//! The doors call these with a `Ctx` that says who acts. Each checks, tells the platform where it must, and changes
//! everything in one write job: the record, the outbox row, the stored answer. Never: warp, askama, HTTP statuses.

pub mod care;
pub mod engine;
pub mod events;
pub mod integrations;
pub mod keys;
pub mod money;
pub mod orders;
pub mod people;
pub mod places;

#[cfg(test)]
extern crate self as ops;

pub use engine::{
    ctx::Ctx,
    long_reads::{Asker, LongReader},
    once::{forget_receipts, once},
    state::{AppState, Config},
};

pub(crate) use care::audit::Recorder;
pub(crate) use engine::{
    errands::Purpose,
    tasks::{on_a_thread, spawn},
};
