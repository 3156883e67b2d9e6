//! `Bucket`: an allowance that is taken from and fills up again by itself: the requests of a key or an intake
//! address, the answers that are kept for a key.
//!
//! All of it is said in time: taking something costs as long as it takes to fill up again, and the bucket holds what fills
//! up in `burst` (the generic cell rate algorithm). So one number is all that there is to remember.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// When it would be whole again, in nanoseconds by the clock of its owner, which never goes back.
#[derive(Debug, Default)]
pub struct Bucket(AtomicU64);

impl Bucket {
    /// Takes something, where that much is left, and says when the bucket would be whole again; `Err` is how long to wait, in
    /// whole seconds.
    pub fn take(&self, now: Duration, cost: Duration, burst: Duration) -> Result<Duration, Duration> {
        let (now, cost, burst) = (nanos(now), nanos(cost), nanos(burst));
        let mut whole_at = self.0.load(Ordering::Relaxed);
        loop {
            let next = whole_at.max(now).saturating_add(cost);
            let latest = now.saturating_add(burst);
            if next > latest {
                return Err(Duration::from_secs((next - latest).div_ceil(NANOS_PER_SECOND).max(1)));
            }
            match self.0.compare_exchange_weak(whole_at, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(Duration::from_nanos(next)),
                Err(other) => whole_at = other,
            }
        }
    }

    /// How often something could be taken at once, and how long until the bucket is whole again.
    pub fn left(&self, now: Duration, cost: Duration, burst: Duration) -> (u64, Duration) {
        let until_whole = self.0.load(Ordering::Relaxed).saturating_sub(nanos(now));
        let left = nanos(burst).saturating_sub(until_whole) / nanos(cost).max(1);
        (left, Duration::from_nanos(until_whole))
    }

    /// Takes what has been used already, also where that is more than is left.
    pub fn charge(&self, now: Duration, cost: Duration) {
        let (now, cost) = (nanos(now), nanos(cost));
        let next = |whole_at: u64| Some(whole_at.max(now).saturating_add(cost));
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }

    pub fn copied(&self) -> Bucket {
        Bucket(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// How long it takes for so many to come, at so many in a span.
pub fn cost(number: u64, of: u64, in_span: Duration) -> Duration {
    let nanos = in_span.as_nanos() * u128::from(number) / u128::from(of.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let bucket = Bucket::default();
        let take = |now| bucket.take(now, cost(1, 50, SECOND), 4 * SECOND);
        let start = Duration::from_nanos(5);
        assert_eq!((0..1_000).filter(|_| take(start).is_ok()).count(), 200);
        assert_eq!(take(start), Err(SECOND));
        assert_eq!((0..1_000).filter(|_| take(start + SECOND).is_ok()).count(), 50);
    }

    #[test]
    fn what_is_left_is_what_can_be_taken() {
        let bucket = Bucket::default();
        let (cost, burst) = (cost(1, 50, SECOND), 4 * SECOND);
        let left = |now| bucket.left(now, cost, burst);
        assert_eq!(left(SECOND), (200, Duration::ZERO));
        for taken in 1..=200 {
            bucket.take(SECOND, cost, burst).unwrap();
            assert_eq!(left(SECOND), (200 - taken, cost * taken as u32));
        }
        assert!(bucket.take(SECOND, cost, burst).is_err());
        assert_eq!(left(SECOND), (0, burst));
        assert_eq!(left(2 * SECOND), (50, 3 * SECOND));
        assert_eq!(left(9 * SECOND), (200, Duration::ZERO));
    }

    #[test]
    fn what_is_taken_at_once_may_be_large_and_then_one_waits_for_it() {
        let (bucket, day) = (Bucket::default(), Duration::from_hours(24));
        let take = |now, bytes| bucket.take(now, cost(bytes, 86_400, day), day);
        assert_eq!(take(Duration::ZERO, 86_400), Ok(day));
        assert_eq!(take(Duration::ZERO, 100), Err(Duration::from_secs(100)));
        assert_eq!(take(Duration::from_secs(99), 100), Err(SECOND));
        assert!(take(Duration::from_secs(100), 100).is_ok());
    }

    #[test]
    fn what_was_used_already_is_waited_for_too() {
        let bucket = Bucket::default();
        bucket.charge(Duration::ZERO, SECOND);
        bucket.charge(Duration::ZERO, 9 * SECOND);
        assert_eq!(bucket.take(Duration::ZERO, Duration::ZERO, 4 * SECOND), Err(6 * SECOND));
        assert!(bucket.take(6 * SECOND, Duration::ZERO, 4 * SECOND).is_ok());
    }
}
