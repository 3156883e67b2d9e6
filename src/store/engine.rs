//! What redb is asked with care: to begin a transaction that writes, and to read pages that may be damaged.

use redb::{Database, Durability, WriteTransaction};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A durable transaction; for the one writer, and for a database that nobody else has.
pub fn begin(database: &Database) -> Result<WriteTransaction, redb::Error> {
    #[expect(clippy::disallowed_methods, reason = "all that may write begins here")]
    let mut txn = database.begin_write()?;
    txn.set_durability(Durability::Immediate)?;
    Ok(txn)
}

/// What `work` comes to; `otherwise` where redb panics, as it does where a page makes no sense to it.
pub fn unless_damaged<T, E>(work: impl FnOnce() -> Result<T, E>, otherwise: impl FnOnce() -> E) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(otherwise()))
}
