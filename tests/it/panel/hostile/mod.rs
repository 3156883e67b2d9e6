//! Stored and reflected scripting: whatever platforms, customers, programs and names say stays a text, on every page, in the
//! live stream, and in tables.

mod house;
mod texts;

use super::{Browser, screen::Screen};
use crate::harness::{Garson, Reply, Shop};
use house::{House, order};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use std::collections::{BTreeSet, VecDeque};
use texts::{TRICKS, Tricks, assert_harmless, cells, is_formula};

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Where the links of a page lead.
fn links(html: &str) -> impl Iterator<Item = String> {
    let addresses = html.split("href=\"").skip(1).map(|rest| &rest[..rest.find('"').unwrap()]);
    addresses.map(|path| path.replace("&#38;", "&").replace("&amp;", "&")).filter(|path| path.starts_with('/'))
}

#[test]
fn nothing_that_anybody_wrote_is_more_than_a_text_on_any_page() {
    let house = House::start();
    let garson = &house.garson;
    let owner = Browser::owner(garson, "en");
    // So that every field meets every trick.
    let mut screen = Screen::open(garson, &owner, "/live");
    assert_eq!(screen.change().0, "hello");
    for (first, trick) in TRICKS.iter().enumerate() {
        let id = house.shop.push(garson, &order(&mut Tricks::from(first), &format!("{first} {trick}"))).id();
        let (event, card) = screen.change();
        assert_eq!(event, "card", "{card}");
        assert!(card.contains(&id) && !card.contains('\r'), "{card}");
        assert_harmless("the stream", &card);
    }
    // What platforms say when they refuse, as a page and as a word to the script.
    let guard = owner.guard();
    for id in &house.orders {
        for act in ["verify", "advance"] {
            let fields = [("guard", guard.as_str()), ("from", "400")];
            let path = format!("/orders/{id}/{act}");
            assert_harmless(&path, &owner.post_raw(&path, &fields, &[]).text);
            let said = owner.post_raw(&path, &fields, &[("HX-Request", "true")]);
            assert_eq!(said.header("content-type"), Some("text/plain; charset=utf-8"), "{said}");
            assert_eq!(said.header("x-content-type-options"), Some("nosniff"), "{said}");
        }
    }
    assert_harmless("the columns", &owner.page("/board"));
    let seen = crawl(&owner);
    let pages: Vec<&str> = seen.iter().map(|(path, _)| path.as_str()).collect();
    assert!(pages.len() > 100, "{pages:?}");
    for (path, reply) in &seen {
        assert_harmless(path, &reply.text);
    }
    // It was all there: not one trick was lost on the way.
    let all: String = seen.iter().map(|(_, reply)| reply.text.as_str()).collect();
    for part in ["&#60;script&#62;alert(1)", "onerror=alert(2)&#62;", "&#39; onfocus=", "javascript:alert(5)"] {
        assert!(all.contains(part), "{part}");
    }
}

#[test]
fn half_a_character_breaks_no_page() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let mut order = order(&mut Tricks::from(0), "half");
    order["note"] = json!("HALF");
    let text = order.to_string();
    // A surrogate without its other half, and bytes that are no text at all.
    for half in [&b"\\ud83d"[..], b"\\ude00 x", b"\xff\xfe", b"\xe2\x82", b"\xed\xa0\xbd"] {
        let (before, after) = text.split_once("HALF").unwrap();
        let body = [before.as_bytes(), half, after.as_bytes()].concat();
        shop.push_raw(&garson, &body).refused(400, "invalid_json");
    }
    let owner = Browser::owner(&garson, "tr");
    // Cut in the middle of what belongs together, a long name is still one.
    let long = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}".repeat(20);
    order["customer"]["name"] = json!(long);
    let id = shop.push(&garson, &order).id();
    for path in ["/".to_owned(), format!("/orders/{id}"), format!("/orders/{id}/ticket"), "/orders".to_owned()] {
        let page = owner.page(&path);
        assert!(!page.contains(char::REPLACEMENT_CHARACTER), "{path}");
        assert_harmless(&path, &page);
    }
}

