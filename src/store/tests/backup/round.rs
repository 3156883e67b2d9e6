//! There and back again: what is put back is what was there, of every format, with the key inside and without.

use super::super::{
    super::{
        Accounts, Audit, AuditFilter, Folder, Reader, Restored, Store,
        backup::{
            error::BackupError,
            load::BackupFile,
            restore::Restore,
            shelf::FileShelf,
            swap::{self, is_ours},
        },
        check, seal,
        tables::FORMAT,
    },
    disk::Disk,
    rig::{CACHE, Rig, Spec, quiet, wait},
};
use super::{cabinet::Cabinet, folder_with, kept, key, key_text, proven, restored, with_orders};
use model::{Actor, Deed, Role, Session, Sha, User, Walk, Whose};
use redb::{Database, ReadableDatabase};
use std::{fs, path::PathBuf};

#[test]
fn a_backup_is_put_back_on_another_machine_with_nothing_but_its_passphrase() {
    let (rig, key) = (with_orders(30), key());
    let (bytes, made) = kept(&rig.store.read().unwrap(), Some(&key));
    assert_eq!(made.orders(), 30);
    let shown = String::from_utf8_lossy(&bytes);
    assert!(!shown.contains(&key_text()) && !shown.contains("orders_by"), "it can be read");
    let new = Cabinet::default();
    let report = restored(&new, &bytes, Some(&key)).unwrap();
    assert_eq!((report.orders, report.aside.len()), (30, 0));
    assert_eq!(new.content("garson.key").unwrap(), key_text().into_bytes());
    let again = Rig::on(&new.disk("garson.redb").unwrap()).unwrap();
    assert_eq!(again.orders(), rig.orders());
    again.assert_sound();
    let mark = again.store.read().unwrap().restored().unwrap().unwrap();
    assert_eq!((mark.backup_id, mark.snapshot_at), (made.header.id, made.header.at));
    // Whatever is written next has an id of its own.
    let last = rig.orders().into_keys().next_back();
    assert!(Some(again.add(&Spec::plain(99)).unwrap().id) > last);
}

#[test]
fn a_backup_begins_with_what_is_in_it() {
    let (rig, key) = (with_orders(3), key());
    let newest = rig.add(&Spec::plain(9)).unwrap();
    for key in [None, Some(&key)] {
        let (bytes, _) = kept(&rig.store.read().unwrap(), key);
        let figures = |bytes: &[u8], key| BackupFile::open(bytes).and_then(|file| file.contents(key));
        let found = figures(&bytes, key).unwrap().unwrap();
        assert_eq!((found.orders, found.restaurants, found.people), (4, 0, 0));
        assert_eq!(found.newest_order.unwrap().at, newest.created_at);
        // No more of it is read than its beginning.
        assert!(figures(&bytes[..bytes.len() / 2], key).unwrap().is_some());
        let wrong = super::key();
        assert!(key.is_none() || figures(&bytes, Some(&wrong)) == Err(BackupError::WrongPassphrase));
    }
}

#[test]
fn a_proof_says_what_it_proved_and_leaves_nothing_behind() {
    let (rig, key) = (with_orders(30), key());
    let folder = folder_with(3);
    let before = folder.content("garson.redb");
    for key in [None, Some(&key)] {
        let (bytes, made) = kept(&rig.store.read().unwrap(), key);
        let proof = proven(&folder, &bytes, key).unwrap();
        assert_eq!((proof.backup_id, proof.orders, proof.bytes), (made.header.id, 30, made.bytes));
        assert_eq!(proof.rows, made.trees.iter().map(|tree| tree.rows).sum::<u64>());
        assert_eq!(folder.names().unwrap(), ["garson.key", "garson.redb"]);
    }
    assert_eq!(folder.content("garson.redb"), before);
}

