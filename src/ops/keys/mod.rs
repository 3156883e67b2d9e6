//! API keys: make, list, change, revoke, and which one is primary.

pub mod keyring;

use crate::places::{checked_name, restaurants};
use crate::{AppState, Ctx, Recorder, care::settings};
use keyring::Keyring;
use model::fields::{NAME, TEXT};
use model::{
    Access, Code, Day, Deed, Failure, Fields, Id, Key, Note, RecordKind, Result, Scope, Sealed, Sha, Time, Webhook,
    Why, bilingual, limits::KEYS,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Accounts, Deliveries, ReadView, Tx, seal};

/// What of a key is on record.
const SHOWN: &[&str] = &["name", "prefix", "isPrimary", "scope", "restaurantId", "endsAt"];

bilingual! {
    ALREADY_OVER: "Bitiş zamanı gelecekte olmalıdır. Anahtarı hemen kapatmak için iptal edin."
        / "The end must be in the future. To end the key at once, revoke it.",
    SEEN: "Bu anahtar daha önce gösterildi ve bir daha gösterilmez. Elinizde yoksa yeni bir anahtar oluşturun."
        / "This key was shown before, and is never shown again. If you do not have it, make a new one.",
    NOT_MORE: "Bir anahtar, kendisinden fazlasını yapabilen bir anahtar oluşturamaz ve değiştiremez."
        / "A key can neither make nor change one that may do more than itself.",
}

/// A key and, this once, its clear text.
#[derive(Serialize, Deserialize)]
pub struct NewKey {
    pub key: Key,
    pub secret: String,
}

/// What a caller wrote about a key; what was left out stays as it is.
#[derive(Clone, Default)]
pub struct KeyForm {
    pub name: Option<String>,
    pub scope: Option<Scope>,
    /// `Some(None)`: for all restaurants.
    pub restaurant: Option<Option<String>>,
    /// `Some(None)`: for good.
    pub ends_at: Option<Option<Time>>,
    pub is_primary: Option<bool>,
}

impl KeyForm {
    pub fn read(fields: &Fields<'_>) -> Result<KeyForm> {
        let name = fields.has("name").then(|| fields.required_text("name", NAME)).transpose()?;
        Ok(KeyForm {
            name,
            scope: fields.choice("scope", &Scope::WORDS)?,
            restaurant: fields.has("restaurantId").then(|| fields.text("restaurantId", TEXT)).transpose()?,
            ends_at: fields.has("endsAt").then(|| fields.time("endsAt")).transpose()?,
            is_primary: fields.boolean("isPrimary")?,
        })
    }

    /// One that may do everything.
    pub fn named(name: &str) -> Result<KeyForm> {
        Ok(KeyForm { name: Some(checked_name("name", name)?), ..KeyForm::default() })
    }

    fn apply(&self, tx: &Tx<'_>, key: &mut Key) -> Result<()> {
        if let Some(name) = &self.name {
            key.name.clone_from(name);
        }
        key.scope = self.scope.unwrap_or(key.scope);
        if let Some(restaurant) = &self.restaurant {
            let found = restaurant.as_deref().map(|id| restaurants::find(tx, Access::FULL, id));
            let found = found.transpose().map_err(|failure| failure.field("restaurantId"))?;
            key.restaurant_id = found.map(|restaurant| restaurant.id);
        }
        if let Some(ends_at) = self.ends_at {
            if ends_at.is_some_and(|end| end <= tx.now && key.ends_at != ends_at) {
                return Err(Failure::invalid("endsAt", Why::Plain(ALREADY_OVER)));
            }
            key.is_over &= key.ends_at == ends_at;
            key.ends_at = ends_at;
        }
        Ok(())
    }
}

/// What is known of a key before the writer gives it an id.
pub struct KeyDraft {
    form: KeyForm,
    secret: String,
    sealed: Sealed,
    is_unseen: bool,
}

