//! Backups that the program makes by itself: each proves itself, and what keeps it from one is said everywhere.

use crate::{
    crash::disk::Disk,
    harness::{Garson, Reply, Shop, TimeOfDay, eventually, garson, run_with_input},
    panel::Browser,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

const PASSPHRASE: &str = "üç kırmızı sandalye";

/// What the owner fills in.
pub fn choose(owner: &Browser<'_>, folder: &Path, more: &[(&str, &str)]) -> Reply {
    let folder = folder.to_str().unwrap();
    let mut fields = vec![("folder", folder), ("hour", "4")];
    for usual in [("keep", "2"), ("encryption", "none")] {
        if more.iter().all(|(name, _)| *name != usual.0) {
            fields.push(usual);
        }
    }
    fields.extend_from_slice(more);
    owner.post("/backups", &fields)
}

fn backups(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "backup")).collect();
    found.sort();
    found
}

fn proven_at(garson: &Garson) -> u64 {
    garson.metric("garson_backup_last_proven_timestamp_seconds")
}

/// The name of the last one that proved itself, other than this.
#[track_caller]
pub fn next_proven(owner: &Browser<'_>, folder: &Path, but: &[PathBuf]) -> PathBuf {
    eventually("another one has proved itself", || {
        let page = owner.page("/backups");
        let is_proven = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            page.contains(&format!("<dd class=\"mono\">{name}</dd>"))
        };
        backups(folder).into_iter().find(|path| !but.contains(path) && is_proven(path))
    })
}

fn garson_command(word: &str, running: &Garson) -> Command {
    let mut command = garson();
    command.args([word, "--data"]).arg(running.data());
    command
}

fn garson_status(running: &Garson) -> String {
    typed(running, "status")
}

fn garson_doctor(running: &Garson) -> String {
    typed(running, "doctor")
}

fn typed(running: &Garson, word: &str) -> String {
    let output = garson_command(word, running).env("LC_ALL", "en_US.UTF-8").output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn a_place() -> (TempDir, PathBuf) {
    let disk = tempfile::tempdir().unwrap();
    let folder = disk.path().join("garson");
    (disk, folder)
}

/// Puts a backup into a folder of its own and starts on it.
fn restored(file: &Path, key: Option<&Path>, passphrase: Option<&str>) -> Garson {
    let elsewhere = Garson::unowned(&[]);
    let mut restore = garson();
    restore.arg("restore").arg(file).arg("--data").arg(elsewhere.data());
    if let Some(key) = key {
        restore.arg("--key-file").arg(key);
    }
    if passphrase.is_some() {
        restore.arg("--passphrase-stdin");
    }
    let (said, is_well) = run_with_input(&mut restore, &format!("{}\n", passphrase.unwrap_or_default()));
    assert!(is_well, "{said}");
    elsewhere
}

#[test]
fn the_first_is_made_at_once_and_proves_itself_and_the_oldest_goes() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "kept-1");
    let owner = Browser::owner(&garson, "en");
    let (_disk, folder) = a_place();
    assert_eq!(proven_at(&garson), 0);
    let chosen = choose(&owner, &folder, &[]);
    assert_eq!(chosen.status, 303, "{chosen}");
    let first = next_proven(&owner, &folder, &[]);
    assert!(proven_at(&garson) > 0 && garson.metric("garson_backup_last_proven_bytes") > 0);
    assert_eq!(garson.get("/health").text, r#"{"status":"ok"}"#);
    let mut seen = vec![first.clone()];
    for _ in 0..2 {
        owner.post("/backups/now", &[]);
        seen.push(next_proven(&owner, &folder, &seen));
    }
    eventually("the oldest is gone", || (backups(&folder) == seen[1..]).then_some(()));

    // Without a passphrase the key file is needed beside it.
    let mut elsewhere = restored(&seen[2], Some(&garson.data().join("garson.key")), None).serve();
    elsewhere.key.clone_from(&garson.key);
    elsewhere.get("/web-api/v1/orders/kept-1").data();
    elsewhere.stop_sound();
}

#[test]
fn with_a_passphrase_nothing_is_to_be_read_and_nothing_else_is_needed() {
    let garson = Garson::start_with(&["--tls", "auto"]);
    Shop::open(&garson).order(&garson, "secret-1");
    let owner = Browser::owner(&garson, "tr");
    let (_disk, folder) = a_place();
    let typed = [("encryption", "new"), ("passphrase", PASSPHRASE), ("again", "another")];
    let differs = choose(&owner, &folder, &typed);
    assert!(differs.status == 422 && differs.text.contains("İki parola aynı değil."), "{differs}");
    let weak = choose(&owner, &folder, &[("encryption", "new"), ("passphrase", "12345678"), ("again", "12345678")]);
    assert_eq!(weak.status, 422, "{weak}");
    assert!(!folder.exists(), "what was refused changed something");
    let typed = [("encryption", "new"), ("passphrase", PASSPHRASE), ("again", PASSPHRASE)];
    assert_eq!(choose(&owner, &folder, &typed).status, 303);
    let file = next_proven(&owner, &folder, &[]);
    let bytes = fs::read(&file).unwrap();
    let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has("garson backup") && !has("secret-1") && !has("orders"));
    let mut elsewhere = restored(&file, None, Some(PASSPHRASE)).serve();
    elsewhere.key.clone_from(&garson.key);
    elsewhere.get("/web-api/v1/orders/secret-1").data();
    // Devices that trust the one box trust the other.
    let authority = |of: &Garson| fs::read(of.data().join("garson.ca")).unwrap();
    assert_eq!(authority(&elsewhere), authority(&garson));
}

