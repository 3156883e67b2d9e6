//! Showing who one is: signing in, in one step or two, and giving the password again before something that matters. Guessing
//! is slowed down.

use crate::people::guesses::{Guesser, Tried};
use crate::people::sessions::{Browser, BrowserTokens, SessionDraft, SignedInPerson};
use crate::people::users::{self, Whom};
use crate::people::{second_factor, tickets};
use crate::{AppState, Ctx, Recorder, care::audit, on_a_thread};
use model::{Actor, Deed, Failure, Id, Note, Result, Session, Sha, User};
use std::time::Duration;
use store::Accounts;

/// For so long after it was given a password is not asked for again.
const FRESH: Duration = Duration::from_secs(10 * 60);
const SECOND_STEP: &str = "second step";

/// A new session, with what the browser keeps.
pub struct SignedIn {
    pub tokens: BrowserTokens,
    pub user: User,
}

/// What comes after the right password.
pub enum NextStep {
    In(Box<SignedIn>),
    /// A code has to be given too; the ticket says that the password was right.
    Code {
        ticket: String,
    },
}

/// Signs in by name and password.
pub async fn sign_in(app: &AppState, name: &str, password: &str, browser: &Browser) -> Result<Tried<NextStep>> {
    let user = match knows_password(app, name, password, browser).await? {
        Tried::Right(user) => user,
        Tried::Wrong => return Ok(Tried::Wrong),
        Tried::TooSoon(wait) => return Ok(Tried::TooSoon(wait)),
    };
    if user.second_factor.is_some() {
        let known = serde_json::to_vec(&(user.id, Sha::of(user.password.as_bytes()))).map_err(Failure::fault)?;
        return Ok(Tried::Right(NextStep::Code { ticket: tickets::issue(app, SECOND_STEP, &known)? }));
    }
    let signed_in = begin(app, user, None, browser).await?;
    Ok(signed_in.map_or(Tried::Wrong, |signed_in| Tried::Right(NextStep::In(Box::new(signed_in)))))
}

/// Who has to give a code, by the ticket of the first step; none where that is too old, or the user changed since.
pub fn awaited(app: &AppState, ticket: &str) -> Result<Option<User>> {
    let known = tickets::redeem(app, SECOND_STEP, ticket);
    let Some((id, password)) = known.and_then(|known| serde_json::from_slice::<(Id, Sha)>(&known).ok()) else {
        return Ok(None);
    };
    let is_same =
        |user: &User| user.id == id && Sha::of(user.password.as_bytes()) == password && user.second_factor.is_some();
    Ok(app.store.read()?.users()?.into_iter().find(is_same))
}

/// The second step: signs in whom the first one let through, with a code.
pub async fn give_code(app: &AppState, user: User, code: &str, browser: &Browser) -> Result<Tried<SignedIn>> {
    let guesser = Guesser::of_second_factor(&user.name, &browser.address, browser.known_to(&user));
    if let Err(wait) = app.people.guesses.begin(&guesser) {
        audit::refused(app, Deed::SignInRefused, Some(&user.name), &browser.address);
        return Ok(Tried::TooSoon(wait));
    }
    let name = user.name.clone();
    let Some(signed_in) = begin(app, user, Some(code.to_owned()), browser).await? else {
        audit::refused(app, Deed::SignInRefused, Some(&name), &browser.address);
        return Ok(Tried::Wrong);
    };
    app.people.guesses.was_right(&guesser);
    Ok(Tried::Right(signed_in))
}

/// Whether the password was given so short a time ago that it need not be asked for.
pub fn is_fresh(session: &Session) -> bool {
    let (given, now) = (session.password_given_at(), clock::now());
    // One that was given in the future was given by a clock that has been set back since.
    given <= now && now < given.plus(FRESH)
}

/// A signed-in user shows again who they are, by the password and, where they have one, a code.
pub async fn confirm(
    ctx: &Ctx,
    person: &SignedInPerson,
    password: &str,
    code: &str,
    browser: &Browser,
) -> Result<Tried<()>> {
    let app = &ctx.app;
    let user = match knows_password(app, &person.user.name, password, browser).await? {
        Tried::Right(user) => user,
        Tried::Wrong => return Ok(Tried::Wrong),
        Tried::TooSoon(wait) => return Ok(Tried::TooSoon(wait)),
    };
    let guesser = Guesser::of_second_factor(&user.name, &browser.address, browser.known_to(&user));
    let asks_code = user.second_factor.is_some();
    if asks_code && let Err(wait) = app.people.guesses.begin(&guesser) {
        return Ok(Tried::TooSoon(wait));
    }
    let (code, hash, name, sealer) =
        (code.to_owned(), person.session.hash, user.name.clone(), app.store.sealer().clone());
    let is_confirmed = ctx.write_on_record(move |tx, recorder| {
        let Some(user) = tx.users()?.into_iter().find(|now| now.id == user.id) else { return Ok(false) };
        if user.second_factor.is_some() && second_factor::take(tx, recorder, &sealer, &user, &code)?.is_none() {
            return Ok(false);
        }
        let Some(session) = tx.session(hash)? else { return Ok(false) };
        tx.put_session(&Session { confirmed_at: Some(tx.now), ..session })?;
        Ok(true)
    });
    if !is_confirmed.await? {
        audit::refused(app, Deed::SignInRefused, Some(&name), &browser.address);
        return Ok(Tried::Wrong);
    }
    if asks_code {
        app.people.guesses.was_right(&guesser);
    }
    Ok(Tried::Right(()))
}

