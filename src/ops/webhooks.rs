//! Webhooks: where events go. Add, change, pause, remove, test.

use super::{Ctx, House, deliveries, restaurants};
use crate::{
    model::{Code, Failure, Fields, Id, Kind, Webhook, WebhookForm, Why, fields::TEXT, webhook::AuthStyle},
    store::{Deliveries, Look},
};
use serde::{Deserialize, Serialize};

const WEBHOOKS: usize = 100;
const RESTAURANTS: usize = 1_000;

pub fn form(house: &House, fields: &Fields<'_>) -> Result<WebhookForm, Failure> {
    let url = fields.stated("url")?.filter(|url| !url.is_empty()).ok_or_else(|| fields.missing("url"))?;
    restaurants::check_url(house, "url", &url)?;
    let events = fields.list("events", Kind::EVENTS.len())?.unwrap_or_default();
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
        events: events.iter().map(|entry| entry.choice(&Kind::EVENTS)).collect::<Result<_, _>>()?,
        restaurant_ids,
        auth_style: fields.choice("authStyle", &AuthStyle::WORDS)?.unwrap_or(AuthStyle::Bearer),
        is_active: fields.boolean("isActive")?.unwrap_or(true),
    })
}

pub fn list(house: &House) -> Result<Vec<Webhook>, Failure> {
    house.store.read()?.webhooks()
}

pub fn show(house: &House, id: &str) -> Result<Webhook, Failure> {
    find(&house.store.read()?, id)
}

pub async fn add(ctx: Ctx, form: WebhookForm) -> Result<Webhook, Failure> {
    ctx.write(move |tx| {
        known_restaurants(tx, &form, &[])?;
        if tx.webhooks()?.len() >= WEBHOOKS {
            return Err(Failure::invalid("url", Why::TooMany(WEBHOOKS)));
        }
        let (id, now) = (tx.next_id(), tx.now);
        let webhook = Webhook { id, form: form.clone(), created_at: now, updated_at: now };
        tx.put_webhook(&webhook)?;
        Ok(webhook)
    })
    .await
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

/// What waited for it becomes `dropped`, and says so. That may be much, so it is done in small jobs after the first;
/// were the program to end in between, the delivery thread finds the rest.
pub async fn remove(ctx: Ctx, id: String) -> Result<(), Failure> {
    let house = ctx.house.clone();
    let lane = ctx
        .write(move |tx| {
            let webhook = find(tx, &id)?;
            tx.remove_webhook(webhook.id)?;
            Ok(webhook.id)
        })
        .await?;
    deliveries::drop_lane(&house, lane).await
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tested {
    pub status_code: u16,
}

/// Sends a test event once; nothing is recorded.
pub async fn test(ctx: Ctx, id: String) -> Result<Tested, Failure> {
    let webhook = show(&ctx.house, &id)?;
    let status_code = deliveries::send_test(&ctx.house, webhook).await?;
    Ok(Tested { status_code })
}

pub fn find(look: &impl Look, id: &str) -> Result<Webhook, Failure> {
    let found = Id::parse(id).map_or(Ok(None), |id| look.webhook(id))?;
    found.ok_or_else(|| Failure::new(Code::WebhookNotFound))
}

/// Restaurants that are named must exist, unless they were named before: one that was deleted since stays named.
fn known_restaurants(look: &impl Look, form: &WebhookForm, before: &[Id]) -> Result<(), Failure> {
    for id in form.restaurant_ids.iter().filter(|id| !before.contains(id)) {
        restaurants::find(look, &id.to_string()).map_err(|failure| failure.field("restaurantIds"))?;
    }
    Ok(())
}

/// After a restaurant is gone: a webhook that is left without any live one is paused, never widened to all.
pub fn pause_without(tx: &mut crate::store::Tx<'_>, restaurant: Id) -> Result<(), Failure> {
    use crate::store::Places;
    for mut webhook in tx.webhooks()? {
        if !webhook.form.is_active || !webhook.form.restaurant_ids.contains(&restaurant) {
            continue;
        }
        let mut is_any_alive = false;
        for id in &webhook.form.restaurant_ids {
            is_any_alive |= tx.restaurant(*id)?.is_some();
        }
        if !is_any_alive {
            webhook.form.is_active = false;
            webhook.updated_at = tx.now;
            tx.put_webhook(&webhook)?;
        }
    }
    Ok(())
}
