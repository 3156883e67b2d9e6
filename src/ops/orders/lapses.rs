//! Steps that a platform said to have taken and does not show. What its polls show counts: such a step is told again, twice at
//! most, and then the order is flagged until the platform shows the step. One rule for all platforms.
//!
//! What was counted is part of the order's record, so it survives what the order survives. Nothing is told again where the
//! platform shows that the order went on or was cancelled there, nor once it has shown the step. What it has shown is written
//! down with the integration's pulse: a crash may undo the last of it, and then that is looked for once more.

use super::progress::{is_nameless, revive};
use super::watched::{LONGEST, MOST, Watch, is_too_soon};
use crate::AppState;
use model::integration::Unshown;
use model::order::{NOT_TAKEN_THERE, PlatformStep};
use model::{Code, Failure, Id, Integration, Order, Result, Status, StepState, Time, Walk, Why, bilingual};
use platforms::Report;
use std::sync::Arc;
use store::{Integrations, OrderFilter, Orders, Picked, ReadView};

/// After so many sightings without it a step is told again.
const SIGHTINGS: u32 = 2;
const RETELLINGS: u32 = 2;
bilingual! {
    NOT_TAKEN: "Platform bu adımı aldığını söyledi, ama siparişi hâlâ eski durumunda gösteriyor."
        / "The platform said that it took this step, yet goes on showing the order as it was before.",
}

/// What a sighting says of the steps that were told.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    /// They are there, or the platform decided otherwise.
    Settled,
    /// The first that is not there.
    Missing(usize),
    /// It does not say.
    Nothing,
}

/// The orders of an integration that a poll which begins now is to bring a word of: their ids, ours and the platform's.
pub fn watched(app: &AppState, integration: &Integration, now: Time) -> Result<Vec<(Id, String)>> {
    let (key, reader) = (integration.key(), app.store.read()?);
    load(app, &reader, integration, now)?;
    let mut found = Vec::new();
    for id in app.orders.watched.due(key, now) {
        let from = app.orders.watched.from(key, id).unwrap_or(now);
        match reader.order(id)?.filter(|order| watch_of(order, from, now).is_some()) {
            Some(order) => found.push((id, order.provider_order_id)),
            None => app.orders.watched.remove(key, id, now),
        }
    }
    Ok(found)
}

/// Orders that are over here, and whose platform is watched for it.
pub fn closing(app: &AppState, view: &impl ReadView, now: Time) -> Result<Vec<Id>> {
    if app.orders.watched.becomes_whole() {
        for integration in view.all_integrations()? {
            load(app, view, &integration, now)?;
        }
    }
    Ok(app.orders.watched.closing())
}

/// Once for each integration.
fn load(app: &AppState, view: &impl ReadView, integration: &Integration, now: Time) -> Result<()> {
    let key = integration.key();
    if !app.orders.watched.is_loaded(key) {
        app.orders.watched.load(key, told_lately(view, integration, now)?);
    }
    Ok(())
}

/// What the orders themselves say: those that are open, and those that were just over. What their platform has shown before the
/// restart is not looked for.
fn told_lately(view: &impl ReadView, integration: &Integration, now: Time) -> Result<Vec<(Id, Watch)>> {
    let pulse = view.pulse(integration.restaurant_id, integration.provider)?;
    // One of a time to come is of a clock that was set back since.
    let unshown = pulse.and_then(|pulse| pulse.unshown).filter(|unshown| unshown.as_of <= now);
    let from = |id: Id| match &unshown {
        Some(Unshown { as_of, orders }) => {
            orders.iter().find(|(known, _)| *known == id).map_or(*as_of, |(_, from)| *from)
        }
        None => now.minus(LONGEST),
    };
    let picked =
        |statuses: &[Status]| Picked::orders(Some(integration.restaurant_id), Some(integration.provider), statuses);
    let open = OrderFilter { picked: picked(&Status::OPEN), ..OrderFilter::default() };
    let mut orders = Vec::new();
    for id in view.order_ids(&open, &Walk::newest(MOST))?.items {
        orders.extend(view.order(id)?);
    }
    let closed = picked(&[Status::Delivered, Status::CancelledByRestaurant]);
    orders.extend(view.orders_changed(&closed, Id::first_at(now.minus(LONGEST)), MOST)?);
    Ok(orders.into_iter().filter_map(|order| Some((order.id, watch_of(&order, from(order.id), now)?))).collect())
}

