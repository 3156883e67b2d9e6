//! The log, as tills read it and as people do: each delivery with the event behind it and the number that people call
//! its order by.

use super::body::body;
use super::find::{event_of, find};
use crate::{AppState, orders, places::restaurants::MANY_PLACES};
use model::{Access, Code, Delivery, Dir, Event, Failure, Id, Page, Result, Walk};
use serde_json::Value;
use store::{Deliveries, DeliveryFilter, Orders, Places, ReadView, Search};

/// Orders whose words begin like a number that was asked for; the one that has it is among the first.
const CANDIDATES: usize = 50;

pub struct LoggedDelivery {
    pub delivery: Delivery,
    pub event: Event,
    /// The short number of its order, or the platform's id where it has none.
    pub order_code: Option<String>,
}

pub fn list(app: &AppState, filter: &DeliveryFilter, walk: &Walk) -> Result<Page<Delivery>> {
    app.store.read()?.list_deliveries(filter, walk)
}

/// Whether a list may take long: one that is neither of all nor of one webhook looks at each place that is told anything.
pub fn is_long(app: &AppState, filter: &DeliveryFilter) -> Result<bool> {
    Ok(filter.picked().is_scattered() && app.store.read()?.restaurant_count()? > MANY_PLACES)
}

/// Of one order, by our id or the platform's; one that is unknown has none.
pub fn list_of_order(app: &AppState, order: &str, filter: DeliveryFilter, walk: &Walk) -> Result<Page<Delivery>> {
    let reader = app.store.read()?;
    let order = orders::find::find(&reader, Access::FULL, order).map_or(Id::NIL, |order| order.id);
    reader.list_deliveries(&DeliveryFilter { order: Some(order), ..filter }, walk)
}

/// The latest of one order, each with where it went last or would go now.
pub fn of_order(app: &AppState, order: Id, most: usize) -> Result<Vec<(Delivery, Option<String>)>> {
    let reader = app.store.read()?;
    let filter = DeliveryFilter { order: Some(order), ..DeliveryFilter::default() };
    let webhooks = reader.webhooks()?;
    let with_url = |delivery: Delivery| {
        let tried = delivery.attempts.last().map(|attempt| attempt.url.clone());
        let now = || webhooks.iter().find(|hook| hook.id == delivery.lane).map(|hook| hook.form.url.clone());
        let url = tried.or_else(now);
        (delivery, url)
    };
    Ok(reader.list_deliveries(&filter, &Walk::newest(most))?.items.into_iter().map(with_url).collect())
}

/// A delivery with the body that an attempt has which is made now.
pub fn show(app: &AppState, id: &str) -> Result<(Delivery, Value)> {
    let reader = app.store.read()?;
    let delivery = find(&reader, id)?;
    let event = event_of(&reader, &delivery)?;
    let body = serde_json::to_value(body(&reader, &event, &delivery)?).map_err(Failure::fault)?;
    Ok((delivery, body))
}

pub fn log(app: &AppState, filter: &DeliveryFilter, walk: &Walk) -> Result<Page<LoggedDelivery>> {
    let reader = app.store.read()?;
    let Page { items, next, prev } = reader.list_deliveries(filter, walk)?;
    let items = items.into_iter().map(|delivery| row(&reader, delivery)).collect::<Result<_, _>>()?;
    Ok(Page { items, next, prev })
}

/// One of them, with the same body.
pub fn examine(app: &AppState, id: &str) -> Result<(LoggedDelivery, Value)> {
    let reader = app.store.read()?;
    let row = row(&reader, find(&reader, id)?)?;
    let body = serde_json::to_value(body(&reader, &row.event, &row.delivery)?).map_err(Failure::fault)?;
    Ok((row, body))
}

fn row(view: &impl ReadView, delivery: Delivery) -> Result<LoggedDelivery> {
    let event = event_of(view, &delivery)?;
    let order = match delivery.order_id {
        Some(id) => view.order(id)?,
        None => None,
    };
    let order_code = order.map(|order| order.code.unwrap_or(order.provider_order_id));
    Ok(LoggedDelivery { delivery, event, order_code })
}

/// The order that is meant: by our id, by the platform's, or the latest that people call so.
pub fn order_named(app: &AppState, name: &str) -> Result<Id> {
    let reader = app.store.read()?;
    let unknown = match orders::find::find(&reader, Access::FULL, name) {
        Ok(order) => return Ok(order.id),
        Err(failure) if failure.code == Code::OrderNotFound => failure,
        Err(failure) => return Err(failure),
    };
    let (mut named, mut left) = (None, CANDIDATES);
    reader.search_orders(name, Dir::Next, None, |id| {
        let code = reader.order(id)?.and_then(|order| order.code);
        named = code.filter(|code| code.eq_ignore_ascii_case(name)).map(|_| id);
        left -= 1;
        Ok(named.is_none() && left > 0)
    })?;
    named.ok_or(unknown)
}
