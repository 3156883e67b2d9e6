//! Orders that their restaurant wants accepted without a person looking: at once when they come, and again while the platform
//! cannot be told.

use super::{act::act, plan::Wish};
use crate::{AppState, Ctx, spawn};
use model::{Code, Id, IntegrationKey, Order, Result};
use platforms::is_not_found;
use std::{collections::HashMap, sync::Arc, time::Duration};
use store::{Orders, Outbox, Tx};

/// After an hour the program is no longer expected to accept an order; a person decides.
const ACCEPT_WITHIN: Duration = Duration::from_hours(1);
/// By then a platform's own list has what it pushed; what it still does not find was perhaps never its own, and any sender
/// could make us ask for it without end.
const FOUND_WITHIN: Duration = Duration::from_mins(2);
/// Of one integration in one go, so that many that cannot be accepted do not keep one waiting that can.
const AT_ONCE: usize = 20;
/// Orders that are looked at for it.
const OWED: usize = 500;

/// Verifies an order in the background, as its restaurant wants it.
pub fn accept(app: &Arc<AppState>, id: Id) {
    let ctx = Ctx::system(app.clone());
    spawn(async move {
        let app = ctx.app.clone();
        let Err(failure) = act(ctx, id.to_string(), Wish::Verify { minutes: None }).await else { return };
        tracing::info!(order = %id, cause = %failure, "an order could not be accepted automatically");
        let order = app.store.read().and_then(|reader| reader.order(id)).ok().flatten();
        let age = order.map_or(Duration::ZERO, |order| clock::now().since(order.created_at));
        let is_unknown = is_not_found(&failure) && age > FOUND_WITHIN;
        if failure.code == Code::PlatformRejected && (!failure.is_passing || is_unknown) {
            tracing::warn!(order = %id, "the platform refuses that this order is accepted; a person has to look");
            // The platform said no: asking again will not help, and a person sees the order waiting.
            let _ = app.store.write(move |tx| give_up(tx, id)).await;
        }
    });
}

/// Works off what is still to be accepted: what a crash, a lost connection or a platform out of reach left over.
pub fn accept_owed(app: &Arc<AppState>) -> Result<()> {
    let owed = app.store.read()?.orders_to_accept(OWED)?;
    let mut begun: HashMap<IntegrationKey, usize> = HashMap::new();
    // The newest first: the oldest have been tried most.
    for id in owed.into_iter().rev() {
        // One that is under way is let be.
        if app.orders.locks.try_hold(id).is_some() {
            let reader = app.store.read()?;
            // Somebody wants something else of it.
            if reader.held_act(id)?.is_some_and(|held| held.is_waiting()) {
                continue;
            }
            let order = reader.order(id)?;
            if let Some(order) = order.as_ref().filter(|order| order.accepts_itself()) {
                let begun = begun.entry((order.restaurant_id, order.provider)).or_default();
                *begun += 1;
                if *begun > AT_ONCE {
                    continue;
                }
            }
            let age = |order: &Order| clock::now().since(order.created_at);
            match order {
                Some(order) if age(&order) > ACCEPT_WITHIN => {
                    drop(app.store.write(move |tx| give_up(tx, id)));
                }
                // Its platform has not shown it yet.
                Some(order) if !order.accepts_itself() => {}
                _ => accept(app, id),
            }
        }
    }
    Ok(())
}

fn give_up(tx: &mut Tx<'_>, id: Id) -> Result<()> {
    let Some(before) = tx.order(id)?.filter(|order| order.accept_owed) else { return Ok(()) };
    let after = Order { accept_owed: false, ..before.clone() };
    tx.note_in_order(&before, &after)
}
