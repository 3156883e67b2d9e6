//! Keys, users, sessions, settings and the book of backups in the store.

use super::{layout, tables::Table, tx::Tx, view::ReadView};
use model::{BackupBook, Failure, Id, Key, Session, Settings, Sha, User};

pub trait Accounts: ReadView + Sized {
    reads! {
        one session(hash: Sha) -> Session in Sessions at hash.0;
        all keys -> Key in Keys;
        all users -> User in Users;
        all sessions -> Session in Sessions;
    }

    fn backup_book(&self) -> Result<BackupBook, Failure> {
        Ok(self.record(Table::Meta, layout::BACKUPS)?.unwrap_or_default())
    }

    fn settings(&self) -> Result<Settings, Failure> {
        Ok(self.record(Table::Meta, layout::SETTINGS)?.unwrap_or_default())
    }
}

impl<L: ReadView> Accounts for L {}

writes! {
    put put_key(key: Key) in Keys at key.id.bytes();
    put put_user(user: User) in Users at user.id.bytes();
    put put_session(session: Session) in Sessions at session.hash.0;
    put put_settings(settings: Settings) in Meta at layout::SETTINGS;
    put put_backup_book(book: BackupBook) in Meta at layout::BACKUPS;
    remove remove_key(id: Id) from Keys at id.bytes();
    remove remove_user(id: Id) from Users at id.bytes();
}

impl Tx<'_> {
    pub fn remove_session(&mut self, hash: Sha) -> Result<(), Failure> {
        self.bells.sessions = true;
        self.delete(Table::Sessions, &hash.0)
    }

    /// It may show less from now on: what is open under it is looked at anew, as where one ends.
    pub fn narrow_session(&mut self, session: &Session) -> Result<(), Failure> {
        self.bells.sessions = true;
        self.put_session(session)
    }
}
