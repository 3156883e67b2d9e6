//! The clock: the only place that asks the machine for the time of day.

use model::Time;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn now() -> Time {
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