/// Why an order has to be looked at, if it has.
fn watch_of(order: &Order, from: Time, now: Time) -> Option<Watch> {
    if is_nameless(&order.provider_order_id) {
        return None;
    }
    let since = told(order, from, now).map(|(_, step)| step.at).max()?;
    let is_flagged = !order.status.is_closed() && order.content.has_problem(NOT_TAKEN_THERE);
    Some(Watch { since, from, is_closing: order.status.is_closed(), is_flagged })
}

/// The steps that lead to where the order stands, that the platform said to have taken since `from`, and that it would show; and
/// those that it has missed already.
fn told(order: &Order, from: Time, now: Time) -> impl Iterator<Item = (usize, &PlatformStep)> {
    let platform = platforms::of(order.provider);
    let is_missed = |step: &PlatformStep| step.lapse.as_ref().is_some_and(|lapse| lapse.missed > 0);
    let is_lately = move |step: &PlatformStep| now.since(step.at) <= LONGEST && (step.at >= from || is_missed(step));
    let is_taken = move |step: &PlatformStep| step.state == StepState::Done && is_lately(step);
    let leads_there = |step: &PlatformStep| step.to.is_cancelled() == order.status.is_cancelled();
    let is_told = move |step: &PlatformStep| {
        leads_there(step) && platform.shows(&step.step) && (is_taken(step) || is_given_up(step) || is_retold(step))
    };
    order.platform_sync.iter().enumerate().filter(move |(_, step)| is_told(step))
}

/// It is being told again.
fn is_retold(step: &PlatformStep) -> bool {
    step.state == StepState::Waiting && step.lapse.is_some()
}

/// It was told again in vain.
fn is_given_up(step: &PlatformStep) -> bool {
    step.state == StepState::Failed && step.lapse.is_some()
}

/// The order was cancelled here, and its platform shows it further than it ever was: it was moved on there, and to cancel it once
/// more would undo that.
fn went_on(order: &Order, step: &PlatformStep, report: &Report) -> bool {
    let came_to = order.history.iter().rev().map(|entry| entry.status).find(|status| !status.is_cancelled());
    let is_further = |status: Status| came_to.is_some_and(|before| status.code() > before.code());
    step.to.is_cancelled() && report.status.is_some_and(|status| !status.is_cancelled() && is_further(status))
}

/// The platform shows the step, or that the order went on without it.
fn is_settled(step: &PlatformStep, report: &Report) -> bool {
    let has_reached =
        |status: Status| status.is_cancelled() || (!step.to.is_cancelled() && status.code() >= step.to.code());
    report.done.contains(&step.step.as_str()) || report.status.is_some_and(has_reached)
}

fn shown(order: &Order, report: &Report, from: Time, now: Time) -> Shown {
    let is_strange = report.is_unknown || report.strange.is_some();
    let says_nothing = is_strange || (report.status.is_none() && report.done.is_empty());
    if says_nothing || order.platform_sync.iter().any(is_retold) {
        return Shown::Nothing;
    }
    let missing = told(order, from, now).find(|(_, step)| !is_settled(step, report));
    missing.map_or(Shown::Settled, |(at, _)| Shown::Missing(at))
}

