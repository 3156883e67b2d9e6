//! What platforms say of orders comes in: one that is new is stored, one that is known follows its platform.

use super::basket::{Age, Difference, difference};
use super::follow::{Move, Received, Sighting, apply, current, next_move, see};
use super::receive::{Way, receive};
use super::{accept::accept, progress, settle::settle_by};
use crate::AppState;
use model::order::{CHANGED_THERE, UNKNOWN_THERE};
use model::{Id, Integration, Order, Provider, Result};
use platforms::{Report, open};
use std::sync::Arc;
use store::{Orders, Outbox, Tx};

/// What became of a report.
pub enum Taken {
    Kept(Received),
    /// There is nothing to keep: a change of an order that was never sent, or one that was over before it came.
    Nothing,
    /// Another call is at this order. A poll does not wait for it, or new orders would; it brings the report again.
    Busy,
}

/// Takes in what a platform says of one order, however that came: stores it if it is new, moves it if it went on there, and
/// accepts it where that is owed.
pub async fn take_in(app: &Arc<AppState>, integration: &Integration, report: Box<Report>, way: Way) -> Result<Taken> {
    let taken = keep(app, integration, report, way).await?;
    // Should the client hang up now, the sync thread finds what is owed; this is only sooner.
    if let Taken::Kept(received) = &taken
        && received.is_acceptance_owed
    {
        accept(app, received.id);
    }
    Ok(taken)
}

async fn keep(app: &Arc<AppState>, integration: &Integration, mut report: Box<Report>, way: Way) -> Result<Taken> {
    if let Some(arrival) = &mut report.arrival {
        arrival.content.cut_to_size();
    }
    if way == Way::Push {
        app.engine.errands.outages.heard(integration.key());
    }
    let known = {
        let reader = app.store.read()?;
        let (restaurant, provider) = (integration.restaurant_id, integration.provider);
        let is_its = |order: &Order| order.restaurant_id == restaurant && order.provider == provider;
        match report.our_id.as_deref() {
            Some(id) => Id::parse(id).map_or(Ok(None), |id| reader.order(id))?.filter(is_its),
            None => reader.order_of(restaurant, provider, &report.provider_order_id)?,
        }
    };
    let Some(order) = known else {
        let received = receive(app, integration, report, way).await?;
        return Ok(received.map_or(Taken::Nothing, Taken::Kept));
    };
    report.differs = differences_to_first(app, &order, &report)?;
    let differs = report.differs.clone();
    Ok(match (follow_up(app, order, report, way).await?, differs) {
        (Taken::Kept(received), Some(differs)) => Taken::Kept(Received { differs, is_compared: true, ..received }),
        (taken, _) => taken,
    })
}

/// What an order of a web shop has otherwise than it came first; of a platform's that is not asked so closely.
fn differences_to_first(app: &AppState, order: &Order, report: &Report) -> Result<Option<Vec<&'static str>>> {
    let (Provider::Open, Some(again)) = (order.provider, &report.arrival) else { return Ok(None) };
    let first = app.store.read()?.raw(order.id)?;
    Ok(first.and_then(|first| open::differences(&first, order.content.amount.currency, again)))
}

/// The platform speaks of an order that is known here.
async fn follow_up(app: &Arc<AppState>, order: Order, report: Box<Report>, way: Way) -> Result<Taken> {
    let age = Age::of(&order, &report, || app.store.read()?.raw(order.id))?;
    let is_flagged = order.content.has_problem(CHANGED_THERE);
    if way == Way::Push && !is_flagged && difference(&order, &report, age) == Difference::Unsaid {
        // Which parts, and never what is in them: that is the customer's.
        let parts = report.differs.as_deref().unwrap_or_default().join(", ");
        tracing::warn!(order = %order.id, parts, "the platform sent this order again with other content; the first stays");
    }
    if let Some(strange) = report.strange.as_ref().filter(|_| way == Way::Push) {
        tracing::warn!(order = %order.id, status = strange, "the platform reports a status that is not known");
    }
    if report.is_unknown {
        return miss(app, order).await;
    }
    app.orders.absent.seen(order.id);
    // Most polls bring what is known; only a change takes a lock and a write.
    let mut after = order.clone();
    let is_proved = progress::prove(&mut after, &report.done, order.updated_at);
    let is_news = next_move(&order, &report) != Move::None || is_proved || app.care.aftermath.is_unsure(order.id);
    if see(&mut after, &report, age, order.updated_at) == Sighting::Nothing && !is_news {
        let is_acceptance_owed = order.accepts_itself() && way == Way::Push;
        return Ok(Taken::Kept(Received { is_acceptance_owed, ..Received::known(&order) }));
    }
    let _held = match (way, app.orders.locks.try_hold(order.id)) {
        (_, Some(held)) => held,
        (Way::Poll, None) => return Ok(Taken::Busy),
        (Way::Push | Way::Own, None) => app.orders.locks.hold(order.id).await,
    };
    let left = app.store.read()?.intent(order.id)?;
    if let Some(intent) = left {
        settle_by(app, intent, &report).await?;
    }
    apply(app, order.id, report).await.map(Taken::Kept)
}

/// The platform did not find an order of ours. One that it has not found for long is marked, so that no act is said to be
/// taken which it never heard of.
async fn miss(app: &Arc<AppState>, order: Order) -> Result<Taken> {
    let id = order.id;
    let is_gone = !order.status.is_closed() && app.orders.absent.missed(&order, clock::now());
    if is_gone && !progress::is_gone(&order) {
        let Some(_held) = app.orders.locks.try_hold(id) else { return Ok(Taken::Busy) };
        tracing::warn!(order = %id, "the platform has not known this order for a while; it is marked");
        let mark = move |tx: &mut Tx<'_>| {
            let before = current(tx, id)?;
            let mut after = before.clone();
            if before.status.is_closed() || !after.content.add_problem(UNKNOWN_THERE) {
                return Ok(());
            }
            tx.change_order(&before, &after)
        };
        app.store.write(mark).await?;
    }
    Ok(Taken::Kept(Received::known(&order)))
}
