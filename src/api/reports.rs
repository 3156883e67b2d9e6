//! `/orders/reports` and `/orders/grouped-payments`: what the accountant asks.

use super::{lists, request::ApiRequest};
use crate::{
    http::{Answer, Query, reply},
    model::{Day, Failure, Id, List, Why, fields::TEXT},
    ops::{
        integrations, orders,
        reports::{self, Meant},
    },
};

/// Days whose totals are read in no time.
const A_MONTH: i32 = 31;

pub async fn pending(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let filter = lists::filter(&query)?;
    let (walk, included) = (lists::walk(&query, List::Pending)?, lists::included(&query)?);
    let (is_long, access, asked) = (orders::is_long(&request.app, &filter)?, request.access(), walk.clone());
    let page = request.read(is_long, move |app| reports::pending(app, access, filter, included, &walk)).await?;
    reply::page(&page.items, &List::Pending.paging(&page, &asked))
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
    let (access, restaurant) = (request.access(), lists::restaurant(&query)?);
    let is_long = days.is_some_and(|(first, last)| last.0.saturating_sub(first.0) > A_MONTH);
    reply::ok(&request.read(is_long, move |app| reports::payments(app, access, restaurant, days)).await?)
}

fn day(query: &Query<'_>, name: &'static str) -> Result<Option<Day>, Failure> {
    let Some(text) = query.one(name)? else { return Ok(None) };
    Day::parse(text).map(Some).ok_or_else(|| Failure::unreadable(name, Why::NotADay))
}
