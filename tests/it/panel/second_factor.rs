//! The second factor: codes from a telephone and from paper, once each; required, lost and taken off.

use super::{Browser, owners::with_staff};
use crate::harness::{Garson, Reply, garson, slowly_with_a_clock};
use hmac::{Hmac, KeyInit, Mac};

const OWNER: [(&str, &str); 2] = [("name", "ayşe"), ("password", "doğru at pil zımba")];

/// A garson whose clock can be set, and with it that of the telephone.
struct Bench {
    garson: Garson,
    shift: tempfile::NamedTempFile,
}

impl Bench {
    fn start() -> Bench {
        let shift = tempfile::NamedTempFile::new().unwrap();
        let prepared = Garson::prepare(&[]);
        super::add_staff(&prepared);
        let garson = slowly_with_a_clock(prepared, shift.path()).serve();
        Bench { garson, shift }
    }

    /// So many half minutes from now.
    fn set_clock(&self, steps: u64) {
        std::fs::write(self.shift.path(), (steps * 30).to_string()).unwrap();
    }
}

/// Knows the secret that a page shows.
pub struct Telephone(Vec<u8>);

impl Telephone {
    pub fn reading(page: &str) -> Telephone {
        let (_, key) = page.split_once("<code class=\"by-hand\">").unwrap();
        let (key, _) = key.split_once("</code>").unwrap();
        let letters = key.replace("<span>", "").replace("</span>", "");
        assert_eq!(letters.len(), 32);
        let bits: String = letters
            .bytes()
            .map(|letter| "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".bytes().position(|known| known == letter).unwrap())
            .map(|five| format!("{five:05b}"))
            .collect();
        Telephone((0..20).map(|at| u8::from_str_radix(&bits[at * 8..at * 8 + 8], 2).unwrap()).collect())
    }

    /// What it shows so many half minutes from now.
    fn code(&self, steps: u64) -> String {
        self.code_ahead(steps * 30)
    }

