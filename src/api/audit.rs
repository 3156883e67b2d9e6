//! `/audit`: the record of who did what.

use super::{lists, request::ApiRequest};
use crate::{
    http::{Answer, reply},
    model::{
        AuditEntry, Deed, Failure, Id, List, Time, Why,
        audit::{Area, AuditSubject, FieldChange},
    },
    ops::care::audit::{self, AuditFilter},
};
use serde::Serialize;

pub async fn list(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let unknown = |name: &'static str, words: String| move || Failure::unreadable(name, Why::NotOneOf(words));
    let area = match query.one("area")? {
        None => None,
        Some(word) => {
            let words = Area::WORDS.map(|(word, _)| word).join(", ");
            Some(Area::parse(word).ok_or_else(unknown("area", words))?)
        }
    };
    let mut deeds = area.map_or(Vec::new(), audit::deeds_of);
    if let Some(word) = query.one("deed")? {
        let words: Vec<&str> = Deed::ALL.iter().map(|deed| deed.word()).collect();
        deeds = vec![Deed::parse(word).ok_or_else(unknown("deed", words.join(", ")))?];
    }
    let text = query.one("text")?.map(str::to_owned);
    let filter = AuditFilter { deeds, text, from: lists::time(&query, "from")?, to: lists::time(&query, "to")? };
    let walk = lists::walk(&query, List::Audit)?;
    let page = audit::list(&request.app, &request.reader()?, filter, walk.clone()).await?;
    let rows: Result<Vec<Vec<u8>>, _> =
        page.items.iter().map(|entry| serde_json::to_vec(&AuditView::of(entry))).collect();
    reply::page(&rows.map_err(Failure::fault)?, &List::Audit.paging(&page, &walk))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AuditView<'a> {
    id: Id,
    at: Time,
    until: Time,
    count: u64,
    by: String,
    from: Option<&'a str>,
    area: &'static str,
    deed: Deed,
    about: Option<&'a AuditSubject>,
    changes: &'a [FieldChange],
}

impl AuditView<'_> {
    fn of(entry: &AuditEntry) -> AuditView<'_> {
        AuditView {
            id: entry.id,
            at: entry.at,
            until: entry.until,
            count: entry.count,
            by: entry.by.to_string(),
            from: entry.from.as_deref(),
            area: entry.deed.area().word(),
            deed: entry.deed,
            about: entry.about.as_ref(),
            changes: &entry.changes,
        }
    }
}
