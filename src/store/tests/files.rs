//! Real files: whatever lies in the data folder, the answer is a clear error and the file keeps every byte.

use super::super::{
    Closing, Folder, OpenError, Store, check,
    tables::{FORMAT, Table},
    verify,
    view::RawView,
};
use super::{
    dice::Dice,
    rig::{Spec, quiet, wait},
};
use redb::{Database, MultimapTableDefinition, TableDefinition};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const ORDERS: u64 = 40;

fn open(path: &Path) -> Result<(Store, Closing, Folder), OpenError> {
    let folder = Folder::hold(path, "a test")?;
    let (store, closing) = Store::open(&folder, &quiet())?;
    Ok((store, closing, folder))
}

/// A folder with a store in it, closed cleanly, and the database as it would lie there after a crash.
struct Place {
    folder: TempDir,
    clean: Vec<u8>,
    crashed: Vec<u8>,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let (store, closing, held) = open(folder.path()).unwrap();
        for number in 0..ORDERS {
            wait(store.write(move |tx| Spec::plain(number).add(tx))).unwrap();
        }
        let database = folder.path().join("garson.redb");
        let crashed = fs::read(&database).unwrap();
        drop(store);
        closing.wait();
        drop(held);
        Place { clean: fs::read(&database).unwrap(), folder, crashed }
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("garson.redb")
    }

    /// Opens the folder with this database in it: how many orders it has, if it is sound. A refusal left the file alone.
    fn opens_with(&self, image: &[u8]) -> Result<Option<u64>, OpenError> {
        fs::write(self.database(), image).unwrap();
        match open(self.folder.path()) {
            Err(error) => {
                assert!(fs::read(self.database()).unwrap() == image, "{error}, and yet the file was changed");
                Err(error)
            }
            Ok((store, closing, _held)) => {
                let reader = store.read().unwrap();
                let report = check::check(&reader, store.sealer(), &mut |_| Ok(()));
                let orders = reader.count(Table::Orders);
                drop((reader, store));
                closing.wait();
                let is_sound = report.is_ok_and(|report| report.is_sound());
                Ok(is_sound.then(|| orders.unwrap_or(0)))
            }
        }
    }
}

#[test]
fn a_letter_that_rotted_in_a_closed_file_is_found_by_its_checksum() {
    let place = Place::new();
    let verify = |image: &[u8]| {
        fs::write(place.database(), image).unwrap();
        let found = verify::verify(&Folder::hold(place.folder.path(), "a test").unwrap()).unwrap();
        assert!(fs::read(place.database()).unwrap() == image, "{found:?}, and yet the file was changed");
        found
    };
    assert_eq!((verify(&place.clean), verify(&place.crashed)), (None, None));
    let mut rotten = place.clean.clone();
    let (whole, bent) = (b"\"by\":\"platform\"", b"\"by\":\"qlatform\"");
    let mut bends = 0;
    for at in 0..rotten.len() - whole.len() {
        if rotten[at..].starts_with(whole) {
            rotten[at..at + whole.len()].copy_from_slice(bent);
            bends += 1;
        }
    }
    assert!(bends >= ORDERS, "{bends}");
    // Every record can be read and fits its indexes: the walk alone sees nothing.
    assert_eq!(place.opens_with(&rotten).unwrap(), Some(ORDERS));
    assert!(verify(&rotten).is_some());
}

#[test]
fn a_crashed_and_a_clean_file_open_with_all_their_orders() {
    let place = Place::new();
    assert!(place.opens_with(&place.clean).unwrap() == Some(ORDERS));
    assert!(place.opens_with(&place.crashed).unwrap() == Some(ORDERS));
}

#[test]
fn a_file_that_is_no_database_is_not_ours_and_stays_as_it_is() {
    let place = Place::new();
    for image in [b"".as_slice(), b"r", b"redb", b"SQLite format 3\0", "Sipariş".repeat(9_000).as_bytes(), &[0; 4096]]
    {
        let error = place.opens_with(image).unwrap_err();
        assert!(matches!(error, OpenError::NotOurs(_)), "{error}");
        assert!(error.to_string().contains("left untouched"));
    }
}

#[test]
fn another_programs_redb_file_is_not_ours_and_stays_as_it_is() {
    let place = Place::new();
    let meta: TableDefinition<&[u8], &[u8]> = TableDefinition::new(Table::Meta.name());
    let others: [fn(&redb::WriteTransaction); 4] = [
        |txn| drop(txn.open_table(TableDefinition::<u64, u64>::new("orders")).unwrap()),
        |txn| drop(txn.open_multimap_table(MultimapTableDefinition::<u64, u64>::new("orders")).unwrap()),
        |txn| drop(txn.open_table(TableDefinition::<u64, u64>::new("meta")).unwrap()),
        |txn| drop(txn.open_multimap_table(MultimapTableDefinition::<&[u8], &[u8]>::new("meta")).unwrap()),
    ];
    for fill in others {
        let error = place.opens_with(&redb_file(fill)).unwrap_err();
        assert!(matches!(error, OpenError::NotOurs(_)), "{error}");
    }
    let unnumbered = redb_file(|txn| drop(txn.open_table(meta).unwrap()));
    assert!(matches!(place.opens_with(&unnumbered), Err(OpenError::NotOurs(_))));
    let newer = redb_file(|txn| {
        let mut meta = txn.open_table(meta).unwrap();
        meta.insert(b"format".as_slice(), (FORMAT + 1).to_be_bytes().as_slice()).unwrap();
    });
    assert!(matches!(place.opens_with(&newer), Err(OpenError::Newer(newer)) if newer == FORMAT + 1));
}

