//! `/webhooks`: where events go, and sending again what one missed.

use super::request::ApiRequest;
use crate::{
    http::{Answer, reply},
    model::{
        Id, Time, Webhook, Why,
        webhook::{AuthStyle, EventKind},
    },
    ops::{
        deliveries::{Resent, Which},
        webhooks::{self, WebhookTest},
    },
};
use serde::Serialize;

pub async fn list(request: ApiRequest) -> Answer {
    let all = webhooks::list(&request.app)?;
    reply::ok(&all.iter().map(WebhookView::of).collect::<Vec<_>>())
}

pub async fn add(request: ApiRequest) -> Answer {
    let form = webhooks::form(&request.app, &request.fields()?)?;
    let webhook: Webhook = request.once(|ctx| webhooks::add(ctx, form)).await?;
    reply::ok(&WebhookView::of(&webhook))
}

pub async fn show(request: ApiRequest) -> Answer {
    reply::ok(&WebhookView::of(&webhooks::show(&request.app, request.call.param(0))?))
}

pub async fn change(request: ApiRequest) -> Answer {
    let form = webhooks::form(&request.app, &request.fields()?)?;
    reply::ok(&WebhookView::of(&webhooks::change(request.ctx(), request.param(0), form).await?))
}

pub async fn remove(request: ApiRequest) -> Answer {
    webhooks::remove(request.ctx(), request.param(0)).await?;
    reply::done()
}

pub async fn test(request: ApiRequest) -> Answer {
    request.fields()?;
    let id = request.param(0);
    let tested: WebhookTest = request.once(|ctx| webhooks::test(ctx, id)).await?;
    reply::ok(&tested)
}

pub async fn resend(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let (from, to) = (fields.time("from")?, fields.time("to")?);
    let which = match (fields.boolean("missed")?.unwrap_or(false), from, to) {
        (true, None, None) => Which::Missed,
        (true, _, _) => return Err(fields.invalid("missed", Why::GivenTwice)),
        (false, None, None) => return Err(fields.missing("from")),
        (false, from, to) => Which::Between(from, to),
    };
    let dry_run = fields.boolean("dryRun")?.unwrap_or(false);
    let id = request.param(0);
    let resent: Resent = request.once(|ctx| webhooks::resend(ctx, id, which, dry_run)).await?;
    reply::ok(&resent)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WebhookView<'a> {
    id: Id,
    url: &'a str,
    events: &'a [EventKind],
    restaurant_ids: &'a [Id],
    auth_style: AuthStyle,
    is_active: bool,
    created_at: Time,
    updated_at: Time,
}

impl WebhookView<'_> {
    fn of(webhook: &Webhook) -> WebhookView<'_> {
        let form = &webhook.form;
        WebhookView {
            id: webhook.id,
            url: &form.url,
            events: &form.events,
            restaurant_ids: &form.restaurant_ids,
            auth_style: form.auth_style,
            is_active: form.is_active,
            created_at: webhook.created_at,
            updated_at: webhook.updated_at,
        }
    }
}
