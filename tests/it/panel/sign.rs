//! The first visit, signing in and out, and who is kept out.

use super::Browser;
use crate::harness::{Garson, garson, slowly};
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

#[test]
fn whoever_signs_in_gets_a_session_and_signing_out_ends_it() {
    let garson = Garson::start();
    let browser = Browser::new(&garson, "tr");
    let stranger = browser.get("/orders?status=400");
    assert_eq!((stranger.status, stranger.header("location")), (303, Some("/login?next=%2Forders%3Fstatus%3D400")));
    let wrong = browser.post("/login", &[("name", "ayşe"), ("password", "yanlış parola")]);
    assert!(wrong.status == 422 && wrong.text.contains("Ad veya parola yanlış."), "{wrong}");
    let credentials = [("name", "ayşe"), ("password", "doğru at pil zımba"), ("next", "/orders")];
    let right = browser.post("/login", &credentials);
    assert_eq!((right.status, right.header("location")), (303, Some("/orders")), "{right}");
    let cookie = right.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let board = browser.page("/");
    assert!(board.contains("<html lang=\"tr\">") && board.contains("ayşe"), "{board}");
    let token = browser.cookie("garson_session").unwrap();
    assert_eq!(browser.post("/logout", &[]).status, 303);
    assert_eq!(browser.cookie("garson_session"), None);
    browser.keep("garson_session", &token);
    assert_eq!(browser.get("/").status, 303);
}

#[test]
fn of_a_stranger_a_small_form_is_read_and_of_whoever_is_signed_in_a_large_one() {
    let garson = Garson::start();
    let large = "a".repeat(9 << 10);
    let stranger = Browser::new(&garson, "en");
    for path in ["/login", "/setup", "/language", "/restaurants/new"] {
        let refused = stranger.post_raw(path, &[("name", &large)], &[]);
        assert!(refused.status == 413 && refused.text.contains("8 KiB"), "{path}: {refused}");
    }
    stranger.keep("garson_session", "nobody's");
    assert_eq!(stranger.post_raw("/login", &[("name", &large)], &[]).status, 413);
    let owner = Browser::owner(&garson, "en");
    assert_ne!(owner.post("/restaurants/new", &[("name", &large)]).status, 413);
}

#[test]
fn a_form_without_the_guard_or_from_elsewhere_changes_nothing() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let guard = browser.guard();
    let forged = [
        browser.post_raw("/logout", &[], &[]),
        browser.post_raw("/logout", &[("guard", "0000")], &[]),
        browser.post_raw("/logout", &[("guard", &guard)], &[("Origin", "https://evil.example")]),
        browser.post_raw("/logout", &[("guard", &guard)], &[("Origin", "null")]),
        browser.post_raw("/logout", &[("guard", &guard)], &[("Sec-Fetch-Site", "cross-site")]),
        browser.post_raw("/login", &[("name", "x"), ("password", "y")], &[("Origin", "https://evil.example")]),
    ];
    for (at, reply) in forged.into_iter().enumerate() {
        let sentence = if at < 2 { "no longer valid" } else { "sent from a different address" };
        assert!(reply.status == 403 && reply.text.contains(sentence), "{reply}");
    }
    assert_eq!(browser.get("/").status, 200);
    let own = format!("http://{}", garson.base.strip_prefix("http://").unwrap());
    assert_eq!(browser.post_raw("/logout", &[("guard", &guard)], &[("Origin", &own)]).status, 303);
}

#[test]
fn a_form_from_the_public_address_is_ours_whatever_a_proxy_calls_us() {
    let garson = Garson::start_with(&["--public-url", "https://panel.example/garson"]);
    let browser = Browser::owner(&garson, "en");
    let guard = browser.guard();
    let from = |origin: &str| browser.post_raw("/logout", &[("guard", &guard)], &[("Origin", origin)]).status;
    assert_eq!(from("https://panel.example.evil"), 403);
    assert_eq!(from("https://panel.example"), 303);
}

#[test]
fn an_open_board_keeps_its_cookie() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let token = browser.cookie("garson_session").unwrap();
    let kept = format!("garson_session={token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict");
    for path in ["/", "/board"] {
        assert_eq!(browser.get(path).header("set-cookie"), Some(kept.as_str()), "{path}");
    }
    assert_eq!(browser.get("/orders").header("set-cookie"), None);
}

