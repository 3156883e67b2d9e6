//! `/webhooks`: where events go, and sending again what one missed.

use super::{Ask, Routes, on};
use crate::{
    http::{Answer, delete, get, post, put, reply},
    model::{
        Id, Time, Webhook, Why,
        webhook::{AuthStyle, EventKind},
    },
    ops::{
        AppState, Ctx,
        deliveries::{self, Resent, Which},
        webhooks::{self, Tested},
    },
};
use serde::Serialize;
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Routes {
    vec![
        get("webhooks", on(app, list)),
        post("webhooks", on(app, add)),
        get("webhooks/{webhookId}", on(app, show)),
        put("webhooks/{webhookId}", on(app, change)),
        delete("webhooks/{webhookId}", on(app, remove)),
        post("webhooks/{webhookId}/test", on(app, test)),
        post("webhooks/{webhookId}/resend", on(app, resend)),
    ]
}

async fn list(ask: Ask) -> Answer {
    let all = webhooks::list(&ask.app)?;
    reply::ok(&all.iter().map(WebhookView::of).collect::<Vec<_>>())
}

async fn add(ask: Ask) -> Answer {
    let form = webhooks::form(&ask.app, &ask.fields()?)?;
    let webhook: Webhook = ask.once(|ctx| webhooks::add(ctx, form)).await?;
    reply::ok(&WebhookView::of(&webhook))
}

async fn show(ask: Ask) -> Answer {
    reply::ok(&WebhookView::of(&webhooks::show(&ask.app, ask.call.param(0))?))
}

async fn change(ask: Ask) -> Answer {
    let form = webhooks::form(&ask.app, &ask.fields()?)?;
    reply::ok(&WebhookView::of(&webhooks::change(ask.ctx(), ask.param(0), form).await?))
}

async fn remove(ask: Ask) -> Answer {
    webhooks::remove(ask.ctx(), ask.param(0)).await?;
    reply::done()
}

async fn test(ask: Ask) -> Answer {
    ask.fields()?;
    let id = ask.param(0);
    let tested: Tested = ask.once(|ctx| webhooks::test(ctx, id)).await?;
    reply::ok(&tested)
}

async fn resend(ask: Ask) -> Answer {
    let fields = ask.fields()?;
    let (from, to) = (fields.time("from")?, fields.time("to")?);
    let which = match (fields.boolean("missed")?.unwrap_or(false), from, to) {
        (true, None, None) => Which::Missed,
        (true, _, _) => return Err(fields.invalid("missed", Why::GivenTwice)),
        (false, None, None) => return Err(fields.missing("from")),
        (false, from, to) => Which::Between(from, to),
    };
    let dry_run = fields.boolean("dryRun")?.unwrap_or(false);
    let id = ask.param(0);
    // Found inside: a repetition gets its stored answer, also once the webhook is gone.
    let work = |ctx: Ctx| async move {
        let webhook = webhooks::show(&ctx.app, &id)?.id;
        deliveries::resend_many(ctx, webhook, which, dry_run).await
    };
    let resent: Resent = ask.once(work).await?;
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
