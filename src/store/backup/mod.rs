//! Keeping a copy of the store elsewhere, and putting it back.
//!
//! `mark` is what a store says of itself that was put back.

pub mod mark;
