//! An order that is new here is stored, with its event, unless it is no business of this kitchen.

use super::follow::{Received, apply};
use super::{change::ask_for_payment, twins};
use crate::integrations::venue::{Venue, venue_of};
use crate::{
    AppState,
    integrations::{link::our_time, pulse::may_store_nameless},
};
use model::order::{HistoryEntry, STRANGE_STATUS};
use model::{Actor, Code, Content, Failure, Id, Integration, Order, Provider, Result, Status, Time, What};
use platforms::{Arrival, MADE_UP, Report};
use std::{sync::Arc, time::Duration};
use store::{Accounts, Integrations, Orders, PreparedOrder, Tx};

/// An order that was accepted elsewhere this long ago is no business of the kitchen any more.
const STALE: Duration = Duration::from_hours(4);

/// How a report came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The platform sent it. One for an integration that is switched off is refused.
    Push,
    /// We asked. What is new on an integration that is switched off stays there.
    Poll,
    /// It is a test order of our own, which needs no integration.
    Own,
}

/// Stores a new order with its event. The same order again is the same order: the first stays.
pub async fn receive(
    app: &Arc<AppState>,
    integration: &Integration,
    mut report: Box<Report>,
    way: Way,
) -> Result<Option<Received>> {
    if report.status.is_some_and(Status::is_cancelled) && way == Way::Push {
        app.orders.early.remember(integration, &report);
    }
    // One that is named by our own id is no new order, whatever comes with it.
    let Some(mut arrival) = report.arrival.take().filter(|_| report.our_id.is_none()) else {
        tracing::info!(provider = %integration.provider, "a change of an order that is not known here is passed over");
        return Ok(None);
    };
    // A platform says when by its own clock; how long ago that is, only ours can tell. A web shop's has told nothing.
    let told_at = arrival.content.placed_at;
    let placed_at = match told_at.filter(|_| integration.provider != Provider::Open) {
        Some(at) => Some(our_time(app, integration, at)?),
        None => told_at,
    };
    if !is_ours(integration, &report, &arrival, placed_at, way) {
        return Ok(None);
    }
    // Its sender tries again, or the next poll brings it.
    app.store.has_room()?;
    if let Some(strange) = &report.strange {
        tracing::warn!(provider = %integration.provider, status = strange, "a new order has a status that is not known");
        arrival.content.add_problem(STRANGE_STATUS);
    }
    arrival.content.flag_amounts();
    // The platform counts down by its own clock; by ours there must be the same time left.
    arrival.content.accept_by = arrival.content.accept_by.map(|by| our_time(app, integration, by)).transpose()?;
    if report.provider_order_id.starts_with(MADE_UP) && !may_store_nameless(app, integration, &report)? {
        return Ok(None);
    }
    let venue = venue_of(app, integration)?;
    let early = app.orders.early.take(integration, &report.provider_order_id);
    let auto_accept = venue.auto_accept && arrival.content.is_understood_if_shown() && early.is_none();
    let Arrival { code, content, raw } = arrival;
    let is_of_before = report.status.is_some_and(|status| app.care.aftermath.is_of_before(status, placed_at));
    let problems = content.problems.clone();
    let prepared = PreparedOrder::of(&report.provider_order_id, code.as_deref(), &content, &raw)?;
    let placed_here_at = placed_at.filter(|_| placed_at != told_at);
    let (integration, content) = (integration.clone(), Some(content));
    let mut newcomer = Newcomer {
        integration,
        way,
        venue,
        report,
        code,
        content,
        raw,
        prepared,
        auto_accept,
        placed_here_at,
        is_of_before,
    };
    let Some(received) = app.store.write(move |tx| newcomer.store(tx)).await? else { return Ok(None) };
    if received.is_new && !problems.is_empty() {
        tracing::warn!(order = %received.id, ?problems, "an order could not be understood in full");
    }
    if let Some(early) = early {
        let _held = app.orders.locks.hold(received.id).await;
        let followed = apply(app, received.id, Box::new(early)).await?;
        return Ok(Some(Received { is_new: received.is_new, ..followed }));
    }
    Ok(Some(received))
}

/// Everything that the write job needs to store an order that is new.
struct Newcomer {
    integration: Integration,
    way: Way,
    venue: Venue,
    report: Box<Report>,
    code: Option<String>,
    /// Lent to the order while the job runs.
    content: Option<Content>,
    raw: Vec<u8>,
    prepared: PreparedOrder,
    auto_accept: bool,
    placed_here_at: Option<Time>,
    /// It was accepted before a restore, and webhooks may have heard of it then.
    is_of_before: bool,
}

