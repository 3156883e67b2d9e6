//! Adding and editing a webhook.

use crate::{
    field::is_about_form,
    frame::{Frame, Here},
    keys::{
        MadePage,
        view::{KeyView, KeyViews},
    },
    page::{go_to, page, refused},
    select::SelectOption,
    visit::Visit,
    webhooks::secret::SecretPage,
};
use askama::Template;
use http::{Answer, Query};
use i18n::{self, Spoken, pages::webhooks::own_key, pages::words::event};
use model::{
    Access, Code, EventKind, Failure, Fields, Id, Key, Provider, Scope, WebhookForm, fields::Given, url,
    webhook::AuthStyle,
};
use ops::{
    events::webhooks::{self, WebhookDraft},
    keys,
    places::restaurants,
};
use platforms::facts;

#[derive(Template)]
#[template(path = "webhook_form.html")]
struct WebhookFormPage {
    frame: Frame,
    /// Nothing for a new one.
    id: Option<String>,
    typed: Typed,
    events: Vec<SelectOption>,
    restaurants: Vec<SelectOption>,
    platforms: Vec<SelectOption>,
    primary: Option<KeyView>,
    /// Others that it may carry: those for webhooks, and the one that it carries now.
    keys: Vec<KeyView>,
    wrong: Option<Wrong>,
}

/// Which key a webhook carries, as the form has it.
#[derive(PartialEq)]
enum CarriedKey {
    Primary,
    /// A new one, of its own.
    New,
    Other(String),
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

    fn carries(&self, key: &KeyView) -> bool {
        self.typed.carried == CarriedKey::Other(key.id.to_string())
    }

    fn error(&self) -> &str {
        self.wrong.as_ref().map_or("", |wrong| &wrong.sentence)
    }
}

/// What was typed, or what is stored.
struct Typed {
    url: String,
    all_events: bool,
    events: Vec<String>,
    all_restaurants: bool,
    restaurants: Vec<String>,
    all_platforms: bool,
    platforms: Vec<String>,
    is_bearer: bool,
    /// A new one is signed from its first event on. Later its own page begins and ends that.
    is_signed: bool,
    /// The key that goes with what is sent.
    carried: CarriedKey,
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
            all_platforms: true,
            platforms: Vec::new(),
            is_bearer: true,
            is_signed: false,
            carried: CarriedKey::New,
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
            all_platforms: form.providers.is_empty(),
            platforms: form.providers.iter().map(Provider::to_string).collect(),
            is_bearer: form.auth_style == AuthStyle::Bearer,
            is_signed: false,
            carried: form.key_id.map_or(CarriedKey::Primary, |id| CarriedKey::Other(id.to_string())),
            is_active: form.is_active,
        }
    }

    fn of_form(form: &Query<'_>, is_new: bool) -> Result<Typed, Failure> {
        let many = |name: &str| form.many(name).into_iter().map(str::to_owned).collect();
        Ok(Typed {
            url: form.one("url")?.unwrap_or_default().to_owned(),
            all_events: form.one("which_events")? != Some("chosen"),
            events: many("events"),
            all_restaurants: form.one("which_restaurants")? != Some("chosen"),
            restaurants: many("restaurants"),
            all_platforms: form.one("which_platforms")? != Some("chosen"),
            platforms: many("platforms"),
            is_bearer: form.one("auth")? != Some("bare"),
            is_signed: form.one("sign")?.is_some(),
            carried: match form.one("key")? {
                // What is left out opens nothing.
                None if is_new => CarriedKey::New,
                None | Some("primary") => CarriedKey::Primary,
                Some("new") => CarriedKey::New,
                Some(id) => CarriedKey::Other(id.to_owned()),
            },
            is_active: form.one("active")?.is_some(),
        })
    }

    /// Nothing chosen would mean all, which is not what "only these" means.
    fn checked(&self, visit: &Visit) -> Result<WebhookDraft, Wrong> {
        let t = visit.lang.texts().webhooks_page;
        let wrong = |field, sentence: &str| Err(Wrong { field, sentence: sentence.to_owned() });
        if !self.all_events && self.events.is_empty() {
            return wrong("events", t.choose_event);
        }
        if !self.all_restaurants && self.restaurants.is_empty() {
            return wrong("restaurants", t.choose_restaurant);
        }
        if !self.all_platforms && self.platforms.is_empty() {
            return wrong("platforms", t.choose_platform);
        }
        let chosen = |is_all: bool, chosen: &[String]| {
            let chosen = chosen.iter().filter(|_| !is_all);
            Given::List(chosen.map(|one| Given::text(one.clone())).collect())
        };
        let fields = Fields::typed([
            ("url", Given::text(self.url.as_str())),
            ("events", chosen(self.all_events, &self.events)),
            ("restaurantIds", chosen(self.all_restaurants, &self.restaurants)),
            ("providers", chosen(self.all_platforms, &self.platforms)),
            ("authStyle", Given::text(if self.is_bearer { "bearer" } else { "bare" })),
            ("isActive", Given::Bool(self.is_active)),
            (
                "keyId",
                match &self.carried {
                    CarriedKey::Other(id) => Given::text(id.as_str()),
                    CarriedKey::Primary | CarriedKey::New => Given::Nothing,
                },
            ),
        ]);
        webhooks::draft(&visit.app, &fields).map_err(|failure| wrong_in(visit, &failure))
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
    save(visit, None).await
}

