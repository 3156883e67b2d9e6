//! `/providers/{provider}/menus`: a restaurant's menu on a platform.

use super::{Ask, Routes, on};
use crate::{
    http::{Answer, get, reply},
    model::{Failure, Why},
    ops::{AppState, integrations, menus},
};
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Routes {
    vec![get("providers/{provider}/menus", on(app, show))]
}

async fn show(ask: Ask) -> Answer {
    let provider = integrations::known(ask.call.param(0))?;
    let query = ask.call.query()?;
    let restaurant = query.one("restaurantId")?.filter(|id| !id.is_empty());
    let restaurant = restaurant.ok_or_else(|| Failure::invalid("restaurantId", Why::Missing))?;
    reply::ok(&menus::show(&ask.app, restaurant, provider).await?)
}
