//! Guessing passwords or codes is slowed down, and nothing else. `sign_in` asks before each try and says what came of it.
//!
//! A try counts against the name at the network that it comes from: guessing there keeps no user out who signs in elsewhere. A
//! browser that signed in before has a count of its own. Beside these each network and all of them together have an allowance,
//! because a try costs a hash whatever name it is for. A try counts as wrong from its beginning on: of many that come at once,
//! those behind the first few would else all pass.

use model::Sha;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// As many guessers as are remembered, at some 100 bytes each; of more the older half is forgotten.
const MOST_REMEMBERED: usize = 10_000;
/// As much of a name as counts, in characters: no name is longer.
const LONGEST_NAME: usize = 200;
/// Each hash takes 19 MB, and every try makes one. It is done in a fiftieth of a second, so others wait.
const HASHES_AT_ONCE: usize = 1;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// One who guesses one thing.
const ONE: GuessRule =
    GuessRule { free: 3, longest: MINUTE, forgives: Duration::from_secs(8 * 3_600), is_shared: false };
/// Everybody at one address: the whole staff may be behind it.
const NETWORK: GuessRule = GuessRule { free: 20, longest: Duration::from_secs(10), forgives: MINUTE, is_shared: true };
/// Everybody: a machine as slow as a Raspberry Pi hashes so many in five seconds.
const ALL: GuessRule =
    GuessRule { free: 50, longest: Duration::from_secs(1), forgives: Duration::from_secs(5), is_shared: true };
/// The codes of one person, wherever they are tried: only with the password does a try get so far, and of a million codes
/// three are right at any time.
const CODES: GuessRule =
    GuessRule { free: 10, longest: Duration::from_secs(15 * 60), forgives: HOUR, is_shared: false };

/// What wrong tries cost.
#[derive(Debug)]
struct GuessRule {
    /// So many cost nothing; then it is a second, doubling.
    free: u32,
    longest: Duration,
    /// One is forgotten each time that so much has passed.
    forgives: Duration,
    /// Others count here too: a right try takes back its own count alone.
    is_shared: bool,
}

/// What came of a try at a password or a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried<T> {
    Right(T),
    /// Which part of it is wrong is not told.
    Wrong,
    /// Too many tries: nothing was looked at, and so long nothing will be.
    TooSoon(Duration),
}

