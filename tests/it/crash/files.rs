//! A data folder that is not as it was left: damaged, foreign, half missing, or in use.

use crate::harness::{Garson, Shop, garson};
use std::{fs, net::TcpListener, os::unix::fs::PermissionsExt, path::PathBuf};

/// A start that must fail: exit code 1, one sentence on standard error, nothing on standard output.
#[track_caller]
fn refuses_to_start(appliance: &Garson, listen: &str) -> String {
    let output = garson().args(["serve", "--listen", listen, "--data"]).arg(appliance.data()).output().unwrap();
    let (said, out) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(out, "", "{said}");
    assert!(said.starts_with("garson: ") && said.ends_with(".\n") && said.lines().count() == 1, "{said}");
    said.into_owned()
}

/// A stopped store with an order in it.
fn a_store() -> Garson {
    let mut appliance = Garson::start();
    Shop::open(&appliance).order(&appliance, "1");
    appliance.stop();
    appliance
}

fn database(appliance: &Garson) -> PathBuf {
    appliance.data().join("garson.redb")
}

#[test]
fn a_database_file_that_is_not_whole_or_not_ours_is_refused_and_left_untouched() {
    let appliance = a_store();
    let whole = fs::read(database(&appliance)).unwrap();
    let mut sqlite = b"SQLite format 3\0".to_vec();
    sqlite.resize(8_192, 0);
    let mut only_the_head = whole[..64].to_vec();
    only_the_head.resize(whole.len(), 0x5a);
    let mut old_format = whole.clone();
    old_format[..9].copy_from_slice(b"redc\x1A\x0A\xA9\x0D\x0A");
    for (name, bytes, word) in [
        ("empty", Vec::new(), "empty"),
        ("one byte", vec![0], "not one of garson's"),
        ("text", b"Merhaba\n".repeat(1_000), "not one of garson's"),
        ("another program's", sqlite, "not one of garson's"),
        ("another magic", old_format, "not one of garson's"),
        ("its first bytes", whole[..9].to_vec(), "damaged"),
        ("its head alone", whole[..64].to_vec(), "damaged"),
        ("half of it", whole[..whole.len() / 2].to_vec(), "damaged"),
        ("without its last byte", whole[..whole.len() - 1].to_vec(), "damaged"),
        ("a head and rubbish", only_the_head, "damaged"),
    ] {
        fs::write(database(&appliance), &bytes).unwrap();
        let said = refuses_to_start(&appliance, "127.0.0.1:0");
        assert!(said.contains(word) && said.contains("untouched"), "{name}: {said}");
        assert!(!appliance.check().0, "{name}");
        assert!(fs::read(database(&appliance)).unwrap() == bytes, "{name} was changed");
    }
    fs::write(database(&appliance), &whole).unwrap();
    appliance.assert_sound();
}

#[test]
fn a_file_that_was_cut_after_a_kill_is_refused_and_left_untouched() {
    let mut appliance = Garson::start();
    let shop = Shop::open(&appliance);
    for number in 0..50 {
        shop.order(&appliance, &number.to_string());
    }
    appliance.kill();
    let whole = fs::read(database(&appliance)).unwrap();
    for keep in [whole.len() / 2, whole.len() / 4, 4_096, 100] {
        fs::write(database(&appliance), &whole[..keep]).unwrap();
        let said = refuses_to_start(&appliance, "127.0.0.1:0");
        assert!(said.contains("damaged"), "{keep} of {}: {said}", whole.len());
        assert!(fs::read(database(&appliance)).unwrap() == whole[..keep], "{keep} of {} was changed", whole.len());
    }
    fs::write(database(&appliance), &whole).unwrap();
    appliance.assert_sound();
}

