//! Deliveries: the log, what becomes of a lane whose target is gone, and what is forgotten.
//!
//! `body` says what goes over the wire, `send` makes an attempt and records it, `again` sends again by hand, `log` is
//! what people read.

mod again;
mod body;
mod log;
mod send;

pub use crate::store::DeliveryFilter;
pub use again::{Resent, Retried, Which, read_headers, resend, resend_many, retry};
pub use log::{Row, examine, log, order_named};
pub use send::{Address, Parcel, PrimaryKey, Standing, address, reached, record, send, send_test, wrap};

use super::AppState;
use crate::{
    clock,
    model::{Code, Delivery, DeliveryState, Event, Failure, Id, Page, Walk},
    store::{Deliveries, ReadView, Target, target},
};
use body::body;
use serde_json::Value;
use std::time::Duration;

/// Records changed in one write job: small, so that no order waits for it.
const BATCH: usize = 200;

pub fn list(app: &AppState, filter: &DeliveryFilter, walk: &Walk) -> Result<Page<Delivery>, Failure> {
    app.store.read()?.list_deliveries(filter, walk)
}

/// A delivery with the body that is sent for it.
pub fn show(app: &AppState, id: &str) -> Result<(Delivery, Value), Failure> {
    let reader = app.store.read()?;
    let delivery = find(&reader, id)?;
    let event = event_of(&reader, &delivery)?;
    Ok((delivery.clone(), body(&event, delivery.id)))
}

pub fn find(view: &impl ReadView, id: &str) -> Result<Delivery, Failure> {
    let found = Id::parse(id).map_or(Ok(None), |id| view.delivery(id))?;
    found.ok_or_else(|| Failure::new(Code::DeliveryNotFound))
}

fn event_of(view: &impl ReadView, delivery: &Delivery) -> Result<Event, Failure> {
    let found = view.event(delivery.event_id)?;
    found.ok_or_else(|| Failure::fault(format!("delivery {} has lost its event", delivery.id)))
}

/// Marks what a removed target is still owed as dropped, all of it.
pub async fn drop_lane(app: &AppState, lane: Id) -> Result<(), Failure> {
    while drop_some(app, lane).await? {}
    Ok(())
}

/// One small job of that; whether there is more.
pub async fn drop_some(app: &AppState, lane: Id) -> Result<bool, Failure> {
    app.store
        .write(move |tx| {
            if !matches!(target(tx, lane)?, Target::Gone) {
                return Ok(false);
            }
            let ids = tx.pending_in_lane(lane, BATCH)?;
            for id in &ids {
                let Some(before) = tx.delivery(*id)? else { continue };
                let mut after = Delivery { updated_at: tx.now, ..before.clone() };
                settle(&mut after, DeliveryState::Dropped);
                tx.change_delivery(Some(&before), Some(&after))?;
            }
            Ok(ids.len() == BATCH)
        })
        .await
}

/// A delivery that cannot even be made ready: it must not stand at the front of its lane for good.
pub async fn give_up(app: &AppState, id: Id) -> Result<(), Failure> {
    app.store
        .write(move |tx| {
            let found = tx.delivery(id)?.filter(|delivery| delivery.state == DeliveryState::Pending);
            let Some(before) = found else { return Ok(()) };
            let mut after = Delivery { updated_at: tx.now, ..before.clone() };
            settle(&mut after, DeliveryState::Failed);
            tx.change_delivery(Some(&before), Some(&after))?;
            tx.promote(&after)
        })
        .await
}

/// Brings forward what is due in the future: by `went_back` where the clock was just set back by that, and in any
/// case what lies further ahead than any pause is long.
pub async fn redate(app: &AppState, went_back: Duration, longest: Duration) -> Result<(), Failure> {
    let now = clock::now();
    let mut late = Vec::new();
    {
        let reader = app.store.read()?;
        for lane in reader.lanes_with_due()? {
            reader.due_in_lane(lane, |at, id| {
                if at > now && (!went_back.is_zero() || at.since(now) > longest) {
                    late.push(id);
                }
                true
            })?;
        }
    }
    for ids in late.chunks(BATCH).map(<[Id]>::to_vec) {
        app.store
            .write(move |tx| {
                for id in &ids {
                    let Some(before) = tx.delivery(*id)? else { continue };
                    let Some(at) = before.due_at else { continue };
                    let sooner = at.minus(went_back).max(tx.now);
                    let sooner = if sooner.since(tx.now) > longest { tx.now } else { sooner };
                    let after = Delivery { due_at: Some(sooner), ..before.clone() };
                    tx.change_delivery(Some(&before), Some(&after))?;
                }
                Ok(())
            })
            .await?;
    }
    Ok(())
}

/// Forgets events, with their deliveries, that are older than the account keeps them, one small job at a time: from
/// where the last left off, and where the next goes on. What is still owed stays.
pub async fn forget_some(app: &AppState, from: Vec<u8>) -> Result<Option<Vec<u8>>, Failure> {
    let kept = Duration::from_hours(24 * u64::from(app.keep_days));
    app.store.write(move |tx| tx.forget_events(kept, &from, BATCH)).await
}

fn settle(delivery: &mut Delivery, state: DeliveryState) {
    delivery.state = state;
    delivery.due_at = None;
}
