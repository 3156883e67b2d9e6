//! Stores as earlier programs wrote them, one folder for each format under `tests/it/files`: today's program opens each,
//! brings it up, and shows what it showed then.
//!
//! A new format gets its folder from the last program of the old one:
//! `GARSON_SAVE_STORE=tests/it/files/format-N cargo test --test it every_table`. It is one whose program was killed. A new version of the backup file gets one from
//! the first program that writes it: `GARSON_SAVE_BACKUP=tests/it/files/backup-N cargo test --test it every_table`.

mod before;
mod fill;

use crate::harness::{Garson, garson as garson_command};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/files");
/// Asked of the program that wrote a store, and again of the one that opens it.
const ANSWERS: &str = "answers.json";
const JOURNAL: &str = "garson.journal";
const BACKUP: &str = "shop.garson";
const PASSPHRASE: &str = "passphrase";

#[test]
fn a_store_of_every_format_opens_and_shows_what_it_showed() {
    let mut formats = 0;
    for folder in saved("format-") {
        let (garson, answers) = opened(&folder);
        let shown = folder.display();
        // What is of today's format is looked at before the program has done anything about it.
        let (is_sound, said) = garson.check();
        if is_sound {
            assert_eq!(empty_tables(&said), Vec::<&str>::new(), "{shown}");
        }
        let mut garson = garson.serve();
        shows(&garson, &answers, &shown.to_string());
        garson.stop_sound();
        formats += 1;
    }
    assert!(formats > 0);
}

#[test]
fn a_backup_of_every_version_is_restored_and_shows_what_it_showed() {
    let mut versions = 0;
    for folder in saved("backup-") {
        let mut garson = Garson::unowned(&[]);
        let restored = garson_command()
            .arg("restore")
            .arg(folder.join(BACKUP))
            .arg("--passphrase-file")
            .arg(folder.join(PASSPHRASE))
            .arg("--data")
            .arg(garson.data())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&[restored.stdout, restored.stderr].concat()).into_owned();
        assert!(restored.status.success(), "{said}");
        let answers: Value = serde_json::from_slice(&fs::read(folder.join(ANSWERS)).unwrap()).unwrap();
        garson.key = answers["key"].as_str().unwrap().to_owned();
        let mut garson = garson.serve();
        shows(&garson, &answers, &folder.display().to_string());
        garson.stop_sound();
        versions += 1;
    }
    assert!(versions > 0);
}

fn saved(begins: &str) -> Vec<PathBuf> {
    let folders = fs::read_dir(FILES).unwrap().map(|entry| entry.unwrap());
    folders.filter(|entry| entry.file_name().to_string_lossy().starts_with(begins)).map(|entry| entry.path()).collect()
}

fn shows(garson: &Garson, answers: &Value, place: &str) {
    for (path, expected) in answers["get"].as_object().unwrap() {
        let answer = garson.get(path);
        assert_holds(&format!("{place} {path}"), answer.data(), expected);
    }
}

#[test]
fn a_command_leaves_an_older_store_to_the_program_that_wrote_it() {
    let (appliance, _) = opened(&Path::new(FILES).join("format-1"));
    let database = appliance.data().join("garson.redb");
    let before = fs::read(&database).unwrap();
    for words in [&["user", "list"][..], &["check"], &["doctor"], &["compact", "--estimate"]] {
        let output = garson_command().args(words).arg("--data").arg(appliance.data()).output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(!output.status.success() && said.contains("older garson"), "{words:?}: {said}");
    }
    assert!(fs::read(&database).unwrap() == before);
}

fn packed_in(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.lz4"))
}

