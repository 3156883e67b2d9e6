//! Webhooks: where events go. Add, change, pause, remove, test, and how each fares; `secrets` is what they sign with.

mod secrets;

use crate::events::deliveries::{self, Resent, Which};
use crate::keys::{self, KeyDraft, KeyForm, NewKey};
use crate::{AppState, Ctx, Recorder, care::settings, integrations, places::restaurants};
use model::fields::{Element, TEXT};
use model::limits::{WEBHOOK_RESTAURANTS, WEBHOOKS};
use model::{
    Access, Attempt, Code, Deed, DeliveryState, EventKind, Failure, Fields, Id, Key, Note, Provider, RecordKind,
    Result, Scope, Walk, Webhook, WebhookForm, Why, bilingual, webhook::AuthStyle,
};
use serde::{Deserialize, Serialize};
use store::{Accounts, Deliveries, DeliveryFilter, ReadView, Reader, Sealer, Tx};

pub use secrets::{EndedSecrets, NewSecret, SecretWish, end_secrets, make_secret, previous_ends_at};

/// What of a webhook is on record. Its path may hold a secret, so of an address that is the host alone.
const SHOWN: &[&str] = &["events", "restaurantIds", "providers", "authStyle", "isActive", "keyId"];
/// Of each state, how many deliveries are looked at to find the latest attempt.
const RECENT: usize = 5;

bilingual! {
    IN_CLEAR: "Bu adres yerel ağın dışında ve http:// ile başlıyor: anahtarınız yolda okunabilir. https:// ile başlayan bir \
             adres girin; bu kural panelde, Ayarlar sayfasında seçilmiş."
        / "This address is outside the local network and begins with http://, so others could read your key on the way. \
             Give one that begins with https://; this rule was chosen on the Settings page of the panel.",
    CARRIES_MORE: "Bu webhook, sizinkinden fazlasını yapabilen bir anahtar taşır; keyId ile başka bir anahtar seçin."
        / "This webhook carries a key that may do more than yours; choose another one with keyId.",
}

/// What a caller wrote, checked.
#[derive(Clone)]
pub struct WebhookDraft {
    pub form: WebhookForm,
    secret: SecretWish,
    /// An update leaves the platforms as they are: clients that are older than this field would widen the webhook otherwise.
    keeps_providers: bool,
}

impl WebhookDraft {
    /// One that hears of everything at this address.
    pub fn to(url: String) -> WebhookDraft {
        WebhookDraft { form: WebhookForm::to(url), secret: SecretWish::Keep, keeps_providers: false }
    }

    /// Signed with a new secret, which is shown this once.
    pub fn signed(self) -> Result<(WebhookDraft, String)> {
        let (secret, text) = SecretWish::make()?;
        Ok((WebhookDraft { secret, ..self }, text))
    }
}

pub fn draft(app: &AppState, fields: &Fields<'_>) -> Result<WebhookDraft> {
    let url = fields.stated("url")?.filter(|url| !url.is_empty()).ok_or_else(|| fields.missing("url"))?;
    restaurants::check_url(app, "url", &url)?;
    if net::is_in_clear_outside(&url) && settings::show(app)?.refuse_plain_http {
        return Err(Failure::invalid("url", Why::Plain(IN_CLEAR)));
    }
    let key_id = match fields.text("keyId", TEXT)? {
        None => None,
        Some(id) => Some(Id::parse(&id).ok_or_else(|| Failure::new(Code::KeyNotFound).field("keyId"))?),
    };
    let events = fields.list("events", EventKind::EVENTS.len())?.unwrap_or_default();
    let ids = fields.list("restaurantIds", WEBHOOK_RESTAURANTS)?.unwrap_or_default();
    let restaurant_id = |entry: &Element<'_>| {
        let unknown = || Failure::new(Code::RestaurantNotFound).field(entry.path.clone());
        Id::parse(&entry.text(TEXT)?).ok_or_else(unknown)
    };
    let restaurant_ids = ids.iter().map(restaurant_id).collect::<Result<_>>()?;
    let keys = fields.list("providers", Provider::ALL.len())?.unwrap_or_default();
    let provider = |entry: &Element<'_>| {
        integrations::known(&entry.text(TEXT)?).map_err(|failure| failure.field(entry.path.clone()))
    };
    let form = WebhookForm {
        url,
        events: events.iter().map(|entry| entry.choice(&EventKind::EVENTS)).collect::<Result<_, _>>()?,
        restaurant_ids,
        providers: keys.iter().map(provider).collect::<Result<_>>()?,
        auth_style: fields.choice("authStyle", &AuthStyle::WORDS)?.unwrap_or(AuthStyle::Bearer),
        is_active: fields.boolean("isActive")?.unwrap_or(true),
        key_id,
    };
    Ok(WebhookDraft { form, secret: SecretWish::read(fields)?, keeps_providers: !fields.has("providers") })
}

