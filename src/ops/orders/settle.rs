//! Intents that a crash or a full disk left behind: the platform is asked what became of them, and the answer is stored.

use super::{
    super::{House, Kept, keep_answer},
    Tie,
    act::move_order,
    arrive,
    steps::{self, Progress, Words},
};
use crate::{
    model::{Failure, Intent},
    platforms::Standing,
    store::{Orders, Outbox},
};
use std::sync::{Arc, atomic::Ordering};

/// Settles what was left behind since this was last asked; `false` if something has to be tried again later.
pub async fn settle_left(house: &Arc<House>) -> bool {
    if !house.unsettled.swap(false, Ordering::Relaxed) {
        return true;
    }
    let all_settled = settle_all(house).await.is_ok_and(|left| left == 0);
    if !all_settled {
        house.leave_unsettled();
    }
    all_settled
}

async fn settle_all(house: &Arc<House>) -> Result<usize, Failure> {
    let intents = house.store.read()?.intents()?;
    let mut left = 0;
    for intent in intents {
        let order = intent.order_id;
        // One that is under way is its caller's to finish; waiting here would hold up scheduled orders.
        let Some(_held) = house.order_locks.try_hold(order) else {
            left += 1;
            continue;
        };
        let Some(intent) = house.store.read()?.intent(order)? else { continue };
        if let Err(failure) = settle(house, intent).await {
            tracing::warn!(%order, cause = %failure, "an unfinished change cannot be settled yet");
            left += 1;
        }
    }
    Ok(left)
}

/// The caller holds the order's lock, so the intent is nobody's any more.
pub async fn settle(house: &Arc<House>, intent: Intent) -> Result<(), Failure> {
    let (order, tie) = {
        let reader = house.store.read()?;
        let Some(order) = reader.order(intent.order_id)? else {
            drop(reader);
            return house.store.write(move |tx| tx.remove_intent(intent.order_id)).await;
        };
        let tie = Tie::of(house, &reader, &order)?;
        (order, tie)
    };
    let steps = steps::of(&tie, &order, &intent.act, intent.to);
    // Cancelled meanwhile, or no longer connected: there is nothing left to store.
    let mut progress = None;
    if let (Some((platform, link)), Some(first)) = (tie.both(), steps.first())
        && order.status == intent.from
    {
        match steps::became_of(house, &tie, &order, Words::of(first, &intent.act, intent.to)).await? {
            Standing::Taken => progress = Some(Progress::first_taken(platform, link, &steps)),
            Standing::NotTaken => {}
            Standing::Gone => {
                let report = arrive::look(house, &tie, &order).await?;
                arrive::apply(house, order.id, Box::new(report)).await?;
            }
        }
    }
    let sealer = house.store.sealer().clone();
    house
        .store
        .write(move |tx| {
            let before = tx.order(intent.order_id)?;
            tx.remove_intent(intent.order_id)?;
            let Some(before) = before.filter(|order| order.status == intent.from) else { return Ok(()) };
            if let Some(progress) = &progress {
                let done = move_order(tx, &before, &intent.act, intent.to, &intent.actor, progress)?;
                if let Some(slot) = &intent.receipt {
                    keep_answer(tx, &sealer, slot, serde_json::to_vec(&Kept::Done(done)))?;
                }
            }
            Ok(())
        })
        .await
}
