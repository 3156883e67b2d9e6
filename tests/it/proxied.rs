//! Behind a proxy: whose word counts about a visitor, and what an encrypted visit is given.

use crate::{
    harness::{Clock, Garson, raw_exchange},
    panel::Browser,
};

const WRONG: u16 = 422;
const WAIT: u16 = 429;

/// A wrong password from whoever the proxy names.
fn guess(garson: &Garson, name: &str, forwarded: &str) -> u16 {
    let fields = [("name", name), ("password", "wrong password")];
    Browser::new(garson, "en").post_raw("/login", &fields, &[("X-Forwarded-For", forwarded)]).status
}

#[test]
fn visitors_behind_a_trusted_proxy_are_told_apart() {
    // A guesser waits a second first, and a busy machine may take as long for the next guess.
    let garson = Garson::prepare(&["--trusted-proxy", "127.0.0.1, 10.0.0.0/8"]).clock(&Clock::slower(60)).serve();
    let statuses: Vec<u16> = (0..6).map(|_| guess(&garson, "nobody", "198.51.100.7")).collect();
    assert_eq!((statuses[0], statuses[5]), (WRONG, WAIT), "{statuses:?}");
    // What a visitor wrote itself makes it nobody else; whoever is somebody else does not wait.
    assert_eq!(guess(&garson, "nobody", "203.0.113.1, 198.51.100.7"), WAIT);
    assert_eq!(guess(&garson, "nobody", "198.51.100.7, 10.1.1.1"), WAIT);
    assert_eq!(guess(&garson, "nobody", "198.51.100.8"), WRONG);
    let browser = Browser::new(&garson, "en");
    let fields = [("name", "ayşe"), ("password", "doğru at pil zımba")];
    assert_eq!(browser.post_raw("/login", &fields, &[("X-Forwarded-For", "2001:db8::5")]).status, 303);
    assert!(browser.page("/me").contains("2001:db8::5"));
}

#[test]
fn an_encrypted_visit_has_a_cookie_of_its_own_and_comes_so_again() {
    let garson = Garson::start_with(&["--trusted-proxy", "127.0.0.1"]);
    let https = [("X-Forwarded-Proto", "https"), ("X-Forwarded-For", "198.51.100.7")];
    let fields = [("name", "ayşe"), ("password", "doğru at pil zımba")];
    let old = Browser::owner(&garson, "en").cookie("garson_session").unwrap();
    // Signed in before, without encryption: that does not count here, and goes with the next sign-in.
    let plain = format!("garson_session={old}");
    let with = |cookie: &str, more: &[(&str, &str)]| {
        garson.send("GET", "/", None, &[&[("Authorization", ""), ("Cookie", cookie)], more].concat())
    };
    assert_eq!((with(&plain, &[]).status, with(&plain, &https).status), (200, 303));
    let browser = Browser::new(&garson, "en");
    browser.keep("garson_session", &old);
    let signed_in = browser.post_raw("/login", &fields, &https);
    let cookies: Vec<&str> =
        signed_in.headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, value)| value.as_str()).collect();
    let strict = "; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure";
    assert!(cookies[0].starts_with("__Host-garson_session=") && cookies[0].ends_with(strict), "{cookies:?}");
    assert!(cookies[1].starts_with("garson_session=; Path=/; Max-Age=0;"), "{cookies:?}");
    assert_eq!(signed_in.header("strict-transport-security"), Some("max-age=31536000"));
    let token = browser.cookie("__Host-garson_session").unwrap();
    // Each name counts where it belongs, and nowhere else.
    assert_eq!(with(&format!("__Host-garson_session={token}"), &https).status, 200);
    assert_eq!(with(&format!("__Host-garson_session={token}"), &[]).status, 303);
    assert_eq!(with(&format!("garson_session={token}"), &https).status, 303);
    for path in ["/health", "/login", "/nothing"] {
        let over = |headers: &[(&str, &str)]| {
            let reply = garson.send("GET", path, None, headers);
            reply.header("strict-transport-security").map(str::to_owned)
        };
        assert!(over(&https).is_some() && over(&[]).is_none(), "{path}");
    }
}

#[test]
fn a_public_address_over_https_is_encrypted_for_whoever_asks_for_it() {
    let garson = Garson::start_with(&["--public-url", "https://orders.example"]);
    let with = |headers: &[(&str, &str)]| {
        let reply = garson.send("GET", "/login", None, headers);
        reply.header("strict-transport-security").is_some()
    };
    assert!(with(&[("Host", "orders.example")]) && !with(&[]));
    assert!(!with(&[("X-Forwarded-Proto", "https")]), "that is anybody's to write");
}

#[test]
fn a_page_says_what_it_needs_of_a_browser() {
    let garson = Garson::start();
    let page = garson.get("/login");
    assert_eq!(page.header("cross-origin-opener-policy"), Some("same-origin"));
    assert!(page.header("permissions-policy").is_some_and(|policy| policy.contains("camera=()")), "{page}");
}

#[test]
fn a_request_says_whom_it_is_for_and_once() {
    let garson = Garson::start();
    let ask = |version: &str, hosts: &str| {
        let head = format!("GET /health HTTP/{version}\r\n{hosts}Connection: close\r\nAccept-Language: en\r\n\r\n");
        raw_exchange(&garson, head.as_bytes())
    };
    let missing = ask("1.1", "");
    assert_eq!(missing.refused(400, "invalid_parameter")["field"], "Host");
    ask("1.1", "Host: a\r\nHost: a\r\n").refused(400, "invalid_parameter");
    ask("1.0", "Host: a\r\nHost: b\r\n").refused(400, "invalid_parameter");
    assert_eq!((ask("1.0", "").status, ask("1.1", "Host: a\r\n").status), (200, 200));
}

#[test]
fn a_bare_line_feed_ends_no_line_of_a_head() {
    let garson = Garson::start();
    let asked = |head: &str| raw_exchange(&garson, head.as_bytes()).status;
    assert_eq!(asked("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), 200);
    for head in [
        "GET /health HTTP/1.1\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: localhost\nConnection: close\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\n",
        "GET /health HTTP/1.1\nHost: localhost\nConnection: close\n\n",
    ] {
        assert_eq!(asked(head), 400, "{head:?}");
    }
    // Nor after one among the chunks of a body.
    let chunks = "POST /login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0;\nx\r\n\r\n";
    let next = "GET /health HTTP/1.1\nHost: localhost\nConnection: close\n\n";
    let answer = raw_exchange(&garson, format!("{chunks}{next}").as_bytes());
    assert!(answer.status >= 400 && !answer.text.contains("HTTP/1.1"), "{answer}");
    // In a body it is what it is.
    let key = &garson.key;
    let body = "{\n\"name\": \"Köfteci\"\n}\n";
    let made = format!(
        "POST /web-api/v1/restaurants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Length: {}\r\n\
         Content-Type: application/json\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(asked(&made), 200);
}
