//! Panel users: the owner's setup, staff, and passwords (argon2id).

use super::keys::{self, NewKey, checked_name};
use crate::{
    model::{Code, Failure, Id, Role, User, Why},
    store::{Accounts, Store},
};
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

const SHORTEST_PASSWORD: usize = 8;
const LONGEST_PASSWORD: usize = 200;

/// The first owner and the first API key. Refused once there is an owner: a box is claimed once.
pub async fn set_up(store: &Store, name: &str, password: &str) -> Result<NewKey, Failure> {
    let name = checked_name("user", name)?;
    let password = hash(password)?;
    let key = keys::Draft::new(store, "first")?;
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
                return Err(Failure::new(Code::ValidationFailed).cause("there is a user of this name already"));
            }
            let (id, created_at) = (tx.next_id(), tx.now);
            let user = User { id, name: name.clone(), role, password: password.clone(), created_at };
            tx.put_user(&user)?;
            Ok(user)
        })
        .await
}

pub fn list(store: &Store) -> Result<Vec<User>, Failure> {
    store.read()?.users()
}

pub async fn change_password(store: &Store, name: &str, password: &str) -> Result<(), Failure> {
    let (name, password) = (name.to_owned(), hash(password)?);
    store
        .write(move |tx| {
            let found = tx.users()?.into_iter().find(|user| user.name == name);
            let mut user = found.ok_or_else(|| Failure::new(Code::NotFound).cause("there is no such user"))?;
            user.password = password.clone();
            tx.put_user(&user)
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
            let owners = users.iter().filter(|user| user.role == Role::Owner).count();
            if user.role == Role::Owner && owners == 1 {
                return Err(Failure::new(Code::ValidationFailed).cause("the last owner cannot be removed"));
            }
            tx.remove_user(user.id)?;
            Ok(user.id)
        })
        .await
}

/// Takes some 20 ms and 19 MB on purpose.
fn hash(password: &str) -> Result<String, Failure> {
    let length = password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        let (least, most) = (SHORTEST_PASSWORD.to_string(), LONGEST_PASSWORD.to_string());
        return Err(Failure::invalid("password", Why::OutOfRange(least, most))
            .cause(format!("a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")));
    }
    let hash = Argon2::default().hash_password(password.as_bytes()).map_err(|e| Failure::fault(e.to_string()))?;
    Ok(hash.to_string())
}

pub fn is_password(user: &User, password: &str) -> bool {
    argon2::PasswordHash::new(&user.password)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Time;

    #[test]
    fn a_password_is_known_by_its_hash_alone() {
        let password = hash("doğru at pil zımba").unwrap();
        assert!(password.starts_with("$argon2id$"));
        let user = User { id: Id::NIL, name: "ayşe".into(), role: Role::Owner, password, created_at: Time(0) };
        assert!(is_password(&user, "doğru at pil zımba"));
        assert!(!is_password(&user, "dogru at pil zimba"));
        assert!(hash("kısa").is_err());
    }
}