    /// What it shows so many seconds from now.
    pub fn code_ahead(&self, seconds: u64) -> String {
        let now = u64::try_from(garson::clock::now().0).unwrap() / 1_000;
        let mut mac = Hmac::<sha1::Sha1>::new_from_slice(&self.0).unwrap();
        mac.update(&((now + seconds) / 30).to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let at = usize::from(hash[19] % 16);
        let number = u32::from_be_bytes([hash[at] & 0x7f, hash[at + 1], hash[at + 2], hash[at + 3]]);
        format!("{:06}", number % 1_000_000)
    }
}

/// What a form of the page carries.
pub fn hidden(page: &str, name: &str) -> String {
    let rest = page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// Makes a second factor: the telephone, and the recovery codes.
fn switch_on(browser: &Browser<'_>, steps: u64) -> (Telephone, Vec<String>) {
    let page = browser.page("/me/second-factor");
    assert!(page.contains("<svg class=\"qr\""), "{page}");
    let (telephone, ticket) = (Telephone::reading(&page), hidden(&page, "ticket"));
    let wrong = browser.post("/me/second-factor", &[("ticket", &ticket), ("code", "000000")]);
    assert!(wrong.status == 422 && hidden(&wrong.text, "ticket") == ticket, "{wrong}");
    let on = browser.post("/me/second-factor", &[("ticket", &ticket), ("code", &telephone.code(steps))]);
    assert_eq!(on.status, 200, "{on}");
    let codes = on.text.split("<li><code>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned());
    let codes: Vec<String> = codes.collect();
    assert!(codes.len() == 10 && codes.iter().all(|code| code.len() == 19), "{codes:?}");
    (telephone, codes)
}

/// The first step, which is right, and the second.
fn sign_in<'a>(garson: &'a Garson, first: &[(&str, &str)], code: &str) -> (Browser<'a>, Reply) {
    let browser = Browser::new(garson, "en");
    let asked = browser.post("/login", first);
    assert!(asked.status == 200 && browser.cookie("garson_session").is_none(), "{asked}");
    let ticket = hidden(&asked.text, "ticket");
    let reply = browser.post("/login/code", &[("ticket", &ticket), ("next", "/orders"), ("code", code)]);
    assert_eq!(reply.status == 303, browser.cookie("garson_session").is_some(), "{reply}");
    (browser, reply)
}

#[test]
fn a_code_is_asked_for_and_each_is_taken_once() {
    let bench = Bench::start();
    let owner = Browser::owner(&bench.garson, "en");
    let (telephone, paper) = switch_on(&owner, 0);
    let try_it = |code: &str| sign_in(&bench.garson, &OWNER, code).1;
    bench.set_clock(10);
    let code = telephone.code(10);
    let right = try_it(&format!("{} {}", &code[..3], &code[3..]));
    assert_eq!((right.status, right.header("location")), (303, Some("/orders")), "{right}");
    let again = try_it(&code);
    assert!(again.status == 422 && again.text.contains("was used before"), "{again}");
    assert_eq!(try_it(&telephone.code(9)).status, 422, "an earlier one");
    assert_eq!(try_it(&telephone.code(11)).status, 303, "a clock that is half a minute ahead");
    // From paper, as people type it, and each once.
    assert_eq!(try_it(&paper[0].to_lowercase().replace('-', " ")).status, 303);
    assert_eq!(try_it(&paper[0]).status, 422);
    let me = owner.page("/me");
    assert!(me.contains("<dd>9</dd>"), "{me}");
    let renewed = owner.post("/me/second-factor/codes", &[]);
    assert!(renewed.status == 200 && !renewed.text.contains(&paper[1]), "{renewed}");
    assert_eq!(try_it(&paper[1]).status, 422);
    // What is kept of it opens nothing.
    bench.garson.get("/health");
    let file = bench.garson.store_bytes();
    let holds = |text: &[u8]| file.windows(text.len()).any(|window| window == text);
    assert!(!holds(&telephone.0) && !holds(paper[2].as_bytes()) && !holds(paper[2].replace('-', "").as_bytes()));
    // Off, the password alone is enough.
    assert_eq!(owner.post("/me/second-factor/off", &[]).status, 303);
    assert_eq!(Browser::new(&bench.garson, "en").post("/login", &OWNER).status, 303);
    // And all of it is on record.
    let record = bench.garson.get("/web-api/v1/audit?limit=200").text;
    for deed in ["second_factor_on", "recovery_code_used", "recovery_codes_made", "second_factor_off", "signed_in"] {
        assert!(record.contains(&format!("\"{deed}\"")), "{deed}: {record}");
    }
}

#[test]
fn codes_cannot_be_guessed_and_a_ticket_opens_nothing_by_itself() {
    let bench = Bench::start();
    let owner = Browser::owner(&bench.garson, "en");
    let (telephone, _) = switch_on(&owner, 0);
    let browser = Browser::new(&bench.garson, "tr");
    let ticket = hidden(&browser.post("/login", &OWNER).text, "ticket");
    let guess = |ticket: &str, code: &str| browser.post("/login/code", &[("ticket", ticket), ("code", code)]);
    for other in
        ["", "x", &ticket[1..], &hidden(&Browser::staff(&bench.garson, "en").page("/me/second-factor"), "ticket")]
    {
        let refused = guess(other, &telephone.code(0));
        assert!(refused.status == 422 && refused.text.contains("yeniden girin"), "{refused}");
    }
    let statuses: Vec<u16> = (0..6).map(|number| guess(&ticket, &format!("00000{number}")).status).collect();
    assert_eq!(statuses, [422, 422, 422, 422, 429, 429]);
    // Not even the right one is looked at now, except in a browser that was here before.
    bench.set_clock(2);
    assert_eq!(guess(&ticket, &telephone.code(2)).status, 429);
    let known = owner.without_session();
    let asked = known.post("/login", &OWNER);
    let fields = [("ticket", &hidden(&asked.text, "ticket")[..]), ("code", &telephone.code(2)[..])];
    assert_eq!(known.post("/login/code", &fields).status, 303);
    // Nor there, however often the password is given again: it takes back no wrong code.
    let wrong_there = |number: usize| {
        let asked = known.without_session().post("/login", &OWNER);
        let fields = [("ticket", &hidden(&asked.text, "ticket")[..]), ("code", &format!("00000{number}")[..])];
        known.without_session().post("/login/code", &fields).status
    };
    assert_eq!((0..5).map(wrong_there).collect::<Vec<_>>(), [422, 422, 422, 422, 429]);
    // Too late.
    bench.set_clock(60);
    assert!(guess(&ticket, &telephone.code(60)).text.contains("yeniden girin"));
}

#[test]
fn where_everybody_needs_one_nothing_opens_without_it() {
    let bench = Bench::start();
    let (owner, staff) = (Browser::owner(&bench.garson, "en"), Browser::staff(&bench.garson, "tr"));
    assert_eq!(owner.post("/settings/safety", &[("second_factor", "yes")]).status, 303);
    for (browser, page) in [(&owner, "/keys"), (&owner, "/me"), (&staff, "/"), (&staff, "/orders")] {
        assert_eq!(browser.get(page).header("location"), Some("/me/second-factor"), "{page}");
    }
    let guard = hidden(&staff.page("/me/second-factor"), "guard");
    let sent = staff.post_raw("/me/password", &[("guard", &guard), ("present", "mutfaktaki parola")], &[]);
    assert_eq!(sent.header("location"), Some("/me/second-factor"), "{sent}");
    // Somebody who signs in now is led there too, and may leave.
    let fresh = Browser::staff(&bench.garson, "en");
    let page = fresh.page("/me/second-factor");
    assert!(page.contains("The owner wants everyone"), "{page}");
    assert_eq!(fresh.post_raw("/logout", &[("guard", &hidden(&page, "guard"))], &[]).status, 303);
    let ticket = hidden(&staff.page("/me/second-factor"), "ticket");
    let telephone = Telephone::reading(&staff.page("/me/second-factor"));
    let on = |ticket: &str, code: &str| {
        staff.post_raw("/me/second-factor", &[("guard", &guard), ("ticket", ticket), ("code", code)], &[])
    };
    // The ticket is of another secret than the telephone read.
    assert_eq!(on(&ticket, &telephone.code(0)).status, 422);
    let page = staff.page("/me/second-factor");
    assert_eq!(on(&hidden(&page, "ticket"), &Telephone::reading(&page).code(0)).status, 200);
    assert_eq!(staff.get("/orders").status, 200);
    assert_eq!(owner.get("/orders").status, 303);
}

#[test]
fn a_lost_telephone_is_mended_by_an_owner_and_at_the_machine() {
    let garson = with_staff(&[]);
    let (owner, staff) = (Browser::owner(&garson, "en"), Browser::staff(&garson, "en"));
    switch_on(&staff, 0);
    switch_on(&owner, 0);
    let staff_first = [("name", "mehmet"), ("password", "mutfaktaki parola")];
    let needs_code = |first: &[(&str, &str)]| Browser::new(&garson, "en").post("/login", first).status == 200;
    assert!(needs_code(&staff_first) && needs_code(&OWNER));
    let users = owner.page("/users");
    let path = users.split("href=\"/users/").skip(1).map(|rest| format!("/users/{}", rest.split('"').next().unwrap()));
    let path = path.into_iter().find(|path| owner.page(path).contains("second-factor-off")).unwrap();
    assert_eq!(staff.post(&format!("{path}/second-factor-off"), &[]).status, 404);
    assert_eq!(owner.post(&format!("{path}/second-factor-off"), &[]).status, 303);
    assert!(!needs_code(&staff_first) && needs_code(&OWNER));
    let off = |name: &str| {
        let mut command = garson_command(&["user", "second-factor-off", name]);
        command.arg("--data").arg(garson.data()).output().unwrap()
    };
    assert!(!off("nobody").status.success());
    let done = off("ayşe");
    assert!(String::from_utf8_lossy(&done.stdout).contains("with only a password"), "{done:?}");
    assert!(!needs_code(&OWNER));
}

fn garson_command(words: &[&str]) -> std::process::Command {
    let mut command = garson();
    command.args(words);
    command
}
