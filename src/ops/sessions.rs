//! Who is at the panel: signing in and out, and sessions that end.

use super::{
    audit::{self, Recorder},
    ctx::Ctx,
    guesses,
    state::AppState,
    tasks::on_a_thread,
    users::{self, Whom},
};
use crate::{
    clock,
    model::{Actor, Code, Deed, Failure, Id, Note, Session, Sha, User},
    store::{Accounts, Tx, seal},
};
use std::{sync::Arc, time::Duration};

/// A session that nobody used for this long has ended.
const IDLE: Duration = Duration::from_secs(12 * 3_600);
/// How often it is written down that one is in use.
const SEEN_EVERY: Duration = Duration::from_secs(5 * 60);
/// As much of a name as is remembered, in characters.
const LONGEST_NAME: usize = 200;
/// As much of an address or of a browser's name as is kept, in characters.
const LONGEST_SHOWN: usize = 200;

/// Someone who is signed in.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub user: User,
    pub session: Session,
}

/// Where somebody signs in.
pub struct Browser {
    pub address: String,
    /// What it calls itself.
    pub agent: String,
}

/// A new session, with what the browser keeps.
pub struct SignedIn {
    pub token: String,
    pub user: User,
}

/// What came of a try at a password or a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried<T> {
    Right(T),
    /// Name or password is wrong; which of them is nobody's business.
    Wrong,
    /// Too many tries: nothing was looked at, and so long nothing will be.
    TooSoon(Duration),
}

/// A session before it is stored.
pub struct SessionDraft {
    token: String,
    address: String,
    browser: String,
}

impl SessionDraft {
    pub fn new(browser: &Browser) -> Result<SessionDraft, Failure> {
        let shown = |text: &str| text.chars().filter(|c| !c.is_control()).take(LONGEST_SHOWN).collect::<String>();
        let (address, browser) = (shown(&browser.address), shown(&browser.agent));
        Ok(SessionDraft { token: seal::random_text::<32>()?, address, browser })
    }

    /// Stores it for this user; returns what the browser keeps.
    pub fn insert(&self, tx: &mut Tx<'_>, user_id: Id) -> Result<String, Failure> {
        let SessionDraft { token, address, browser } = self;
        tx.put_session(&Session {
            hash: Sha::of(token.as_bytes()),
            user_id,
            created_at: tx.now,
            last_seen_at: tx.now,
            address: address.clone(),
            browser: browser.clone(),
        })?;
        Ok(token.clone())
    }
}

/// Signs in by name and password.
pub async fn sign_in(
    app: &AppState,
    name: &str,
    password: &str,
    browser: &Browser,
) -> Result<Tried<SignedIn>, Failure> {
    match knows_password(app, name, password, &browser.address).await? {
        Tried::Right(user) => Ok(begin(app, user, browser).await?.map_or(Tried::Wrong, Tried::Right)),
        Tried::Wrong => Ok(Tried::Wrong),
        Tried::TooSoon(wait) => Ok(Tried::TooSoon(wait)),
    }
}

/// Whose name and password these are; whoever guesses is slowed down.
async fn knows_password(app: &AppState, name: &str, password: &str, address: &str) -> Result<Tried<User>, Failure> {
    // No name is longer, and what nobody is called should take no room.
    let name_tried: String = name.chars().take(LONGEST_NAME).flat_map(char::to_lowercase).collect();
    let who = [format!("address {}", guesses::network(address)), format!("user {name_tried}")];
    if let Some(wait) = app.guesses.wait(&who) {
        return Ok(Tried::TooSoon(wait));
    }
    // Kept until it is noted what came of the try, and asked again: of many that come at once, those behind the first few
    // would else all pass before the first is known to be wrong.
    let _place = app.guesses.hashing.acquire().await.map_err(Failure::fault)?;
    if let Some(wait) = app.guesses.wait(&who) {
        return Ok(Tried::TooSoon(wait));
    }
    let user = app.store.read()?.users()?.into_iter().find(|user| user.name == name);
    let known_name = user.as_ref().map(|user| user.name.clone());
    // Somebody unknown takes as long as a wrong password, so that names cannot be guessed by the clock.
    let (known, password) = (user.clone(), password.to_owned());
    let is_right = on_a_thread(move || Ok(users::is_password(known.as_ref(), &password))).await?;
    let Some(user) = user.filter(|_| is_right) else {
        app.guesses.note_wrong(&who);
        audit::refused(app, Deed::SignInRefused, known_name.as_deref(), address);
        return Ok(Tried::Wrong);
    };
    app.guesses.note_right(&who);
    Ok(Tried::Right(user))
}

/// A person's own password, for one who knows the present one. All their sessions but this one end.
pub async fn change_password(
    ctx: &Ctx,
    visitor: &Visitor,
    present: &str,
    wanted: &str,
    address: &str,
) -> Result<Tried<()>, Failure> {
    match knows_password(&ctx.app, &visitor.user.name, present, address).await? {
        Tried::Right(user) => {
            users::change_password(ctx, Whom::Name(user.name), wanted, Some(visitor.session.hash)).await?;
            Ok(Tried::Right(()))
        }
        Tried::Wrong => Ok(Tried::Wrong),
        Tried::TooSoon(wait) => Ok(Tried::TooSoon(wait)),
    }
}