impl Newcomer {
    /// What became of it; nothing where an integration that is off leaves it.
    fn store(&mut self, tx: &mut Tx<'_>) -> Result<Option<Received>> {
        let Integration { restaurant_id, provider, token_hash, .. } = self.integration;
        let is_active = match self.way {
            Way::Own => true,
            Way::Push | Way::Poll => {
                // The address may have been taken away since it was looked up.
                let integration = tx.integration(restaurant_id, provider)?;
                let integration = integration.filter(|now| self.way == Way::Poll || now.token_hash == token_hash);
                integration.ok_or_else(|| Failure::new(Code::NotFound))?.is_active
            }
        };
        if let Some(known) = tx.order_of(restaurant_id, provider, &self.report.provider_order_id)? {
            return Ok(Some(Received { is_acceptance_owed: known.accepts_itself(), ..Received::known(&known) }));
        }
        match self.way {
            Way::Push if !is_active => return Err(Failure::new(Code::IntegrationOff)),
            Way::Poll if !is_active => return Ok(None),
            Way::Push | Way::Poll | Way::Own => {}
        }
        let content = self.content.take().ok_or_else(|| Failure::fault("an order has lost its content"))?;
        let payment = content.payment.clone();
        let mut order = self.order(tx, content);
        let stored = self.put(tx, &mut order);
        // The job may run again, and then begins with what came.
        self.content = Some(Content { payment, ..order.content });
        stored.map(Some)
    }

    fn put(&self, tx: &mut Tx<'_>, order: &mut Order) -> Result<Received> {
        let Integration { restaurant_id, provider, .. } = self.integration;
        if order.payment_text().is_some() {
            order.assign_payment(&tx.settings()?.payments);
        }
        order.possible_duplicate_of = twins::find(tx, order, &self.raw)?;
        let place = order.next_event();
        if order.payment_read_as.is_some() {
            // What was prepared has the payment as it came.
            let (id, code) = (&order.provider_order_id, order.code.as_deref());
            let prepared = PreparedOrder::of(id, code, &order.content, &self.raw)?;
            tx.add_order(order, &prepared)?;
        } else {
            tx.add_order(order, &self.prepared)?;
        }
        let (order_id, provider_order_id, status) = (order.id, order.provider_order_id.clone(), order.status);
        tx.of_before(self.is_of_before, |tx| {
            tx.emit(restaurant_id, provider, Some(place), What::OrderCreated { order_id, provider_order_id, status })?;
            if status == Status::Delivered { ask_for_payment(tx, order) } else { Ok(()) }
        })?;
        Ok(Received { is_new: true, is_acceptance_owed: order.accepts_itself(), ..Received::known(order) })
    }

    fn order(&self, tx: &mut Tx<'_>, content: Content) -> Order {
        let now = tx.now;
        let first = if content.is_scheduled { Status::Scheduled } else { Status::New };
        let status = self.report.status.unwrap_or(first);
        let by = if self.way == Way::Own { Actor::System } else { Actor::Platform };
        let ahead = Duration::from_mins(self.venue.preparation_minutes.into());
        Order {
            id: tx.next_id(),
            provider_order_id: self.report.provider_order_id.clone(),
            restaurant_id: self.integration.restaurant_id,
            provider: self.integration.provider,
            code: self.code.clone(),
            status,
            created_at: now,
            updated_at: now,
            day: now.day_in(&self.venue.zone),
            starts_at: content.scheduled_at.map(|at| at.minus(ahead)),
            content,
            accept_owed: self.auto_accept,
            change_id: Id::NIL,
            reported_at: None,
            cancellation: None,
            is_delivery_confirmed: status == Status::Delivered,
            history: vec![HistoryEntry { status, at: now, by: by.to_string() }],
            platform_sync: Vec::new(),
            possible_duplicate_of: None,
            payment_read_as: None,
            is_name_lumped: false,
            preparation_minutes: None,
            placed_here_at: self.placed_here_at,
            erased_at: None,
            courier: self.report.courier.clone(),
            last_sequence: 0,
            changes: Vec::new(),
            ready_at: None,
            is_ready_told: false,
            brought_back_at: None,
        }
    }
}

/// Whether an order that is new here is to be kept, as it stands there; `placed_at` by our own clock.
fn is_ours(integration: &Integration, report: &Report, arrival: &Arrival, placed_at: Option<Time>, way: Way) -> bool {
    let now = clock::now();
    let is_from_before = placed_at.is_some_and(|placed| is_from_before(placed, integration.on_since, now));
    let is_stale = !arrival.content.is_scheduled && placed_at.is_some_and(|placed| now.since(placed) > STALE);
    match report.status {
        // There is nothing to do or to count.
        Some(Status::CancelledByCustomer | Status::CancelledByRestaurant) => false,
        // It was done before we were asked to look.
        Some(Status::Delivered) => !is_from_before,
        // It was accepted elsewhere while we were not asked to look, or so long ago that it was eaten.
        Some(Status::Preparing | Status::OnTheWay) => way == Way::Push || !(is_from_before || is_stale),
        Some(Status::New | Status::Scheduled | Status::ScheduledVerified) | None => true,
    }
}

/// Whether it was placed before we were asked to look. A beginning that lies ahead was noted by a clock that was wrong.
fn is_from_before(placed: Time, on_since: Time, now: Time) -> bool {
    placed < on_since && on_since <= now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_that_lies_ahead_keeps_no_order_out() {
        let [before, on_since, now] = [1, 2, 3].map(Time);
        assert!(is_from_before(before, on_since, now) && !is_from_before(now, on_since, now));
        assert!(!is_from_before(now, Time(1_000), now), "the clock was ahead when it was switched on");
    }
}
