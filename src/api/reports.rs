//! `/orders/reports` and `/orders/grouped-payments`: what the accountant asks.

use super::{lists, request::ApiRequest};
use crate::{
    http::{Answer, Query, reply},
    model::{Day, Failure, Id, List, Why, fields::TEXT},
    ops::{
        integrations,
        reports::{self, Meant},
    },
};

pub async fn pending(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let filter = lists::filter(&query)?;
    let walk = lists::walk(&query, List::Pending)?;
    let page = reports::pending(&request.app, request.access(), filter, &walk)?;
    reply::page(&page.items, &List::Pending.paging(&page, walk.limit))
}

pub async fn mark(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let provider = fields.text("provider", TEXT)?.map(|key| integrations::known(&key)).transpose()?;
    let restaurant = fields.text("restaurantId", TEXT)?.map(|id| Id::parse(&id).unwrap_or(Id::NIL));
    let meant = Meant { provider_order_id: fields.required_text("providerOrderId", TEXT)?, provider, restaurant };
    let marked: reports::Marked = request.once(|ctx| reports::mark(ctx, meant)).await?;
    reply::ok(&marked)
}

pub async fn payments(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let days = match (day(&query, "from")?, day(&query, "to")?) {
        (None, None) => None,
        (from, to) => Some((from.unwrap_or(Day(0)), to.unwrap_or(Day(i32::MAX)))),
    };
    reply::ok(&reports::payments(&request.app, request.access(), lists::restaurant(&query)?, days)?)
}

fn day(query: &Query<'_>, name: &'static str) -> Result<Option<Day>, Failure> {
    let Some(text) = query.one(name)? else { return Ok(None) };
    Day::parse(text).map(Some).ok_or_else(|| Failure::unreadable(name, Why::NotADay))
}
