//! The way back from a page: the pages above it, and the addresses of those that many pages lead to.

use super::visit::Visit;
use i18n::Spoken;
use model::{Id, Provider, Restaurant};

/// The pages above this one: address and name.
pub type Crumbs = Vec<(String, String)>;

/// To the list of restaurants.
pub fn crumbs(visit: &Visit) -> Crumbs {
    vec![("/restaurants".to_owned(), visit.lang.texts().restaurants_page.title.to_owned())]
}

/// To the page of one.
pub fn crumbs_of(visit: &Visit, restaurant: &Restaurant) -> Crumbs {
    let mut crumbs = crumbs(visit);
    crumbs.push((restaurant_path(restaurant.id), restaurant.form.name.clone()));
    crumbs
}

pub fn restaurant_path(id: Id) -> String {
    format!("/restaurants/{id}")
}

pub fn integration_path(restaurant: Id, provider: Provider) -> String {
    format!("{}/integrations/{provider}", restaurant_path(restaurant))
}

pub fn business_path(id: Id) -> String {
    format!("/businesses/{id}")
}
