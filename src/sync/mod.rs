//! The thread that acts when its time has come: it polls platforms, tells them steps that had to wait, starts scheduled
//! orders, settles unfinished changes, erases what is kept no longer, reads payments anew, and tidies up. Never: warp, redb.

mod chores;
mod polls;

use crate::clock::{self, ClockWatch};
use crate::model::Time;
use crate::ops::{AppState, orders};
use chores::{Chores, note};
use polls::Polls;
use std::time::{Duration, Instant};
use std::{sync::Arc, thread::JoinHandle};
use tokio::{runtime::Handle, sync::watch};

/// So that a clock that was set is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);
/// After the bell, so that a busy evening does not wake the thread at every commit.
const SHORTEST_SLEEP: Duration = Duration::from_millis(100);

/// The running thread; it ends soon after `stop` becomes true.
pub fn start(
    app: Arc<AppState>,
    poll_interval: Duration,
    handle: Handle,
    stop: watch::Receiver<bool>,
) -> std::io::Result<JoinHandle<()>> {
    let alive = app.engine.threads.sync.begin();
    std::thread::Builder::new().name("sync".into()).spawn(move || {
        let _alive = alive;
        handle.block_on(run(&app, poll_interval, &handle, stop));
    })
}

async fn run(app: &Arc<AppState>, poll_interval: Duration, handle: &Handle, mut stop: watch::Receiver<bool>) {
    let (mut bell, mut changes) = (app.store.bell(), app.integrations_bell());
    let (mut chores, mut polls, mut clock_watch) = (Chores::new(), Polls::new(poll_interval), ClockWatch::new());
    while !*stop.borrow() {
        bell.borrow_and_update();
        if let Some(back) = clock_watch.went_back() {
            note("bringing forward what waits", orders::bring_forward(app, back).await);
        }
        let summary = chores.turn(app).await;
        let poll = note("polling", polls.start_due(app, handle)).flatten();
        let until_poll = poll.map_or(LONGEST_SLEEP, |at| at.saturating_duration_since(Instant::now()));
        let longest = if summary.has_more { SHORTEST_SLEEP } else { until_poll.max(SHORTEST_SLEEP) };
        tokio::select! {
            _ = stop.changed() => {}
            _ = tokio::time::sleep(pause(summary.next, clock::now()).min(longest)) => {}
            () = polls.ended() => {}
            () = app.engine.errands.outages.rung() => {}
            changed = changes.changed() => {
                if changed.is_err() {
                    return;
                }
                polls.forget_list();
            }
            rung = bell.changed() => {
                if rung.is_err() {
                    return;
                }
                tokio::time::sleep(SHORTEST_SLEEP).await;
            }
        }
    }
}

fn pause(next: Option<Time>, now: Time) -> Duration {
    next.map_or(LONGEST_SLEEP, |next| next.since(now)).clamp(SHORTEST_SLEEP, LONGEST_SLEEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sleep_is_bounded_whatever_the_clock_says() {
        assert_eq!(pause(None, Time(0)), LONGEST_SLEEP);
        assert_eq!(pause(Some(Time(5_000)), Time(4_000)), Duration::from_secs(1));
        assert_eq!(pause(Some(Time(0)), Time(4_000)), SHORTEST_SLEEP);
        assert_eq!(pause(Some(Time(i64::MAX)), Time(-1)), LONGEST_SLEEP);
    }
}