pub async fn change(visit: Visit) -> Answer {
    let id = visit.param(0);
    save(visit, Some(id)).await
}

async fn save(visit: Visit, id: Option<String>) -> Answer {
    let typed = Typed::of_form(visit.form(), id.is_none())?;
    let draft = match typed.checked(&visit) {
        Ok(draft) => draft,
        Err(wrong) => return again(&visit, id, typed, wrong),
    };
    let (draft, secret) = match typed.is_signed && id.is_none() {
        true => draft.signed().map(|(draft, secret)| (draft, Some(secret)))?,
        false => (draft, None),
    };
    let saved = match (&typed.carried, id.clone()) {
        (CarriedKey::New, id) => {
            let host = url::split(&draft.form.url).map(|parts| parts.host().to_owned()).unwrap_or_default();
            let name = own_key(visit.lang, &host);
            webhooks::save_with_own_key(visit.ctx(), id, draft, &name).await.map(|(webhook, key)| (webhook, Some(key)))
        }
        (_, None) => webhooks::add(visit.ctx(), draft).await.map(|webhook| (webhook, None)),
        (_, Some(id)) => webhooks::change(visit.ctx(), id, draft).await.map(|webhook| (webhook, None)),
    };
    match saved {
        Ok((webhook, key)) => {
            let next = format!("/webhooks/{}?said=saved", webhook.id);
            match (key, secret) {
                (Some(key), secret) => page(&MadePage::of(&visit, key, next)?.signing(secret)),
                (None, Some(secret)) => page(&SecretPage::of(&visit, webhook, secret)),
                (None, None) => go_to(&next),
            }
        }
        Err(failure) if is_about_typed(&failure) => again(&visit, id, typed, wrong_in(&visit, &failure)),
        Err(failure) => Err(failure),
    }
}

fn again(visit: &Visit, id: Option<String>, typed: Typed, wrong: Wrong) -> Answer {
    refused(&form_page(visit, id, typed, Some(wrong))?)
}

fn is_about_typed(failure: &Failure) -> bool {
    is_about_form(failure)
        || matches!(failure.code, Code::RestaurantNotFound | Code::ProviderNotFound | Code::KeyNotFound)
}

fn wrong_in(visit: &Visit, failure: &Failure) -> Wrong {
    let t = visit.lang.texts().webhooks_page;
    let (field, label) = match failure.field.as_deref() {
        Some(name) if name.starts_with("events") => ("events", t.events_told),
        Some(name) if name.starts_with("restaurantIds") => ("restaurants", t.restaurants),
        Some(name) if name.starts_with("providers") => ("platforms", t.platforms),
        Some("keyId") => ("key", t.key_carried),
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
    for shown in restaurants::list(&visit.app, Access::FULL)?.iter() {
        let (value, text) = (shown.restaurant.id.to_string(), shown.restaurant.form.name.clone());
        places.push(SelectOption { is_chosen: typed.restaurants.contains(&value), value, text });
    }
    // One that was deleted stays named until it is taken out: without it the webhook might be widened to all.
    for value in &typed.restaurants {
        if !places.iter().any(|place| place.value == *value) {
            places.push(SelectOption::new(value.clone(), t.gone_restaurant, true));
        }
    }
    let platforms = Provider::ALL.iter().map(|provider| {
        let (value, text) = (provider.to_string(), facts(*provider).short_name_in(visit.lang));
        SelectOption::new(value.clone(), text, typed.platforms.contains(&value))
    });
    let views = KeyViews::read(visit)?;
    let all = keys::list(&visit.app)?;
    let is_offered = |key: &&Key| {
        !key.is_primary && (key.scope == Scope::Webhooks || typed.carried == CarriedKey::Other(key.id.to_string()))
    };
    Ok(WebhookFormPage {
        primary: all.iter().find(|key| key.is_primary).map(|key| views.view(key)),
        keys: all.iter().filter(is_offered).map(|key| views.view(key)).collect(),
        frame: Frame::of(visit, Here::Webhooks, if id.is_some() { t.edit } else { t.add }),
        id,
        events: events.collect(),
        restaurants: places,
        platforms: platforms.collect(),
        typed,
        wrong,
    })
}
