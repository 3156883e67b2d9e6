//! Keys, users and settings in the store.

use super::{look::Look, tables::Table, tx::Tx};
use crate::model::{Failure, Id, Key, Settings, User};

pub trait Accounts: Look + Sized {
    fn keys(&self) -> Result<Vec<Key>, Failure> {
        self.all(Table::Keys)
    }

    fn users(&self) -> Result<Vec<User>, Failure> {
        self.all(Table::Users)
    }

    fn settings(&self) -> Result<Settings, Failure> {
        Ok(self.record(Table::Meta, b"settings")?.unwrap_or_default())
    }
}

impl<L: Look> Accounts for L {}

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

    pub fn remove_user(&mut self, id: Id) -> Result<(), Failure> {
        self.delete(Table::Users, &id.bytes())
    }
}
