//! The dishes of a restaurant, learnt by the program (`learn`).

pub mod learn;
pub(crate) mod memory;
