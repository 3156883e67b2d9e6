//! The keyring: every API key's hash in memory, with what it may do, its rate limit, and when and where it was last used.
//!
//! `api` asks it once a request; no disk, no lock that a request could wait for.

use crate::engine::bucket::{Bucket, cost};
use model::{Access, Id, Key, RequestsLeft, Result, Scope, Sha, Time, limits::KEPT_ANSWER_BYTES};
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use std::{collections::HashMap, net::IpAddr, sync::Arc};
use store::{Accounts, Store};

/// The requests of so long a time may come at once.
const BURST: Duration = Duration::from_secs(4);
const SECOND: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_hours(24);
/// What an answer that is kept takes beside itself.
const OF_EACH_ANSWER: u64 = 512;

pub struct Keyring {
    keys: RwLock<HashMap<Sha, Arc<KnownKey>>>,
    /// Requests per second and key; 0 is no limit.
    rate: u32,
    started: Instant,
    /// Held while a key is written and told here: two changes must reach both in the same order.
    pub(crate) changes: tokio::sync::Mutex<()>,
}

pub struct KnownKey {
    pub id: Id,
    pub name: String,
    pub access: Access,
    last_used: AtomicI64,
    last_used_from: Mutex<Option<IpAddr>>,
    saved: AtomicI64,
    requests: Bucket,
    /// Answers that are kept for repeated requests.
    kept: Bucket,
}

impl Keyring {
    pub fn load(store: &Store, rate: u32) -> Result<Keyring> {
        let keyring = Keyring::with_rate(rate);
        for key in store.read()?.keys()? {
            keyring.add(&key);
        }
        Ok(keyring)
    }

    fn with_rate(rate: u32) -> Keyring {
        let changes = tokio::sync::Mutex::default();
        Keyring { keys: RwLock::default(), rate, started: Instant::now(), changes }
    }

    pub fn add(&self, key: &Key) {
        let used = key.last_used_at.map_or(0, |at| at.0);
        let entry = KnownKey {
            id: key.id,
            name: key.name.clone(),
            access: key.access(),
            last_used: AtomicI64::new(used),
            last_used_from: Mutex::new(key.last_used_from.as_ref().and_then(|from| from.parse().ok())),
            saved: AtomicI64::new(used),
            requests: Bucket::default(),
            kept: Bucket::default(),
        };
        self.keys.write().insert(key.hash, Arc::new(entry));
    }

    /// From here on it is as if the key had never been.
    pub fn remove(&self, id: Id) {
        self.keys.write().retain(|_, entry| entry.id != id);
    }

    /// From the next request on it has this name and may do this; its allowance stays.
    pub fn change(&self, key: &Key) {
        if let Some(entry) = self.keys.write().get_mut(&key.hash) {
            *entry = Arc::new(entry.changed(key));
        }
    }

    /// Whose key this is, where it lets callers in. It is compared by hash, so how long this takes says nothing about any key.
    pub fn find(&self, key: &str, from: IpAddr) -> Option<Arc<KnownKey>> {
        let entry = self.keys.read().get(&Sha::of(key.as_bytes()))?.clone();
        let now = clock::now();
        if entry.access.scope == Scope::Webhooks || entry.access.has_ended(now) {
            return None;
        }
        entry.last_used.store(now.0, Ordering::Relaxed);
        // Of two requests at once either address will do.
        if let Some(mut last) = entry.last_used_from.try_lock() {
            *last = Some(from);
        }
        Some(entry)
    }

    /// Whether a key has ended and only the clock says so.
    pub fn has_newly_ended(&self, now: Time) -> bool {
        let is_new = |access: Access| access.ends_at > Some(Time(0)) && access.has_ended(now);
        self.keys.read().values().any(|entry| is_new(entry.access))
    }

    pub fn last_use(&self, id: Id) -> Option<KeyUse> {
        self.keys.read().values().find(|entry| entry.id == id)?.last_use()
    }

    /// Takes one request from a key's allowance; `Err` says how long to wait, in whole seconds.
    pub fn take(&self, entry: &KnownKey) -> Result<(), Duration> {
        if self.rate == 0 {
            return Ok(());
        }
        entry.requests.take(self.started.elapsed(), cost(1, self.rate.into(), SECOND), BURST).map(drop)
    }

    /// What is left of that; nothing to be said where there is no limit.
    pub fn requests_left(&self, entry: &KnownKey) -> Option<RequestsLeft> {
        if self.rate == 0 {
            return None;
        }
        let (left, whole_in) = entry.requests.left(self.started.elapsed(), cost(1, self.rate.into(), SECOND), BURST);
        let limit = self.rate.saturating_mul(BURST.as_secs() as u32);
        // Rounded up: a client that waits as long as it says finds it so.
        let whole_in_seconds = whole_in.as_millis().div_ceil(1_000).try_into().unwrap_or(u32::MAX);
        Some(RequestsLeft { limit, left: left.try_into().unwrap_or(u32::MAX).min(limit), whole_in_seconds })
    }

