//! The books, the API reference at `/api` and the manual at `/help`: anybody reads them, in both languages, packed and kept, and
//! all of it comes from here.

use super::Browser;
use crate::harness::Garson;
use flate2::read::GzDecoder;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::TcpStream,
};

/// Where a page may lead a reader who wants to know more. Nothing is fetched from there.
const ELSEWHERE: [&str; 4] = [
    "https://www.standardwebhooks.com",
    "https://www.rfc-editor.org/rfc/",
    "https://github.com/google/gson",
    "https://integration.yemeksepeti.com",
];

/// Where each book is, a page of it, and the English title of that page.
const BOOKS: [(&str, &str, &str); 2] = [("/api", "orders", "Orders"), ("/help", "board", "The board")];

/// Titles that are a name, and so the same in both languages.
const NAMES: [&str; 3] = ["garson API", "Getir Yemek", "Yemeksepeti"];

fn stranger(garson: &Garson, path: &str, headers: &[(&str, &str)]) -> crate::harness::Reply {
    garson.send("GET", path, None, &[&[("Authorization", "")], headers].concat())
}

/// Status, headers in lower case and the bytes of the body, as they come over the wire.
fn raw(garson: &Garson, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
    let address = garson.base.strip_prefix("http://").unwrap();
    let mut socket = TcpStream::connect(address).unwrap();
    write!(socket, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head + "\r\n", answer[end + 4..].to_vec())
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn anybody_reads_them_in_their_language_without_signing_in() {
    let garson = Garson::start();
    for (home, page, title) in BOOKS {
        is_read_by_anybody(&garson, home, page, title);
    }
    assert_eq!(stranger(&garson, "/reference", &[]).header("location"), Some("/api"));
}

fn is_read_by_anybody(garson: &Garson, home: &str, name: &str, title: &str) {
    for (wanted, lang) in [("tr", "tr"), ("de, tr;q=0.5", "tr"), ("en-GB", "en"), ("de", "en"), ("", "en")] {
        let shown = stranger(garson, home, &[("Accept-Language", wanted)]);
        assert!(shown.status == 200 && shown.text.contains(&format!("<html lang=\"{lang}\">")), "{wanted}: {shown}");
        assert_eq!(shown.header("set-cookie"), None);
        let vary: Vec<&str> =
            shown.headers.iter().filter(|(name, _)| name == "vary").map(|(_, value)| &**value).collect();
        assert_eq!(vary.join(", "), "accept-encoding, accept-language, cookie");
        // An address without a language leads to the reader's own.
        let led = stranger(garson, &format!("{home}/{name}"), &[("Accept-Language", wanted)]);
        assert_eq!((led.status, led.header("location")), (303, Some(&*format!("{home}/{lang}/{name}"))), "{led}");
    }
    // What was chosen in the panel holds here too, and the address before that.
    let chosen = [("Accept-Language", "en"), ("Cookie", "garson_lang=tr")];
    assert!(stranger(garson, home, &chosen).text.contains("<html lang=\"tr\">"));
    assert!(stranger(garson, &format!("{home}/en"), &chosen).text.contains("<html lang=\"en\">"));

    let (page, door) = (stranger(garson, &format!("{home}/en/{name}"), &[]), Browser::new(garson, "en").get("/login"));
    assert!(page.text.contains(&format!("<h1>{title}</h1>")) && door.status == 200, "{page}");
    for name in ["content-security-policy", "referrer-policy", "permissions-policy", "cross-origin-opener-policy"] {
        assert!(page.header(name).is_some() && page.header(name) == door.header(name), "{name}");
    }
    for to in [home.to_owned(), format!("{home}/en"), format!("{home}/tr/{name}")] {
        let led = stranger(garson, &format!("{to}/"), &[]);
        assert_eq!((led.status, led.header("location")), (303, Some(&*to)), "{to}/");
    }
    for rest in
        ["de", "en/nothing", &format!("en/{name}/more"), "..", &format!("en%2F{name}%00"), &format!("en/{name}.md")]
    {
        assert_eq!(stranger(garson, &format!("{home}/{rest}"), &[]).status, 404, "{home}/{rest}");
    }
    assert_eq!(garson.send("POST", home, Some(b"{}"), &[]).status, 405);
}

#[test]
fn a_page_comes_packed_to_whoever_takes_it_so_and_not_again_to_whoever_has_it() {
    let garson = Garson::start();
    for path in
        ["/api/en/orders", "/api/tr", "/api/en/index.json", "/help/en/settings", "/help/tr", "/help/tr/index.json"]
    {
        let (status, plain_head, plain) = raw(&garson, path, "");
        assert_eq!((status, header(&plain_head, "content-encoding")), (200, None), "{path}");
        let (status, packed_head, packed) = raw(&garson, path, "Accept-Encoding: gzip, br\r\n");
        assert_eq!((status, header(&packed_head, "content-encoding")), (200, Some("gzip")), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert!(unpacked == plain && packed.len() * 2 < plain.len(), "{path}");

        let tag_of = |head: &str| header(head, "etag").unwrap().to_owned();
        assert_ne!(tag_of(&plain_head), tag_of(&packed_head), "other bytes have another tag");
        for (head, takes) in [(&plain_head, ""), (&packed_head, "Accept-Encoding: gzip\r\n")] {
            assert_eq!(header(head, "cache-control"), Some("no-cache"));
            assert!(header(head, "vary").unwrap().contains("accept-encoding"));
            let tag = tag_of(head);
            assert!(tag.starts_with('"') && tag.ends_with('"'), "a strong one: {tag}");
            for given in [tag.clone(), format!("\"other\", {tag}"), format!("W/{tag}"), "*".to_owned()] {
                let (status, again, body) = raw(&garson, path, &format!("{takes}If-None-Match: {given}\r\n"));
                assert_eq!((status, body.len(), tag_of(&again)), (304, 0, tag.clone()), "{path} {given}");
            }
            let (status, _, body) = raw(&garson, path, &format!("{takes}If-None-Match: \"other\"\r\n"));
            assert!(status == 200 && !body.is_empty(), "{path}");
        }
    }
    let (status, head, body) = raw(&garson, "/api/en/orders", "Accept-Encoding: gzip;q=0\r\n");
    assert!(status == 200 && header(&head, "content-encoding").is_none() && body.starts_with(b"<!doctype html>"));
}

/// Every value of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    page.split(&*begin).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// All pages of both books, found by their links.
fn all_pages(garson: &Garson) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut next: Vec<String> =
        BOOKS.iter().flat_map(|(home, ..)| ["en", "tr"].map(|lang| format!("{home}/{lang}"))).collect();
    while let Some(path) = next.pop() {
        if pages.contains_key(&path) {
            continue;
        }
        let shown = stranger(garson, &path, &[]);
        assert_eq!(shown.status, 200, "{path}");
        for link in values(&shown.text, "href") {
            let target = link.split('#').next().unwrap();
            if BOOKS.iter().any(|(home, ..)| target.starts_with(&format!("{home}/"))) {
                next.push(target.to_owned());
            }
        }
        pages.insert(path, shown.text);
    }
    pages
}

#[test]
fn every_link_and_anchor_leads_somewhere_and_nothing_is_fetched_from_elsewhere() {
    let garson = Garson::start();
    let pages = all_pages(&garson);
    let count = |home: &str| pages.keys().filter(|path| path.starts_with(home)).count();
    assert!(count("/api/") >= 50 && count("/help/") >= 50, "{:?}", pages.keys());
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(path, page)| (path.as_str(), values(page, "id").into_iter().collect())).collect();
    let mut checked = BTreeSet::new();
    for (path, page) in &pages {
        assert_eq!(values(page, "id").len(), ids[path.as_str()].len(), "an id stands twice on {path}");
        for link in values(page, "href") {
            if link.contains("://") {
                assert!(ELSEWHERE.iter().any(|known| link.starts_with(known)), "{path} leads to {link}");
                continue;
            }
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { path } else { target };
            match ids.get(target) {
                Some(ids) => assert!(anchor.is_empty() || ids.contains(anchor), "{path} leads to {link}"),
                None if checked.insert(target.to_owned()) => {
                    let status = stranger(&garson, target, &[]).status;
                    assert!(status == 200 || target == "/", "{path} leads to {target}: {status}");
                }
                None => {}
            }
        }
        // Scripts, pictures and styles are our own, and the policy would refuse others. None is written into the page.
        for source in values(page, "src") {
            assert!(source.starts_with("/assets/") && stranger(&garson, source, &[]).status == 200, "{path}: {source}");
        }
        let styles = page.split("<link ").skip(1).filter(|tag| tag.starts_with("rel=\"stylesheet\""));
        assert!(styles.clone().count() == 2 && styles.clone().all(|tag| tag.contains("href=\"/assets/")), "{path}");
        for inline in ["<style", " style=", " onclick=", "javascript:", "<script>", "<iframe", "@import"] {
            assert!(!page.contains(inline), "{path} has {inline}");
        }
        assert!(!page.contains("{{"), "{path} has a part that nobody filled in");
    }
}

