//! A box that nobody owns yet: who may claim it, and the race for it.

use crate::{
    harness::{Garson, Reply, at_once},
    panel::Browser,
};
use std::{
    collections::BTreeSet,
    io::{self, Write},
    net::{TcpListener, TcpStream},
    thread,
};

/// A tunnel on the machine itself: bytes go in and come out as they are, and every stranger looks local. Returns its port.
fn tunnel(garson: &Garson) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, target) = (listener.local_addr().unwrap().port(), garson.base.replace("http://", ""));
    thread::spawn(move || {
        for stranger in listener.incoming().take(3) {
            let (mut from, mut to) = (stranger.unwrap(), TcpStream::connect(&target).unwrap());
            let (mut back_from, mut back_to) = (to.try_clone().unwrap(), from.try_clone().unwrap());
            thread::spawn(move || io::copy(&mut back_from, &mut back_to));
            thread::spawn(move || io::copy(&mut from, &mut to).and_then(|_| to.flush()));
        }
    });
    port
}

#[test]
fn a_stranger_who_looks_local_is_refused_without_the_code() {
    let garson = Garson::unowned(&[]).serve();
    let form = "name=mallory&password=uzun%20bir%20parola&restaurant=x";
    let kind = [("Content-Type", "application/x-www-form-urlencoded"), ("Authorization", "")];
    // A plain proxy rewrites the host and adds nothing; a tunnel changes nothing, and the stranger says what it likes.
    let through = format!("http://127.0.0.1:{}/setup", tunnel(&garson));
    for (url, host) in [("/setup", "localhost:8080"), (&through, "localhost:8080"), (&through, "127.0.0.1")] {
        let headers = [&kind[..], &[("Host", host)]].concat();
        let refused = garson.send("POST", url, Some(form.as_bytes()), &headers);
        assert!(refused.status == 422 && refused.text.contains("name=\"code\""), "{refused}");
    }
    let code = garson.setup_code();
    let claimed = garson.send("POST", "/setup", Some(format!("{form}&code={code}").as_bytes()), &kind);
    assert_eq!((claimed.status, claimed.header("location")), (303, Some("/start")), "{claimed}");
}

#[test]
fn a_code_from_an_address_is_kept_only_where_it_can_be_one() {
    let garson = Garson::unowned(&[]).serve();
    let browser = Browser::new(&garson, "en");
    for spoilt in ["x%3B%20Domain=evil.example", "a%20b", "%C5%9F", &"1".repeat(65)] {
        let kept = browser.get(&format!("/setup?code={spoilt}"));
        assert_eq!((kept.status, kept.header("set-cookie")), (303, None), "{kept}");
    }
    // What is no longer right is asked for, and what was typed goes before what was brought.
    assert!(browser.get("/setup?code=from-before").header("set-cookie").is_some());
    assert!(browser.page("/setup").contains("name=\"code\""));
    let fields = [("name", "a"), ("password", "uzun bir parola"), ("restaurant", "x"), ("code", "00000000")];
    assert_eq!(browser.post_raw("/setup", &fields, &[]).status, 422);
}

#[test]
fn of_many_first_visits_at_once_one_makes_the_owner() {
    let garson = Garson::unowned(&[]).serve();
    let code = garson.setup_code();
    let replies = at_once(8, |number| {
        let name = format!("visitor {number}");
        let fields = [("name", name.as_str()), ("password", "uzun bir parola"), ("restaurant", &name), ("code", &code)];
        Browser::new(&garson, "en").post_raw("/setup", &fields, &[])
    });
    let has_won = |reply: &Reply| reply.header("location") == Some("/start");
    let won: Vec<_> = replies.iter().filter(|reply| has_won(reply)).collect();
    assert!(won.len() == 1 && won[0].status == 303, "{}", won.len());
    for lost in replies.iter().filter(|reply| !has_won(reply)) {
        assert_eq!((lost.status, lost.header("location"), lost.header("set-cookie")), (303, Some("/"), None), "{lost}");
    }
    let winner = Browser::new(&garson, "en");
    let cookies: Vec<&str> =
        won[0].headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, it)| &it[..]).collect();
    let session = cookies.iter().find_map(|cookie| cookie.strip_prefix("garson_session=")).unwrap();
    winner.keep("garson_session", session.split(';').next().unwrap());
    assert_eq!(winner.page("/users").matches("Manage: visitor").count(), 1);
    for (page, begin) in [("/restaurants", "/restaurants/0"), ("/keys", "/keys/0")] {
        let html = winner.page(page);
        let links: BTreeSet<&str> = html.split(&format!("href=\"{begin}")).skip(1).map(|rest| &rest[..35]).collect();
        assert_eq!(links.len(), 1, "{html}");
    }
}