/// Every page that can be reached by links, each once.
fn crawl(browser: &Browser<'_>) -> Vec<(String, Reply)> {
    let mut known: BTreeSet<String> = BTreeSet::from(["/".to_owned()]);
    let mut waiting: VecDeque<String> = VecDeque::from(["/".to_owned()]);
    let mut seen = Vec::new();
    while let Some(path) = waiting.pop_front() {
        let reply = browser.get(&path);
        let kind = reply.header("content-type").unwrap_or_default();
        if !kind.starts_with("text/html") {
            continue;
        }
        assert_eq!(reply.status, 200, "{path} {reply}");
        for link in links(&reply.text) {
            let link = link.split('#').next().unwrap_or_default().to_owned();
            // Files and books were made when the program was: nobody's words are in them.
            let is_made = ["/assets", "/api", "/help"]
                .iter()
                .any(|home| link.strip_prefix(home).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
            if !is_made && known.insert(link.clone()) {
                waiting.push_back(link);
            }
        }
        seen.push((path, reply));
    }
    seen
}

#[test]
fn what_is_asked_for_or_typed_comes_back_as_a_text() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "tr");
    let guest = Browser::new(&garson, "tr");
    let guard = owner.guard();
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
    for trick in TRICKS {
        let text = encoded(trick);
        for path in [
            format!("/{text}"),
            format!("/orders/{text}"),
            format!("/orders?q={text}&status={text}&provider={text}&restaurant={text}&from={text}&to={text}"),
            format!("/orders?cursor={text}&dir={text}"),
            format!("/reports?from={text}&to={text}&restaurant={text}&currency={text}&period={text}"),
            format!("/reports/pending?all={text}&status={text}&from={text}"),
            format!("/deliveries?order={text}&webhook={text}"),
            format!("/deliveries?state={text}&event={text}"),
            format!("/?restaurant={text}&said={text}&notice={text}"),
            format!("/board?restaurant={text}"),
            format!("/restaurants/{restaurant}/integrations/{text}"),
            format!("/keys?said={text}&{text}={text}"),
        ] {
            assert_harmless(&path, &owner.get(&path).text);
        }
        assert_harmless("login", &guest.get(&format!("/login?next={text}")).text);
        for (path, names) in [
            ("/keys", &["none"][..]),
            ("/users", &["name", "role"]),
            ("/webhooks/new", &["url", "which_events"]),
            ("/restaurants/new", &["address", "description", "lat", "config.timezone", "paymentMatchingHeaders"]),
            ("/businesses/new", &["description", "email"]),
            ("/settings/account", &["timezone", "currency"]),
            ("/settings/privacy", &["days", "retention"]),
            ("/settings/addresses", &["denied"]),
            ("/settings/heartbeat", &["url", "name"]),
            ("/me/password", &["present", "password"]),
        ] {
            let mut fields: Vec<(&str, &str)> = names.iter().map(|name| (*name, trick)).collect();
            if path == "/settings/privacy" {
                fields[1] = ("retention", "erase");
            }
            fields.push(("guard", &guard));
            let again = owner.post_raw(path, &fields, &[]);
            assert!([422, 429].contains(&again.status), "{path} {again}");
            assert_harmless(path, &again.text);
        }
        let packages = format!("/restaurants/{restaurant}/packages");
        assert_harmless(&packages, &owner.post(&packages, &[("name", trick), ("starts", trick), ("ends", trick)]).text);
        let again = guest.post_raw("/login", &[("name", trick), ("password", trick), ("next", trick)], &[]);
        assert_harmless("login", &again.text);
    }
}

#[test]
fn no_cell_of_a_table_is_ever_calculated() {
    let garson = Garson::start();
    for (first, trick) in TRICKS.iter().enumerate() {
        let shop = Shop::open(&garson);
        garson.put(&format!("/web-api/v1/restaurants/{}", shop.restaurant), json!({ "name": trick })).data();
        shop.push(&garson, &order(&mut Tricks::from(first), &format!("{trick}{first}"))).id();
    }
    let owner = Browser::owner(&garson, "en");
    for path in ["/orders.csv", "/reports.csv?period=7-days"] {
        let csv = owner.get(path);
        assert_eq!(csv.status, 200, "{csv}");
        let rows = cells(&csv.text, ';');
        assert!(rows.len() > 2, "{csv}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:#?}");
        // Where another sign stands between cells, the table is a mess, and must still be a harmless one.
        for separator in [';', ',', '\t'] {
            for cell in cells(&csv.text, separator).iter().flatten() {
                assert!(!is_formula(cell), "{cell:?} in {path}, split at {separator:?}");
            }
        }
    }
}