#[test]
fn without_a_passphrase_it_needs_the_key_file_that_was_beside_it() {
    let rig = with_orders(3);
    let (bytes, _) = kept(&rig.store.read().unwrap(), None);
    assert!(!bytes.windows(40).any(|part| part == &key_text().as_bytes()[..40]));
    let nowhere = Cabinet::default();
    assert_eq!(restored(&nowhere, &bytes, None).unwrap_err(), BackupError::NoKey);
    let elsewhere = Cabinet::default();
    elsewhere.lay("garson.key", seal_text(8).into_bytes());
    assert_eq!(restored(&elsewhere, &bytes, None).unwrap_err(), BackupError::WrongKey);
    assert_eq!(proven(&elsewhere, &bytes, None).unwrap_err(), BackupError::WrongKey);
    let file = BackupFile::open(bytes.as_slice()).unwrap();
    let (key_file, length) = (Some(key_text()), bytes.len() as u64);
    let restore = Restore { file, length, key: None, key_file, may_replace: false, by: Actor::CommandLine };
    let report = restore.run_on(&elsewhere, &mut |_| true).unwrap();
    assert_eq!(report.aside.len(), 1, "the key that was there is kept: {:?}", report.aside);
    assert_eq!(elsewhere.content("garson.key").unwrap(), key_text().into_bytes());
    assert_eq!(Rig::on(&elsewhere.disk("garson.redb").unwrap()).unwrap().orders(), rig.orders());
}

fn seal_text(byte: u8) -> String {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    URL_SAFE_NO_PAD.encode([byte; 32])
}

#[test]
fn a_store_that_is_there_is_replaced_only_where_that_is_wanted_and_is_kept() {
    let (bytes, _) = kept(&with_orders(3).store.read().unwrap(), None);
    let folder = folder_with(5);
    let before = folder.content("garson.redb").unwrap();
    let restore = |may_replace| {
        let file = BackupFile::open(bytes.as_slice()).unwrap();
        let (length, by) = (bytes.len() as u64, Actor::CommandLine);
        Restore { file, length, key: None, key_file: None, may_replace, by }.run_on(&folder, &mut |_| true)
    };
    assert_eq!(restore(false).unwrap_err(), BackupError::HasStore);
    assert_eq!(folder.content("garson.redb").unwrap(), before);
    for round in 1..4 {
        let report = restore(true).unwrap();
        assert_eq!(report.aside.len(), 2, "round {round}: {:?}", report.aside);
        assert!(report.aside.iter().all(|name| is_ours(name)));
    }
    let first = folder.names().unwrap().into_iter().find(|name| name.starts_with("garson.redb.before-")).unwrap();
    assert_eq!(folder.content(&first).unwrap(), before, "two in a second have a name each");
}

#[test]
fn sessions_end_and_the_deed_is_on_record() {
    let rig = with_orders(1);
    rig.write(|tx| {
        let (id, now) = (tx.next_id(), tx.now);
        tx.put_user(&User {
            id,
            name: "ayşe".into(),
            role: Role::Owner,
            password: String::new(),
            lang: None,
            second_factor: None,
            devices: Vec::new(),
            created_at: now,
        })?;
        tx.put_session(&Session {
            hash: Sha::of(b"a token"),
            whose: Whose::Person { user_id: id },
            created_at: now,
            last_seen_at: now,
            confirmed_at: None,
            device: None,
            is_in_clear: false,
            address: String::new(),
            browser: String::new(),
        })
    })
    .unwrap();
    let (bytes, made) = kept(&rig.store.read().unwrap(), None);
    assert_eq!(rig.store.read().unwrap().sessions().unwrap().len(), 1);
    let folder = folder_with(0);
    restored(&folder, &bytes, None).unwrap();
    let again = Rig::on(&folder.disk("garson.redb").unwrap()).unwrap();
    again.assert_sound();
    let reader = again.store.read().unwrap();
    assert_eq!((reader.sessions().unwrap().len(), reader.users().unwrap().len()), (0, 1));
    let entries = reader.list_audit(&AuditFilter::default(), &Walk::newest(9), again.store.sealer()).unwrap().items;
    assert_eq!(
        entries.iter().map(|entry| (entry.deed, &entry.by)).collect::<Vec<_>>(),
        [(Deed::StoreRestored, &Actor::CommandLine)]
    );
    assert_eq!(entries[0].changes[0].after, Some(serde_json::json!(made.header.at)));
}