/// What its owner should know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookWarning {
    /// Its key goes over the internet for everybody on the way to read.
    PlainHttp,
    /// What its receiver can do here with the key that it is sent.
    KeyMayDoEverything,
    /// Everything of the one restaurant that it is for.
    KeyMayManageRestaurant,
    KeyMayMoveOrders,
    KeyMayRead,
}

/// `keys` are all that there are.
pub fn warnings(webhook: &Webhook, keys: &[Key]) -> Vec<WebhookWarning> {
    let is_carried = |key: &&Key| webhook.form.key_id.map_or(key.is_primary, |id| key.id == id);
    let carried = keys.iter().find(is_carried).filter(|key| !keys::has_ended(key));
    let power = carried.and_then(|key| match key.scope {
        Scope::All if key.restaurant_id.is_some() => Some(WebhookWarning::KeyMayManageRestaurant),
        Scope::All => Some(WebhookWarning::KeyMayDoEverything),
        Scope::Orders => Some(WebhookWarning::KeyMayMoveOrders),
        Scope::Read => Some(WebhookWarning::KeyMayRead),
        Scope::Webhooks => None,
    });
    is_in_clear(webhook).then_some(WebhookWarning::PlainHttp).into_iter().chain(power).collect()
}

/// Its key goes out for everybody on the way to read.
pub fn is_in_clear(webhook: &Webhook) -> bool {
    net::is_in_clear_outside(&webhook.form.url)
}

pub fn list(app: &AppState) -> Result<Vec<Webhook>> {
    app.store.read()?.webhooks()
}

pub fn show(app: &AppState, id: &str) -> Result<Webhook> {
    find(&app.store.read()?, id)
}

pub async fn add(ctx: Ctx, draft: WebhookDraft) -> Result<Webhook> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    ctx.write_with_room(move |tx, recorder| insert_on_record(tx, recorder, &sealer, access, &draft)).await
}

fn insert_on_record(
    tx: &mut Tx<'_>,
    recorder: &Recorder,
    sealer: &Sealer,
    access: Access,
    draft: &WebhookDraft,
) -> Result<Webhook> {
    let webhook = insert(tx, sealer, access, draft)?;
    let note = Note::of(Deed::WebhookAdded).about(webhook.id, webhook.form.host()).made(&webhook.form, SHOWN);
    recorder.note(tx, if webhook.secrets.is_empty() { note } else { note.touched("secret") })?;
    Ok(webhook)
}

/// Adds or changes a webhook with a new key that it alone carries and that opens nothing here.
pub async fn save_with_own_key(
    ctx: Ctx,
    id: Option<String>,
    draft: WebhookDraft,
    name: &str,
) -> Result<(Webhook, NewKey)> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    let key = KeyForm { scope: Some(Scope::Webhooks), ..KeyForm::named(name)? };
    let key = KeyDraft::new(&ctx.app, key)?;
    let job = move |tx: &mut Tx<'_>, recorder: &Recorder| {
        let made = key.add(tx, access, recorder)?;
        let mut draft = draft.clone();
        draft.form.key_id = Some(made.key.id);
        let webhook = match &id {
            None => insert_on_record(tx, recorder, &sealer, access, &draft)?,
            Some(id) => replace(tx, recorder, &sealer, access, id, &draft)?,
        };
        Ok((webhook, made))
    };
    keys::write(ctx, job, |keyring, (_, made)| keyring.add(&made.key)).await
}

pub fn insert(tx: &mut Tx<'_>, sealer: &Sealer, access: Access, draft: &WebhookDraft) -> Result<Webhook> {
    may_carry(tx, &draft.form, access)?;
    known_restaurants(tx, &draft.form, &[])?;
    if tx.webhooks()?.len() >= WEBHOOKS {
        return Err(Failure::invalid("url", Why::NoMore(RecordKind::Webhook, WEBHOOKS)));
    }
    let (id, now) = (tx.next_id(), tx.now);
    let (form, secrets) = (draft.form.clone(), Vec::new());
    let mut webhook = Webhook { id, form, created_at: now, updated_at: now, has_unseen_failure: false, secrets };
    draft.secret.apply(sealer, &mut webhook, now)?;
    tx.put_webhook(&webhook)?;
    Ok(webhook)
}

