//! What is wrong with this machine itself and stands in red on every page and every screen: it takes no orders, or its clock
//! lies behind what is stored.

use super::{
    system::{Ailment, health},
    timekeeping,
};
use crate::AppState;
use model::{Time, Why};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseTrouble {
    /// Orders are refused, and since when that was known.
    RefusesOrders { since: Time, is_disk_low: bool },
    /// It is behind until this time has come.
    ClockBehind { until: Time },
}

/// What people should be told now, the worst first. A store that is being opened again or compacted is nothing to ring for.
pub fn troubles(app: &AppState) -> Vec<HouseTrouble> {
    let is_disk_low = match health(app) {
        Err(Ailment::Disk) => Some(true),
        Err(Ailment::Store(_)) => {
            let is_disk = app.store.may_write().is_err_and(|refusal| refusal.why == Some(Why::DiskFull));
            (is_disk || app.store.is_damaged()).then_some(false)
        }
        Err(Ailment::Sync | Ailment::Delivery) | Ok(()) => None,
    };
    let mut known = app.care.refuses_orders_since.lock();
    *known = is_disk_low.map(|_| known.unwrap_or_else(clock::now));
    let refuses = is_disk_low.zip(*known);
    let refuses = refuses.map(|(is_disk_low, since)| HouseTrouble::RefusesOrders { since, is_disk_low });
    let clock = timekeeping::behind_until(app).map(|until| HouseTrouble::ClockBehind { until });
    refuses.into_iter().chain(clock).collect()
}
