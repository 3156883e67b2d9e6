//! Killed during the first visit: either nobody owns the box, or everything that the visit makes is there.

use super::disk::Disk;
use crate::{harness::Garson, panel::Browser};

fn first_visit(code: &str) -> [(&str, &str); 5] {
    [("name", "Ayşe"), ("password", "uzun bir parola"), ("restaurant", "Köşe"), ("lang", "en"), ("code", code)]
}

/// What a first visit makes, one of each.
const TABLES: [&str; 4] = ["users", "keys", "restaurants", "sessions"];

/// How many rows each of these tables of a stopped store has.
fn rows(garson: &Garson) -> [u64; 4] {
    let (is_sound, said) = garson.check();
    assert!(is_sound, "{said}");
    TABLES.map(|table| {
        let row = said.lines().find_map(|line| line.trim().strip_prefix(table)?.trim().parse().ok());
        row.unwrap_or_else(|| panic!("no {table} in {said}"))
    })
}

#[test]
fn killed_at_any_call_to_the_disk_the_first_visit_leaves_nothing_or_everything() {
    let (mut nothing, mut everything) = (0, 0);
    for calls in 0.. {
        let disk = Disk::new();
        let mut garson = disk.start_with(Garson::unowned(&[]));
        let code = garson.setup_code();
        disk.fail(&format!("k{calls}"));
        let answer = Browser::new(&garson, "en").try_post("/setup", &first_visit(&code));
        garson.kill();
        match (rows(&garson), &answer) {
            ([0, 0, 0, 0], Err(_)) => nothing += 1,
            ([1, 1, 1, 1], _) => everything += 1,
            (rows, _) => panic!("killed at call {calls}, it has {rows:?} of {TABLES:?}"),
        }
        if let Ok(answer) = answer {
            assert_eq!(answer.status, 303, "{answer}");
            break;
        }
    }
    // One write and one sync put all of it on the disk.
    assert!(nothing > 1 && everything > 0, "{nothing} times nothing, {everything} times everything");
}

#[test]
fn killed_after_the_answer_the_first_visit_still_lets_its_owner_in() {
    let mut garson = Garson::unowned(&[]).serve();
    let browser = Browser::new(&garson, "en");
    let claimed = browser.post_raw("/setup", &first_visit(&garson.setup_code()), &[]);
    assert_eq!(claimed.status, 303, "{claimed}");
    let session = browser.cookie("garson_session").unwrap();
    garson.kill();
    garson.restart();
    let browser = Browser::new(&garson, "en");
    browser.keep("garson_session", &session);
    assert!(browser.page("/restaurants").contains("Köşe"));
    // Nobody had seen it before, so it is still there to be shown.
    let key = browser.first_key();
    garson.key = key;
    assert_eq!(garson.get("/web-api/v1/restaurants").data()[0]["name"], "Köşe");
    garson.stop_sound();
}
