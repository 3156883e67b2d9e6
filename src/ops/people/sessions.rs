//! Who is at the panel: sessions, the browsers that they are in, and how they end. `sign_in` begins them.

use crate::{AppState, Ctx, people::users};
use model::{Code, Deed, Failure, Id, KitchenScreen, Note, Result, Role, Session, Sha, Time, User, Whose};
use std::{sync::Arc, time::Duration};
use store::{Accounts, Tx, seal};
use tokio::sync::watch;

/// A session that was not used for this long has ended.
const IDLE: Duration = Duration::from_secs(12 * 3_600);
/// However much it is used, it has ended after this long.
const LONGEST_SESSION: Duration = Duration::from_secs(30 * 24 * 3_600);
/// A screen in a kitchen lasts for as long as it is used, and this much longer: a place by the sea is shut in winter.
pub const SCREEN_IDLE: Duration = Duration::from_secs(240 * 24 * 3_600);
/// How often it is written down that one is in use.
const SEEN_EVERY: Duration = Duration::from_secs(5 * 60);
/// As many browsers as are known of one person.
const MOST_DEVICES: usize = 10;
/// Sessions of one person at once; the one that was used longest ago ends.
const MOST_SESSIONS: usize = 50;
/// As much of an address or of a browser's name as is kept, in characters.
const LONGEST_SHOWN: usize = 200;

/// Who is behind a session.
#[derive(Clone, Debug)]
pub enum Visitor {
    Person(SignedInPerson),
    Screen(ConnectedScreen),
}

#[derive(Clone, Debug)]
pub struct SignedInPerson {
    pub user: User,
    pub session: Session,
}

/// A screen in a kitchen.
#[derive(Clone, Debug)]
pub struct ConnectedScreen {
    pub id: Id,
    pub screen: KitchenScreen,
    pub session: Session,
}

impl Visitor {
    pub fn session(&self) -> &Session {
        match self {
            Visitor::Person(person) => &person.session,
            Visitor::Screen(screen) => &screen.session,
        }
    }

    /// As what is done by them is put on record.
    pub fn name(&self) -> &str {
        match self {
            Visitor::Person(person) => &person.user.name,
            Visitor::Screen(screen) => &screen.screen.name,
        }
    }

    pub fn role(&self) -> Role {
        match self {
            Visitor::Person(person) => person.user.role,
            Visitor::Screen(_) => Role::Kitchen,
        }
    }

    pub fn person(&self) -> Option<&SignedInPerson> {
        match self {
            Visitor::Person(person) => Some(person),
            Visitor::Screen(_) => None,
        }
    }
}

impl ConnectedScreen {
    /// Nothing where it is a person's.
    pub fn of(session: Session) -> Option<ConnectedScreen> {
        match session.whose.clone() {
            Whose::Screen { screen_id, screen } => Some(ConnectedScreen { id: screen_id, screen, session }),
            Whose::Person { .. } => None,
        }
    }
}

/// Where a user signs in.
pub struct Browser {
    pub address: String,
    /// What it calls itself.
    pub agent: String,
    /// What it was given at an earlier sign-in there.
    pub device: Option<String>,
    pub is_https: bool,
}

impl Browser {
    /// The browser's device as it is stored, if this person signed in there before.
    pub fn known_to(&self, user: &User) -> Option<Sha> {
        let device = Sha::of(self.device.as_ref()?.as_bytes());
        user.devices.contains(&device).then_some(device)
    }
}

/// What the browser keeps.
pub struct BrowserTokens {
    pub session: String,
    /// Tells it apart for as long as the person's password stays, also while signed out.
    pub device: String,
}

/// A session before it is stored.
pub struct SessionDraft {
    token: String,
    address: String,
    browser: String,
    device: Option<String>,
    new_device: String,
    is_in_clear: bool,
}

impl SessionDraft {
    pub fn new(browser: &Browser) -> Result<SessionDraft> {
        let shown = |text: &str| text.chars().filter(|c| !c.is_control()).take(LONGEST_SHOWN).collect::<String>();
        Ok(SessionDraft {
            token: seal::random_text::<32>()?,
            address: shown(&browser.address),
            browser: shown(&browser.agent),
            device: browser.device.clone(),
            new_device: seal::random_text::<32>()?,
            is_in_clear: !browser.is_https,
        })
    }

    /// Stores it for this user, and that they know this browser.
    pub fn insert(&self, tx: &mut Tx<'_>, mut user: User) -> Result<BrowserTokens> {
        // Several people may share a browser. An unknown one gets a name that cannot have been chosen for it.
        let users = tx.users()?;
        let is_ours = |device: &&String| {
            let hash = Sha::of(device.as_bytes());
            users.iter().any(|user| user.devices.contains(&hash))
        };
        let device = self.device.as_ref().filter(is_ours).unwrap_or(&self.new_device);
        let hash = Sha::of(device.as_bytes());
        user.devices.retain(|known| *known != hash);
        user.devices.push(hash);
        user.devices.drain(..user.devices.len().saturating_sub(MOST_DEVICES));
        tx.quietly(|tx| tx.put_user(&user))?;
        make_room(tx, user.id, hash)?;
        self.put(tx, Whose::Person { user_id: user.id }, Some(hash))?;
        Ok(BrowserTokens { session: self.token.clone(), device: device.clone() })
    }

