//! Stores as earlier programs wrote them, one folder for each format under `tests/it/files`: today's program opens each,
//! brings it up, and shows what it showed then.
//!
//! A new format gets its folder from the last program of the old one:
//! `GARSON_SAVE_STORE=tests/it/files/format-N cargo test --test it every_table`.

mod fill;

use crate::harness::{Garson, garson};
use serde_json::Value;
use std::{fs, path::Path};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/files");
/// Asked of the program that wrote a store, and again of the one that opens it.
const ANSWERS: &str = "answers.json";

#[test]
fn a_store_of_every_format_opens_and_shows_what_it_showed() {
    let mut formats = 0;
    for folder in fs::read_dir(FILES).unwrap().map(|entry| entry.unwrap().path()) {
        let (garson, answers) = opened(&folder);
        let shown = folder.display();
        // What is of today's format is looked at before the program has done anything about it.
        let (is_sound, said) = garson.check();
        if is_sound {
            assert_eq!(empty_tables(&said), Vec::<&str>::new(), "{shown}");
        }
        let mut garson = garson.serve();
        for (path, expected) in answers["get"].as_object().unwrap() {
            let answer = garson.get(path);
            assert_holds(&format!("{shown} {path}"), answer.data(), expected);
        }
        garson.stop_sound();
        formats += 1;
    }
    assert!(formats > 0);
}

#[test]
fn a_command_leaves_an_older_store_to_the_program_that_wrote_it() {
    let (appliance, _) = opened(&Path::new(FILES).join("format-1"));
    let database = appliance.data().join("garson.redb");
    let before = fs::read(&database).unwrap();
    for words in [&["user", "list"][..], &["check"], &["doctor"], &["compact", "--estimate"]] {
        let output = garson().args(words).arg("--data").arg(appliance.data()).output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(!output.status.success() && said.contains("older garson"), "{words:?}: {said}");
    }
    assert!(fs::read(&database).unwrap() == before);
}

/// The saved store in a folder of its own, not started yet.
pub fn opened(folder: &Path) -> (Garson, Value) {
    let mut garson = Garson::unowned(&[]);
    let packed = fs::read(folder.join("garson.redb.lz4")).unwrap();
    let database = lz4_flex::decompress_size_prepended(&packed).unwrap();
    fs::write(garson.data().join("garson.redb"), database).unwrap();
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
    let (is_sound, said) = garson.check();
    assert!(is_sound, "{said}");
    assert_eq!(empty_tables(&said), Vec::<&str>::new());
    if let Ok(folder) = std::env::var("GARSON_SAVE_STORE") {
        save(&garson, &answers, Path::new(&folder));
    }
}

fn save(garson: &Garson, answers: &Value, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let database = fs::read(garson.data().join("garson.redb")).unwrap();
    fs::write(folder.join("garson.redb.lz4"), lz4_flex::compress_prepend_size(&database)).unwrap();
    fs::copy(garson.data().join("garson.key"), folder.join("garson.key")).unwrap();
    fs::write(folder.join(ANSWERS), serde_json::to_vec_pretty(answers).unwrap()).unwrap();
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
