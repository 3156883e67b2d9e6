//! Intents that a crash or a full disk left behind: the platform is asked what became of them, and the answer is stored.

use super::progress::{StepProgress, is_gone};
use super::tell::{OwnedStep, became_of};
use super::{change::move_order, follow, tie::Tie};
use crate::engine::ctx::{ReceiptAnswer, put_receipt};
use crate::{AppState, Purpose, Recorder, spawn};
use model::{Act, Intent, Order, Result};
use platforms::{Report, StepOutcome};
use std::sync::Arc;
use store::{Orders, Outbox, Tx};

/// Settles what was left behind since this was last asked; `false` if something has to be tried again later.
pub fn settle_left(app: &Arc<AppState>) -> bool {
    if !app.orders.take_unsettled() {
        return true;
    }
    let all_settled = settle_all(app).is_ok_and(|left| left == 0);
    if !all_settled {
        app.orders.leave_unsettled();
    }
    all_settled
}

/// Begins with each whose order is not locked; how many there were.
fn settle_all(app: &Arc<AppState>) -> Result<usize> {
    let intents = app.store.read()?.intents()?;
    let mut left = 0;
    for intent in intents {
        let order = intent.order_id;
        // One that is under way is its caller's to finish; waiting here would hold up scheduled orders.
        left += 1;
        let Some(held) = app.orders.locks.try_hold(order) else { continue };
        // In a task of its own: a platform that hangs must not hold up the others.
        let app = app.clone();
        spawn(async move {
            let _held = held;
            let settled = match app.store.read().and_then(|reader| reader.intent(order)) {
                Ok(Some(intent)) => settle(&app, intent).await,
                Ok(None) => Ok(()),
                Err(failure) => Err(failure),
            };
            if let Err(failure) = settled {
                tracing::info!(%order, cause = %failure, "an unfinished change cannot be settled yet");
            }
        });
    }
    Ok(left)
}

/// The caller holds the order's lock, so no other call owns the intent.
pub async fn settle(app: &Arc<AppState>, intent: Intent) -> Result<()> {
    let Some((order, tie)) = subject(app, &intent).await? else { return Ok(()) };
    let steps = tie.steps(&order, &intent.act, intent.to);
    // Cancelled meanwhile, or no longer connected: there is nothing left to store.
    let first = steps.first().filter(|_| order.status == intent.from);
    // What became of the act on an order that is believed gone will never be said.
    let first = first.filter(|_| !is_gone(&order));
    let standing = match first {
        None => StepOutcome::NotTaken,
        Some(first) => became_of(app, &tie, &order, OwnedStep::of(first, &intent.act, intent.to)).await?,
    };
    if standing == StepOutcome::Gone {
        let report = follow::gone(app, &tie, &order, Purpose::Later).await;
        follow::apply(app, order.id, report).await?;
    }
    finish(app, intent, progress(&tie, &steps, standing)).await
}

/// Settles an intent by what the platform has just reported of the order: its actor is then named as who did it.
pub async fn settle_by(app: &Arc<AppState>, intent: Intent, report: &Report) -> Result<()> {
    let Some((order, tie)) = subject(app, &intent).await? else { return Ok(()) };
    let steps = tie.steps(&order, &intent.act, intent.to);
    let is_shown = steps.first().is_some_and(|first| report.done.contains(first));
    let is_own = match (&intent.act, tie.both()) {
        (Act::Cancel { reason, .. }, Some((platform, _))) => platform.is_own_cancellation(report, reason.as_deref()),
        _ => false,
    };
    if !is_shown && !is_own {
        return Ok(());
    }
    finish(app, intent, progress(&tie, &steps, StepOutcome::Taken)).await
}

async fn subject(app: &Arc<AppState>, intent: &Intent) -> Result<Option<(Order, Tie)>> {
    let order_id = intent.order_id;
    let found = Tie::load(app, order_id)?;
    if found.is_none() {
        app.store.write(move |tx| tx.remove_intent(order_id)).await?;
    }
    Ok(found)
}

fn progress(tie: &Tie, steps: &[&'static str], standing: StepOutcome) -> Option<StepProgress> {
    let (platform, link) = tie.both().filter(|_| standing == StepOutcome::Taken)?;
    Some(StepProgress::first_taken(platform, link, steps))
}

/// Takes the intent away, with the change that it was for where that was taken.
async fn finish(app: &Arc<AppState>, intent: Intent, progress: Option<StepProgress>) -> Result<()> {
    let (sealer, recorder) = (app.store.sealer().clone(), Recorder::new(app, intent.actor.clone(), None));
    let is_unsure = app.care.aftermath.is_unsure(intent.order_id);
    let finished = app.store.write(move |tx| {
        let before = tx.order(intent.order_id)?;
        tx.remove_intent(intent.order_id)?;
        let Some(before) = before.filter(|order| order.status == intent.from) else { return Ok(()) };
        if let Some(progress) = &progress {
            let moves = |tx: &mut Tx<'_>| move_order(tx, &before, &intent.act, intent.to, &recorder, progress);
            let done = tx.of_before(is_unsure, moves)?;
            if let Some(slot) = &intent.receipt {
                put_receipt(tx, slot, ReceiptAnswer::Done(done).sealed(&sealer)?)?;
            }
        }
        Ok(())
    });
    finished.await
}
