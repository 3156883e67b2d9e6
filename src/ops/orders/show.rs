//! Orders as a till reads them: the list, and one order in full.

use super::find::find_by;
use super::plan::{Action, Standing, allowed_actions};
use crate::{AppState, places::restaurants::MANY_PLACES};
use memchr::memmem;
use model::{
    Access, DeliveryType, Failure, Id, Page, Provider, Result, Status, Walk, order::UNKNOWN_THERE, page::DEFAULT_LIMIT,
};
use serde::Deserialize;
use std::borrow::Cow;
use store::{Included, Integrations, OrderFilter, OrderTexts, Orders, Places, SummaryText};

pub fn list(
    app: &AppState,
    access: Access,
    mut filter: OrderFilter,
    included: Included,
    walk: &Walk,
) -> Result<Page<SummaryText>> {
    filter.picked.owner = access.narrow(filter.picked.owner);
    app.store.read()?.list_orders(&filter, included, walk)
}

/// How often orders have changed. Asked before a list is read, it is that of the list or of an earlier one.
pub fn change_count(app: &AppState) -> u64 {
    app.store.order_changes()
}

/// A store that is closed gives no answers, also where nothing has to be read for one.
pub fn check_open(app: &AppState) -> Result<()> {
    app.store.read().map(drop)
}

/// Whether a list may take long: nearly all others take next to nothing. One that no index serves may pass over thousands
/// of orders, one by code looks into many places of a large store, one that carries more of many orders unpacks each of them,
/// and one that is neither of all orders nor of one restaurant looks at every restaurant.
pub fn is_long(app: &AppState, filter: &OrderFilter, included: Included, walk: &Walk) -> Result<bool> {
    let is_searched = filter.passes_over() || filter.code.is_some();
    let is_large = included != Included::default() && walk.limit > DEFAULT_LIMIT;
    Ok(is_searched || is_large || (filter.picked.is_scattered() && app.store.read()?.restaurant_count()? > MANY_PLACES))
}

/// An order as the texts that it is stored as, and what is derived from it.
pub struct OrderDetails {
    pub texts: OrderTexts,
    pub allowed: Vec<Action>,
}

pub fn show(app: &AppState, access: Access, id: &str) -> Result<OrderDetails> {
    let reader = app.store.read()?;
    let owner = |texts: &OrderTexts| Ok(ShownLine::read(texts.line())?.restaurant_id);
    let texts = find_by(&reader, access, id, |id| reader.order_texts(id), owner)?;
    let line = ShownLine::read(texts.line())?;
    let handling = texts.handling().ok_or_else(|| Failure::fault("an order does not say how it is delivered"))?;
    let content: ShownContent = serde_json::from_slice(&handling).map_err(Failure::fault)?;
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
pub(super) struct ShownLine {
    pub provider_order_id: String,
    pub restaurant_id: Id,
    pub provider: Provider,
    pub status: Status,
}

impl ShownLine {
    /// A list item begins with these, and the many members behind them are passed over unread.
    pub fn read(line: &[u8]) -> Result<ShownLine> {
        // No text can hold that: a quotation mark in one has a backslash before it, and no comma.
        let rest = memmem::find(line, b",\"statusName\":").unwrap_or_else(|| line.len().saturating_sub(1));
        let mut begins = Vec::with_capacity(rest + 1);
        begins.extend_from_slice(&line[..rest]);
        begins.push(b'}');
        serde_json::from_slice(&begins).map_err(Failure::fault)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownContent<'a> {
    delivery_type: DeliveryType,
    #[serde(borrow)]
    problems: Vec<Cow<'a, str>>,
}
