//! Sweeps the packages of our branch by the time of their last change, so that new orders, courier moves and
//! cancellations are all seen, and none is passed over: the cursor moves on window by window, each read to its end.
//!
//! After a gap, an order that is open here may have changed before the time that the sweep goes back to; and one that has
//! left the statuses that are asked for, or that the platform has lost, is never brought. So after a gap, and else every
//! few minutes, what the sweep does not bring is read by itself; what was told a step that does not show yet, at once.

use super::{calls, look, order, words};
use crate::{Client, PollRequest, Polled, Report, in_turn, is_object, look_through, objects, plainly};
use model::{Failure, Refusal, Status, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use std::{collections::HashSet, time::Duration};

/// `UnPacked` and `Returned` exist as well, but no source shows that they may be asked for, and a value that the platform
/// does not know could make every poll fail. They are seen when a package is read by itself.
const STATUSES: &str = "Created,Picking,Invoiced,Shipped,Delivered,Cancelled,UnSupplied";
/// More is refused.
const PAGE: usize = 50;
/// Of one window in one poll: 2,000 packages. The next poll goes on there.
const MOST_PAGES: u64 = 40;
/// The longest span that is asked for at once.
const WINDOW: Duration = minutes(15);
/// Between two windows of one sweep.
const OVERLAP: Duration = minutes(1);
/// Between two polls: what changed just before the end of one may show only after it, and our clock may run ahead of the
/// platform's, so that what it calls now lies before that end.
const CLOCKS: Duration = minutes(5);
/// How far the very first poll looks back.
const FIRST: Duration = minutes(60);
/// What is older was settled on the platform's own screen long ago; also holds a clock that once stood in 1970.
const FARTHEST: Duration = minutes(7 * 24 * 60);
/// A list that changes while its pages are read may hide a package between two of them: it is read again.
const READINGS: usize = 3;
/// Windows that one poll reads, five hours in six seconds; the next poll goes on there.
const WINDOWS: u32 = 20;
/// Nothing new is begun with less time than this.
const LAST_MOMENT: Duration = Duration::from_secs(2);

/// Packages that are read by themselves in one poll.
const LOOKS: usize = 20;
/// After one that could not be read.
const LOOK_AGAIN: Duration = minutes(1);
/// From one round of these to the next.
const ROUND: Duration = minutes(5);

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

/// Its moments are in milliseconds since 1970.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Cursor {
    /// Up to when changes have been read.
    until: Option<i64>,
    /// The window after that, where it is longer than a poll reads.
    open: Option<OpenWindow>,
    /// Orders that are open here and still to be read by themselves, the next one first.
    unseen: Vec<String>,
    /// When the last round of them began.
    round: i64,
    /// Why one of them could not be read, and when the next is tried.
    trouble: Option<(Refusal, i64)>,
}

/// A window, and how far its list has been read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct OpenWindow {
    from: i64,
    until: i64,
    /// The next to be read.
    page: u64,
    /// How many packages the list had, as far as that is said.
    count: Option<u64>,
}

impl OpenWindow {
    fn new(from: Time, until: Time) -> OpenWindow {
        OpenWindow { from: from.0, until: until.0, page: 0, count: None }
    }

    /// A window of a clock that was wrong is not read on, nor one that is too old by now.
    fn is_good(&self, now: Time) -> bool {
        Time(self.until) <= now && Time(self.from) >= now.minus(FARTHEST)
    }

    /// The list has changed since the page before was read. What left it moved all behind it towards its beginning, and nothing
    /// else is known of a list that grew.
    fn of_count(self, count: Option<u64>) -> OpenWindow {
        let page = match (self.count, count) {
            (Some(before), Some(now)) if now < before => self.page.saturating_sub((before - now).div_ceil(PAGE as u64)),
            _ => 0,
        };
        OpenWindow { page, count, ..self }
    }
}

/// How far a sweep came.
struct Swept {
    until: Option<Time>,
    open: Option<OpenWindow>,
    failure: Option<Failure>,
}

