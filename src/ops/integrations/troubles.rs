//! What keeps the orders of a platform away: it does not answer as it should, it is switched off, or its shop was closed
//! from here. One rule for the board, every page, every kitchen screen and the command line.

use super::connect::is_reserved;
use crate::AppState;
use model::{Access, Failure, Integration, PlatformFault, PlatformTrouble, Result, Time, Walk, integration::Pulse};
use std::time::Duration;
use store::{Integrations, OrderFilter, Orders, Picked, Reader};

/// A network hiccups, and a kitchen need not hear of it: what may be over with the next call has to last this long.
const HICCUP: Duration = Duration::from_secs(30);

/// What people should be told now, the worst first.
pub fn troubles(app: &AppState, access: Access) -> Result<Vec<PlatformTrouble>> {
    let now = clock::now();
    let all = app.integrations.stored.get(&app.store, |reader| {
        let with_pulse = |one: Integration| {
            let pulse = reader.pulse(one.restaurant_id, one.provider)?;
            Ok::<_, Failure>((one, pulse.unwrap_or_default()))
        };
        reader.all_integrations()?.into_iter().map(with_pulse).collect()
    })?;
    let mut found = Vec::new();
    for (integration, stored) in all.iter().filter(|(one, _)| access.sees(one.restaurant_id)) {
        let felt = app.integrations.pulses.get(integration.key());
        let pulse = felt.as_ref().unwrap_or(stored);
        // Nearly none was closed from here, so nearly no page reads more than what is kept.
        let trouble = trouble(integration, pulse, |at| was_ordered_since(&app.store.read()?, integration, at))?;
        found.extend(trouble.filter(|trouble| has_lasted(trouble, now)));
    }
    found.sort_by_key(|trouble| match trouble.fault {
        PlatformFault::Failing(_) => 0,
        PlatformFault::ShopClosed => 1,
        PlatformFault::SwitchedOff => 2,
    });
    Ok(found)
}

/// What people should be told now of one integration.
pub fn lasting_trouble(reader: &Reader, integration: &Integration, pulse: &Pulse) -> Result<Option<PlatformTrouble>> {
    let trouble = trouble(integration, pulse, |at| was_ordered_since(reader, integration, at))?;
    Ok(trouble.filter(|trouble| has_lasted(trouble, clock::now())))
}

/// Whether its shop was closed from here, and its platform has not opened it again.
pub fn is_shop_closed(app: &AppState, integration: &Integration, pulse: &Pulse) -> Result<bool> {
    let found = trouble(integration, pulse, |at| was_ordered_since(&app.store.read()?, integration, at))?;
    Ok(found.is_some_and(|found| found.fault == PlatformFault::ShopClosed))
}

/// How one integration fares, to the moment. `is_open_again` says whether orders came since it was closed.
fn trouble(
    integration: &Integration,
    pulse: &Pulse,
    is_open_again: impl FnOnce(Time) -> Result<bool>,
) -> Result<Option<PlatformTrouble>> {
    let found = if !integration.is_active {
        // One that still waits for its credentials was never on.
        let since = integration.off_since.unwrap_or(integration.updated_at);
        (!is_reserved(integration)).then_some((since, PlatformFault::SwitchedOff))
    } else if let Some(error) = &pulse.last_error {
        Some((error.at, PlatformFault::Failing(Box::new(error.refusal.clone()))))
    } else {
        let closed = pulse.shop_closed_at.map(|at| Ok::<_, Failure>((at, is_open_again(at)?)));
        let closed = closed.transpose()?.filter(|(_, is_open_again)| !is_open_again);
        closed.map(|(since, _)| (since, PlatformFault::ShopClosed))
    };
    let (restaurant, provider) = integration.key();
    Ok(found.map(|(since, fault)| PlatformTrouble { restaurant, provider, since, fault }))
}

/// Platforms open a shop again by themselves, when its next shift begins; then customers order.
fn was_ordered_since(reader: &Reader, integration: &Integration, at: Time) -> Result<bool> {
    let picked = Picked::orders(Some(integration.restaurant_id), Some(integration.provider), &[]);
    let newest = reader.order_ids(&OrderFilter { picked, ..OrderFilter::default() }, &Walk::newest(1))?;
    let newest = newest.items.first().map(|id| reader.order(*id)).transpose()?.flatten();
    Ok(newest.is_some_and(|order| order.placed_at() > at))
}

fn has_lasted(trouble: &PlatformTrouble, now: Time) -> bool {
    let PlatformFault::Failing(refusal) = &trouble.fault else { return true };
    // A clock that was set back says nothing about how long it has been.
    platforms::is_turned_away(&(**refusal).clone().into()) || trouble.since > now || now.since(trouble.since) >= HICCUP
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Code, Id, Provider};
    use serde_json::json;

    #[test]
    fn a_refusal_is_told_at_once_and_a_hiccup_only_when_it_lasts() {
        let after = |failure: &Failure, seconds: i64| {
            let fault = PlatformFault::Failing(Box::new(failure.refusal().clone()));
            let trouble = PlatformTrouble { restaurant: Id::NIL, provider: Provider::Getir, since: Time(1_000), fault };
            has_lasted(&trouble, Time(1_000 + seconds * 1_000))
        };
        assert!(after(&Failure::new(Code::PlatformRejected).details(json!({ "statusCode": 401 })), 0));
        let broken = Failure::new(Code::PlatformRejected).details(json!({ "statusCode": 503 })).passing();
        for hiccup in [broken, Failure::new(Code::PlatformUnreachable), Failure::new(Code::PlatformTimedOut)] {
            assert!(!after(&hiccup, 0) && !after(&hiccup, 29) && after(&hiccup, 30));
            assert!(after(&hiccup, -1), "the clock was set back");
        }
    }
}
