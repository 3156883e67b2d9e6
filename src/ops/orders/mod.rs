//! Orders: list, show, and everything that moves one.
//!
//! `browse` finds orders for a person, `plan` says what may be done to an order, `act` does it for the till, `arrive` takes what platforms send,
//! `steps` tells platforms and keeps what has to wait, `settle` finishes what a crash cut off, `scheduled` starts orders
//! whose time has come, `absent` counts what a platform does not find, `twins` finds orders that two platforms may both
//! have sent, `watch` is what screens see.

mod absent;
mod act;
mod arrive;
mod browse;
mod early;
mod plan;
mod progress;
mod scheduled;
mod settle;
mod steps;
#[cfg(test)]
mod tests;
mod twins;
mod watch;

pub use crate::store::{OrderFilter, Picked};
pub use absent::Absent;
pub use act::{Done, Wish, act};
pub use arrive::{Received, Taken, Way, cancelled_by_customer, look_up, report};
pub use browse::{browse, browse_pending, id_of};
pub use early::Early;
pub use scheduled::{accept_owed, start_due};
pub use settle::settle_left;
pub use steps::{bring_forward, tell_due};
pub use watch::{Board, Place, Sight, board, changes, last_change, sight};

use super::{AppState, For, integrations};
use crate::{
    model::{Code, Failure, Id, Order, Page, Provider, Reason, Status, Walk},
    platforms::{self, Link, Platform},
    store::{Integrations, Orders, ReadView, orders::SummaryText},
};
use serde_json::{Value, json};
use std::sync::Arc;

pub fn list(app: &AppState, filter: &OrderFilter, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
    app.store.read()?.list_orders(filter, walk)
}

/// An order with what is derived from it.
pub struct Shown {
    pub order: Order,
    pub allowed: Vec<&'static str>,
    /// The platform's own JSON.
    pub raw: Vec<u8>,
}

pub fn show(app: &AppState, id: &str) -> Result<Shown, Failure> {
    let reader = app.store.read()?;
    let order = find(&reader, id)?;
    let raw = reader.raw(order.id)?.unwrap_or_else(|| b"null".to_vec());
    let is_tied = reader.integration(order.restaurant_id, order.provider)?.is_some();
    let allowed = plan::allowed_actions(&order, is_tied);
    Ok(Shown { order, allowed, raw })
}

/// The reasons that the order's platform accepts for a cancellation.
pub async fn reasons(app: &Arc<AppState>, id: &str) -> Result<Vec<Reason>, Failure> {
    let (order, tie) = {
        let reader = app.store.read()?;
        let order = find(&reader, id)?;
        let tie = Tie::of(app, &reader, &order)?;
        (order, tie)
    };
    accepted_reasons(app, tie, order).await
}

/// By our id or by the platform's, however old; two orders with one platform id are told apart only by ours.
pub fn find(view: &impl ReadView, id: &str) -> Result<Order, Failure> {
    if let Some(ours) = Id::parse(id)
        && let Some(order) = view.order(ours)?
    {
        return Ok(order);
    }
    let found = view.orders_with_platform_id(id)?;
    one_of(view, &found)
}

/// The one order among candidates, or why there is not one.
pub fn one_of(view: &impl ReadView, found: &[(Id, Provider, Id)]) -> Result<Order, Failure> {
    match found {
        [] => Err(Failure::new(Code::OrderNotFound)),
        [(id, _, _)] => view.order(*id)?.ok_or_else(|| Failure::fault(format!("order {id} is indexed but not there"))),
        many => {
            let ids: Vec<Value> = many.iter().take(100).map(|(id, _, _)| json!(id)).collect();
            Err(Failure::new(Code::AmbiguousOrder).details(json!({ "orderIds": ids })))
        }
    }
}

/// An order's platform and, while the restaurant is connected, the link to it.
#[derive(Clone)]
struct Tie {
    platform: &'static dyn Platform,
    link: Option<Link>,
}

impl Tie {
    fn of(app: &AppState, view: &impl ReadView, order: &Order) -> Result<Tie, Failure> {
        let platform = platforms::of(order.provider);
        let integration = view.integration(order.restaurant_id, order.provider)?;
        let link = integration.map(|integration| integrations::link(app, view, &integration)).transpose()?;
        Ok(Tie { platform, link })
    }

    /// Platform and link together, where there is someone to tell.
    fn both(&self) -> Option<(&'static dyn Platform, &Link)> {
        Some((self.platform, self.link.as_ref()?))
    }
}

async fn accepted_reasons(app: &Arc<AppState>, tie: Tie, order: Order) -> Result<Vec<Reason>, Failure> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    if progress::is_nameless(&order) {
        return Ok(Vec::new());
    }
    let is_gone = progress::is_gone(&order);
    let reasons = app.errand(platform, link, For::People, move |line| platform.reasons(line, &order)).await;
    // Of an order that the platform does not know it may not say either why it could be cancelled.
    if is_gone { Ok(reasons.unwrap_or_default()) } else { reasons }
}

fn closed(status: Status) -> Failure {
    Failure::new(Code::OrderClosed).details(json!({ "status": status, "statusName": status.name() }))
}
