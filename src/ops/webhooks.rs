//! Webhooks: where events go. Add, change, pause, remove, test, and how each fares.

use super::{
    ctx::Ctx,
    deliveries::{self, Resent, Which},
    restaurants,
    state::AppState,
};
use crate::{
    model::{
        Attempt, Code, DeliveryState, EventKind, Failure, Fields, Id, Walk, Webhook, WebhookForm, Why, fields::TEXT,
        webhook::AuthStyle,
    },
    store::{Deliveries, DeliveryFilter, ReadView, Reader, Tx},
};
use serde::{Deserialize, Serialize};

const WEBHOOKS: usize = 100;
const RESTAURANTS: usize = 1_000;
/// Of each state, how many deliveries are looked at to find the latest attempt.
const RECENT: usize = 5;

pub fn form(app: &AppState, fields: &Fields<'_>) -> Result<WebhookForm, Failure> {
    let url = fields.stated("url")?.filter(|url| !url.is_empty()).ok_or_else(|| fields.missing("url"))?;
    restaurants::check_url(app, "url", &url)?;
    let events = fields.list("events", EventKind::EVENTS.len())?.unwrap_or_default();
    let ids = fields.list("restaurantIds", RESTAURANTS)?.unwrap_or_default();
    let restaurant_ids = ids
        .iter()
        .map(|entry| {
            Id::parse(&entry.text(TEXT)?)
                .ok_or_else(|| Failure::new(Code::RestaurantNotFound).field(entry.path.clone()))
        })
        .collect::<Result<_, Failure>>()?;
    Ok(WebhookForm {
        url,
        events: events.iter().map(|entry| entry.choice(&EventKind::EVENTS)).collect::<Result<_, _>>()?,
        restaurant_ids,
        auth_style: fields.choice("authStyle", &AuthStyle::WORDS)?.unwrap_or(AuthStyle::Bearer),
        is_active: fields.boolean("isActive")?.unwrap_or(true),
    })
}

pub fn list(app: &AppState) -> Result<Vec<Webhook>, Failure> {
    app.store.read()?.webhooks()
}

pub fn show(app: &AppState, id: &str) -> Result<Webhook, Failure> {
    find(&app.store.read()?, id)
}

pub async fn add(ctx: Ctx, form: WebhookForm) -> Result<Webhook, Failure> {
    ctx.write(move |tx| insert(tx, &form)).await
}

pub fn insert(tx: &mut Tx<'_>, form: &WebhookForm) -> Result<Webhook, Failure> {
    known_restaurants(tx, form, &[])?;
    if tx.webhooks()?.len() >= WEBHOOKS {
        return Err(Failure::invalid("url", Why::TooMany(WEBHOOKS)));
    }
    let (id, now) = (tx.next_id(), tx.now);
    let form = form.clone();
    let webhook = Webhook { id, form, created_at: now, updated_at: now, has_unseen_failure: false };
    tx.put_webhook(&webhook)?;
    Ok(webhook)
}

/// Replaces all of it. Pausing keeps what it is owed; resuming sends that, in order.
pub async fn change(ctx: Ctx, id: String, form: WebhookForm) -> Result<Webhook, Failure> {
    ctx.write(move |tx| {
        let before = find(tx, &id)?;
        known_restaurants(tx, &form, &before.form.restaurant_ids)?;
        let webhook = Webhook { form: form.clone(), updated_at: tx.now, ..before };
        tx.put_webhook(&webhook)?;
        Ok(webhook)
    })
    .await
}

/// Pauses or resumes one and leaves all else as it is.
pub async fn switch(ctx: Ctx, id: String, is_active: bool) -> Result<Webhook, Failure> {
    ctx.write(move |tx| {
        let mut webhook = find(tx, &id)?;
        webhook.form.is_active = is_active;
        webhook.updated_at = tx.now;
        tx.put_webhook(&webhook)?;
        Ok(webhook)
    })
    .await
}

/// What waited for it becomes `dropped`, and says so. That may be much, so it is done in small jobs after the first;
/// were the program to end in between, the delivery thread finds the rest.
pub async fn remove(ctx: Ctx, id: String) -> Result<(), Failure> {
    let app = ctx.app.clone();
    let lane = ctx
        .write(move |tx| {
            let webhook = find(tx, &id)?;
            tx.remove_webhook(webhook.id)?;
            Ok(webhook.id)
        })
        .await?;
    deliveries::drop_lane(&app, lane).await
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookTest {
    pub status_code: u16,
}

/// Sends a test event once; nothing is recorded.
pub async fn test(ctx: Ctx, id: String) -> Result<WebhookTest, Failure> {
    let attempt = probe(ctx, id).await?;
    Ok(WebhookTest { status_code: deliveries::reached(&attempt)? })
}

/// The same, with everything that came of it; no answer is an outcome too.
pub async fn probe(ctx: Ctx, id: String) -> Result<Attempt, Failure> {
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
pub async fn look_over(app: &AppState) -> Result<Vec<WebhookHealth>, Failure> {
    let all: Vec<WebhookHealth> = {
        let reader = app.store.read()?;
        reader.webhooks()?.into_iter().map(|webhook| health_of(&reader, webhook)).collect::<Result<_, _>>()?
    };
    note_seen(app, all.iter().map(|health| &health.webhook)).await;
    Ok(all)
}

/// One of them, likewise.
pub async fn look_at(app: &AppState, id: &str) -> Result<WebhookHealth, Failure> {
    let health = health(app, id)?;
    note_seen(app, std::iter::once(&health.webhook)).await;
    Ok(health)
}

pub fn health(app: &AppState, id: &str) -> Result<WebhookHealth, Failure> {
    let reader = app.store.read()?;
    let webhook = find(&reader, id)?;
    health_of(&reader, webhook)
}

fn health_of(view: &Reader, webhook: Webhook) -> Result<WebhookHealth, Failure> {
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
pub fn unseen_failures(app: &AppState) -> Result<usize, Failure> {
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
pub async fn resend(ctx: Ctx, id: String, which: Which, dry_run: bool) -> Result<Resent, Failure> {
    let webhook = show(&ctx.app, &id)?.id;
    deliveries::resend_many(ctx, webhook, which, dry_run).await
}

pub fn find(view: &impl ReadView, id: &str) -> Result<Webhook, Failure> {
    let found = Id::parse(id).map_or(Ok(None), |id| view.webhook(id))?;
    found.ok_or_else(|| Failure::new(Code::WebhookNotFound))
}

/// Restaurants that are named must exist, unless they were named before: one that was deleted since stays named.
fn known_restaurants(view: &impl ReadView, form: &WebhookForm, before: &[Id]) -> Result<(), Failure> {
    for id in form.restaurant_ids.iter().filter(|id| !before.contains(id)) {
        restaurants::find(view, &id.to_string()).map_err(|failure| failure.field("restaurantIds"))?;
    }
    Ok(())
}
