//! What is done to many deliveries at once, in small write jobs: those of a target that is gone, those that a clock put
//! off, and those that are old.

use super::record::settle;
use crate::AppState;
use model::{Delivery, DeliveryState, Id, Result};
use std::time::Duration;
use store::{Deliveries, DeliveryTarget, delivery_target};

/// Records changed in one write job: small, so that no order waits for it.
pub const RECORDS_PER_WRITE: usize = 200;

/// Marks what a removed target is still owed as dropped, all of it.
pub async fn drop_lane(app: &AppState, lane: Id) -> Result<()> {
    while drop_some(app, lane).await? {}
    Ok(())
}

/// One small job of that; whether there is more.
pub async fn drop_some(app: &AppState, lane: Id) -> Result<bool> {
    let dropped = app.store.write(move |tx| {
        if !matches!(delivery_target(tx, lane)?, DeliveryTarget::Gone) {
            return Ok(false);
        }
        let ids = tx.pending_in_lane(lane, RECORDS_PER_WRITE)?;
        for id in &ids {
            let Some(before) = tx.delivery(*id)? else { continue };
            settle(tx, &before, DeliveryState::Dropped, before.is_held)?;
        }
        Ok(ids.len() == RECORDS_PER_WRITE)
    });
    dropped.await
}

/// Brings forward what is due in the future: by `went_back` where the clock was just set back by that, and in any
/// case what lies further ahead than any pause is long.
pub async fn redate(app: &AppState, went_back: Duration, longest: Duration) -> Result<()> {
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
    for ids in late.chunks(RECORDS_PER_WRITE).map(<[Id]>::to_vec) {
        let redated = app.store.write(move |tx| {
            for id in &ids {
                let Some(before) = tx.delivery(*id)? else { continue };
                let Some(at) = before.due_at else { continue };
                let sooner = at.minus(went_back).max(tx.now);
                let sooner = if sooner.since(tx.now) > longest { tx.now } else { sooner };
                let after = Delivery { due_at: Some(sooner), ..before.clone() };
                tx.change_delivery(Some(&before), Some(&after))?;
            }
            Ok(())
        });
        redated.await?;
    }
    Ok(())
}

/// Forgets events, with their deliveries, that are older than the account keeps them, one small job at a time: from
/// where the last left off, and where the next goes on. What is still owed stays.
pub async fn forget_some(app: &AppState, from: Vec<u8>) -> Result<Option<Vec<u8>>> {
    let kept = Duration::from_hours(24 * u64::from(app.config.keep_days));
    app.store.write_unhurried(move |tx| tx.forget_events(kept, &from, RECORDS_PER_WRITE)).await
}
