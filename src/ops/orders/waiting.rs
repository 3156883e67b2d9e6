//! Steps that wait: each is told when it is due, and what came of it is noted on its order.
//!
//! A step that waits is part of its order's record, so it survives what the order survives. Of one order, one step is
//! told at a time and in order.

use super::progress::{record, waiting};
use super::tell::{OwnedStep, is_sighting, tell};
use super::{follow, tie::Tie};
use crate::{AppState, Purpose, spawn};
use model::{Id, Order, Result, StepState, Time, order::UNKNOWN_THERE};
use platforms::Told;
use std::{sync::Arc, time::Duration};
use store::Orders;

/// Due steps handled in one go; the rest follow at once.
const STEPS_PER_ROUND: usize = 100;
/// More than any pause that can be set or asked for.
const LONGEST_WAIT: Duration = Duration::from_hours(2);
/// After the store could not take an outcome.
const REST: Duration = Duration::from_secs(5);
/// Until what is being told or carried out right now is looked at again.
pub const UNDER_WAY: Duration = Duration::from_millis(500);

/// Tells what is due, each order in a task of its own; answers when to look again.
pub fn tell_due(app: &Arc<AppState>, now: Time) -> Result<Option<Time>> {
    let rest = app.orders.steps_rest_until();
    if rest > now && rest.since(now) <= REST {
        return Ok(Some(rest));
    }
    let (mut due, mut next) = app.store.read()?.steps_due(now, STEPS_PER_ROUND)?;
    if next.is_some_and(|next| next.since(now) > LONGEST_WAIT) {
        // Nothing waits that long: the clock was set back.
        (due, next) = app.store.read()?.steps_due(Time(i64::MAX), STEPS_PER_ROUND)?;
    }
    for id in due {
        next = Some(now.plus(UNDER_WAY));
        if app.care.aftermath.is_unsure(id) {
            // Its platform is asked first.
            continue;
        }
        let Some(held) = app.orders.locks.try_hold(id) else { continue };
        let app = app.clone();
        spawn(async move {
            let _held = held;
            if let Err(failure) = tell_waiting(&app, id).await {
                tracing::warn!(order = %id, cause = %failure, "a step that waits could not be handled");
                // The store is in trouble; asking again at once would not help it.
                app.orders.rest_steps_until(clock::now().plus(REST));
            }
        });
    }
    Ok(next)
}

/// The clock was set back by so much: what waits is brought forward by as much.
pub async fn bring_forward(app: &AppState, span: Duration) -> Result<()> {
    let ids = app.store.read()?.steps_due(Time(i64::MAX), usize::MAX)?.0;
    if ids.is_empty() {
        return Ok(());
    }
    let moved = app.store.write(move |tx| {
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
    });
    moved.await
}

/// Nothing came of an attempt but why, and when the next one is.
fn is_put_off(before: &Order, after: &Order) -> bool {
    let mut as_before = after.clone();
    for (step, before) in as_before.platform_sync.iter_mut().zip(&before.platform_sync) {
        if (step.state, before.state) == (StepState::Waiting, StepState::Waiting) {
            step.clone_from(before);
        }
    }
    as_before == *before
}

/// One order's waiting steps, as far as they are due. The caller holds the order's lock.
async fn tell_waiting(app: &Arc<AppState>, id: Id) -> Result<()> {
    loop {
        let Some((order, tie)) = Tie::load(app, id)? else { return Ok(()) };
        let now = clock::now();
        let head = order.platform_sync.iter().find(|step| step.state == StepState::Waiting);
        let is_due = |due: Time| due <= now || due.since(now) > LONGEST_WAIT;
        let Some(head) = head.filter(|step| step.due_at.is_none_or(is_due)) else { return Ok(()) };
        let name = head.step.clone();
        // What it is told has to be noted, or it would be told again and again.
        app.store.may_write()?;
        let step = OwnedStep::waited(head, &order);
        let told = tell(app, &tie, &order, step, Purpose::Later).await;
        if app.is_stopping() {
            return Ok(());
        }
        if told == Ok(Told::Gone) {
            let report = follow::gone(app, &tie, &order, Purpose::Later).await;
            follow::apply(app, id, report).await?;
        }
        let pause = tie.both().map(|(platform, link)| (platform, link.clone()));
        let noted = app.store.write(move |tx| {
            let Some(before) = tx.order(id)? else { return Ok(()) };
            let mut after = before.clone();
            let pause_of = |step: &str| pause.as_ref().map_or(Duration::ZERO, |(p, link)| p.pause(link, step));
            record(&mut after, &name, &told, &pause_of, tx.now);
            if is_sighting(&told) {
                after.content.drop_problem(UNKNOWN_THERE);
            }
            match after == before {
                true => Ok(()),
                false if is_put_off(&before, &after) => tx.note_in_order(&before, &after),
                false => tx.change_order(&before, &after),
            }
        });
        noted.await?;
    }
}
