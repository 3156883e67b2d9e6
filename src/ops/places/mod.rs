//! Businesses and their restaurants, with their menus; and what goes with one that is removed.

pub mod businesses;
pub mod menus;
pub(crate) mod names;
pub mod removal;
pub mod restaurants;