fn redb_file(fill: impl Fn(&redb::WriteTransaction)) -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().unwrap();
    let database = Database::create(file.path()).unwrap();
    #[expect(clippy::disallowed_methods, reason = "it is another program's database")]
    let txn = database.begin_write().unwrap();
    fill(&txn);
    txn.commit().unwrap();
    drop(database);
    fs::read(file.path()).unwrap()
}

#[test]
fn a_file_that_lost_its_end_is_damaged_and_stays_as_it_is() {
    let place = Place::new();
    for image in [&place.clean, &place.crashed] {
        let pages = (0..image.len()).step_by(4096).flat_map(|at| [at, at + 1, at + 2_000]);
        for length in pages.chain(9..400).chain([image.len() - 1]).filter(|length| (9..image.len()).contains(length)) {
            match place.opens_with(&image[..length]) {
                Err(OpenError::Damaged(_)) => {}
                // What redb had not put on the disk yet may lie there; the journal has it.
                Ok(Some(ORDERS)) if image == &place.crashed => {}
                other => panic!("{length} of {} bytes: {other:?}", image.len()),
            }
        }
    }
}

#[test]
fn a_file_with_bytes_turned_over_opens_or_is_refused_and_never_ends_the_program() {
    let place = Place::new();
    let (mut refused, mut found) = (0, 0);
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let crashed = dice.one_in(2);
        let mut image = if crashed { place.crashed.clone() } else { place.clean.clone() };
        let end = dice.pick(&[64, 320, 4096, image.len() as u64]);
        for _ in 0..1 + dice.below(4) {
            image[dice.below(end) as usize] ^= 1 << dice.below(8);
        }
        match place.opens_with(&image) {
            Ok(None) => found += 1,
            // After a crash a page of the last commit that does not fit is a commit that was cut short: redb takes it back.
            Ok(Some(orders)) => assert!(orders == ORDERS || (crashed && orders == ORDERS - 1), "seed {seed}: {orders}"),
            // The seal itself may be what was turned over: then no key fits.
            Err(OpenError::Damaged(_) | OpenError::NotOurs(_) | OpenError::KeyWrong) => refused += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(refused > 15, "{refused} refused, {found} found by check");
}

#[test]
fn a_missing_an_open_a_wrong_and_an_unreadable_key_file_are_told_apart() {
    let place = Place::new();
    let key = place.folder.path().join("garson.key");
    let right = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    assert!(matches!(place.opens_with(&place.clean), Err(OpenError::KeyMissing(path)) if path == key));
    assert!(!key.exists());
    fs::write(&key, b"short").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&key, PermissionsExt::from_mode(0o640)).unwrap();
        assert!(matches!(place.opens_with(&place.clean), Err(OpenError::KeyOpen(path)) if path == key));
        fs::set_permissions(&key, PermissionsExt::from_mode(0o600)).unwrap();
    }
    assert!(matches!(place.opens_with(&place.clean), Err(OpenError::KeyUnreadable(..))));
    fs::write(&key, fs::read(Place::new().folder.path().join("garson.key")).unwrap()).unwrap();
    assert!(matches!(place.opens_with(&place.clean), Err(OpenError::KeyWrong)));
    assert!(matches!(place.opens_with(&place.crashed), Err(OpenError::KeyWrong)));
    fs::write(&key, right).unwrap();
    assert!(place.opens_with(&place.clean).unwrap() == Some(ORDERS));
}

#[cfg(unix)]
#[test]
fn the_folder_and_its_files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("a/b");
    let (_store, _closing, _folder) = open(&path).unwrap();
    let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.clone()), 0o700);
    assert_eq!(mode(path.join("garson.key")), 0o600);
    assert_eq!(mode(path.join("garson.redb")), 0o600);
    assert_eq!(mode(path.join("garson.lock")), 0o600);
}

#[test]
fn a_second_program_is_told_who_holds_the_folder() {
    let place = Place::new();
    let first = open(place.folder.path()).unwrap();
    let error = open(place.folder.path()).err().unwrap();
    assert!(matches!(&error, OpenError::InUse(path, who) if path == place.folder.path() && who == "a test"), "{error}");
    let (store, closing, folder) = first;
    drop(store);
    closing.wait();
    drop(folder);
    assert!(open(place.folder.path()).is_ok());
}

#[test]
fn what_a_power_cut_left_of_a_first_start_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("garson.key.new"), b"ha").unwrap();
    fs::write(folder.path().join("garson.redb.new"), b"redb").unwrap();
    assert!(open(folder.path()).is_ok());
}

#[test]
fn a_file_that_vanished_is_not_replaced_by_an_empty_one() {
    use super::super::folder::Medium;
    let place = Place::new();
    let folder = Folder::hold(place.folder.path(), "a test").unwrap();
    let medium = folder.medium().unwrap();
    fs::remove_file(place.database()).unwrap();
    assert!(matches!(medium.open(&quiet(), &|_| Ok(())), Err(OpenError::Io(_))));
    assert!(!place.database().exists());
}
