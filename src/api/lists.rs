//! What every order list is asked with: filters and paging in the query; and the tag that it is known by.

use super::request::ApiRequest;
use crate::http::{Answer, ListTag, Query};
use crate::model::page::{DEFAULT_LIMIT, MOST_LIMIT};
use crate::model::{Dir, Failure, Id, List, Provider, Result, Status, Time, Walk, Why, bilingual};
use crate::ops::orders::{self, Included, OrderFilter, Picked};

bilingual! {
    fn empty(name: &str): "{name} boş olamaz: bir değer yazın ya da parametreyi hiç göndermeyin."
        / "{name} must not be empty: give a value, or leave the parameter out.",
    MAY_INCLUDE: "include şunları virgülle ayrılmış olarak alır: customer, items."
        / "include takes these, separated by commas: customer, items.",
}

/// What `walk` reads.
pub const PAGING: &[&str] = &["limit", "cursor", "dir"];
/// What `filter` reads.
pub const FILTERS: &[&str] = &["restaurantId", "provider", "status", "code", "from", "to"];
/// What `included` reads.
pub const INCLUDED: &[&str] = &["include"];

pub fn walk(query: &Query<'_>, list: List) -> Result<Walk> {
    let limit = match query.one("limit")? {
        None => DEFAULT_LIMIT,
        Some(text) => number(text)
            .and_then(|limit| usize::try_from(limit).ok())
            .filter(|limit| (1..=MOST_LIMIT).contains(limit))
            .ok_or_else(|| Failure::unreadable("limit", Why::out_of(1, MOST_LIMIT)))?,
    };
    let dir = match query.one("dir")? {
        None | Some("next") => Dir::Next,
        Some("prev") => Dir::Prev,
        Some(_) => return Err(Failure::unreadable("dir", Why::NotOneOf("next, prev".into()))),
    };
    let from = query.one("cursor")?.map(|cursor| list.position(cursor)).transpose()?;
    Ok(Walk { limit, dir, from })
}

pub fn filter(query: &Query<'_>) -> Result<OrderFilter> {
    let mut statuses = Vec::new();
    for text in query.many("status") {
        let status = number(text).and_then(Status::from_code);
        statuses.push(status.ok_or_else(|| {
            let codes: Vec<String> = Status::ALL.iter().map(|status| status.code().to_string()).collect();
            Failure::unreadable("status", Why::NotOneOf(codes.join(", ")))
        })?);
    }
    let provider = word(query, "provider", &Provider::WORDS)?;
    Ok(OrderFilter {
        picked: Picked::orders(id(query, "restaurantId")?, provider, &statuses),
        from: time(query, "from")?,
        to: time(query, "to")?,
        updated_since: None,
        code: filled(query, "code")?.map(str::to_owned),
    })
}

/// A filter that takes any text. An empty one would belong to nothing, and most likely comes from a field of a screen that was
/// left empty.
pub fn filled<'q>(query: &'q Query<'_>, name: &'static str) -> Result<Option<&'q str>> {
    let Some(text) = query.one(name)?.map(str::trim) else { return Ok(None) };
    if text.is_empty() { Err(Failure::unreadable(name, Why::Plain(empty(name)))) } else { Ok(Some(text)) }
}

/// A filter by an id. One that is no UUID is unknown, and what is unknown has no records.
pub fn id(query: &Query<'_>, name: &'static str) -> Result<Option<Id>> {
    Ok(filled(query, name)?.map(|id| Id::parse(id).unwrap_or(Id::NIL)))
}

/// A list of orders with its tag, or that the client has it, for which nothing is read. The tag is the same while no order changes,
/// for the same question of a key that sees the same; it is made before the list is read, so that a change in between makes another.
pub async fn tagged(request: &ApiRequest, list: impl Future<Output = Answer>) -> Answer {
    let changes = orders::change_count(&request.app).to_be_bytes();
    let restaurant = request.access().restaurant.unwrap_or(Id::NIL).bytes();
    let query = request.call.query_text().unwrap_or_default();
    let tag = ListTag::of(&[request.call.path().as_bytes(), query.as_bytes(), &changes, &restaurant]);
    if tag.is_known(&request.call.headers) {
        orders::check_open(&request.app)?;
        return Ok(tag.unchanged());
    }
    let mut response = list.await?;
    tag.put_on(&mut response);
    Ok(response)
}

/// What rows carry beside the list item: names with commas between them, or one at a time.
pub fn included(query: &Query<'_>) -> Result<Included> {
    let mut included = Included::default();
    for name in query.many("include").into_iter().flat_map(|names| names.split(',')).map(str::trim) {
        match name {
            "" => {}
            "customer" => included.customer = true,
            "items" => included.items = true,
            _ => return Err(Failure::unreadable("include", Why::Plain(MAY_INCLUDE))),
        }
    }
    Ok(included)
}

pub fn time(query: &Query<'_>, name: &'static str) -> Result<Option<Time>> {
    let Some(text) = query.one(name)? else { return Ok(None) };
    Time::parse(text).map(Some).ok_or_else(|| Failure::unreadable(name, Why::NotATime))
}

/// What one of these words stands for.
pub fn word<T: Copy>(query: &Query<'_>, name: &'static str, words: &[(&'static str, T)]) -> Result<Option<T>> {
    let Some(text) = query.one(name)? else { return Ok(None) };
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, meant)| *meant);
    found.map(Some).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Failure::unreadable(name, Why::NotOneOf(words.join(", ")))
    })
}

/// Digits and nothing else.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
