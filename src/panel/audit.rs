//! The record of who did what: a list with filters, the same as a table, and how long it is kept.

use super::{
    csv::{self, Csv},
    field::trimmed,
    frame::{Frame, Here},
    listing::days,
    page::{go_to, page, refused},
    select::SelectOption,
    show,
    visit::Visit,
};
use askama::Template;
use futures_util::stream;
use http::{Answer, Query};
use i18n::{
    self, Lang, Spoken,
    pages::{audit as texts, keys::scope, words},
};
use jiff::tz::TimeZone;
use model::{
    AuditEntry, Code, Deed, Dir, Failure, List, Provider, Walk, Why,
    audit::{Area, FieldChange},
    page::DEFAULT_LIMIT,
    url,
};
use ops::{
    AppState, LongReader,
    care::{audit, settings},
};
use platforms::facts;
use serde_json::Value;
use std::sync::Arc;

/// Entries that one stretch of a download holds.
const ENTRIES_PER_READ: usize = 200;

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    frame: Frame,
    areas: Vec<SelectOption>,
    asked: AuditQuery,
    is_further_on: bool,
    rows: Vec<AuditRow>,
    newer: Option<String>,
    older: Option<String>,
    days: String,
    days_error: Option<String>,
}

struct AuditRow {
    when: String,
    until: Option<String>,
    who: String,
    from: String,
    what: &'static str,
    about: String,
    changes: Vec<String>,
    count: u64,
    is_refusal: bool,
}

impl AuditRow {
    fn of(entry: AuditEntry, lang: Lang, zone: &TimeZone) -> AuditRow {
        AuditRow {
            when: show::exact(lang, entry.at, zone),
            until: (entry.count > 1).then(|| show::exact(lang, entry.until, zone)),
            who: texts::who(lang, &entry.by),
            from: entry.from.unwrap_or_default(),
            what: texts::deed(lang, entry.deed),
            about: entry.about.map(|about| platform(lang, &about.name).to_owned()).unwrap_or_default(),
            changes: entry.changes.iter().map(|change| told(lang, change)).collect(),
            count: entry.count,
            is_refusal: entry.deed.is_refusal(),
        }
    }
}

/// `name: a → b`.
fn told(lang: Lang, change: &FieldChange) -> String {
    let (name, value) = (texts::field(lang, &change.field), |value: &Value| shown(lang, &change.field, value));
    match (&change.before, &change.after) {
        (None, None) => format!("{name} ({})", lang.texts().audit_page.hidden),
        (None, Some(after)) => format!("{name}: {}", value(after)),
        (Some(before), None) => format!("{name}: {} → –", value(before)),
        (Some(before), Some(after)) => format!("{name}: {} → {}", value(before), value(after)),
    }
}

/// A value in the reader's words, where they have some for it.
fn shown(lang: Lang, field: &str, value: &Value) -> String {
    let read = || value.clone();
    let word = match field {
        "role" => serde_json::from_value(read()).ok().map(|role| words::role(lang, role)),
        "roles" => serde_json::from_value(read()).ok().map(|role| words::screen_role(lang, role)),
        "paymentType" => serde_json::from_value(read()).ok().map(|kind| words::payment(lang, kind)),
        "oldStatus" => serde_json::from_value(read()).ok().map(|status| words::status(lang, status)),
        "scope" => serde_json::from_value(read()).ok().map(|one| scope(lang, one)),
        "provider" => value.as_str().map(|key| platform(lang, key)),
        _ => None,
    };
    let common = lang.texts().common;
    match (word, value) {
        (Some(word), _) => word.to_owned(),
        (None, Value::Null) => "–".to_owned(),
        (None, Value::Array(list)) if list.is_empty() => "–".to_owned(),
        (None, Value::Bool(is)) => if *is { common.yes } else { common.no }.to_owned(),
        (None, Value::String(text)) => text.clone(),
        (None, Value::Array(list)) => list.iter().map(|one| shown(lang, field, one)).collect::<Vec<_>>().join(", "),
        (None, other) => other.to_string(),
    }
}

fn platform(lang: Lang, key: &str) -> &str {
    Provider::parse(key).map_or(key, |provider| facts(provider).short_name_in(lang))
}

/// What was asked for, as the address says it; empty where there is nothing.
#[derive(Clone, Default)]
struct AuditQuery {
    area: String,
    text: String,
    from: String,
    to: String,
}

impl AuditQuery {
    fn of(query: &Query<'_>) -> Result<AuditQuery, Failure> {
        let given = |name| trimmed(query, name);
        Ok(AuditQuery { area: given("area")?, text: given("text")?, from: given("from")?, to: given("to")? })
    }

    fn filter(&self, zone: &TimeZone) -> Result<audit::AuditFilter, Failure> {
        let (from, to) = days(&self.from, &self.to, zone)?;
        let unknown = || Failure::unreadable("area", Why::NotOneOf(Area::WORDS.map(|(word, _)| word).join(", ")));
        let chosen = match self.area.as_str() {
            "" => None,
            word => Some(Area::parse(word).ok_or_else(unknown)?),
        };
        let deeds = chosen.map_or(Vec::new(), audit::deeds_of);
        Ok(audit::AuditFilter { deeds, text: Some(self.text.clone()).filter(|text| !text.is_empty()), from, to })
    }

