//! Every way that opening a store can go wrong, in a sentence.

use model::{Code, Failure};
use std::path::{Path, PathBuf};
use std::{fmt, io};

#[derive(Debug)]
pub enum OpenError {
    /// Another process holds the folder; what it wrote about itself.
    InUse(PathBuf, String),
    KeyMissing(PathBuf),
    KeyUnreadable(PathBuf, String),
    /// Others may read or change it.
    KeyOpen(PathBuf),
    KeyWrong,
    /// The database needs what is in it.
    JournalMissing(PathBuf),
    /// It belongs to another database, or to another moment of this one.
    JournalWrong(PathBuf),
    NotOurs(String),
    Damaged(String),
    Newer(u32),
    /// Only a start of the program itself brings it up to date.
    Older(u32),
    /// The folder, or a file in it, belongs to another user.
    NotAllowed(PathBuf),
    Io(String),
}

impl OpenError {
    pub(super) fn from_redb(error: impl Into<redb::Error>) -> OpenError {
        match error.into() {
            redb::Error::Corrupted(what) => OpenError::Damaged(what),
            redb::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                OpenError::Damaged("it ends too early".into())
            }
            error => OpenError::Io(error.to_string()),
        }
    }

    pub(super) fn of_failure(failure: Failure) -> OpenError {
        match failure.code {
            Code::Internal => OpenError::Damaged(failure.to_string()),
            _ => OpenError::Io(failure.to_string()),
        }
    }

    pub(super) fn of_file(path: &Path, error: &io::Error) -> OpenError {
        match error.kind() {
            io::ErrorKind::PermissionDenied => OpenError::NotAllowed(path.to_owned()),
            _ => OpenError::Io(format!("{}: {error}", path.display())),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::InUse(path, holder) => {
                let holder = if holder.is_empty() { "another garson" } else { holder };
                write!(
                    f,
                    "The store in {} is in use by {holder}. Stop it first, or choose another folder with --data.",
                    path.display()
                )
            }
            OpenError::KeyMissing(path) => write!(
                f,
                "The key file {} is missing. The stored secrets cannot be read without it: put it back from your backup.",
                path.display()
            ),
            OpenError::KeyUnreadable(path, why) => write!(f, "The key file {} cannot be used: {why}.", path.display()),
            OpenError::KeyOpen(path) => {
                let path = path.display();
                write!(
                    f,
                    "Other users of this machine can read or change the key file {path}, and with it the stored secrets. \
                     `chmod 600 {path}` closes it."
                )
            }
            OpenError::KeyWrong => f.write_str(
                "The key file does not belong to this database. Put back the garson.key that was beside it.",
            ),
            OpenError::JournalMissing(path) => write!(
                f,
                "The journal {} is missing. What came in last before the program ended is in it and not in the database yet: \
                 put it back from where the database was. If it is lost for good, make an empty file of that name, and the \
                 store goes on without it.",
                path.display()
            ),
            OpenError::JournalWrong(path) => write!(
                f,
                "The journal {} is not the one of this database as it is now. What came in last is in the right one: put that \
                 back from where the database was. If it is lost for good, put an empty file in its place, and the store goes \
                 on without it.",
                path.display()
            ),
            OpenError::NotOurs(why) => {
                write!(f, "The database file is not one of garson's: {why}. It was left untouched.")
            }
            OpenError::Damaged(why) => {
                write!(f, "The database file is damaged: {why}. It was left untouched; restore your last backup.")
            }
            OpenError::Newer(format) => write!(
                f,
                "The database file was written by a newer garson (format {format}). Install that version or a later one; \
                 or go back with `garson back` to the store of before, if it is still kept."
            ),
            OpenError::Older(format) => write!(
                f,
                "The database file was written by an older garson (format {format}). It was left untouched: this program \
                 brings it up to date when it is started, with `garson`."
            ),
            OpenError::NotAllowed(path) => write!(
                f,
                "You may not use {}: it belongs to another user. Run this as that user, or {}.",
                path.display(),
                if cfg!(windows) { "as administrator" } else { "with sudo" }
            ),
            OpenError::Io(why) => write!(f, "The store cannot be opened: {why}."),
        }
    }
}