fn saved(format: u32, name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/it/files/format-{format}")).join(name)
}

#[test]
fn a_store_of_every_released_format_is_put_back_and_brought_up() {
    for format in [1, 2] {
        let packed = fs::read(saved(format, "garson.redb.lz4")).unwrap();
        let disk = Disk::holding(lz4_flex::decompress_size_prepended(&packed).unwrap());
        let text = fs::read_to_string(saved(format, "garson.key")).unwrap();
        let database = Database::builder().create_with_backend(disk.copy()).unwrap();
        let (bytes, made) = kept(&Reader::new(database.begin_read().unwrap()), None);
        assert_eq!(made.header.format, format);
        let folder = Cabinet::default();
        folder.lay("garson.key", text.clone().into_bytes());
        proven(&folder, &bytes, None).unwrap();
        restored(&folder, &bytes, None).unwrap();
        let sealer = |text: &str| seal::of_text(text).unwrap();
        let open = |disk: &Disk| Rig::sealed(disk, CACHE, sealer(&text), &quiet()).unwrap();
        let (found, expected) = (open(&folder.disk("garson.redb").unwrap()), open(&disk));
        assert!(found.orders() == expected.orders() && found.orders().len() as u64 == made.orders());
        found.assert_sound();
        const { assert!(FORMAT > 2) };
    }
}

/// The same in a folder of the machine: the parts that a test's own folder does not have.
#[test]
fn a_folder_of_the_machine_takes_a_restore_and_finishes_one_that_was_cut_off() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("garson.proof-00"), "half").unwrap();
    let folder = Folder::hold(place.path(), "a test").unwrap();
    assert!(!place.path().join("garson.proof-00").exists(), "what a proof left is cleared away");
    let (store, closing) = Store::open(&folder, &quiet()).unwrap();
    wait(store.write(|tx| Spec::plain(1).add(tx))).unwrap();
    drop(store);
    closing.wait();
    let old = fs::read(place.path().join("garson.redb")).unwrap();
    // Another key inside than the one that is here.
    let (rig, passphrase) = (with_orders(4), key());
    let (whole, _) = kept(&rig.store.read().unwrap(), Some(&passphrase));
    let file = BackupFile::open(whole.as_slice()).unwrap();
    let (length, by) = (whole.len() as u64, Actor::CommandLine);
    let restore = Restore { file, length, key: Some(&passphrase), key_file: None, may_replace: true, by };
    let report = restore.run(&folder, &mut |_| true).unwrap();
    let aside: Vec<_> = report.aside.iter().map(|name| place.path().join(name)).collect();
    assert!(aside.iter().any(|path| fs::read(path).unwrap() == old), "{aside:?}");
    drop(folder);

    // A plan that was decided upon and not carried out.
    for name in ["garson.redb", "garson.key"] {
        fs::rename(place.path().join(name), place.path().join(swap::restored(name))).unwrap();
    }
    fs::write(place.path().join("garson.restore"), r#"{"aside":".before-again"}"#).unwrap();
    assert!(Folder::has_database(place.path()).unwrap());
    let folder = Folder::hold(place.path(), "a test").unwrap();
    let (store, closing) = Store::open(&folder, &quiet()).unwrap();
    let reader = store.read().unwrap();
    assert!(reader.restored().unwrap().is_some());
    assert!(check::check(&reader, store.sealer(), &mut |_| Ok(())).unwrap().is_sound());
    #[cfg(unix)]
    for name in ["garson.redb", "garson.key"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(place.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop((reader, store));
    closing.wait();
}
