//! The panel over HTTP, as a browser without script sees it: pages, forms, cookies, roles.

mod allergy;
mod attack;
mod audit;
mod board;
mod books;
mod dishes;
mod hostile;
mod html;
mod identity;
mod integrations;
mod keys;
mod kitchen;
mod marks;
mod order;
mod orders;
mod owners;
mod pages;
mod payments;
mod reports;
mod restaurants;
mod roles;
mod routes;
mod rush;
mod screen;
mod second_factor;
mod settings;
mod sign;
mod start;
mod status;
mod strip;
mod troubles;
mod undo;
mod users;
mod webhooks;

use crate::harness::{Garson, Reply, garson, run_with_input};
use std::cell::RefCell;

/// What the owner chooses for the board, with so many seconds to take back a press, and an acceptance.
pub fn give_time(owner: &Browser<'_>, undo: &str, accept: &str) -> Reply {
    let pace = [("kitchenMinutes", "20"), ("roadMinutes", "30"), ("soonMinutes", "5")];
    owner.post("/settings/board", &[pace.as_slice(), &[("undoSeconds", undo), ("acceptUndoSeconds", accept)]].concat())
}

/// From now on what is pressed on screens is done at once.
#[track_caller]
pub fn press_at_once(garson: &Garson) {
    assert_eq!(give_time(&Browser::owner(garson, "tr"), "0", "0").status, 303);
}

/// Somebody with a browser: keeps cookies, fills in forms.
pub struct Browser<'a> {
    garson: &'a Garson,
    cookies: RefCell<Vec<(String, String)>>,
    lang: &'static str,
}

impl<'a> Browser<'a> {
    pub fn new(garson: &'a Garson, lang: &'static str) -> Browser<'a> {
        Browser { garson, cookies: RefCell::default(), lang }
    }

    /// As the owner that the harness sets up.
    pub fn owner(garson: &'a Garson, lang: &'static str) -> Browser<'a> {
        let browser = Browser::new(garson, lang);
        let reply = browser.post("/login", &[("name", "ayşe"), ("password", "doğru at pil zımba")]);
        assert_eq!(reply.status, 303, "{reply}");
        browser
    }

    /// As somebody of the staff whom `add_staff` made.
    pub fn staff(garson: &'a Garson, lang: &'static str) -> Browser<'a> {
        let browser = Browser::new(garson, lang);
        let reply = browser.post("/login", &[("name", "mehmet"), ("password", "mutfaktaki parola")]);
        assert_eq!(reply.status, 303, "{reply}");
        browser
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None, &[])
    }

    /// A page, which must be there.
    #[track_caller]
    pub fn page(&self, path: &str) -> String {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{reply}");
        reply.text
    }

    /// A form, with the guard value of this session.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let guard = self.guard();
        let mut all = vec![("guard", guard.as_str())];
        all.extend_from_slice(fields);
        self.post_raw(path, &all, &[])
    }

    /// A form exactly as given.
    pub fn post_raw(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Reply {
        self.send("POST", path, Some(&encoded(fields)), headers)
    }

    /// The same, where no answer at all may come.
    pub fn try_post(&self, path: &str, fields: &[(&str, &str)]) -> Result<Reply, String> {
        self.try_send("POST", path, Some(&encoded(fields)), &[])
    }

    /// A page, where no answer at all may come.
    pub fn try_get(&self, path: &str) -> Result<Reply, String> {
        self.try_send("GET", path, None, &[])
    }

    /// A browser that was closed and opened again: what it keeps for long is there, and nobody is signed in.
    pub fn without_session(&self) -> Browser<'a> {
        let browser = Browser::new(self.garson, self.lang);
        browser
            .cookies
            .borrow_mut()
            .extend(self.cookies.borrow().iter().filter(|(name, _)| name != "garson_session").cloned());
        browser
    }

    fn send(&self, method: &str, path: &str, body: Option<&str>, more: &[(&str, &str)]) -> Reply {
        self.try_send(method, path, body, more).unwrap_or_else(|error| panic!("{error}\n{}", self.garson.log()))
    }

    fn try_send(&self, method: &str, path: &str, body: Option<&str>, more: &[(&str, &str)]) -> Result<Reply, String> {
        let cookies: Vec<String> =
            self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let mut headers = vec![("Authorization", ""), ("Accept-Language", self.lang), ("Cookie", cookies.as_str())];
        if body.is_some() && more.iter().all(|(name, _)| *name != "Content-Type") {
            headers.push(("Content-Type", "application/x-www-form-urlencoded"));
        }
        headers.extend_from_slice(more);
        let reply = self.garson.try_send(method, path, body.map(str::as_bytes), &headers)?;
        for (name, value) in &reply.headers {
            if name.eq_ignore_ascii_case("set-cookie") {
                let (pair, _) = value.split_once(';').unwrap_or((value, ""));
                let (name, value) = pair.split_once('=').unwrap();
                self.keep(name, value);
            }
        }
        Ok(reply)
    }

    pub fn keep(&self, name: &str, value: &str) {
        let mut cookies = self.cookies.borrow_mut();
        cookies.retain(|(given, _)| given != name);
        if !value.is_empty() {
            cookies.push((name.to_owned(), value.to_owned()));
        }
    }

    pub fn lang(&self) -> &'static str {
        self.lang
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().iter().find(|(given, _)| given == name).map(|(_, value)| value.clone())
    }

    /// The key that setting up made, which the first steps show once.
    #[track_caller]
    pub fn first_key(&self) -> String {
        let steps = self.page("/start");
        let (before, _) = steps.split_once("/show\"").expect("nobody has seen it");
        let path = format!("{}/show", before.rsplit('"').next().unwrap());
        let shown = self.post(&path, &[]);
        let key = shown.text.split("gsn_").nth(1).and_then(|rest| rest.split(['<', '"']).next());
        format!("gsn_{}", key.unwrap_or_else(|| panic!("{shown}")))
    }

    /// As a page of this session shows it; empty for a guest.
    pub fn guard(&self) -> String {
        let page = match ["garson_session", "garson_screen"].map(|name| self.cookie(name).is_some()) {
            [true, _] => self.get("/"),
            [false, true] => self.get("/kitchen"),
            [false, false] => return String::new(),
        };
        let found = page.text.split("name=\"guard\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        found.unwrap_or_default().to_owned()
    }
}

impl Garson {
    /// What a browser is given to claim a box that nobody owns.
    pub fn setup_code(&self) -> String {
        let said = garson().args(["setup-link", "--data"]).arg(self.data()).output().unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let (_, code) = said.lines().nth(1).unwrap().split_once("/setup?code=").unwrap();
        code.to_owned()
    }
}

/// Fields as a browser sends them.
fn encoded(fields: &[(&str, &str)]) -> String {
    let encode =
        |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    pairs.join("&")
}

/// Somebody who may see orders and nothing else; before the program is started.
pub fn add_staff(prepared: &Garson) {
    let mut add = garson();
    add.args(["user", "add", "mehmet", "--role", "staff", "--password-stdin", "--data"]).arg(prepared.data());
    assert!(run_with_input(&mut add, "mutfaktaki parola\n").1);
}
