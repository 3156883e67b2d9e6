//! API keys: make, list, rename, revoke, and which one is primary.

use super::AppState;
use crate::{
    model::{Code, Failure, Fields, Id, Key, Sha, Why, fields::NAME},
    store::{Accounts, ReadView, Store, Tx, seal},
};
use std::sync::Arc;

/// A key and, this once, its clear text.
pub struct NewKey {
    pub key: Key,
    pub secret: String,
}

/// What is known of a key before the writer gives it an id.
pub struct Draft {
    name: String,
    secret: String,
    sealed: crate::model::Sealed,
}

impl Draft {
    pub fn new(store: &Store, name: &str) -> Result<Draft, Failure> {
        let name = checked_name("name", name)?;
        let secret = format!("gsn_{}", seal::random_text::<32>()?);
        let sealed = store.sealer().seal("key", secret.as_bytes())?;
        Ok(Draft { name, secret, sealed })
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

pub async fn add(store: &Store, name: &str, is_primary: bool) -> Result<NewKey, Failure> {
    let draft = Draft::new(store, name)?;
    store.write(move |tx| draft.insert(tx, is_primary)).await
}

pub fn list(store: &Store) -> Result<Vec<Key>, Failure> {
    store.read()?.keys()
}

/// Ends a key at once. The primary one stays: webhooks carry it.
pub async fn revoke(store: &Store, id: Id) -> Result<Key, Failure> {
    store
        .write(move |tx| {
            let key = find(tx, id)?;
            if key.is_primary {
                return Err(Failure::new(Code::KeyIsPrimary));
            }
            tx.remove_key(id)?;
            Ok(key)
        })
        .await
}

/// Makes a key that works at once. Like all changes below it goes on when whoever asked hangs up: what the store says
/// and what the keyring lets in must not part.
pub async fn make(app: &Arc<AppState>, name: String) -> Result<NewKey, Failure> {
    let at = app.clone();
    let work = async move {
        let made = add(&at.store, &name, false).await?;
        at.keyring.add(&made.key);
        Ok(made)
    };
    app.tasks.run(work).await
}

/// Ends a key in a running program: the next request with it is refused.
pub async fn end(app: &Arc<AppState>, id: Id) -> Result<Key, Failure> {
    let at = app.clone();
    let work = async move {
        let ended = revoke(&at.store, id).await?;
        at.keyring.remove(id);
        Ok(ended)
    };
    app.tasks.run(work).await
}

pub async fn rename(app: &Arc<AppState>, id: Id, name: &str) -> Result<Key, Failure> {
    let (at, name) = (app.clone(), checked_name("name", name)?);
    let work = async move {
        let renamed = at.store.write(move |tx| {
            let key = Key { name: name.clone(), ..find(tx, id)? };
            tx.put_key(&key)?;
            Ok(key)
        });
        let renamed = renamed.await?;
        at.keyring.rename(id, &renamed.name);
        Ok(renamed)
    };
    app.tasks.run(work).await
}

/// From the next attempt on webhooks carry this one. All keys go on working.
pub async fn make_primary(app: &AppState, id: Id) -> Result<Key, Failure> {
    app.store
        .write(move |tx| {
            let chosen = Key { is_primary: true, ..find(tx, id)? };
            for old in tx.keys()?.into_iter().filter(|key| key.is_primary && key.id != id) {
                tx.put_key(&Key { is_primary: false, ..old })?;
            }
            tx.put_key(&chosen)?;
            Ok(chosen)
        })
        .await
}

/// With what is known of their use by now; the store hears of that only now and then.
pub fn list_used(app: &AppState) -> Result<Vec<Key>, Failure> {
    let mut keys = list(&app.store)?;
    for key in &mut keys {
        key.last_used_at = app.keyring.last_used(key.id).or(key.last_used_at);
    }
    Ok(keys)
}

pub fn show(app: &AppState, id: &str) -> Result<Key, Failure> {
    let id = Id::parse(id).ok_or_else(|| Failure::new(Code::NotFound))?;
    find(&app.store.read()?, id)
}

fn find(view: &impl ReadView, id: Id) -> Result<Key, Failure> {
    view.keys()?.into_iter().find(|key| key.id == id).ok_or_else(|| Failure::new(Code::NotFound))
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

/// A name from the command line obeys the rules of a name in a body.
pub fn checked_name(field: &'static str, name: &str) -> Result<String, Failure> {
    let body = serde_json::json!({ field: name }).to_string();
    let fields = Fields::parse(body.as_bytes())?;
    fields.text(field, NAME)?.ok_or_else(|| Failure::invalid(field, Why::Missing))
}
