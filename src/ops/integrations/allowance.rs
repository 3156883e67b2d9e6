//! What may be sent to one intake address: so many requests a second, and so many bytes a day. Both are far above what a busy
//! shop sends: they are there for whoever got hold of an address.
//!
//! A day's bytes fill up again by the clock, all day long. How much of them is used must outlive a restart, so it is written
//! down on the integration, ahead of being used: after a start what was written down counts as used. `intake` does that.

use crate::bucket::{Bucket, cost};
use model::{Bilingual, Code, Failure, Id, Integration, IntegrationKey, Sha, Time, Why};
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The requests of so long a time may come at once: platforms send again what they could not deliver for a while.
const BURST: Duration = Duration::from_secs(30);
const SECOND: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_hours(24);
/// What a request counts beside its body: the records and indexes of even the smallest order take that much room.
const OF_EACH_REQUEST: u64 = 4_096;
const MEGABYTE: u64 = 1_000_000;
/// What is written down ahead: few enough writes, and little that a restart costs a shop.
const AHEAD: Duration = Duration::from_mins(30);
/// For how long somebody is told that an address was used too much.
const NEWS: Duration = Duration::from_hours(24);

const SPENT: Bilingual = Bilingual::fixed(
    "Bu adrese bir günde gönderilebilecek veri sınırına ulaşıldı. Yetkili, sınırı panelin Ayarlar sayfasında \
     değiştirebilir.",
    "This address has been sent as much as it takes in a day. The owner can change that in the panel, under Settings.",
);

/// The allowances of all integrations, as far as they were used since the start.
pub struct IntakeAllowances {
    started: Instant,
    /// What the owner chose; 0 is no limit.
    per_second: AtomicU32,
    megabytes_a_day: AtomicU32,
    by_integration: Mutex<HashMap<IntegrationKey, Arc<IntakeAllowance>>>,
    refused_for_rate: AtomicU64,
    refused_for_bytes: AtomicU64,
}

struct IntakeAllowance {
    /// Another address begins anew: the old one may have been given up because of a stranger.
    token_hash: Sha,
    requests: Bucket,
    bytes: Bucket,
    /// Up to when the bytes are written down as used.
    written: Mutex<Duration>,
    overrun: Mutex<Option<IntakeOverrun>>,
}

/// Bytes that are to be written down as used.
pub struct BytesAhead {
    pub whole_at: Time,
    used: Duration,
    its: Arc<IntakeAllowance>,
}

impl BytesAhead {
    /// They are.
    pub fn note_written(self) {
        let mut written = self.its.written.lock();
        *written = self.used.max(*written);
    }
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
            megabytes_a_day: AtomicU32::new(0),
            by_integration: Mutex::default(),
            refused_for_rate: AtomicU64::new(0),
            refused_for_bytes: AtomicU64::new(0),
        }
    }
}

impl IntakeAllowances {
    /// What counts from now on; 0 is no limit.
    pub fn set(&self, per_second: u32, megabytes_a_day: u32) {
        self.per_second.store(per_second, Ordering::Relaxed);
        self.megabytes_a_day.store(megabytes_a_day, Ordering::Relaxed);
    }

    /// How often something was refused since the start: because it came too fast, and because it was too much for a day.
    pub fn refused(&self) -> (u64, u64) {
        (self.refused_for_rate.load(Ordering::Relaxed), self.refused_for_bytes.load(Ordering::Relaxed))
    }

    pub fn forget(&self, key: IntegrationKey) {
        self.by_integration.lock().remove(&key);
    }

    pub fn forget_restaurant(&self, id: Id) {
        self.by_integration.lock().retain(|(restaurant, _), _| *restaurant != id);
    }

    /// Takes one request.
    pub fn admit(&self, integration: &Integration) -> Result<(), Failure> {
        let rate = self.per_second.load(Ordering::Relaxed);
        if rate == 0 {
            return Ok(());
        }
        let its = self.of(integration);
        let taken = its.requests.take(self.started.elapsed(), cost(1, rate.into(), SECOND), BURST);
        taken.map(drop).map_err(|wait| its.refuse(wait, &self.refused_for_rate))
    }