#[test]
fn a_disk_that_is_gone_or_full_is_said_on_every_page_and_comes_back_by_itself() {
    let disk = Disk::new();
    let prepared = Garson::prepare(&[]).env("DISK_ENDING", ".part");
    let garson = disk.start_with(prepared);
    let owner = Browser::owner(&garson, "en");
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfaktaki parola")]);
    let staff = Browser::staff(&garson, "tr");
    let (stick, folder) = a_place();
    choose(&owner, &folder, &[]);
    let first = next_proven(&owner, &folder, &[]);

    let away = stick.path().join("pulled-out");
    fs::rename(&folder, &away).unwrap();
    // A mount point without its disk is an empty folder.
    fs::create_dir(&folder).unwrap();
    owner.post("/backups/now", &[]);
    let warned = |word: &str| {
        eventually(word, || {
            let health = garson.get("/health");
            assert_eq!(health.status, 200, "{health}");
            (health.json == serde_json::json!({ "status": "ok", "warnings": [word] })).then_some(())
        });
    };
    warned("backup_disk_missing");
    let status = garson_status(&garson);
    let trouble = "The backup disk is not there: no backups are made.";
    assert!(status.contains(folder.to_str().unwrap()) && status.contains(trouble), "{status}");
    assert!(!status.contains("All is well") && status.contains("1 thing needs attention"), "{status}");
    let doctor = garson_doctor(&garson);
    assert!(doctor.contains(&format!("!!  {trouble}\n    → Plug it in.")), "{doctor}");
    assert_eq!(garson.metric("garson_backup_failing"), 1);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written beside the disk");
    for path in ["/", "/orders", "/settings", "/backups"] {
        assert!(owner.page(path).contains("The backup disk is not there"), "{path}");
    }
    assert!(staff.page("/orders").contains("Yedek diski yerinde değil"));

    fs::remove_dir(&folder).unwrap();
    fs::rename(&away, &folder).unwrap();
    disk.fail("full");
    owner.post("/backups/now", &[]);
    warned("backup_disk_full");
    assert_eq!(backups(&folder), std::slice::from_ref(&first), "half a backup has no name");

    disk.recover();
    owner.post("/backups/now", &[]);
    next_proven(&owner, &folder, &[first]);
    assert_eq!(garson.get("/health").text, r#"{"status":"ok"}"#);
    assert!(!owner.page("/").contains("backup disk") && garson.metric("garson_backup_failing") == 0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "the file by which it is known, and two backups");
    // It is on record, once for each.
    let log = owner.page("/audit?area=settings");
    assert!(log.matches("Backup failed").count() == 1 && log.matches("Backup made and verified").count() == 2, "{log}");
}

#[test]
fn what_was_chosen_is_there_after_a_restart_and_can_be_given_up() {
    let mut garson = Garson::start();
    let (_disk, folder) = a_place();
    {
        let owner = Browser::owner(&garson, "en");
        let refused = choose(&owner, &garson.data().join("inside"), &[]);
        assert!(refused.status == 422 && refused.text.contains("own data folder"), "{refused}");
        assert!(choose(&owner, &folder, &[("keep", "1")]).text.contains("aria-invalid"));
        choose(&owner, &folder, &[]);
        next_proven(&owner, &folder, &[]);
    }
    garson.restart();
    let owner = Browser::owner(&garson, "en");
    assert!(proven_at(&garson) > 0);
    assert!(owner.page("/backups").contains(folder.to_str().unwrap()));
    assert_eq!(backups(&folder).len(), 1, "tonight is far away");
    // What lies in the folder of before is not restored from another.
    let (before, (_other_disk, other)) = (backups(&folder)[0].file_name().unwrap().to_owned(), a_place());
    choose(&owner, &other, &[]);
    let wrong = other.join(&before);
    assert!(!owner.page("/backups").contains(wrong.to_str().unwrap()));
    next_proven(&owner, &other, &[]);
    choose(&owner, &folder, &[]);
    next_proven(&owner, &folder, &[folder.join(&before)]);
    assert_eq!(owner.post("/backups/stop", &[]).status, 303);
    fs::remove_dir_all(&folder).unwrap();
    owner.post("/backups/now", &[]);
    assert_eq!(garson.get("/health").text, r#"{"status":"ok"}"#);
    assert!(owner.page("/backups").contains("Save and make the first backup"));
}

#[test]
fn a_clock_that_is_set_back_makes_no_backups_without_end_and_is_said_everywhere() {
    let clock = TimeOfDay::new();
    let mut garson = clock.start_with(&[]);
    let shop = Shop::open(&garson);
    let (_disk, folder) = a_place();
    let first = {
        let owner = Browser::owner(&garson, "en");
        choose(&owner, &folder, &[]);
        next_proven(&owner, &folder, &[])
    };
    // To before the day that backups were chosen on.
    clock.shift(-400 * 24 * 3_600);
    garson.restart();
    let owner = Browser::owner(&garson, "en");
    owner.post("/backups/now", &[]);
    let _second = next_proven(&owner, &folder, &[first]);
    // A refusal is put on record at each turn at which a backup would be begun: two turns pass, and one begins.
    for round in 1..=3 {
        Browser::new(&garson, "en").post("/login", &[("name", "nobody"), ("password", "a wrong one")]);
        shop.order(&garson, &round.to_string());
        eventually("it is on record", || {
            let log = garson.get("/web-api/v1/audit");
            let refused = log.data().as_array().unwrap().iter().filter(|entry| entry["deed"] == "sign_in_refused");
            (refused.map(|entry| entry["count"].as_u64().unwrap()).sum::<u64>() == round).then_some(())
        });
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "the file by which it is known, and two backups");

    let warned = serde_json::json!({ "status": "ok", "warnings": ["clock_behind"] });
    assert_eq!(garson.get("/health").json, warned);
    for path in ["/", "/orders", "/settings", "/backups"] {
        assert!(owner.page(path).contains("clock is behind what is already stored, by 399 d"), "{path}");
    }
    let doctor = || {
        let mut doctor = garson_command("doctor", &garson);
        let shown = doctor.arg("--json").env("LC_ALL", "en_US.UTF-8").output().unwrap();
        let found: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        let findings = found["findings"].as_array().unwrap();
        findings.iter().find(|one| one["topic"] == "clock").unwrap()["wellness"].as_str().unwrap().to_owned()
    };
    assert_eq!(doctor(), "warning");
    let status = || {
        let shown = garson_command("status", &garson).env("LC_ALL", "en_US.UTF-8").output().unwrap();
        String::from_utf8_lossy(&shown.stdout).ends_with("All is well.\n")
    };
    assert!(!status());
    clock.shift(0);
    eventually("the clock is right again", || (garson.get("/health").text == r#"{"status":"ok"}"#).then_some(()));
    assert!(
        !Browser::owner(&garson, "en").page("/orders").contains("clock is behind") && doctor() == "good" && status()
    );
}

#[test]
fn a_clock_that_was_ahead_once_is_right_when_the_owner_says_so() {
    let clock = TimeOfDay::new();
    clock.shift(400 * 24 * 3_600);
    let mut garson = clock.start_with(&[]);
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    clock.shift(0);
    for _ in 0..2 {
        garson.restart();
        let owner = Browser::owner(&garson, "en");
        let page = eventually("it is seen", || Some(owner.page("/")).filter(|page| page.contains("clock is behind")));
        assert!(page.contains("data-trouble=\"clock/") && page.contains("this notice ends by itself on "), "{page}");
        let health = owner.page("/status");
        assert!(health.contains("The clock is right now</button>"), "{health}");
    }
    let owner = Browser::owner(&garson, "en");
    assert_eq!(owner.post("/status/clock", &[]).status, 303);
    assert!(!owner.page("/").contains("clock is behind"));
    shop.order(&garson, "2");
    drop(owner);
    garson.restart();
    let owner = Browser::owner(&garson, "en");
    assert!(!owner.page("/status").contains("clock is behind"));
    assert_eq!(garson.get("/health").text, r#"{"status":"ok"}"#);
    // One that is set back now is seen again.
    clock.shift(-24 * 3_600);
    assert!(owner.page("/status").contains("clock is behind"));
}

#[test]
#[cfg(unix)]
fn the_command_that_the_page_shows_restores_and_nobody_is_asked_about_nothing() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "kept-1");
    // It would be told, and is owed nothing.
    let webhook = serde_json::json!({ "url": "http://kasa.example/", "events": ["siparis.iptal_edildi"] });
    garson.post("/web-api/v1/webhooks", webhook).id();
    let (_disk, folder) = a_place();
    let command = {
        let owner = Browser::owner(&garson, "en");
        choose(&owner, &folder, &[]);
        next_proven(&owner, &folder, &[]);
        let page = owner.page("/backups");
        page.split_once("<pre class=\"mono\">").unwrap().1.split_once("</pre>").unwrap().0.to_owned()
    };
    shop.order(&garson, "later-1");
    garson.stop();
    let program = Path::new(env!("CARGO_BIN_EXE_garson")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let output = std::process::Command::new("sh").args(["-c", &command]).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    garson.restart();
    garson.get("/web-api/v1/orders/kept-1").data();
    assert_eq!(garson.get("/web-api/v1/orders/later-1").status, 404);
    let owner = Browser::owner(&garson, "en");
    assert!(!owner.page("/").contains("restored from a backup"));
    let page = owner.page("/backups");
    assert!(!page.contains("/backups/old-events") && !page.contains("held back"), "{page}");
}
