//! Reads what a platform has for one restaurant, and takes it in.

use super::{
    super::{House, orders},
    pulse, reach,
};
use crate::{
    clock,
    model::{Dir, Failure, Integration, Status, Walk, integration::Pulse},
    ops::orders::Way,
    platforms::{Asked, Line, MADE_UP},
    store::{OrderFilter, Orders, Picked},
};
use std::{sync::Arc, time::Duration};

/// For all pages of one poll. What does not fit comes with the next.
const POLL: Duration = Duration::from_secs(45);

/// Reads everything that is new and stores it. The cursor moves only when all of it is stored. A failure is remembered
/// as the integration's last, and answered, so that the next poll comes later.
pub async fn poll(house: &Arc<House>, integration: &Integration, after_gap: bool) -> Result<(), Failure> {
    let (platform, link) = reach(house, integration)?;
    let cursor = pulse::pulse(house, integration)?.cursor;
    let errand = move |line: &Line<'_>| {
        let _turn = line.session.turn(line.deadline)?;
        Ok(platform.poll(line, &Asked { cursor: &cursor, now: clock::now(), after_gap }))
    };
    let mut polled = match house.errand(platform, &link, POLL, errand).await {
        Ok(polled) => polled,
        Err(failure) => {
            pulse::feel(house, integration, |pulse| pulse::note(pulse, Some(&failure)), false).await?;
            return Err(failure);
        }
    };
    if house.is_stopping() {
        return Ok(());
    }
    for report in polled.reports {
        if report.provider_order_id.starts_with(MADE_UP) && !pulse::may_store_nameless(house, integration, &report)? {
            continue;
        }
        // One that cannot be stored does not keep the others out; it comes again with the next poll.
        if let Err(failure) = orders::report(house, integration, Box::new(report), Way::Poll).await {
            polled.failure = Some(failure);
        }
    }
    let failure = polled.failure;
    let cursor = polled.cursor.filter(|_| failure.is_none());
    let change = |pulse: &mut Pulse| {
        pulse::note(pulse, failure.as_ref());
        if let Some(cursor) = cursor {
            pulse.cursor = cursor;
        }
        if polled.shop.is_some() {
            pulse.shop = polled.shop;
        }
    };
    pulse::feel(house, integration, change, false).await?;
    failure.map_or(Ok(()), Err)
}

/// There is something to ask for: the integration is on, or an order that came through it is still open.
pub fn is_wanted(house: &House, integration: &Integration) -> Result<bool, Failure> {
    if integration.is_active {
        return Ok(true);
    }
    let open: Vec<Status> = Status::ALL.into_iter().filter(|status| !status.is_closed()).collect();
    let picked = Picked::orders(Some(integration.restaurant_id), Some(integration.provider), &open);
    let filter = OrderFilter { picked, ..OrderFilter::default() };
    let one = Walk { limit: 1, dir: Dir::Next, from: None };
    Ok(!house.store.read()?.list_orders(&filter, &one)?.items.is_empty())
}
