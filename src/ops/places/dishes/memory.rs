//! What is known to be known already: most of what is sold today was sold yesterday, and costs neither a look into the
//! catalogue nor a write. A restart begins anew, and nothing is lost by it.

use super::plans::StationPlans;
use model::{Id, Lesson, Result, Time, dish::SEEN_TO};
use parking_lot::Mutex;
use std::collections::{HashMap, HashSet, hash_map::RandomState};
use std::hash::{BuildHasher, Hash};
use tokio::sync::Mutex as TurnLock;

/// Of one restaurant, hashes that are kept; beyond them it begins anew.
const MOST_KNOWN: usize = 50_000;
/// Orders that are remembered as read, so that each is read once, and not at each of its steps.
const MOST_READ: usize = 20_000;

#[derive(Default)]
pub struct DishMemory {
    known: Mutex<HashMap<Id, HashSet<u64>>>,
    hasher: RandomState,
    pub(super) follower: Mutex<DishFollower>,
    /// Held from reading a catalogue until what was learnt is on its way to the store.
    pub(super) turn: TurnLock<()>,
    /// Restaurants whose old dishes are still to be forgotten; nothing before the first and after the last of them.
    to_forget: Mutex<Option<Vec<Id>>>,
    pub(crate) plans: StationPlans,
}

/// How far orders were read.
#[derive(Default)]
pub(super) struct DishFollower {
    /// The last change; nothing before the first look.
    pub cursor: Option<Id>,
    /// How often orders had changed when all of them were read.
    pub changes: Option<u64>,
    /// Orders, with whether what is in them had been changed.
    read: HashSet<(Id, bool)>,
    /// Since how far was written down.
    pub unwritten: usize,
}

impl DishFollower {
    /// Whether it was not read yet.
    pub fn is_unread(&mut self, order: Id, is_changed: bool) -> bool {
        if self.read.len() >= MOST_READ {
            self.read.clear();
        }
        self.read.insert((order, is_changed))
    }

    /// What was read may not have been written: it is read again.
    pub fn begin_anew(&mut self) {
        *self = DishFollower::default();
    }
}

impl DishMemory {
    /// Whether it tells anything that was not told before.
    pub(super) fn is_news(&self, restaurant: Id, lesson: &Lesson) -> bool {
        let known = self.known.lock();
        let Some(known) = known.get(&restaurant) else { return true };
        self.hashes(lesson).iter().any(|hash| !known.contains(hash))
    }

    pub(super) fn note(&self, restaurant: Id, lesson: &Lesson) {
        let mut all = self.known.lock();
        let known = all.entry(restaurant).or_default();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.extend(self.hashes(lesson));
    }

    /// Of a restaurant that was taken away, or a catalogue that lost something.
    pub(crate) fn forget(&self, restaurant: Id) {
        self.known.lock().remove(&restaurant);
    }

    /// The next restaurant whose old dishes are to be forgotten, of `all`; nothing after the last.
    pub(super) fn next_to_forget(&self, all: impl FnOnce() -> Result<Vec<Id>>) -> Result<Option<Id>> {
        let mut left = self.to_forget.lock();
        if left.is_none() {
            *left = Some(all()?);
        }
        let next = left.as_mut().and_then(Vec::pop);
        if next.is_none() {
            *left = None;
        }
        Ok(next)
    }

    fn hashes(&self, Lesson { sighting, options }: &Lesson) -> Vec<u64> {
        let seen = &sighting.seen_at;
        let told = (
            sighting.provider,
            (&sighting.name, &sighting.category, sighting.is_on_menu),
            (&sighting.product_id, &sighting.remote_code),
            weeks(*seen),
        );
        let options = options.iter().map(|option| self.hash(&(sighting.provider, &sighting.name, option)));
        [self.hash(&told)].into_iter().chain(options).collect()
    }

    fn hash(&self, told: &impl Hash) -> u64 {
        self.hasher.hash_one(told)
    }
}

fn weeks(time: Time) -> i64 {
    time.0.div_euclid(i64::try_from(SEEN_TO.as_millis()).unwrap_or(i64::MAX))
}
