//! A platform's word on an order that we have is applied: the order moves on, is cancelled, or is seen to be known there.

use super::progress::{self, StepProgress};
use super::{
    basket::{self, Age, BasketSighting},
    change::move_order,
    lapses,
    plan::closed,
    tie::Tie,
};
use crate::{AppState, Purpose, Recorder, care::audit, integrations::link::reach};
use model::order::{CHANGED_THERE, NOT_READ_THERE, UNKNOWN_THERE};
use model::{Act, Actor, Code, Courier, Failure, Id, Integration, Order, Result, Status, Time};
use platforms::{Client, Report, not_found};
use serde::Serialize;
use std::{sync::Arc, time::Duration};
use store::{Orders, Tx};

/// Between two orders that are read because a push speaks of them.
const READ_BACK_GAP: Duration = Duration::from_millis(250);
/// Of the time for one of them, what is kept for the call itself.
const READ_BACK: Duration = Duration::from_secs(5);

/// What the platform is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Received {
    pub id: Id,
    pub status: Status,
    /// The parts of it that are not as they came first, and were not taken over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<&'static str>,
    /// It came for the first time.
    #[serde(skip)]
    pub is_new: bool,
    /// It was here, and all of it was held against what is here.
    #[serde(skip)]
    pub is_compared: bool,
    /// Its restaurant wants it accepted at once.
    #[serde(skip)]
    pub is_acceptance_owed: bool,
}

impl Received {
    /// It was here already.
    pub fn known(order: &Order) -> Received {
        let (id, status, differs) = (order.id, order.status, Vec::new());
        Received { id, status, differs, is_new: false, is_compared: false, is_acceptance_owed: false }
    }
}

/// What a report does to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    None,
    To(Status),
    Cancel(Status),
    /// A verified scheduled order waits there for its second acceptance.
    Activate,
    /// We said delivered; now the platform says so too.
    Confirm,
}

/// A platform never moves an order backwards, and its cancellation wins unless it has itself confirmed the delivery.
pub fn next_move(order: &Order, report: &Report) -> Move {
    let Some(to) = report.status else { return Move::None };
    match (order.status, to) {
        (Status::CancelledByCustomer | Status::CancelledByRestaurant, _) => Move::None,
        (Status::Delivered, Status::Delivered) if !order.is_delivery_confirmed => Move::Confirm,
        (Status::Delivered, _) if order.is_delivery_confirmed || !to.is_cancelled() => Move::None,
        (_, Status::CancelledByCustomer | Status::CancelledByRestaurant) => Move::Cancel(to),
        (Status::ScheduledVerified, Status::New) => Move::Activate,
        (from, to) if to.code() > from.code() => Move::To(to),
        _ => Move::None,
    }
}

/// Applies a report to a stored order. The caller holds the order's lock.
pub async fn apply(app: &Arc<AppState>, id: Id, report: Box<Report>) -> Result<Received> {
    let (order, tie) = Tie::load(app, id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
    let activation = tie.steps_later(&order, &Act::Advance, Status::Preparing);
    let recorder = audit::by_itself(app);
    // What happened between a backup and its restore webhooks may have heard then.
    let is_unsure = app.care.aftermath.is_unsure(id);
    let followed = app.store.write(move |tx| {
        let followed = tx.of_before(is_unsure, |tx| follow(tx, id, &report, &activation, &recorder))?;
        if is_unsure {
            tx.note_sure_of(id)?;
        }
        Ok(followed)
    });
    let followed = followed.await?;
    if is_unsure {
        app.care.aftermath.note_sure_of(id);
    }
    Ok(followed)
}

fn follow(
    tx: &mut Tx<'_>,
    id: Id,
    report: &Report,
    activation: &StepProgress,
    recorder: &Recorder,
) -> Result<Received> {
    let before = current(tx, id)?;
    let mut order = before.clone();
    progress::prove(&mut order, &report.done, tx.now);
    let moved = next_move(&before, report);
    match moved {
        Move::None | Move::To(_) | Move::Cancel(_) => {}
        // One that failed is not asked for again at every poll.
        Move::Activate if is_noted(&order, activation) => {}
        Move::Activate => progress::note(&mut order, activation, Status::Preparing, tx.now),
        Move::Confirm => order.is_delivery_confirmed = true,
    }
    let age = Age::of(&order, report, || tx.raw(id))?;
    let is_changed = see(&mut order, report, age, tx.now) == Sighting::Changed;
    match report.arrival.as_ref().filter(|_| is_changed) {
        Some(arrival) => {
            let place = order.next_event();
            tx.change_basket(&before, &order, &arrival.raw)?;
            tx.emit(order.restaurant_id, order.provider, Some(place), basket::changed(&before, &order))?;
        }
        None if order != before => tx.change_order(&before, &order)?,
        None => {}
    }
    let (act, to, actor) = match moved {
        Move::None | Move::Activate | Move::Confirm => return Ok(Received::known(&order)),
        Move::To(to) => (Act::Advance, to, Actor::Platform),
        Move::Cancel(to) => {
            let told = &report.cancelled;
            let actor = if told.by_customer { Actor::Customer } else { Actor::Platform };
            let (reason, reason_name, note) = (told.reason.clone(), told.name.clone(), told.note.clone());
            (Act::Cancel { reason, reason_name, note }, to, actor)
        }
    };
    let order = current(tx, id)?;
    let status = move_order(tx, &order, &act, to, &recorder.acting(actor), &StepProgress::default())?.new_status;
    Ok(Received { status, ..Received::known(&order) })
}

fn is_noted(order: &Order, progress: &StepProgress) -> bool {
    progress.later.iter().all(|later| order.platform_sync.iter().any(|known| known.step == later.step))
}

/// As it was just written, with the id of that change.
pub fn current(tx: &Tx<'_>, id: Id) -> Result<Order> {
    tx.order(id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))
}