    fn is_any(&self) -> bool {
        [&self.area, &self.text, &self.from, &self.to].iter().any(|field| !field.is_empty())
    }

    /// A page with these filters.
    fn address(&self, path: &str, cursor: &str, dir: &str) -> String {
        let pairs = [
            ("area", self.area.as_str()),
            ("text", &self.text),
            ("from", &self.from),
            ("to", &self.to),
            ("cursor", cursor),
            ("dir", dir),
        ];
        let query = url::query(pairs);
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }

    fn download(&self) -> String {
        self.address("/audit.csv", "", "")
    }
}

pub async fn list(visit: Visit) -> Answer {
    page(&audit_page(&visit).await?)
}

async fn audit_page(visit: &Visit) -> Result<AuditPage, Failure> {
    let (lang, t) = (visit.lang, visit.lang.texts().audit_page);
    let query = visit.call.query()?;
    let asked = AuditQuery::of(&query)?;
    let zone = settings::zone(&visit.app)?;
    let dir = if query.one("dir")? == Some("prev") { Dir::Prev } else { Dir::Next };
    let from = query.one("cursor")?.map(|cursor| List::Audit.position(cursor)).transpose()?;
    let is_further_on = from.is_some();
    let walk = Walk { limit: DEFAULT_LIMIT, dir, from };
    let found = audit::list(&visit.app, &visit.reader()?, asked.filter(&zone)?, walk.clone()).await?;
    let paging = List::Audit.paging(&found, &walk);
    // A stretch towards newer ones that is not full ends at the newest.
    let is_newest = if dir == Dir::Prev { found.items.len() < walk.limit } else { !is_further_on };
    let choice = |(word, one): &(&str, Area)| SelectOption::of(*word, texts::area(lang, *one), &asked.area);
    Ok(AuditPage {
        frame: Frame::of(visit, Here::Users, t.title),
        areas: Area::WORDS.iter().map(choice).collect(),
        is_further_on,
        newer: paging.prev.filter(|_| !is_newest).map(|cursor| asked.address("/audit", &cursor, "prev")),
        older: paging.next.map(|cursor| asked.address("/audit", &cursor, "next")),
        rows: found.items.into_iter().map(|entry| AuditRow::of(entry, lang, &zone)).collect(),
        asked,
        days: settings::show(&visit.app)?.audit_days.to_string(),
        days_error: None,
    })
}

pub async fn keep(visit: Visit) -> Answer {
    let typed = visit.trimmed("days")?;
    // What is no number is as wrong as one that is too small.
    let days = typed.parse().unwrap_or(0);
    match settings::change_audit(visit.ctx(), days).await {
        Err(failure) if failure.code == Code::ValidationFailed => {
            let label = visit.lang.texts().audit_page.days;
            let sentence = i18n::failure(visit.lang, &failure.field(label));
            refused(&AuditPage { days: typed, days_error: Some(sentence), ..audit_page(&visit).await? })
        }
        saved => saved.and_then(|()| go_to("/audit?said=saved")),
    }
}

/// All that the filters show, read in stretches while it is sent.
pub async fn download(visit: Visit) -> Answer {
    let (app, lang) = (visit.app.clone(), visit.lang);
    let (t, zone) = (lang.texts().audit_page, settings::zone(&app)?);
    let filter = AuditQuery::of(&visit.call.query()?)?.filter(&zone)?;
    let reader = visit.reader()?;
    audit::exported(&visit.app, visit.ctx().recorder(), Deed::AuditExported).await?;
    let name = format!("garson-activity-{}.csv", clock::now().day_in(&zone));
    let heads = [lang.texts().common.when, t.who, t.address, t.what, t.about, t.changes, t.times];
    let table = AuditDownload {
        app,
        reader,
        lang,
        zone,
        filter,
        walk: Some(Walk::newest(ENTRIES_PER_READ)),
        csv: Csv::new(lang, &heads),
    };
    let pieces = stream::try_unfold(table, |mut table| async move {
        let piece = table.next().await?;
        Ok(piece.map(|piece| (piece, table)))
    });
    csv::stream(&name, pieces)
}

/// A table on its way to a browser.
struct AuditDownload {
    app: Arc<AppState>,
    reader: LongReader,
    lang: Lang,
    zone: TimeZone,
    filter: audit::AuditFilter,
    /// What is read next; nothing when all was.
    walk: Option<Walk>,
    csv: Csv,
}

impl AuditDownload {
    async fn next(&mut self) -> Result<Option<String>, Failure> {
        let Some(walk) = self.walk.take() else { return Ok(None) };
        let found = audit::list(&self.app, &self.reader, self.filter.clone(), walk.clone()).await?;
        for entry in found.items {
            let row = AuditRow::of(entry, self.lang, &self.zone);
            for cell in [&row.when, &row.who, &row.from, row.what, &row.about, &row.changes.join(" · ")] {
                self.csv.cell(cell);
            }
            self.csv.plain(row.count);
            self.csv.end_row();
        }
        self.walk = found.next.map(|from| Walk { from: Some(from), ..walk });
        Ok(Some(self.csv.take()))
    }
}
