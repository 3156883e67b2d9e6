//! Webhooks: where events go, how each fares, pause, resume, test, remove. `form` adds and edits, `resend` sends again.

mod form;
mod resend;

use super::{
    Visit,
    deliveries::AttemptView,
    frame::{Frame, Here, go_to, page},
    show,
    visit::only,
};
use crate::{
    clock,
    http::{Answer, Route, get, post},
    i18n::{
        Lang,
        pages::{
            webhooks::dropped,
            words::{ago, event},
        },
    },
    model::{Failure, Id, Role, Webhook, webhook::AuthStyle},
    ops::{
        AppState, restaurants, settings,
        webhooks::{self, Fare},
    },
};
use askama::Template;
use jiff::tz::TimeZone;
use std::{collections::HashMap, sync::Arc};

pub fn routes(app: &Arc<AppState>) -> Vec<Route> {
    let mut routes = vec![
        get("webhooks", only(app, Role::Owner, list)),
        get("webhooks/{id}", only(app, Role::Owner, show_one)),
        post("webhooks/{id}/pause", only(app, Role::Owner, pause)),
        post("webhooks/{id}/resume", only(app, Role::Owner, resume)),
        post("webhooks/{id}/test", only(app, Role::Owner, test)),
        get("webhooks/{id}/remove", only(app, Role::Owner, ask_remove)),
        post("webhooks/{id}/remove", only(app, Role::Owner, remove)),
    ];
    routes.extend(form::routes(app));
    routes.extend(resend::routes(app));
    routes
}

#[derive(Template)]
#[template(path = "webhooks.html")]
struct ListPage {
    frame: Frame,
    all: Vec<FareView>,
}

#[derive(Template)]
#[template(path = "webhook.html")]
struct OnePage {
    frame: Frame,
    one: FareView,
    is_bearer: bool,
    events: Vec<&'static str>,
    restaurants: Vec<String>,
    tested: Option<AttemptView>,
    again: resend::Again,
}

#[derive(Template)]
#[template(path = "webhook_remove.html")]
struct RemovePage {
    frame: Frame,
    one: FareView,
    cost: String,
}

/// A webhook as a row shows it.
struct FareView {
    id: Id,
    url: String,
    is_active: bool,
    state: &'static str,
    /// The class of the state's badge.
    tone: &'static str,
    waiting: u64,
    failed: u64,
    last: Option<AttemptView>,
    last_age: String,
}

impl FareView {
    fn of(fare: &Fare, lang: Lang, zone: &TimeZone) -> FareView {
        let t = lang.texts().webhooks_page;
        let form = &fare.webhook.form;
        let (state, tone) = match &fare.last {
            _ if !form.is_active => (t.paused, "warn"),
            Some(last) if last.is_success() => (t.works, "good"),
            Some(_) => (t.failing, "bad"),
            None => (t.untried, ""),
        };
        let last_age =
            fare.last.as_ref().map(|last| ago(lang, &show::age(lang, last.at, clock::now()))).unwrap_or_default();
        FareView {
            id: fare.webhook.id,
            url: form.url.clone(),
            is_active: form.is_active,
            state,
            tone,
            waiting: fare.waiting,
            failed: fare.failed,
            last: fare.last.as_ref().map(|last| AttemptView::of(last, lang, zone)),
            last_age,
        }
    }
}

async fn list(visit: Visit) -> Answer {
    let fares = webhooks::fares(&visit.app)?;
    look_at(&visit, fares.iter().map(|fare| &fare.webhook)).await;
    let zone = settings::zone(&visit.app)?;
    let all = fares.iter().map(|fare| FareView::of(fare, visit.lang, &zone)).collect();
    page(&ListPage { frame: frame(&visit, visit.lang.texts().webhooks_page.title), all })
}

async fn show_one(visit: Visit) -> Answer {
    let fare = webhooks::fare(&visit.app, &visit.param(0))?;
    look_at(&visit, std::iter::once(&fare.webhook)).await;
    page(&one_page(&visit, &fare, None, resend::Again::default())?)
}

/// Where that cannot be written down, the warning stays, which is no reason to show nothing.
async fn look_at(visit: &Visit, webhooks: impl Iterator<Item = &Webhook>) {
    if let Err(failure) = webhooks::look_at(&visit.app, webhooks).await {
        tracing::warn!("that somebody looked at the webhooks was not stored: {failure}");
    }
}

fn one_page(visit: &Visit, fare: &Fare, tested: Option<AttemptView>, again: resend::Again) -> Result<OnePage, Failure> {
    let t = visit.lang.texts().webhooks_page;
    let zone = settings::zone(&visit.app)?;
    let form = &fare.webhook.form;
    let names = restaurant_names(&visit.app)?;
    let name = |id: &Id| names.get(id).cloned().unwrap_or_else(|| t.gone_restaurant.to_owned());
    Ok(OnePage {
        frame: frame(visit, &form.url),
        one: FareView::of(fare, visit.lang, &zone),
        is_bearer: form.auth_style == AuthStyle::Bearer,
        events: form.events.iter().map(|kind| event(visit.lang, *kind)).collect(),
        restaurants: form.restaurant_ids.iter().map(name).collect(),
        tested,
        again: resend::Again { zone: zone.iana_name().unwrap_or("UTC").to_owned(), ..again },
    })
}

async fn pause(visit: Visit) -> Answer {
    switch(visit, false).await
}

async fn resume(visit: Visit) -> Answer {
    switch(visit, true).await
}

async fn switch(visit: Visit, is_active: bool) -> Answer {
    let webhook = webhooks::switch(visit.ctx(), visit.param(0), is_active).await?;
    go_to(&format!("/webhooks/{}?said=saved", webhook.id))
}

/// What came back is shown at once and kept nowhere, so this one form is answered with a page.
async fn test(visit: Visit) -> Answer {
    let attempt = webhooks::probe(visit.ctx(), visit.param(0)).await?;
    let zone = settings::zone(&visit.app)?;
    let tested = AttemptView::of(&attempt, visit.lang, &zone);
    let fare = webhooks::fare(&visit.app, &visit.param(0))?;
    page(&one_page(&visit, &fare, Some(tested), resend::Again::default())?)
}

async fn ask_remove(visit: Visit) -> Answer {
    let fare = webhooks::fare(&visit.app, &visit.param(0))?;
    let zone = settings::zone(&visit.app)?;
    page(&RemovePage {
        frame: frame(&visit, visit.lang.texts().webhooks_page.remove_ask),
        cost: dropped(visit.lang, fare.waiting),
        one: FareView::of(&fare, visit.lang, &zone),
    })
}

async fn remove(visit: Visit) -> Answer {
    webhooks::remove(visit.ctx(), visit.param(0)).await?;
    go_to("/webhooks?said=removed")
}

fn frame(visit: &Visit, title: &str) -> Frame {
    Frame::of(visit, Here::Webhooks, title)
}

fn restaurant_names(app: &AppState) -> Result<HashMap<Id, String>, Failure> {
    let all = restaurants::list(app)?;
    Ok(all.into_iter().map(|shown| (shown.restaurant.id, shown.restaurant.form.name)).collect())
}
