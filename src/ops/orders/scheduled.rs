//! What the program does to orders by itself: starting scheduled ones, accepting where the owner wants that.

use super::{
    super::{Ctx, House, integrations, on_a_thread},
    Tie,
    act::{Wish, act, move_order},
};
use crate::{
    model::{Act, Actor, Failure, Id, Status, Time},
    store::{Integrations, Orders, Picked},
};
use std::sync::Arc;

/// Due orders handled in one go; the rest follow at once.
const BATCH: usize = 100;

/// Moves every verified scheduled order whose time has come; answers when to look again.
pub async fn start_due(house: &Arc<House>, now: Time) -> Result<Option<Time>, Failure> {
    let (due, next) = house.store.read()?.scheduled_due(now, BATCH)?;
    for id in due {
        start(house, id).await?;
    }
    Ok(next)
}

/// The kitchen must begin whatever the platform says, so this is stored first and told after, once.
async fn start(house: &Arc<House>, id: Id) -> Result<(), Failure> {
    let _held = house.order_locks.hold(id).await;
    let moved = house
        .store
        .write(move |tx| {
            let Some(order) = tx.order(id)?.filter(|order| order.status == Status::ScheduledVerified) else {
                return Ok(None);
            };
            move_order(tx, &order, &Act::Advance, Status::Preparing, &Actor::System, false)?;
            Ok(Some(order))
        })
        .await?;
    let Some(order) = moved else { return Ok(()) };
    let tie = Tie::of(house, &house.store.read()?, &order)?;
    if let Some((platform, link)) = tie.both().filter(|(platform, link)| platform.hears(link, &order, &Act::Advance)) {
        let (link, net) = (link.clone(), house.net.clone());
        let told = on_a_thread(move || platform.tell(&link, &net, &order, &Act::Advance, Status::Preparing)).await;
        if let Err(failure) = told {
            tracing::warn!(order = %id, cause = %failure, "the platform was not told that a scheduled order has started");
        }
    }
    Ok(())
}

/// Verifies an order in the background, as its restaurant wants it.
pub fn accept(house: &Arc<House>, id: Id) {
    let ctx = Ctx::system(house.clone());
    tokio::spawn(async move {
        if let Err(failure) = act(ctx, id.to_string(), Wish::Verify).await {
            tracing::warn!(order = %id, cause = %failure, "an order could not be accepted automatically");
        }
    });
}

/// At start: orders that arrived just before the program ended and were to be accepted automatically.
pub fn accept_waiting(house: &Arc<House>) -> Result<(), Failure> {
    let reader = house.store.read()?;
    let picked = Picked::orders(None, None, &[Status::New, Status::Scheduled]);
    for id in reader.order_ids(&picked, 1_000)? {
        let Some(order) = reader.order(id)? else { continue };
        if let Some(integration) = reader.integration(order.restaurant_id, order.provider)?
            && integrations::venue(&reader, &integration)?.auto_accept
        {
            accept(house, id);
        }
    }
    Ok(())
}