    /// Stores it for a screen in a kitchen, whose id and token these are.
    pub fn insert_screen(&self, tx: &mut Tx<'_>, screen: KitchenScreen) -> Result<(Id, String)> {
        let screen_id = tx.next_id();
        self.put(tx, Whose::Screen { screen_id, screen }, None)?;
        Ok((screen_id, self.token.clone()))
    }

    fn put(&self, tx: &mut Tx<'_>, whose: Whose, device: Option<Sha>) -> Result<()> {
        tx.put_session(&Session {
            hash: Sha::of(self.token.as_bytes()),
            whose,
            created_at: tx.now,
            last_seen_at: tx.now,
            confirmed_at: None,
            device,
            is_in_clear: self.is_in_clear,
            address: self.address.clone(),
            browser: self.browser.clone(),
        })
    }
}

/// Ends the session that this person has in this browser, which is about to lose its token, and the oldest beyond what one
/// person has at once.
fn make_room(tx: &mut Tx<'_>, user: Id, device: Sha) -> Result<()> {
    let theirs = tx.sessions()?.into_iter().filter(|session| session.is_of_person(user));
    let (here, mut elsewhere): (Vec<Session>, Vec<Session>) = theirs.partition(|one| one.device == Some(device));
    elsewhere.sort_by_key(|session| session.last_seen_at);
    let too_many = elsewhere.len().saturating_sub(MOST_SESSIONS - 1);
    here.iter().chain(&elsewhere[..too_many]).try_for_each(|session| tx.remove_session(session.hash))
}

/// Whose token this is, if its session has not ended. Being asked counts as use.
pub fn who(app: &Arc<AppState>, token: &str) -> Result<Option<Visitor>> {
    behind(app, Sha::of(token.as_bytes()))
}

/// Who is behind a session that was let in before, such as one with an open screen.
pub fn behind(app: &Arc<AppState>, hash: Sha) -> Result<Option<Visitor>> {
    let reader = app.store.read()?;
    let now = clock::now();
    let Some(session) = reader.session(hash)?.filter(|session| is_alive_at(session, now)) else { return Ok(None) };
    let (hash, last_seen_at) = (session.hash, session.last_seen_at);
    let visitor = match session.whose {
        Whose::Person { user_id } => {
            let user = reader.users()?.into_iter().find(|user| user.id == user_id);
            user.map(|user| Visitor::Person(SignedInPerson { user, session }))
        }
        Whose::Screen { .. } => ConnectedScreen::of(session).map(Visitor::Screen),
    };
    let Some(visitor) = visitor else { return Ok(None) };
    drop(reader);
    if now > last_seen_at.plus(SEEN_EVERY) && app.store.may_write().is_ok() {
        drop(see(app, hash, now));
    }
    Ok(Some(visitor))
}

/// Changes whenever sessions end, for screens that may be theirs.
pub fn bell(app: &AppState) -> watch::Receiver<u64> {
    app.store.session_bell()
}

/// It was used at this time, at which it was alive: by the time that this is written it may be over. A crash may lose an hour
/// of it, and the session then ends as much sooner, never later.
fn see(app: &AppState, hash: Sha, at: Time) -> impl Future<Output = Result<()>> + use<> {
    app.store.write_unhurried(move |tx| match tx.session(hash)?.filter(|session| session.last_seen_at < at) {
        Some(session) => tx.put_session(&Session { last_seen_at: at, ..session }),
        None => Ok(()),
    })
}

pub fn is_alive(session: &Session) -> bool {
    is_alive_at(session, clock::now())
}

/// Where the clock was set back a session lasts until `forget_ended` has noticed, and then as long as any: that throws no user
/// out in mid-service.
fn is_alive_at(session: &Session, now: Time) -> bool {
    match session.whose {
        Whose::Screen { .. } => now < session.last_seen_at.plus(SCREEN_IDLE),
        Whose::Person { .. } => now < session.last_seen_at.plus(IDLE) && now < session.created_at.plus(LONGEST_SESSION),
    }
}

pub async fn sign_out(ctx: &Ctx, hash: Sha) -> Result<()> {
    ctx.write_on_record(move |tx, recorder| {
        tx.remove_session(hash)?;
        recorder.note(tx, Note::of(Deed::SignedOut))
    })
    .await
}

/// Ends every session of this person but the one that they are in, and knows no other browser of theirs any more.
pub async fn sign_out_elsewhere(ctx: &Ctx, person: &SignedInPerson) -> Result<()> {
    let (id, kept) = (person.user.id, person.session.hash);
    ctx.write_on_record(move |tx, recorder| {
        let Some(user) = tx.users()?.into_iter().find(|user| user.id == id) else { return Ok(()) };
        let user = users::end_sessions(tx, user, Some(kept))?;
        recorder.note(tx, Note::of(Deed::SessionEnded).about(user.id, &user.name))
    })
    .await
}

