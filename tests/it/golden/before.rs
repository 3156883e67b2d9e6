//! The store of before a new format: kept as it was by any start, shown, gone back to, and gone after its time.

use super::{FILES, JOURNAL, opened, packed_in, saved, shows};
use crate::{
    harness::{Clock, Garson, Shop, eventually, garson as garson_command, shim},
    panel::Browser,
};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

const DAY: Duration = Duration::from_hours(24);

fn format_2() -> (Garson, Value) {
    opened(&Path::new(FILES).join("format-2"))
}

fn kept(appliance: &Garson, format: &str) -> PathBuf {
    appliance.data().join(format!("garson.redb.before.format-{format}"))
}

/// The names in the data folder that begin so.
fn names(appliance: &Garson, begins: &str) -> Vec<String> {
    let entries = fs::read_dir(appliance.data()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(begins)).collect()
}

fn database(appliance: &Garson) -> Vec<u8> {
    fs::read(appliance.data().join("garson.redb")).unwrap()
}

fn on(appliance: &Garson, words: &[&str]) -> Command {
    let mut command = garson_command();
    command.args(words).arg("--data").arg(appliance.data());
    command
}

/// What a command says, and whether it went well.
fn said(appliance: &Garson, words: &[&str]) -> (String, bool) {
    let output = on(appliance, words).output().unwrap();
    (String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(), output.status.success())
}

#[test]
fn a_start_keeps_the_store_of_before_says_where_and_it_can_be_gone_back_to() {
    for folder in saved("format-") {
        let format = folder.to_str().unwrap().rsplit('-').next().unwrap().to_owned();
        let (appliance, answers) = opened(&folder);
        let (written, kept) = (database(&appliance), kept(&appliance, &format));
        let shown = kept.to_str().unwrap().to_owned();
        let mut appliance = appliance.serve();
        // What came in last is in the copy, and no longer in a journal beside it.
        let before = fs::read(&kept).unwrap();
        assert!(before == written || packed_in(&folder, JOURNAL).exists(), "format {format}");
        assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(appliance.log().contains(&shown), "{}", appliance.log());
        let page = Browser::owner(&appliance, "en").page("/status");
        assert!(page.contains(&shown) && page.contains("/help/en/back"), "{page}");
        for words in ["status", "doctor"] {
            let (told, _) = said(&appliance, &[words]);
            assert!(told.contains(&shown), "{words}: {told}");
        }
        Shop::open(&appliance).order(&appliance, "since-then");

        let (told, is_done) = said(&appliance, &["back"]);
        assert!(!is_done && told.contains("has to be stopped"), "{told}");
        appliance.stop_sound();
        let newer = database(&appliance);
        let (told, is_done) = said(&appliance, &["back"]);
        assert!(is_done && told.contains("Orders and changes since then are not in it"), "{told}");
        assert!(database(&appliance) == before, "format {format}");
        let aside = names(&appliance, "garson.redb.before.back-");
        assert!(aside.len() == 1 && told.contains(&aside[0]), "{told}");
        assert!(fs::read(appliance.data().join(&aside[0])).unwrap() == newer);
        assert!(!kept.exists());
        let (told, is_done) = said(&appliance, &["back"]);
        assert!(!is_done && told.contains(&format!("of format {format}, and none of an older format")), "{told}");
        assert!(database(&appliance) == before);

        // The program that wrote it is not at hand; today's brings it up as it did the first time.
        appliance.restart();
        shows(&appliance, &answers, &shown);
        assert_eq!(appliance.get("/web-api/v1/orders/since-then").status, 404);
        assert!(fs::read(&kept).unwrap() == before);
        appliance.stop_sound();
    }
}

#[test]
fn a_store_of_todays_format_and_one_on_trial_are_not_copied() {
    let mut appliance = Garson::start();
    appliance.restart();
    appliance.stop();
    assert_eq!(names(&appliance, "garson.redb."), Vec::<String>::new());
    // Whoever tries it out has a copy.
    let (appliance, _) = format_2();
    let serve = on(&appliance, &["serve", "--listen", "127.0.0.1:0"]).env("GARSON_TRIAL", "1").output().unwrap();
    assert!(serve.status.success() && serve.stdout.ends_with(b"healthy\n"), "{serve:?}");
    assert_eq!(names(&appliance, "garson.redb."), Vec::<String>::new());
}

/// A start on a disk that does this to files of such an ending; whether it came to listen, and then it is killed.
fn comes_up(appliance: &Garson, ending: &str, trouble: &str) -> bool {
    let flag = tempfile::NamedTempFile::new().unwrap();
    fs::write(flag.path(), trouble).unwrap();
    let mut serve = on(appliance, &["serve", "--listen", "127.0.0.1:0"]);
    serve.env("LD_PRELOAD", shim("disk")).env("DISK_FLAG", flag.path()).env("DISK_ENDING", ending);
    let mut serve = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let listens =
        BufReader::new(serve.stdout.take().unwrap()).lines().any(|line| line.unwrap().starts_with("listening on "));
    let _ = serve.kill();
    serve.wait().unwrap();
    listens
}

