//! What is sent to the intake address: a platform's pushes, and the orders of a web shop.
//!
//! The check of who pushed and the reading are the platform's own.

use super::arrive::{Taken, take_in};
use super::follow::{Received, look_up};
use super::receive::Way;
use crate::integrations::shops::{Shop, for_shop};
use crate::{
    AppState,
    integrations::{connect::is_reserved, link::reach, pulse::may_store_unproven, venue::venue_of},
};
use model::order::{NOT_READ_THERE, STRAY};
use model::{Code, Failure, Integration, Result, Why, bilingual};
use platforms::{
    self, Heard, MOST_PUSHED, Platform, Report, is_exhausted, is_not_found, open::read_order, status_of,
    too_many_pushed,
};
use serde_json::Value;
use std::{collections::HashSet, sync::Arc};
use store::Orders;

bilingual! {
    NOT_THE_PLATFORM: "Bu istek platformdan gelmiş gibi görünmüyor: anahtarı ya da imzası doğru değil."
        / "This request does not seem to come from the platform: its key or signature is not right.",
}

/// A push as it came in.
pub struct PushRequest {
    /// The route's path, as the platform declared it.
    pub route: &'static str,
    /// What stands in the route's places, the token left out.
    pub params: Vec<String>,
    /// The header of a (lower-case) name, if it came exactly once.
    pub header: Box<HeaderOf>,
    pub body: Vec<u8>,
}

type HeaderOf = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Takes in what a platform pushed, even if it hangs up; returns what it is to be answered.
pub async fn push(app: &Arc<AppState>, integration: Integration, request: PushRequest) -> Result<Value> {
    let at = app.clone();
    app.run(async move { take_push(&at, &integration, &request).await }).await
}

async fn take_push(app: &Arc<AppState>, integration: &Integration, request: &PushRequest) -> Result<Value> {
    if is_reserved(integration) {
        // There is no key yet to know its sender by.
        return Err(Failure::new(Code::IntegrationOff));
    }
    let platform = platforms::of(integration.provider);
    let heard = hear(app, platform, integration, request).map_err(|failure| match failure.code {
        Code::Unauthorized => failure.why(Why::Plain(NOT_THE_PLATFORM)),
        _ => failure,
    })?;
    if heard.len() > MOST_PUSHED {
        return Err(too_many_pushed());
    }
    // Whose check this push has passed.
    let mut passed = HashSet::new();
    let (mut ids, mut trouble) = (Vec::new(), None);
    for one in heard {
        let shop = match &one {
            Heard::Report(report) => report.shop.clone(),
            Heard::ReadBack { shop, .. } => shop.clone(),
        };
        let at = for_shop(app, integration, shop.as_deref())?;
        let target = match &at {
            // What came in here must also pass the check of whom it is for.
            Shop::Other(other) => {
                if passed.insert(other.restaurant_id) {
                    hear(app, platform, other, request)?;
                }
                other.as_ref()
            }
            Shop::Its | Shop::Unknown => integration,
        };
        // One that cannot be taken in does not keep the others out.
        match keep(app, target, one, matches!(at, Shop::Unknown)).await {
            Ok(Taken::Kept(received)) => ids.push((received.id, received.status)),
            Ok(Taken::Nothing | Taken::Busy) => {}
            Err(failure) => trouble = trouble.or(Some(failure)),
        }
    }
    trouble.map_or_else(|| platform.answer(request.route, &ids), Err)
}

/// What is in a push that came for this integration, once its sender is known.
fn hear(
    app: &AppState,
    platform: &dyn Platform,
    integration: &Integration,
    request: &PushRequest,
) -> Result<Vec<Heard>> {
    let (_, link) = reach(app, integration)?;
    let PushRequest { route, params, header, body } = request;
    platform.hear(&link, &platforms::Pushed { route, params, header, body, now: clock::now() })
}

/// An order of an unknown shop stays where it came in, and says so.
async fn keep(app: &Arc<AppState>, target: &Integration, one: Heard, is_stray: bool) -> Result<Taken> {
    let mut heard = match one {
        Heard::Report(report) => report,
        Heard::ReadBack { shop, .. } if is_stray => {
            tracing::info!(?shop, "a push for a shop that nobody here has is passed over");
            return Ok(Taken::Nothing);
        }
        Heard::ReadBack { id, told, has_key, .. } => match (look_up(app, target, id).await, told) {
            // With the key it is the platform that speaks, unless it does not find what it speaks of.
            (Err(failure), Some(told)) if is_unreadable(&failure) || (has_key && !is_not_found(&failure)) => {
                // Without the key it is new, or it comes again.
                if !has_key && (is_known(app, target, &told)? || !may_store_unproven(app, target)?) {
                    return Err(failure);
                }
                tracing::warn!(provider = %target.provider, cause = %failure, "an order cannot be read back; what was pushed counts");
                as_pushed(told)
            }
            (read, _) => Box::new(read?),
        },
    };
    if let Some(arrival) = heard.arrival.as_mut().filter(|_| is_stray) {
        arrival.content.problems.push(STRAY.to_owned());
    }
    take_in(app, target, heard, Way::Push).await
}

/// A call went out, and what came back, if anything, says nothing of the order. Our own limits are no such thing, or a flood of
/// pushes would have false ones stored; nor is a platform that looked and refused, or shows another order.
fn is_unreadable(failure: &Failure) -> bool {
    match failure.code {
        Code::PlatformUnreachable => !is_exhausted(failure),
        // Where none went out, it does not pass by itself.
        Code::PlatformTimedOut => failure.is_passing,
        Code::PlatformRejected => match status_of(failure) {
            // A platform that does not find it knows better; it comes again if it was merely early.
            Some(status) => {
                !is_not_found(failure) && (matches!(status, 300..=399 | 401 | 403 | 404 | 405) || status >= 500)
            }
            None => failure.is_in_doubt,
        },
        _ => false,
    }
}

/// What a push holds, for a person to look at.
fn as_pushed(mut told: Box<Report>) -> Box<Report> {
    if let Some(arrival) = &mut told.arrival {
        arrival.content.add_problem(NOT_READ_THERE);
    }
    told
}

fn is_known(app: &AppState, target: &Integration, told: &Report) -> Result<bool> {
    let order = app.store.read()?.order_of(target.restaurant_id, target.provider, &told.provider_order_id)?;
    Ok(order.is_some())
}

/// An order that a web shop posts, in the shape of the `open` platform. One that it sent before stays as it came first, and
/// the answer says what was different.
pub async fn receive_from_shop(app: &Arc<AppState>, integration: &Integration, body: &[u8]) -> Result<Received> {
    let received = take_from_shop(app, integration, body).await?;
    if received.is_new || received.is_compared {
        return Ok(received);
    }
    // The first came at the same time, and is there to be compared with now.
    take_from_shop(app, integration, body).await
}

async fn take_from_shop(app: &Arc<AppState>, integration: &Integration, body: &[u8]) -> Result<Received> {
    let order = read_order(body, || Ok(venue_of(app, integration)?.currency))?;
    match take_in(app, integration, Box::new(order), Way::Push).await? {
        Taken::Kept(received) => Ok(received),
        Taken::Nothing | Taken::Busy => Err(Failure::fault("an order was not taken in")),
    }
}