/// The saved store in a folder of its own, not started yet.
pub fn opened(folder: &Path) -> (Garson, Value) {
    let mut garson = Garson::unowned(&[]);
    for name in ["garson.redb", JOURNAL].into_iter().filter(|name| packed_in(folder, name).exists()) {
        let packed = fs::read(packed_in(folder, name)).unwrap();
        fs::write(garson.data().join(name), lz4_flex::decompress_size_prepended(&packed).unwrap()).unwrap();
    }
    let key = garson.data().join("garson.key");
    fs::copy(folder.join("garson.key"), &key).unwrap();
    // As the program makes it; a checkout opens it to everybody.
    fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let answers: Value = serde_json::from_slice(&fs::read(folder.join(ANSWERS)).unwrap()).unwrap();
    garson.key = answers["key"].as_str().unwrap().to_owned();
    (garson, answers)
}

#[test]
fn a_store_of_today_has_something_in_every_table() {
    let (garson, answers) = fill::fill();
    if let Ok(folder) = std::env::var("GARSON_SAVE_STORE") {
        save(&garson, &answers, Path::new(&folder));
    }
    let (is_sound, said) = garson.check();
    assert!(is_sound, "{said}");
    assert_eq!(empty_tables(&said), Vec::<&str>::new());
    if let Ok(folder) = std::env::var("GARSON_SAVE_BACKUP") {
        save_backup(&garson, &answers, Path::new(&folder));
    }
}

fn save(garson: &Garson, answers: &Value, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for name in ["garson.redb", JOURNAL] {
        let bytes = fs::read(garson.data().join(name)).unwrap();
        fs::write(packed_in(folder, name), lz4_flex::compress_prepend_size(&bytes)).unwrap();
    }
    fs::copy(garson.data().join("garson.key"), folder.join("garson.key")).unwrap();
    fs::write(folder.join(ANSWERS), serde_json::to_vec_pretty(&few(answers)).unwrap()).unwrap();
}

/// Of the many orders that are alike a few will do.
fn few(answers: &Value) -> Value {
    let mut answers = answers.clone();
    let mut seen = std::collections::HashMap::<usize, usize>::new();
    answers["get"].as_object_mut().unwrap().retain(|_, answer| {
        let length = answer.to_string().len();
        let alike = seen.entry(length).or_default();
        *alike += 1;
        *alike <= 3 && length < 10_000
    });
    answers
}

fn save_backup(garson: &Garson, answers: &Value, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(PASSPHRASE), "dört yeşil masa\n").unwrap();
    fs::write(folder.join(ANSWERS), serde_json::to_vec_pretty(&few(answers)).unwrap()).unwrap();
    let mut backup = garson_command();
    backup.arg("backup").arg(folder.join(BACKUP)).arg("--force").arg("--data").arg(garson.data());
    assert!(backup.arg("--passphrase-file").arg(folder.join(PASSPHRASE)).status().unwrap().success());
}

/// The tables that `garson check` found nothing in.
fn empty_tables(said: &str) -> Vec<&str> {
    let rows = said.lines().filter_map(|line| line.strip_prefix("  ")?.trim().split_once(' '));
    let rows: Vec<(&str, u64)> = rows.filter_map(|(table, rows)| Some((table, rows.trim().parse().ok()?))).collect();
    assert!(rows.len() > 30, "{said}");
    rows.into_iter().filter(|(_, rows)| *rows == 0).map(|(table, _)| table).collect()
}

/// Everything that was shown is shown; a later program may show more.
#[track_caller]
fn assert_holds(place: &str, shown: &Value, expected: &Value) {
    match (shown, expected) {
        (Value::Object(shown), Value::Object(expected)) => {
            for (name, expected) in expected {
                assert_holds(&format!("{place}.{name}"), shown.get(name).unwrap_or(&Value::Null), expected);
            }
        }
        (Value::Array(shown), Value::Array(expected)) => {
            assert_eq!(shown.len(), expected.len(), "{place}");
            for (at, (shown, expected)) in shown.iter().zip(expected).enumerate() {
                assert_holds(&format!("{place}[{at}]"), shown, expected);
            }
        }
        (shown, expected) => assert_eq!(shown, expected, "{place}"),
    }
}
