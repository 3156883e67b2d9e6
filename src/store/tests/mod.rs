//! The store under test: on a disk that loses power and runs full, against a plain model, and with damaged files.

mod backup;
mod changed;
mod compact;
mod cost;
mod deliveries;
mod dice;
mod disk;
mod erase;
mod faults;
mod files;
mod format;
mod full;
mod group;
mod journal;
mod model;
mod names;
mod paging;
mod power;
mod reopen;
pub mod rig;
mod room;
mod unhurried;
mod wipe;
mod words;
