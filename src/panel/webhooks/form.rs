//! Adding and editing a webhook.

use super::view::frame;
use crate::{
    http::{Answer, Query},
    i18n::{self, pages::words::event},
    model::{Code, EventKind, Failure, Fields, Id, WebhookForm, fields::Given, webhook::AuthStyle},
    ops::{restaurants, webhooks},
    panel::{
        frame::Frame,
        page::{go_to, page, page_with},
        select::SelectOption,
        visit::Visit,
    },
};
use askama::Template;
use hyper::StatusCode;

#[derive(Template)]
#[template(path = "webhook_form.html")]
struct WebhookFormPage {
    frame: Frame,
    /// Nothing for a new one.
    id: Option<String>,
    url: String,
    all_events: bool,
    events: Vec<SelectOption>,
    all_restaurants: bool,
    restaurants: Vec<SelectOption>,
    is_bearer: bool,
    is_active: bool,
    wrong: Option<Wrong>,
}

/// What was not accepted: the field, and a sentence about it.
struct Wrong {
    field: &'static str,
    sentence: String,
}

impl WebhookFormPage {
    fn is_wrong(&self, field: &str) -> bool {
        self.wrong.as_ref().is_some_and(|wrong| wrong.field == field)
    }

    fn error(&self) -> &str {
        self.wrong.as_ref().map_or("", |wrong| &wrong.sentence)
    }
}

/// What somebody typed, or what is stored.
struct Typed {
    url: String,
    all_events: bool,
    events: Vec<String>,
    all_restaurants: bool,
    restaurants: Vec<String>,
    is_bearer: bool,
    is_active: bool,
}

impl Typed {
    fn blank() -> Typed {
        Typed {
            url: String::new(),
            all_events: true,
            events: Vec::new(),
            all_restaurants: true,
            restaurants: Vec::new(),
            is_bearer: true,
            is_active: true,
        }
    }

    fn of_stored(form: &WebhookForm) -> Typed {
        Typed {
            url: form.url.clone(),
            all_events: form.events.is_empty(),
            events: form.events.iter().map(|kind| kind.name().to_owned()).collect(),
            all_restaurants: form.restaurant_ids.is_empty(),
            restaurants: form.restaurant_ids.iter().map(Id::to_string).collect(),
            is_bearer: form.auth_style == AuthStyle::Bearer,
            is_active: form.is_active,
        }
    }

    fn of_form(form: &Query<'_>) -> Result<Typed, Failure> {
        let many = |name: &str| form.many(name).into_iter().map(str::to_owned).collect();
        Ok(Typed {
            url: form.one("url")?.unwrap_or_default().to_owned(),
            all_events: form.one("which_events")? != Some("chosen"),
            events: many("events"),
            all_restaurants: form.one("which_restaurants")? != Some("chosen"),
            restaurants: many("restaurants"),
            is_bearer: form.one("auth")? != Some("bare"),
            is_active: form.one("active")?.is_some(),
        })
    }

    /// Nothing chosen would mean all, which is not what somebody means who chose "only these".
    fn checked(&self, visit: &Visit) -> Result<WebhookForm, Wrong> {
        let t = visit.lang.texts().webhooks_page;
        let wrong = |field, sentence: &str| Err(Wrong { field, sentence: sentence.to_owned() });
        if !self.all_events && self.events.is_empty() {
            return wrong("events", t.choose_event);
        }
        if !self.all_restaurants && self.restaurants.is_empty() {
            return wrong("restaurants", t.choose_restaurant);
        }
        let chosen = |is_all: bool, chosen: &[String]| {
            let chosen = chosen.iter().filter(|_| !is_all);
            Given::List(chosen.map(|one| Given::text(one.clone())).collect())
        };
        let fields = Fields::typed([
            ("url", Given::text(self.url.as_str())),
            ("events", chosen(self.all_events, &self.events)),
            ("restaurantIds", chosen(self.all_restaurants, &self.restaurants)),
            ("authStyle", Given::text(if self.is_bearer { "bearer" } else { "bare" })),
            ("isActive", Given::Bool(self.is_active)),
        ]);
        webhooks::form(&visit.app, &fields).map_err(|failure| wrong_in(visit, &failure))
    }
}