    /// Takes what was sent from the day's bytes; what has to be written down before anything else is done with it.
    pub fn take_bytes(&self, integration: &Integration, bytes: usize) -> Result<Option<BytesAhead>, Failure> {
        let most = u64::from(self.megabytes_a_day.load(Ordering::Relaxed)) * MEGABYTE;
        if most == 0 {
            return Ok(None);
        }
        let (its, now) = (self.of(integration), self.started.elapsed());
        let taken = its.bytes.take(now, cost(bytes as u64 + OF_EACH_REQUEST, most, DAY), DAY);
        let used = taken.map_err(|wait| its.refuse(wait, &self.refused_for_bytes).why(Why::Plain(SPENT)))?;
        if used <= *its.written.lock() {
            return Ok(None);
        }
        let used = used + AHEAD;
        Ok(Some(BytesAhead { whole_at: clock::now().plus(used.saturating_sub(now)), used, its }))
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
        // More than a day ahead was written by a clock that was wrong, or is: then it says nothing.
        let ahead = integration.intake_whole_at.map_or(Duration::ZERO, |at| at.since(clock::now()));
        let used = self.started.elapsed() + if ahead <= DAY + AHEAD { ahead.min(DAY) } else { Duration::ZERO };
        let fresh = Arc::new(IntakeAllowance {
            token_hash: integration.token_hash,
            requests: Bucket::default(),
            bytes: Bucket::whole_at(used),
            written: Mutex::new(used),
            overrun: Mutex::default(),
        });
        all.insert(integration.key(), fresh.clone());
        fresh
    }
}

impl IntakeAllowance {
    fn note_overrun(&self, now: Time) {
        let mut overrun = self.overrun.lock();
        let count = overrun.map_or(0, |it| it.count) + 1;
        *overrun = Some(IntakeOverrun { count, last_at: now });
    }

    fn refuse(&self, wait: Duration, counter: &AtomicU64) -> Failure {
        counter.fetch_add(1, Ordering::Relaxed);
        self.note_overrun(clock::now());
        Failure::new(Code::RateLimited).retry_after(wait)
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
            credentials: Default::default(),
            base_url: None,
            settings: IntegrationSettings::default(),
            token: Sealed(Vec::new()),
            token_hash: Sha::of(token.as_bytes()),
            intake_whole_at: None,
            created_at: Time(0),
            updated_at: Time(0),
        }
    }

    fn sent(all: &IntakeAllowances, integration: &Integration) -> usize {
        (0..10_000).take_while(|_| all.take_bytes(integration, 1_000_000).is_ok()).count()
    }

    #[test]
    fn a_day_has_its_bytes_and_another_address_begins_anew() {
        let all = IntakeAllowances::default();
        let mut its = integration("first");
        assert_eq!(sent(&all, &its), 10_000, "no limit until one is set");
        all.set(10, 100);
        assert_eq!(sent(&all, &its), 99);
        assert_eq!((all.refused(), all.overrun(&its).map(|overrun| overrun.count)), ((0, 1), Some(1)));
        assert_eq!(sent(&all, &integration("second")), 99);
        // What was written down counts after a start; what a wrong clock wrote down does not.
        let restarted = || {
            let all = IntakeAllowances::default();
            all.set(10, 100);
            all
        };
        its.intake_whole_at = Some(clock::now().plus(DAY / 2));
        assert_eq!(sent(&restarted(), &its), 49);
        its.intake_whole_at = Some(clock::now().plus(DAY));
        assert_eq!(sent(&restarted(), &its), 0);
        its.intake_whole_at = Some(clock::now().plus(400 * DAY));
        assert_eq!(sent(&restarted(), &its), 99);
        its.intake_whole_at = Some(Time(0));
        assert_eq!(sent(&restarted(), &its), 99);
    }

    #[test]
    fn it_is_written_down_ahead_and_seldom() {
        let (all, its) = (IntakeAllowances::default(), integration("first"));
        all.set(10, 1_000);
        let first = all.take_bytes(&its, 10_000).unwrap().unwrap();
        assert!(first.whole_at > clock::now().plus(AHEAD));
        first.note_written();
        let writes = (0..400).filter(|_| {
            let ahead = all.take_bytes(&its, 1_000_000).unwrap();
            ahead.map(BytesAhead::note_written).is_some()
        });
        assert!((15..=20).contains(&writes.count()), "one for each fiftieth of a day's bytes");
    }

    #[test]
    fn requests_may_come_at_once_and_then_at_their_rate() {
        let (all, its) = (IntakeAllowances::default(), integration("first"));
        all.set(2, 100);
        let admitted = (0..1_000).filter(|_| all.admit(&its).is_ok()).count();
        assert!((60..=62).contains(&admitted), "{admitted}");
        let refused = all.admit(&its).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::RateLimited, Some(SECOND)));
    }
}
