//! One poll: what is in progress, now and then what was cancelled or waits unanswered, and what has left the lists.
//!
//! Getir's list holds only orders in progress: one that is open here and missing there has been delivered, cancelled or
//! put off, and is read by itself to learn which. The cursor keeps when each of these is due again, and what went wrong
//! with it last: new orders come with the one list alone, so nothing else makes a poll fail.

use super::{calls, look, order, words};
use crate::{CallGroup, Client, PollRequest, Polled, Report, Turn, follow, plainly};
use model::Failure;
use net::Method;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{collections::BTreeMap, time::Duration};

/// A list that is read more rarely, with how often.
type Rare = (&'static str, Duration);
const CANCELLED: Rare = ("/food-orders/periodic/cancelled", Duration::from_secs(60));
/// Getir asks that this one is not read continuously; it is there for what was missed.
const UNAPPROVED: Rare = ("/food-orders/periodic/unapproved", Duration::from_secs(10 * 60));
/// How often an order is read that is open here and in no list, such as one for tomorrow.
const LOOK_EVERY: Duration = Duration::from_secs(60);

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Cursor {
    cancelled: Turn,
    unapproved: Turn,
    /// Orders that are open here and in no list.
    looked: BTreeMap<String, Turn>,
}

impl Cursor {
    fn trouble(&self) -> Option<Failure> {
        let mut turns = [&self.cancelled, &self.unapproved].into_iter().chain(self.looked.values());
        turns.find_map(|turn| turn.trouble.clone()).map(Failure::from)
    }
}

pub fn poll(client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
    let mut polled = Polled::default();
    match list(client, &calls::ACTIVE, "/food-orders/active") {
        Ok(reports) => polled.reports = reports,
        Err(failure) => polled.failure = Some(failure),
    }
    if polled.failure.is_none() {
        let mut cursor: Cursor = serde_json::from_value(asked.cursor.clone()).unwrap_or_default();
        let client = client.for_the_rest();
        read_rarely(&client, asked, CANCELLED, &mut cursor.cancelled, &mut polled);
        read_rarely(&client, asked, UNAPPROVED, &mut cursor.unapproved, &mut polled);
        follow(asked, &mut cursor.looked, LOOK_EVERY, &mut polled, |id| {
            look::may_look(&client).then(|| look::look(&client, id))
        });
        polled.aside = cursor.trouble();
        polled.cursor = serde_json::to_value(&cursor).ok();
    }
    polled.shop = calls::shop(client);
    polled
}

fn read_rarely(
    client: &Client<'_>,
    asked: &PollRequest<'_>,
    (path, every): Rare,
    turn: &mut Turn,
    polled: &mut Polled,
) {
    if !asked.after_gap && !turn.is_due(asked.now, every) {
        return;
    }
    let read = list(client, &calls::PERIODIC, path);
    let had_trouble = turn.trouble.is_some();
    *turn = Turn::after(&read, asked.now, every);
    match read {
        Ok(reports) => polled.reports.extend(reports),
        Err(failure) if !had_trouble => tracing::warn!(path, cause = %failure, "a list of Getir's cannot be read"),
        Err(_) => {}
    }
}

fn list(client: &Client<'_>, group: &CallGroup, path: &str) -> Result<Vec<Report>, Failure> {
    let reply = calls::call(client, group, Method::Post, path, Some(&json!({})))?.success()?;
    let text = String::from_utf8_lossy(&reply.body);
    let Some(orders) = order::list_in(&text) else {
        let cause = format!("{path} answered HTTP {} without a list of orders", reply.status);
        return Err(plainly(words::NO_LIST).cause(cause));
    };
    // What stands in its own list is an order, however little is in it: it is kept, and flagged.
    Ok(orders.into_iter().map(|raw| order::read(raw, client.link.currency)).collect())
}