#[test]
fn a_second_cookie_beside_ours_is_not_believed() {
    let garson = Garson::start();
    let victim = Browser::owner(&garson, "en");
    let token = victim.cookie("garson_session").unwrap();
    for pair in [
        format!("garson_session=planted; garson_session={token}"),
        format!("garson_session={token}; garson_session=planted"),
    ] {
        let reply = garson.send("GET", "/", None, &[("Authorization", ""), ("Cookie", &pair)]);
        assert_eq!(reply.status, 303, "{reply}");
    }
    // Fixation: a token that somebody chose beforehand is never taken over.
    let fixed = Browser::new(&garson, "en");
    fixed.keep("garson_session", "chosen-by-an-attacker");
    fixed.post("/login", &[("name", "ayşe"), ("password", "doğru at pil zımba")]);
    assert_ne!(fixed.cookie("garson_session").unwrap(), "chosen-by-an-attacker");
}

#[test]
fn guessing_is_slowed_down() {
    let garson = slowly(Garson::prepare(&[])).serve();
    let browser = Browser::new(&garson, "en");
    let guess = || browser.post("/login", &[("name", "ayşe"), ("password", "wrong password")]).status;
    let statuses: Vec<u16> = (0..6).map(|_| guess()).collect();
    assert!(statuses.starts_with(&[422, 422, 422, 422]) && statuses.ends_with(&[429]), "{statuses:?}");
}

#[test]
fn signing_in_never_leads_to_another_site() {
    let garson = Garson::start();
    for next in ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"] {
        let browser = Browser::new(&garson, "en");
        let fields = [("name", "ayşe"), ("password", "doğru at pil zımba"), ("next", next)];
        assert_eq!(browser.post("/login", &fields).header("location"), Some("/"), "{next}");
    }
}

#[test]
fn a_refusal_speaks_the_language_that_was_chosen() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    assert!(browser.get("/nothing").text.contains("Nothing here"));
    browser.post("/language", &[("lang", "tr")]);
    // Whoever chose it in one browser reads it in every other one, whatever that asks for.
    for browser in [browser, Browser::owner(&garson, "en")] {
        let refused = browser.get("/nothing");
        assert!(
            refused.text.contains("<html lang=\"tr\">") && refused.text.contains("Burada bir şey yok"),
            "{refused}"
        );
        let stale = browser.post_raw("/logout", &[], &[]);
        assert!(stale.status == 403 && stale.text.contains("Bu form artık geçerli değil."), "{stale}");
        assert_eq!(browser.post("/logout", &[]).status, 303);
        assert!(browser.page("/login").contains("<html lang=\"tr\">"));
    }
}

#[test]
fn a_box_that_nobody_owns_is_claimed_once() {
    let data = tempfile::tempdir().unwrap();
    let mut child = garson()
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let base = lines.find_map(|line| line.strip_prefix("listening on ").map(str::to_owned)).unwrap();
    let mut said = lines.by_ref().take(5).skip(2);
    let link = said.next().unwrap().trim().to_owned();
    assert!(link.starts_with(&format!("{base}/setup?code=")), "{link}");
    let code = said.nth(1).unwrap().trim().to_owned();
    let agent = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().new_agent();
    let attempt = |host: &str, code: &str, name: &str, restaurant: &str| {
        let body = format!("name={name}&password=iyi%20bir%20parola&restaurant={restaurant}&lang=tr&code={code}");
        let request = agent.post(format!("{base}/setup")).header("Host", host);
        let mut answer = request.content_type("application/x-www-form-urlencoded").send(&body).unwrap();
        let location = answer.headers().get("location").map_or("", |to| to.to_str().unwrap()).to_owned();
        (answer.status().as_u16(), location + &answer.body_mut().read_to_string().unwrap())
    };
    let setup = |host: &str, code: &str, name: &str| attempt(host, code, name, "K%C3%B6fteci");
    let first = agent.get(&base).call().unwrap();
    assert_eq!(first.headers()["location"], "/setup");
    // From elsewhere, which is what another name means, only with the code.
    let (status, text) = setup("garson.example", "1234", "mallory");
    assert!(status == 422 && text.contains("kod bu değil") || text.contains("not the code"), "{text}");
    // What is refused leaves no owner behind.
    let (status, text) = attempt("garson.example", &code, "mallory", &"K".repeat(300));
    assert!(status == 422 && !text.contains("gsn_"), "{status} {text}");
    let (status, text) = setup("garson.example", &code, "ay%C5%9Fe");
    assert_eq!((status, text.as_str()), (303, "/start"));
    // And never again, not even from the machine itself.
    let (status, text) = setup("localhost", &code, "mallory");
    assert_eq!((status, text.as_str()), (303, "/"));
    child.kill().unwrap();
    child.wait().unwrap();
}
