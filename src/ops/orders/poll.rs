//! Reads what a platform has for one restaurant, and takes it in.

use super::arrive::{Taken, take_in};
use super::{lapses, receive::Way};
use crate::{
    AppState, Purpose,
    integrations::{link::reach, pulse},
};
use model::{Code, Failure, Id, Integration, IntegrationKey, Result, Status, integration::Pulse};
use platforms::{Client, MADE_UP, PollRequest, Polled, Report};
use std::{sync::Arc, time::Duration};
use store::{Orders, Picked};

/// Open orders of one restaurant on one platform that are looked after; far more than any kitchen has.
const MOST_OPEN: usize = 200;

/// Reads everything that is new and stores it. The cursor moves only when all of it is stored. A failure is remembered
/// as the integration's last, and answered, so that the next poll comes later.
pub async fn poll(app: &Arc<AppState>, integration: &Integration, after_gap: bool) -> Result<()> {
    let open: Arc<[String]> = open_orders(app, integration)?.into();
    let began = clock::now();
    let watched = lapses::watched(app, integration, began)?;
    let told = watched.iter().map(|(_, id)| id.clone()).collect();
    let polled = match ask(app, integration, after_gap, open.clone(), told).await {
        Ok(polled) => polled,
        Err(failure) if is_own(&failure) => return Err(failure),
        Err(failure) => {
            app.engine.errands.outages.note(integration.key(), true);
            pulse::feel(app, integration, |pulse| pulse::note(pulse, Some(&failure)), false).await?;
            return Err(failure);
        }
    };
    if app.is_stopping() {
        return Ok(());
    }
    let Polled { mut reports, cursor, shop, mut failure, aside } = polled;
    // New orders first: whatever is slow about the others, the kitchen hears of these.
    reports.sort_by_key(|report| open.contains(&report.provider_order_id));
    // Where a list could not be read, what is in the others may be what was before.
    let sightings = if failure.is_none() { last_words(&watched, &reports) } else { Vec::new() };
    let (mut is_worth_it, mut is_stored, mut unstored) = (false, true, None);
    for one in reports {
        // One that cannot be stored does not keep the others out; it comes again with the next poll.
        match take_in(app, integration, Box::new(one), Way::Poll).await {
            Ok(Taken::Kept(received)) => is_worth_it |= received.is_new,
            Ok(Taken::Nothing) => {}
            Ok(Taken::Busy) => is_stored = false,
            Err(trouble) if is_own(&trouble) => (is_stored, unstored) = (false, Some(trouble)),
            Err(trouble) => (is_stored, failure) = (false, Some(trouble)),
        }
    }
    for (id, report) in sightings {
        match lapses::look_at(app, integration, id, report, began).await {
            // What was shown once is not told again, after a restart neither.
            Ok(is_settled) => is_worth_it |= is_settled,
            Err(trouble) => unstored = Some(trouble),
        }
    }
    let unshown = app.orders.watched.unshown(integration.key(), began);
    app.engine.errands.outages.note(integration.key(), failure.is_some());
    let cursor = cursor.filter(|_| is_stored);
    let change = |pulse: &mut Pulse| {
        match (&failure, &aside) {
            (None, Some(aside)) => pulse::note_aside(pulse, aside),
            (failure, _) => pulse::note(pulse, failure.as_ref()),
        }
        if let Some(cursor) = cursor {
            pulse.cursor = cursor;
        }
        if shop.is_some() {
            pulse.shop = shop;
        }
        pulse.unshown = unshown;
    };
    pulse::feel(app, integration, change, is_worth_it).await?;
    failure.or(unstored).map_or(Ok(()), Err)
}

/// What the poll says last of each order that is watched: a list may bring one twice.
fn last_words(watched: &[(Id, String)], reports: &[Report]) -> Vec<(Id, Report)> {
    let word = |(id, theirs): &(Id, String)| {
        let last = reports.iter().rev().find(|report| report.provider_order_id == *theirs)?;
        let Report { provider_order_id, status, done, strange, is_unknown, .. } = last;
        let (provider_order_id, done, strange) = (provider_order_id.clone(), done.clone(), strange.clone());
        let (status, is_unknown) = (*status, *is_unknown);
        Some((*id, Report { provider_order_id, status, done, strange, is_unknown, ..Report::default() }))
    };
    watched.iter().filter_map(word).collect()
}

/// It is the store that failed, as on a full disk: nothing is wrong with the platform, nor is it to be left alone.
pub fn is_own(failure: &Failure) -> bool {
    failure.code == Code::Unavailable
}

async fn ask(
    app: &Arc<AppState>,
    integration: &Integration,
    after_gap: bool,
    open: Arc<[String]>,
    told: Vec<String>,
) -> Result<Polled> {
    let (platform, link) = reach(app, integration)?;
    let cursor = pulse::pulse(app, integration)?.cursor;
    let errand = move |client: &Client<'_>| {
        let _turn = client.session.turn(client.deadline)?;
        let now = client.session.their_time(clock::now());
        Ok(platform.poll(client, &PollRequest { cursor: &cursor, now, after_gap, open: &open, told: &told }))
    };
    app.engine.errands.run(platform, &link, Purpose::Polls, errand).await
}

/// The platform's ids of what is open here.
fn open_orders(app: &AppState, integration: &Integration) -> Result<Vec<String>> {
    let picked = Picked::orders(Some(integration.restaurant_id), Some(integration.provider), &Status::OPEN);
    let ids = app.store.read()?.platform_ids_in(&picked, MOST_OPEN)?;
    // What it gave no id it cannot be asked for.
    Ok(ids.into_iter().filter(|id| !id.starts_with(MADE_UP)).collect())
}

/// There is something to ask for: the integration is on, or an order that came through it is still open.
pub fn is_wanted(app: &AppState, integration: &Integration) -> Result<bool> {
    Ok(integration.is_active || !open_orders(app, integration)?.is_empty())
}

/// How long until a platform has to be asked, and how often from then on, because it has not shown what it was told; nothing
/// where it is asked as usual.
pub fn next_look(app: &AppState, key: IntegrationKey) -> Option<(Duration, Duration)> {
    app.orders.watched.next_look(key, clock::now())
}
