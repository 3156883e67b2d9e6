//! Keys, users, sessions, settings and the book of backups in the store.

use super::{layout, tables::Table, tx::Tx, view::ReadView};
use model::{BackupBook, Failure, Id, Key, Session, Settings, Sha, User};

pub trait Accounts: ReadView + Sized {
    fn keys(&self) -> Result<Vec<Key>, Failure> {
        self.all(Table::Keys)
    }

    fn users(&self) -> Result<Vec<User>, Failure> {
        self.all(Table::Users)
    }

    fn session(&self, hash: Sha) -> Result<Option<Session>, Failure> {
        self.record(Table::Sessions, &hash.0)
    }

    fn sessions(&self) -> Result<Vec<Session>, Failure> {
        self.all(Table::Sessions)
    }

    fn backup_book(&self) -> Result<BackupBook, Failure> {
        Ok(self.record(Table::Meta, layout::BACKUPS)?.unwrap_or_default())
    }

    fn settings(&self) -> Result<Settings, Failure> {
        Ok(self.record(Table::Meta, layout::SETTINGS)?.unwrap_or_default())
    }
}

impl<L: ReadView> Accounts for L {}

impl Tx<'_> {
    pub fn put_key(&mut self, key: &Key) -> Result<(), Failure> {
        self.put(Table::Keys, &key.id.bytes(), key)
    }

    pub fn remove_key(&mut self, id: Id) -> Result<(), Failure> {
        self.delete(Table::Keys, &id.bytes())
    }

    pub fn put_user(&mut self, user: &User) -> Result<(), Failure> {
        self.put(Table::Users, &user.id.bytes(), user)
    }

    pub fn put_session(&mut self, session: &Session) -> Result<(), Failure> {
        self.put(Table::Sessions, &session.hash.0, session)
    }

    pub fn remove_session(&mut self, hash: Sha) -> Result<(), Failure> {
        self.delete(Table::Sessions, &hash.0)
    }

    pub fn put_settings(&mut self, settings: &Settings) -> Result<(), Failure> {
        self.put(Table::Meta, layout::SETTINGS, settings)
    }

    pub fn put_backup_book(&mut self, book: &BackupBook) -> Result<(), Failure> {
        self.put(Table::Meta, layout::BACKUPS, book)
    }

    pub fn remove_user(&mut self, id: Id) -> Result<(), Failure> {
        self.delete(Table::Users, &id.bytes())
    }
}