impl KeyDraft {
    pub fn new(app: &AppState, form: KeyForm) -> Result<KeyDraft> {
        if form.name.is_none() {
            return Err(Failure::invalid("name", Why::Missing));
        }
        let secret = format!("gsn_{}", seal::random_text::<32>()?);
        let sealed = app.store.sealer().seal("key", secret.as_bytes())?;
        Ok(KeyDraft { form, secret, sealed, is_unseen: false })
    }

    /// Its maker is not shown it now: `reveal` does that when it is wanted.
    pub fn unseen(self, is_unseen: bool) -> KeyDraft {
        KeyDraft { is_unseen, ..self }
    }

    /// Puts it on record too.
    pub fn add(&self, tx: &mut Tx<'_>, maker: Access, recorder: &Recorder) -> Result<NewKey> {
        let made = self.insert(tx, maker)?;
        let note = Note::of(Deed::KeyMade).about(made.key.id, &made.key.name);
        recorder.note(tx, note.made(&made.key, SHOWN))?;
        Ok(made)
    }

    pub fn insert(&self, tx: &mut Tx<'_>, maker: Access) -> Result<NewKey> {
        let keys = tx.keys()?;
        if keys.len() >= KEYS {
            return Err(Failure::invalid("name", Why::NoMore(RecordKind::Key, KEYS)));
        }
        let mut key = Key {
            id: tx.next_id(),
            name: String::new(),
            prefix: self.secret.chars().take(8).collect(),
            hash: Sha::of(self.secret.as_bytes()),
            secret: self.sealed.clone(),
            // The first key is primary, asked or not: webhooks must have one to carry.
            is_primary: self.form.is_primary.unwrap_or(false) || keys.is_empty(),
            scope: Scope::All,
            restaurant_id: None,
            ends_at: None,
            is_over: false,
            created_at: tx.now,
            last_used_at: None,
            last_used_from: None,
            is_unseen: self.is_unseen,
        };
        self.form.apply(tx, &mut key)?;
        handed_on(maker, &key)?;
        put(tx, &key)?;
        Ok(NewKey { key, secret: self.secret.clone() })
    }
}

/// Makes a key that works at once.
pub async fn add(ctx: Ctx, form: KeyForm) -> Result<NewKey> {
    ctx.app.store.has_room()?;
    let (draft, access) = (KeyDraft::new(&ctx.app, form)?, ctx.access);
    write(ctx, move |tx, recorder| draft.add(tx, access, recorder), |keyring, made| keyring.add(&made.key)).await
}

/// Writes a change of keys, and then `tell`s the keyring of it. It goes on when the client hangs up: what the store says and
/// what the keyring lets in must not part.
pub(crate) async fn write<T: Serialize + Send + 'static>(
    ctx: Ctx,
    job: impl FnMut(&mut Tx<'_>, &Recorder) -> Result<T> + Send + 'static,
    tell: impl FnOnce(&Keyring, &T) + Send + 'static,
) -> Result<T> {
    let app = ctx.app.clone();
    let work = async move {
        let _one_after_the_other = ctx.app.keyring.changes.lock().await;
        let written = ctx.write_on_record(job).await?;
        tell(&ctx.app.keyring, &written);
        Ok(written)
    };
    app.run(work).await
}

/// Changes what is named and leaves all else. From the next attempt on webhooks carry one that is made primary.
pub async fn change(ctx: Ctx, id: String, form: KeyForm) -> Result<Key> {
    let (app, access) = (ctx.app.clone(), ctx.access);
    let job = move |tx: &mut Tx<'_>, recorder: &Recorder| {
        let before = find(tx, &id)?;
        let mut key = before.clone();
        form.apply(tx, &mut key)?;
        if key.access() != before.access() {
            handed_on(access, &key)?;
        }
        key.is_primary = match form.is_primary {
            // Another one has to be made primary instead: webhooks must have one to carry.
            Some(false) if before.is_primary => return Err(Failure::new(Code::KeyIsPrimary)),
            is_primary => is_primary.unwrap_or(before.is_primary),
        };
        put(tx, &key)?;
        let deed = if key.is_primary && !before.is_primary { Deed::KeyMadePrimary } else { Deed::KeyChanged };
        recorder.note(tx, Note::of(deed).about(key.id, &key.name).changed(&before, &key, SHOWN))?;
        Ok(key)
    };
    write(ctx, job, Keyring::change).await.map(|key| with_use(&app, key))
}

