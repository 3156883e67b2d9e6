//! What every operation is carried out with: who acts, what all share, work that goes on after a hang-up, calls to platforms,
//! reads that take long, answers that are given once.

pub(crate) mod bucket;
pub mod ctx;
pub(crate) mod errands;
pub(crate) mod last_read;
pub(crate) mod locks;
pub mod long_reads;
pub mod once;
pub mod state;
pub(crate) mod tasks;
#[cfg(test)]
pub(crate) mod testing;
pub mod threads;
