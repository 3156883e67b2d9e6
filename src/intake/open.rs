//! What a web shop posts: orders, customers' cancellations, its menu.

use crate::{
    http::{Answer, Call, Route, post, put, reply},
    model::{Code, Failure, Fields, Integration, fields::TEXT},
    ops::{House, integrations, menus, orders},
    platforms::open::{read_menu, read_order},
};
use std::{future::Future, sync::Arc};

pub fn routes(house: &Arc<House>) -> Vec<Route> {
    vec![
        post("open/{token}/orders", with(house, receive)),
        post("open/{token}/orders/{providerOrderId}/cancel", with(house, cancel)),
        put("open/{token}/menu", with(house, set_menu)),
    ]
}

/// A push with the house and whose it is; an unknown token is an unknown path.
struct Push {
    house: Arc<House>,
    integration: Integration,
    call: Call,
}

fn with<F>(house: &Arc<House>, handler: fn(Push) -> F) -> impl Fn(Call) -> BoxedAnswer + Send + Sync + 'static + use<F>
where
    F: Future<Output = Answer> + Send + 'static,
{
    let house = house.clone();
    move |mut call| {
        let house = house.clone();
        Box::pin(async move {
            // The gate has found it.
            let integration = call.extensions.remove::<Integration>().ok_or_else(|| Failure::new(Code::NotFound))?;
            handler(Push { house, integration, call }).await
        })
    }
}

type BoxedAnswer = std::pin::Pin<Box<dyn Future<Output = Answer> + Send>>;

async fn receive(push: Push) -> Answer {
    let body = push.call.json_body()?;
    let venue = integrations::venue_of(&push.house, &push.integration)?;
    let arrival = read_order(body, venue.currency)?;
    let raw = body.to_vec();
    reply::ok(&orders::receive(&push.house, &push.integration, venue, arrival, raw).await?)
}

async fn cancel(push: Push) -> Answer {
    let fields = Fields::parse(push.call.json_body()?)?;
    let (reason, note) = (fields.text("reason", TEXT)?, fields.text("note", TEXT)?);
    let id = push.call.param(1).to_owned();
    reply::ok(&orders::cancelled_by_customer(&push.house, &push.integration, id, reason, note).await?)
}

async fn set_menu(push: Push) -> Answer {
    let currency = integrations::venue_of(&push.house, &push.integration)?.currency;
    let menu = read_menu(push.call.json_body()?, push.integration.restaurant_id, currency)?;
    reply::ok(&menus::set(&push.house, &push.integration, menu).await?)
}
