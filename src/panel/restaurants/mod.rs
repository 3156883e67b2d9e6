//! Restaurants: the list with their businesses, one restaurant with its platforms, and removing one.
//!
//! `form` adds and edits, `packages` keeps service plans, `businesses` is what restaurants belong to. Owners only.

mod businesses;
mod form;
mod packages;

use super::{
    Visit,
    confirm::{ConfirmPage, is_typed},
    frame::{Frame, Here, go_to, page},
    integrations::{Card, cards, marks},
    visit::only,
};
use crate::{
    clock,
    http::{Answer, Route, get, post},
    i18n::{Lang, pages::restaurants as words},
    model::{Failure, Id, Restaurant, Role, Status, Walk, time},
    ops::{
        AppState,
        businesses::{self as all_businesses},
        orders::{self, OrderFilter, Picked},
        restaurants::{self, Shown},
        settings, webhooks,
    },
    platforms,
};
use askama::Template;
pub use form::yes_no;
use jiff::tz::TimeZone;
use packages::Plan;
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Vec<Route> {
    let mut routes = vec![
        get("restaurants", only(app, Role::Owner, list)),
        get("restaurants/{id}", only(app, Role::Owner, show)),
        get("restaurants/{id}/delete", only(app, Role::Owner, ask_remove)),
        post("restaurants/{id}/delete", only(app, Role::Owner, remove)),
    ];
    routes.extend(form::routes(app));
    routes.extend(packages::routes(app));
    routes.extend(businesses::routes(app));
    routes
}

/// The pages above this one: address and name.
pub type Crumbs = Vec<(String, String)>;

pub fn crumbs(visit: &Visit) -> Crumbs {
    vec![("/restaurants".to_owned(), visit.lang.texts().restaurants_page.title.to_owned())]
}

pub fn crumbs_of(visit: &Visit, restaurant: &Restaurant) -> Crumbs {
    let mut crumbs = crumbs(visit);
    crumbs.push((path_of(restaurant.id), restaurant.form.name.clone()));
    crumbs
}

pub fn path_of(restaurant: Id) -> String {
    format!("/restaurants/{restaurant}")
}

/// Where the restaurant's clocks hang.
pub fn zone_of(app: &AppState, restaurant: &Restaurant) -> Result<TimeZone, Failure> {
    let own = restaurant.form.understood().timezone;
    let name = own.map_or_else(|| Ok::<_, Failure>(settings::show(app)?.timezone), Ok)?;
    Ok(time::zone(&name).unwrap_or(TimeZone::UTC))
}

#[derive(Template)]
#[template(path = "restaurants.html")]
struct ListPage {
    frame: Frame,
    sections: Vec<Section>,
}

/// A business with its restaurants; those without one have no heading of their own while nobody has a business.
struct Section {
    business: Option<(String, String)>,
    places: Vec<Place>,
}

struct Place {
    path: String,
    name: String,
    address: Option<String>,
    marks: Vec<Card>,
    has_ended: bool,
}

async fn list(visit: Visit) -> Answer {
    let (app, now) = (&visit.app, clock::now());
    let all = restaurants::list(app)?;
    let place = |shown: &Shown| -> Result<Place, Failure> {
        let restaurant = &shown.restaurant;
        Ok(Place {
            path: path_of(restaurant.id),
            name: restaurant.form.name.clone(),
            address: restaurant.form.address.clone(),
            marks: marks(&visit, shown)?,
            has_ended: packages::has_ended(&restaurant.packages, now),
        })
    };
    let of = |business: Option<Id>| -> Result<Vec<Place>, Failure> {
        all.iter().filter(|shown| shown.restaurant.business_id == business).map(place).collect()
    };
    let mut sections = Vec::new();
    for shown in all_businesses::list(app)? {
        let business = (businesses::path_of(shown.business.id), shown.business.form.name.clone());
        sections.push(Section { business: Some(business), places: of(Some(shown.business.id))? });
    }
    let alone = of(None)?;
    if !alone.is_empty() {
        sections.push(Section { business: None, places: alone });
    }
    let frame = Frame::of(&visit, Here::Restaurants, visit.lang.texts().restaurants_page.title);
    page(&ListPage { frame, sections })
}

