//! Orders that wait for accounting: marked one by one, or all that a filter shows.

use super::super::{
    figures,
    frame::{Frame, Here},
    listing::{Listing, ListingContext, OrderRow, Turned, complaint, turn},
    page::{go_to, page_with},
    select::SelectOption,
    visit::{Visit, own_path},
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::{Spoken, pages::reports::asks_to_mark};
use model::{Code, Failure, Id, List, Why};
use ops::{care::settings, money::reports, orders, places::restaurants};
use std::collections::HashMap;

/// What is counted before the user is asked whether to mark it all.
const COUNTED: usize = 10_000;

#[derive(Template)]
#[template(path = "pending.html")]
struct PendingPage {
    frame: Frame,
    action: &'static str,
    has_search: bool,
    listing: Listing,
    statuses: Vec<SelectOption>,
    providers: Vec<SelectOption>,
    restaurants: Vec<SelectOption>,
    rows: Vec<OrderRow>,
    older: Option<String>,
    newer: Option<String>,
    /// This very page, to come back to.
    here: String,
    ask: Option<MarkAllQuestion>,
    ask_address: String,
    error: Option<String>,
}

/// Whether to mark everything, and what that is.
struct MarkAllQuestion {
    sentence: String,
    newest: String,
    back: String,
}

pub async fn list(visit: Visit) -> Answer {
    let app = &visit.app;
    let query = visit.call.query()?;
    let listing = Listing { question: String::new(), ..Listing::read(&query)? };
    let zone = settings::zone(app)?;
    let names = restaurants::names(app)?;
    let wants_all = query.one("all")?.is_some();
    let find = || {
        let filter = listing.filter(&zone)?;
        let turned = turn(&query, List::Pending, |walk| orders::browse_pending(app, &filter, &walk))?;
        let waiting = if wants_all { reports::waiting(app, &filter, COUNTED + 1)? } else { (0, None) };
        Ok::<_, Failure>((turned, waiting))
    };
    let (turned, (count, newest), error) = match find() {
        Ok((turned, waiting)) => (turned, waiting, None),
        Err(failure) if failure.code == Code::InvalidParameter => {
            (Turned::default(), (0, None), Some(complaint(visit.lang, &failure)))
        }
        Err(failure) => return Err(failure),
    };
    let path = "/reports/pending";
    let ask = newest.map(|newest| MarkAllQuestion {
        sentence: asks_to_mark(
            visit.lang,
            &figures::number(visit.lang, count.min(COUNTED) as u64),
            count == 1,
            count > COUNTED,
        ),
        newest: newest.to_string(),
        back: listing.address(path, &[]),
    });
    let restaurants: HashMap<_, _> = names.iter().cloned().collect();
    let context = ListingContext { lang: visit.lang, zone: &zone, restaurants: &restaurants };
    let address = |dir, cursor: String| listing.address(path, &[("dir", dir), ("cursor", &cursor)]);
    let (dir, cursor) = (query.one("dir")?.unwrap_or_default(), query.one("cursor")?.unwrap_or_default());
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let shown = PendingPage {
        frame: Frame::of(&visit, Here::Reports, visit.lang.texts().reports_page.pending),
        action: path,
        has_search: false,
        statuses: listing.statuses(visit.lang),
        providers: listing.providers(visit.lang),
        restaurants: listing.restaurants(visit.lang, &names),
        rows: turned.orders.iter().map(|order| context.row(order)).collect(),
        older: turned.older.map(|cursor| address("next", cursor)),
        newer: turned.newer.map(|cursor| address("prev", cursor)),
        here: listing.address(path, &[("dir", dir), ("cursor", cursor)]),
        ask,
        ask_address: listing.address(path, &[("all", "ask")]),
        error,
        listing,
    };
    page_with(status, &shown)
}

pub async fn mark(visit: Visit) -> Answer {
    let form = visit.form();
    let id = form.one("id")?.unwrap_or_default().to_owned();
    let back = own_path(form.one("back")?);
    reports::mark_one(visit.ctx(), id).await?;
    go_to(&with_word(&back))
}

pub async fn mark_all(visit: Visit) -> Answer {
    let form = visit.form();
    let listing = Listing::read(form)?;
    let filter = listing.filter(&settings::zone(&visit.app)?)?;
    let newest = form.one("newest")?.and_then(Id::parse);
    let newest = newest.ok_or_else(|| Failure::invalid("newest", Why::Missing))?;
    reports::mark_all(visit.ctx(), filter, newest).await?;
    go_to(&with_word(&listing.address("/reports/pending", &[])))
}

/// The page says that it was done.
fn with_word(path: &str) -> String {
    let join = if path.contains('?') { '&' } else { '?' };
    format!("{path}{join}said=done")
}