#[test]
fn killed_while_it_is_copied_the_store_is_as_it_was_and_the_next_start_keeps_it() {
    let (appliance, _) = format_2();
    let (before, kept) = (database(&appliance), kept(&appliance, "2"));
    let mut kills = 0;
    while !comes_up(&appliance, ".before.format-2.new", &format!("k{kills}")) {
        assert!(database(&appliance) == before && !kept.exists(), "after {kills} calls");
        kills += 1;
        assert!(kills < 100, "it never comes up");
    }
    assert!(kills >= 2, "{kills} kills: it was not killed before the copy was on the disk");
    assert!(fs::read(&kept).unwrap() == before);
    assert_eq!(names(&appliance, "garson.redb.before").len(), 1, "half a copy is left");
}

#[test]
fn killed_while_it_is_brought_up_there_is_a_way_back_and_a_way_forward() {
    let mut kills = 0;
    for calls in (0..).step_by(5) {
        let (mut appliance, answers) = format_2();
        let (before, kept) = (database(&appliance), kept(&appliance, "2"));
        let is_up = comes_up(&appliance, ".redb", &format!("k{calls}"));
        assert!(fs::read(&kept).unwrap() == before, "after {calls} calls");
        if is_up {
            break;
        }
        kills += 1;
        if said(&appliance, &["back"]).1 {
            assert!(database(&appliance) == before, "after {calls} calls");
        }
        appliance.restart();
        appliance.stop_sound();
        // What was kept last had been under way to the new format.
        assert!(said(&appliance, &["back"]).1, "after {calls} calls");
        appliance.restart();
        shows(&appliance, &answers, "after going back");
        appliance.stop_sound();
        assert!(calls < 1_000, "it never comes up");
    }
    assert!(kills > 3, "{kills}");
}

/// Kills it after ever more calls, `step` of them at a time, until it comes up.
fn killed_again_and_again(format: &str, step: usize) {
    let mut kills = 0;
    for calls in (0..).step_by(step) {
        let (mut appliance, answers) = opened(&Path::new(FILES).join(format));
        if comes_up(&appliance, ".redb", &format!("k{calls}")) {
            break;
        }
        kills += 1;
        appliance.restart();
        shows(&appliance, &answers, &format!("after {calls} calls"));
        appliance.stop_sound();
        assert!(said(&appliance, &["back"]).1, "after {calls} calls");
        appliance.restart();
        shows(&appliance, &answers, "after going back");
        appliance.stop_sound();
        assert!(calls < 1_000, "it never comes up");
    }
    assert!(kills > 3, "{kills}");
}

#[test]
fn a_store_whose_program_was_killed_may_be_killed_again_while_it_is_brought_up() {
    killed_again_and_again("format-4", 80);
}

#[test]
fn so_may_one_that_the_last_program_before_this_format_left() {
    killed_again_and_again("format-5", 40);
}

#[test]
fn a_disk_without_room_for_the_copy_keeps_nothing_and_stops_nothing() {
    let (appliance, answers) = format_2();
    let flag = tempfile::NamedTempFile::new().unwrap();
    fs::write(flag.path(), "f").unwrap();
    let appliance = appliance.env("LD_PRELOAD", shim("disk").to_str().unwrap());
    let appliance =
        appliance.env("DISK_FLAG", flag.path().to_str().unwrap()).env("DISK_ENDING", ".before.format-2.new");
    let mut appliance = appliance.serve();
    assert!(appliance.log().contains("the store as it was could not be kept"), "{}", appliance.log());
    assert_eq!(names(&appliance, "garson.redb.before"), Vec::<String>::new());
    shows(&appliance, &answers, "without a copy");
    appliance.stop_sound();
    let (told, is_done) = said(&appliance, &["back"]);
    assert!(!is_done && told.contains("none of an older format is kept"), "{told}");
}

#[test]
fn what_is_kept_goes_by_itself_while_the_program_runs() {
    let (clock, (appliance, _)) = (Clock::new(), format_2());
    let (kept, ages) = (kept(&appliance, "2"), appliance.data().join("garson.ages"));
    let mut appliance = appliance.clock(&clock).serve();
    eventually("the first look", || ages.exists().then_some(()));
    eventually("it goes", || {
        clock.pass(DAY);
        (!kept.exists() && !ages.exists()).then_some(())
    });
    appliance.stop_sound();
}

#[test]
fn what_is_kept_goes_with_the_first_start_after_fourteen_days() {
    let (clock, (appliance, _)) = (Clock::new(), format_2());
    let (kept, ages) = (kept(&appliance, "2"), appliance.data().join("garson.ages"));
    let mut appliance = appliance.clock(&clock).serve();
    let noted = || fs::read(&ages).ok();
    let first = eventually("the first look", noted);
    appliance.stop();
    clock.pass(DAY * 13);
    appliance.restart();
    eventually("a look after thirteen days", || noted().filter(|now| *now != first));
    assert!(kept.exists());
    appliance.stop();
    clock.pass(DAY);
    appliance.restart();
    eventually("it goes", || (!kept.exists() && !ages.exists()).then_some(()));
    appliance.stop_sound();
}
