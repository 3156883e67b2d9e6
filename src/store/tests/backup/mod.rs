//! Backups: what is put back is what was there, whatever happens to the file or to the power meanwhile.

mod cabinet;
mod cut;
mod file;
mod forged;
mod full;
mod mark;
mod round;

use super::{
    super::{
        Reader,
        backup::{
            error::BackupError,
            key::{BackupKey, KeyOrigin},
            load::BackupFile,
            make::{BackupSummary, KeptFiles, make},
            prove::{BackupProof, ToProve, prove_on},
            restore::{Restore, RestoreReport},
            shelf::FileShelf,
        },
    },
    rig::{Rig, Spec},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use cabinet::Cabinet;
use model::Actor;

/// The key file of a `Rig`.
fn key_text() -> String {
    URL_SAFE_NO_PAD.encode([7; 32])
}

fn key_files() -> KeptFiles {
    KeptFiles::from([("garson.key".to_owned(), key_text())])
}

fn key() -> BackupKey {
    BackupKey::new(KeyOrigin::new().unwrap(), [9; 32])
}

/// A store with so many orders.
fn with_orders(count: u64) -> Rig {
    let rig = Rig::new();
    let many: Vec<Spec> = (0..count).map(Spec::plain).collect();
    rig.write(move |tx| many.iter().try_for_each(|spec| spec.add(tx).map(drop))).unwrap();
    rig
}

fn kept(reader: &Reader, key: Option<&BackupKey>) -> (Vec<u8>, BackupSummary) {
    let mut bytes = Vec::new();
    let made = make(reader, &key_files(), key, &mut bytes, &mut |_| true).unwrap();
    assert_eq!(made.bytes, bytes.len() as u64);
    (bytes, made)
}

fn proven(shelf: &impl FileShelf, bytes: &[u8], key: Option<&BackupKey>) -> Result<BackupProof, BackupError> {
    let backup = ToProve { input: bytes, length: bytes.len() as u64, key, made: None };
    prove_on(shelf, backup, &mut |_| true)
}

/// Over whatever is there.
fn restored(shelf: &impl FileShelf, bytes: &[u8], key: Option<&BackupKey>) -> Result<RestoreReport, BackupError> {
    let file = BackupFile::open(bytes)?;
    let (length, key_file, may_replace, by) = (bytes.len() as u64, None, true, Actor::CommandLine);
    Restore { file, length, key, key_file, may_replace, by }.run_on(shelf, &mut |_| true)
}

/// A folder with a store of so many orders, closed in order.
fn folder_with(orders: u64) -> Cabinet {
    let cabinet = Cabinet::default();
    cabinet.lay("garson.redb", with_orders(orders).close().image());
    cabinet.lay("garson.key", key_text().into_bytes());
    cabinet
}
