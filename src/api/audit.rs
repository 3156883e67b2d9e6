//! `/audit`: the record of who did what.

use super::{lists, request::ApiRequest};
use crate::http::{Answer, reply};
use crate::model::audit::{Area, AuditSubject, FieldChange};
use crate::model::{AuditEntry, Deed, Failure, Id, List, Time};
use crate::ops::care::audit::{self, AuditFilter};
use serde::Serialize;

pub async fn list(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let area = lists::word(&query, "area", &Area::WORDS)?;
    let deed = lists::word(&query, "deed", &Deed::WORDS)?;
    let deeds = deed.map_or_else(|| area.map_or(Vec::new(), audit::deeds_of), |deed| vec![deed]);
    let text = lists::filled(&query, "text")?.map(str::to_owned);
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
    id: &'a Id,
    at: &'a Time,
    until: &'a Time,
    count: &'a u64,
    by: String,
    from: &'a Option<String>,
    area: &'static str,
    deed: &'a Deed,
    about: &'a Option<AuditSubject>,
    changes: &'a [FieldChange],
}

impl AuditView<'_> {
    fn of(entry: &AuditEntry) -> AuditView<'_> {
        let AuditEntry { id, at, by, from, deed, about, changes, count, until } = entry;
        let (by, area) = (by.to_string(), deed.area().word());
        AuditView { id, at, until, count, by, from, area, deed, about, changes }
    }
}
