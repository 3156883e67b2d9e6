//! What a webhook signs with: make a secret (shown once), make another, end them.

use crate::{
    frame::{Frame, Here},
    page::{go_to, page},
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::Spoken;
use model::{Id, Webhook};
use ops::events::webhooks::{self, EndedSecrets, SecretWish};

#[derive(Template)]
#[template(path = "webhook_secret.html")]
pub struct SecretPage {
    frame: Frame,
    id: Id,
    url: String,
    secret: String,
    /// The one before it still counts.
    is_changeover: bool,
}

impl SecretPage {
    pub fn of(visit: &Visit, webhook: Webhook, secret: String) -> SecretPage {
        SecretPage {
            frame: Frame::of(visit, Here::Webhooks, visit.lang.texts().webhooks_page.secret_shown),
            id: webhook.id,
            is_changeover: webhooks::previous_ends_at(&webhook).is_some(),
            url: webhook.form.url,
            secret,
        }
    }
}

/// Answered with a page and not with a redirect, like a new key.
pub async fn make(visit: Visit) -> Answer {
    let made = webhooks::make_secret(visit.ctx(), visit.param(0), SecretWish::Keep).await?;
    page(&SecretPage::of(&visit, made.webhook, made.secret))
}

pub async fn end(visit: Visit) -> Answer {
    end_secrets(visit, EndedSecrets::All).await
}

pub async fn end_previous(visit: Visit) -> Answer {
    end_secrets(visit, EndedSecrets::Previous).await
}

async fn end_secrets(visit: Visit, which: EndedSecrets) -> Answer {
    let webhook = webhooks::end_secrets(visit.ctx(), visit.param(0), which).await?;
    go_to(&format!("/webhooks/{}?said=saved", webhook.id))
}
