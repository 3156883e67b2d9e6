//! Who is at the panel: signing in and out, sessions that end, and a doorman who slows down those who guess.

use super::{AppState, on_a_thread, users};
use crate::{
    clock,
    model::{Code, Failure, Id, Session, Sha, User},
    store::{Accounts, seal},
};
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

/// A session that nobody used for this long has ended, in milliseconds.
const IDLE: i64 = 12 * 60 * 60 * 1_000;
/// How often it is written down that one is in use.
const SEEN_EVERY: i64 = 5 * 60 * 1_000;
/// Wrong passwords that cost nothing, and the longest that a wrong one costs.
const FREE_TRIES: u32 = 3;
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Remembered guessers; a guess that is a day old is forgotten.
const MOST_REMEMBERED: usize = 10_000;
const REMEMBERED: Duration = Duration::from_secs(24 * 3_600);
/// As much of a name as is remembered, in characters.
const LONGEST_NAME: usize = 200;
/// Each hash takes 19 MB, and whoever knocks makes one. It is done in a fiftieth of a second, so others wait.
const HASHES_AT_ONCE: usize = 1;

/// Someone who is signed in.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub user: User,
    pub session: Session,
}

/// A new session, with what the browser keeps.
pub struct SignedIn {
    pub token: String,
    pub user: User,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Name or password is wrong; which of them is nobody's business.
    Wrong,
    /// Too many tries: so many seconds to wait.
    Wait(u32),
}

/// Remembers who guessed.
pub struct Doorman {
    tries: Mutex<HashMap<String, Tries>>,
    hashing: Semaphore,
}

struct Tries {
    count: u32,
    last: Instant,
    not_before: Instant,
}

impl Default for Doorman {
    fn default() -> Doorman {
        Doorman { tries: Mutex::default(), hashing: Semaphore::new(HASHES_AT_ONCE) }
    }
}

impl Doorman {
    /// How long this one still has to wait.
    fn wait(&self, who: &[String]) -> Option<u32> {
        let tries = self.tries.lock();
        let now = Instant::now();
        let waits =
            who.iter().filter_map(|who| tries.get(who)).map(|tries| tries.not_before.saturating_duration_since(now));
        let longest = waits.max().filter(|wait| !wait.is_zero())?;
        Some(u32::try_from(longest.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
    }

    fn note_wrong(&self, who: &[String]) {
        let mut tries = self.tries.lock();
        if tries.len() >= MOST_REMEMBERED {
            tries.retain(|_, tries| tries.last.elapsed() < REMEMBERED && tries.count > FREE_TRIES);
        }
        for who in who {
            let now = Instant::now();
            let one = tries.entry(who.clone()).or_insert(Tries { count: 0, last: now, not_before: now });
            if one.last.elapsed() >= REMEMBERED {
                one.count = 0;
            }
            one.count = one.count.saturating_add(1);
            one.last = now;
            one.not_before = now + cost(one.count);
        }
    }

    fn note_right(&self, who: &[String]) {
        let mut tries = self.tries.lock();
        who.iter().for_each(|who| _ = tries.remove(who));
    }
}

/// Whom a wrong try from this address is counted against. Whoever has one address of IPv6 has 2⁶⁴ of them.
fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V6(ip)) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).to_string(),
        Ok(IpAddr::V4(ip)) => ip.to_string(),
        Err(_) => address.to_owned(),
    }
}

/// Nothing for the first few, then a second, doubling.
fn cost(count: u32) -> Duration {
    match count.checked_sub(FREE_TRIES + 1) {
        None => Duration::ZERO,
        Some(more) => Duration::from_secs(1 << more.min(10)).min(LONGEST_WAIT),
    }
}

/// Signs in by name and password.
pub async fn sign_in(
    app: &Arc<AppState>,
    name: &str,
    password: &str,
    address: &str,
    browser: &str,
) -> Result<Result<SignedIn, Denied>, Failure> {
    match knows_password(app, name, password, address).await? {
        Ok(user) => Ok(open(app, user, address, browser).await?.ok_or(Denied::Wrong)),
        Err(denied) => Ok(Err(denied)),
    }
}

