//! Cancellations that overtook their order: pushes may come in any order, and none may be forgotten.

use crate::{
    model::{Id, Integration, Provider},
    platforms::Report,
};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Cancellations that came before their order: pushes may overtake each other.
#[derive(Default)]
pub struct Early(Mutex<HashMap<Key, (Instant, Report)>>);

/// Whose, and the platform's id of the order.
type Key = (Id, Provider, String);

/// How long and how many are remembered.
const EARLY: Duration = Duration::from_secs(15 * 60);
const MOST_EARLY: usize = 1_000;

impl Early {
    pub fn remember(&self, integration: &Integration, report: &Report) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (at, _)| at.elapsed() < EARLY);
        if all.len() < MOST_EARLY && !report.provider_order_id.is_empty() {
            let key = (integration.restaurant_id, integration.provider, report.provider_order_id.clone());
            all.insert(key, (Instant::now(), report.clone()));
        }
    }

    pub fn take(&self, integration: &Integration, id: &str) -> Option<Report> {
        let key = (integration.restaurant_id, integration.provider, id.to_owned());
        let (at, report) = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key)?;
        (at.elapsed() < EARLY).then_some(report)
    }
}