/// Whom a try is counted against.
pub struct Guesser(Vec<(Sha, &'static GuessRule)>);

impl Guesser {
    /// At a password. `device` is a browser in which this person signed in before.
    pub fn of_password(name: &str, address: &str, device: Option<Sha>) -> Guesser {
        match device {
            Some(device) => Guesser(vec![known("password", name, device, &ONE)]),
            None => Guesser(vec![
                (key(&["name", &counted(name), &network(address)]), &ONE),
                (key(&["network", &network(address)]), &NETWORK),
                (key(&["all"]), &ALL),
            ]),
        }
    }

    /// At a code of the second factor, after the right password.
    pub fn of_second_factor(name: &str, address: &str, device: Option<Sha>) -> Guesser {
        match device {
            Some(device) => Guesser(vec![known("code", name, device, &ONE), known("codes", name, device, &CODES)]),
            None => Guesser(vec![
                (key(&["code", &counted(name), &network(address)]), &ONE),
                (key(&["codes", &counted(name)]), &CODES),
            ]),
        }
    }

    /// At the code that claims a box, or that lets a screen in: `what` it is for.
    pub fn of_code(what: &str, address: &str) -> Guesser {
        let (one, all) = (format!("{what} code"), format!("{what} codes"));
        Guesser(vec![(key(&[&one, &network(address)]), &ONE), (key(&[&all]), &ALL)])
    }
}

/// Passwords and codes apart: a right password must not take back what wrong codes came to.
fn known(what: &str, name: &str, device: Sha, rule: &'static GuessRule) -> (Sha, &'static GuessRule) {
    (key(&["device", what, &counted(name), &device.to_string()]), rule)
}

fn counted(name: &str) -> String {
    name.chars().take(LONGEST_NAME).flat_map(char::to_lowercase).collect()
}

fn key(parts: &[&str]) -> Sha {
    Sha::of(parts.join("\n").as_bytes())
}

/// Remembers who guessed.
pub struct GuessLimiter {
    tries: Mutex<HashMap<Sha, Tries>>,
    /// Held while a password is hashed.
    pub hashing: Semaphore,
}

#[derive(Clone, Copy)]
struct Tries {
    count: u32,
    /// Until when what time forgives was taken off.
    forgiven: Instant,
    last: Instant,
    not_before: Instant,
}

impl Default for GuessLimiter {
    fn default() -> GuessLimiter {
        GuessLimiter { tries: Mutex::default(), hashing: Semaphore::new(HASHES_AT_ONCE) }
    }
}

impl GuessLimiter {
    /// Begins a try, or says how long it has to wait, in whole seconds.
    pub fn begin(&self, guesser: &Guesser) -> Result<(), Duration> {
        self.begin_at(guesser, Instant::now())
    }

    fn begin_at(&self, Guesser(counts): &Guesser, now: Instant) -> Result<(), Duration> {
        let mut tries = self.tries.lock();
        let waits = counts.iter().filter_map(|(key, _)| tries.get(key));
        let longest = waits.map(|one| one.not_before.saturating_duration_since(now)).max().unwrap_or_default();
        if !longest.is_zero() {
            return Err(Duration::from_secs(longest.as_secs() + 1));
        }
        for (key, rule) in counts {
            let one = tries.entry(*key).or_insert(Tries { count: 0, forgiven: now, last: now, not_before: now });
            one.forgive(rule, now);
            one.count = one.count.saturating_add(1);
            (one.last, one.not_before) = (now, now + rule.cost(one.count));
        }
        if tries.len() > MOST_REMEMBERED {
            forget_older_half(&mut tries);
        }
        Ok(())
    }

    /// What was begun was right after all.
    pub fn was_right(&self, Guesser(counts): &Guesser) {
        let mut tries = self.tries.lock();
        for (key, rule) in counts {
            match tries.get_mut(key) {
                Some(one) if rule.is_shared => {
                    one.count = one.count.saturating_sub(1);
                    one.not_before = one.last + rule.cost(one.count);
                }
                _ => _ = tries.remove(key),
            }
        }
    }
}

impl Tries {
    fn forgive(&mut self, rule: &GuessRule, now: Instant) {
        let times = now.saturating_duration_since(self.forgiven).as_secs() / rule.forgives.as_secs().max(1);
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        self.count = self.count.saturating_sub(times);
        self.forgiven = if self.count == 0 { now } else { self.forgiven + rule.forgives * times };
    }
}

impl GuessRule {
    fn cost(&self, count: u32) -> Duration {
        match count.checked_sub(self.free + 1) {
            None => Duration::ZERO,
            Some(more) => Duration::from_secs(1 << more.min(10)).min(self.longest),
        }
    }
}

fn forget_older_half(tries: &mut HashMap<Sha, Tries>) {
    let mut times: Vec<Instant> = tries.values().map(|one| one.last).collect();
    let middle = times.len() / 2;
    let (_, median, _) = times.select_nth_unstable(middle);
    let median = *median;
    tries.retain(|_, one| one.last > median);
}

/// Which network a wrong try from this address is counted against. A client with one address of IPv6 has 2⁶⁴ of them.
pub fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V6(ip)) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).to_string(),
        Ok(IpAddr::V4(ip)) => ip.to_string(),
        Err(_) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str, address: &str) -> Guesser {
        Guesser::of_password(name, address, None)
    }

    /// How many of so many tries are looked at.
    fn looked_at(limiter: &GuessLimiter, now: Instant, count: usize, guesser: impl Fn(usize) -> Guesser) -> usize {
        (0..count).filter(|number| limiter.begin_at(&guesser(*number), now).is_ok()).count()
    }

    #[test]
    fn guessing_gets_slower_for_who_guesses_and_for_nobody_else() {
        let (limiter, now) = (GuessLimiter::default(), Instant::now());
        assert_eq!(looked_at(&limiter, now, 100, |_| at("ayşe", "192.0.2.1")), 4);
        assert_eq!(looked_at(&limiter, now, 1, |_| at("AYŞE", "192.0.2.1")), 0);
        assert_eq!(looked_at(&limiter, now, 1, |_| at("ayşe", "192.0.2.2")), 1);
        assert_eq!(looked_at(&limiter, now, 1, |_| at("ali", "192.0.2.1")), 1);
        assert_eq!(looked_at(&limiter, now + ONE.longest, 100, |_| at("ayşe", "192.0.2.1")), 1);
        limiter.was_right(&at("ayşe", "192.0.2.1"));
        assert_eq!(looked_at(&limiter, now + ONE.longest, 2, |_| at("ayşe", "192.0.2.1")), 2);
        assert_eq!([4, 5, 6, 99].map(|count| ONE.cost(count).as_secs()), [1, 2, 4, 60]);
    }

    #[test]
    fn an_address_and_all_of_them_have_an_allowance_which_a_known_browser_does_not_need() {
        let (limiter, now) = (GuessLimiter::default(), Instant::now());
        assert_eq!(looked_at(&limiter, now, 100, |number| at(&number.to_string(), "192.0.2.1")), 21);
        let from_everywhere = |number: usize| at("ayşe", &format!("198.51.100.{number}"));
        assert_eq!(looked_at(&limiter, now, 200, from_everywhere), 30);
        let device = || Guesser::of_password("ayşe", "192.0.2.1", Some(Sha::of(b"a browser")));
        assert_eq!(looked_at(&limiter, now, 10, |_| device()), 4);
        // Time forgives: a minute later the address has tries again, and all have them a second later.
        assert_eq!(looked_at(&limiter, now + MINUTE, 100, |number| at(&number.to_string(), "192.0.2.1")), 1);
        assert_eq!(looked_at(&limiter, now + HOUR, 100, |number| at(&format!("x{number}"), "192.0.2.1")), 21);
        // And what was right is taken back from both.
        let (limiter, right) = (GuessLimiter::default(), at("ayşe", "192.0.2.1"));
        for _ in 0..100 {
            assert!(limiter.begin_at(&right, now).is_ok());
            limiter.was_right(&right);
        }
    }

    #[test]
    fn codes_of_one_person_are_few_wherever_they_are_tried() {
        let (limiter, now) = (GuessLimiter::default(), Instant::now());
        let code = |number: usize| Guesser::of_second_factor("ayşe", &format!("198.51.100.{number}"), None);
        assert_eq!(looked_at(&limiter, now, 200, code), 11);
        assert_eq!(looked_at(&limiter, now, 1, |_| at("ayşe", "192.0.2.1")), 1);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let limiter = GuessLimiter::default();
        let begin = Instant::now();
        for number in 0..25_000u32 {
            let now = begin + Duration::from_millis(1_100) * number;
            let address = Ipv6Addr::from_bits(u128::from(number) << 64).to_string();
            let _ = limiter.begin_at(&at(&number.to_string(), &address), now);
            assert!(limiter.tries.lock().len() <= MOST_REMEMBERED);
        }
        assert!(limiter.tries.lock().len() > MOST_REMEMBERED / 3);
    }

    #[test]
    fn all_addresses_of_one_connection_count_as_one() {
        assert_eq!(network("2001:db8:1:2:aaaa::1"), network("2001:db8:1:2:bbbb::2"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
    }
}
