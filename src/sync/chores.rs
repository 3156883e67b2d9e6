//! What the sync thread does at its turns: one table of chores, each with how often it is done. What is urgent stands first.

use crate::model::{Result, Time};
use crate::ops::care::{aftermath, alarm, audit, backups, privacy, timekeeping, upkeep};
use crate::ops::places::{dishes::learn, menus::reading};
use crate::ops::{self, AppState, keys, orders};
use crate::{
    clock,
    ops::{money::payments, people::sessions},
};
use std::time::{Duration, Instant};
use std::{future::ready, pin::Pin, sync::Arc};

const EACH_TURN: Duration = Duration::ZERO;
/// How soon a clock is noticed that was set back.
const CLOCK_LOOK: Duration = Duration::from_secs(10);
const MINUTE: Duration = Duration::from_mins(1);
/// Until the store is looked at for what compacting it would gain: when the start's rush is over.
const AFTER_THE_RUSH: Duration = Duration::from_mins(10);
const DAY: Duration = Duration::from_hours(24);
/// Between tries at what a platform could not be told; then twice as long.
const TELL_AGAIN_AFTER: Duration = Duration::from_secs(10);
/// The longest of these: a platform that does not find an order is not to be asked for it all the time.
const TELL_AGAIN_AT_LAST_AFTER: Duration = Duration::from_secs(30);

/// What a chore comes to.
enum ChoreOutcome {
    Done,
    /// It goes on at the next turn.
    More,
    /// Something could not be done yet: it is tried again after a pause that grows.
    Later,
    /// Nothing is to be done before.
    Until(Option<Time>),
}

type Doing<'a> = Pin<Box<dyn Future<Output = Result<ChoreOutcome>> + Send + 'a>>;
type ChoreWork = for<'a> fn(&'a Arc<AppState>) -> Doing<'a>;

struct Chore {
    /// For the log, where it fails.
    what: &'static str,
    first: Duration,
    every: Duration,
    work: ChoreWork,
}

const CHORES: [Chore; 22] = [
    each(CLOCK_LOOK, "looking at the clock", |app| {
        // Since when orders are refused is known also where no page is open.
        drop(alarm::troubles(app));
        done(ready(timekeeping::look(app)))
    }),
    each(EACH_TURN, "settling what was left", |app| {
        let is_all = orders::settle_left(app);
        came_to(ready(Ok(is_all)), |is_all| if is_all { ChoreOutcome::Done } else { ChoreOutcome::Later })
    }),
    each(EACH_TURN, "asking about orders of before", |app| {
        orders::ask_unsure(app);
        done(ready(Ok(())))
    }),
    each(TELL_AGAIN_AFTER, "accepting orders", |app| done(ready(orders::accept_owed(app)))),
    each(EACH_TURN, "starting scheduled orders", |app| {
        came_to(orders::start_due(app, clock::now()), ChoreOutcome::Until)
    }),
    each(EACH_TURN, "carrying out what was pressed", |app| {
        came_to(ready(orders::carry_out_due(app, clock::now())), ChoreOutcome::Until)
    }),
    each(EACH_TURN, "telling platforms what waited", |app| {
        came_to(ready(orders::tell_due(app, clock::now())), ChoreOutcome::Until)
    }),
    each(EACH_TURN, "putting refusals on record", |app| done(audit::write_refusals(app))),
    each(EACH_TURN, "putting the overwriting on record", |app| done(privacy::note_overwriting(app))),
    later(MINUTE, MINUTE, "writing down when keys were used", |app| done(keys::remember_use(app))),
    each(MINUTE, "writing down which keys have ended", |app| done(keys::remember_ended(app))),
    later(MINUTE, MINUTE, "forgetting old receipts", |app| done(ops::forget_receipts(app))),
    later(MINUTE, MINUTE, "forgetting ended sessions", |app| done(sessions::forget_ended(app))),
    later(AFTER_THE_RUSH, DAY, "forgetting old entries of the record", |app| done(audit::forget_old(app))),
    later(AFTER_THE_RUSH, DAY, "looking at the store's size", |app| done(ready(upkeep::look(app)))),
    each(EACH_TURN, "making a backup", |app| done(ready(backups::start_due(app)))),
    each(MINUTE, "erasing old orders' customers", |app| came_to(privacy::erase_some(app), more_if)),
    each(EACH_TURN, "reading payments anew", |app| came_to(payments::reread_some(app), more_if)),
    each(EACH_TURN, "learning dishes from orders", |app| came_to(learn::learn_some(app), more_if)),
    each(MINUTE, "reading menus", |app| done(ready(reading::read_due(app)))),
    later(AFTER_THE_RUSH, DAY, "forgetting old dishes", |app| came_to(learn::forget_some(app), more_if)),
    each(EACH_TURN, "releasing what a restore held", |app| came_to(aftermath::carry_on(app), more_if)),
];

/// First at the start.
const fn each(every: Duration, what: &'static str, work: ChoreWork) -> Chore {
    later(Duration::ZERO, every, what, work)
}

const fn later(first: Duration, every: Duration, what: &'static str, work: ChoreWork) -> Chore {
    Chore { what, first, every, work }
}

fn came_to<'a, T: 'a>(work: impl Future<Output = Result<T>> + Send + 'a, outcome: fn(T) -> ChoreOutcome) -> Doing<'a> {
    Box::pin(async move { work.await.map(outcome) })
}

fn done<'a>(work: impl Future<Output = Result<()>> + Send + 'a) -> Doing<'a> {
    came_to(work, |()| ChoreOutcome::Done)
}

fn more_if(has_more: bool) -> ChoreOutcome {
    if has_more { ChoreOutcome::More } else { ChoreOutcome::Done }
}

/// Each chore with when it is due, and its pause where it could not be done.
pub struct Chores(Vec<(Chore, Instant, Duration)>);

/// What a turn came to.
#[derive(Default)]
pub struct TurnSummary {
    /// When something is to be done next by the clock on the wall.
    pub next: Option<Time>,
    /// Some chore goes on.
    pub has_more: bool,
}

impl Chores {
    pub fn new() -> Chores {
        let start = Instant::now();
        let planned = |chore: Chore| (start + chore.first, chore);
        Chores(CHORES.into_iter().map(planned).map(|(at, chore)| (chore, at, TELL_AGAIN_AFTER)).collect())
    }

    /// Does what is due, one after the other.
    pub async fn turn(&mut self, app: &Arc<AppState>) -> TurnSummary {
        let mut summary = TurnSummary::default();
        for (chore, due, pause) in &mut self.0 {
            if Instant::now() < *due {
                continue;
            }
            let turn = note(chore.what, (chore.work)(app).await).unwrap_or(ChoreOutcome::Done);
            let wait = match turn {
                ChoreOutcome::More => EACH_TURN,
                ChoreOutcome::Later => *pause,
                ChoreOutcome::Done | ChoreOutcome::Until(_) => chore.every,
            };
            *pause = match turn {
                ChoreOutcome::Later => (*pause * 2).min(TELL_AGAIN_AT_LAST_AFTER),
                _ => TELL_AGAIN_AFTER,
            };
            *due = Instant::now() + wait;
            summary.has_more |= matches!(turn, ChoreOutcome::More);
            if let ChoreOutcome::Until(Some(at)) = turn {
                summary.next = Some(summary.next.map_or(at, |next| next.min(at)));
            }
        }
        summary
    }
}

/// What fails here is tried again at the next turn; the log says that it failed.
pub fn note<T>(what: &str, result: Result<T>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(failure) => {
            tracing::warn!(cause = %failure, "{what} failed; it will be tried again");
            None
        }
    }
}
