//! Redirects and links that want to lead elsewhere.

use super::Target;
use crate::{harness::raw_exchange, panel::Browser};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

const ELSEWHERE: [&str; 20] = [
    "https://evil.example",
    "HTTPS://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    "/\n/evil.example",
    "/\r\nSet-Cookie: garson_session=planted",
    "/x\r\n\r\n<script>alert(1)</script>",
    " //evil.example",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "evil.example",
    "@evil.example",
    "?//evil.example",
    "/\u{2028}//evil.example",
    "/ş//evil.example",
];

/// Where a browser would go, as browsers read addresses.
fn stays_here(location: &str) -> bool {
    let read: String = location.chars().filter(|letter| !"\t\r\n".contains(*letter)).collect();
    let read = read.trim().replace('\\', "/");
    read.starts_with('/') && !read.starts_with("//")
}

#[test]
fn no_form_leads_to_another_site() {
    let target = Target::start();
    let owner = Browser::owner(&target.garson, "en");
    let order = target.path("/orders/{orderId}");
    for elsewhere in ELSEWHERE {
        let guest = Browser::new(&target.garson, "en");
        let sign_in = [("name", "ayşe"), ("password", "doğru at pil zımba"), ("next", elsewhere)];
        let mark = [("id", order.strip_prefix("/orders/").unwrap()), ("back", elsewhere)];
        let replies = [
            guest.post_raw("/login", &sign_in, &[]),
            owner.get(&format!("/login?next={}", utf8_percent_encode(elsewhere, NON_ALPHANUMERIC))),
            owner.post("/language", &[("lang", "en"), ("back", elsewhere)]),
            owner.post(&format!("{order}/verify"), &[("from", "400"), ("back", elsewhere)]),
            owner.post("/reports/pending/mark", &mark),
        ];
        for reply in replies {
            let location = reply.header("location").unwrap_or_default();
            assert!(reply.status == 303 && stays_here(location), "{elsewhere:?} leads to {location:?}: {reply}");
            let planted = reply.headers.iter().any(|(_, value)| value.contains("planted"));
            assert!(!planted && !reply.text.contains("<script>"), "{reply}");
        }
        // The same for an order that has moved on, where a word is added to the way back.
        let moved = owner.post(&format!("{order}/advance"), &[("from", "600"), ("back", elsewhere)]);
        assert!(stays_here(moved.header("location").unwrap_or_default()), "{elsewhere:?} {moved}");
        let asked = owner.get(&format!("{order}/cancel?back={}", utf8_percent_encode(elsewhere, NON_ALPHANUMERIC)));
        assert!(asked.status == 200 && !asked.text.contains("evil.example"), "{elsewhere:?} {asked}");
    }
}

#[test]
fn a_visitor_is_led_back_to_where_they_wanted_to_go() {
    let target = Target::start();
    let browser = Browser::new(&target.garson, "en");
    let door = browser.get("/orders?q=a%20b&status=400").header("location").unwrap().to_owned();
    let next = browser.get(&door).text;
    let (_, value) = next.split_once("name=\"next\" value=\"").unwrap();
    let next = value.split('"').next().unwrap().replace("&#38;", "&");
    let fields = [("name", "ayşe"), ("password", "doğru at pil zımba"), ("next", &next)];
    assert_eq!(browser.post("/login", &fields).header("location"), Some("/orders?q=a%20b&status=400"));
}

#[test]
fn an_odd_address_in_the_request_itself_leads_nowhere_else() {
    let target = Target::start();
    let token = Browser::owner(&target.garson, "en").cookie("garson_session").unwrap();
    let ask = |line: &str, cookie: &str| {
        let head = format!("GET {line} HTTP/1.1\r\nHost: evil.example\r\n{cookie}Connection: close\r\n\r\n");
        raw_exchange(&target.garson, head.as_bytes())
    };
    let cookie = format!("Cookie: garson_session={token}\r\n");
    for line in ["http://evil.example/orders", "//evil.example/orders", "/orders?//evil.example", "/\\evil.example"] {
        let stranger = ask(line, "");
        assert!(stays_here(stranger.header("location").unwrap_or("/")), "{stranger}");
        let owner = ask(line, &cookie);
        for address in owner.text.split("name=\"back\" value=\"").skip(1) {
            assert!(stays_here(address.split('"').next().unwrap()), "{line} {owner}");
        }
    }
}
