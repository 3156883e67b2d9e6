//! `Locks`: one lock per key, made when it is asked for and gone when it is neither held nor awaited.

use parking_lot::Mutex;
use std::{collections::HashMap, hash::Hash, sync::Arc};
use tokio::sync::OwnedMutexGuard;

type Shelf<K> = Arc<Mutex<HashMap<K, Arc<tokio::sync::Mutex<()>>>>>;

pub struct Locks<K> {
    shelf: Shelf<K>,
}

impl<K> Default for Locks<K> {
    fn default() -> Locks<K> {
        Locks { shelf: Arc::default() }
    }
}

/// Held until it is dropped.
pub struct LockGuard<K: Hash + Eq + Copy> {
    key: K,
    shelf: Shelf<K>,
    guard: Option<OwnedMutexGuard<()>>,
}

impl<K: Hash + Eq + Copy> Locks<K> {
    pub async fn hold(&self, key: K) -> LockGuard<K> {
        let lock = self.shelf.lock().entry(key).or_default().clone();
        // Made before the wait, so that a waiter who gives up cleans up as well.
        let mut held = LockGuard { key, shelf: self.shelf.clone(), guard: None };
        held.guard = Some(lock.lock_owned().await);
        held
    }

    /// Unless it is held.
    pub fn try_hold(&self, key: K) -> Option<LockGuard<K>> {
        let lock = self.shelf.lock().entry(key).or_default().clone();
        let mut held = LockGuard { key, shelf: self.shelf.clone(), guard: None };
        held.guard = Some(lock.try_lock_owned().ok()?);
        Some(held)
    }
}

impl<K: Hash + Eq + Copy> Drop for LockGuard<K> {
    fn drop(&mut self) {
        let mut shelf = self.shelf.lock();
        drop(self.guard.take());
        if shelf.get(&self.key).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            shelf.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_lock_is_held_by_one_and_leaves_nothing_behind() {
        let locks = Locks::default();
        let first = locks.hold(1).await;
        let _other = locks.hold(2).await;
        assert!(tokio::time::timeout(std::time::Duration::ZERO, locks.hold(1)).await.is_err());
        assert!(locks.try_hold(1).is_none());
        drop(first);
        drop(locks.hold(1).await);
        assert!(locks.try_hold(1).is_some());
        assert_eq!(locks.shelf.lock().len(), 1);
    }
}