#[derive(Template)]
#[template(path = "restaurant.html")]
struct ShowPage {
    frame: Frame,
    crumbs: Crumbs,
    path: String,
    id: String,
    facts: Vec<(&'static str, String)>,
    cards: Vec<Card>,
    plans: Vec<Plan>,
    has_ended: bool,
}

async fn show(visit: Visit) -> Answer {
    let (app, now) = (&visit.app, clock::now());
    let shown = restaurants::show(app, &visit.param(0))?;
    let (restaurant, zone) = (&shown.restaurant, zone_of(app, &shown.restaurant)?);
    page(&ShowPage {
        frame: Frame::of(&visit, Here::Restaurants, restaurant.form.name.clone()),
        crumbs: crumbs(&visit),
        path: path_of(restaurant.id),
        id: restaurant.id.to_string(),
        facts: facts(&visit, &shown)?,
        cards: cards(&visit, &shown)?,
        plans: packages::plans(visit.lang, &restaurant.packages, &zone, now),
        has_ended: packages::has_ended(&restaurant.packages, now),
    })
}

/// What is known of it, as people read it.
fn facts(visit: &Visit, shown: &Shown) -> Result<Vec<(&'static str, String)>, Failure> {
    let (t, lang, account) = (&visit.lang.texts().restaurants_page, visit.lang, settings::show(&visit.app)?);
    let form = &shown.restaurant.form;
    let understood = form.understood();
    let business = match shown.restaurant.business_id {
        Some(id) => all_businesses::show(&visit.app, &id.to_string())?.business.form.name,
        None => t.no_business.to_owned(),
    };
    let given = |text: &Option<String>| text.clone().unwrap_or_else(|| t.not_given.to_owned());
    let mut facts = vec![(t.business, business), (t.address, given(&form.address))];
    if let Some(description) = &form.description {
        facts.push((t.description, description.clone()));
    }
    if let (Some(lat), Some(lon)) = (form.lat, form.lon) {
        facts.extend([(t.lat, lat.to_string()), (t.lon, lon.to_string())]);
    }
    facts.push((t.timezone, understood.timezone.unwrap_or(account.timezone)));
    facts.push((t.currency, understood.currency.unwrap_or(account.currency).as_str().to_owned()));
    let accepts = if understood.auto_accept == Some(true) { t.accepts } else { t.accepts_not };
    facts.push((t.auto_accept, accepts.to_owned()));
    if let Some(minutes) = understood.preparation_minutes {
        facts.push((t.minutes, words::minutes(lang, minutes)));
    }
    if let Some(url) = &form.payment_matching_url {
        facts.push((t.matching, url.clone()));
    }
    Ok(facts)
}

async fn ask_remove(visit: Visit) -> Answer {
    let shown = restaurants::show(&visit.app, &visit.param(0))?;
    removal(&visit, &shown)?.ask()
}

async fn remove(visit: Visit) -> Answer {
    let shown = restaurants::show(&visit.app, &visit.param(0))?;
    if !is_typed(&visit, &shown.restaurant.form.name)? {
        return removal(&visit, &shown)?.ask_again();
    }
    restaurants::remove(visit.ctx(), visit.param(0)).await?;
    go_to("/restaurants?said=removed")
}

fn removal(visit: &Visit, shown: &Shown) -> Result<ConfirmPage, Failure> {
    let (t, restaurant) = (&visit.lang.texts().restaurants_page, &shown.restaurant);
    let title = t.remove_title.to_owned();
    let mut page = ConfirmPage::new(visit, Here::Restaurants, title, t.remove, path_of(restaurant.id));
    page.follows = vec![words::is_deleted(visit.lang, &restaurant.form.name)];
    page.follows.extend(what_goes(visit, std::slice::from_ref(shown))?);
    page.typed = Some(restaurant.form.name.clone());
    Ok(page)
}

/// Spells out what goes with restaurants that are removed, what is paused, and what stays.
pub fn what_goes(visit: &Visit, gone: &[Shown]) -> Result<Vec<String>, Failure> {
    let (t, lang) = (&visit.lang.texts().restaurants_page, visit.lang);
    let mut said = Vec::new();
    let tell = |names: Vec<String>, some: fn(Lang, &str) -> String, none: &str| match names.is_empty() {
        true => none.to_owned(),
        false => some(lang, &names.join(", ")),
    };
    let mut platforms: Vec<String> = Vec::new();
    for integration in gone.iter().flat_map(|shown| &shown.integrations) {
        let name = platforms::facts(integration.provider).short_name_in(lang).to_owned();
        if !platforms.contains(&name) {
            platforms.push(name);
        }
    }
    let plans = gone.iter().flat_map(|shown| &shown.restaurant.packages).map(|package| package.name.clone()).collect();
    let ids: Vec<Id> = gone.iter().map(|shown| shown.restaurant.id).collect();
    let paused = webhooks::only_for(&visit.app, &ids)?.into_iter().map(|webhook| webhook.form.url).collect();
    said.push(tell(platforms, words::integrations_go, t.no_integrations_go));
    said.push(tell(plans, words::packages_go, t.no_packages_go));
    said.push(tell(paused, words::webhooks_pause, t.no_webhooks_pause));
    let (open, is_more) = open_orders(&visit.app, &ids)?;
    if open > 0 {
        said.push(words::open_orders(lang, open, is_more));
    }
    said.push(t.orders_stay.to_owned());
    Ok(said)
}

/// How many orders are still open there, counted no further than anyone wants to know.
fn open_orders(app: &AppState, restaurants: &[Id]) -> Result<(usize, bool), Failure> {
    const COUNTED: usize = 50;
    let statuses: Vec<Status> = Status::ALL.into_iter().filter(|status| !status.is_closed()).collect();
    let (mut count, mut is_more) = (0, false);
    for id in restaurants {
        let picked = Picked::orders(Some(*id), None, &statuses);
        let page = orders::list(app, &OrderFilter { picked, ..OrderFilter::default() }, &Walk::newest(COUNTED))?;
        count += page.items.len();
        is_more |= page.items.len() == COUNTED;
    }
    Ok((count, is_more))
}
