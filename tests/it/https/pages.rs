//! What pages say of HTTPS, whom they lead there, and what a device is given to trust.

use super::{ask, encrypted, openssl, root_of, shake_hands};
use crate::harness::{Garson, Reply, connect, garson, raw_exchange};
use std::{
    fs,
    io::{Read, Write},
    process::Command,
};

/// From another machine, as far as the program can tell: under a name of the network.
fn visit(garson: &Garson, path: &str) -> Reply {
    raw_exchange(
        garson,
        format!("GET {path} HTTP/1.1\r\nHost: garson.local:8080\r\nConnection: close\r\n\r\n").as_bytes(),
    )
}

#[test]
fn the_page_shows_the_fingerprint_of_what_it_gives() {
    let garson = encrypted();
    let root = root_of(&garson);
    let (said, _) = openssl(&["x509", "-in", root.to_str().unwrap(), "-noout", "-fingerprint", "-sha256"]);
    let print = said.trim().rsplit('=').next().unwrap().to_owned();
    let page = visit(&garson, "/trust");
    assert_eq!(page.status, 200, "{page}");
    let shown: String = page
        .text
        .split("fingerprint\">")
        .nth(1)
        .unwrap()
        .split("</code>")
        .next()
        .unwrap()
        .replace("</span> <span>", " ");
    assert_eq!(shown.trim().trim_start_matches("<span>").trim_end_matches("</span>").replace(' ', ":"), print);
    // Nothing of it is a secret.
    let folder = tempfile::tempdir().unwrap();
    let pem = visit(&garson, "/trust/garson.pem");
    assert!(pem.text.starts_with("-----BEGIN CERTIFICATE") && !pem.text.contains("PRIVATE"), "{pem}");
    assert!(fs::read_to_string(&root).unwrap().starts_with(&pem.text));
    let der = folder.path().join("garson.crt");
    let url = format!("{}/trust/garson.crt", garson.base);
    let given = ureq::get(&url).call().unwrap();
    assert_eq!(given.headers()["content-type"], "application/x-x509-ca-cert");
    fs::write(&der, given.into_body().read_to_vec().unwrap()).unwrap();
    let (said, _) =
        openssl(&["x509", "-inform", "DER", "-in", der.to_str().unwrap(), "-noout", "-fingerprint", "-sha256"]);
    assert!(said.contains(&print), "{said}");
    let profile = visit(&garson, "/trust/garson.mobileconfig");
    assert_eq!(profile.header("content-type"), Some("application/x-apple-aspen-config"));
    let body: String = pem.text.lines().filter(|line| !line.starts_with('-')).collect();
    assert!(profile.text.contains(&format!("<data>{body}</data>")) && profile.text.contains("com.apple.security.root"));

    let status = command(&garson, "status");
    assert!(status.contains(&print), "{status}");
    let doctor = command(&garson, "doctor");
    assert!(doctor.contains("HTTPS is on; the certificate of garson.local"), "{doctor}");
}

