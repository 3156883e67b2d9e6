//! `/webhooks`: where events go, and sending again what one missed.

use super::request::ApiRequest;
use crate::http::{Answer, reply};
use crate::model::webhook::AuthStyle;
use crate::model::{Code, EventKind, Failure, Id, Key, Provider, Time, Webhook, Why, bilingual};
use crate::ops::events::deliveries::{Resent, Which};
use crate::ops::events::webhooks::{self, EndedSecrets, NewSecret, SecretWish, WebhookTest, WebhookWarning};
use crate::ops::keys;
use serde::Serialize;

bilingual! {
    MISSED_OR_PERIOD: "Nelerin yeniden gönderileceğini tek bir biçimde söyleyin: ulaşmayanların tümü için missed: true, bir \
             dönem için from, to ya da ikisi."
        / "Say in one way what is to be sent again: missed: true for all that did not arrive, or from, to or both for a \
             period.",
}

pub async fn list(request: ApiRequest) -> Answer {
    let (all, keys) = (webhooks::list(&request.app)?, keys::list(&request.app)?);
    reply::ok(&all.iter().map(|webhook| WebhookView::of(webhook, &keys)).collect::<Vec<_>>())
}

pub async fn add(request: ApiRequest) -> Answer {
    let draft = webhooks::draft(&request.app, &request.fields()?)?;
    // Before anything is changed, here and below: what was done is answered in any case.
    let keys = keys::list(&request.app)?;
    let webhook: Webhook = request.once(|ctx| webhooks::add(ctx, draft)).await?;
    reply::ok(&WebhookView::of(&webhook, &keys))
}

pub async fn show(request: ApiRequest) -> Answer {
    let keys = keys::list(&request.app)?;
    reply::ok(&WebhookView::of(&webhooks::show(&request.app, request.call.param(0))?, &keys))
}

pub async fn change(request: ApiRequest) -> Answer {
    let draft = webhooks::draft(&request.app, &request.fields()?)?;
    let keys = keys::list(&request.app)?;
    reply::ok(&WebhookView::of(&webhooks::change(request.ctx(), request.param(0), draft).await?, &keys))
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
        (true, _, _) => return Err(fields.invalid("missed", Why::Plain(MISSED_OR_PERIOD))),
        (false, None, None) => return Err(Failure::new(Code::ValidationFailed).why(Why::Plain(MISSED_OR_PERIOD))),
        (false, from, to) => Which::Between(from, to),
    };
    let dry_run = fields.boolean("dryRun")?.unwrap_or(false);
    let id = request.param(0);
    let resent: Resent = request.once(|ctx| webhooks::resend(ctx, id, which, dry_run)).await?;
    reply::ok(&resent)
}

/// Also one that the caller gives in `secret`. The answer is the only one that ever shows it.
pub async fn make_secret(request: ApiRequest) -> Answer {
    let (id, given) = (request.param(0), SecretWish::read(&request.fields()?)?);
    let keys = keys::list(&request.app)?;
    let made: NewSecret = request.once(|ctx| webhooks::make_secret(ctx, id, given)).await?;
    reply::ok(&NewSecretView { webhook: WebhookView::of(&made.webhook, &keys), secret: &made.secret })
}

pub async fn end_secrets(request: ApiRequest) -> Answer {
    webhooks::end_secrets(request.ctx(), request.param(0), EndedSecrets::All).await?;
    reply::done()
}

pub async fn end_previous_secret(request: ApiRequest) -> Answer {
    webhooks::end_secrets(request.ctx(), request.param(0), EndedSecrets::Previous).await?;
    reply::done()
}

#[derive(Serialize)]
struct NewSecretView<'a> {
    #[serde(flatten)]
    webhook: WebhookView<'a>,
    secret: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WebhookView<'a> {
    id: Id,
    url: &'a str,
    events: &'a [EventKind],
    restaurant_ids: &'a [Id],
    providers: &'a [Provider],
    auth_style: AuthStyle,
    /// Null for the account's primary key.
    key_id: Option<Id>,
    is_active: bool,
    is_signed: bool,
    /// While its receiver changes over from one secret to the next.
    previous_secret_ends_at: Option<Time>,
    warnings: Vec<WebhookWarning>,
    created_at: Time,
    updated_at: Time,
}

impl WebhookView<'_> {
    fn of<'a>(webhook: &'a Webhook, keys: &[Key]) -> WebhookView<'a> {
        let form = &webhook.form;
        WebhookView {
            id: webhook.id,
            url: &form.url,
            events: &form.events,
            restaurant_ids: &form.restaurant_ids,
            providers: &form.providers,
            auth_style: form.auth_style,
            key_id: form.key_id,
            is_active: form.is_active,
            is_signed: !webhook.secrets.is_empty(),
            previous_secret_ends_at: webhooks::previous_ends_at(webhook),
            warnings: webhooks::warnings(webhook, keys),
            created_at: webhook.created_at,
            updated_at: webhook.updated_at,
        }
    }
}
