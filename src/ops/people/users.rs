//! Panel users: owners, staff, and passwords (argon2id).

use crate::{AppState, Ctx, people::passwords, places::checked_name};
use model::{
    Code, Deed, Failure, Id, Lang, Note, RecordKind, Result, Role, Session, Sha, User, Why, bilingual, limits::USERS,
};
use serde_json::json;
use std::sync::LazyLock;
use store::{Accounts, ReadView, Tx};

bilingual! {
    USER_OF_NAME: "Bu adda bir kullanıcı zaten var." / "There is a user of this name already.",
    SCREEN_OF_NAME: "Bu adda bir mutfak ekranı zaten var." / "There is a kitchen screen of this name already.",
    ONLY_OWNER: "Tek yetkili bu kullanıcı. Önce başka birini yetkili yapın."
        / "This is the only owner. Make somebody else an owner first.",
}

/// How a caller says whom they mean.
pub enum Whom {
    Name(String),
    /// One that is no UUID is simply unknown.
    Id(String),
}

impl Whom {
    pub fn find(&self, view: &impl ReadView) -> Result<User> {
        let is_meant = |user: &User| match self {
            Whom::Name(name) => user.name == *name,
            Whom::Id(id) => Id::parse(id) == Some(user.id),
        };
        let found = view.users()?.into_iter().find(is_meant);
        found.ok_or_else(|| Failure::new(Code::NotFound).why(Why::NoSuchUser))
    }
}

/// A user before it is stored: the name is one, and the password is hashed.
pub struct UserDraft {
    name: String,
    role: Role,
    password: String,
    lang: Option<Lang>,
}

impl UserDraft {
    /// `field` is what the caller calls the name.
    pub fn new(field: &'static str, name: &str, role: Role, password: &str) -> Result<UserDraft> {
        let name = checked_name(field, name)?;
        let password = passwords::hash_new(password, &name)?;
        Ok(UserDraft { name, role, password, lang: None })
    }

    /// What the panel speaks to them.
    pub fn speaking(self, lang: Option<Lang>) -> UserDraft {
        UserDraft { lang, ..self }
    }

    pub fn insert(&self, tx: &mut Tx<'_>) -> Result<User> {
        let UserDraft { name, role, password, lang } = self;
        let user = User {
            id: tx.next_id(),
            name: name.clone(),
            role: *role,
            password: password.clone(),
            lang: *lang,
            second_factor: None,
            devices: Vec::new(),
            created_at: tx.now,
        };
        tx.put_user(&user)?;
        Ok(user)
    }
}

pub async fn add(ctx: &Ctx, name: &str, role: Role, password: &str) -> Result<User> {
    let draft = UserDraft::new("name", name, role, password)?;
    ctx.write_with_room(move |tx, recorder| {
        let users = tx.users()?;
        if users.len() >= USERS {
            return Err(Failure::invalid("name", Why::NoMore(RecordKind::User, USERS)));
        }
        refuse_taken(tx, &draft.name, None)?;
        let user = draft.insert(tx)?;
        recorder.note(tx, Note::of(Deed::PersonAdded).about(user.id, &user.name).with("role", user.role))?;
        Ok(user)
    })
    .await
}

/// The actor of a deed is told by name: no two people, and no screen in a kitchen, have the same. `own`: who has it already.
pub fn refuse_taken(view: &impl ReadView, name: &str, own: Option<Id>) -> Result<()> {
    if view.users()?.iter().any(|user| user.name == name && Some(user.id) != own) {
        return Err(Failure::invalid("name", Why::Plain(USER_OF_NAME)));
    }
    let is_taken = |one: &Session| {
        one.screen().is_some_and(|screen| screen.name == name) && !own.is_some_and(|own| one.is_of_screen(own))
    };
    if view.sessions()?.iter().any(is_taken) {
        return Err(Failure::invalid("name", Why::Plain(SCREEN_OF_NAME)));
    }
    Ok(())
}

/// This box has an owner.
pub fn has_owner(app: &AppState) -> Result<bool> {
    is_owned(&app.store.read()?)
}

pub fn is_owned(view: &impl ReadView) -> Result<bool> {
    Ok(view.users()?.iter().any(|user| user.role == Role::Owner))
}

pub fn show(app: &AppState, whom: &Whom) -> Result<User> {
    whom.find(&app.store.read()?)
}