pub fn poll(client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
    let before: Cursor = serde_json::from_value(asked.cursor.clone()).unwrap_or_default();
    let mut found = Vec::new();
    let last = before.until.map(Time);
    let Swept { until, open, failure } = sweep(client, last, before.open, asked.now, &mut found);
    let shop = Some(client.link.credential("storeId").to_owned());
    let mut polled = Polled { reports: newest(found), shop, failure, ..Polled::default() };
    if until.is_none() && open == before.open {
        return polled;
    }
    // A clock that was set back makes the next round due.
    let round = Time(before.round);
    let is_due = asked.now < round || asked.now.since(round) >= ROUND;
    let (round, unseen) = match asked.after_gap || last.is_none() || is_due {
        true => (asked.now, asked.untold()),
        false => (round, before.unseen),
    };
    let brought: HashSet<&str> = polled.reports.iter().map(|report| report.provider_order_id.as_str()).collect();
    let is_left = |id: &String| asked.open.contains(id) || asked.was_told(id);
    let mut unseen = in_turn(asked.told, unseen);
    unseen.retain(|id| is_left(id) && !brought.contains(id.as_str()));
    let trouble = before.trouble.filter(|_| !unseen.is_empty());
    let until = until.or(last);
    let mut cursor = Cursor { until: until.map(|until| until.0), open, unseen, round: round.0, trouble };
    if polled.failure.is_none() && until >= Some(asked.now) {
        look_after(client, asked, &mut cursor, &mut polled);
    }
    polled.aside = cursor.trouble.clone().map(|(refusal, _)| Failure::from(refusal));
    polled.cursor = serde_json::to_value(cursor).ok();
    polled
}

/// Window after window up to now; first what is left of one that the last poll did not read to its end.
fn sweep(
    client: &Client<'_>,
    last: Option<Time>,
    open: Option<OpenWindow>,
    now: Time,
    found: &mut Vec<Report>,
) -> Swept {
    let open = open.filter(|open| open.is_good(now));
    let mut from = open.map_or_else(|| start(last, now), |open| Time(open.from));
    // Where one poll will not do: what is new does not wait for what is old.
    let is_long = now.since(from) > WINDOWS * (WINDOW - OVERLAP);
    let latest = open.map(|open| Time(open.until)).or(is_long.then_some(now.minus(WINDOW)));
    let latest = latest.map(|latest| OpenWindow::new(latest.max(now.minus(WINDOW)), now));
    let is_latest_read = match latest.map(|latest| read_window(client, latest, found)) {
        None => false,
        Some(Ok(left)) => left.is_none(),
        Some(Err(failure)) => return Swept { until: None, open, failure: Some(failure) },
    };
    let (mut until, mut left) = (None, open);
    for _ in 0..WINDOWS {
        let window = left.take().unwrap_or_else(|| OpenWindow::new(from, from.plus(WINDOW).min(now)));
        match read_window(client, window, found) {
            Ok(None) => until = Some(Time(window.until)),
            Ok(open @ Some(_)) => return Swept { until, open, failure: None },
            // It merely came too late to be read in this poll.
            Err(_) if until.is_some() && client.is_late(LAST_MOMENT) => break,
            Err(failure) => return Swept { until, open: open.filter(|_| until.is_none()), failure: Some(failure) },
        }
        // What was read first may go on from there.
        if is_latest_read && latest.is_some_and(|latest| latest.from <= window.until) {
            until = Some(now);
        }
        if until >= Some(now) || client.is_late(LAST_MOMENT) {
            break;
        }
        from = Time(window.until).minus(OVERLAP);
    }
    Swept { until, open: None, failure: None }
}

/// Reads what the sweep did not bring, one by one.
fn look_after(client: &Client<'_>, asked: &PollRequest<'_>, cursor: &mut Cursor, polled: &mut Polled) {
    let now = asked.now;
    // A clock that was set back makes it due.
    let is_waiting = |again: Time| again > now && again <= now.plus(LOOK_AGAIN);
    // What was just told does not wait for another order that cannot be read, and is before it in the line.
    if asked.told.is_empty() && cursor.trouble.as_ref().is_some_and(|(_, again)| is_waiting(Time(*again))) {
        return;
    }
    let client = client.for_the_rest();
    let failed = look_through(&mut cursor.unseen, LOOKS, &mut polled.reports, |id| {
        (!client.is_late(LAST_MOMENT)).then(|| look::look(&client, id).map(Some))
    });
    cursor.trouble = failed.map(|failure| (failure.refusal().clone(), now.plus(LOOK_AGAIN).0));
}

