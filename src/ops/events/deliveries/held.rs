//! What a restored store owed webhooks: it may have been sent since the backup, so it is held until the owner has said
//! whether it is sent, and then it is sent or dropped.

use super::{again::renew, lanes::RECORDS_PER_WRITE, record::settle};
use crate::{AppState, care::aftermath::memory::KnownHeld};
use model::{DeliveryState, Dir, Id, OldEvents, Result, Walk};
use store::{Deliveries, DeliveryFilter, Reader};

/// More than this is many.
const COUNTED: usize = 10_000;

/// Holds some of what is pending; whether there is more.
pub async fn hold_some(app: &AppState) -> Result<bool> {
    let filter = DeliveryFilter { state: Some(DeliveryState::Pending), ..DeliveryFilter::default() };
    let ids: Vec<Id> = {
        let found = app.store.read()?.list_deliveries(&filter, &Walk::newest(RECORDS_PER_WRITE))?;
        found.items.iter().map(|delivery| delivery.id).collect()
    };
    if ids.is_empty() {
        return Ok(false);
    }
    let held = app.store.write(move |tx| {
        for id in &ids {
            let Some(before) = tx.delivery(*id)? else { continue };
            settle(tx, &before, DeliveryState::Failed, true)?;
        }
        Ok(true)
    });
    held.await
}

/// Sends or drops some of what is held; whether there is more.
pub async fn release_some(app: &AppState, word: OldEvents) -> Result<bool> {
    let ids = held(&app.store.read()?, RECORDS_PER_WRITE)?;
    if ids.is_empty() {
        return Ok(false);
    }
    let released = app.store.write(move |tx| {
        for id in &ids {
            let Some(before) = tx.delivery(*id)?.filter(|delivery| delivery.is_held) else { continue };
            match word {
                OldEvents::Send => renew(tx, &before)?,
                OldEvents::Drop => settle(tx, &before, DeliveryState::Dropped, false)?,
            };
        }
        Ok(true)
    });
    released.await
}

pub fn count_held(app: &AppState) -> Result<usize> {
    Ok(held(&app.store.read()?, COUNTED)?.len())
}

/// Asked with every page of an owner after a restore: what was looked at once is not walked over again.
pub fn is_any_held(app: &AppState) -> Result<bool> {
    let (reader, known) = (app.store.read()?, app.care.aftermath.known_held());
    if let Some(id) = known.held
        && reader.delivery(id)?.is_some_and(|delivery| delivery.is_held)
    {
        return Ok(true);
    }
    let newest = newest_failed(&reader)?;
    let held = match known.none_up_to {
        Some(up_to) => newest.map_or(Ok(None), |newest| held_after(&reader, up_to, newest))?,
        None => held(&reader, 1)?.first().copied(),
    };
    // No delivery is held later than it was made, but for what the start of the program holds.
    let none_up_to = if held.is_none() { newest.or(known.none_up_to) } else { known.none_up_to };
    app.care.aftermath.know_held(KnownHeld { held, none_up_to });
    Ok(held.is_some())
}

fn newest_failed(reader: &Reader) -> Result<Option<Id>> {
    let filter = DeliveryFilter { state: Some(DeliveryState::Failed), ..DeliveryFilter::default() };
    Ok(reader.list_deliveries(&filter, &Walk::newest(1))?.items.first().map(|delivery| delivery.id))
}

/// One that is held among the failed ones behind this id.
fn held_after(reader: &Reader, up_to: Id, newest: Id) -> Result<Option<Id>> {
    if newest <= up_to {
        return Ok(None);
    }
    let filter = DeliveryFilter { state: Some(DeliveryState::Failed), ..DeliveryFilter::default() };
    let mut walk = Walk::newest(RECORDS_PER_WRITE);
    loop {
        let page = reader.list_deliveries(&filter, &walk)?;
        for delivery in &page.items {
            if delivery.id <= up_to {
                return Ok(None);
            }
            if delivery.is_held {
                return Ok(Some(delivery.id));
            }
        }
        let Some(older) = page.next else { return Ok(None) };
        walk.from = Some(older);
    }
}

/// The oldest first, so that each chain goes out in its order.
fn held(reader: &Reader, most: usize) -> Result<Vec<Id>> {
    let filter = DeliveryFilter { state: Some(DeliveryState::Failed), ..DeliveryFilter::default() };
    let mut walk = Walk { limit: RECORDS_PER_WRITE, dir: Dir::Prev, from: None };
    let mut ids = Vec::new();
    while ids.len() < most {
        let page = reader.list_deliveries(&filter, &walk)?;
        ids.extend(page.items.iter().rev().filter(|delivery| delivery.is_held).map(|delivery| delivery.id));
        let Some(newest) = page.prev else { break };
        walk.from = Some(newest);
    }
    ids.truncate(most);
    Ok(ids)
}
