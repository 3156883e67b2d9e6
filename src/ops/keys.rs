//! API keys: make, list, rename, revoke, and which one is primary.

use super::{ctx::Ctx, state::AppState};
use crate::{
    model::{
        Code, Deed, Failure, Id, Key, Note, Sealed, Sha, Why,
        fields::{self, NAME},
    },
    store::{Accounts, ReadView, Tx, seal},
};

/// What of a key is on record.
const SHOWN: &[&str] = &["name", "prefix", "isPrimary"];

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
pub async fn add(ctx: &Ctx, name: &str, is_primary: bool) -> Result<NewKey, Failure> {
    let (at, draft, recorder) = (ctx.app.clone(), KeyDraft::new(&ctx.app, name)?, ctx.recorder());
    let work = async move {
        let made = at.store.write(move |tx| {
            let made = draft.insert(tx, is_primary)?;
            recorder.note(tx, Note::of(Deed::KeyMade).about(made.key.id, &made.key.name).made(&made.key, SHOWN))?;
            Ok(made)
        });
        let made = made.await?;
        at.keyring.add(&made.key);
        Ok(made)
    };
    ctx.app.run(work).await
}

/// Ends a key at once: the next request with it is refused. The primary one stays: webhooks carry it.
pub async fn revoke(ctx: &Ctx, id: String) -> Result<Key, Failure> {
    let (at, recorder) = (ctx.app.clone(), ctx.recorder());
    let work = async move {
        let ended = at.store.write(move |tx| {
            let key = find(tx, &id)?;
            if key.is_primary {
                return Err(Failure::new(Code::KeyIsPrimary));
            }
            tx.remove_key(key.id)?;
            recorder.note(tx, Note::of(Deed::KeyRevoked).about(key.id, &key.name))?;
            Ok(key)
        });
        let ended = ended.await?;
        at.keyring.remove(ended.id);
        Ok(ended)
    };
    ctx.app.run(work).await
}

pub async fn rename(ctx: &Ctx, id: String, name: &str) -> Result<Key, Failure> {
    let (at, name, recorder) = (ctx.app.clone(), checked_name("name", name)?, ctx.recorder());
    let work = async move {
        let renamed = at.store.write(move |tx| {
            let before = find(tx, &id)?;
            let key = Key { name: name.clone(), ..before.clone() };
            tx.put_key(&key)?;
            recorder.note(tx, Note::of(Deed::KeyChanged).about(key.id, &key.name).changed(&before, &key, SHOWN))?;
            Ok(key)
        });
        let renamed = renamed.await?;
        at.keyring.rename(renamed.id, &renamed.name);
        Ok(renamed)
    };
    ctx.app.run(work).await
}

/// From the next attempt on webhooks carry this one. All keys go on working.
pub async fn make_primary(ctx: &Ctx, id: String) -> Result<Key, Failure> {
    let recorder = ctx.recorder();
    ctx.app
        .store
        .write(move |tx| {
            let chosen = Key { is_primary: true, ..find(tx, &id)? };
            for old in tx.keys()?.into_iter().filter(|key| key.is_primary && key.id != chosen.id) {
                tx.put_key(&Key { is_primary: false, ..old })?;
            }
            tx.put_key(&chosen)?;
            recorder.note(tx, Note::of(Deed::KeyMadePrimary).about(chosen.id, &chosen.name))?;
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
