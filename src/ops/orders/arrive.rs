//! What platforms say of orders: a new one, a change of one, a customer's cancellation.

use super::{
    super::{
        AppState, For,
        integrations::{self, Venue},
    },
    change::{ask_for_payment, move_order},
    plan::closed,
    progress::{self, Progress},
    settle::settle_by,
    tie::Tie,
    twins,
};
use crate::{
    clock,
    model::{
        Act, Actor, Code, Failure, Id, Integration, Order, Provider, Status, Time, What,
        order::{CHANGED_THERE, Content, HistoryEntry, UNKNOWN_THERE},
    },
    platforms::{Arrival, Client, MADE_UP, Report, not_found},
    store::{Accounts, Integrations, Orders, Outbox, Tx},
};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};

/// What the platform is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Received {
    pub id: Id,
    pub status: Status,
    /// It came for the first time.
    #[serde(skip)]
    pub is_new: bool,
}

/// An order that was accepted elsewhere this long ago is no business of the kitchen any more, in milliseconds.
const STALE: i64 = 4 * 60 * 60 * 1_000;

/// Between two orders that are read because a push speaks of them.
const READ_BACK_GAP: Duration = Duration::from_millis(250);

/// How a report came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The platform sent it. One for an integration that is switched off is refused.
    Push,
    /// We asked. What is new on an integration that is switched off stays there.
    Poll,
}

/// What became of a report.
pub enum Taken {
    Kept(Received),
    /// There is nothing to keep: a change of an order that nobody sent, or one that was over before it came.
    Nothing,
    /// Somebody is at this order. A poll does not wait for them, or new orders would; it brings the report again.
    Busy,
}

