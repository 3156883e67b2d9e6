//! Screens in the kitchen: devices that work the board and nothing else. The owner invites one, it comes in with the code of
//! the invitation, and is in until the owner ends it or it was not used for months.
//!
//! A screen is its session: the owner who let it in may be removed or change their password, and it stays.

pub mod invitations;

use crate::people::guesses::{Guesser, Tried};
use crate::people::sessions::{Browser, ConnectedScreen, SessionDraft, is_alive};
use crate::places::{checked_name, restaurants};
use crate::{AppState, Ctx, Recorder, care::audit, people::users::refuse_taken};
use invitations::Invitation;
use model::{
    Access, Actor, Code, Deed, Failure, Id, KitchenScreen, Note, RecordKind, Result, ScreenRole, ScreenRoles, Session,
    Sha, Whose, Why, limits::SCREENS,
};
use serde_json::json;
use std::sync::Arc;
use store::{Accounts, ReadView};

/// Invites a device, whose name this is, for these roles; it is limited to a restaurant where one is named.
pub fn invite(ctx: &Ctx, name: &str, restaurant: Option<&str>, roles: &[&str]) -> Result<Invitation> {
    let name = checked_name("name", name)?;
    let reader = ctx.app.store.read()?;
    refuse_taken(&reader, &name, None)?;
    refuse_more(&reader)?;
    let restaurant = restaurant.map(|id| restaurants::find(&reader, Access::FULL, id)).transpose();
    let restaurant_id = restaurant.map_err(|failure| failure.field("restaurant"))?.map(|found| found.id);
    let roles = checked_roles(roles)?;
    let by = match &ctx.actor {
        Actor::User(name) => name.clone(),
        other => other.to_string(),
    };
    let invitation = Invitation::new(KitchenScreen { name, restaurant_id, roles }, &by)?;
    ctx.app.people.invitations.add(invitation.clone());
    Ok(invitation)
}

fn checked_roles(words: &[&str]) -> Result<ScreenRoles> {
    let known = || ScreenRole::ALL.map(ScreenRole::word).join(", ");
    let role = |word: &&str| ScreenRole::parse(word).ok_or_else(|| Failure::invalid("roles", Why::NotOneOf(known())));
    let roles: Vec<ScreenRole> = words.iter().map(role).collect::<Result<_>>()?;
    ScreenRoles::of(roles).ok_or_else(|| Failure::invalid("roles", Why::Missing))
}

fn refuse_more(view: &impl ReadView) -> Result<()> {
    match all(view)?.len() < SCREENS {
        true => Ok(()),
        false => Err(Failure::invalid("name", Why::NoMore(RecordKind::Screen, SCREENS))),
    }
}

/// What became of an invitation, by the handle that the owner's page has.
pub fn invitation(app: &AppState, handle: &str) -> Option<Invitation> {
    app.people.invitations.show(handle)
}

/// Whom a link invites, where it still lets a device in. Looking does not use it up.
pub fn invited(app: &AppState, link: &str) -> Option<KitchenScreen> {
    app.people.invitations.of_link(link).map(|invitation| invitation.wanted)
}

/// Lets a device in with the code of an invitation, from its link or typed; the token that it keeps. A user of its browser is
/// signed out there: it is a screen in the kitchen now.
pub async fn join(app: &Arc<AppState>, code: &str, browser: &Browser, before: Vec<Sha>) -> Result<Tried<String>> {
    let guesser = Guesser::of_code("screen", &browser.address);
    // A link cannot be guessed, and works while codes are being guessed.
    let is_link = app.people.invitations.of_link(code).is_some();
    if !is_link && let Err(wait) = app.people.guesses.begin(&guesser) {
        return Ok(Tried::TooSoon(wait));
    }
    let Some(invitation) = app.people.invitations.take(code) else {
        audit::refused(app, Deed::SignInRefused, None, &browser.address);
        return Ok(Tried::Wrong);
    };
    if !is_link {
        app.people.guesses.was_right(&guesser);
    }
    let (at, draft) = (app.clone(), SessionDraft::new(browser));
    let recorder = Recorder::new(app, Actor::User(invitation.by.clone()), Some(browser.address.clone()));
    // Even if the client hangs up: an invitation that was taken is used or lets in as before.
    app.run(async move {
        let begun = match draft {
            Ok(draft) => begin(&at, draft, invitation.wanted, before, recorder).await,
            Err(failure) => Err(failure),
        };
        at.people.invitations.settle(&invitation.handle, begun.as_ref().ok().map(|(id, _)| *id));
        begun.map(|(_, token)| Tried::Right(token))
    })
    .await
}

