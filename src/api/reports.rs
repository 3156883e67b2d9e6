//! `/orders/reports` and `/orders/grouped-payments`: what the accountant asks.

use super::{lists, request::ApiRequest};
use crate::http::{Answer, Query, reply};
use crate::model::fields::{Element, TEXT};
use crate::model::{Day, Failure, Fields, Id, List, Provider, Result, Why, bilingual};
use crate::ops::money::reports::{self, MarkedOne, Meant, MeantOne};
use crate::ops::{integrations, orders};

/// Days whose totals are read in no time.
const A_MONTH: i32 = 31;
/// Orders that are marked in one go: all of them are one write, and a page of the list has no more.
const MOST_MARKED: usize = 200;

bilingual! {
    ONE_OR_SEVERAL: "Ya orders ya da providerOrderId (provider ve restaurantId ile) verin; ikisi birlikte verilemez."
        / "Give either orders or providerOrderId (with provider and restaurantId), not both.",
    UNNAMED: "Her siparişin id ya da providerOrderId değeri olmalıdır." / "Each order needs its id or its providerOrderId.",
}

pub async fn pending(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let filter = lists::filter(&query)?;
    let (walk, included) = (lists::walk(&query, List::Pending)?, lists::included(&query)?);
    let page = async {
        let is_long = orders::is_long(&request.app, &filter, included, &walk)?;
        let (access, asked) = (request.access(), walk.clone());
        let page = request.read(is_long, move |app| reports::pending(app, access, filter, included, &walk)).await?;
        reply::page(&page.items, &List::Pending.paging(&page, &asked))
    };
    lists::tagged(&request, page).await
}

pub async fn mark(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    if let Some(orders) = fields.list("orders", MOST_MARKED)? {
        let all = several(&fields, &orders)?;
        let marked: Vec<MarkedOne> = request.once(|ctx| reports::mark_several(ctx, all)).await?;
        return reply::ok(&marked);
    }
    let (provider, restaurant) = whose(&fields)?;
    let provider_order_id = fields.text("providerOrderId", TEXT)?.ok_or_else(|| neither(&fields))?;
    let meant = Meant { provider_order_id, provider, restaurant };
    let marked: reports::Marked = request.once(|ctx| reports::mark(ctx, meant)).await?;
    reply::ok(&marked)
}

/// No order is named, unless by a name that is nearly right.
fn neither(fields: &Fields<'_>) -> Failure {
    let missing = fields.missing("providerOrderId");
    if missing.why == Some(Why::Missing) { missing.why(Why::Plain(ONE_OR_SEVERAL)) } else { missing }
}

/// The orders of a list, each with its path in the body. The list and the form for one order exclude each other.
fn several(fields: &Fields<'_>, orders: &[Element<'_>]) -> Result<Vec<(String, MeantOne)>> {
    if ["providerOrderId", "provider", "restaurantId"].iter().any(|name| fields.has(name) && !fields.clears(name)) {
        return Err(fields.invalid("orders", Why::Plain(ONE_OR_SEVERAL)));
    }
    if orders.is_empty() {
        return Err(fields.missing("orders"));
    }
    orders.iter().map(|order| Ok((order.path.clone(), one_of_several(&order.fields()?)?))).collect()
}

fn one_of_several(fields: &Fields<'_>) -> Result<MeantOne> {
    let (id, provider_order_id) = (fields.text("id", TEXT)?, fields.text("providerOrderId", TEXT)?);
    let (provider, restaurant) = whose(fields)?;
    match (id, provider_order_id) {
        (Some(id), provider_order_id) => Ok(MeantOne::Ours { id, provider_order_id, provider, restaurant }),
        (None, Some(provider_order_id)) => Ok(MeantOne::Theirs(Meant { provider_order_id, provider, restaurant })),
        (None, None) => Err(fields.missing("id").why(Why::Plain(UNNAMED))),
    }
}

/// Where several orders share a number: whose is meant.
fn whose(fields: &Fields<'_>) -> Result<(Option<Provider>, Option<Id>)> {
    let known = |key: String| integrations::known(&key).map_err(|failure| failure.field(fields.path_of("provider")));
    let provider = fields.text("provider", TEXT)?.map(known).transpose()?;
    let restaurant = fields.text("restaurantId", TEXT)?.map(|id| Id::parse(&id).unwrap_or(Id::NIL));
    Ok((provider, restaurant))
}

pub async fn payments(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let days = match (day(&query, "from")?, day(&query, "to")?) {
        (None, None) => None,
        (from, to) => Some((from.unwrap_or(Day(0)), to.unwrap_or(Day(i32::MAX)))),
    };
    let (access, restaurant) = (request.access(), lists::id(&query, "restaurantId")?);
    let is_long = days.is_some_and(|(first, last)| last.0.saturating_sub(first.0) > A_MONTH);
    reply::ok(&request.read(is_long, move |app| reports::payments(app, access, restaurant, days)).await?)
}

fn day(query: &Query<'_>, name: &'static str) -> Result<Option<Day>> {
    let Some(text) = query.one(name)? else { return Ok(None) };
    Day::parse(text).map(Some).ok_or_else(|| Failure::unreadable(name, Why::NotADay))
}