/// Takes in what a platform says of one order: stores it if it is new, moves it if it went on there.
pub async fn report(
    app: &Arc<AppState>,
    integration: &Integration,
    report: Box<Report>,
    way: Way,
) -> Result<Taken, Failure> {
    if way == Way::Push {
        app.outages.heard((integration.restaurant_id, integration.provider));
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
    if is_other(&order, &report) && way == Way::Push {
        tracing::warn!(order = %order.id, "the platform sent this order again with other content; the first stays");
    }
    if let Some(strange) = report.strange.as_ref().filter(|_| way == Way::Push) {
        tracing::warn!(order = %order.id, status = strange, "the platform reports a status that is not known");
    }
    if report.is_unknown {
        return miss(app, order).await;
    }
    app.absent.seen(order.id);
    // Most polls bring what is known; only a change takes a lock and a write.
    let mut after = order.clone();
    let is_proved = progress::prove(&mut after, &report.done, order.updated_at);
    if next_move(&order, &report) == Move::None && !is_proved && !see(&mut after, &report, order.updated_at) {
        if order.accept_owed && order.status.awaits_verification() && way == Way::Push {
            super::scheduled::accept(app, order.id);
        }
        return Ok(Taken::Kept(Received { id: order.id, status: order.status, is_new: false }));
    }
    let _held = match (way, app.order_locks.try_hold(order.id)) {
        (_, Some(held)) => held,
        (Way::Poll, None) => return Ok(Taken::Busy),
        (Way::Push, None) => app.order_locks.hold(order.id).await,
    };
    let left = app.store.read()?.intent(order.id)?;
    if let Some(intent) = left {
        settle_by(app, intent, &report).await?;
    }
    apply(app, order.id, report).await.map(Taken::Kept)
}

/// Whether an order that nobody here has seen is to be kept, as it stands there.
fn is_ours(integration: &Integration, report: &Report, arrival: &Arrival, way: Way) -> bool {
    let placed_at = arrival.content.placed_at;
    let is_from_before = placed_at.is_some_and(|placed| placed < integration.on_since);
    let is_stale = !arrival.content.is_scheduled
        && placed_at.is_some_and(|placed| clock::now().0.saturating_sub(placed.0) > STALE);
    match report.status {
        // There is nothing to do or to count.
        Some(Status::CancelledByCustomer | Status::CancelledByRestaurant) => false,
        // It was done before we were asked to look.
        Some(Status::Delivered) => !is_from_before,
        // Somebody accepted it elsewhere while we were not asked to look, or so long ago that it was eaten.
        Some(Status::Preparing | Status::OnTheWay) => way == Way::Push || !(is_from_before || is_stale),
        Some(Status::New | Status::Scheduled | Status::ScheduledVerified) | None => true,
    }
}

/// What the customer gets or pays is not what it was.
fn is_other(order: &Order, report: &Report) -> bool {
    let pieces = |content: &Content| -> Vec<(String, u32)> {
        content.items.iter().map(|item| (item.name.clone(), item.quantity)).collect()
    };
    let Some(Arrival { content, .. }) = &report.arrival else { return report.is_changed };
    let has_other_total = order.content.amount.total != content.amount.total;
    // Where a change is told, an option is one too; else two ways of showing one order may differ in such things.
    let has_other_items = match report.is_changed {
        true => order.content.items != content.items,
        false => pieces(&order.content) != pieces(content),
    };
    has_other_total || has_other_items
}

/// The platform did not find an order of ours. One that it has not found for long is marked, so that nobody is told
/// that an act was taken which it never heard of.
async fn miss(app: &Arc<AppState>, order: Order) -> Result<Taken, Failure> {
    let (id, status) = (order.id, order.status);
    let is_gone = !status.is_closed() && app.absent.missed(&order, clock::now());
    if is_gone && !progress::is_gone(&order) {
        let Some(_held) = app.order_locks.try_hold(id) else { return Ok(Taken::Busy) };
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
    Ok(Taken::Kept(Received { id, status, is_new: false }))
}

/// Notes what follows from the platform's speaking of an order, beside a move: it knows it, whatever it said before, and
/// it may have changed what is in it. The first content stays, as it may be half cooked. Answers whether something is new.
fn see(order: &mut Order, report: &Report, now: Time) -> bool {
    // What comes with a cancellation may be cut short, and nobody cooks it any more.
    let is_over = order.status.is_closed() || report.status.is_some_and(Status::is_cancelled);
    let is_changed = !is_over && is_other(order, report) && order.content.add_problem(CHANGED_THERE);
    let is_back = order.content.drop_problem(UNKNOWN_THERE);
    if is_back {
        progress::hurry(order, now);
    }
    is_changed || is_back
}

/// Stores a new order with its event. The same order again is the same order: the first stays.
async fn receive(
    app: &Arc<AppState>,
    integration: &Integration,
    mut report: Box<Report>,
    way: Way,
) -> Result<Option<Received>, Failure> {
    if report.status.is_some_and(Status::is_cancelled) && way == Way::Push {
        app.early.remember(integration, &report);
    }
    // One that is named by our own id is no new order, whatever comes with it.
    let Some(mut arrival) = report.arrival.take().filter(|_| report.our_id.is_none()) else {
        tracing::info!(provider = %integration.provider, "a change of an order that is not known here is passed over");
        return Ok(None);
    };
    if !is_ours(integration, &report, &arrival, way) {
        return Ok(None);
    }
    if let Some(strange) = &report.strange {
        tracing::warn!(provider = %integration.provider, status = strange, "a new order has a status that is not known");
        arrival.content.add_problem("status");
    }
    arrival.content.flag_amounts();
    // The platform counts down by its own clock; whoever looks at ours must see the same time left.
    arrival.content.accept_by =
        arrival.content.accept_by.map(|by| integrations::our_time(app, integration, by)).transpose()?;
    let venue = integrations::venue_of(app, integration)?;
    let (restaurant_id, provider) = (integration.restaurant_id, integration.provider);
    let token = integration.token_hash;
    let is_nameless = report.provider_order_id.starts_with(MADE_UP);
    if is_nameless && !integrations::may_store_nameless(app, integration, &report)? {
        return Ok(None);
    }
    let early = app.early.take(integration, &report.provider_order_id);
    let auto_accept = venue.auto_accept && arrival.content.is_understood() && early.is_none();
    let received = app
        .store
        .write(move |tx| {
            // The address may have been taken away since it was looked up.
            let integration = tx.integration(restaurant_id, provider)?;
            let integration = integration.filter(|now| way == Way::Poll || now.token_hash == token);
            let is_active = integration.ok_or_else(|| Failure::new(Code::NotFound))?.is_active;
            if let Some(known) = tx.order_of(restaurant_id, provider, &report.provider_order_id)? {
                return Ok(Some((known, false)));
            }
            match way {
                Way::Push if !is_active => return Err(Failure::new(Code::IntegrationOff)),
                Way::Poll if !is_active => return Ok(None),
                Way::Push | Way::Poll => {}
            }
            let mut order = fresh(tx, (restaurant_id, provider), &venue, &report, &arrival);
            order.accept_owed = auto_accept;
            if order.payment_text().is_some() {
                order.assign_payment(&tx.settings()?.payments);
            }
            order.possible_duplicate_of = twins::find(tx, &order, &arrival.raw)?;
            tx.add_order(&order, &arrival.raw)?;
            let (order_id, provider_order_id, status) = (order.id, order.provider_order_id.clone(), order.status);
            tx.emit(restaurant_id, provider, What::OrderCreated { order_id, provider_order_id, status })?;
            if status == Status::Delivered {
                ask_for_payment(tx, &order)?;
            }
            Ok(Some((order, true)))
        })
        .await?;
    let Some((order, is_new)) = received else { return Ok(None) };
    if !order.content.problems.is_empty() {
        tracing::warn!(order = %order.id, problems = ?order.content.problems, "an order could not be understood in full");
    }
    if let Some(early) = early {
        let _held = app.order_locks.hold(order.id).await;
        let status = apply(app, order.id, Box::new(early)).await?.status;
        return Ok(Some(Received { id: order.id, status, is_new }));
    }
    // Whoever hangs up now, the sync thread finds what is owed; this is only sooner.
    if order.accept_owed && order.status.awaits_verification() {
        super::scheduled::accept(app, order.id);
    }
    Ok(Some(Received { id: order.id, status: order.status, is_new }))
}

fn fresh(
    tx: &mut Tx<'_>,
    (restaurant_id, provider): (Id, Provider),
    venue: &Venue,
    report: &Report,
    arrival: &Arrival,
) -> Order {
    let now = tx.now;
    let first = if arrival.content.is_scheduled { Status::Scheduled } else { Status::New };
    let status = report.status.unwrap_or(first);
    let ahead = -i64::from(venue.preparation_minutes);
    Order {
        id: tx.next_id(),
        provider_order_id: report.provider_order_id.clone(),
        restaurant_id,
        provider,
        code: arrival.code.clone(),
        status,
        created_at: now,
        updated_at: now,
        day: now.day_in(&venue.zone),
        starts_at: arrival.content.scheduled_at.map(|at| at.plus_minutes(ahead)),
        content: arrival.content.clone(),
        accept_owed: false,
        change_id: Id::NIL,
        reported_at: None,
        cancellation: None,
        is_delivery_confirmed: status == Status::Delivered,
        history: vec![HistoryEntry { status, at: now, by: Actor::Platform.to_string() }],
        platform_sync: Vec::new(),
        possible_duplicate_of: None,
        payment_read_as: None,
        erased_at: None,
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
pub async fn apply(app: &Arc<AppState>, id: Id, report: Box<Report>) -> Result<Received, Failure> {
    let activation = {
        let reader = app.store.read()?;
        let order = reader.order(id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let tie = Tie::of(app, &reader, &order)?;
        tie.steps_later(&order, &Act::Advance, Status::Preparing)
    };
    app.store
        .write(move |tx| {
            let before = tx.order(id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
            let mut order = before.clone();
            progress::prove(&mut order, &report.done, tx.now);
            let moved = next_move(&before, &report);
            match moved {
                Move::None | Move::To(_) | Move::Cancel(_) => {}
                // One that failed is not asked for again at every poll.
                Move::Activate if is_noted(&order, &activation) => {}
                Move::Activate => progress::note(&mut order, &activation, Status::Preparing, tx.now),
                Move::Confirm => order.is_delivery_confirmed = true,
            }
            see(&mut order, &report, tx.now);
            if order != before {
                tx.change_order(&before, &order)?;
            }
            let status = match moved {
                Move::None | Move::Activate | Move::Confirm => order.status,
                Move::To(to) => {
                    let order = current(tx, id)?;
                    move_order(tx, &order, &Act::Advance, to, &Actor::Platform, &Progress::default())?.new_status
                }
                Move::Cancel(to) => {
                    let order = current(tx, id)?;
                    let told = &report.cancelled;
                    let actor = if told.by_customer { Actor::Customer } else { Actor::Platform };
                    let (reason, reason_name, note) = (told.reason.clone(), told.name.clone(), told.note.clone());
                    let act = Act::Cancel { reason, reason_name, note };
                    move_order(tx, &order, &act, to, &actor, &Progress::default())?.new_status
                }
            };
            Ok(Received { id, status, is_new: false })
        })
        .await
}

fn is_noted(order: &Order, progress: &Progress) -> bool {
    progress.later.iter().all(|later| order.platform_sync.iter().any(|known| known.step == later.step))
}

/// As it was just written, with the id of that change.
fn current(tx: &Tx<'_>, id: Id) -> Result<Order, Failure> {
    tx.order(id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))
}

/// How an order stands that its platform says is gone. Where nothing more can be learnt, that alone counts.
pub async fn gone(app: &Arc<AppState>, tie: &Tie, order: &Order, looks_for: For) -> Box<Report> {
    let found = look(app, tie, order, looks_for).await.ok().filter(|report| report.status.is_some());
    Box::new(found.unwrap_or_else(|| Report {
        provider_order_id: order.provider_order_id.clone(),
        status: Some(Status::CancelledByCustomer),
        ..Report::default()
    }))
}

/// Asks an order's platform how it stands there.
async fn look(app: &Arc<AppState>, tie: &Tie, order: &Order, looks_for: For) -> Result<Report, Failure> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    let id = order.provider_order_id.clone();
    app.errand(platform, link, looks_for, move |client| platform.look(client, &id)).await
}

/// Asks an integration's platform for an order that someone says is there. One that is not is refused, so that the push
/// comes again if it was merely early.
pub async fn look_up(app: &Arc<AppState>, integration: &Integration, id: String) -> Result<Report, Failure> {
    let (platform, link) = integrations::reach(app, integration)?;
    let errand = move |client: &Client<'_>| {
        client.session.pace("read-back", READ_BACK_GAP, client.deadline)?;
        platform.look(client, &id)
    };
    let report = app.errand(platform, &link, For::Pushes, errand).await?;
    if report.is_unknown { Err(not_found(platform.name())) } else { Ok(report) }
}

/// The customer's own cancellation, as a shop reports it. It wins, also over a delivery that only we know of; one that
/// the shop itself confirmed stays.
pub async fn cancelled_by_customer(
    app: &Arc<AppState>,
    integration: &Integration,
    provider_order_id: String,
    reason: Option<String>,
    note: Option<String>,
) -> Result<Received, Failure> {
    let (restaurant_id, provider) = (integration.restaurant_id, integration.provider);
    app.store
        .write(move |tx| {
            let found = tx.order_of(restaurant_id, provider, &provider_order_id)?;
            let order = found.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
            match order.status {
                Status::CancelledByCustomer | Status::CancelledByRestaurant => {
                    Ok(Received { id: order.id, status: order.status, is_new: false })
                }
                Status::Delivered if order.is_delivery_confirmed => Err(closed(order.status)),
                _ => {
                    let act = Act::Cancel { reason: reason.clone(), reason_name: None, note: note.clone() };
                    let to = Status::CancelledByCustomer;
                    let done = move_order(tx, &order, &act, to, &Actor::Customer, &Progress::default())?;
                    Ok(Received { id: done.id, status: done.new_status, is_new: false })
                }
            }
        })
        .await
}
