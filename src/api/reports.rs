//! `/orders/reports` and `/orders/grouped-payments`: what the accountant asks.

use super::{Ask, Routes, lists, on};
use crate::{
    http::{Answer, Query, get, post, reply},
    model::{Day, Failure, Id, List, Why, fields::TEXT},
    ops::{
        AppState, integrations,
        reports::{self, Meant},
    },
};
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Routes {
    vec![
        get("orders/reports/pending", on(app, pending)),
        post("orders/reports/mark", on(app, mark)),
        get("orders/grouped-payments", on(app, payments)),
    ]
}

async fn pending(ask: Ask) -> Answer {
    let query = ask.call.query()?;
    let filter = lists::filter(&query)?;
    let walk = lists::walk(&query, List::Pending)?;
    let page = reports::pending(&ask.app, &filter, &walk)?;
    reply::page(&page.items, &List::Pending.paging(&page, walk.limit))
}

async fn mark(ask: Ask) -> Answer {
    let fields = ask.fields()?;
    let provider = fields.text("provider", TEXT)?.map(|key| integrations::known(&key)).transpose()?;
    let restaurant = fields.text("restaurantId", TEXT)?.map(|id| Id::parse(&id).unwrap_or(Id::NIL));
    let meant = Meant { provider_order_id: fields.required_text("providerOrderId", TEXT)?, provider, restaurant };
    let marked: reports::Marked = ask.once(|ctx| reports::mark(ctx, meant)).await?;
    reply::ok(&marked)
}

async fn payments(ask: Ask) -> Answer {
    let query = ask.call.query()?;
    let days = match (day(&query, "from")?, day(&query, "to")?) {
        (None, None) => None,
        (from, to) => Some((from.unwrap_or(Day(0)), to.unwrap_or(Day(i32::MAX)))),
    };
    reply::ok(&reports::payments(&ask.app, lists::restaurant(&query)?, days)?)
}

fn day(query: &Query<'_>, name: &'static str) -> Result<Option<Day>, Failure> {
    let Some(text) = query.one(name)? else { return Ok(None) };
    Day::parse(text).map(Some).ok_or_else(|| Failure::unreadable(name, Why::NotADay))
}
