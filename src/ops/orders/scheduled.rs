//! What the program does to orders by itself: starting scheduled ones, accepting where the owner wants that.

use super::{
    super::{AppState, Ctx},
    act::act,
    change::move_order,
    plan::Wish,
    tie::Tie,
};
use crate::{
    clock,
    model::{Act, Actor, Code, Failure, Id, Order, Provider, Status, Time},
    platforms::is_not_found,
    store::{Orders, Outbox, Tx},
};
use std::{collections::HashMap, sync::Arc};

/// Due orders handled in one go; the rest follow at once.
const BATCH: usize = 100;
/// Until a scheduled order that could not be started is tried again, in milliseconds.
const AGAIN: i64 = 10_000;
/// After an hour nobody expects the program to accept an order any more; a person decides.
const ACCEPT_WITHIN: i64 = 60 * 60 * 1_000;
/// By then a platform's own list has what it pushed; what it still does not find was perhaps never its own, and anybody
/// could make us ask for it without end.
const FOUND_WITHIN: i64 = 2 * 60 * 1_000;
/// Of one integration in one go, so that many that cannot be accepted do not keep one waiting that can.
const AT_ONCE: usize = 20;
/// Orders that are looked at for it.
const OWED: usize = 500;

/// Moves every verified scheduled order whose time has come; answers when to look again.
pub async fn start_due(app: &Arc<AppState>, now: Time) -> Result<Option<Time>, Failure> {
    let (due, mut next) = app.store.read()?.scheduled_due(now, BATCH)?;
    for id in due {
        match start(app, id).await {
            Ok(true) => {}
            // A call on this order is under way; it is looked at again soon.
            Ok(false) => next = Some(now),
            Err(failure) => {
                tracing::warn!(order = %id, cause = %failure, "a scheduled order could not be started yet");
                next = Some(now.plus_millis(AGAIN));
            }
        }
    }
    Ok(next)
}

/// The kitchen must begin whatever the platform says, so this is stored first; what the platform is to be told waits
/// with the order and goes out at once. `false` if someone else is at the order.
async fn start(app: &Arc<AppState>, id: Id) -> Result<bool, Failure> {
    let Some(_held) = app.order_locks.try_hold(id) else { return Ok(false) };
    let progress = {
        let reader = app.store.read()?;
        if reader.intent(id)?.is_some() {
            // What a crash left open comes first: it may have been a cancellation.
            return Ok(false);
        }
        let Some(order) = reader.order(id)? else { return Ok(true) };
        let tie = Tie::of(app, &reader, &order)?;
        tie.steps_later(&order, &Act::Advance, Status::Preparing)
    };
    app.store
        .write(move |tx| {
            let order = tx.order(id)?.filter(|order| order.status == Status::ScheduledVerified);
            let Some(order) = order else { return Ok(()) };
            move_order(tx, &order, &Act::Advance, Status::Preparing, &Actor::System, &progress).map(drop)
        })
        .await?;
    Ok(true)
}

/// Verifies an order in the background, as its restaurant wants it.
pub fn accept(app: &Arc<AppState>, id: Id) {
    let ctx = Ctx::system(app.clone());
    tokio::spawn(async move {
        let app = ctx.app.clone();
        let Err(failure) = act(ctx, id.to_string(), Wish::Verify).await else { return };
        tracing::info!(order = %id, cause = %failure, "an order could not be accepted automatically");
        let order = app.store.read().and_then(|reader| reader.order(id)).ok().flatten();
        let age = order.map_or(0, |order| clock::now().0 - order.created_at.0);
        let is_unknown = is_not_found(&failure) && age > FOUND_WITHIN;
        if failure.code == Code::PlatformRejected && (!failure.is_passing || is_unknown) {
            tracing::warn!(order = %id, "the platform refuses that this order is accepted; a person has to look");
            // The platform said no: asking again will not help, and a person sees the order waiting.
            let _ = app.store.write(move |tx| give_up(tx, id)).await;
        }
    });
}

/// Works off what is still to be accepted: what a crash, a lost connection or a platform out of reach left over.
pub fn accept_owed(app: &Arc<AppState>) -> Result<(), Failure> {
    let owed = app.store.read()?.orders_to_accept(OWED)?;
    let mut begun: HashMap<(Id, Provider), usize> = HashMap::new();
    // The newest first: the oldest have been tried most.
    for id in owed.into_iter().rev() {
        // One that is under way is let be.
        if app.order_locks.try_hold(id).is_some() {
            let order = app.store.read()?.order(id)?;
            if let Some(order) = &order {
                let begun = begun.entry((order.restaurant_id, order.provider)).or_default();
                *begun += 1;
                if *begun > AT_ONCE {
                    continue;
                }
            }
            match order.map(|order| clock::now().0 - order.created_at.0) {
                Some(age) if age > ACCEPT_WITHIN => {
                    let app = app.clone();
                    tokio::spawn(async move { app.store.write(move |tx| give_up(tx, id)).await });
                }
                _ => accept(app, id),
            }
        }
    }
    Ok(())
}

fn give_up(tx: &mut Tx<'_>, id: Id) -> Result<(), Failure> {
    let Some(before) = tx.order(id)?.filter(|order| order.accept_owed) else { return Ok(()) };
    let after = Order { accept_owed: false, ..before.clone() };
    tx.change_order(&before, &after)
}
