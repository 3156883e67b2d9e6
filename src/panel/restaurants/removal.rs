//! What goes with restaurants that are removed, in sentences.

use super::super::visit::Visit;
use i18n::{Lang, Spoken, pages::restaurants as words};
use ops::places::{removal::Consequences, restaurants::RestaurantDetails};

/// Spells out what goes with restaurants that are removed, what is paused, and what stays.
pub fn what_goes(visit: &Visit, gone: &[RestaurantDetails], consequences: Consequences) -> Vec<String> {
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
    let Consequences { paused, open_orders, has_more } = consequences;
    let paused = paused.into_iter().map(|webhook| webhook.form.url).collect();
    said.push(tell(platforms, words::integrations_go, t.no_integrations_go));
    said.push(tell(plans, words::packages_go, t.no_packages_go));
    said.push(tell(paused, words::webhooks_pause, t.no_webhooks_pause));
    if open_orders > 0 {
        said.push(words::open_orders(lang, open_orders, if has_more { "+" } else { "" }));
    }
    said.push(t.orders_stay.to_owned());
    said
}