#[test]
fn each_page_has_its_twin_in_the_other_language_with_the_same_anchors() {
    let garson = Garson::start();
    let pages = all_pages(&garson);
    let is_english = |path: &&String| BOOKS.iter().any(|(home, ..)| path.starts_with(&format!("{home}/en")));
    for (path, page) in pages.iter().filter(|(path, _)| is_english(path)) {
        let twin = path.replacen("/en", "/tr", 1);
        let (there, back) = (&pages[&twin], format!("id=\"other-language\" href=\"{path}\""));
        assert!(page.contains(&format!("id=\"other-language\" href=\"{twin}\"")) && there.contains(&back), "{path}");
        let anchors = |page: &str| -> BTreeSet<String> { values(page, "id").into_iter().map(str::to_owned).collect() };
        assert_eq!(anchors(page), anchors(there), "{path}");
        assert!(page.contains("<html lang=\"en\">") && there.contains("<html lang=\"tr\">"), "{path}");
        // What is said of the API is in the page's own language on both.
        let heading = |page: &str| page.split("<h1>").nth(1).unwrap().split("</h1>").next().unwrap().to_owned();
        assert!(heading(page) != heading(there) || NAMES.contains(&&*heading(page)), "{path}: {}", heading(page));
    }
}

#[test]
fn the_panel_leads_there_and_its_receivers_too() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "tr");
    let board = owner.page("/");
    assert!(board.contains("<a href=\"/api\"") && board.contains("href=\"/help/tr/board\""));
    let webhook = garson.post("/web-api/v1/webhooks", serde_json::json!({ "url": "http://127.0.0.1:9/" })).id();
    let page = owner.page(&format!("/webhooks/{webhook}"));
    let link = values(&page, "href").into_iter().find(|link| link.starts_with("/api/")).unwrap();
    let (path, anchor) = link.split_once('#').unwrap();
    let led = owner.get(path);
    let guide = owner.page(led.header("location").unwrap());
    assert!(guide.contains("<html lang=\"tr\">") && values(&guide, "id").contains(&anchor), "{link}");
}
