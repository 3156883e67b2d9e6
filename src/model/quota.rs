//! `Quota`: how many of something each key has, so that none has them all; and `RequestsLeft`, what is said of that.

use parking_lot::Mutex;
use std::{collections::HashMap, hash::Hash, sync::Arc};

/// How many requests a caller has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestsLeft {
    /// As many as may come at once.
    pub limit: u32,
    pub left: u32,
    /// Until it is as many as that again.
    pub whole_in_seconds: u32,
}

pub struct Quota<K>(Mutex<QuotaCounts<K>>);

struct QuotaCounts<K> {
    by_key: HashMap<K, usize>,
    all: usize,
}

impl<K> Default for Quota<K> {
    fn default() -> Quota<K> {
        Quota(Mutex::new(QuotaCounts { by_key: HashMap::new(), all: 0 }))
    }
}

impl<K: Hash + Eq + Copy> Quota<K> {
    /// One more place for a key, unless it has `most` already, or all together have `most_of_all`.
    pub fn take(self: &Arc<Quota<K>>, key: K, most: usize, most_of_all: usize) -> Option<QuotaPlace<K>> {
        self.take_some(key, 1, most, most_of_all)
    }

    /// So many places at once.
    pub fn take_some(
        self: &Arc<Quota<K>>,
        key: K,
        count: usize,
        most: usize,
        most_of_all: usize,
    ) -> Option<QuotaPlace<K>> {
        let mut taken = self.0.lock();
        let its = taken.by_key.get(&key).copied().unwrap_or(0);
        if its + count > most || taken.all + count > most_of_all {
            return None;
        }
        taken.by_key.insert(key, its + count);
        taken.all += count;
        Some(QuotaPlace { places: self.clone(), key, count })
    }
}

/// One place or some, as long as it is kept.
pub struct QuotaPlace<K: Hash + Eq + Copy> {
    places: Arc<Quota<K>>,
    pub key: K,
    count: usize,
}

impl<K: Hash + Eq + Copy> QuotaPlace<K> {
    /// So many more of them. False where that would be too many; then it has what it had.
    pub fn grow(&mut self, more: usize, most: usize, most_of_all: usize) -> bool {
        let grown = self.places.take_some(self.key, more, most, most_of_all);
        // It is given back with this one, and not by itself.
        grown.map(|mut grown| self.count += std::mem::take(&mut grown.count)).is_some()
    }
}

impl<K: Hash + Eq + Copy> Drop for QuotaPlace<K> {
    fn drop(&mut self) {
        let mut taken = self.places.0.lock();
        taken.all -= self.count;
        if let Some(its) = taken.by_key.get_mut(&self.key) {
            *its -= self.count;
            if *its == 0 {
                taken.by_key.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_so_many_and_all_together_have() {
        let places = Arc::new(Quota::default());
        let take = |key: char| places.take(key, 2, 3);
        let (first, second, third) = (take('a'), take('a'), take('b'));
        assert!(first.is_some() && second.is_some() && take('a').is_none(), "a has two");
        assert!(third.is_some() && take('b').is_none(), "three are taken");
        drop(first);
        assert!(take('a').is_some() && take('b').is_some());
        drop((second, third));
        let many = places.take_some('a', 2, 2, 3);
        assert!(many.is_some() && places.take_some('b', 2, 2, 3).is_none() && take('b').is_some());
        drop(many);
        let mut one = take('a').unwrap();
        assert!(one.grow(1, 2, 3) && !one.grow(1, 2, 3) && take('a').is_none(), "a has two");
        drop(one);
        assert!(places.0.lock().by_key.is_empty() && places.0.lock().all == 0);
    }
}
