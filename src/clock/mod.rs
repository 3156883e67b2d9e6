//! The clock: the only place that asks the machine for the time of day.

use model::Time;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A step back that is more than a clock being corrected a little.
pub const SET_BACK: Duration = Duration::from_secs(2);

pub fn now() -> Time {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Notices that the clock was set back: what is due at a time of before would come too late.
pub struct ClockWatch {
    steady: Instant,
    wall: Time,
}

impl ClockWatch {
    #[expect(clippy::new_without_default, reason = "it begins now")]
    pub fn new() -> ClockWatch {
        ClockWatch { steady: Instant::now(), wall: now() }
    }

    /// By how much the clock was set back since this was last asked.
    pub fn went_back(&mut self) -> Option<Duration> {
        let before = std::mem::replace(self, ClockWatch::new());
        let back = before.wall.plus(self.steady.duration_since(before.steady)).since(self.wall);
        (back > SET_BACK).then_some(back)
    }
}
