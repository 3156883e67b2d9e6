//! How each integration fares: how far its platform has been read, and what went well or wrong last.
//!
//! Kept in memory, because a poll every few seconds must not be a job of the writer every few seconds; written down when
//! orders came, when good turned bad or bad good, and else once a minute. None of it waits for the disk: after a crash the
//! cursor is that of the last change, an hour old at most, and a cursor that lags reads some things twice. What is read twice
//! is known by its platform's id.

use crate::AppState;
use model::integration::{LastError, Pulse};
use model::{Failure, Integration, Result};
use platforms::{self, Report};
use std::sync::Arc;
use store::{Integrations, Orders};

/// A platform that sends nothing else must not fill the store.
const MOST_NAMELESS: u32 = 10;

/// How it fares now.
pub fn pulse(app: &AppState, integration: &Integration) -> Result<Pulse> {
    if let Some(pulse) = app.integrations.pulses.get(integration.key()) {
        return Ok(pulse);
    }
    Ok(app.store.read()?.pulse(integration.restaurant_id, integration.provider)?.unwrap_or_default())
}

/// It works, as far as is known: it was reached and nothing failed since. What is never called always works.
pub fn is_connected(app: &AppState, integration: &Integration) -> bool {
    let is_called = !platforms::of(integration.provider).facts().home.is_empty();
    let works = |pulse: Pulse| pulse.last_success_at.is_some() && outage(&pulse).is_none();
    !is_called || pulse(app, integration).is_ok_and(works)
}

/// The connection was tested.
pub async fn tested(app: &Arc<AppState>, integration: &Integration, failure: Option<&Failure>) {
    let _ = feel(app, integration, |pulse| note(pulse, failure), true).await;
}

pub fn note(pulse: &mut Pulse, failure: Option<&Failure>) {
    let now = clock::now();
    match failure {
        None => (pulse.last_success_at, pulse.last_error) = (Some(now), None),
        Some(failure) => {
            let at = outage(pulse).map_or(now, |trouble| trouble.at);
            pulse.last_error = Some(LastError { at, refusal: failure.refusal().clone() });
        }
    }
}

/// Orders flow, so it is connected; what goes wrong beside them is shown all the same.
pub fn note_aside(pulse: &mut Pulse, aside: &Failure) {
    let now = clock::now();
    let before = pulse.last_error.as_ref().filter(|_| outage(pulse).is_none());
    let at = before.map_or(now, |trouble| trouble.at);
    let refusal = aside.refusal().clone();
    (pulse.last_success_at, pulse.last_error) = (Some(now), Some(LastError { at, refusal }));
}

/// What has been wrong without any success since.
fn outage(pulse: &Pulse) -> Option<&LastError> {
    pulse.last_error.as_ref().filter(|trouble| pulse.last_success_at.is_none_or(|success| success < trouble.at))
}

/// An order without an id is stored and flagged, but a poll that brings new ones for ever is stopped.
pub fn may_store_nameless(app: &AppState, integration: &Integration, report: &Report) -> Result<bool> {
    let (restaurant, provider) = (integration.restaurant_id, integration.provider);
    if app.store.read()?.order_of(restaurant, provider, &report.provider_order_id)?.is_some() {
        return Ok(true);
    }
    let known = pulse(app, integration)?;
    let count = app.integrations.pulses.count_nameless(integration.key(), known);
    if count == MOST_NAMELESS + 1 {
        tracing::error!(%provider, "the platform keeps sending orders without an id; no more of them are stored");
    }
    Ok(count <= MOST_NAMELESS)
}

/// A new order that anyone may have sent is stored and flagged, but not any number of them.
pub fn may_store_unproven(app: &AppState, integration: &Integration) -> Result<bool> {
    let known = pulse(app, integration)?;
    Ok(app.integrations.pulses.may_take_unproven(integration.key(), known, clock::now()))
}

/// Changes it, and writes it down where that is worth a commit.
pub async fn feel(
    app: &Arc<AppState>,
    integration: &Integration,
    change: impl FnOnce(&mut Pulse),
    is_worth_it: bool,
) -> Result<()> {
    let (restaurant, provider) = (integration.restaurant_id, integration.provider);
    // It may have been taken away, and another put in its place, since the call began.
    let present = app.store.read()?.integration(restaurant, provider)?;
    if present.is_none_or(|present| present.created_at != integration.created_at) {
        return Ok(());
    }
    let known = pulse(app, integration)?;
    let changed = app.integrations.pulses.change(integration.key(), known, change, is_worth_it, clock::now());
    let Some(after) = changed else { return Ok(()) };
    let written = app.store.write_unhurried(move |tx| match tx.integration(restaurant, provider)? {
        Some(_) => tx.put_pulse(restaurant, provider, &after),
        None => Ok(()),
    });
    written.await
}
