//! What is pressed on a screen and can be taken back for some seconds: a wish that is stored, shown on every screen, and carried
//! out once when its time has come, whatever became of that screen.
//!
//! Nothing happens of it before: no status, no event, no word to a platform. An order that moves otherwise meanwhile drops it
//! (`change`). What cannot be carried out stays with its refusal until a person has seen that. Programs never wait: a till's
//! act and an automatic acceptance come in by `act`.

use super::act::{act, act_on};
use super::change::Done;
use super::plan::{Plan, Wish, plan};
use super::{find::find, reasons, tie::Tie, waiting::UNDER_WAY};
use crate::{AppState, Ctx, spawn};
use model::{Act, Code, Deed, Failure, HeldAct, Id, Note, Order, Result, Settings, Status, Time};
use serde_json::json;
use std::{sync::Arc, time::Duration};
use store::{Accounts, Integrations, Orders, Outbox, Tx};

/// Of a platform's deadline, what is kept for telling it.
const FOR_TELLING: Duration = Duration::from_secs(15);
/// Until one whose outcome is not known is asked about again, and after the store could not take one.
const AGAIN: Duration = Duration::from_secs(10);

/// What came of a press.
pub enum Pressed {
    Done(Done),
    /// It can be taken back until it is due.
    Held(Box<HeldAct>),
}

/// What a person pressed: done at once, or held where the owner gives time to take it back.
pub async fn press(ctx: Ctx, id: String, mut wish: Wish) -> Result<Pressed> {
    let app = ctx.app.clone();
    let (order, settings) = {
        let reader = app.store.read()?;
        (find(&reader, ctx.access, &id)?, reader.settings()?)
    };
    let tie = Tie::of(&app, &app.store.read()?, &order)?;
    let planned = plan(&order, &wish, tie.both().is_some())?;
    let span = match &planned {
        Plan::Nothing => Duration::ZERO,
        Plan::Move { act, to } => span(&settings, &order, act, *to, clock::now()),
    };
    if span.is_zero() {
        return act(ctx, id, wish).await.map(Pressed::Done);
    }
    if let Wish::Cancel { reason, reason_name, .. } = &mut wish {
        // What the platform would not take is refused now, and not when nobody looks any more.
        (*reason, *reason_name) = reasons::choose(&ctx, &tie, &order, reason.take()).await?;
    }
    hold(&ctx, order.id, wish, span).await
}

/// How long it can be taken back.
pub fn span(settings: &Settings, order: &Order, act: &Act, to: Status, now: Time) -> Duration {
    let seconds = match (act, to) {
        (Act::Verify { .. }, _) => settings.accept_undo_seconds,
        (Act::Cancel { .. }, _) | (Act::Advance, Status::OnTheWay | Status::Delivered) => settings.undo_seconds,
        (Act::Advance, _) => 0,
    };
    let wanted = Duration::from_secs(seconds.into());
    match order.content.accept_by.filter(|_| order.status.awaits_verification()) {
        Some(by) => wanted.min(by.since(now).saturating_sub(FOR_TELLING)),
        None => wanted,
    }
}