/// A cursor in the future is of a clock that has been set back since.
fn start(last: Option<Time>, now: Time) -> Time {
    match last {
        None => now.minus(FIRST),
        Some(until) => until.min(now).minus(CLOCKS).max(now.minus(FARTHEST)),
    }
}

/// Reads a window on; what is left of it, where that is more than a poll reads.
fn read_window(
    client: &Client<'_>,
    mut window: OpenWindow,
    found: &mut Vec<Report>,
) -> Result<Option<OpenWindow>, Failure> {
    for _ in 0..READINGS {
        match read_pages(client, window, found)? {
            PagesRead::Ended => return Ok(None),
            PagesRead::Stopped(open) => return Ok(Some(open)),
            PagesRead::Changed(count) => window = window.of_count(count),
        }
    }
    Err(plainly(words::LIST_CHANGED))
}

/// What came of reading page after page.
enum PagesRead {
    Ended,
    /// It goes on there.
    Stopped(OpenWindow),
    /// The list changed meanwhile, and has so many packages now.
    Changed(Option<u64>),
}

fn read_pages(client: &Client<'_>, window: OpenWindow, found: &mut Vec<Report>) -> Result<PagesRead, Failure> {
    let store = client.link.credential("storeId");
    let OpenWindow { from, until, page: first, count: mut counted } = window;
    let mut seen = HashSet::new();
    for number in first..first + MOST_PAGES {
        let open = OpenWindow { page: number, count: counted, ..window };
        if number > first && client.is_late(LAST_MOMENT) {
            return Ok(PagesRead::Stopped(open));
        }
        let query = format!(
            "/packages?packageStatuses={STATUSES}&packageModificationStartDate={from}&packageModificationEndDate={until}\
             &storeId={store}&page={number}&size={PAGE}"
        );
        let reply = calls::read(client, "packages", &calls::path(client.link, "order", &query))?;
        let page =
            PackagePage::read(&String::from_utf8_lossy(&reply.body), |raw| order::read(raw, client.link.currency))?;
        let (is_last, count) = (page.is_last(number), page.count);
        let known = seen.len();
        seen.extend(page.packages.iter().map(|package| package.provider_order_id.clone()));
        let is_new = seen.len() > known;
        // Should the platform not heed whose packages are asked for, other branches' are not cooked here.
        let is_its = |package: &Report| package.shop.as_deref().is_none_or(|shop| shop == store);
        found.extend(page.packages.into_iter().filter(is_its));
        if number > 0 && counted != count {
            return Ok(PagesRead::Changed(count));
        }
        counted = count;
        if !is_last && !is_new {
            tracing::warn!(from, until, number, "Trendyol Go's list of packages repeats itself; the rest is left");
        }
        if is_last || !is_new {
            return Ok(PagesRead::Ended);
        }
    }
    tracing::info!(
        from,
        until,
        pages = first + MOST_PAGES,
        "Trendyol Go's list of packages is long; the next poll reads on"
    );
    Ok(PagesRead::Stopped(OpenWindow { page: first + MOST_PAGES, count: counted, ..window }))
}

struct PackagePage {
    packages: Vec<Report>,
    /// With those that are no packages.
    entries: usize,
    /// Of the whole list, as far as that is said.
    count: Option<u64>,
    pages: Option<u64>,
}

impl PackagePage {
    fn read(body: &str, read: impl Fn(&RawValue) -> Report) -> Result<PackagePage, Failure> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct PageAnswer<'a> {
            #[serde(borrow)]
            content: Option<Vec<&'a RawValue>>,
            #[serde(default)]
            total_count: Value,
            #[serde(default)]
            total_pages: Value,
        }
        let whole: &RawValue = serde_json::from_str(body).map_err(|e| calls::unreadable(&e))?;
        // An answer without a list must not pass for an empty one: the cursor would move.
        if !is_object(whole) {
            return Err(plainly(words::NO_LIST));
        }
        let answer: PageAnswer<'_> = serde_json::from_str(whole.get()).map_err(|e| calls::unreadable(&e))?;
        let content = answer.content.ok_or_else(|| plainly(words::NO_LIST))?;
        let entries = content.len();
        // What stands in its own list is a package, however little is in it: it is kept, and flagged.
        let packages = objects(content, "Trendyol Go", "packages").into_iter().map(read).collect();
        Ok(PackagePage { packages, entries, count: answer.total_count.as_u64(), pages: answer.total_pages.as_u64() })
    }

    fn is_last(&self, number: u64) -> bool {
        match self.pages {
            Some(pages) => self.entries == 0 || number + 1 >= pages,
            None => self.entries < PAGE,
        }
    }
}

