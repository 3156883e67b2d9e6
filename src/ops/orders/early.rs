//! Cancellations that overtook their order: pushes may come in any order, and none may be forgotten.
//!
//! What was ordered does not come with them: it is of no use any more, and any sender may send a lot of it.

use model::{Integration, IntegrationKey};
use parking_lot::Mutex;
use platforms::Report;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Cancellations that came before their order.
#[derive(Default)]
pub struct Early(Mutex<HashMap<IntegrationKey, Its>>);

/// Those of one integration, by the platform's id of the order.
type Its = HashMap<String, (Instant, Report)>;

/// How long they are remembered, and how many of one integration; then the oldest goes.
const EARLY: Duration = Duration::from_mins(15);
const MOST_EARLY: usize = 200;

impl Early {
    pub fn remember(&self, integration: &Integration, report: &Report) {
        if report.provider_order_id.is_empty() {
            return;
        }
        let mut all = self.0.lock();
        all.retain(|_, its| {
            its.retain(|_, (at, _)| at.elapsed() < EARLY);
            !its.is_empty()
        });
        let its = all.entry(integration.key()).or_default();
        if its.len() >= MOST_EARLY
            && let Some(oldest) = its.iter().min_by_key(|(_, (at, _))| *at).map(|(id, _)| id.clone())
        {
            its.remove(&oldest);
        }
        let report = Report {
            provider_order_id: report.provider_order_id.clone(),
            status: report.status,
            cancelled: report.cancelled.clone(),
            done: report.done.clone(),
            ..Report::default()
        };
        its.insert(report.provider_order_id.clone(), (Instant::now(), report));
    }

    pub fn take(&self, integration: &Integration, id: &str) -> Option<Report> {
        let mut all = self.0.lock();
        let its = all.get_mut(&integration.key())?;
        let (at, report) = its.remove(id)?;
        (at.elapsed() < EARLY).then_some(report)
    }
}