/// Shows a key that was never seen. It has been seen then, and is never shown again.
pub async fn reveal(ctx: Ctx, id: String) -> Result<NewKey> {
    let sealer = ctx.app.store.sealer().clone();
    ctx.write_on_record(move |tx, recorder| {
        let key = find(tx, &id)?;
        if !key.is_unseen {
            return Err(Failure::new(Code::ValidationFailed).why(Why::Plain(SEEN)));
        }
        let (secret, key) = (sealer.unseal_text("key", &key.secret)?, Key { is_unseen: false, ..key });
        put(tx, &key)?;
        recorder.note(tx, Note::of(Deed::KeyShown).about(key.id, &key.name))?;
        Ok(NewKey { key, secret })
    })
    .await
}

/// What becomes of webhooks that carry a key which is revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carriers {
    /// They keep it from being revoked.
    Refuse,
    /// They carry the primary one instead.
    Move,
}

/// Ends a key at once: the next request with it is refused. The primary one stays: webhooks carry it.
pub async fn revoke(ctx: Ctx, id: String, carriers: Carriers) -> Result<Key> {
    let job = move |tx: &mut Tx<'_>, recorder: &Recorder| {
        let key = find(tx, &id)?;
        if key.is_primary {
            return Err(Failure::new(Code::KeyIsPrimary));
        }
        let carrying = carrying(tx, key.id)?;
        if carriers == Carriers::Refuse && !carrying.is_empty() {
            let ids: Vec<Id> = carrying.iter().map(|webhook| webhook.id).collect();
            return Err(Failure::new(Code::KeyInUse).details(json!({ "webhookIds": ids })));
        }
        for mut webhook in carrying {
            let before = webhook.form.clone();
            webhook.form.key_id = None;
            webhook.updated_at = tx.now;
            tx.put_webhook(&webhook)?;
            let note = Note::of(Deed::WebhookChanged).about(webhook.id, webhook.form.host());
            recorder.note(tx, note.changed(&before, &webhook.form, &["keyId"]))?;
        }
        tx.remove_key(key.id)?;
        recorder.note(tx, Note::of(Deed::KeyRevoked).about(key.id, &key.name))?;
        Ok(key)
    };
    write(ctx, job, |keyring, ended| keyring.remove(ended.id)).await
}

/// With what is known of their use by now; the store hears of that only now and then.
pub fn list(app: &AppState) -> Result<Vec<Key>> {
    Ok(app.store.read()?.keys()?.into_iter().map(|key| with_use(app, key)).collect())
}

pub fn show(app: &AppState, id: &str) -> Result<Key> {
    Ok(with_use(app, find(&app.store.read()?, id)?))
}

/// A key with the webhooks that carry it and no other.
pub fn show_with_carriers(app: &AppState, id: &str) -> Result<(Key, Vec<Webhook>)> {
    let reader = app.store.read()?;
    let key = find(&reader, id)?;
    let carrying = carrying(&reader, key.id)?;
    Ok((with_use(app, key), carrying))
}

/// The key that webhooks carry which have none of their own, and how many those are.
pub fn primary(app: &AppState) -> Result<(Option<Key>, usize)> {
    let reader = app.store.read()?;
    let key = reader.keys()?.into_iter().find(|key| key.is_primary);
    Ok((key, reader.webhooks()?.iter().filter(|webhook| webhook.form.key_id.is_none()).count()))
}

/// An id that is no UUID is simply unknown.
pub fn find(view: &impl ReadView, id: &str) -> Result<Key> {
    let found = view.keys()?.into_iter().find(|key| Id::parse(id) == Some(key.id));
    found.ok_or_else(|| Failure::new(Code::KeyNotFound))
}

