//! What came of a delivery is written down: delivered, due again, or over; and who may go next.

use super::send::SendOutcome;
use crate::{AppState, care::privacy};
use model::{Delivery, DeliveryState, Id, Result, schedule::next_attempt};
use std::{sync::Arc, time::Duration};
use store::{Deliveries, Tx, seal};

/// Writes down an attempt, and what follows from it: delivered, due again, or failed; and who may go next. `then` hears
/// from the writer once others see it. On the disk it is with the next change: a crash before that has what the last change
/// told of sent again, which every receiver must expect anyway.
pub fn record(
    app: &AppState,
    outcome: Arc<SendOutcome>,
    pauses: [Duration; 3],
    then: impl FnOnce(Result<()>) + Send + 'static,
) {
    // Only a pause is diced for.
    let thrown = if outcome.attempt.is_success() { Ok([0; 2]) } else { seal::random() };
    let thrown = match thrown {
        Ok(thrown) => thrown,
        Err(failure) => return then(Err(failure)),
    };
    let dice = f64::from(u16::from_be_bytes(thrown)) / f64::from(u16::MAX);
    let job = move |tx: &mut Tx<'_>| {
        let SendOutcome { id, attempt, wish, due_at } = &*outcome;
        let Some(before) = tx.delivery(*id)? else { return Ok(()) };
        let mut after = before.clone();
        privacy::note(tx, &mut after, attempt.clone())?;
        if attempt.is_success() {
            end(&mut after, DeliveryState::Delivered);
        } else if before.due_at.is_some() && before.due_at != *due_at {
            // Asked for again while this attempt was under way: it is due as that said, with all its tries.
            after.tries = before.tries;
        } else if before.state == DeliveryState::Pending {
            match next_attempt(after.tries, &pauses, *wish, dice, tx.now) {
                Some(at) => after.due_at = Some(at),
                None => end(&mut after, DeliveryState::Failed),
            }
        }
        tx.change_delivery(Some(&before), Some(&after))?;
        tx.promote(&after)
    };
    app.store.write_unhurried_then(job, then);
}

/// A delivery that cannot even be made ready: it must not stand at the front of its lane for good.
pub async fn give_up(app: &AppState, id: Id) -> Result<()> {
    let given_up = app.store.write(move |tx| {
        let found = tx.delivery(id)?.filter(|delivery| delivery.state == DeliveryState::Pending);
        let Some(before) = found else { return Ok(()) };
        let after = settle(tx, &before, DeliveryState::Failed, before.is_held)?;
        tx.promote(&after)
    });
    given_up.await
}

/// Ends one without an attempt.
pub fn settle(tx: &mut Tx<'_>, before: &Delivery, state: DeliveryState, is_held: bool) -> Result<Delivery> {
    let mut after = Delivery { is_held, updated_at: tx.now, ..before.clone() };
    end(&mut after, state);
    tx.change_delivery(Some(before), Some(&after))?;
    Ok(after)
}

/// It is sent no more.
pub fn end(delivery: &mut Delivery, state: DeliveryState) {
    delivery.state = state;
    delivery.due_at = None;
}