#[test]
fn a_key_file_that_is_missing_wrong_open_or_unreadable_is_named() {
    let appliance = a_store();
    let path = appliance.data().join("garson.key");
    let key = fs::read(&path).unwrap();
    let before = fs::read(database(&appliance)).unwrap();
    fs::remove_file(&path).unwrap();
    let said = refuses_to_start(&appliance, "127.0.0.1:0");
    assert!(said.contains("garson.key") && said.contains("missing"), "{said}");
    assert!(!path.exists(), "a new key was made, which opens nothing");
    assert!(fs::read(database(&appliance)).unwrap() == before, "the database was changed");
    let mut other = key.clone();
    other[..4].copy_from_slice(if key.starts_with(b"AAAA") { b"BBBB" } else { b"AAAA" });
    fs::write(&path, &other).unwrap();
    for open in [0o640, 0o604, 0o620, 0o644] {
        fs::set_permissions(&path, PermissionsExt::from_mode(open)).unwrap();
        let mends = format!("chmod 600 {}", path.display());
        let said = refuses_to_start(&appliance, "127.0.0.1:0");
        assert!(said.contains(&mends), "{open:o}: {said}");
        let list = garson().args(["key", "list", "--data"]).arg(appliance.data()).output().unwrap();
        assert!(!list.status.success() && String::from_utf8_lossy(&list.stderr).contains(&mends), "{open:o}");
    }
    fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
    let said = refuses_to_start(&appliance, "127.0.0.1:0");
    assert!(said.contains("does not belong"), "{said}");
    for rubbish in [&b""[..], b"x", b"\xff\xfe", &key[..20]] {
        fs::write(&path, rubbish).unwrap();
        let said = refuses_to_start(&appliance, "127.0.0.1:0");
        assert!(said.contains("garson.key"), "{said}");
        assert_eq!(fs::read(&path).unwrap(), rubbish);
    }
    fs::write(&path, &key).unwrap();
    appliance.assert_sound();
}

#[test]
fn a_second_start_says_who_holds_the_store_and_the_first_goes_on() {
    let appliance = Garson::start();
    let said = refuses_to_start(&appliance, "127.0.0.1:0");
    assert!(said.contains("in use") && said.contains(&format!("process {}", appliance.pid())), "{said}");
    appliance.get("/web-api/v1/orders").data();
}

#[test]
fn a_lock_left_behind_by_a_kill_holds_nobody_up() {
    let mut appliance = Garson::start();
    appliance.kill();
    appliance.restart();
    appliance.get("/web-api/v1/orders").data();
}

#[test]
fn a_port_that_is_taken_is_named() {
    let appliance = a_store();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = refuses_to_start(&appliance, &address);
    assert!(said.contains(&address) && said.contains("--listen"), "{said}");
    appliance.assert_sound();
}

#[test]
fn a_command_that_meets_a_damaged_page_ends_with_a_sentence() {
    let mut appliance = Garson::start();
    let shop = Shop::open(&appliance);
    (0..20).for_each(|number| _ = shop.order(&appliance, &number.to_string()));
    appliance.stop();
    let file = appliance.data().join("garson.redb");
    let whole = fs::read(&file).unwrap();
    let pages: Vec<usize> = (4_096..whole.len()).step_by(4_096).filter(|at| whole[*at..][..64] != [0; 64]).collect();
    let mut fell = 0;
    for (number, at) in pages.iter().enumerate().step_by(pages.len() / 40 + 1) {
        // Two pages change places: each makes sense by itself.
        let other = pages[(number * 7 + 3) % pages.len()];
        let mut hurt = whole.clone();
        hurt.copy_within(other..other + 4_096, *at);
        fs::write(&file, hurt).unwrap();
        let output = garson().args(["compact", "--estimate", "--data"]).arg(appliance.data()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}: {said}", output.status);
        if !output.status.success() {
            // What is for the log stands in a line of its own.
            let last = said.lines().last().unwrap();
            assert!(last.starts_with("garson: ") && !last.contains("panicked"), "{said}");
            assert!(!last.contains("The log says") || said.contains("a command was not carried out: "), "{said}");
        }
        fell += u64::from(said.contains("panicked"));
    }
    fs::write(&file, &whole).unwrap();
    appliance.assert_sound();
    assert!(fell > 0, "nothing made it fall, so nothing was tried");
}