/// A person's own password, for one who knows the present one. All their sessions but this one end.
pub async fn change_password(
    ctx: &Ctx,
    person: &SignedInPerson,
    present: &str,
    wanted: &str,
    browser: &Browser,
) -> Result<Tried<()>> {
    match knows_password(&ctx.app, &person.user.name, present, browser).await? {
        Tried::Right(user) => {
            users::change_password(ctx, Whom::Name(user.name), wanted, Some(person.session.hash)).await?;
            Ok(Tried::Right(()))
        }
        Tried::Wrong => Ok(Tried::Wrong),
        Tried::TooSoon(wait) => Ok(Tried::TooSoon(wait)),
    }
}

/// Whether this is the code that the program printed; guessing digits is slowed down, the link is not.
pub fn knows_setup_code(app: &AppState, address: &str, code: &str) -> Tried<()> {
    if app.people.setup_code.is_from_link(code) {
        return Tried::Right(());
    }
    let guesser = Guesser::of_code("setup", address);
    if let Err(wait) = app.people.guesses.begin(&guesser) {
        return Tried::TooSoon(wait);
    }
    if !app.people.setup_code.is_typed(code) {
        tracing::warn!(address, "somebody tried to claim this box with a wrong setup code");
        audit::refused(app, Deed::SetUpRefused, None, address);
        return Tried::Wrong;
    }
    app.people.guesses.was_right(&guesser);
    Tried::Right(())
}

/// Whose name and password these are.
async fn knows_password(app: &AppState, name: &str, password: &str, browser: &Browser) -> Result<Tried<User>> {
    let user = app.store.read()?.users()?.into_iter().find(|user| user.name == name);
    let device = user.as_ref().and_then(|user| browser.known_to(user));
    let guesser = Guesser::of_password(name, &browser.address, device);
    let known_name = user.as_ref().map(|user| user.name.clone());
    let refused = || audit::refused(app, Deed::SignInRefused, known_name.as_deref(), &browser.address);
    if let Err(wait) = app.people.guesses.begin(&guesser) {
        refused();
        return Ok(Tried::TooSoon(wait));
    }
    let _place = app.people.guesses.hashing.acquire().await.map_err(Failure::fault)?;
    // An unknown name takes as long as a wrong password, so that names cannot be guessed by the clock.
    let (known, password) = (user.clone(), password.to_owned());
    let is_right = on_a_thread(move || Ok(users::is_password(known.as_ref(), &password))).await?;
    let Some(user) = user.filter(|_| is_right) else {
        refused();
        return Ok(Tried::Wrong);
    };
    app.people.guesses.was_right(&guesser);
    Ok(Tried::Right(user))
}

/// Lets a user in whose password was checked already, with a code where they have to give one; none where that is wrong, or
/// where they were removed or given another password or a second factor since.
async fn begin(app: &AppState, user: User, code: Option<String>, browser: &Browser) -> Result<Option<SignedIn>> {
    let (draft, sealer) = (SessionDraft::new(browser)?, app.store.sealer().clone());
    let recorder = Recorder::new(app, Actor::User(user.name.clone()), Some(browser.address.clone()));
    let begun = app.store.write(move |tx| {
        let is_still = |now: &User| now.id == user.id && now.password == user.password;
        let Some(user) = tx.users()?.into_iter().find(is_still) else { return Ok(None) };
        let user = match (&user.second_factor, &code) {
            (None, None) => Some(user),
            (Some(_), Some(code)) => second_factor::take(tx, &recorder, &sealer, &user, code)?,
            _ => None,
        };
        let Some(user) = user else { return Ok(None) };
        recorder.note(tx, Note::of(Deed::SignedIn))?;
        let tokens = draft.insert(tx, user.clone())?;
        Ok(Some(SignedIn { tokens, user }))
    });
    begun.await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;
    use model::Role;

    #[tokio::test]
    async fn who_was_removed_or_given_another_password_meanwhile_is_not_let_in() {
        let (app, _data) = an_empty_app();
        let ctx = Ctx::system(app.clone());
        let ali = || Whom::Name("ali".into());
        let browser = Browser { address: "127.0.0.1".into(), agent: String::new(), device: None, is_https: false };
        let user = users::add(&ctx, "ali", Role::Staff, "ilk parolası").await.unwrap();
        assert!(begin(&app, user.clone(), None, &browser).await.unwrap().is_some());
        users::change_password(&ctx, ali(), "ikinci parolası", None).await.unwrap();
        assert!(begin(&app, user, None, &browser).await.unwrap().is_none());
        let user = users::show(&app, &ali()).unwrap();
        users::remove(&ctx, ali()).await.unwrap();
        assert!(begin(&app, user, None, &browser).await.unwrap().is_none());
        assert!(app.store.read().unwrap().sessions().unwrap().is_empty());
    }

    #[tokio::test]
    async fn signing_in_again_ends_the_session_before_it_and_nobody_has_sessions_without_end() {
        let (app, _data) = an_empty_app();
        let user = users::add(&Ctx::system(app.clone()), "ali", Role::Staff, "uzunca parolası").await.unwrap();
        let sign_in = async |device: Option<String>| {
            let browser = Browser { address: "127.0.0.1".into(), agent: String::new(), device, is_https: false };
            let user = app.store.read().unwrap().users().unwrap().into_iter().find(|one| one.id == user.id).unwrap();
            begin(&app, user, None, &browser).await.unwrap().unwrap().tokens
        };
        let count = || app.store.read().unwrap().sessions().unwrap().len();
        let first = sign_in(None).await;
        let again = sign_in(Some(first.device.clone())).await;
        assert_eq!((again.device, count()), (first.device, 1));
        for _ in 0..60 {
            sign_in(None).await;
        }
        assert_eq!(count(), 50);
    }
}
