//! One webhook as pages show it: how it fares, and its own page.

use super::super::{
    deliveries::AttemptView,
    frame::{Frame, Here},
    keys::view::{KeyView, KeyViews},
    show,
    visit::Visit,
};
use askama::Template;
use i18n::{Lang, Spoken, pages::words::event};
use jiff::tz::TimeZone;
use model::{Failure, Id, Key, webhook::AuthStyle};
use ops::{
    care::settings,
    events::webhooks::{self, WebhookHealth},
    keys,
    places::restaurants,
};
use platforms::facts;
use std::collections::HashMap;

#[derive(Template)]
#[template(path = "webhook.html")]
pub struct WebhookPage {
    frame: Frame,
    one: WebhookHealthView,
    is_bearer: bool,
    /// The key that it carries; nothing if that cannot be told.
    key: Option<KeyView>,
    is_signed: bool,
    previous_ends: Option<String>,
    events: Vec<&'static str>,
    restaurants: Vec<String>,
    platforms: Vec<&'static str>,
    tested: Option<AttemptView>,
    again: ResendPeriod,
}

/// What was typed for a period, and what was wrong with it.
#[derive(Default)]
pub struct ResendPeriod {
    pub from: String,
    pub to: String,
    pub zone: String,
    pub error: Option<&'static str>,
}

/// A webhook as a row shows it.
pub struct WebhookHealthView {
    pub id: Id,
    pub url: String,
    pub is_active: bool,
    pub state: &'static str,
    /// The class of the state's badge.
    pub tone: &'static str,
    pub waiting: u64,
    pub failed: u64,
    pub last: Option<AttemptView>,
    pub last_age: String,
    /// Its key goes out for everybody to read.
    pub is_in_clear: bool,
}

impl WebhookHealthView {
    pub fn of(health: &WebhookHealth, lang: Lang, zone: &TimeZone) -> WebhookHealthView {
        let t = lang.texts().webhooks_page;
        let form = &health.webhook.form;
        let (state, tone) = match &health.last {
            _ if !form.is_active => (t.paused, "warn"),
            Some(last) if last.is_success() => (t.works, "good"),
            Some(_) => (t.failing, "bad"),
            None => (t.untried, ""),
        };
        WebhookHealthView {
            id: health.webhook.id,
            url: form.url.clone(),
            is_active: form.is_active,
            state,
            tone,
            waiting: health.waiting,
            failed: health.failed,
            last: health.last.as_ref().map(|last| AttemptView::of(last, lang, zone)),
            last_age: health.last.as_ref().map(|last| show::ago(lang, last.at, clock::now())).unwrap_or_default(),
            is_in_clear: webhooks::is_in_clear(&health.webhook),
        }
    }
}

pub fn one_page(
    visit: &Visit,
    health: &WebhookHealth,
    tested: Option<AttemptView>,
    again: ResendPeriod,
) -> Result<WebhookPage, Failure> {
    let t = visit.lang.texts().webhooks_page;
    let zone = settings::zone(&visit.app)?;
    let form = &health.webhook.form;
    let names: HashMap<Id, String> = restaurants::names(&visit.app)?.into_iter().collect();
    let name = |id: &Id| names.get(id).cloned().unwrap_or_else(|| t.gone_restaurant.to_owned());
    let views = KeyViews::read(visit)?;
    let is_carried = |key: &&Key| form.key_id.map_or(key.is_primary, |id| key.id == id);
    let key = keys::list(&visit.app)?.iter().find(is_carried).map(|key| views.view(key));
    let previous = webhooks::previous_ends_at(&health.webhook);
    Ok(WebhookPage {
        key,
        is_signed: !health.webhook.secrets.is_empty(),
        previous_ends: previous.map(|end| show::time(visit.lang, end, &zone)),
        frame: Frame::of(visit, Here::Webhooks, form.url.clone()),
        one: WebhookHealthView::of(health, visit.lang, &zone),
        is_bearer: form.auth_style == AuthStyle::Bearer,
        events: form.events.iter().map(|kind| event(visit.lang, *kind)).collect(),
        restaurants: form.restaurant_ids.iter().map(name).collect(),
        platforms: form.providers.iter().map(|provider| facts(*provider).short_name_in(visit.lang)).collect(),
        tested,
        again: ResendPeriod { zone: zone.iana_name().unwrap_or("UTC").to_owned(), ..again },
    })
}