/// Replaces all of it but its secret, and the platforms where they are left out. Pausing keeps what it is owed; resuming sends
/// that, in order.
pub async fn change(ctx: Ctx, id: String, draft: WebhookDraft) -> Result<Webhook> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    ctx.write_with_room(move |tx, recorder| replace(tx, recorder, &sealer, access, &id, &draft)).await
}

fn replace(
    tx: &mut Tx<'_>,
    recorder: &Recorder,
    sealer: &Sealer,
    access: Access,
    id: &str,
    draft: &WebhookDraft,
) -> Result<Webhook> {
    let before = find(tx, id)?;
    if (&draft.form.url, draft.form.key_id) != (&before.form.url, before.form.key_id) {
        may_carry(tx, &draft.form, access)?;
    }
    known_restaurants(tx, &draft.form, &before.form.restaurant_ids)?;
    let mut webhook = Webhook { form: draft.form.clone(), updated_at: tx.now, ..before.clone() };
    if draft.keeps_providers {
        webhook.form.providers.clone_from(&before.form.providers);
    }
    draft.secret.apply(sealer, &mut webhook, tx.now)?;
    tx.put_webhook(&webhook)?;
    let note = Note::of(Deed::WebhookChanged).about(webhook.id, webhook.form.host());
    let note = note.changed(&before.form, &webhook.form, SHOWN);
    recorder.note(tx, if webhook.secrets == before.secrets { note } else { note.touched("secret") })?;
    Ok(webhook)
}

/// Pauses or resumes one and leaves all else as it is.
pub async fn switch(ctx: Ctx, id: String, is_active: bool) -> Result<Webhook> {
    let (sealer, access) = (ctx.app.store.sealer().clone(), ctx.access);
    ctx.write_on_record(move |tx, recorder| {
        let form = WebhookForm { is_active, ..find(tx, &id)?.form };
        let draft = WebhookDraft { form, secret: SecretWish::Keep, keeps_providers: true };
        replace(tx, recorder, &sealer, access, &id, &draft)
    })
    .await
}