/// What the panel speaks to them.
pub async fn choose_lang(app: &AppState, id: Id, lang: Lang) -> Result<()> {
    let whom = Whom::Id(id.to_string());
    let chosen = app.store.write(move |tx| {
        let user = whom.find(tx)?;
        tx.put_user(&User { lang: Some(lang), ..user })
    });
    chosen.await
}

pub fn list(app: &AppState) -> Result<Vec<User>> {
    app.store.read()?.users()
}

/// Ends every session of this user but the one that is kept.
pub async fn change_password(ctx: &Ctx, whom: Whom, password: &str, kept: Option<Sha>) -> Result<User> {
    let password = passwords::hash_new(password, &show(&ctx.app, &whom)?.name)?;
    ctx.write_on_record(move |tx, recorder| {
        let user = User { password: password.clone(), ..whom.find(tx)? };
        let user = end_sessions(tx, user, kept)?;
        recorder.note(tx, Note::of(Deed::PasswordChanged).about(user.id, &user.name))?;
        Ok(user)
    })
    .await
}

/// What they may do; it holds from their next page on. The last owner stays one.
pub async fn change_role(ctx: &Ctx, whom: Whom, role: Role) -> Result<User> {
    ctx.write_on_record(move |tx, recorder| {
        let user = whom.find(tx)?;
        if role != Role::Owner {
            refuse_last_owner(&tx.users()?, &user)?;
        }
        let (before, user) = (user.role, User { role, ..user });
        tx.put_user(&user)?;
        if before != role {
            let changed = json!({ "role": role });
            let note = Note::of(Deed::RoleChanged).about(user.id, &user.name);
            recorder.note(tx, note.changed(&json!({ "role": before }), &changed, &["role"]))?;
        }
        Ok(user)
    })
    .await
}

/// The last owner stays: without one no user could be let in.
pub async fn remove(ctx: &Ctx, whom: Whom) -> Result<User> {
    ctx.write_on_record(move |tx, recorder| {
        let user = whom.find(tx)?;
        refuse_last_owner(&tx.users()?, &user)?;
        let user = end_sessions(tx, user, None)?;
        tx.remove_user(user.id)?;
        recorder.note(tx, Note::of(Deed::PersonRemoved).about(user.id, &user.name))?;
        Ok(user)
    })
    .await
}

fn refuse_last_owner(users: &[User], user: &User) -> Result<()> {
    let owners = users.iter().filter(|user| user.role == Role::Owner).count();
    match user.role == Role::Owner && owners <= 1 {
        true => Err(Failure::invalid("role", Why::Plain(ONLY_OWNER))),
        false => Ok(()),
    }
}

/// Ends all sessions of this user except `kept`, and only its browser is still known. The user as they are then, and are
/// stored.
pub fn end_sessions(tx: &mut Tx<'_>, mut user: User, kept: Option<Sha>) -> Result<User> {
    let theirs = tx.sessions()?.into_iter().filter(|session| session.is_of_person(user.id));
    let (kept, ended): (Vec<_>, Vec<_>) = theirs.partition(|session| Some(session.hash) == kept);
    for session in ended {
        tx.remove_session(session.hash)?;
    }
    user.devices.retain(|device| kept.iter().any(|session| session.device == Some(*device)));
    tx.put_user(&user)?;
    Ok(user)
}

/// Whether the password is this user's. Without a user it takes as long as with one.
pub fn is_password(user: Option<&User>, password: &str) -> bool {
    static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| passwords::hash("nobody has this password").ok());
    let known = user.map(|user| user.password.as_str()).or(NOBODY.as_deref()).unwrap_or_default();
    passwords::is_right(password, known) && user.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_alone() {
        let (app, _data) = an_empty_app();
        let user = add(&Ctx::system(app.clone()), "ayşe", Role::Owner, "doğru at pil zımba").await.unwrap();
        assert!(user.password.starts_with("$argon2id$"));
        assert!(is_password(Some(&user), "doğru at pil zımba"));
        assert!(!is_password(Some(&user), "dogru at pil zimba"));
        assert!(!is_password(None, "nobody has this password"));
        assert!(add(&Ctx::system(app.clone()), "ali", Role::Staff, "kısa").await.is_err());
    }
}
