//! How the program itself fares and is looked after: its settings, who did what, what is erased, backups, upgrades, the size of
//! its store.

pub mod aftermath;
pub mod audit;
pub mod backups;
pub(crate) mod memory;
pub mod privacy;
pub mod public_address;
pub mod settings;
pub mod system;
pub mod upgrades;
pub mod upkeep;
