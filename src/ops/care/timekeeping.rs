//! Whether the clock can be believed: one that lies behind the newest time that is stored was set back, or had been ahead.
//!
//! Where it had been ahead, what was stored then stays newer than the present for as long; the owner can say that the clock
//! is right, and it is counted from that moment on.

use super::settings;
use crate::{AppState, Ctx};
use model::{Result, Time};
use std::{sync::atomic::Ordering, time::Duration};
use store::{Accounts, Reader, newest_time};

/// Clocks that are set by the internet are moved by seconds.
pub const LAG: Duration = Duration::from_mins(1);

/// The sync thread calls it now and then.
pub fn look(app: &AppState) -> Result<()> {
    let newest = newest(&app.store.read()?)?;
    app.care.newest_stored.store(newest.0, Ordering::Relaxed);
    let lag = lag(app);
    if app.care.is_clock_behind.swap(lag.is_some(), Ordering::Relaxed) != lag.is_some()
        && let Some(lag) = lag
    {
        tracing::warn!(?lag, "the clock lies behind what is stored: it was set back, or had been ahead");
    }
    Ok(())
}

/// The newest time that is stored and was not taken back by the owner.
pub fn newest(reader: &Reader) -> Result<Time> {
    let (newest, settings) = (newest_time(reader)?, reader.settings()?);
    Ok(match (settings.clock_ahead_until, settings.clock_right_at) {
        // Ids that were given since then go on from that time, by a little.
        (Some(ahead), Some(right)) if newest <= ahead.plus(LAG) => right,
        _ => newest,
    })
}

/// By how much the clock lies behind what is stored, if it does.
pub fn lag(app: &AppState) -> Option<Duration> {
    behind_until(app).map(|until| until.since(clock::now()))
}

/// When the clock will have caught up with what is stored, where it lies behind that.
pub fn behind_until(app: &AppState) -> Option<Time> {
    let newest = Time(app.care.newest_stored.load(Ordering::Relaxed));
    (newest.since(clock::now()) > LAG).then_some(newest)
}

/// The owner says that the clock is right now, and was ahead when the newest was stored.
pub async fn trust(ctx: Ctx) -> Result<()> {
    let (app, newest) = (ctx.app.clone(), newest_time(&ctx.app.store.read()?)?);
    if newest > clock::now() {
        settings::trust_clock(ctx, newest, clock::now()).await?;
    }
    look(&app)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;

    #[tokio::test]
    async fn a_clock_that_was_ahead_once_is_believed_again_when_the_owner_says_so() {
        let (app, _data) = an_empty_app();
        let year = Duration::from_hours(365 * 24);
        let ahead = clock::now().plus(year);
        let store_something = |at: Time| {
            app.store.write(move |tx| {
                tx.now = at;
                tx.next_id();
                let settings = tx.settings()?;
                tx.put_settings(&settings)
            })
        };
        store_something(ahead).await.unwrap();
        look(&app).unwrap();
        assert_eq!(behind_until(&app), Some(ahead));
        trust(Ctx::system(app.clone())).await.unwrap();
        assert_eq!(lag(&app), None);
        // What is stored from now on is no reason either, unless the clock is ahead once more.
        store_something(clock::now()).await.unwrap();
        look(&app).unwrap();
        assert_eq!(lag(&app), None);
        store_something(ahead.plus(year)).await.unwrap();
        look(&app).unwrap();
        assert_eq!(behind_until(&app), Some(ahead.plus(year)));
    }
}