/// Whose name and password these are; whoever guesses is slowed down.
async fn knows_password(
    app: &AppState,
    name: &str,
    password: &str,
    address: &str,
) -> Result<Result<User, Denied>, Failure> {
    // No name is longer, and what nobody is called should take no room.
    let name_tried: String = name.chars().take(LONGEST_NAME).flat_map(char::to_lowercase).collect();
    let who = [format!("address {}", network(address)), format!("user {name_tried}")];
    if let Some(seconds) = app.doorman.wait(&who) {
        return Ok(Err(Denied::Wait(seconds)));
    }
    // Kept until it is noted what came of the try, and asked again: of many that come at once, those behind the first few
    // would else all pass before the first is known to be wrong.
    let _place = app.doorman.hashing.acquire().await.map_err(Failure::fault)?;
    if let Some(seconds) = app.doorman.wait(&who) {
        return Ok(Err(Denied::Wait(seconds)));
    }
    let user = app.store.read()?.users()?.into_iter().find(|user| user.name == name);
    // Somebody unknown takes as long as a wrong password, so that names cannot be guessed by the clock.
    let (known, password) = (user.clone(), password.to_owned());
    let is_right = on_a_thread(move || Ok(users::is_password(known.as_ref(), &password))).await?;
    let Some(user) = user.filter(|_| is_right) else {
        app.doorman.note_wrong(&who);
        return Ok(Err(Denied::Wrong));
    };
    app.doorman.note_right(&who);
    Ok(Ok(user))
}

/// A person's own password, for one who knows the present one. All their sessions but this one end.
pub async fn change_password(
    app: &AppState,
    visitor: &Visitor,
    present: &str,
    wanted: &str,
    address: &str,
) -> Result<Result<(), Denied>, Failure> {
    match knows_password(app, &visitor.user.name, present, address).await? {
        Ok(user) => users::change_password(&app.store, &user.name, wanted, Some(visitor.session.hash)).await.map(Ok),
        Err(denied) => Ok(Err(denied)),
    }
}