/// The new screen's id and token.
async fn begin(
    app: &AppState,
    draft: SessionDraft,
    wanted: KitchenScreen,
    before: Vec<Sha>,
    recorder: Recorder,
) -> Result<(Id, String)> {
    let begun = app.store.write(move |tx| {
        before.iter().try_for_each(|hash| tx.remove_session(*hash))?;
        refuse_taken(tx, &wanted.name, None)?;
        refuse_more(tx)?;
        let (id, token) = draft.insert_screen(tx, wanted.clone())?;
        let note = Note::of(Deed::ScreenAdded).about(id, &wanted.name);
        recorder.note(tx, if wanted.roles.is_usual() { note } else { note.with("roles", &wanted.roles) })?;
        Ok((id, token))
    });
    begun.await
}

/// Every screen that is in, by name.
pub fn list(app: &AppState) -> Result<Vec<ConnectedScreen>> {
    let mut screens = all(&app.store.read()?)?;
    screens.retain(|one| is_alive(&one.session));
    screens.sort_by_cached_key(|one| (one.screen.name.to_lowercase(), one.id));
    Ok(screens)
}

pub fn show(app: &AppState, id: &str) -> Result<KitchenScreen> {
    Ok(find(&app.store.read()?, id)?.screen)
}

fn all(view: &impl ReadView) -> Result<Vec<ConnectedScreen>> {
    Ok(view.sessions()?.into_iter().filter_map(ConnectedScreen::of).collect())
}

fn find(view: &impl ReadView, id: &str) -> Result<ConnectedScreen> {
    let id = Id::parse(id);
    let found = all(view)?.into_iter().find(|one| Some(one.id) == id);
    found.ok_or_else(|| Failure::new(Code::NotFound).why(Why::NoSuchScreen))
}

/// The device is shut out at once; its open board says so.
pub async fn end(ctx: &Ctx, id: &str) -> Result<()> {
    let id = id.to_owned();
    ctx.write_on_record(move |tx, recorder| {
        let ended = find(tx, &id)?;
        tx.remove_session(ended.session.hash)?;
        recorder.note(tx, Note::of(Deed::ScreenEnded).about(ended.id, ended.screen.name))
    })
    .await
}

/// What was done before keeps the name that it had then.
pub async fn rename(ctx: &Ctx, id: &str, name: &str) -> Result<()> {
    let (name, id) = (checked_name("name", name)?, id.to_owned());
    ctx.write_with_room(move |tx, recorder| {
        let ConnectedScreen { id: screen_id, screen: before, session } = find(tx, &id)?;
        refuse_taken(tx, &name, Some(screen_id))?;
        let screen = KitchenScreen { name: name.clone(), ..before.clone() };
        tx.put_session(&Session { whose: Whose::Screen { screen_id, screen }, ..session })?;
        let note = Note::of(Deed::ScreenRenamed).about(screen_id, &name);
        recorder.note(tx, note.changed(&json!({ "name": before.name }), &json!({ "name": name }), &["name"]))
    })
    .await
}

/// What it shows then, and what is sent to it, is another from the next moment on.
pub async fn change_roles(ctx: &Ctx, id: &str, roles: &[&str]) -> Result<()> {
    let (roles, id) = (checked_roles(roles)?, id.to_owned());
    ctx.write_with_room(move |tx, recorder| {
        let ConnectedScreen { id: screen_id, screen: before, session } = find(tx, &id)?;
        if before.roles == roles {
            return Ok(());
        }
        let screen = KitchenScreen { roles: roles.clone(), ..before.clone() };
        tx.narrow_session(&Session { whose: Whose::Screen { screen_id, screen }, ..session })?;
        let note = Note::of(Deed::ScreenRolesChanged).about(screen_id, &before.name);
        recorder.note(tx, note.changed(&json!({ "roles": before.roles }), &json!({ "roles": roles }), &["roles"]))
    })
    .await
}
