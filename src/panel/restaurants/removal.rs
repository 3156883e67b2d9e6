//! What goes with restaurants that are removed, in sentences.

use super::super::visit::Visit;
use crate::{
    i18n::{Lang, pages::restaurants as words},
    model::{Failure, Id, Status, Walk},
    ops::{
        AppState,
        orders::{self, OrderFilter, Picked},
        restaurants::Shown,
        webhooks,
    },
    platforms,
};

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
