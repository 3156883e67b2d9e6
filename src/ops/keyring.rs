//! The keyring: every API key's hash in memory, with its rate limit and when it was last used.
//!
//! `api` asks it once a request; no disk, no lock that a request could wait for.

use crate::{
    clock,
    model::{Failure, Id, Key, Sha, Time},
    store::{Accounts, Store},
};
use parking_lot::RwLock;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The requests of so long a time may come at once.
const BURST: Duration = Duration::from_secs(4);
const NANOS_PER_SECOND: u64 = 1_000_000_000;

pub struct Keyring {
    keys: RwLock<HashMap<Sha, Arc<KnownKey>>>,
    /// Requests per second and key; 0 is no limit.
    rate: u32,
    started: Instant,
}

pub struct KnownKey {
    pub id: Id,
    pub name: String,
    last_used: AtomicI64,
    saved: AtomicI64,
    /// When the allowance would be whole again, in nanoseconds since the start (the generic cell rate algorithm).
    whole_at: AtomicU64,
}

impl Keyring {
    pub fn load(store: &Store, rate: u32) -> Result<Keyring, Failure> {
        let keyring = Keyring { keys: RwLock::default(), rate, started: Instant::now() };
        for key in store.read()?.keys()? {
            keyring.add(&key);
        }
        Ok(keyring)
    }

    pub fn add(&self, key: &Key) {
        let used = key.last_used_at.map_or(0, |at| at.0);
        let entry = KnownKey {
            id: key.id,
            name: key.name.clone(),
            last_used: AtomicI64::new(used),
            saved: AtomicI64::new(used),
            whole_at: AtomicU64::new(0),
        };
        self.keys.write().insert(key.hash, Arc::new(entry));
    }

    /// From here on it is as if the key had never been.
    pub fn remove(&self, id: Id) {
        self.keys.write().retain(|_, entry| entry.id != id);
    }

    /// What it did from now on is written down under the new name; its allowance stays.
    pub fn rename(&self, id: Id, name: &str) {
        let mut keys = self.keys.write();
        if let Some(entry) = keys.values_mut().find(|entry| entry.id == id) {
            *entry = Arc::new(entry.renamed(name));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.keys.read().is_empty()
    }

    /// Whose key this is. It is compared by hash, so how long this takes says nothing about any key.
    pub fn find(&self, key: &str) -> Option<Arc<KnownKey>> {
        let entry = self.keys.read().get(&Sha::of(key.as_bytes()))?.clone();
        entry.last_used.store(clock::now().0, Ordering::Relaxed);
        Some(entry)
    }

    pub fn last_used(&self, id: Id) -> Option<Time> {
        let keys = self.keys.read();
        let entry = keys.values().find(|entry| entry.id == id)?;
        Some(entry.last_used.load(Ordering::Relaxed)).filter(|at| *at > 0).map(Time)
    }

    /// Takes one request from a key's allowance; `Err` says how long to wait, in whole seconds.
    pub fn take(&self, entry: &KnownKey) -> Result<(), Duration> {
        if self.rate == 0 {
            return Ok(());
        }
        entry.take(self.started.elapsed(), self.rate)
    }

    /// Keys that were used since this was last asked, for the store to remember.
    pub fn used(&self) -> Vec<(Id, Time)> {
        let keys = self.keys.read();
        let fresh = |entry: &Arc<KnownKey>| {
            let used = entry.last_used.load(Ordering::Relaxed);
            (entry.saved.swap(used, Ordering::Relaxed) != used).then_some((entry.id, Time(used)))
        };
        keys.values().filter_map(fresh).collect()
    }
}

impl KnownKey {
    fn renamed(&self, name: &str) -> KnownKey {
        KnownKey {
            id: self.id,
            name: name.to_owned(),
            last_used: AtomicI64::new(self.last_used.load(Ordering::Relaxed)),
            saved: AtomicI64::new(self.saved.load(Ordering::Relaxed)),
            whole_at: AtomicU64::new(self.whole_at.load(Ordering::Relaxed)),
        }
    }

    fn take(&self, now: Duration, rate: u32) -> Result<(), Duration> {
        let nanos = |span: Duration| u64::try_from(span.as_nanos()).unwrap_or(u64::MAX);
        let (now, cost, burst) = (nanos(now), nanos(Duration::from_secs(1) / rate), nanos(BURST));
        let mut whole_at = self.whole_at.load(Ordering::Relaxed);
        loop {
            let next = whole_at.max(now) + cost;
            if next > now + burst {
                return Err(Duration::from_secs((next - now - burst).div_ceil(NANOS_PER_SECOND).max(1)));
            }
            match self.whole_at.compare_exchange_weak(whole_at, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(other) => whole_at = other,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: u128, secret: &str) -> Key {
        Key {
            id: Id::from_parts(1, id),
            name: "till".into(),
            prefix: String::new(),
            hash: Sha::of(secret.as_bytes()),
            secret: crate::model::Sealed(Vec::new()),
            is_primary: false,
            created_at: Time(0),
            last_used_at: None,
        }
    }

    #[test]
    fn a_key_is_found_from_when_it_is_added_until_it_is_removed() {
        let keyring = Keyring { keys: RwLock::default(), rate: 50, started: Instant::now() };
        let (first, second) = (key(1, "gsn_1"), key(2, "gsn_2"));
        keyring.add(&first);
        keyring.add(&second);
        assert_eq!(keyring.last_used(first.id), None);
        let entry = keyring.find("gsn_1").unwrap();
        let used = keyring.last_used(first.id);
        assert!(used.is_some());
        while keyring.take(&entry).is_ok() {}
        keyring.rename(first.id, "bar");
        let renamed = keyring.find("gsn_1").unwrap();
        assert_eq!(renamed.name, "bar");
        assert!(keyring.take(&renamed).is_err(), "another name is no new allowance");
        keyring.remove(first.id);
        keyring.rename(first.id, "nobody");
        assert!(keyring.find("gsn_1").is_none() && keyring.find("gsn_2").is_some());
        assert_eq!(keyring.last_used(first.id), None);
    }

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let entry = KnownKey {
            id: Id::NIL,
            name: String::new(),
            last_used: AtomicI64::new(0),
            saved: AtomicI64::new(0),
            whole_at: AtomicU64::new(0),
        };
        let start = Duration::from_nanos(5);
        let taken = (0..1_000).filter(|_| entry.take(start, 50).is_ok()).count();
        assert_eq!(taken, 200);
        assert_eq!(entry.take(start, 50), Err(Duration::from_secs(1)));
        let a_second_later = (0..1_000).filter(|_| entry.take(start + Duration::from_secs(1), 50).is_ok()).count();
        assert_eq!(a_second_later, 50);
    }
}