/// Whether this is the code that the program printed; whoever guesses is slowed down.
pub fn knows_code(app: &AppState, address: &str, code: &str) -> Result<bool, Denied> {
    let who = [format!("code {}", network(address)), "code".to_owned()];
    if let Some(seconds) = app.doorman.wait(&who) {
        return Err(Denied::Wait(seconds));
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (given, right) = (digits(code), digits(&app.setup_code));
    let is_right = !right.is_empty() && Sha::of(given.as_bytes()) == Sha::of(right.as_bytes());
    if is_right {
        app.doorman.note_right(&who)
    } else {
        app.doorman.note_wrong(&who)
    }
    Ok(is_right)
}

/// Lets somebody in whose right to it was checked already; nobody where they were removed or given another password since.
pub async fn open(app: &Arc<AppState>, user: User, address: &str, browser: &str) -> Result<Option<SignedIn>, Failure> {
    let token = seal::random_text::<32>()?;
    let shown = |text: &str| text.chars().filter(|c| !c.is_control()).take(200).collect::<String>();
    let (hash, user_id, password) = (Sha::of(token.as_bytes()), user.id, user.password.clone());
    let (address, browser) = (shown(address), shown(browser));
    let is_open = app
        .store
        .write(move |tx| {
            if !tx.users()?.iter().any(|user| user.id == user_id && user.password == password) {
                return Ok(false);
            }
            let (created_at, last_seen_at) = (tx.now, tx.now);
            let (address, browser) = (address.clone(), browser.clone());
            tx.put_session(&Session { hash, user_id, created_at, last_seen_at, address, browser })?;
            Ok(true)
        })
        .await?;
    Ok(is_open.then_some(SignedIn { token, user }))
}

/// Whose token this is, if its session has not ended. Being asked counts as use.
pub fn who(app: &Arc<AppState>, token: &str) -> Result<Option<Visitor>, Failure> {
    behind(app, Sha::of(token.as_bytes()))
}

/// The same for a session that was let in before, such as one with an open screen.
pub fn behind(app: &Arc<AppState>, hash: Sha) -> Result<Option<Visitor>, Failure> {
    let reader = app.store.read()?;
    let Some(session) = reader.session(hash)?.filter(is_alive) else { return Ok(None) };
    let Some(user) = reader.users()?.into_iter().find(|user| user.id == session.user_id) else { return Ok(None) };
    drop(reader);
    if clock::now().0 - session.last_seen_at.0 > SEEN_EVERY {
        let (app, hash) = (app.clone(), session.hash);
        tokio::spawn(async move { see(&app, hash).await });
    }
    Ok(Some(Visitor { user, session }))
}

async fn see(app: &AppState, hash: Sha) -> Result<(), Failure> {
    app.store
        .write(move |tx| match tx.session(hash)? {
            Some(session) => tx.put_session(&Session { last_seen_at: tx.now, ..session }),
            None => Ok(()),
        })
        .await
}

fn is_alive(session: &Session) -> bool {
    // Where the clock was set back a session lasts longer by as much: that throws nobody out in mid-service.
    clock::now().0 - session.last_seen_at.0 < IDLE
}

pub async fn sign_out(app: &AppState, hash: Sha) -> Result<(), Failure> {
    app.store.write(move |tx| tx.remove_session(hash)).await
}

/// Ends every session of this person but the one that they are in.
pub async fn sign_out_elsewhere(app: &AppState, visitor: &Visitor) -> Result<(), Failure> {
    let (user, kept) = (visitor.user.id, visitor.session.hash);
    app.store.write(move |tx| users::end_sessions(tx, user, Some(kept))).await
}

/// By what the list of sessions shows of it.
pub fn find(app: &AppState, hash: &str) -> Result<Visitor, Failure> {
    let found = list(app)?.into_iter().find(|visitor| visitor.session.hash.to_string() == hash);
    found.ok_or_else(|| Failure::new(Code::NotFound))
}

/// Who is signed in where, the latest first.
pub fn list(app: &AppState) -> Result<Vec<Visitor>, Failure> {
    let reader = app.store.read()?;
    let users = reader.users()?;
    let of = |id: Id| users.iter().find(|user| user.id == id).cloned();
    let alive = reader.sessions()?.into_iter().filter(is_alive);
    let mut all: Vec<Visitor> =
        alive.filter_map(|session| Some(Visitor { user: of(session.user_id)?, session })).collect();
    all.sort_by_key(|visitor| std::cmp::Reverse(visitor.session.last_seen_at));
    Ok(all)
}

/// Removes what has ended.
pub async fn forget_ended(app: &AppState) -> Result<(), Failure> {
    let ended: Vec<Sha> = {
        let reader = app.store.read()?;
        reader.sessions()?.into_iter().filter(|session| !is_alive(session)).map(|session| session.hash).collect()
    };
    if ended.is_empty() {
        return Ok(());
    }
    app.store.write(move |tx| ended.iter().try_for_each(|hash| tx.remove_session(*hash))).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Role, ops::testing::an_empty_app};

    #[tokio::test]
    async fn who_was_removed_or_given_another_password_meanwhile_is_not_let_in() {
        let (app, _data) = an_empty_app();
        let user = users::add(&app.store, "ali", Role::Staff, "ilk parolası").await.unwrap();
        assert!(open(&app, user.clone(), "127.0.0.1", "").await.unwrap().is_some());
        users::change_password(&app.store, "ali", "ikinci parolası", None).await.unwrap();
        assert!(open(&app, user, "127.0.0.1", "").await.unwrap().is_none());
        let user = users::find(&app.store, "ali").unwrap();
        users::remove(&app.store, "ali").await.unwrap();
        assert!(open(&app, user, "127.0.0.1", "").await.unwrap().is_none());
        assert!(app.store.read().unwrap().sessions().unwrap().is_empty());
    }

    #[test]
    fn guessing_gets_slower_and_a_right_password_is_forgiven() {
        let doorman = Doorman::default();
        let who = ["address 1".to_owned(), "user a".to_owned()];
        for _ in 0..FREE_TRIES {
            doorman.note_wrong(&who);
            assert_eq!(doorman.wait(&who), None);
        }
        doorman.note_wrong(&who);
        assert!(doorman.wait(&who).is_some());
        // The same user from elsewhere, and the same address for another user, wait as well.
        assert!(doorman.wait(&["address 2".to_owned(), "user a".to_owned()]).is_some());
        assert!(doorman.wait(&["address 1".to_owned(), "user b".to_owned()]).is_some());
        assert_eq!(doorman.wait(&["address 2".to_owned()]), None);
        doorman.note_right(&who);
        assert_eq!(doorman.wait(&who), None);
        assert_eq!((cost(5), cost(6), cost(99)), (Duration::from_secs(2), Duration::from_secs(4), LONGEST_WAIT));
    }

    #[test]
    fn all_addresses_of_one_connection_count_as_one() {
        assert_eq!(network("2001:db8:1:2:aaaa::1"), network("2001:db8:1:2:bbbb::2"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
    }
}