/// Ends a session, by what the list of sessions shows of it, and no longer knows its browser; `whose` it must be, where only
/// that one's may be ended.
pub async fn end(ctx: &Ctx, shown: &str, whose: Option<Id>) -> Result<()> {
    let found = list(&ctx.app)?.into_iter().find(|one| one.session.hash.to_string() == shown);
    let found = found.filter(|one| whose.is_none_or(|id| id == one.user.id));
    let ended = found.ok_or_else(|| Failure::new(Code::NotFound))?;
    ctx.write_on_record(move |tx, recorder| {
        let session = &ended.session;
        tx.remove_session(session.hash)?;
        if let Some(mut user) = tx.users()?.into_iter().find(|user| session.is_of_person(user.id)) {
            user.devices.retain(|device| Some(*device) != session.device);
            tx.put_user(&user)?;
        }
        recorder.note(tx, Note::of(Deed::SessionEnded).about(ended.user.id, &ended.user.name))
    })
    .await
}

/// Who is signed in where, the latest first.
pub fn list(app: &AppState) -> Result<Vec<SignedInPerson>> {
    Ok(people(app)?.signed_in)
}

/// Everybody who may use the panel, and who is signed in where.
pub struct People {
    pub users: Vec<User>,
    /// The latest first.
    pub signed_in: Vec<SignedInPerson>,
}

pub fn people(app: &AppState) -> Result<People> {
    let reader = app.store.read()?;
    let users = reader.users()?;
    let of = |session: &Session| users.iter().find(|user| session.is_of_person(user.id)).cloned();
    let alive = reader.sessions()?.into_iter().filter(is_alive);
    let mut signed_in: Vec<SignedInPerson> =
        alive.filter_map(|session| Some(SignedInPerson { user: of(&session)?, session })).collect();
    signed_in.sort_by_key(|one| std::cmp::Reverse(one.session.last_seen_at));
    Ok(People { users, signed_in })
}

/// Removes what has ended; what was used in the future, by a clock that has been set back since, was used now.
pub async fn forget_ended(app: &AppState) -> Result<()> {
    let now = clock::now();
    let (ended, ahead): (Vec<Session>, Vec<Session>) = {
        let sessions = app.store.read()?.sessions()?.into_iter();
        let to_change = sessions.filter(|session| !is_alive_at(session, now) || is_ahead(session, now));
        to_change.partition(|session| !is_alive_at(session, now))
    };
    if ended.is_empty() && ahead.is_empty() {
        return Ok(());
    }
    let changed = app.store.write_unhurried(move |tx| {
        ended.iter().try_for_each(|session| tx.remove_session(session.hash))?;
        for session in &ahead {
            // It may have been signed out meanwhile.
            if let Some(session) = tx.session(session.hash)?.filter(|session| is_ahead(session, now)) {
                tx.put_session(&redated(session, now))?;
            }
        }
        Ok(())
    });
    changed.await
}

fn is_ahead(session: &Session, now: Time) -> bool {
    session.last_seen_at > now.plus(SEEN_EVERY)
}

/// As old as it was when it was last used. Its password is asked for again before what matters.
fn redated(session: Session, now: Time) -> Session {
    let back = session.last_seen_at.since(now);
    Session { created_at: session.created_at.minus(back), last_seen_at: now, confirmed_at: Some(Time(0)), ..session }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;

    fn a_session(hash: Sha, begun: Time) -> Session {
        Session {
            hash,
            whose: Whose::Person { user_id: Id::NIL },
            created_at: begun,
            last_seen_at: begun,
            confirmed_at: None,
            device: None,
            is_in_clear: false,
            address: String::new(),
            browser: String::new(),
        }
    }

    #[tokio::test]
    async fn a_clock_that_was_set_back_by_a_year_lets_no_session_last_a_year() {
        let (app, _data) = an_empty_app();
        let (hash, year) = (Sha::of(b"a session"), Duration::from_hours(365 * 24));
        let begun = clock::now().plus(year);
        let session = Session { last_seen_at: begun.plus(IDLE), ..a_session(hash, begun) };
        app.store.write(move |tx| tx.put_session(&session)).await.unwrap();
        forget_ended(&app).await.unwrap();
        let session = app.store.read().unwrap().session(hash).unwrap().unwrap();
        assert!(is_alive(&session) && !is_alive_at(&session, clock::now().plus(IDLE)));
        assert_eq!(session.password_given_at(), Time(0));
        assert_eq!(session.last_seen_at.since(session.created_at), IDLE);
    }

    #[tokio::test]
    async fn a_use_counts_from_when_it_was_and_not_from_when_it_is_written() {
        let (app, _data) = an_empty_app();
        let hash = Sha::of(b"a session");
        let [begun, used] = [40, 20].map(|minutes| Time(clock::now().0 - minutes * 60_000));
        let session = a_session(hash, begun);
        app.store.write(move |tx| tx.put_session(&session)).await.unwrap();
        let last_seen = || app.store.read().unwrap().session(hash).unwrap().unwrap().last_seen_at;
        see(&app, hash, used).await.unwrap();
        assert_eq!(last_seen(), used);
        see(&app, hash, begun).await.unwrap();
        assert_eq!(last_seen(), used);
    }
}
