//! What a person at the terminal is told when the program listens: where, what to do next, and how a tablet gets there.

use super::machine_lang::machine_lang;
use crate::ops::{AppState, people::users};
use crate::{i18n::terminal as texts, model::Lang, panel::qr, store::Folder};
use std::io::{self, IsTerminal, Write};

/// `intake` is where orders alone are taken. The setup code is for their eyes only, not for a service's log.
pub fn greet(app: &AppState, url: &str, intake: Option<&str>, folder: &Folder, is_service: bool) {
    let data = folder.path().display().to_string();
    let lang = if is_service { Lang::En } else { machine_lang() };
    let is_owned = users::has_owner(app).unwrap_or(true);
    let (lan, trust) = {
        let lan = app.config.lan.read();
        let print = lan.authority().map(|authority| authority.facts.shown_fingerprint());
        (lan.urls().into_iter().nth(1), print.map(|print| texts::trust(lang, url, &print)))
    };
    let code = &app.people.setup_code;
    let mut said = intake.map_or_else(String::new, |intake| format!("intake alone on {intake}\n"));
    // Programs wait for this line, in these words.
    said += &format!("listening on {url}\n{}\n", texts::data_in(lang, &data));
    said += &match (is_owned, is_service) {
        (false, true) => texts::claim_with_command(lang, &data),
        (false, false) => texts::claim(lang, &code.link(url), &code.digits),
        (true, _) => texts::open(lang, url),
    };
    if let Some(lan) = &lan {
        said += &format!("\n{}", texts::other_devices(lang, lan));
        // The code is scanned from this machine's own screen, so it may claim the box.
        let scanned = if is_owned { lan.clone() } else { code.link(lan) };
        if !is_service && io::stdout().is_terminal() {
            said += &qr::in_terminal(&scanned).map_or_else(|_| String::new(), |square| format!("\n{square}"));
        }
    }
    said += &trust.map_or_else(String::new, |trust| format!("\n{trust}"));
    // A lost reader is no reason to end.
    let _ = writeln!(io::stdout(), "{said}");
}