/// How an order stands that its platform says is gone. Where nothing more can be learnt, that alone counts.
pub async fn gone(app: &Arc<AppState>, tie: &Tie, order: &Order, looks_for: Purpose) -> Box<Report> {
    let found = look(app, tie, order, looks_for).await.ok().filter(|report| report.status.is_some());
    Box::new(found.unwrap_or_else(|| Report {
        provider_order_id: order.provider_order_id.clone(),
        status: Some(Status::CancelledByCustomer),
        ..Report::default()
    }))
}

/// Asks an order's platform how it stands there.
pub async fn look(app: &Arc<AppState>, tie: &Tie, order: &Order, looks_for: Purpose) -> Result<Report> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    let id = order.provider_order_id.clone();
    app.engine.errands.run(platform, link, looks_for, move |client| platform.look(client, &id)).await
}

/// Asks an integration's platform for an order that is said to be there. One that is not is refused, so that the push comes
/// again if it was merely early.
pub async fn look_up(app: &Arc<AppState>, integration: &Integration, id: String) -> Result<Report> {
    let (platform, link) = reach(app, integration)?;
    let errand = move |client: &Client<'_>| {
        // What waited too long for its turn is not sent with no time left for an answer.
        client.session.pace("read-back", READ_BACK_GAP, client.shorter_by(READ_BACK).deadline)?;
        platform.look(client, &id)
    };
    let report = app.engine.errands.run(platform, &link, Purpose::Pushes, errand).await?;
    if report.is_unknown { Err(not_found(platform.facts().name)) } else { Ok(report) }
}

/// The customer's own cancellation, as a shop reports it. It wins, also over a delivery that only we know of; one that
/// the shop itself confirmed stays.
pub async fn cancelled_by_customer(
    app: &Arc<AppState>,
    integration: &Integration,
    provider_order_id: String,
    reason: Option<String>,
    note: Option<String>,
) -> Result<Received> {
    let (restaurant_id, provider) = (integration.restaurant_id, integration.provider);
    let recorder = Recorder::new(app, Actor::Customer, None);
    let cancelled = app.store.write(move |tx| {
        let found = tx.order_of(restaurant_id, provider, &provider_order_id)?;
        let order = found.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        match order.status {
            Status::CancelledByCustomer | Status::CancelledByRestaurant => Ok(Received::known(&order)),
            Status::Delivered if order.is_delivery_confirmed => Err(closed(order.status)),
            _ => {
                let act = Act::Cancel { reason: reason.clone(), reason_name: None, note: note.clone() };
                let to = Status::CancelledByCustomer;
                let done = move_order(tx, &order, &act, to, &recorder, &StepProgress::default())?;
                Ok(Received { status: done.new_status, ..Received::known(&order) })
            }
        }
    });
    cancelled.await
}

/// What follows from the platform's speaking of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// Nothing that is not known.
    Nothing,
    News,
    /// What is in it is another.
    Changed,
}

/// Notes what follows from the platform's speaking of an order, beside a move: it knows it, whatever it said before,
/// it may have changed what is in it, it may show a step that it did not show before, and it may say who brings it.
pub fn see(order: &mut Order, report: &Report, age: Age, now: Time) -> Sighting {
    let seen = basket::see(order, report, age, now);
    let is_back = order.content.drop_problem(UNKNOWN_THERE);
    if is_back {
        progress::hurry(order, now);
    }
    let is_cleared = lapses::clear(order, report, now) | prove(order, report);
    let is_wanted = !order.status.is_closed() && order.erased_at.is_none();
    let news = report.courier.as_ref().filter(|_| is_wanted);
    let is_taken_over = news.is_some_and(|news| learn(&mut order.courier, news));
    match seen {
        BasketSighting::Changed => Sighting::Changed,
        BasketSighting::Nothing if !(is_back || is_cleared || is_taken_over) => Sighting::Nothing,
        BasketSighting::Nothing | BasketSighting::Flagged => Sighting::News,
    }
}

/// What was pushed and could not be read then holds once the platform shows it as it was pushed; where it shows another, a person
/// looks. Answers whether something is new.
fn prove(order: &mut Order, report: &Report) -> bool {
    match &report.arrival {
        // What was pushed once more, and could not be read that time either, proves nothing.
        Some(arrival) if arrival.content.has_problem(NOT_READ_THERE) => false,
        Some(arrival) if order.content.has_problem(NOT_READ_THERE) => {
            match order.content.says_the_same(&arrival.content) {
                true => order.content.drop_problem(NOT_READ_THERE),
                false => order.content.add_problem(CHANGED_THERE),
            }
        }
        _ => false,
    }
}

/// Answers whether something about the courier is new.
fn learn(courier: &mut Option<Courier>, news: &Courier) -> bool {
    let mut after = courier.clone().unwrap_or_default();
    after.learn(news);
    let is_new = courier.as_ref().map_or(after != Courier::default(), |before| *before != after);
    if is_new {
        *courier = Some(after);
    }
    is_new
}
