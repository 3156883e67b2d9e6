//! Passwords and codes that somebody guesses.

use crate::{
    harness::{Garson, at_once},
    panel::{Browser, owners::with_staff},
};

const WRONG: u16 = 422;
const WAIT: u16 = 429;

fn guess(garson: &Garson, name: &str, headers: &[(&str, &str)]) -> u16 {
    let fields = [("name", name), ("password", "wrong password")];
    Browser::new(garson, "en").post_raw("/login", &fields, headers).status
}

#[test]
fn no_header_makes_a_guesser_somebody_else() {
    let garson = Garson::start();
    let statuses: Vec<u16> = (0..8)
        .map(|number| {
            let (address, forwarded) = (format!("198.51.100.{number}"), format!("for=198.51.100.{number}"));
            let headers = [
                ("X-Forwarded-For", address.as_str()),
                ("Forwarded", &forwarded),
                ("X-Real-IP", &address),
                ("CF-Connecting-IP", &address),
            ];
            guess(&garson, "ayşe", &headers)
        })
        .collect();
    assert_eq!(statuses[4..], [WAIT; 4], "{statuses:?}");
}

#[test]
fn another_name_from_the_same_address_has_to_wait_too() {
    let garson = with_staff(&[]);
    let names = ["nobody", "ayşe", "mehmet", "AYŞE", "root", "admin"];
    let statuses: Vec<u16> = names.iter().map(|name| guess(&garson, name, &[])).collect();
    assert_eq!(statuses[4..], [WAIT; 2], "{statuses:?}");
    // A right password is not looked at meanwhile either: else the wait would only tell which ones are wrong.
    let right = [("name", "mehmet"), ("password", "mutfaktaki parola")];
    let browser = Browser::new(&garson, "en");
    let reply = browser.post_raw("/login", &right, &[]);
    assert!(reply.status == WAIT && browser.cookie("garson_session").is_none(), "{reply}");
}

#[test]
fn guesses_that_come_all_at_once_are_slowed_down_like_any() {
    let garson = Garson::start();
    let statuses = at_once(24, |_| guess(&garson, "ayşe", &[]));
    // Three are free and one more is what the wait is for; a second may be under way beside it.
    let looked_at = statuses.iter().filter(|status| **status == WRONG).count();
    assert!(looked_at <= 6 && statuses.iter().all(|status| [WRONG, WAIT].contains(status)), "{statuses:?}");
}

#[test]
fn the_setup_code_cannot_be_guessed_either() {
    let garson = Garson::unowned(&[]).serve();
    let browser = Browser::new(&garson, "en");
    let try_it = |number: usize| {
        let code = format!("{number:08}");
        let fields = [("name", "mallory"), ("password", "uzun bir parola"), ("restaurant", "x"), ("code", &code)];
        browser.post_raw("/setup", &fields, &[]).text
    };
    let said: Vec<String> = (0..8).map(try_it).collect();
    assert!(said[0].contains("not the code"), "{}", said[0]);
    assert!(said[5..].iter().all(|said| said.contains("Too many tries.")), "{}", said[5]);
    assert!(said.iter().all(|said| !said.contains("gsn_")));
    assert!(garson.log().matches("with a wrong setup code").count() >= 4, "{}", garson.log());
    // Whoever has the link does not wait, and no log has it.
    let (code, owner) = (garson.setup_code(), Browser::new(&garson, "en"));
    assert_eq!(owner.get(&format!("/setup?code={code}")).header("location"), Some("/setup"));
    let fields = [("name", "ayşe"), ("password", "uzun bir parola"), ("restaurant", "Köşe")];
    let claimed = owner.post_raw("/setup", &fields, &[]);
    assert!(claimed.status == 200 && claimed.text.contains("gsn_"), "{claimed}");
    assert_eq!(owner.cookie("garson_setup"), None);
    assert!(garson.log().contains("this box has an owner now") && !garson.log().contains(&code), "{}", garson.log());
}
