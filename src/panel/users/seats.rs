//! Who is signed in where, as a table shows it.

use super::{
    super::{show, visit::Visit},
    browser,
};
use i18n::Spoken;
use model::Failure;
use ops::{care::settings, people::sessions::SignedInPerson};

pub struct Seat {
    /// By which the session is found again; nothing can be opened with it.
    pub hash: String,
    pub who: String,
    pub address: String,
    pub browser: String,
    pub since: String,
    pub last_seen: String,
    pub is_here: bool,
}

pub fn seats(visit: &Visit, people: Vec<SignedInPerson>) -> Result<Vec<Seat>, Failure> {
    let (lang, zone, now) = (visit.lang, settings::zone(&visit.app)?, clock::now());
    let unknown = lang.texts().users_page.unknown_browser;
    let seat = |SignedInPerson { user, session }: SignedInPerson| Seat {
        hash: session.hash.to_string(),
        who: user.name,
        browser: browser::words(&session.browser).unwrap_or_else(|| unknown.to_owned()),
        since: show::time(lang, session.created_at, &zone),
        last_seen: show::ago(lang, session.last_seen_at, now),
        is_here: session.hash == visit.session().hash,
        address: session.address,
    };
    Ok(people.into_iter().map(seat).collect())
}
