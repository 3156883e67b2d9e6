//! Orders that wait for accounting: marked one by one, or all that a filter shows.

use super::super::{
    figures,
    frame::{Frame, Here},
    listing::{Listing, OrderList, turn},
    page::{go_to, page, refused, with_word},
    visit::{Visit, own_path},
};
use askama::Template;
use http::Answer;
use i18n::{Spoken, pages::reports::asks_to_mark};
use model::{Failure, Id, List, Why};
use ops::{care::settings, money::reports, orders};

/// What is counted before the user is asked whether to mark it all.
const COUNTED: usize = 10_000;

#[derive(Template)]
#[template(path = "pending.html")]
struct PendingPage {
    frame: Frame,
    list: OrderList,
    /// This very page, to come back to.
    here: String,
    ask: Option<MarkAllQuestion>,
    ask_address: String,
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
    let wants_all = query.one("all")?.is_some();
    let (mut count, mut newest) = (0, None);
    let mut find = || {
        let filter = listing.filter(&zone)?;
        let turned = turn(&query, List::Pending, |walk| orders::browse_pending(app, &filter, &walk))?;
        if wants_all {
            (count, newest) = reports::waiting(app, &filter, COUNTED + 1)?;
        }
        Ok::<_, Failure>(turned)
    };
    let found = find();
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
    let (dir, cursor) = (query.one("dir")?.unwrap_or_default(), query.one("cursor")?.unwrap_or_default());
    let shown = PendingPage {
        frame: Frame::of(&visit, Here::Reports, visit.lang.texts().reports_page.pending),
        here: listing.address(path, &[("dir", dir), ("cursor", cursor)]),
        ask,
        ask_address: listing.address(path, &[("all", "ask")]),
        list: OrderList::of(&visit, path, listing, &zone, found)?,
    };
    if shown.list.error.is_some() { refused(&shown) } else { page(&shown) }
}

pub async fn mark(visit: Visit) -> Answer {
    let back = own_path(visit.form().one("back")?);
    reports::mark_one(visit.ctx(), visit.typed("id")?).await?;
    go_to(&with_word(&back, "said=done"))
}

pub async fn mark_all(visit: Visit) -> Answer {
    let form = visit.form();
    let listing = Listing::read(form)?;
    let filter = listing.filter(&settings::zone(&visit.app)?)?;
    let newest = form.one("newest")?.and_then(Id::parse);
    let newest = newest.ok_or_else(|| Failure::invalid("newest", Why::Missing))?;
    reports::mark_all(visit.ctx(), filter, newest).await?;
    go_to(&with_word(&listing.address("/reports/pending", &[]), "said=done"))
}