/// What waited for it becomes `dropped`, and says so. That may be much, so it is done in small jobs after the first;
/// were the program to end in between, the delivery thread finds the rest.
pub async fn remove(ctx: Ctx, id: String) -> Result<()> {
    let removed = ctx.write_on_record(move |tx, recorder| {
        let webhook = find(tx, &id)?;
        tx.remove_webhook(webhook.id)?;
        recorder.note(tx, Note::of(Deed::WebhookRemoved).about(webhook.id, webhook.form.host()))?;
        Ok(webhook.id)
    });
    deliveries::drop_lane(&ctx.app, removed.await?).await
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookTest {
    pub status_code: u16,
}

/// Sends a test event once; nothing is recorded.
pub async fn test(ctx: Ctx, id: String) -> Result<WebhookTest> {
    let attempt = probe(ctx, id).await?;
    Ok(WebhookTest { status_code: deliveries::reached(&attempt)? })
}

/// Sends a test event once and returns everything that came of it; no answer is an outcome too.
pub async fn probe(ctx: Ctx, id: String) -> Result<Attempt> {
    let webhook = show(&ctx.app, &id)?;
    deliveries::send_test(&ctx.app, webhook).await
}

/// A webhook with how it fares.
pub struct WebhookHealth {
    pub webhook: Webhook,
    pub waiting: u64,
    pub failed: u64,
    /// The latest attempt at the address that it has now.
    pub last: Option<Attempt>,
}

/// All of them, for an owner to look at: what has failed until now is known.
pub async fn look_over(app: &AppState) -> Result<Vec<WebhookHealth>> {
    let all: Vec<WebhookHealth> = {
        let reader = app.store.read()?;
        reader.webhooks()?.into_iter().map(|webhook| health_of(&reader, webhook)).collect::<Result<_, _>>()?
    };
    note_seen(app, all.iter().map(|health| &health.webhook)).await;
    Ok(all)
}

/// One of them, likewise.
pub async fn look_at(app: &AppState, id: &str) -> Result<WebhookHealth> {
    let health = health(app, id)?;
    note_seen(app, std::iter::once(&health.webhook)).await;
    Ok(health)
}

pub fn health(app: &AppState, id: &str) -> Result<WebhookHealth> {
    let reader = app.store.read()?;
    let webhook = find(&reader, id)?;
    health_of(&reader, webhook)
}

fn health_of(view: &Reader, webhook: Webhook) -> Result<WebhookHealth> {
    let mut last: Option<Attempt> = None;
    // The newest of all may not have been tried yet where many wait.
    for state in [None, Some(DeliveryState::Failed), Some(DeliveryState::Delivered)] {
        let filter = DeliveryFilter { lane: Some(webhook.id), state, ..Default::default() };
        let recent = view.list_deliveries(&filter, &Walk::newest(RECENT))?.items;
        let attempts = recent.into_iter().flat_map(|delivery| delivery.attempts).chain(last);
        last = attempts.filter(|attempt| attempt.url == webhook.form.url).max_by_key(|attempt| attempt.at);
    }
    let count = |state| view.delivery_count(webhook.id, state);
    Ok(WebhookHealth { waiting: count(DeliveryState::Pending)?, failed: count(DeliveryState::Failed)?, webhook, last })
}

/// How many have failed again and again, which no owner has seen yet. Every page asks, so it reads next to nothing.
pub fn unseen_failures(app: &AppState) -> Result<usize> {
    let reader = app.store.read()?;
    let mut count = 0;
    for webhook in reader.webhooks()?.iter().filter(|webhook| webhook.has_unseen_failure) {
        // What was sent again meanwhile, and arrived, is no news.
        let is_left = |state| Ok::<_, Failure>(reader.delivery_count(webhook.id, state)? > 0);
        count += usize::from(is_left(DeliveryState::Failed)? || is_left(DeliveryState::Pending)?);
    }
    Ok(count)
}

/// Where that cannot be written down, the warning stays, which is no reason to show nothing.
async fn note_seen(app: &AppState, webhooks: impl Iterator<Item = &Webhook>) {
    let ids: Vec<Id> = webhooks.filter(|webhook| webhook.has_unseen_failure).map(|webhook| webhook.id).collect();
    if ids.is_empty() {
        return;
    }
    let seen = app.store.write(move |tx| {
        for id in &ids {
            if let Some(webhook) = tx.webhook(*id)? {
                tx.put_webhook(&Webhook { has_unseen_failure: false, ..webhook })?;
            }
        }
        Ok(())
    });
    if let Err(failure) = seen.await {
        tracing::warn!("that somebody looked at the webhooks was not stored: {failure}");
    }
}

/// Sends again what it missed, or what was made in a period; a dry run only counts.
pub async fn resend(ctx: Ctx, id: String, which: Which, dry_run: bool) -> Result<Resent> {
    let webhook = show(&ctx.app, &id)?.id;
    deliveries::resend_many(ctx, webhook, which, dry_run).await
}

pub fn find(view: &impl ReadView, id: &str) -> Result<Webhook> {
    let found = Id::parse(id).map_or(Ok(None), |id| view.webhook(id))?;
    found.ok_or_else(|| Failure::new(Code::WebhookNotFound))
}

/// The key that it carries exists, and is one that the chooser of the address could hand on: the receiver learns it.
fn may_carry(view: &impl ReadView, form: &WebhookForm, chooser: Access) -> Result<()> {
    let carried = match form.key_id {
        None => view.keys()?.into_iter().find(|key| key.is_primary),
        Some(id) => Some(keys::find(view, &id.to_string()).map_err(|failure| failure.field("keyId"))?),
    };
    match carried {
        Some(key) if key.scope != Scope::Webhooks && !chooser.covers(key.access()) => {
            Err(Failure::new(Code::Forbidden).why(Why::Plain(CARRIES_MORE)))
        }
        _ => Ok(()),
    }
}

/// Restaurants that are named must exist, unless they were named before: one that was deleted since stays named.
fn known_restaurants(view: &impl ReadView, form: &WebhookForm, before: &[Id]) -> Result<()> {
    for id in form.restaurant_ids.iter().filter(|id| !before.contains(id)) {
        restaurants::find(view, Access::FULL, &id.to_string()).map_err(|failure| failure.field("restaurantIds"))?;
    }
    Ok(())
}
