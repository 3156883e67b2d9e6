//! `/providers/{provider}/menus`: a restaurant's menu on a platform.

use super::{Ask, Routes, on};
use crate::{
    http::{Answer, get, reply},
    model::{Failure, Why},
    ops::{House, integrations, menus},
};
use std::sync::Arc;

pub fn routes(house: &Arc<House>) -> Routes {
    vec![get("providers/{provider}/menus", on(house, show))]
}

async fn show(ask: Ask) -> Answer {
    let provider = integrations::known(ask.call.param(0))?;
    let query = ask.call.query()?;
    let restaurant = query.one("restaurantId")?.filter(|id| !id.is_empty());
    let restaurant = restaurant.ok_or_else(|| Failure::invalid("restaurantId", Why::Missing))?;
    reply::ok(&menus::show(&ask.house, restaurant, provider).await?)
}
