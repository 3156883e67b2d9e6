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

/// Reads what is open here and in no list, longest unread first, each `every` so often, and in each poll what was told a step
/// that does not show yet, also if it is over here. Where one cannot be read, or `look` has nothing because no more may be
/// read now, the others wait for the next poll.
pub fn follow(
    asked: &PollRequest<'_>,
    looked: &mut BTreeMap<String, Turn>,
    every: Duration,
    polled: &mut Polled,
    mut look: impl FnMut(&str) -> Option<Result<Report, Failure>>,
) {
    let listed: BTreeSet<&str> = polled.reports.iter().map(|report| report.provider_order_id.as_str()).collect();
    let is_silent = |id: &&str| !listed.contains(id);
    let silent: BTreeSet<&str> = asked.open.iter().chain(asked.told).map(String::as_str).filter(is_silent).collect();
    looked.retain(|id, _| silent.contains(id.as_str()));
    let is_awaited = |id: &str, turn: &Turn| asked.was_told(id) && turn.trouble.is_none();
    let is_due = |id: &&str| looked.get(*id).is_none_or(|turn| is_awaited(id, turn) || turn.is_due(asked.now, every));
    let mut due: Vec<&str> = silent.into_iter().filter(is_due).collect();
    due.sort_by_key(|id| looked.get(*id).map(|turn| turn.due));
    for id in due {
        let Some(report) = look(id) else { return };
        looked.insert(id.to_owned(), Turn::after(&report, asked.now, every));
        let Ok(report) = report else { return };
        polled.reports.push(report);
    }
}

/// What is to be read by itself, the next one first: what was told a step, then what the last poll left. What both have keeps
/// its place there: one that could not be read waits until the others had their turn.
pub fn in_turn(told: &[String], left: Vec<String>) -> Vec<String> {
    let fresh: Vec<String> = told.iter().filter(|id| !left.contains(id)).cloned().collect();
    fresh.into_iter().chain(left).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn one_that_cannot_be_read_lets_the_others_have_their_turn() {
        let told = ["bad", "good"].map(str::to_owned);
        let (mut unseen, mut reports, mut read) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..4 {
            unseen = in_turn(&told, unseen);
            look_through(&mut unseen, 1, &mut reports, |id| {
                read.push(id.to_owned());
                Some(if id == "bad" { Err(Failure::fault("unreadable")) } else { Ok(None) })
            });
        }
        assert_eq!(read, ["bad", "good", "good", "good"]);
    }

    #[test]
    fn what_was_told_and_is_over_here_is_read_too() {
        let [open, told] = [["1", "2"], ["2", "3"]].map(|ids| ids.map(str::to_owned));
        let asked = PollRequest { cursor: &Value::Null, now: Time(1), after_gap: false, open: &open, told: &told };
        let (mut looked, mut polled, mut read) = (BTreeMap::new(), Polled::default(), Vec::new());
        polled.reports.push(Report::unknown("1"));
        for _ in 0..2 {
            follow(&asked, &mut looked, RETRY_AFTER, &mut polled, |id| {
                read.push(id.to_owned());
                Some(Ok(Report::unknown(id)))
            });
            polled.reports.truncate(1);
        }
        assert_eq!(read, ["2", "3", "2", "3"]);
    }
}
