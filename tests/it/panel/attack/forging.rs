//! Forms that are not from a page of ours.

use super::{FOR_STRANGERS, Target};
use crate::panel::Browser;

const FORM: &str = "application/x-www-form-urlencoded";

#[test]
fn every_form_needs_the_guard_of_its_own_session() {
    let target = Target::start();
    let (owner, other) = (Browser::owner(&target.garson, "en"), Browser::owner(&target.garson, "en"));
    let staff = Browser::staff(&target.garson, "en");
    let (own, of_another, of_staff) = (owner.guard(), other.guard(), staff.guard());
    assert!(own.len() == 64 && own != of_another && own != of_staff);
    let forms = target.all("POST");
    assert!(forms.len() > 40, "{forms:?}");
    let token = owner.cookie("garson_session").unwrap();
    for (_, path) in forms.iter().filter(|(pattern, _)| !FOR_STRANGERS.contains(&pattern.as_str())) {
        let in_query = format!("{path}?guard={own}");
        for (path, guard) in [
            (path, String::new()),
            (path, "0".repeat(64)),
            (path, of_another.clone()),
            (path, of_staff.clone()),
            (path, own.to_uppercase()),
            (path, token.clone()),
            (&in_query, String::new()),
        ] {
            let reply = owner.post_raw(path, &[("guard", &guard), ("from", "400"), ("name", "x")], &[]);
            assert_eq!(reply.status, 403, "{reply}");
        }
        let twice = owner.post_raw(path, &[("guard", &own), ("guard", &own)], &[]);
        assert_eq!(twice.status, 400, "{twice}");
        // What a page elsewhere can make a browser send without asking.
        let json = format!("{{\"guard\":\"{own}\"}}");
        for (kind, body) in [("text/plain", format!("guard={own}")), ("application/json", json)] {
            let reply = owner.send("POST", path, Some(&body), &[("Content-Type", kind)]);
            assert_eq!(reply.status, 415, "{reply}");
        }
    }
    assert_eq!(owner.get("/").status, 200, "it was not signed out either");
}

#[test]
fn no_form_is_taken_from_a_page_of_another_site() {
    let target = Target::start();
    let owner = Browser::owner(&target.garson, "en");
    let guard = owner.guard();
    let host = target.garson.base.strip_prefix("http://").unwrap();
    let (port_beside, below) = ("http://127.0.0.1:1".to_owned(), format!("http://evil.{host}"));
    let longer = format!("http://{host}.evil.example");
    let foreign = [
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
        ("Origin", ""),
        ("Origin", &port_beside),
        ("Origin", &below),
        ("Origin", &longer),
        ("Origin", host),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Sec-Fetch-Site", "anything else"),
    ];
    for (_, path) in target.all("POST") {
        for header in foreign.iter().filter(|(_, value)| !value.is_empty()) {
            let reply = owner.post_raw(&path, &[("guard", &guard), ("name", "x")], &[*header]);
            assert_eq!(reply.status, 403, "{header:?} {reply}");
        }
        // Also where the browser says one thing and the page another.
        let both = [("Origin", target.garson.base.as_str()), ("Sec-Fetch-Site", "cross-site")];
        assert_eq!(owner.post_raw(&path, &[("guard", &guard)], &both).status, 403);
    }
    // From a page of ours, as a browser says it.
    let own = [("Origin", target.garson.base.as_str()), ("Sec-Fetch-Site", "same-origin"), ("Content-Type", FORM)];
    let body = format!("guard={guard}&name=Kasa");
    assert_eq!(owner.send("POST", "/keys", Some(&body), &own).status, 200);
}

#[test]
fn looking_at_a_page_changes_nothing() {
    let target = Target::start();
    let owner = Browser::owner(&target.garson, "en");
    let (forms, pages, guard) = (target.all("POST"), target.all("GET"), owner.guard());
    let only_forms = forms.iter().filter(|(pattern, _)| pages.iter().all(|(other, _)| other != pattern));
    for (_, path) in only_forms {
        for method in ["GET", "HEAD"] {
            let reply = owner.send(method, &format!("{path}?guard={guard}"), None, &[]);
            assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")), "{reply}");
        }
    }
    // No header makes a form of a page.
    let override_it = [("X-HTTP-Method-Override", "POST"), ("X-Method-Override", "POST"), ("HX-Request", "true")];
    assert_eq!(owner.send("GET", "/logout", None, &override_it).status, 405);
}
