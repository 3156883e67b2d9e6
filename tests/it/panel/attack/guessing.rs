//! Passwords and codes that somebody guesses.

use crate::{
    harness::{Garson, at_once, connect_from, exchange_on, slowly},
    panel::{Browser, add_staff},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

const WRONG: u16 = 422;
const WAIT: u16 = 429;

fn guess(garson: &Garson, name: &str, headers: &[(&str, &str)]) -> u16 {
    let fields = [("name", name), ("password", "wrong password")];
    Browser::new(garson, "en").post_raw("/login", &fields, headers).status
}

#[test]
fn no_header_makes_a_guesser_somebody_else() {
    let garson = slowly(Garson::prepare(&[])).serve();
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

/// Somebody elsewhere tries what is no password.
fn guess_from(garson: &Garson, address: &str, name: &str) -> u16 {
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    let body = format!("name={name}&password=wrong");
    let host = garson.base.strip_prefix("http://").unwrap();
    let head = format!(
        "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    exchange_on(connect_from(garson, address), garson, head.as_bytes()).status
}

const RIGHT: [(&str, &str); 2] = [("name", "ayşe"), ("password", "doğru at pil zımba")];

#[test]
fn who_guesses_a_name_keeps_nobody_out_who_has_it() {
    let garson = slowly(Garson::prepare(&[])).serve();
    for address in ["127.0.0.2", "127.0.0.3", "127.0.0.4"] {
        let statuses: Vec<u16> = (0..8).map(|_| guess_from(&garson, address, "ayşe")).collect();
        assert_eq!(statuses, [WRONG, WRONG, WRONG, WRONG, WAIT, WAIT, WAIT, WAIT]);
    }
    let elsewhere = Browser::new(&garson, "en").post_raw("/login", &RIGHT, &[]);
    assert_eq!(elsewhere.status, 303, "{elsewhere}");
}

#[test]
fn behind_a_trusted_proxy_visitors_are_told_apart() {
    let garson = slowly(Garson::prepare(&["--trusted-proxy", "127.0.0.1"])).serve();
    let from = |address: &str, fields: &[(&str, &str)]| {
        Browser::new(&garson, "en").post_raw("/login", fields, &[("X-Forwarded-For", address)]).status
    };
    let statuses: Vec<u16> = (0..6).map(|_| from("198.51.100.1", &[("name", "ayşe"), ("password", "wrong")])).collect();
    assert_eq!(statuses, [WRONG, WRONG, WRONG, WRONG, WAIT, WAIT]);
    assert_eq!((from("198.51.100.1", &RIGHT), from("198.51.100.2", &RIGHT)), (WAIT, 303));
}

#[test]
fn a_browser_that_signed_in_before_is_let_through_from_the_address_of_who_guesses() {
    let garson = slowly(Garson::prepare(&[])).serve();
    let sign_in = || Browser::owner(&garson, "en");
    let (mine, left_behind, at_home) = (sign_in(), sign_in(), sign_in());
    let cookie = mine.cookie("garson_device").unwrap();
    assert!(cookie.len() == 43 && Some(cookie) != left_behind.cookie("garson_device"));
    assert!((0..6).map(|_| guess(&garson, "ayşe", &[])).any(|status| status == WAIT));
    assert_eq!(Browser::new(&garson, "en").post_raw("/login", &RIGHT, &[]).status, WAIT);
    let planted = Browser::new(&garson, "en");
    planted.keep("garson_device", "chosen-by-somebody");
    assert_eq!(planted.post_raw("/login", &RIGHT, &[]).status, WAIT);
    for browser in [mine.without_session(), left_behind.without_session()] {
        assert_eq!(browser.post_raw("/login", &RIGHT, &[]).status, 303);
    }
    // It guesses no quicker than anybody, and keeps only itself out.
    let known = mine.without_session();
    let wrong = [("name", "ayşe"), ("password", "wrong")];
    let statuses: Vec<u16> = (0..5).map(|_| known.post_raw("/login", &wrong, &[]).status).collect();
    assert_eq!(statuses, [WRONG, WRONG, WRONG, WRONG, WAIT]);
    assert_eq!(left_behind.without_session().post_raw("/login", &RIGHT, &[]).status, 303);
    // Signing out elsewhere forgets it.
    assert_eq!(at_home.post("/me/sign-out-elsewhere", &[]).header("location"), Some("/me?said=done#sessions"));
    assert!((0..6).map(|_| guess(&garson, "ayşe", &[])).any(|status| status == WAIT));
    assert_eq!(left_behind.without_session().post_raw("/login", &RIGHT, &[]).status, WAIT);
}

#[test]
fn an_address_has_an_allowance_for_all_names_together() {
    let prepared = Garson::prepare(&[]);
    add_staff(&prepared);
    let garson = slowly(prepared).serve();
    let statuses: Vec<u16> = (0..23).map(|number| guess(&garson, &format!("nobody {number}"), &[])).collect();
    assert_eq!((&statuses[..21], &statuses[21..]), (&[WRONG; 21][..], &[WAIT; 2][..]));
    // A right password is not looked at meanwhile either: else the wait would only tell which ones are wrong.
    let right = [("name", "mehmet"), ("password", "mutfaktaki parola")];
    let browser = Browser::new(&garson, "en");
    let reply = browser.post_raw("/login", &right, &[]);
    assert!(reply.status == WAIT && browser.cookie("garson_session").is_none(), "{reply}");
}

#[test]
fn guesses_that_come_all_at_once_are_slowed_down_like_any() {
    let garson = slowly(Garson::prepare(&[])).serve();
    let statuses = at_once(24, |_| guess(&garson, "ayşe", &[]));
    // Three are free and one more is what the wait is for; a second may be under way beside it.
    let looked_at = statuses.iter().filter(|status| **status == WRONG).count();
    assert!(looked_at <= 6 && statuses.iter().all(|status| [WRONG, WAIT].contains(status)), "{statuses:?}");
}

#[test]
fn the_setup_code_cannot_be_guessed_either() {
    let garson = slowly(Garson::unowned(&[])).serve();
    let browser = Browser::new(&garson, "en");
    let try_it = |number: usize| {
        let code = format!("{number:08}");
        let fields = [("name", "mallory"), ("password", "uzun bir parola"), ("restaurant", "x"), ("code", &code)];
        browser.post_raw("/setup", &fields, &[]).text
    };
    let said: Vec<String> = (0..8).map(try_it).collect();
    assert!(said[0].contains("not the code"), "{}", said[0]);
    assert!(said[5..].iter().all(|said| said.contains("Too many attempts.")), "{}", said[5]);
    assert!(said.iter().all(|said| !said.contains("gsn_")));
    assert!(garson.log().matches("with a wrong setup code").count() >= 4, "{}", garson.log());
    // Whoever has the link does not wait, and no log has it.
    let (code, owner) = (garson.setup_code(), Browser::new(&garson, "en"));
    assert_eq!(owner.get(&format!("/setup?code={code}")).header("location"), Some("/setup"));
    let fields = [("name", "ayşe"), ("password", "uzun bir parola"), ("restaurant", "Köşe")];
    let claimed = owner.post_raw("/setup", &fields, &[]);
    assert_eq!((claimed.status, claimed.header("location")), (303, Some("/start")), "{claimed}");
    assert_eq!(owner.cookie("garson_setup"), None);
    assert!(garson.log().contains("this box has an owner now") && !garson.log().contains(&code), "{}", garson.log());
}
