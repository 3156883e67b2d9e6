//! The door for the command line: a local socket in the data folder, over which the running program carries out what is
//! typed. Only the owner of the folder may speak to it.
//!
//! `request` is what can be asked and answered · `perform` carries it out · `wire` is how both travel, a line of JSON each ·
//! `socket` is where · `server` and `client` are the two ends. Where no program runs, the command has the store to itself and
//! calls `perform` there.

mod client;
mod perform;
mod request;
mod server;
mod socket;
mod wire;

pub use client::{AskError, ask};
pub use perform::{OnBytes, OnProgress, perform, sentence};
pub use request::{
    BackupStatus, ControlReply, ControlRequest, HeartbeatStatus, HttpsStatus, LanStatus, ListedKey, ListedUser,
    MadeKey, ProgramStatus, SetupLinks, TroubledWebhook,
};
pub use server::ControlServer;
