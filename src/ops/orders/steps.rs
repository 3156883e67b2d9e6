//! The steps that a platform is told: what is noted on the order, what waits and until when, and telling what is due.
//!
//! A step that waits is part of its order's record, so it survives what the order survives. Of one order, one step is
//! told at a time and in order; of a step in doubt the platform is asked before anything is decided.

use super::{
    super::{AppState, For},
    Tie, arrive,
    plan::{is_gone, is_nameless},
};
use crate::{
    clock,
    model::{
        Act, Bilingual, Code, Failure, Id, Order, Status, Time, Why,
        order::{PlatformStep, StepState, UNKNOWN_THERE},
    },
    platforms::{Case, Client, Link, Platform, Standing, Step, Told, is_not_found},
    store::Orders,
};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// Due steps handled in one go; the rest follow at once.
const BATCH: usize = 100;
/// Of the time that a person waits, what is kept for reading back.
const LOOK_BACK: Duration = Duration::from_secs(3);
/// Between tries at a platform that cannot be told, doubling.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Between tries at one that has not known the order for long.
const LOST_PAUSE: Duration = Duration::from_secs(300);
/// One that is not found for so long, in milliseconds, and is not believed gone either, was perhaps never the platform's.
const FOUND_WITHIN: i64 = 15 * 60 * 1_000;
/// Nobody waits for a courier, or for a platform to come back, longer than this.
const GIVE_UP: i64 = 6 * 60 * 60 * 1_000;
/// No order is scheduled farther ahead, in milliseconds, whatever it says.
const FARTHEST: i64 = 30 * 24 * 60 * 60 * 1_000;
/// A platform that says no may have been asked while its settings were wrong; then its no counts.
const REFUSALS: u32 = 3;
/// More than any pause that can be set or asked for.
const LONGEST_WAIT: i64 = 2 * 60 * 60 * 1_000;
/// After the store could not take an outcome, in milliseconds.
const REST: i64 = 5_000;
/// Until a step that is being told right now is looked at again.
const UNDER_WAY: i64 = 500;

/// What of an act's steps the platform has taken, and what follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub taken: Option<&'static str>,
    pub later: Vec<Later>,
    /// Steps that the platform cannot be told, because it does not know the order: the act is ours alone, unless it comes
    /// to know it again.
    pub untold: Vec<&'static str>,
}

/// A step that is told later.
#[derive(Clone, Debug, PartialEq)]
pub struct Later {
    pub step: &'static str,
    /// After the step before it.
    pub pause: Duration,
    /// The platform asked to wait, and why.
    pub asked: Option<(Duration, Failure)>,
}

