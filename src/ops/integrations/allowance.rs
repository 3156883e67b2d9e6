//! How many requests a second may be sent to one intake address: far more than a busy shop sends. It is there for addresses
//! that fell into wrong hands.

use crate::engine::bucket::{Bucket, cost};
use model::{Code, Failure, Id, Integration, IntegrationKey, Result, Sha, Time};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{collections::HashMap, sync::Arc};

/// The requests of so long a time may come at once: platforms send again what they could not deliver for a while.
const BURST: Duration = Duration::from_secs(30);
const SECOND: Duration = Duration::from_secs(1);
/// For how long it is shown that an address was used too much.
const NEWS: Duration = Duration::from_hours(24);

/// The allowances of all integrations, as far as they were used since the start.
pub struct IntakeAllowances {
    started: Instant,
    /// What the owner chose; 0 is no limit.
    per_second: AtomicU32,
    by_integration: Mutex<HashMap<IntegrationKey, Arc<IntakeAllowance>>>,
    refused: AtomicU64,
}

struct IntakeAllowance {
    /// Another address begins anew: the old one may have been given up because of a stranger.
    token_hash: Sha,
    requests: Bucket,
    overrun: Mutex<Option<IntakeOverrun>>,
}

/// More came than is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntakeOverrun {
    /// How often something was refused since the start, and when last.
    pub count: u64,
    pub last_at: Time,
}

impl Default for IntakeAllowances {
    fn default() -> IntakeAllowances {
        IntakeAllowances {
            started: Instant::now(),
            per_second: AtomicU32::new(0),
            by_integration: Mutex::default(),
            refused: AtomicU64::new(0),
        }
    }
}

impl IntakeAllowances {
    /// What counts from now on; 0 is no limit.
    pub fn set(&self, per_second: u32) {
        self.per_second.store(per_second, Ordering::Relaxed);
    }

    /// How often something was refused since the start.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    pub fn forget(&self, key: IntegrationKey) {
        self.by_integration.lock().remove(&key);
    }

    pub fn forget_restaurant(&self, id: Id) {
        self.by_integration.lock().retain(|(restaurant, _), _| *restaurant != id);
    }

    /// Takes one request.
    pub fn admit(&self, integration: &Integration) -> Result<()> {
        let rate = self.per_second.load(Ordering::Relaxed);
        if rate == 0 {
            return Ok(());
        }
        let its = self.of(integration);
        let taken = its.requests.take(self.started.elapsed(), cost(1, rate.into(), SECOND), BURST);
        let Err(wait) = taken else { return Ok(()) };
        self.refused.fetch_add(1, Ordering::Relaxed);
        let mut overrun = its.overrun.lock();
        let count = overrun.map_or(0, |it| it.count) + 1;
        *overrun = Some(IntakeOverrun { count, last_at: clock::now() });
        Err(Failure::new(Code::RateLimited).retry_after(wait))
    }

    /// Whether more came lately than is allowed.
    pub fn overrun(&self, integration: &Integration) -> Option<IntakeOverrun> {
        let all = self.by_integration.lock();
        let its = all.get(&integration.key()).filter(|its| its.token_hash == integration.token_hash)?;
        let overrun = *its.overrun.lock();
        overrun.filter(|overrun| clock::now().since(overrun.last_at) < NEWS)
    }

    fn of(&self, integration: &Integration) -> Arc<IntakeAllowance> {
        let mut all = self.by_integration.lock();
        let known = all.get(&integration.key()).filter(|known| known.token_hash == integration.token_hash);
        if let Some(known) = known {
            return known.clone();
        }
        let fresh = Arc::new(IntakeAllowance {
            token_hash: integration.token_hash,
            requests: Bucket::default(),
            overrun: Mutex::default(),
        });
        all.insert(integration.key(), fresh.clone());
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Provider, Sealed, integration::IntegrationSettings};

    fn integration(token: &str) -> Integration {
        Integration {
            restaurant_id: Id::NIL,
            provider: Provider::Open,
            is_active: true,
            on_since: Time(0),
            off_since: None,
            credentials: Default::default(),
            base_url: None,
            settings: IntegrationSettings::default(),
            token: Sealed(Vec::new()),
            token_hash: Sha::of(token.as_bytes()),
            created_at: Time(0),
            updated_at: Time(0),
        }
    }

    #[test]
    fn requests_may_come_at_once_and_then_at_their_rate() {
        let (all, its) = (IntakeAllowances::default(), integration("first"));
        assert!((0..1_000).all(|_| all.admit(&its).is_ok()), "no limit until one is set");
        all.set(2);
        let admitted = (0..1_000).filter(|_| all.admit(&its).is_ok()).count();
        assert!((60..=62).contains(&admitted), "{admitted}");
        let refused = all.admit(&its).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::RateLimited, Some(SECOND)));
        let overrun = all.overrun(&its).map(|overrun| overrun.count);
        assert_eq!(overrun, Some(all.refused()));
        assert!(all.admit(&integration("second")).is_ok(), "another address begins anew");
    }
}
