//! A restore that the panel was asked for: how far it is, and why one came to nothing.

use super::Time;
use serde::{Deserialize, Serialize};

/// How far it is. Nothing is taken in meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RestoreStep {
    /// What is under way ends, and the store is closed.
    Closing,
    /// The backup is read into a store aside and checked in full, in per cent.
    Checking(u8),
    /// It takes the place of the store, which gets another name.
    Placing,
    /// The program starts with it.
    Opening,
}

/// What lies beside the store from before the first step until the restored store says so itself: the next start finds by it
/// that a restore was cut off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreNote {
    pub begun: Time,
    /// The name of the backup's file.
    pub backup: String,
    /// Nothing while it is under way.
    pub flaw: Option<RestoreFlaw>,
}

/// Why a restore came to nothing; the store is as it was. The texts are what the system or the check said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RestoreFlaw {
    /// It was stopped or killed before it was decided.
    CutOff,
    /// Something was still under way in the program.
    NotClosed,
    NotABackup,
    /// A later garson made it.
    Newer,
    Damaged(String),
    WrongPassphrase,
    /// Its key file is neither inside nor here.
    WrongKey,
    Unreadable(String),
    /// The disk of the store has not enough room, in bytes.
    NoRoom {
        free: u64,
        wanted: u64,
    },
    /// The store, or its folder.
    Store(String),
}