pub async fn show_new(visit: Visit) -> Answer {
    page(&form_page(&visit, None, Typed::blank(), None)?)
}

pub async fn show_edit(visit: Visit) -> Answer {
    let webhook = webhooks::show(&visit.app, &visit.param(0))?;
    page(&form_page(&visit, Some(visit.param(0)), Typed::of_stored(&webhook.form), None)?)
}

pub async fn add(visit: Visit) -> Answer {
    let typed = Typed::of_form(&visit.form()?)?;
    let made = match typed.checked(&visit) {
        Ok(form) => webhooks::add(visit.ctx(), form).await,
        Err(wrong) => return again(&visit, None, typed, wrong),
    };
    match made {
        Ok(webhook) => go_to(&format!("/webhooks/{}?said=saved", webhook.id)),
        Err(failure) if is_about_the_form(&failure) => again(&visit, None, typed, wrong_in(&visit, &failure)),
        Err(failure) => Err(failure),
    }
}

pub async fn change(visit: Visit) -> Answer {
    let (id, typed) = (visit.param(0), Typed::of_form(&visit.form()?)?);
    let changed = match typed.checked(&visit) {
        Ok(form) => webhooks::change(visit.ctx(), id.clone(), form).await,
        Err(wrong) => return again(&visit, Some(id), typed, wrong),
    };
    match changed {
        Ok(webhook) => go_to(&format!("/webhooks/{}?said=saved", webhook.id)),
        Err(failure) if is_about_the_form(&failure) => again(&visit, Some(id), typed, wrong_in(&visit, &failure)),
        Err(failure) => Err(failure),
    }
}

fn again(visit: &Visit, id: Option<String>, typed: Typed, wrong: Wrong) -> Answer {
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &form_page(visit, id, typed, Some(wrong))?)
}

fn is_about_the_form(failure: &Failure) -> bool {
    matches!(failure.code, Code::ValidationFailed | Code::InvalidParameter | Code::RestaurantNotFound)
}

fn wrong_in(visit: &Visit, failure: &Failure) -> Wrong {
    let t = visit.lang.texts().webhooks_page;
    let (field, label) = match failure.field.as_deref() {
        Some(name) if name.starts_with("events") => ("events", t.events_told),
        Some(name) if name.starts_with("restaurantIds") => ("restaurants", t.restaurants),
        _ => ("url", t.address),
    };
    // As the form calls it, not as the API does.
    Wrong { field, sentence: i18n::failure(visit.lang, &failure.clone().field(label)) }
}

fn form_page(
    visit: &Visit,
    id: Option<String>,
    typed: Typed,
    wrong: Option<Wrong>,
) -> Result<WebhookFormPage, Failure> {
    let t = visit.lang.texts().webhooks_page;
    let events = EventKind::EVENTS.iter().map(|(name, kind)| {
        SelectOption::new(*name, event(visit.lang, *kind), typed.events.iter().any(|chosen| chosen == name))
    });
    let mut places: Vec<SelectOption> = Vec::new();
    for shown in restaurants::list(&visit.app)?.iter() {
        let (value, text) = (shown.restaurant.id.to_string(), shown.restaurant.form.name.clone());
        places.push(SelectOption { is_chosen: typed.restaurants.contains(&value), value, text });
    }
    // One that was deleted stays named until somebody takes it out: without it the webhook might be widened to all.
    for value in &typed.restaurants {
        if !places.iter().any(|place| place.value == *value) {
            places.push(SelectOption::new(value.clone(), t.gone_restaurant, true));
        }
    }
    Ok(WebhookFormPage {
        frame: frame(visit, if id.is_some() { t.edit } else { t.add }),
        id,
        url: typed.url,
        all_events: typed.all_events,
        events: events.collect(),
        all_restaurants: typed.all_restaurants,
        restaurants: places,
        is_bearer: typed.is_bearer,
        is_active: typed.is_active,
        wrong,
    })
}