    /// Whether one more answer may be kept for a key's repeated requests; `Err` says how long to wait. A restart forgets what
    /// was kept, which the holder of a key cannot bring about.
    pub fn may_keep(&self, id: Id) -> Result<(), Duration> {
        match self.by_id(id) {
            Some(entry) => entry.kept.take(self.started.elapsed(), Duration::ZERO, DAY).map(drop),
            None => Ok(()),
        }
    }

    pub fn note_kept(&self, id: Id, bytes: usize) {
        if let Some(entry) = self.by_id(id) {
            entry.kept.charge(self.started.elapsed(), cost(bytes as u64 + OF_EACH_ANSWER, KEPT_ANSWER_BYTES, DAY));
        }
    }

    fn by_id(&self, id: Id) -> Option<Arc<KnownKey>> {
        self.keys.read().values().find(|entry| entry.id == id).cloned()
    }

    /// The command line has switched limits off.
    pub fn is_unlimited(&self) -> bool {
        self.rate == 0
    }

    /// Keys that were used since this was last asked, for the store to remember.
    pub fn used(&self) -> Vec<(Id, KeyUse)> {
        let keys = self.keys.read();
        let fresh = |entry: &Arc<KnownKey>| {
            let last = entry.last_use()?;
            (entry.saved.swap(last.at.0, Ordering::Relaxed) != last.at.0).then_some((entry.id, last))
        };
        keys.values().filter_map(fresh).collect()
    }
}

/// When a key was last used, and from where.
pub struct KeyUse {
    pub at: Time,
    pub from: Option<String>,
}

impl KnownKey {
    fn last_use(&self) -> Option<KeyUse> {
        let at = Some(self.last_used.load(Ordering::Relaxed)).filter(|at| *at > 0).map(Time)?;
        Some(KeyUse { at, from: self.last_used_from.lock().map(|from| from.to_string()) })
    }

    fn changed(&self, key: &Key) -> KnownKey {
        KnownKey {
            id: self.id,
            name: key.name.clone(),
            access: key.access(),
            last_used: AtomicI64::new(self.last_used.load(Ordering::Relaxed)),
            last_used_from: Mutex::new(*self.last_used_from.lock()),
            saved: AtomicI64::new(self.saved.load(Ordering::Relaxed)),
            requests: self.requests.copied(),
            kept: self.kept.copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn key(id: u128, secret: &str) -> Key {
        Key {
            id: Id::from_parts(1, id),
            name: "till".into(),
            prefix: String::new(),
            hash: Sha::of(secret.as_bytes()),
            secret: model::Sealed(Vec::new()),
            is_primary: false,
            scope: Scope::All,
            restaurant_id: None,
            ends_at: None,
            is_over: false,
            created_at: Time(0),
            last_used_at: None,
            last_used_from: None,
            is_unseen: false,
        }
    }

    #[test]
    fn a_key_is_found_from_when_it_is_added_until_it_is_removed() {
        let keyring = Keyring::with_rate(50);
        let (first, second) = (key(1, "gsn_1"), key(2, "gsn_2"));
        keyring.add(&first);
        keyring.add(&second);
        let find = |secret| keyring.find(secret, HERE);
        assert!(keyring.last_use(first.id).is_none());
        let entry = find("gsn_1").unwrap();
        assert_eq!(keyring.last_use(first.id).unwrap().from.as_deref(), Some("127.0.0.1"));
        assert_eq!((keyring.used().len(), keyring.used().len()), (1, 0));
        while keyring.take(&entry).is_ok() {}
        keyring.change(&Key { name: "bar".into(), ..first.clone() });
        let renamed = find("gsn_1").unwrap();
        assert_eq!(renamed.name, "bar");
        assert!(keyring.take(&renamed).is_err(), "another name is no new allowance");
        keyring.remove(first.id);
        keyring.change(&first);
        assert!(find("gsn_1").is_none() && find("gsn_2").is_some());
        assert!(keyring.last_use(first.id).is_none());
    }

    #[test]
    fn a_key_of_webhooks_and_one_that_has_ended_let_nobody_in() {
        let keyring = Keyring::with_rate(0);
        let till = key(1, "gsn_1");
        keyring.add(&till);
        for (changed, is_in) in [
            (Key { scope: Scope::Webhooks, ..till.clone() }, false),
            (Key { ends_at: Some(Time(1)), ..till.clone() }, false),
            (Key { ends_at: Some(clock::now().plus(DAY)), is_over: true, ..till.clone() }, false),
            (Key { ends_at: Some(clock::now().plus(Duration::from_secs(60))), ..till.clone() }, true),
        ] {
            keyring.change(&changed);
            assert_eq!(keyring.find("gsn_1", HERE).is_some(), is_in, "{changed:?}");
        }
    }
}
