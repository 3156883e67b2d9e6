//! Restaurants: the list with their businesses, one restaurant with its platforms, and removing one.
//!
//! `form` adds and edits, `packages` keeps service plans, `businesses` is what restaurants belong to, `dishes` and
//! `stations` are its kitchen, `removal` says what goes with them. Owners only.

pub mod businesses;
pub mod dishes;
pub mod form;
pub mod packages;
mod removal;
pub mod stations;

use super::{
    confirm::{ConfirmPage, is_typed},
    crumbs::{Crumbs, business_path, crumbs, restaurant_path},
    frame::{Frame, Here},
    integrations::card::{IntegrationCard, cards, marks},
    page::{go_to, page},
    visit::Visit,
    zones,
};
use askama::Template;
use http::Answer;
use i18n::{
    Spoken,
    pages::{dishes as dish_words, restaurants as words},
};
use model::{Access, Failure, Id};
use ops::{
    care::settings,
    places::{businesses as all_businesses, dishes as known_dishes, removal::Consequences, restaurants},
};
use packages::PackageSummary;
use removal::what_goes;

#[derive(Template)]
#[template(path = "restaurants.html")]
struct RestaurantsPage {
    frame: Frame,
    sections: Vec<BusinessSection>,
}

/// A business with its restaurants; those without one have no heading of their own while there is no business.
struct BusinessSection {
    business: Option<(String, String)>,
    places: Vec<RestaurantRow>,
}

struct RestaurantRow {
    path: String,
    name: String,
    address: Option<String>,
    marks: Vec<IntegrationCard>,
    has_ended: bool,
}

pub async fn list(visit: Visit) -> Answer {
    let (app, now) = (&visit.app, clock::now());
    let all = restaurants::list(app, Access::FULL)?;
    let place = |shown: &restaurants::RestaurantDetails| -> Result<RestaurantRow, Failure> {
        let restaurant = &shown.restaurant;
        Ok(RestaurantRow {
            path: restaurant_path(restaurant.id),
            name: restaurant.form.name.clone(),
            address: restaurant.form.address.clone(),
            marks: marks(&visit, shown)?,
            has_ended: packages::has_ended(&restaurant.packages, now),
        })
    };
    let of = |business: Option<Id>| -> Result<Vec<RestaurantRow>, Failure> {
        all.iter().filter(|shown| shown.restaurant.business_id == business).map(place).collect()
    };
    let mut sections = Vec::new();
    for shown in all_businesses::list(app)? {
        let business = (business_path(shown.business.id), shown.business.form.name.clone());
        sections.push(BusinessSection { business: Some(business), places: of(Some(shown.business.id))? });
    }
    let alone = of(None)?;
    if !alone.is_empty() {
        sections.push(BusinessSection { business: None, places: alone });
    }
    let frame = Frame::of(&visit, Here::Restaurants, visit.lang.texts().restaurants_page.title);
    page(&RestaurantsPage { frame, sections })
}

#[derive(Template)]
#[template(path = "restaurant.html")]
struct RestaurantPage {
    frame: Frame,
    crumbs: Crumbs,
    path: String,
    id: String,
    facts: Vec<(&'static str, String)>,
    cards: Vec<IntegrationCard>,
    plans: Vec<PackageSummary>,
    has_ended: bool,
    /// How many dishes are known, and how many stations there are.
    kitchen: [String; 2],
}

pub async fn show(visit: Visit) -> Answer {
    let (app, now) = (&visit.app, clock::now());
    let shown = restaurants::show(app, Access::FULL, &visit.param(0))?;
    let (restaurant, zone) = (&shown.restaurant, settings::zone_of(app, &shown.restaurant)?);
    page(&RestaurantPage {
        frame: Frame::of(&visit, Here::Restaurants, restaurant.form.name.clone()),
        crumbs: crumbs(&visit),
        path: restaurant_path(restaurant.id),
        id: restaurant.id.to_string(),
        facts: facts(&visit, &shown)?,
        cards: cards(&visit, &shown)?,
        plans: packages::plans(visit.lang, &restaurant.packages, &zone, now),
        has_ended: packages::has_ended(&restaurant.packages, now),
        kitchen: kitchen(&visit, restaurant.id)?,
    })
}

fn kitchen(visit: &Visit, restaurant: Id) -> Result<[String; 2], Failure> {
    let (dishes, stations) = known_dishes::counts(&visit.app, restaurant)?;
    Ok([dish_words::known(visit.lang, dishes), dish_words::stations_count(visit.lang, stations)])
}

/// What is known of it, as people read it.
fn facts(visit: &Visit, shown: &restaurants::RestaurantDetails) -> Result<Vec<(&'static str, String)>, Failure> {
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
    facts.push((t.timezone, zones::name(lang, &understood.timezone.unwrap_or(account.timezone))));
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

pub async fn ask_remove(visit: Visit) -> Answer {
    let (shown, consequences) = restaurants::removal(&visit.app, &visit.param(0))?;
    removal(&visit, &shown, consequences).ask()
}

pub async fn remove(visit: Visit) -> Answer {
    let (shown, consequences) = restaurants::removal(&visit.app, &visit.param(0))?;
    if !is_typed(&visit, &shown.restaurant.form.name)? {
        return removal(&visit, &shown, consequences).ask_again();
    }
    restaurants::remove(visit.ctx(), visit.param(0)).await?;
    go_to("/restaurants?said=removed")
}

fn removal(visit: &Visit, shown: &restaurants::RestaurantDetails, consequences: Consequences) -> ConfirmPage {
    let (t, restaurant) = (&visit.lang.texts().restaurants_page, &shown.restaurant);
    let mut follows = vec![words::is_deleted(visit.lang, &restaurant.form.name)];
    follows.extend(what_goes(visit, std::slice::from_ref(shown), consequences));
    let back = restaurant_path(restaurant.id);
    let mut page = ConfirmPage::new(visit, Here::Restaurants, t.remove_title, follows, t.remove, back);
    page.typed = Some(restaurant.form.name.clone());
    page
}
