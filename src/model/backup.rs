//! Backups that the program makes by itself: where they go, how many stay, and how the last one went.

use super::{sealed::Sealed, time::Time};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the owner chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupPlan {
    pub folder: String,
    /// Stands in the name of every file, and of the one by which the folder is known: another disk in the same place, or
    /// none, is not taken for it.
    pub tag: String,
    /// Of so many days the last one stays.
    pub keep: u32,
    /// The hour of the account's day at which one is made.
    pub hour: u8,
    /// What they are encrypted with.
    pub key: Option<Sealed>,
    pub since: Time,
}

/// What is on record about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupBook {
    pub plan: Option<BackupPlan>,
    /// The last that was restored for a trial, and was right.
    pub proven: Option<ProvenBackup>,
    /// Those that lie in the folder and proved themselves, the oldest first. What their names say of the time is not
    /// believed: a clock may have been wrong.
    #[serde(default)]
    pub kept: Vec<BackupOnDisk>,
    /// None was made since the owner chose this plan. Not told by times: a clock may say that the plan is yet to come.
    #[serde(default)]
    pub is_first_owed: bool,
    /// When the last was begun, also where the program was killed at it.
    #[serde(default)]
    pub begun_at: Option<Time>,
    pub tried_at: Option<Time>,
    pub trouble: Option<BackupTrouble>,
}

/// A backup that was put back into a throwaway store, checked in full and compared with what it was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProvenBackup {
    pub at: Time,
    pub name: String,
    pub bytes: u64,
    pub orders: u64,
    pub making: Duration,
    pub proving: Duration,
    pub is_encrypted: bool,
}

/// What is in a store, in a few figures. A backup has them at its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupContents {
    pub orders: u64,
    pub newest_order: Option<NewestOrder>,
    pub restaurants: u64,
    pub people: u64,
}

/// The order that came last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewestOrder {
    /// What people call it.
    pub code: String,
    pub at: Time,
}

/// A backup that proved itself when it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupOnDisk {
    pub name: String,
    pub at: Time,
}

/// Why there is no new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupTrouble {
    pub since: Time,
    pub fault: BackupFault,
    /// What the system or the check said.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackupFault {
    /// The disk is gone, or another one is in its place.
    Missing,
    /// The disk of the backups is full.
    Full,
    /// The disk of the store has no room for the trial.
    NoRoom,
    /// It could not be written or read.
    Disk,
    /// It was written, and could not be restored.
    Unproven,
    /// The store itself could not be read.
    Store,
    /// None was made for days.
    Overdue,
}

impl BackupFault {
    const ALL: [BackupFault; 7] = [
        BackupFault::Missing,
        BackupFault::Full,
        BackupFault::NoRoom,
        BackupFault::Disk,
        BackupFault::Unproven,
        BackupFault::Store,
        BackupFault::Overdue,
    ];

    /// Nothing for a word that only another version knows.
    pub fn of_word(word: &str) -> Option<BackupFault> {
        BackupFault::ALL.into_iter().find(|fault| fault.word() == word)
    }

    /// The word that `/health` has for it.
    pub fn word(self) -> &'static str {
        match self {
            BackupFault::Missing => "backup_disk_missing",
            BackupFault::Full => "backup_disk_full",
            BackupFault::NoRoom => "backup_no_room_for_proof",
            BackupFault::Disk => "backup_disk_failing",
            BackupFault::Unproven => "backup_not_proven",
            BackupFault::Store => "backup_store_failing",
            BackupFault::Overdue => "backup_overdue",
        }
    }
}
