//! Whether the clock can be believed: one that lies behind the newest time that is stored was set back, or had been ahead.

use crate::AppState;
use model::Result;
use std::{sync::atomic::Ordering, time::Duration};
use store::clock_lags;

/// Clocks that are set by the internet are moved by seconds.
pub const LAG: Duration = Duration::from_mins(1);

/// The sync thread calls it now and then.
pub fn look(app: &AppState) -> Result<()> {
    let lag = clock_lags(&app.store.read()?, clock::now())?;
    let millis = u64::try_from(lag.as_millis()).unwrap_or(u64::MAX);
    let before = Duration::from_millis(app.care.clock_lag_millis.swap(millis, Ordering::Relaxed));
    if lag > LAG && before <= LAG {
        tracing::warn!(?lag, "the clock lies behind what is stored: it was set back, or had been ahead");
    }
    Ok(())
}

/// By how much the clock lies behind what is stored, if it does.
pub fn lag(app: &AppState) -> Option<Duration> {
    let lag = Duration::from_millis(app.care.clock_lag_millis.load(Ordering::Relaxed));
    (lag > LAG).then_some(lag)
}
