//! What the till does to an order: verify, advance, cancel.
//!
//! One order is moved by one call at a time. A platform that must hear of it is told first; before the first byte leaves, an
//! intent is stored, and once the platform took it the change is stored even if the client hung up.

use super::change::{Done, move_order};
use super::plan::{Plan, Wish, closed, plan};
use super::progress::{self, StepProgress, is_gone};
use super::tell::{OwnedStep, tell};
use super::{find::find, follow, reasons, settle::settle, tie::Tie, unsure};
use crate::{AppState, Ctx, Purpose, engine::ctx::ReceiptAnswer};
use model::{Act, Actor, Code, Failure, Id, Intent, Order, Result, Status, Why, bilingual};
use platforms::{Report, Told, plainly};
use std::sync::Arc;
use store::{Integrations, Orders, Outbox, Tx};

bilingual! {
    NO_LONGER_SHOWN: "Sipariş artık platformda görünmüyor." / "The platform no longer shows this order.",
}

pub async fn act(ctx: Ctx, id: String, wish: Wish) -> Result<Done> {
    let app = ctx.app.clone();
    app.engine.tasks.run(async move { act_now(&ctx, &id, wish).await }).await
}

async fn act_now(ctx: &Ctx, id: &str, wish: Wish) -> Result<Done> {
    let order_id = find(&ctx.app.store.read()?, ctx.access, id)?.id;
    let _held = ctx.app.orders.locks.hold(order_id).await;
    act_on(ctx, order_id, wish).await
}