/// Writes down when keys were last used; called now and then. A crash may lose an hour of it, which nothing but lists of keys
/// goes by: when a key ends is known without it.
pub async fn remember_use(app: &AppState) -> Result<()> {
    if app.store.has_room().is_err() {
        // It is known here, and can wait.
        return Ok(());
    }
    let used = app.keyring.used();
    if used.is_empty() {
        return Ok(());
    }
    let remembered = app.store.write_unhurried(move |tx| {
        for mut key in tx.keys()? {
            if let Some((_, last)) = used.iter().find(|(id, _)| *id == key.id) {
                key.last_used_at = Some(last.at);
                key.last_used_from.clone_from(&last.from);
                tx.put_key(&key)?;
            }
        }
        Ok(())
    });
    remembered.await
}

/// Writes down which keys have ended, so that they have ended whatever the clock says later.
pub async fn remember_ended(app: &AppState) -> Result<()> {
    if !app.keyring.has_newly_ended(clock::now()) {
        return Ok(());
    }
    let _one_after_the_other = app.keyring.changes.lock().await;
    let ended = app.store.write(|tx| {
        let mut ended = tx.keys()?;
        ended.retain(|key| !key.is_over && key.access().has_ended(tx.now));
        for key in &mut ended {
            key.is_over = true;
            tx.put_key(key)?;
        }
        Ok(ended)
    });
    ended.await?.iter().for_each(|key| app.keyring.change(key));
    Ok(())
}

/// When a key ends that is good until the end of a day, in the account's own time.
pub fn end_of_day(app: &AppState, day: &str) -> Result<Time> {
    let day = Day::parse(day).ok_or_else(|| Failure::invalid("endsAt", Why::NotADay))?;
    Ok(day.plus(1).starts_in(&settings::zone(app)?))
}

/// Whether it lets no caller in any more.
pub fn has_ended(key: &Key) -> bool {
    key.access().has_ended(clock::now())
}

/// No key is given more than its maker has.
fn handed_on(maker: Access, key: &Key) -> Result<()> {
    if maker.covers(key.access()) { Ok(()) } else { Err(Failure::new(Code::Forbidden).why(Why::Plain(NOT_MORE))) }
}

/// Stores it; where it is primary, no other is.
fn put(tx: &mut Tx<'_>, key: &Key) -> Result<()> {
    if key.is_primary {
        for old in tx.keys()?.into_iter().filter(|old| old.is_primary && old.id != key.id) {
            tx.put_key(&Key { is_primary: false, ..old })?;
        }
    }
    tx.put_key(key)
}

fn carrying(view: &impl ReadView, key: Id) -> Result<Vec<Webhook>> {
    let mut all = view.webhooks()?;
    all.retain(|webhook| webhook.form.key_id == Some(key));
    Ok(all)
}

fn with_use(app: &AppState, mut key: Key) -> Key {
    if let Some(last) = app.keyring.last_use(key.id) {
        (key.last_used_at, key.last_used_from) = (Some(last.at), last.from);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;

    #[tokio::test]
    async fn a_key_that_has_ended_has_ended_whatever_the_clock_says_later() {
        let (app, _data) = an_empty_app();
        let made = add(Ctx::system(app.clone()), KeyForm::named("kasa").unwrap()).await.unwrap();
        let ended = Key { ends_at: Some(clock::now()), ..made.key };
        let stored = ended.clone();
        app.store.write(move |tx| tx.put_key(&stored)).await.unwrap();
        app.keyring.change(&ended);
        let known = || find(&app.store.read().unwrap(), &ended.id.to_string()).unwrap();
        assert!(!known().access().has_ended(Time(0)));
        remember_ended(&app).await.unwrap();
        assert!(known().access().has_ended(Time(0)) && known().ends_at == ended.ends_at);
        assert!(!app.keyring.has_newly_ended(clock::now()));
        // Another end is a new beginning.
        let later = KeyForm { ends_at: Some(None), ..KeyForm::default() };
        let changed = change(Ctx::system(app.clone()), ended.id.to_string(), later).await.unwrap();
        assert!(!has_ended(&changed) && !changed.is_over);
    }
}
