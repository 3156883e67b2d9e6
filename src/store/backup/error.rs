//! `BackupError`: every way in which making, proving or putting back a backup can go wrong. Whatever it is, the store is
//! there as it was.

use super::super::open_error::OpenError;
use model::Failure;
use std::{fmt, io};

#[derive(Clone, Debug, PartialEq)]
pub enum BackupError {
    /// The file is something else.
    NotABackup,
    /// A later garson made it: this version of the file.
    NewerFile(u32),
    /// A later garson made it: this format of the store.
    NewerStore(u32),
    CutOff,
    /// Something in it is not as it was written: what.
    Altered(&'static str),
    NeedsPassphrase,
    WrongPassphrase,
    /// The key file that is not inside, and the one that is here does not fit.
    WrongKey,
    /// There is no key file inside, and none here.
    NoKey,
    /// The disk of the backup, while it is read.
    Unreadable(String),
    /// The disk of the backup, while it is written.
    Unwritable(String),
    /// The disk of the backup has no room left.
    Full,
    /// The disk of the data folder has not enough room, in bytes.
    NoRoom {
        free: u64,
        wanted: u64,
    },
    /// What was put back, in this tree, is not what the snapshot had.
    Different(String),
    /// What was put back is not sound, in so many places; the first of them.
    NotSound {
        count: u64,
        first: String,
    },
    /// The folder has a store already.
    HasStore,
    /// It is decided that the restored store is the store, but the files could not all be moved; the next start does it.
    Unfinished(String),
    /// It was stopped, or the caller no longer waits.
    Stopped,
    /// The store, or its folder.
    Store(String),
}

impl BackupError {
    pub fn reading(error: io::Error) -> BackupError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => BackupError::CutOff,
            _ => BackupError::Unreadable(error.to_string()),
        }
    }

    pub fn writing(error: io::Error) -> BackupError {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                BackupError::Full
            }
            _ => BackupError::Unwritable(error.to_string()),
        }
    }

    pub fn store(error: impl fmt::Display) -> BackupError {
        BackupError::Store(error.to_string())
    }
}

impl From<OpenError> for BackupError {
    fn from(error: OpenError) -> BackupError {
        match error {
            OpenError::KeyWrong => BackupError::WrongKey,
            OpenError::KeyMissing(_) => BackupError::NoKey,
            OpenError::Newer(format) => BackupError::NewerStore(format),
            OpenError::Io(why) | OpenError::Damaged(why) | OpenError::NotOurs(why) => BackupError::Store(why),
            error => BackupError::store(error),
        }
    }
}

impl From<Failure> for BackupError {
    fn from(failure: Failure) -> BackupError {
        BackupError::store(failure)
    }
}

/// A whole sentence, for the command line.
impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::NotABackup => f.write_str("The file is no backup of garson's."),
            BackupError::NewerFile(version) => write!(
                f,
                "The backup was made by a newer garson (its file is of version {version}). Install that version or a later one."
            ),
            BackupError::NewerStore(format) => write!(
                f,
                "The backup was made by a newer garson (its store is of format {format}). Install that version or a later one."
            ),
            BackupError::CutOff => {
                f.write_str("The backup is not whole: it ends too early. Nothing of it was used; take an earlier one.")
            }
            BackupError::Altered(what) => write!(
                f,
                "The backup is not as it was written: {what}. Nothing of it was used; take another copy of it, or an earlier one."
            ),
            BackupError::NeedsPassphrase => f.write_str("The backup is encrypted: it needs its passphrase."),
            BackupError::WrongPassphrase => f.write_str("The passphrase is not the one of this backup."),
            BackupError::WrongKey => f.write_str(
                "The key file does not belong to this backup. It needs the garson.key that lay beside the store when the \
                 backup was made: give it with --key-file FILE.",
            ),
            BackupError::NoKey => f.write_str(
                "The backup has no key file inside, because it was made without a passphrase, and there is none here. It \
                 needs the garson.key that lay beside the store when the backup was made: give it with --key-file FILE.",
            ),
            BackupError::Unreadable(why) => write!(f, "The backup cannot be read: {why}."),
            BackupError::Unwritable(why) => write!(f, "The backup cannot be written: {why}."),
            BackupError::Full => f.write_str("The disk of the backup is full."),
            BackupError::NoRoom { free, wanted } => write!(
                f,
                "The disk of the data folder has {} MB free, and {} MB or more are needed.",
                free / 1_000_000,
                wanted.div_ceil(1_000_000)
            ),
            BackupError::Different(tree) => {
                write!(f, "What was put back is not what the snapshot had: {tree} differs.")
            }
            BackupError::NotSound { count, first } => {
                write!(f, "What was put back is not sound, in {count} place(s): {first}.")
            }
            BackupError::HasStore => f.write_str("There is a store already."),
            BackupError::Unfinished(why) => write!(
                f,
                "The backup is restored, but its files could not be moved to their place: {why}. Any garson command does the \
                 rest when it is next run, as does a start."
            ),
            BackupError::Stopped => f.write_str("It was stopped before it was done."),
            BackupError::Store(why) => write!(f, "The store gave trouble: {why}."),
        }
    }
}
