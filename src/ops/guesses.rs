//! Whoever guesses passwords or codes is slowed down: wrong tries are counted for each address and each name. `sessions`
//! asks before each try and says what came of it.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

/// Wrong passwords that cost nothing, and the longest that a wrong one costs.
const FREE_TRIES: u32 = 3;
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Remembered guessers; a guess that is a day old is forgotten.
const MOST_REMEMBERED: usize = 10_000;
const REMEMBERED: Duration = Duration::from_secs(24 * 3_600);
/// Each hash takes 19 MB, and whoever knocks makes one. It is done in a fiftieth of a second, so others wait.
const HASHES_AT_ONCE: usize = 1;

/// Remembers who guessed.
pub struct GuessLimiter {
    tries: Mutex<HashMap<String, Tries>>,
    /// Held while a password is hashed.
    pub hashing: Semaphore,
}

struct Tries {
    count: u32,
    last: Instant,
    not_before: Instant,
}

impl Default for GuessLimiter {
    fn default() -> GuessLimiter {
        GuessLimiter { tries: Mutex::default(), hashing: Semaphore::new(HASHES_AT_ONCE) }
    }
}

impl GuessLimiter {
    /// How long this one still has to wait, in whole seconds.
    pub fn wait(&self, who: &[String]) -> Option<Duration> {
        let tries = self.tries.lock();
        let now = Instant::now();
        let waits =
            who.iter().filter_map(|who| tries.get(who)).map(|tries| tries.not_before.saturating_duration_since(now));
        let longest = waits.max().filter(|wait| !wait.is_zero())?;
        Some(Duration::from_secs(longest.as_secs() + 1))
    }

    pub fn note_wrong(&self, who: &[String]) {
        let mut tries = self.tries.lock();
        if tries.len() >= MOST_REMEMBERED {
            tries.retain(|_, tries| tries.last.elapsed() < REMEMBERED && tries.count > FREE_TRIES);
        }
        for who in who {
            let now = Instant::now();
            let one = tries.entry(who.clone()).or_insert(Tries { count: 0, last: now, not_before: now });
            if one.last.elapsed() >= REMEMBERED {
                one.count = 0;
            }
            one.count = one.count.saturating_add(1);
            one.last = now;
            one.not_before = now + cost(one.count);
        }
    }

    pub fn note_right(&self, who: &[String]) {
        let mut tries = self.tries.lock();
        who.iter().for_each(|who| _ = tries.remove(who));
    }
}

/// Whom a wrong try from this address is counted against. Whoever has one address of IPv6 has 2⁶⁴ of them.
pub fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V6(ip)) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).to_string(),
        Ok(IpAddr::V4(ip)) => ip.to_string(),
        Err(_) => address.to_owned(),
    }
}

/// Nothing for the first few, then a second, doubling.
fn cost(count: u32) -> Duration {
    match count.checked_sub(FREE_TRIES + 1) {
        None => Duration::ZERO,
        Some(more) => Duration::from_secs(1 << more.min(10)).min(LONGEST_WAIT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_gets_slower_and_a_right_password_is_forgiven() {
        let guesses = GuessLimiter::default();
        let who = ["address 1".to_owned(), "user a".to_owned()];
        for _ in 0..FREE_TRIES {
            guesses.note_wrong(&who);
            assert_eq!(guesses.wait(&who), None);
        }
        guesses.note_wrong(&who);
        assert!(guesses.wait(&who).is_some());
        // The same user from elsewhere, and the same address for another user, wait as well.
        assert!(guesses.wait(&["address 2".to_owned(), "user a".to_owned()]).is_some());
        assert!(guesses.wait(&["address 1".to_owned(), "user b".to_owned()]).is_some());
        assert_eq!(guesses.wait(&["address 2".to_owned()]), None);
        guesses.note_right(&who);
        assert_eq!(guesses.wait(&who), None);
        assert_eq!((cost(5), cost(6), cost(99)), (Duration::from_secs(2), Duration::from_secs(4), LONGEST_WAIT));
    }

    #[test]
    fn all_addresses_of_one_connection_count_as_one() {
        assert_eq!(network("2001:db8:1:2:aaaa::1"), network("2001:db8:1:2:bbbb::2"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
    }
}