/// In the order of their changes, the same state of the same package once.
fn newest(mut found: Vec<Report>) -> Vec<Report> {
    found.sort_by_key(|package| package.as_of);
    let mut seen: HashSet<(String, Option<Status>)> = HashSet::new();
    let mut reports: Vec<Report> = found.into_iter().rev().collect();
    reports.retain(|report| seen.insert((report.provider_order_id.clone(), report.status)));
    reports.reverse();
    reports
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Currency;
    use serde_json::json;

    #[test]
    fn a_poll_starts_where_the_last_one_ended_and_a_little_before() {
        let now = Time(1_794_673_231_000);
        let last = now.minus(Duration::from_secs(5));
        assert_eq!(start(None, now), now.minus(FIRST));
        assert_eq!(start(Some(last), now), last.minus(CLOCKS));
        assert_eq!(start(Some(now.plus(minutes(999))), now), now.minus(CLOCKS));
        assert_eq!(start(Some(Time(0)), now), now.minus(FARTHEST));
    }

    fn page(body: &str) -> Result<PackagePage, Failure> {
        PackagePage::read(body, |raw| order::read(raw, Currency::TRY))
    }

    #[test]
    fn a_page_says_whether_another_follows() {
        let one = page(r#"{ "content": [{ "id": "1" }, null, 7, []], "totalPages": 2, "totalCount": 51 }"#).unwrap();
        assert_eq!((one.packages.len(), one.count), (1, Some(51)));
        assert!(!one.is_last(0) && one.is_last(1));
        assert!(page(r#"{ "content": [], "totalPages": 9 }"#).unwrap().is_last(0));
        assert!(page(r#"{ "content": [{}] }"#).unwrap().is_last(0));
        // What is no package counts for the length of its page all the same.
        for entry in [json!({}), json!(7)] {
            let full = json!({ "content": vec![entry; PAGE] }).to_string();
            assert!(!page(&full).unwrap().is_last(0));
        }
        for body in ["", "<html>", "{}", r#"{ "content": null }"#, r#"{ "content": {} }"#, "[]", "[[{}]]"] {
            assert!(page(body).is_err(), "{body}");
        }
    }

    #[test]
    fn a_long_list_is_read_on_where_it_stopped_and_further_back_if_packages_have_left_it() {
        let now = Time(1_794_673_231_000);
        let open = OpenWindow { page: 40, count: Some(2_500), ..OpenWindow::new(now.minus(WINDOW), now) };
        assert!(open.is_good(now) && !open.is_good(now.minus(minutes(1))) && !open.is_good(now.plus(FARTHEST)));
        let page_at = |count| open.of_count(count).page;
        assert_eq!([Some(2_499), Some(2_450), Some(2_449), Some(0)].map(page_at), [39, 39, 38, 0]);
        // Of one that grew nothing is known.
        assert_eq!([Some(2_501), None].map(page_at), [0, 0]);
    }

    #[test]
    fn the_same_state_of_a_package_counts_once_and_the_latest_wins() {
        let package = |id: &str, status: &str, changed: i64, note: &str| {
            let json =
                json!({ "id": id, "packageStatus": status, "packageModificationDate": changed, "customerNote": note });
            order::read(&serde_json::value::to_raw_value(&json).unwrap(), Currency::TRY)
        };
        let reports = newest(vec![
            package("b", "Created", 30, ""),
            package("a", "Picking", 20, ""),
            package("a", "Created", 10, "old"),
            package("a", "Created", 15, "new"),
        ]);
        let shown: Vec<_> = reports
            .iter()
            .map(|report| {
                (&*report.provider_order_id, report.status, report.arrival.as_ref().unwrap().content.note.as_deref())
            })
            .collect();
        let expected = [
            ("a", Some(Status::New), Some("new")),
            ("a", Some(Status::Preparing), None),
            ("b", Some(Status::New), None),
        ];
        assert_eq!(shown, expected);
    }
}
