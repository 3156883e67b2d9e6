//! Orders as a till reads them: the list, and one order in full.

use super::{
    find::find,
    plan::{Action, allowed_actions},
};
use crate::{
    model::{Failure, Order, Page, Walk},
    ops::state::AppState,
    store::{Integrations, OrderFilter, Orders, SummaryText},
};

pub fn list(app: &AppState, filter: &OrderFilter, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
    app.store.read()?.list_orders(filter, walk)
}

/// An order with what is derived from it.
pub struct OrderDetails {
    pub order: Order,
    pub allowed: Vec<Action>,
    /// The platform's own JSON.
    pub raw: Vec<u8>,
}

pub fn show(app: &AppState, id: &str) -> Result<OrderDetails, Failure> {
    let reader = app.store.read()?;
    let order = find(&reader, id)?;
    let raw = reader.raw(order.id)?.unwrap_or_else(|| b"null".to_vec());
    let is_tied = reader.integration(order.restaurant_id, order.provider)?.is_some();
    let allowed = allowed_actions(&order, is_tied);
    Ok(OrderDetails { order, allowed, raw })
}