/// The caller holds the order's lock.
pub async fn act_on(ctx: &Ctx, order_id: Id, mut wish: Wish) -> Result<Done> {
    let app = &ctx.app;
    let left = app.store.read()?.intent(order_id)?;
    if let Some(intent) = left {
        settle(app, intent).await?;
    }
    let looks_for = if ctx.actor == Actor::System { Purpose::Later } else { Purpose::People };
    unsure::ask(app, order_id, looks_for).await?;
    // What was settled, here or while this waited for its turn, may be the first run of this very request.
    if let Some(answer) = ctx.settled_answer()? {
        return answer.result();
    }
    let (order, tie) = Tie::load(app, order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
    let is_tied = tie.both().is_some();
    let Plan::Move { .. } = plan(&order, &wish, is_tied)? else {
        if progress::try_again(&mut order.clone(), order.updated_at) {
            ask_again(app, order_id).await?;
        }
        return Ok(Done::of(&order, order.status));
    };
    if let Wish::Cancel { reason, reason_name, .. } = &mut wish {
        (*reason, *reason_name) = reasons::choose(ctx, &tie, &order, reason.take()).await?;
    }
    let Plan::Move { act, to } = plan(&order, &wish, is_tied)? else {
        return Ok(Done::of(&order, order.status));
    };
    let progress = match tell_first(ctx, &tie, &order, &act, to).await? {
        FirstStep::Noted(progress) => progress,
        FirstStep::Gone(report) => return Err(follow_gone(app, order_id, report).await),
    };
    // The disk may be full: the platform may have taken it, so it is stored as soon as that is possible.
    store(ctx, order_id, wish, progress).await.inspect_err(|_| app.orders.leave_unsettled())
}

/// The order is gone there. What happened to it is stored, and that is the answer.
async fn follow_gone(app: &Arc<AppState>, order_id: Id, report: Box<Report>) -> Failure {
    let applied = follow::apply(app, order_id, report).await;
    let removed = app.store.write(move |tx| tx.remove_intent(order_id)).await;
    match applied.and_then(|applied| removed.map(|()| applied.status)) {
        Ok(status) if status.is_closed() => closed(status),
        Ok(_) => plainly(NO_LONGER_SHOWN),
        Err(failure) => {
            app.orders.leave_unsettled();
            failure
        }
    }
}

/// The order is verified here already, but a step of it failed: the platform has not heard of it, so it is tried again.
async fn ask_again(app: &AppState, order_id: Id) -> Result<()> {
    let asked = app.store.write(move |tx| {
        let Some(before) = tx.order(order_id)? else { return Ok(()) };
        let mut after = before.clone();
        if progress::try_again(&mut after, tx.now) { tx.change_order(&before, &after) } else { Ok(()) }
    });
    asked.await
}

/// What came of the first step of an act.
enum FirstStep {
    /// It was taken, waits, or there is no platform to tell: what is noted with the change.
    Noted(StepProgress),
    /// The order is gone there, and how it stands.
    Gone(Box<Report>),
}

/// Tells the platform the first step of an act, where it is to be told one now.
async fn tell_first(ctx: &Ctx, tie: &Tie, order: &Order, act: &Act, to: Status) -> Result<FirstStep> {
    let app = &ctx.app;
    if let Some((platform, link)) = tie.both().filter(|_| is_gone(order)) {
        // The plan lets nothing but a cancellation come here.
        let untold = platform.steps(link, order, act, to);
        return Ok(FirstStep::Noted(StepProgress { untold, ..StepProgress::default() }));
    }
    let steps = tie.steps(order, act, to);
    let (Some((platform, link)), Some(first)) = (tie.both(), steps.first()) else {
        return Ok(FirstStep::Noted(StepProgress::default()));
    };
    let is_cancel = matches!(act, Act::Cancel { .. });
    let all_later = StepProgress::later(platform, link, &steps);
    let now = clock::now();
    let must_wait = progress::has_waiting(order) || progress::earliest(order, platform.pause(link, first), now) > now;
    // A cancellation waits for nothing.
    if must_wait && !is_cancel {
        return Ok(FirstStep::Noted(all_later));
    }
    let intent = Intent {
        order_id: order.id,
        actor: ctx.actor.clone(),
        act: act.clone(),
        from: order.status,
        to,
        at: now,
        receipt: ctx.receipt.as_ref().map(|receipt| receipt.slot.clone()),
    };
    app.store.write(move |tx| tx.put_intent(&intent)).await?;
    // What the program does by itself takes no person's place.
    let told_for = if ctx.actor == Actor::System { Purpose::Later } else { Purpose::People };
    let first_taken = || StepProgress::first_taken(platform, link, &steps);
    let refused = match tell(app, tie, order, OwnedStep::of(first, act, to), told_for).await {
        Ok(Told::Taken) => return Ok(FirstStep::Noted(first_taken())),
        Ok(Told::Ours) => return Ok(FirstStep::Noted(StepProgress { taken: None, ..first_taken() })),
        Ok(Told::NotYet { after, why }) if !is_cancel => return Ok(FirstStep::Noted(all_later.postponed(after, &why))),
        Ok(Told::NotYet { after, why }) => Failure::new(Code::PlatformRejected).why(Why::Plain(why)).retry_after(after),
        Ok(Told::Gone) => return Ok(FirstStep::Gone(follow::gone(app, tie, order, told_for).await)),
        // Our own stop ended the call. The platform may have taken it, so the next start asks.
        Err(_) if app.is_stopping() => return Err(Failure::unavailable("stopping")),
        Err(failure) if failure.is_in_doubt => {
            // It could not even be asked. The intent stays, and what became of it is found out as soon as possible.
            app.orders.leave_unsettled();
            return Err(failure);
        }
        Err(failure) => failure,
    };
    // Nothing changes here, and nothing is left that a restart would settle.
    let order_id = order.id;
    let removed = app.store.write(move |tx| tx.remove_intent(order_id)).await;
    Err(removed.err().inspect(|_| app.orders.leave_unsettled()).unwrap_or(refused))
}

/// The change itself, in one job. What the plan says is asked again: a customer may have cancelled meanwhile.
async fn store(ctx: &Ctx, order_id: Id, wish: Wish, progress: StepProgress) -> Result<Done> {
    let recorder = ctx.recorder();
    let job = move |tx: &mut Tx<'_>| {
        let before = tx.order(order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let had_intent = tx.intent(order_id)?.is_some();
        let is_tied = tx.integration(before.restaurant_id, before.provider)?.is_some();
        let planned = match plan(&before, &wish, is_tied) {
            Ok(planned) => planned,
            Err(refusal) if !had_intent => return Err(refusal),
            Err(refusal) => {
                tx.remove_intent(order_id)?;
                return Ok(ReceiptAnswer::Refused(refusal.refusal().clone()));
            }
        };
        if had_intent {
            tx.remove_intent(order_id)?;
        }
        match planned {
            Plan::Nothing => Ok(ReceiptAnswer::Done(Done::of(&before, before.status))),
            Plan::Move { act, to } => move_order(tx, &before, &act, to, &recorder, &progress).map(ReceiptAnswer::Done),
        }
    };
    ctx.write_answer(job).await
}
