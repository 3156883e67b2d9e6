//! Panel users: the owner's setup, staff, and passwords (argon2id).

use super::{
    keys::{self, NewKey, checked_name},
    passwords,
};
use crate::{
    model::{Bilingual, Code, Failure, Id, Lang, Role, Session, Sha, User, Why},
    store::{Accounts, Store, Tx},
};
use std::sync::LazyLock;

const SHORTEST_PASSWORD: usize = 8;
const LONGEST_PASSWORD: usize = 200;

/// The first owner and the first API key. Refused once there is an owner: a box is claimed once.
pub async fn set_up(store: &Store, name: &str, password: &str, key: &str) -> Result<NewKey, Failure> {
    let name = checked_name("user", name)?;
    let password = hash(password)?;
    let key = keys::Draft::new(store, key)?;
    store
        .write(move |tx| {
            if tx.users()?.iter().any(|user| user.role == Role::Owner) {
                return Err(Failure::new(Code::ValidationFailed).cause("there is an owner already"));
            }
            let user = User {
                id: tx.next_id(),
                name: name.clone(),
                role: Role::Owner,
                password: password.clone(),
                lang: None,
                created_at: tx.now,
            };
            tx.put_user(&user)?;
            key.insert(tx, true)
        })
        .await
}

pub async fn add(store: &Store, name: &str, role: Role, password: &str) -> Result<User, Failure> {
    let name = checked_name("name", name)?;
    let password = hash(password)?;
    store
        .write(move |tx| {
            if tx.users()?.iter().any(|user| user.name == name) {
                let taken =
                    Bilingual::fixed("Bu adda bir kullanıcı zaten var.", "There is a user of this name already.");
                return Err(Failure::invalid("name", Why::Plain(taken)).cause("there is a user of this name already"));
            }
            let (id, created_at) = (tx.next_id(), tx.now);
            let user = User { id, name: name.clone(), role, password: password.clone(), lang: None, created_at };
            tx.put_user(&user)?;
            Ok(user)
        })
        .await
}

/// Somebody owns this box.
pub fn has_owner(store: &Store) -> Result<bool, Failure> {
    Ok(store.read()?.users()?.iter().any(|user| user.role == Role::Owner))
}

pub fn find(store: &Store, name: &str) -> Result<User, Failure> {
    let found = store.read()?.users()?.into_iter().find(|user| user.name == name);
    found.ok_or_else(|| Failure::new(Code::NotFound).cause("there is no such user"))
}

/// By id; one that is no UUID is simply unknown.
pub fn show(store: &Store, id: &str) -> Result<User, Failure> {
    let found = list(store)?.into_iter().find(|user| Id::parse(id) == Some(user.id));
    found.ok_or_else(|| Failure::new(Code::NotFound).cause("there is no such user"))
}

/// What the panel speaks to them.
pub async fn choose_lang(store: &Store, name: &str, lang: Lang) -> Result<(), Failure> {
    let name = name.to_owned();
    store
        .write(move |tx| match tx.users()?.into_iter().find(|user| user.name == name) {
            Some(user) => tx.put_user(&User { lang: Some(lang), ..user }),
            None => Err(Failure::new(Code::NotFound).cause("there is no such user")),
        })
        .await
}

pub fn list(store: &Store) -> Result<Vec<User>, Failure> {
    store.read()?.users()
}

/// Ends every session of this user but the one that is kept.
pub async fn change_password(store: &Store, name: &str, password: &str, kept: Option<Sha>) -> Result<(), Failure> {
    let (name, password) = (name.to_owned(), hash(password)?);
    store
        .write(move |tx| {
            let found = tx.users()?.into_iter().find(|user| user.name == name);
            let mut user = found.ok_or_else(|| Failure::new(Code::NotFound).cause("there is no such user"))?;
            user.password = password.clone();
            end_sessions(tx, user.id, kept)?;
            tx.put_user(&user)
        })
        .await
}

/// What they may do; it holds from their next page on. The last owner stays one.
pub async fn change_role(store: &Store, name: &str, role: Role) -> Result<(), Failure> {
    let name = name.to_owned();
    store
        .write(move |tx| {
            let users = tx.users()?;
            let found = users.iter().find(|user| user.name == name);
            let user = found.ok_or_else(|| Failure::new(Code::NotFound).cause("there is no such user"))?;
            if role != Role::Owner {
                refuse_last_owner(&users, user, "the last owner cannot become staff")?;
            }
            tx.put_user(&User { role, ..user.clone() })
        })
        .await
}

/// The last owner stays: without one nobody could let anyone in.
pub async fn remove(store: &Store, name: &str) -> Result<Id, Failure> {
    let name = name.to_owned();
    store
        .write(move |tx| {
            let users = tx.users()?;
            let found = users.iter().find(|user| user.name == name);
            let user = found.ok_or_else(|| Failure::new(Code::NotFound).cause("there is no such user"))?;
            refuse_last_owner(&users, user, "the last owner cannot be removed")?;
            end_sessions(tx, user.id, None)?;
            tx.remove_user(user.id)?;
            Ok(user.id)
        })
        .await
}

fn refuse_last_owner(users: &[User], user: &User, cause: &str) -> Result<(), Failure> {
    let owners = users.iter().filter(|user| user.role == Role::Owner).count();
    if user.role != Role::Owner || owners > 1 {
        return Ok(());
    }
    let why = Bilingual::fixed(
        "Tek yetkili bu kullanıcı. Önce başka birini yetkili yapın.",
        "This is the only owner. Make somebody else an owner first.",
    );
    Err(Failure::invalid("role", Why::Plain(why)).cause(cause))
}

/// Whoever is signed in under this name has to do it again, except where this session is theirs.
pub fn end_sessions(tx: &mut Tx<'_>, user: Id, kept: Option<Sha>) -> Result<(), Failure> {
    let ends = |session: &Session| session.user_id == user && Some(session.hash) != kept;
    for session in tx.sessions()?.into_iter().filter(ends) {
        tx.remove_session(session.hash)?;
    }
    Ok(())
}

fn hash(password: &str) -> Result<String, Failure> {
    let length = password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        let why = Bilingual {
            tr: format!("Parola {SHORTEST_PASSWORD} ile {LONGEST_PASSWORD} karakter arasında olmalıdır.").into(),
            en: format!("A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.").into(),
        };
        return Err(Failure::invalid("password", Why::Plain(why))
            .cause(format!("a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")));
    }
    passwords::hash(password)
}

/// Whether the password is this user's. Nobody's takes as long as anybody's.
pub fn is_password(user: Option<&User>, password: &str) -> bool {
    static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| hash("nobody has this password").ok());
    let known = user.map(|user| user.password.as_str()).or(NOBODY.as_deref()).unwrap_or_default();
    passwords::is_right(password, known) && user.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Time;

    #[test]
    fn a_password_is_known_by_its_hash_alone() {
        let password = hash("doğru at pil zımba").unwrap();
        assert!(password.starts_with("$argon2id$"));
        let user =
            User { id: Id::NIL, name: "ayşe".into(), role: Role::Owner, password, lang: None, created_at: Time(0) };
        assert!(is_password(Some(&user), "doğru at pil zımba"));
        assert!(!is_password(Some(&user), "dogru at pil zimba"));
        assert!(!is_password(None, "nobody has this password"));
        assert!(hash("kısa").is_err());
    }
}
