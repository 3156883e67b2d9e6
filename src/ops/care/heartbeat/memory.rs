//! What is known of heartbeats while the program runs: where the command line has them sent, and what came of the last one.
//! Nothing of it is stored, so a beat costs the disk nothing.

use crate::events::deliveries::SigningSecret;
use model::{Attempt, Time};
use parking_lot::Mutex;
use std::time::{Duration, Instant};
use std::{fmt, sync::Arc};
use tokio::sync::{Mutex as TurnLock, MutexGuard, Notify};

/// A network hiccups, and a receiver is started anew: what lasts less is told nobody.
const TOLD_AFTER: Duration = Duration::from_mins(10);

/// Where the command line has heartbeats sent.
#[derive(Clone)]
pub struct GivenHeartbeat {
    pub url: String,
    pub secrets: Arc<[SigningSecret]>,
}

impl fmt::Debug for GivenHeartbeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GivenHeartbeat").field("url", &self.url).finish_non_exhaustive()
    }
}

/// What came of heartbeats since the start, or since they go where they go now.
#[derive(Clone, Debug, Default)]
pub struct HeartbeatRecord {
    pub last: Option<Attempt>,
    /// When one was last taken.
    pub taken_at: Option<Time>,
    /// Since when none was: for people, and by a clock that nobody sets.
    failing_since: Option<(Time, Instant)>,
}

impl HeartbeatRecord {
    /// Since when none was taken, where that has lasted.
    pub fn failing_since(&self) -> Option<Time> {
        self.failing_for(TOLD_AFTER)
    }

    fn failing_for(&self, long: Duration) -> Option<Time> {
        self.failing_since.filter(|(_, since)| since.elapsed() >= long).map(|(at, _)| at)
    }

    fn note(&mut self, attempt: Attempt) {
        if attempt.is_success() {
            self.taken_at = Some(attempt.at);
            self.failing_since = None;
        } else if self.failing_since.is_none() {
            self.failing_since = Some((attempt.at, Instant::now()));
        }
        self.last = Some(attempt);
    }
}

#[derive(Default)]
pub struct HeartbeatMemory {
    record: Mutex<HeartbeatRecord>,
    turn: TurnLock<()>,
    bell: Notify,
}

impl HeartbeatMemory {
    pub fn record(&self) -> HeartbeatRecord {
        self.record.lock().clone()
    }

    /// The log is told when they begin to fail and when they no longer do, not every minute.
    pub fn note(&self, attempt: Attempt) {
        let mut record = self.record.lock();
        let (was_failing, is_taken) = (record.failing_since.is_some(), attempt.is_success());
        if !is_taken && !was_failing {
            let Attempt { status_code, error, .. } = &attempt;
            tracing::warn!(status = status_code, error, "a heartbeat was not taken; the next is sent in a minute");
        } else if is_taken && was_failing {
            tracing::info!("heartbeats are taken again");
        }
        record.note(attempt);
    }

    /// They go elsewhere from now on, or nowhere; one that is due goes at once.
    pub fn begin_anew(&self) {
        *self.record.lock() = HeartbeatRecord::default();
        self.bell.notify_one();
    }

    /// Returns when something was changed.
    pub async fn rung(&self) {
        self.bell.notified().await;
    }

    /// One is sent at a time.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(status_code: Option<u16>) -> Attempt {
        Attempt { at: Time(7), url: String::new(), status_code, took: Duration::ZERO, answer: None, error: None }
    }

    #[test]
    fn what_fails_is_told_only_when_it_lasts_and_no_longer_when_one_is_taken() {
        let mut record = HeartbeatRecord::default();
        record.note(attempt(None));
        assert_eq!((record.failing_since(), record.failing_for(Duration::ZERO)), (None, Some(Time(7))));
        record.note(attempt(Some(500)));
        assert_eq!((record.failing_for(Duration::ZERO), record.taken_at), (Some(Time(7)), None));
        record.note(attempt(Some(204)));
        assert_eq!((record.failing_for(Duration::ZERO), record.taken_at), (None, Some(Time(7))));
    }
}