/// Whether this is the code that the program printed; whoever guesses is slowed down, whoever has the link is not.
pub fn knows_code(app: &AppState, address: &str, code: &str) -> Tried<()> {
    if app.setup_code.is_from_link(code) {
        return Tried::Right(());
    }
    let who = [format!("code {}", guesses::network(address)), "code".to_owned()];
    if let Some(wait) = app.guesses.wait(&who) {
        return Tried::TooSoon(wait);
    }
    if !app.setup_code.is_typed(code) {
        tracing::warn!(address, "somebody tried to claim this box with a wrong setup code");
        app.guesses.note_wrong(&who);
        audit::refused(app, Deed::SetUpRefused, None, address);
        return Tried::Wrong;
    }
    app.guesses.note_right(&who);
    Tried::Right(())
}

/// Lets somebody in whose right to it was checked already; nobody where they were removed or given another password since.
async fn begin(app: &AppState, user: User, browser: &Browser) -> Result<Option<SignedIn>, Failure> {
    let draft = SessionDraft::new(browser)?;
    let (user_id, password) = (user.id, user.password.clone());
    let recorder = Recorder::new(app, Actor::User(user.name.clone()), Some(browser.address.clone()));
    let token = app.store.write(move |tx| {
        let is_still = |user: &User| user.id == user_id && user.password == password;
        if !tx.users()?.iter().any(is_still) {
            return Ok(None);
        }
        recorder.note(tx, Note::of(Deed::SignedIn))?;
        draft.insert(tx, user_id).map(Some)
    });
    Ok(token.await?.map(|token| SignedIn { token, user }))
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
    if clock::now() > session.last_seen_at.plus(SEEN_EVERY) {
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
    clock::now() < session.last_seen_at.plus(IDLE)
}

pub async fn sign_out(ctx: &Ctx, hash: Sha) -> Result<(), Failure> {
    let recorder = ctx.recorder();
    let out = ctx.app.store.write(move |tx| {
        tx.remove_session(hash)?;
        recorder.note(tx, Note::of(Deed::SignedOut))
    });
    out.await
}

/// Ends every session of this person but the one that they are in.
pub async fn sign_out_elsewhere(ctx: &Ctx, visitor: &Visitor) -> Result<(), Failure> {
    let (user, kept, recorder) = (visitor.user.clone(), visitor.session.hash, ctx.recorder());
    let out = ctx.app.store.write(move |tx| {
        users::end_sessions(tx, user.id, Some(kept))?;
        recorder.note(tx, Note::of(Deed::SessionEnded).about(user.id, &user.name))
    });
    out.await
}

/// Ends a session, by what the list of sessions shows of it; `whose` it must be, where only that one's may be ended.
pub async fn end(ctx: &Ctx, shown: &str, whose: Option<Id>) -> Result<(), Failure> {
    let found = list(&ctx.app)?.into_iter().find(|visitor| visitor.session.hash.to_string() == shown);
    let found = found.filter(|visitor| whose.is_none_or(|id| id == visitor.user.id));
    let (ended, recorder) = (found.ok_or_else(|| Failure::new(Code::NotFound))?, ctx.recorder());
    let out = ctx.app.store.write(move |tx| {
        tx.remove_session(ended.session.hash)?;
        recorder.note(tx, Note::of(Deed::SessionEnded).about(ended.user.id, &ended.user.name))
    });
    out.await
}

/// Who is signed in where, the latest first.
pub fn list(app: &AppState) -> Result<Vec<Visitor>, Failure> {
    Ok(people(app)?.signed_in)
}

/// Everybody who may use the panel, and who is signed in where.
pub struct People {
    pub users: Vec<User>,
    /// The latest first.
    pub signed_in: Vec<Visitor>,
}

pub fn people(app: &AppState) -> Result<People, Failure> {
    let reader = app.store.read()?;
    let users = reader.users()?;
    let of = |id: Id| users.iter().find(|user| user.id == id).cloned();
    let alive = reader.sessions()?.into_iter().filter(is_alive);
    let mut signed_in: Vec<Visitor> =
        alive.filter_map(|session| Some(Visitor { user: of(session.user_id)?, session })).collect();
    signed_in.sort_by_key(|visitor| std::cmp::Reverse(visitor.session.last_seen_at));
    Ok(People { users, signed_in })
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
        let ali = || Whom::Name("ali".into());
        let browser = Browser { address: "127.0.0.1".into(), agent: String::new() };
        let user = users::add(&Ctx::system(app.clone()), "ali", Role::Staff, "ilk parolası").await.unwrap();
        assert!(begin(&app, user.clone(), &browser).await.unwrap().is_some());
        users::change_password(&Ctx::system(app.clone()), ali(), "ikinci parolası", None).await.unwrap();
        assert!(begin(&app, user, &browser).await.unwrap().is_none());
        let user = users::show(&app, &ali()).unwrap();
        users::remove(&Ctx::system(app.clone()), ali()).await.unwrap();
        assert!(begin(&app, user, &browser).await.unwrap().is_none());
        assert!(app.store.read().unwrap().sessions().unwrap().is_empty());
    }
}
