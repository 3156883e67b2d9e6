//! Scheduled orders begin by themselves when their time has come.

use super::{change::move_order, tie::Tie};
use crate::{AppState, care::audit};
use model::{Act, Id, Result, Status, Time};
use std::{sync::Arc, time::Duration};
use store::{Orders, Outbox, Tx};

/// Due orders handled in one go; the rest follow at once.
const ORDERS_PER_ROUND: usize = 100;
/// Until a scheduled order that could not be started is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(10);
/// Moves every verified scheduled order whose time has come; answers when to look again.
pub async fn start_due(app: &Arc<AppState>, now: Time) -> Result<Option<Time>> {
    let (due, mut next) = app.store.read()?.scheduled_due(now, ORDERS_PER_ROUND)?;
    for id in due {
        match start(app, id).await {
            Ok(true) => {}
            // A call on this order is under way; it is looked at again soon.
            Ok(false) => next = Some(now),
            Err(failure) => {
                tracing::warn!(order = %id, cause = %failure, "a scheduled order could not be started yet");
                next = Some(now.plus(RETRY_AFTER));
            }
        }
    }
    Ok(next)
}

/// The kitchen must begin whatever the platform says, so this is stored first; what the platform is to be told waits with the
/// order and goes out at once. `false` if another call is at the order.
async fn start(app: &Arc<AppState>, id: Id) -> Result<bool> {
    let Some(_held) = app.orders.locks.try_hold(id) else { return Ok(false) };
    if app.store.read()?.intent(id)?.is_some() {
        // What a crash left open comes first: it may have been a cancellation.
        return Ok(false);
    }
    let Some((order, tie)) = Tie::load(app, id)? else { return Ok(true) };
    let progress = tie.steps_later(&order, &Act::Advance, Status::Preparing);
    let recorder = audit::by_itself(app);
    let is_unsure = app.care.aftermath.is_unsure(id);
    let started = app.store.write(move |tx| {
        let order = tx.order(id)?.filter(|order| order.status == Status::ScheduledVerified);
        let Some(order) = order else { return Ok(()) };
        let moves = |tx: &mut Tx<'_>| move_order(tx, &order, &Act::Advance, Status::Preparing, &recorder, &progress);
        tx.of_before(is_unsure, moves).map(drop)
    });
    started.await?;
    Ok(true)
}