async fn hold(ctx: &Ctx, order_id: Id, wish: Wish, span: Duration) -> Result<Pressed> {
    let (by, address, lang) = (ctx.actor.clone(), ctx.from.clone(), ctx.lang);
    let held = ctx.app.store.write(move |tx| {
        let before = tx.order(order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let is_tied = tx.integration(before.restaurant_id, before.provider)?.is_some();
        let Plan::Move { act, to } = plan(&before, &wish, is_tied)? else {
            return Ok(Pressed::Done(Done::of(&before, before.status)));
        };
        // Pressed twice, or on two screens.
        let is_known = |known: &HeldAct| known.is_waiting() && known.act == act;
        if let Some(known) = tx.held_act(order_id)?.filter(is_known) {
            return Ok(Pressed::Held(Box::new(known)));
        }
        let (from, at, due_at) = (before.status, tx.now, tx.now.plus(span));
        let (by, address) = (by.clone(), address.clone());
        let held = HeldAct { order_id, act, from, to, by, address, lang, at, due_at, refused: None };
        tx.put_held_act(&held)?;
        show(tx, &before)?;
        Ok(Pressed::Held(Box::new(held)))
    });
    held.await
}

/// Every screen is to show it anew.
fn show(tx: &mut Tx<'_>, order: &Order) -> Result<()> {
    tx.note_in_order(order, order)
}

/// Takes back what is held of an order, or the word that it could not be carried out. `from`: where the order stood then.
pub async fn take_back(ctx: Ctx, id: String, from: Status) -> Result<()> {
    let order_id = find(&ctx.app.store.read()?, ctx.access, &id)?.id;
    // What is being carried out right now is not taken back.
    let _held = ctx.app.orders.locks.hold(order_id).await;
    let job = ctx.write_on_record(move |tx, recorder| {
        let before = tx.order(order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let moved = || {
            let details = json!({ "expected": from, "status": before.status, "statusName": before.status.name() });
            Failure::new(Code::StatusChanged).details(details)
        };
        let Some(held) = tx.held_act(order_id)? else {
            // On another screen somebody was quicker.
            return if before.status == from { Ok(()) } else { Err(moved()) };
        };
        // The platform may have been told.
        if held.is_waiting() && tx.intent(order_id)?.is_some() {
            return Err(moved());
        }
        if held.is_waiting() {
            let note = Note::of(Deed::OrderActTakenBack).about(order_id, &before.provider_order_id);
            let note = note.with("provider", before.provider.key()).with("newStatus", held.to);
            recorder.note(tx, note.with("by", held.by.to_string()))?;
        }
        tx.remove_held_act(order_id)?;
        show(tx, &before)
    });
    job.await
}

/// Carries out what is due, each order in a task of its own; answers when to look again.
pub fn carry_out_due(app: &Arc<AppState>, now: Time) -> Result<Option<Time>> {
    let rest = app.orders.held_rest_until();
    if rest > now && rest.since(now) <= AGAIN {
        return Ok(Some(rest));
    }
    let waiting = app.store.read()?.held_acts()?.into_iter().filter(HeldAct::is_waiting);
    let mut next: Option<Time> = None;
    for held in waiting {
        let again = if held.is_due(now) { now.plus(UNDER_WAY) } else { held.due_at };
        next = Some(next.map_or(again, |next| next.min(again)));
        if !held.is_due(now) {
            continue;
        }
        let Some(lock) = app.orders.locks.try_hold(held.order_id) else { continue };
        let app = app.clone();
        spawn(async move {
            let running = app.clone();
            let done = running.engine.tasks.run(async move {
                let _held = lock;
                carry_out(&app, held).await
            });
            if let Err(failure) = done.await {
                tracing::warn!(cause = %failure, "what was pressed could not be carried out yet");
                running.orders.rest_held_until(clock::now().plus(AGAIN));
            }
        });
    }
    Ok(next)
}

/// The caller holds the order's lock.
async fn carry_out(app: &Arc<AppState>, held: HeldAct) -> Result<()> {
    let (id, is_same) = (held.order_id, |known: &HeldAct| known.is_waiting() && known.is_same_press(&held));
    if app.store.read()?.held_act(id)?.is_none_or(|known| !is_same(&known)) {
        return Ok(());
    }
    let ctx = Ctx { from: held.address.clone(), ..Ctx::new(app.clone(), held.by.clone(), held.lang) };
    let left = match act_on(&ctx, id, wish_of(&held)).await {
        // What was so already moved nothing, and so nothing took it away.
        Ok(_) => None,
        Err(failure) if app.is_stopping() || matches!(failure.code, Code::Unavailable | Code::Internal) => {
            return Err(failure);
        }
        // The platform may have taken it: it is asked again.
        Err(failure) if failure.is_in_doubt => Some(HeldAct { due_at: clock::now().plus(AGAIN), ..held.clone() }),
        Err(failure) => {
            tracing::warn!(order = %id, cause = %failure, "what was pressed on a screen was refused");
            Some(HeldAct { refused: Some(failure.refusal().clone()), ..held.clone() })
        }
    };
    let noted = app.store.write(move |tx| {
        let is_there = tx.held_act(id)?.is_some_and(|known| known.is_same_press(&held));
        let Some(order) = tx.order(id)?.filter(|_| is_there) else { return Ok(()) };
        match &left {
            Some(left) => tx.put_held_act(left)?,
            None => tx.remove_held_act(id)?,
        }
        show(tx, &order)
    });
    noted.await
}

fn wish_of(held: &HeldAct) -> Wish {
    match held.act.clone() {
        Act::Verify { minutes } => Wish::Verify { minutes },
        Act::Advance => Wish::Advance { from: Some(held.from) },
        Act::Cancel { reason, reason_name, note } => Wish::Cancel { reason, reason_name, note },
    }
}
