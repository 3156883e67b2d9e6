//! API keys: make, list, rename, revoke, and which one is primary.

use super::state::AppState;
use crate::{
    model::{
        Code, Failure, Id, Key, Sealed, Sha, Why,
        fields::{self, NAME},
    },
    store::{Accounts, ReadView, Tx, seal},
};
use std::sync::Arc;

/// A key and, this once, its clear text.
pub struct NewKey {
    pub key: Key,
    pub secret: String,
}

/// What is known of a key before the writer gives it an id.
pub struct KeyDraft {
    name: String,
    secret: String,
    sealed: Sealed,
}

impl KeyDraft {
    pub fn new(app: &AppState, name: &str) -> Result<KeyDraft, Failure> {
        let name = checked_name("name", name)?;
        let secret = format!("gsn_{}", seal::random_text::<32>()?);
        let sealed = app.store.sealer().seal("key", secret.as_bytes())?;
        Ok(KeyDraft { name, secret, sealed })
    }

    pub fn insert(&self, tx: &mut Tx<'_>, is_primary: bool) -> Result<NewKey, Failure> {
        let mut keys = tx.keys()?;
        // The first key is primary, asked or not: webhooks must have one to carry.
        let is_primary = is_primary || keys.is_empty();
        if is_primary {
            for old in keys.iter_mut().filter(|old| old.is_primary) {
                old.is_primary = false;
                tx.put_key(old)?;
            }
        }
        let key = Key {
            id: tx.next_id(),
            name: self.name.clone(),
            prefix: self.secret.chars().take(8).collect(),
            hash: Sha::of(self.secret.as_bytes()),
            secret: self.sealed.clone(),
            is_primary,
            created_at: tx.now,
            last_used_at: None,
        };
        tx.put_key(&key)?;
        Ok(NewKey { key, secret: self.secret.clone() })
    }
}

/// Makes a key that works at once. Like all changes below it goes on when whoever asked hangs up: what the store says
/// and what the keyring lets in must not part.
pub async fn add(app: &Arc<AppState>, name: &str, is_primary: bool) -> Result<NewKey, Failure> {
    let (at, draft) = (app.clone(), KeyDraft::new(app, name)?);
    let work = async move {
        let made = at.store.write(move |tx| draft.insert(tx, is_primary)).await?;
        at.keyring.add(&made.key);
        Ok(made)
    };
    app.run(work).await
}

/// Ends a key at once: the next request with it is refused. The primary one stays: webhooks carry it.
pub async fn revoke(app: &Arc<AppState>, id: String) -> Result<Key, Failure> {
    let at = app.clone();
    let work = async move {
        let ended = at.store.write(move |tx| {
            let key = find(tx, &id)?;
            if key.is_primary {
                return Err(Failure::new(Code::KeyIsPrimary));
            }
            tx.remove_key(key.id)?;
            Ok(key)
        });
        let ended = ended.await?;
        at.keyring.remove(ended.id);
        Ok(ended)
    };
    app.run(work).await
}

pub async fn rename(app: &Arc<AppState>, id: String, name: &str) -> Result<Key, Failure> {
    let (at, name) = (app.clone(), checked_name("name", name)?);
    let work = async move {
        let renamed = at.store.write(move |tx| {
            let key = Key { name: name.clone(), ..find(tx, &id)? };
            tx.put_key(&key)?;
            Ok(key)
        });
        let renamed = renamed.await?;
        at.keyring.rename(renamed.id, &renamed.name);
        Ok(renamed)
    };
    app.run(work).await
}

/// From the next attempt on webhooks carry this one. All keys go on working.
pub async fn make_primary(app: &AppState, id: String) -> Result<Key, Failure> {
    app.store
        .write(move |tx| {
            let chosen = Key { is_primary: true, ..find(tx, &id)? };
            for old in tx.keys()?.into_iter().filter(|key| key.is_primary && key.id != chosen.id) {
                tx.put_key(&Key { is_primary: false, ..old })?;
            }
            tx.put_key(&chosen)?;
            Ok(chosen)
        })
        .await
}

/// With what is known of their use by now; the store hears of that only now and then.
pub fn list(app: &AppState) -> Result<Vec<Key>, Failure> {
    let mut keys = app.store.read()?.keys()?;
    for key in &mut keys {
        key.last_used_at = app.keyring.last_used(key.id).or(key.last_used_at);
    }
    Ok(keys)
}

pub fn show(app: &AppState, id: &str) -> Result<Key, Failure> {
    find(&app.store.read()?, id)
}

/// An id that is no UUID is simply unknown.
fn find(view: &impl ReadView, id: &str) -> Result<Key, Failure> {
    let found = view.keys()?.into_iter().find(|key| Id::parse(id) == Some(key.id));
    found.ok_or_else(|| Failure::new(Code::NotFound))
}

/// Writes down when keys were last used; called now and then, because a write per request would cost a sync each.
pub async fn remember_use(app: &AppState) -> Result<(), Failure> {
    let used = app.keyring.used();
    if used.is_empty() {
        return Ok(());
    }
    app.store
        .write(move |tx| {
            for mut key in tx.keys()? {
                if let Some((_, at)) = used.iter().find(|(id, _)| *id == key.id) {
                    key.last_used_at = Some(*at);
                    tx.put_key(&key)?;
                }
            }
            Ok(())
        })
        .await
}

/// A name from the command line or a form obeys the rules of a name in a body.
pub fn checked_name(field: &'static str, name: &str) -> Result<String, Failure> {
    let name = fields::checked_text(name, NAME).map_err(|failure| failure.field(field))?;
    name.ok_or_else(|| Failure::invalid(field, Why::Missing))
}
