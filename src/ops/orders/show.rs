//! Orders as a till reads them: the list, and one order in full.

use super::{
    find::find_by,
    plan::{Action, Standing, allowed_actions},
};
use crate::{
    model::{
        Failure, Id, Page, Provider, Status, Walk,
        order::{DeliveryType, UNKNOWN_THERE},
    },
    ops::state::AppState,
    store::{Integrations, OrderFilter, OrderTexts, Orders, SummaryText},
};
use serde::Deserialize;
use std::borrow::Cow;

pub fn list(app: &AppState, filter: &OrderFilter, walk: &Walk) -> Result<Page<SummaryText>, Failure> {
    app.store.read()?.list_orders(filter, walk)
}

/// An order as the texts that it is stored as, and what is derived from it.
pub struct OrderDetails {
    pub texts: OrderTexts,
    pub allowed: Vec<Action>,
}

pub fn show(app: &AppState, id: &str) -> Result<OrderDetails, Failure> {
    let reader = app.store.read()?;
    let texts = find_by(&reader, id, |id| reader.order_texts(id))?;
    let line: ShownLine = serde_json::from_slice(texts.line()).map_err(Failure::fault)?;
    let content: ShownContent = serde_json::from_slice(texts.content()).map_err(Failure::fault)?;
    let is_tied = reader.has_integration(line.restaurant_id, line.provider)?;
    let standing = Standing {
        provider: line.provider,
        provider_order_id: &line.provider_order_id,
        status: line.status,
        delivery_type: content.delivery_type,
        is_gone: content.problems.iter().any(|problem| problem == UNKNOWN_THERE),
    };
    let allowed = allowed_actions(&standing, is_tied);
    Ok(OrderDetails { texts, allowed })
}

/// Of a list item and of the content, what says what may be done.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownLine<'a> {
    #[serde(borrow)]
    provider_order_id: Cow<'a, str>,
    restaurant_id: Id,
    provider: Provider,
    status: Status,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownContent<'a> {
    delivery_type: DeliveryType,
    #[serde(borrow)]
    problems: Vec<Cow<'a, str>>,
}
