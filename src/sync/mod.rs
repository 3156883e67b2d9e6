//! The thread that acts when its time has come: it polls platforms, tells them steps that had to wait, starts scheduled
//! orders, settles unfinished changes, erases what is kept no longer, reads payments anew, and tidies up. Never: warp, redb.

mod polls;

use crate::{
    clock,
    model::{Failure, Time},
    ops::{self, AppState, care::upkeep, keys, orders},
};
use polls::Polls;
use std::{
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, sync::watch};

/// Longest sleep, so that a clock that was set is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);
/// After the bell, so that a busy evening does not wake the thread at every commit.
const SHORTEST: Duration = Duration::from_millis(100);
/// A step back of the clock that matters to what waits.
const SET_BACK: Duration = Duration::from_secs(2);
const HOUSEKEEPING: Duration = Duration::from_secs(60);
/// Until the store is looked at for what compacting it would gain, when the start's rush is over; and then each day.
const FIRST_LOOK: Duration = Duration::from_mins(10);
const NEXT_LOOK: Duration = Duration::from_hours(24);
/// Between tries at what a platform could not be told.
const TELL_AGAIN_AFTER: Duration = Duration::from_secs(10);
/// The longest of these: a platform that does not find an order is not to be asked for it all the time.
const TELL_AGAIN_AT_LAST_AFTER: Duration = Duration::from_secs(30);

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
    let mut bell = app.store.bell();
    let mut changes = app.integrations_bell();
    let mut polls = Polls::new(poll_interval);
    let mut settle_at = Instant::now();
    let mut settle_pause = TELL_AGAIN_AFTER;
    let (mut ask_at, mut unsure) = (Instant::now(), 0);
    let mut accept_at = Instant::now();
    let mut housekeep_at = Instant::now() + HOUSEKEEPING;
    let mut look_at = Instant::now() + FIRST_LOOK;
    let mut clocks = (Instant::now(), clock::now());
    let mut erase_at = Instant::now();
    // Where the erasing goes on, while there is more of it.
    let mut erase_from = None;
    while !*stop.borrow() {
        bell.borrow_and_update();
        let went_back = set_back(&mut clocks);
        if went_back > SET_BACK {
            note("bringing forward what waits", orders::bring_forward(app, went_back).await);
        }
        if Instant::now() >= settle_at {
            let all_settled = orders::settle_left(app);
            settle_at = Instant::now() + if all_settled { Duration::ZERO } else { settle_pause };
            settle_pause =
                if all_settled { TELL_AGAIN_AFTER } else { (settle_pause * 2).min(TELL_AGAIN_AT_LAST_AFTER) };
        }
        // What a restore left unsure, a few at a time: when one of them is sure, and else now and then.
        if Instant::now() >= ask_at || orders::unsure_count(app) < unsure {
            unsure = orders::ask_unsure(app);
            ask_at = Instant::now() + TELL_AGAIN_AFTER;
        }
        if Instant::now() >= accept_at {
            accept_at = Instant::now() + TELL_AGAIN_AFTER;
            note("accepting orders", orders::accept_owed(app));
        }
        let next = orders::start_due(app, clock::now()).await;
        let scheduled = note("starting scheduled orders", next).flatten();
        let steps = note("telling platforms what waited", orders::tell_due(app, clock::now())).flatten();
        let next = [scheduled, steps].into_iter().flatten().min();
        let poll = note("polling", polls.start_due(app, handle)).flatten();
        let until_poll = poll.map_or(LONGEST_SLEEP, |at| at.saturating_duration_since(Instant::now()));
        note("putting refusals on record", ops::care::audit::write_refusals(app).await);
        note("putting the overwriting on record", ops::care::privacy::note_overwriting(app).await);
        if Instant::now() >= housekeep_at {
            housekeep_at = Instant::now() + HOUSEKEEPING;
            note("writing down when keys were used", keys::remember_use(app).await);
            note("forgetting old receipts", ops::forget_receipts(app).await);
            note("forgetting ended sessions", ops::people::sessions::forget_ended(app).await);
        }
        if Instant::now() >= look_at {
            look_at = Instant::now() + NEXT_LOOK;
            note("forgetting old entries of the record", ops::care::audit::forget_old(app).await);
            note("looking at the store's size", upkeep::look(app));
        }
        note("making a backup", ops::care::backups::start_due(app));
        if Instant::now() >= erase_at && erase_from.is_none() {
            erase_at = Instant::now() + HOUSEKEEPING;
            erase_from = Some(Vec::new());
        }
        if let Some(from) = erase_from.take() {
            erase_from =
                note("erasing old orders' customers", ops::care::privacy::erase_some(app, from).await).flatten();
        }
        let rereads = note("reading payments anew", ops::money::payments::reread_some(app).await).unwrap_or(false);
        let releases =
            note("releasing what a restore held", ops::care::aftermath::carry_on(app).await).unwrap_or(false);
        let has_more = erase_from.is_some() || rereads || releases;
        let until_erase = if has_more { SHORTEST } else { LONGEST_SLEEP };
        let longest = until_poll.max(SHORTEST).min(until_erase);
        tokio::select! {
            _ = stop.changed() => {}
            _ = tokio::time::sleep(pause(next, clock::now()).min(longest)) => {}
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
                tokio::time::sleep(SHORTEST).await;
            }
        }
    }
}

/// By how much the clock was set back since this was last asked.
fn set_back(clocks: &mut (Instant, Time)) -> Duration {
    let (steady, wall) = std::mem::replace(clocks, (Instant::now(), clock::now()));
    wall.plus(steady.elapsed()).since(clocks.1)
}

fn pause(next: Option<Time>, now: Time) -> Duration {
    next.map_or(LONGEST_SLEEP, |next| next.since(now)).clamp(SHORTEST, LONGEST_SLEEP)
}

/// What fails here is tried again at the next turn; the log says that it failed.
fn note<T>(what: &str, result: Result<T, Failure>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(failure) => {
            tracing::warn!(cause = %failure, "{what} failed; it will be tried again");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sleep_is_bounded_whatever_the_clock_says() {
        assert_eq!(pause(None, Time(0)), LONGEST_SLEEP);
        assert_eq!(pause(Some(Time(5_000)), Time(4_000)), Duration::from_secs(1));
        assert_eq!(pause(Some(Time(0)), Time(4_000)), SHORTEST);
        assert_eq!(pause(Some(Time(i64::MAX)), Time(-1)), LONGEST_SLEEP);
    }
}