impl Progress {
    /// The platform took the first of them.
    pub fn first_taken(platform: &dyn Platform, link: &Link, steps: &[&'static str]) -> Progress {
        let rest = steps.get(1..).unwrap_or_default();
        Progress { taken: steps.first().copied(), ..Progress::later(platform, link, rest) }
    }

    pub fn later(platform: &dyn Platform, link: &Link, steps: &[&'static str]) -> Progress {
        let later = |step: &&'static str| Later { step, pause: platform.pause(link, step), asked: None };
        Progress { later: steps.iter().map(later).collect(), ..Progress::default() }
    }

    /// All of them follow, the first not before the platform wants it.
    pub fn postponed(self, after: Duration, why: &Bilingual) -> Progress {
        let mut later = self.later;
        if let Some(first) = later.first_mut() {
            first.asked = Some((after, wants_later(why)));
        }
        Progress { later, ..self }
    }

    /// Everything has been told.
    pub fn is_complete(&self) -> bool {
        self.taken.is_some() && self.later.is_empty()
    }
}

/// The platform's reason for a pause.
fn wants_later(why: &Bilingual) -> Failure {
    Failure::new(Code::PlatformRejected).why(Why::Plain(why.clone())).passing()
}

/// Writes down what was told and what waits of an act that leads to `to`. What waits or is done already is not asked
/// for twice.
pub fn note(order: &mut Order, progress: &Progress, to: Status, now: Time) {
    if let Some(step) = progress.taken {
        let (step, state) = (step.to_owned(), StepState::Done);
        order.platform_sync.push(PlatformStep { step, to, state, due_at: None, error: None, at: now, tries: 0 });
    }
    for later in &progress.later {
        if order.platform_sync.iter().any(|known| known.step == later.step && known.state != StepState::Failed) {
            continue;
        }
        let due_at = match &later.asked {
            Some((after, _)) => now.plus(*after),
            None => earliest(order, later.pause, now),
        };
        let error = later.asked.as_ref().map(|(_, why)| why.refusal().clone());
        let (step, state) = (later.step.to_owned(), StepState::Waiting);
        order.platform_sync.push(PlatformStep { step, to, state, due_at: Some(due_at), error, at: now, tries: 0 });
    }
    for step in &progress.untold {
        let (step, state, due_at) = ((*step).to_owned(), StepState::Waiting, Some(now.plus(LOST_PAUSE)));
        let error = Some(Failure::new(Code::OrderUnknownThere).refusal().clone());
        order.platform_sync.push(PlatformStep { step, to, state, due_at, error, at: now, tries: 0 });
    }
}

/// The platform knows the order after all: what could not be told for that is told now. What waits for a pause waits on.
pub fn hurry(order: &mut Order, now: Time) {
    let is_put_off = |step: &PlatformStep| step.error.as_ref().is_some_and(|error| error.retry_after.is_none());
    waiting(order).filter(|step| is_put_off(step)).for_each(|step| step.due_at = Some(now));
}

/// When a step may follow what was told before it. A clock that was set back makes nobody wait longer than the pause.
pub fn earliest(order: &Order, pause: Duration, now: Time) -> Time {
    let before = order.platform_sync.iter().rev().find(|step| step.state != StepState::Failed);
    match before {
        Some(PlatformStep { state: StepState::Waiting, due_at: Some(due), .. }) => due.plus(pause).max(now),
        Some(step) => step.at.plus(pause).clamp(now, now.plus(pause)),
        None => now,
    }
}

pub fn has_waiting(order: &Order) -> bool {
    order.platform_sync.iter().any(|step| step.state == StepState::Waiting)
}

/// The order ended: what still waits will not be told.
pub fn give_up(order: &mut Order, now: Time) {
    fail_waiting(order, &Failure::new(Code::OrderClosed), now);
}

/// The platform shows these as taken, by whoever's hand. Answers whether one of them was waiting.
pub fn prove(order: &mut Order, done: &[&'static str], now: Time) -> bool {
    let mut proven = false;
    for step in waiting(order).filter(|step| done.contains(&step.step.as_str())) {
        settle(step, StepState::Done, None, now);
        proven = true;
    }
    proven
}

fn waiting(order: &mut Order) -> impl Iterator<Item = &mut PlatformStep> {
    order.platform_sync.iter_mut().filter(|step| step.state == StepState::Waiting)
}

fn settle(step: &mut PlatformStep, state: StepState, error: Option<&Failure>, now: Time) {
    step.state = state;
    step.due_at = None;
    step.at = now;
    step.error = error.map(|failure| failure.refusal().clone());
}

fn fail_waiting(order: &mut Order, failure: &Failure, now: Time) {
    waiting(order).for_each(|step| settle(step, StepState::Failed, Some(failure), now));
}

/// The steps that a platform is to be told of an act; none for an order that it has no id for.
pub fn of(tie: &Tie, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
    match tie.both() {
        Some((platform, link)) if !is_nameless(order) => platform.steps(link, order, act, to),
        _ => Vec::new(),
    }
}

/// Whoever asks again wants what failed to be tried again. Answers whether there was something.
pub fn try_again(order: &mut Order, now: Time) -> bool {
    let is_over = |step: &PlatformStep| step.error.as_ref().is_some_and(|error| error.code == Code::OrderClosed);
    let mut found = false;
    for step in order.platform_sync.iter_mut().filter(|step| step.state == StepState::Failed && !is_over(step)) {
        (step.state, step.due_at, step.at, step.tries) = (StepState::Waiting, Some(now), now, 0);
        found = true;
    }
    found
}

/// What is told, in a form that can wait for a thread.
pub struct Call {
    pub step: String,
    pub to: Status,
    pub reason: Option<String>,
    pub note: Option<String>,
}

impl Call {
    pub fn of(step: &str, act: &Act, to: Status) -> Call {
        let (reason, note) = match act {
            Act::Cancel { reason, note, .. } => (reason.clone(), note.clone()),
            Act::Verify | Act::Advance => (None, None),
        };
        Call { step: step.to_owned(), to, reason, note }
    }

    /// One that waited; a cancellation's reason is the order's by then.
    fn waited(step: &PlatformStep, order: &Order) -> Call {
        let why = order.cancellation.as_ref().filter(|_| step.to.is_cancelled());
        let (reason, note) = (why.and_then(|why| why.reason.clone()), why.and_then(|why| why.note.clone()));
        Call { step: step.step.clone(), to: step.to, reason, note }
    }
}

/// Tells one step; where its outcome is in doubt, the platform is asked. A failure that is still in doubt after that
/// says so.
pub async fn tell(app: &Arc<AppState>, tie: &Tie, order: &Order, call: Call, told_for: For) -> Result<Told, Failure> {
    let told = about(app, tie, order, call, told_for, |platform, client, case, step| {
        let kept = if platform.can_look() { LOOK_BACK } else { Duration::ZERO };
        match platform.tell(&client.shorter_by(kept), case, step) {
            Err(failure) if failure.is_in_doubt => match platform.look_back(client, case, step) {
                Ok(Standing::Taken) => Ok(Told::Taken),
                Ok(Standing::Gone) => Ok(Told::Gone),
                Ok(Standing::NotTaken) => Err(failure.in_doubt(false).passing()),
                Err(_) => Err(failure),
            },
            outcome => outcome,
        }
    })
    .await;
    if is_sighting(&told) {
        app.absent.seen(order.id);
    }
    told
}

/// The platform spoke of the order as one that it knows. That it wants a pause may be said of all calls alike.
fn is_sighting(told: &Result<Told, Failure>) -> bool {
    matches!(told, Ok(Told::Taken | Told::Gone))
}

/// What became of a step that was told before a crash, or whose outcome nobody heard.
pub async fn became_of(app: &Arc<AppState>, tie: &Tie, order: &Order, call: Call) -> Result<Standing, Failure> {
    about(app, tie, order, call, For::Later, |platform, client, case, step| platform.look_back(client, case, step))
        .await
}

async fn about<T: Send + 'static>(
    app: &Arc<AppState>,
    tie: &Tie,
    order: &Order,
    call: Call,
    told_for: For,
    errand: impl FnOnce(&dyn Platform, &Client<'_>, &Case<'_>, &Step<'_>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    let raw = app.store.read()?.raw(order.id)?.unwrap_or_default();
    let order = order.clone();
    let run = move |client: &Client<'_>| {
        let case = Case { order: &order, raw: &raw };
        let Call { step: name, to, reason, note } = &call;
        let step = Step { name, to: *to, reason: reason.as_deref(), note: note.as_deref() };
        errand(platform, client, &case, &step)
    };
    app.errand(platform, link, told_for, run).await
}

/// Tells what is due, each order in a task of its own; answers when to look again.
pub fn tell_due(app: &Arc<AppState>, now: Time) -> Result<Option<Time>, Failure> {
    let rest = Time(app.steps_rest_until.load(Ordering::Relaxed));
    if rest > now && rest.0 - now.0 <= REST {
        return Ok(Some(rest));
    }
    let (mut due, mut next) = app.store.read()?.steps_due(now, BATCH)?;
    if next.is_some_and(|next| next.0 - now.0 > LONGEST_WAIT) {
        // Nothing waits that long: the clock was set back.
        (due, next) = app.store.read()?.steps_due(Time(i64::MAX), BATCH)?;
    }
    for id in due {
        next = Some(now.plus_millis(UNDER_WAY));
        let Some(held) = app.order_locks.try_hold(id) else { continue };
        let app = app.clone();
        tokio::spawn(async move {
            let _held = held;
            if let Err(failure) = tell_waiting(&app, id).await {
                tracing::warn!(order = %id, cause = %failure, "a step that waits could not be handled");
                // The store is in trouble; asking again at once would not help it.
                app.steps_rest_until.store(clock::now().plus_millis(REST).0, Ordering::Relaxed);
            }
        });
    }
    Ok(next)
}

/// The clock was set back by so much: what waits is brought forward by as much.
pub async fn bring_forward(app: &AppState, span: Duration) -> Result<(), Failure> {
    let ids = app.store.read()?.steps_due(Time(i64::MAX), usize::MAX)?.0;
    if ids.is_empty() {
        return Ok(());
    }
    app.store
        .write(move |tx| {
            for id in &ids {
                let Some(before) = tx.order(*id)? else { continue };
                let mut after = before.clone();
                for step in waiting(&mut after) {
                    step.due_at = step.due_at.map(|due| due.minus(span));
                    step.at = step.at.minus(span);
                }
                tx.change_order(&before, &after)?;
            }
            Ok(())
        })
        .await
}

/// One order's waiting steps, as far as they are due. The caller holds the order's lock.
async fn tell_waiting(app: &Arc<AppState>, id: Id) -> Result<(), Failure> {
    loop {
        let (order, tie) = {
            let reader = app.store.read()?;
            let Some(order) = reader.order(id)? else { return Ok(()) };
            let tie = Tie::of(app, &reader, &order)?;
            (order, tie)
        };
        let now = clock::now();
        let head = order.platform_sync.iter().find(|step| step.state == StepState::Waiting);
        let is_due = |due: Time| due <= now || due.0 - now.0 > LONGEST_WAIT;
        let Some(head) = head.filter(|step| step.due_at.is_none_or(is_due)) else { return Ok(()) };
        let name = head.step.clone();
        let call = Call::waited(head, &order);
        let told = tell(app, &tie, &order, call, For::Later).await;
        if app.is_stopping() {
            return Ok(());
        }
        if told == Ok(Told::Gone) {
            let report = arrive::gone(app, &tie, &order, For::Later).await;
            arrive::apply(app, id, report).await?;
        }
        let pause = tie.both().map(|(platform, link)| (platform, link.clone()));
        app.store
            .write(move |tx| {
                let Some(before) = tx.order(id)? else { return Ok(()) };
                let mut after = before.clone();
                let pause_of = |step: &str| pause.as_ref().map_or(Duration::ZERO, |(p, link)| p.pause(link, step));
                record(&mut after, &name, &told, &pause_of, tx.now);
                if is_sighting(&told) {
                    after.content.drop_problem(UNKNOWN_THERE);
                }
                if after == before { Ok(()) } else { tx.change_order(&before, &after) }
            })
            .await?;
    }
}

/// What telling a waiting step came to.
pub fn record(
    order: &mut Order,
    name: &str,
    told: &Result<Told, Failure>,
    pause_of: &dyn Fn(&str) -> Duration,
    now: Time,
) {
    let (scheduled_at, is_lost) = (order.content.scheduled_at, is_gone(order));
    let Some(step) = waiting(order).find(|step| step.step == name) else { return };
    // A scheduled order may have waited for its day.
    let since = scheduled_at.map_or(step.at, |at| at.max(step.at).min(step.at.plus_millis(FARTHEST)));
    let is_old = now.0.saturating_sub(since.0) > GIVE_UP;
    match told {
        Ok(Told::Taken) => {
            settle(step, StepState::Done, None, now);
            if let Some(next) = waiting(order).next() {
                next.due_at = Some(now.plus(pause_of(&next.step)));
            } else if order.status == Status::Delivered {
                order.is_delivery_confirmed = true;
            }
        }
        Ok(Told::Ours) => {
            order.platform_sync.retain(|known| known.step != name || known.state != StepState::Waiting);
            if let Some(next) = waiting(order).next() {
                next.due_at = Some(now);
            }
        }
        Ok(Told::Gone) => give_up(order, now),
        Ok(Told::NotYet { why, .. }) if is_old => settle(step, StepState::Failed, Some(&wants_later(why)), now),
        Ok(Told::NotYet { after, why }) => {
            step.due_at = Some(now.plus(*after));
            step.error = Some(wants_later(why).refusal().clone());
            step.tries = 0;
        }
        Err(failure) if failure.code == Code::IntegrationNotFound => fail_waiting(order, failure, now),
        Err(failure) => {
            step.tries = step.tries.saturating_add(1);
            // After a night switched off the first try may come before the network does.
            let is_unknown = is_not_found(failure);
            let is_unknown_for_long = is_unknown && !is_lost && now.0.saturating_sub(step.at.0) > FOUND_WITHIN;
            let is_hopeless = is_old || is_unknown_for_long || !(failure.is_passing || failure.is_in_doubt);
            if is_hopeless && step.tries >= REFUSALS {
                tracing::warn!(order = %order.id, step = name, cause = %failure, "the platform was not told");
                let Some(step) = waiting(order).find(|step| step.step == name) else { return };
                settle(step, StepState::Failed, Some(failure), now);
                if let Some(next) = waiting(order).next() {
                    next.due_at = Some(now);
                }
            } else {
                let longest = if is_unknown { LOST_PAUSE } else { LONGEST_PAUSE };
                let pause = match is_lost {
                    true => LOST_PAUSE,
                    false => FIRST_PAUSE.saturating_mul(1 << (step.tries - 1).min(6)).min(longest),
                };
                let asked = failure.retry_after.map(|seconds| Duration::from_secs(seconds.into()));
                step.due_at = Some(now.plus(asked.unwrap_or(pause).max(FIRST_PAUSE)));
                step.error = Some(failure.refusal().clone());
            }
        }
    }
}