fn command(at: &Garson, word: &str) -> String {
    let mut command: Command = garson();
    let output = command.arg(word).arg("--data").arg(at.data()).env("LC_ALL", "en_US.UTF-8").output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn where_there_is_nothing_to_trust_nothing_is_given() {
    let garson = Garson::start();
    assert!(visit(&garson, "/trust").text.contains("--tls auto"));
    for file in ["garson.crt", "garson.pem", "garson.mobileconfig"] {
        assert_eq!(visit(&garson, &format!("/trust/{file}")).status, 404);
    }
    assert!(!visit(&garson, "/login").text.contains("data-https"));
}

#[test]
fn signing_in_leads_to_https_and_keeps_its_cookie_there() {
    let garson = encrypted();
    let offer = "data-https=\"https://garson.local:8080/login?next=%2Forders\" data-moves";
    let page = visit(&garson, "/login?next=%2Forders");
    assert!(page.status == 200 && page.text.contains(offer), "{page}");
    // Whoever sits at the machine needs none of it, and whoever came encrypted neither.
    let here = garson.send("GET", "/login", None, &[("Authorization", "")]);
    assert!(here.status == 200 && !here.text.contains("data-https"), "{here}");
    let mut stream = shake_hands(&garson, &root_of(&garson), "garson.local").unwrap();
    let body = "name=ay%C5%9Fe&password=do%C4%9Fru+at+pil+z%C4%B1mba&next=%2F";
    let answer = ask(
        &mut stream,
        &format!(
            "POST /login HTTP/1.1\r\nHost: garson.local:8080\r\nOrigin: https://garson.local:8080\r\nContent-Length: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
    );
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let session =
        answer.lines().find(|line| line.contains("__Host-garson_session=")).unwrap_or_else(|| panic!("{answer}"));
    assert!(session.contains("; Secure"), "{session}");
}

#[test]
fn pages_can_be_for_https_alone_and_tills_go_on_over_http() {
    let garson = Garson::start_with(&["--tls", "auto", "--tls-only"]);
    for path in ["/", "/login?next=%2F", "/orders", "/setup"] {
        let sent = visit(&garson, path);
        assert_eq!(
            (sent.status, sent.header("location")),
            (303, Some(format!("https://garson.local:8080{path}").as_str()))
        );
    }
    // What helps a device to trust us is open to one that does not yet.
    for path in ["/trust", "/trust/garson.crt", "/help", "/help/en/network", "/health", "/openapi.json"] {
        assert_eq!(visit(&garson, path).status, 200, "{path}");
    }
    let form = "POST /login HTTP/1.1\r\nHost: garson.local:8080\r\nContent-Length: 6\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                Connection: close\r\n\r\nname=a";
    assert_eq!(raw_exchange(&garson, form.as_bytes()).header("location"), Some("https://garson.local:8080/"));
    let key = &garson.key;
    let till = format!(
        "GET /web-api/v1/orders HTTP/1.1\r\nHost: garson.local:8080\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(raw_exchange(&garson, till.as_bytes()).status, 200);
    // At the machine itself nothing can be listened to.
    assert_eq!(garson.get("/login").status, 200);
    // Nor is anybody led to where the certificate names nobody, or to what is no name.
    for host in ["100.64.0.9:8080", "box.router:8080", "garson.local:x"] {
        let stays = format!("GET /login HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let refused = raw_exchange(&garson, stays.as_bytes());
        assert_eq!((refused.status, refused.header("location")), (403, None), "{host}");
        assert!(refused.text.contains("over HTTPS alone"), "{refused}");
    }
    let at_80 = raw_exchange(&garson, b"GET /login HTTP/1.1\r\nHost: garson.local\r\nConnection: close\r\n\r\n");
    assert_eq!(at_80.header("location"), Some("https://garson.local:80/login"));
    let odd = raw_exchange(&garson, b"GET /login HTTP/1.1\r\nHost: a\"><b\r\nConnection: close\r\n\r\n");
    assert!(odd.header("location").is_none(), "{odd}");
}

#[test]
fn for_https_alone_nobody_signs_in_in_clear_whatever_the_host() {
    let mut garson = encrypted();
    // From before, when the network was trusted.
    let token = signed_in(&garson, "http://garson.local:8080", |request| in_clear(&garson, request)).unwrap();
    garson.stop();
    let garson = garson.env("GARSON_TLS_ONLY", "yes").serve();
    for host in ["garson.local:8080", "box.router:8080", "100.64.0.9", "localhost.evil.example", "a\"><b"] {
        let origin = format!("http://{host}");
        let refused = signed_in_at(&garson, host, &origin, |request| in_clear(&garson, request)).unwrap_err();
        assert!(refused.starts_with("HTTP/1.1 303") || refused.starts_with("HTTP/1.1 403"), "{host}: {refused}");
        let body = "lang=tr&back=%2Flogin";
        // What is open to strangers takes nobody for a user.
        let opened = in_clear(
            &garson,
            &format!(
                "POST /language HTTP/1.1\r\nHost: {host}\r\nCookie: garson_session={token}\r\nContent-Length: {}\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n{body}",
                body.len()
            ),
        );
        assert!(opened.starts_with("HTTP/1.1 303"), "{host}: {opened}");
        let refused = in_clear(
            &garson,
            &format!(
                "GET /orders HTTP/1.1\r\nHost: {host}\r\nCookie: garson_session={token}\r\nConnection: close\r\n\r\n"
            ),
        );
        assert!(!refused.starts_with("HTTP/1.1 200") && !refused.contains("/login?next="), "{host}: {refused}");
    }
    signed_in(&garson, "https://garson.local:8080", |request| over_tls(&garson, request)).unwrap();
}

/// Signs in, and answers with the session's token.
fn signed_in(garson: &Garson, origin: &str, exchange: impl FnOnce(&str) -> String) -> Result<String, String> {
    signed_in_at(garson, "garson.local:8080", origin, exchange)
}

fn signed_in_at(
    garson: &Garson,
    host: &str,
    origin: &str,
    exchange: impl FnOnce(&str) -> String,
) -> Result<String, String> {
    let body = "name=ay%C5%9Fe&password=do%C4%9Fru+at+pil+z%C4%B1mba&next=%2F";
    let answer = exchange(&format!(
        "POST /login HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n{body}",
        body.len()
    ));
    let token = answer.split("garson_session=").nth(1).and_then(|rest| rest.split(';').next());
    token.map(str::to_owned).ok_or_else(|| format!("{answer} {}", garson.base))
}

fn over_tls(garson: &Garson, request: &str) -> String {
    ask(&mut shake_hands(garson, &root_of(garson), "garson.local").unwrap(), request)
}

fn in_clear(garson: &Garson, request: &str) -> String {
    let mut stream = connect(garson);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_session_in_clear_is_offered_https_and_does_not_open_it() {
    let garson = encrypted();
    let token = signed_in(&garson, "http://garson.local:8080", |request| in_clear(&garson, request)).unwrap();
    let get = |path: &str, cookie: &str| {
        format!(
            "GET {path} HTTP/1.1\r\nHost: garson.local:8080\r\nCookie: {cookie}={token}\r\nConnection: close\r\n\r\n"
        )
    };
    let orders = in_clear(&garson, &get("/orders", "garson_session"));
    assert!(orders.contains("data-https=\"https://garson.local:8080/orders\" data-moves"), "{orders}");
    let board = in_clear(&garson, &get("/", "garson_session"));
    assert!(board.contains("data-https=\"https://garson.local:8080/\"") && !board.contains("data-moves"), "{board}");
    let refused = over_tls(&garson, &get("/orders", "__Host-garson_session"));
    assert!(refused.starts_with("HTTP/1.1 303") && refused.contains("/login?next="), "{refused}");
}

#[test]
fn a_page_in_clear_of_the_same_name_is_another_site() {
    let garson = encrypted();
    let refused = signed_in(&garson, "http://garson.local:8080", |request| over_tls(&garson, request)).unwrap_err();
    assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
    signed_in(&garson, "https://garson.local:8080", |request| over_tls(&garson, request)).unwrap();
    let body = "lang=en&back=%2Flogin";
    let chosen = over_tls(
        &garson,
        &format!(
            "POST /language HTTP/1.1\r\nHost: garson.local:8080\r\nContent-Length: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
    );
    let cookie = chosen.lines().find(|line| line.contains("garson_lang=en")).unwrap_or_else(|| panic!("{chosen}"));
    assert!(!cookie.contains("Secure"), "{cookie}");
}

#[test]
fn switches_are_taken_as_people_write_them() {
    let mut command = garson();
    let folder = tempfile::tempdir().unwrap();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
    let output = command.env("GARSON_TLS", "").env("GARSON_TLS_ONLY", "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("--tls-only needs --tls"), "{said}");
}
