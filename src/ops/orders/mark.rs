//! What the kitchen marks while it cooks: a dish that is done, an order that is ready, one that is brought back to it. Nothing
//! moves by it.
//!
//! Where the platform's own courier fetches an order and the platform wants to know when it is ready, it is told once, as a step
//! that waits; with a courier of the restaurant's own it is a mark here. Webhooks that name the event hear of it once.

use super::progress::{self, StepProgress, is_gone};
use super::{find::find, plan::closed, tie::Tie};
use crate::Ctx;
use model::{Code, DishPlace, Failure, Order, Result, Status, Time, What};
use serde_json::json;
use store::{Orders, Tx};

/// What is marked, or taken back.
#[derive(Clone, Debug)]
pub enum Mark {
    /// One dish, or all that a station made.
    Dishes {
        places: Vec<DishPlace>,
        is_done: bool,
    },
    Ready(bool),
    /// Back to the cooks, after it had left them.
    BringBack,
    /// Off the board again.
    PutAway,
}

pub async fn mark(ctx: Ctx, id: String, mark: Mark) -> Result<()> {
    let app = ctx.app.clone();
    let order_id = find(&app.store.read()?, ctx.access, &id)?.id;
    // A step that is being told right now cannot be taken back.
    let takes_back = matches!(mark, Mark::Dishes { is_done: false, .. } | Mark::Ready(false));
    let _held = if takes_back { Some(app.orders.locks.hold(order_id).await) } else { None };
    let (order, tie) = Tie::load(&app, order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
    let telling = tie.ready_later(&order);
    let job = move |tx: &mut Tx<'_>| {
        let before = tx.order(order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let mut after = before.clone();
        if !apply(&mut after, &mark, tx.now)? {
            return Ok(());
        }
        note(&before, &mut after, &telling, tx.now);
        store(tx, &before, after)
    };
    ctx.write(job).await
}

/// Answers whether it is new.
fn apply(order: &mut Order, mark: &Mark, now: Time) -> Result<bool> {
    let is_moved_on = matches!(mark, Mark::BringBack | Mark::PutAway);
    if order.status.is_closed() && !order.is_cooking() && !is_moved_on {
        return Err(closed(order.status));
    }
    if mark_is_too_soon(order, mark) {
        let (expected, status) = (Status::Preparing, order.status);
        let details = json!({ "expected": expected, "status": status, "statusName": status.name() });
        return Err(Failure::new(Code::StatusChanged).details(details));
    }
    match mark {
        Mark::Dishes { places, .. } if !places.iter().all(|place| order.has_dish(*place)) => {
            Err(Failure::new(Code::StatusChanged))
        }
        Mark::Dishes { places, is_done } => {
            Ok(places.iter().filter(|place| order.mark_dish(**place, *is_done, now)).count() > 0)
        }
        Mark::Ready(is_ready) => Ok(order.mark_ready(*is_ready, now)),
        Mark::BringBack if order.status.is_cancelled() => Err(closed(order.status)),
        Mark::BringBack => Ok(order.bring_back(now)),
        Mark::PutAway => Ok(order.put_away()),
    }
}

fn mark_is_too_soon(order: &Order, mark: &Mark) -> bool {
    match mark {
        Mark::Dishes { .. } | Mark::Ready(_) => !order.is_cooking(),
        // What is still with the cooks cannot be brought back to them.
        Mark::BringBack => order.status.code() < Status::OnTheWay.code(),
        Mark::PutAway => false,
    }
}

/// What follows for its platform.
fn note(before: &Order, after: &mut Order, telling: &StepProgress, now: Time) {
    match (before.ready_at, after.ready_at) {
        // At one that does not know the order nobody waits for it.
        (None, Some(_)) if after.status == Status::Preparing && !is_gone(after) => {
            let known = |step: &str| progress::is_taken(after, step);
            if telling.later.iter().all(|later| !known(later.step)) {
                progress::note(after, telling, Status::OnTheWay, now);
            }
        }
        // Of one that has left the kitchen its platform is still to hear that, whatever the cooks do here.
        (Some(_), None) if after.status == Status::Preparing => progress::take_back(after, telling),
        (None, Some(_)) | (Some(_), None) | (None, None) | (Some(_), Some(_)) => {}
    }
}

fn store(tx: &mut Tx<'_>, before: &Order, mut after: Order) -> Result<()> {
    let Some(ready_at) = after.ready_at.filter(|_| !after.is_ready_told) else {
        return tx.change_order(before, &after);
    };
    after.is_ready_told = true;
    let place = after.next_event();
    let (order_id, provider_order_id, status) = (after.id, after.provider_order_id.clone(), after.status);
    tx.change_order(before, &after)?;
    let what = What::OrderReady { order_id, provider_order_id, status, ready_at };
    tx.emit(after.restaurant_id, after.provider, Some(place), what)
}

#[cfg(test)]
mod tests {
    use super::super::progress::Later;
    use super::super::tests::order;
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_a_platform_is_still_to_hear_waits_on_where_an_order_that_left_is_brought_back() {
        let later = vec![Later { step: "prepare", pause: Duration::from_secs(60), asked: None }];
        let telling = StepProgress { later, ..StepProgress::default() };
        let marked = |status: Status, mark: Mark| {
            let mut ready = order(Status::Preparing);
            assert!(apply(&mut ready, &Mark::Ready(true), Time(1)).unwrap());
            note(&order(Status::Preparing), &mut ready, &telling, Time(1));
            ready.status = status;
            let mut after = ready.clone();
            assert!(apply(&mut after, &mark, Time(2)).unwrap());
            note(&ready, &mut after, &telling, Time(2));
            (ready.platform_sync.len(), after.platform_sync.len())
        };
        assert_eq!(marked(Status::Preparing, Mark::Ready(false)), (1, 0), "a slip of the hand");
        assert_eq!(marked(Status::OnTheWay, Mark::BringBack), (1, 1));
    }
}
