//! Orders that are open here and that a poll did not bring: they are read by themselves, a few in each poll.

use super::{PollRequest, Polled, Report};
use model::{Failure, Refusal, Time};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What could not be read is tried again after this, unless it is due sooner.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// When something is read next, and why it could not be read last. Part of a cursor.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    due: Time,
    pub trouble: Option<Refusal>,
}

impl Turn {
    /// A clock that was set back makes everything due.
    pub fn is_due(&self, now: Time, every: Duration) -> bool {
        now >= self.due || self.due > now.plus(every)
    }

    pub fn after<T>(outcome: &Result<T, Failure>, now: Time, every: Duration) -> Turn {
        match outcome {
            Ok(_) => Turn { due: now.plus(every), trouble: None },
            Err(failure) => Turn { due: now.plus(every.min(RETRY_AFTER)), trouble: Some(failure.refusal().clone()) },
        }
    }
}

/// Reads what is open here and in no list, longest unread first, each `every` so often. Where one cannot be read, or `look`
/// has nothing because no more may be read now, the others wait for the next poll.
pub fn follow(
    asked: &PollRequest<'_>,
    looked: &mut BTreeMap<String, Turn>,
    every: Duration,
    polled: &mut Polled,
    mut look: impl FnMut(&str) -> Option<Result<Report, Failure>>,
) {
    let listed: BTreeSet<&str> = polled.reports.iter().map(|report| report.provider_order_id.as_str()).collect();
    let is_silent = |id: &&str| !listed.contains(id);
    let silent: BTreeSet<&str> = asked.open.iter().map(String::as_str).filter(is_silent).collect();
    looked.retain(|id, _| silent.contains(id.as_str()));
    let is_due = |id: &&str| looked.get(*id).is_none_or(|turn| turn.is_due(asked.now, every));
    let mut due: Vec<&str> = silent.into_iter().filter(is_due).collect();
    due.sort_by_key(|id| looked.get(*id).map(|turn| turn.due));
    for id in due {
        let Some(report) = look(id) else { return };
        looked.insert(id.to_owned(), Turn::after(&report, asked.now, every));
        let Ok(report) = report else { return };
        polled.reports.push(report);
    }
}

/// Reads the first `most` of these, until `look` has nothing because no more may be read now. One that cannot be read goes
/// to the end, and why it cannot is the answer.
pub fn look_through(
    unseen: &mut Vec<String>,
    most: usize,
    reports: &mut Vec<Report>,
    mut look: impl FnMut(&str) -> Option<Result<Option<Report>, Failure>>,
) -> Option<Failure> {
    for _ in 0..most.min(unseen.len()) {
        match look(&unseen[0])? {
            Ok(report) => {
                unseen.remove(0);
                reports.extend(report);
            }
            Err(failure) => {
                unseen.rotate_left(1);
                return Some(failure);
            }
        }
    }
    None
}
