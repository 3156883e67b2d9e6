//! What a web shop posts: orders, customers' cancellations, its menu.

use super::{Push, with};
use crate::{
    http::{Answer, Route, post, put, reply},
    model::{Failure, Fields, fields::TEXT},
    ops::{
        AppState, integrations, menus,
        orders::{self, Taken, Way},
    },
    platforms::open::{read_menu, read_order},
};
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Vec<Route> {
    vec![
        post("open/{token}/orders", with(app, receive)),
        post("open/{token}/orders/{providerOrderId}/cancel", with(app, cancel)),
        put("open/{token}/menu", with(app, set_menu)),
    ]
}

async fn receive(push: Push) -> Answer {
    let currency = integrations::venue_of(&push.app, &push.integration)?.currency;
    let report = read_order(push.call.json_body()?, currency)?;
    match orders::report(&push.app, &push.integration, Box::new(report), Way::Push).await? {
        Taken::Kept(received) => reply::ok(&received),
        Taken::Nothing | Taken::Busy => Err(Failure::fault("an order was not taken in")),
    }
}

async fn cancel(push: Push) -> Answer {
    let fields = Fields::parse(push.call.json_body()?)?;
    let (reason, note) = (fields.text("reason", TEXT)?, fields.text("note", TEXT)?);
    let id = push.call.param(1).to_owned();
    reply::ok(&orders::cancelled_by_customer(&push.app, &push.integration, id, reason, note).await?)
}

async fn set_menu(push: Push) -> Answer {
    let currency = integrations::venue_of(&push.app, &push.integration)?.currency;
    let menu = read_menu(push.call.json_body()?, push.integration.restaurant_id, currency)?;
    reply::ok(&menus::set(&push.app, &push.integration, menu).await?)
}