/// Takes in what the last word on a watched order was in a poll that began then. Answers whether nothing more is looked for.
pub async fn look_at(
    app: &Arc<AppState>,
    integration: &Integration,
    id: Id,
    report: Report,
    began: Time,
) -> Result<bool> {
    let key = integration.key();
    let Some(mut order) = app.store.read()?.order(id)? else { return Ok(true) };
    let from = app.orders.watched.from(key, id).unwrap_or(began);
    let is_settled = shown(&order, &report, from, began) == Shown::Settled;
    if is_settled {
        app.orders.watched.remove(key, id, began);
    }
    if !note(&mut order, &report, from, (began, clock::now())) {
        return Ok(is_settled);
    }
    // Somebody acts on it now; the next poll looks again.
    let Some(_held) = app.orders.locks.try_hold(id) else { return Ok(false) };
    let missed = app.store.write(move |tx| {
        let Some(before) = tx.order(id)? else { return Ok(None) };
        let mut after = before.clone();
        if !note(&mut after, &report, from, (began, tx.now)) {
            return Ok(None);
        }
        tx.change_order(&before, &after)?;
        let is_other = |(step, before): &(PlatformStep, &PlatformStep)| step != *before;
        Ok(after.platform_sync.into_iter().zip(&before.platform_sync).find(is_other).map(|(step, _)| step))
    });
    let Some(step) = missed.await? else { return Ok(false) };
    match step.state {
        StepState::Waiting => {
            tracing::warn!(order = %id, step = step.step, "the platform does not show a step that it took; it is told again");
        }
        StepState::Failed => {
            tracing::warn!(order = %id, step = step.step, "the platform does not show a step that it took thrice; the order is flagged");
            let is_closing = step.to.is_closed();
            let watch = Watch { since: step.at, from: step.at, is_closing, is_flagged: !is_closing };
            app.orders.watched.add(key, id, watch);
        }
        StepState::Done => {}
    }
    Ok(false)
}

/// Counts it where a poll that began then shows that a step is not there that was told since `from`. Answers whether that changes
/// something.
pub fn note(order: &mut Order, report: &Report, from: Time, (began, now): (Time, Time)) -> bool {
    let Shown::Missing(at) = shown(order, report, from, now) else { return false };
    let is_too_late = order.platform_sync.get(at).is_some_and(|step| went_on(order, step, report));
    let Some(step) = order.platform_sync.get_mut(at) else { return false };
    if step.state != StepState::Done || is_too_soon(step.at, began, now) {
        return false;
    }
    let lapse = step.lapse.get_or_insert_default();
    lapse.missed += 1;
    if lapse.missed < SIGHTINGS {
        return true;
    }
    lapse.missed = 0;
    if lapse.retold < RETELLINGS && !is_too_late {
        lapse.retold += 1;
        (step.state, step.due_at, step.at, step.tries) = (StepState::Waiting, Some(now), now, 0);
        // What was to follow it may have been refused for want of it.
        order.platform_sync.iter_mut().skip(at + 1).for_each(|later| _ = revive(later, now));
    } else {
        let failure = Failure::new(Code::PlatformRejected).why(Why::Plain(NOT_TAKEN));
        (step.state, step.error, step.at) = (StepState::Failed, Some(failure.refusal().clone()), now);
        order.content.add_problem(NOT_TAKEN_THERE);
    }
    // What it did not take it has not confirmed either.
    order.is_delivery_confirmed = false;
    true
}

/// The platform shows what it was told after all, or decided otherwise: nothing is wrong any more. Answers whether something
/// was.
pub fn clear(order: &mut Order, report: &Report, now: Time) -> bool {
    let mut is_cleared = false;
    for step in order.platform_sync.iter_mut().filter(|step| step.lapse.is_some()) {
        if !is_settled(step, report) {
            continue;
        }
        if let Some(lapse) = step.lapse.as_mut().filter(|lapse| lapse.missed > 0) {
            lapse.missed = 0;
            is_cleared = true;
        }
        let is_overruled = !step.to.is_cancelled() && report.status.is_some_and(Status::is_cancelled);
        if is_given_up(step) && !is_overruled {
            (step.state, step.error, step.at) = (StepState::Done, None, now);
            is_cleared = true;
        }
    }
    let is_wrong = |step: &PlatformStep| step.lapse.is_some() && !is_settled(step, report);
    let is_right = order.content.has_problem(NOT_TAKEN_THERE) && !order.platform_sync.iter().any(is_wrong);
    is_cleared | (is_right && order.content.drop_problem(NOT_TAKEN_THERE))
}
