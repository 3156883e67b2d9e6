//! Webhooks: where events go, how each fares, pause, resume, test, remove. `form` adds and edits, `authorities` vouch for targets, `resend` sends again, `secret` signs,
//! `view` is one webhook as pages show it.

pub mod authorities;
pub mod form;
pub mod resend;
pub mod secret;
mod view;

use super::{
    deliveries::AttemptView,
    frame::{Frame, Here},
    keys::view::{KeyView, offer},
    page::{go_to, page},
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{Spoken, pages::webhooks::dropped};
use ops::{care::settings, events::webhooks};
use view::{ResendPeriod, WebhookHealthView, one_page};

#[derive(Template)]
#[template(path = "webhooks.html")]
struct WebhooksPage {
    frame: Frame,
    all: Vec<WebhookHealthView>,
    /// That they carry a key with which more can be done.
    offers: Option<KeyView>,
}

#[derive(Template)]
#[template(path = "webhook_remove.html")]
struct RemovePage {
    frame: Frame,
    one: WebhookHealthView,
    cost: String,
}

pub async fn list(visit: Visit) -> Answer {
    let all = webhooks::look_over(&visit.app).await?;
    let zone = settings::zone(&visit.app)?;
    let all = all.iter().map(|health| WebhookHealthView::of(health, visit.lang, &zone)).collect();
    let frame = Frame::of(&visit, Here::Webhooks, visit.lang.texts().webhooks_page.title);
    page(&WebhooksPage { frame, all, offers: offer(&visit)? })
}

pub async fn show_one(visit: Visit) -> Answer {
    let health = webhooks::look_at(&visit.app, &visit.param(0)).await?;
    page(&one_page(&visit, &health, None, ResendPeriod::default())?)
}

/// Resumes or pauses it.
pub async fn switch(visit: Visit, is_active: bool) -> Answer {
    let webhook = webhooks::switch(visit.ctx(), visit.param(0), is_active).await?;
    go_to(&format!("/webhooks/{}?said=saved", webhook.id))
}

/// What came back is shown at once and kept nowhere, so this one form is answered with a page.
pub async fn test(visit: Visit) -> Answer {
    let attempt = webhooks::probe(visit.ctx(), visit.param(0)).await?;
    let zone = settings::zone(&visit.app)?;
    let tested = AttemptView::of(&attempt, visit.lang, &zone);
    let health = webhooks::health(&visit.app, &visit.param(0))?;
    page(&one_page(&visit, &health, Some(tested), ResendPeriod::default())?)
}

pub async fn ask_remove(visit: Visit) -> Answer {
    let health = webhooks::health(&visit.app, &visit.param(0))?;
    let zone = settings::zone(&visit.app)?;
    page(&RemovePage {
        frame: Frame::of(&visit, Here::Webhooks, visit.lang.texts().webhooks_page.remove_ask),
        cost: dropped(visit.lang, health.waiting),
        one: WebhookHealthView::of(&health, visit.lang, &zone),
    })
}

pub async fn remove(visit: Visit) -> Answer {
    webhooks::remove(visit.ctx(), visit.param(0)).await?;
    go_to("/webhooks?said=removed")
}
