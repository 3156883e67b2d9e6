//! Orders whose platform was told a step that no poll has shown yet. Their platform is asked sooner, and for each of them by
//! itself where its lists do not bring it.
//!
//! Kept in memory: after a restart the orders say what was told of them, and the integration what of that was still to be
//! shown.

use model::{Id, IntegrationKey, Time, integration::Unshown};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::HashMap, time::Duration};

/// A list may lag behind: what is seen sooner than this after a step was told says nothing of it.
pub const LAG: Duration = Duration::from_secs(10);
/// For how long a step is looked for; what is older says more of the platform's lists than of the step.
pub const LONGEST: Duration = Duration::from_hours(1);
/// Orders of one integration that are looked at after a restart.
pub const MOST: usize = 200;
/// How often a platform is asked at least while a step is looked for, and how often where an order is flagged for one.
const LOOK_EVERY: Duration = Duration::from_secs(15);
const LOOK_EVERY_FLAGGED: Duration = Duration::from_mins(1);
/// For how long it is asked so often: Getir closes a restaurant after five minutes. An order that is over waits for nobody, as
/// long as its platform is asked again soon anyway.
const HURRIED_OPEN: Duration = Duration::from_mins(5);
const HURRIED_CLOSED: Duration = Duration::from_mins(1);
/// What is flagged and open for so long is looked at by nobody any more.
const LONGEST_FLAGGED: Duration = Duration::from_hours(24);

#[derive(Default)]
pub struct Watched {
    by_integration: Mutex<HashMap<IntegrationKey, WatchedOrders>>,
    /// What was told before the program started has been looked for everywhere.
    is_whole: AtomicBool,
}

#[derive(Default)]
struct WatchedOrders {
    /// What was told before the program started is among them.
    is_loaded: bool,
    orders: HashMap<Id, Watch>,
}

/// Why an order is watched.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// When the step was told; the last, where there are several.
    pub since: Time,
    /// When the first was told that the platform has not shown yet. What it has shown once is its own affair.
    pub from: Time,
    /// The step ends the order.
    pub is_closing: bool,
    /// The order is flagged: the step was told again in vain.
    pub is_flagged: bool,
}

impl Watch {
    fn is_over(&self, now: Time) -> bool {
        now.since(self.since) > if self.is_flagged { LONGEST_FLAGGED } else { LONGEST }
    }

    /// `is_often`: its platform is asked often enough without this.
    fn is_hurried(&self, now: Time, is_often: bool) -> bool {
        let span = if self.is_closing && is_often { HURRIED_CLOSED } else { HURRIED_OPEN };
        !self.is_flagged && now.since(self.since) <= span
    }
}

impl Watched {
    pub fn add(&self, key: IntegrationKey, id: Id, watch: Watch) {
        let mut all = self.by_integration.lock();
        let its = all.entry(key).or_default();
        its.orders.retain(|_, old| !old.is_over(watch.since));
        let from = its.orders.get(&id).map_or(watch.from, |old| old.from.min(watch.from));
        its.orders.insert(id, Watch { from, ..watch });
    }

    /// One of which nothing is awaited any more, unless something was told since.
    pub fn remove(&self, key: IntegrationKey, id: Id, seen: Time) {
        if let Some(its) = self.by_integration.lock().get_mut(&key) {
            its.orders.retain(|known, watch| *known != id || watch.since > seen);
        }
    }

    /// Whether this is the first time that somebody asks.
    pub fn becomes_whole(&self) -> bool {
        !self.is_whole.swap(true, Ordering::Relaxed)
    }

    pub fn is_loaded(&self, key: IntegrationKey) -> bool {
        self.by_integration.lock().get(&key).is_some_and(|its| its.is_loaded)
    }

    /// What was told before the program started. What was told since counts.
    pub fn load(&self, key: IntegrationKey, found: Vec<(Id, Watch)>) {
        let mut all = self.by_integration.lock();
        let its = all.entry(key).or_default();
        its.is_loaded = true;
        for (id, watch) in found {
            its.orders.entry(id).or_insert(watch);
        }
    }

    /// From when on what was told of an order is looked for.
    pub fn from(&self, key: IntegrationKey, id: Id) -> Option<Time> {
        Some(self.by_integration.lock().get(&key)?.orders.get(&id)?.from)
    }

    /// Those of an integration as they are written down: after a restart the others have been shown. Nothing where that would
    /// be too much, and then all are looked for again.
    pub fn unshown(&self, key: IntegrationKey, now: Time) -> Option<Unshown> {
        let all = self.by_integration.lock();
        let orders: Vec<(Id, Time)> = all.get(&key)?.orders.iter().map(|(id, watch)| (*id, watch.from)).collect();
        (orders.len() <= MOST).then_some(Unshown { as_of: now, orders })
    }

    /// Those of which a sighting says something now.
    pub fn due(&self, key: IntegrationKey, now: Time) -> Vec<Id> {
        let mut all = self.by_integration.lock();
        let Some(its) = all.get_mut(&key) else { return Vec::new() };
        its.orders.retain(|_, watch| !watch.is_over(now));
        // What lies ahead was told by a clock that was set back since.
        its.orders.values_mut().for_each(|watch| watch.since = watch.since.min(now));
        let is_due = |watch: &Watch| watch.is_flagged || !is_too_soon(watch.since, now, now);
        its.orders.iter().filter(|(_, watch)| is_due(watch)).map(|(id, _)| *id).collect()
    }

    /// Those that are over here, of all integrations.
    pub fn closing(&self) -> Vec<Id> {
        let all = self.by_integration.lock();
        let orders = all.values().flat_map(|its| &its.orders);
        orders.filter(|(_, watch)| watch.is_closing).map(|(id, _)| *id).collect()
    }

    /// How long until a platform has to be asked, and how often from then on; nothing where it is asked as usual.
    pub fn next_look(&self, key: IntegrationKey, now: Time) -> Option<(Duration, Duration)> {
        let all = self.by_integration.lock();
        let orders = || all.get(&key).into_iter().flat_map(|its| its.orders.values());
        let is_often = platforms::of(key.1).poll_every(LOOK_EVERY).is_some_and(|every| every <= HURRIED_CLOSED);
        let hurried = orders().filter(|watch| watch.is_hurried(now, is_often));
        let hurried = hurried.map(|watch| watch.since.plus(LAG).since(now)).min();
        let flagged = || orders().any(|watch| watch.is_flagged).then_some((Duration::ZERO, LOOK_EVERY_FLAGGED));
        hurried.map(|wait| (wait.min(LAG), LOOK_EVERY)).or_else(flagged)
    }
}

/// A poll takes a while, and what it began with may be older than the telling. What lies ahead of now was told by a clock that
/// was set back since.
pub fn is_too_soon(told: Time, began: Time, now: Time) -> bool {
    told <= now && began.since(told) < LAG
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Provider;

    const KEY: IntegrationKey = (Id::NIL, Provider::Getir);

    fn at(seconds: i64) -> Time {
        Time(1_000_000 + seconds * 1_000)
    }

    #[test]
    fn of_an_order_that_is_over_a_platform_is_asked_longer_where_it_is_asked_seldom() {
        let watched = Watched::default();
        let closing = Watch { since: at(0), from: at(0), is_closing: true, is_flagged: false };
        for (provider, is_hurried) in [(Provider::Getir, false), (Provider::Yemeksepeti, true)] {
            let key = (Id::NIL, provider);
            watched.add(key, Id::NIL, closing);
            let is_asked = |now: i64| watched.next_look(key, at(now)).is_some();
            assert_eq!([60, 61, 301].map(is_asked), [true, is_hurried, false], "{provider}");
        }
        assert_eq!(watched.closing().len(), 2);
    }

    #[test]
    fn a_platform_is_asked_sooner_until_it_shows_what_it_was_told() {
        let watched = Watched::default();
        let watch = Watch { since: at(0), from: at(0), is_closing: false, is_flagged: false };
        let seconds = |now: i64| watched.next_look(KEY, at(now)).map(|(wait, every)| (wait.as_secs(), every.as_secs()));
        assert_eq!(seconds(0), None);
        watched.add(KEY, Id::NIL, watch);
        assert_eq!((seconds(0), seconds(4), seconds(200)), (Some((10, 15)), Some((6, 15)), Some((0, 15))));
        assert!(watched.due(KEY, at(9)).is_empty() && watched.due(KEY, at(10)) == [Id::NIL]);
        // Later it is looked for in what comes anyway, and in the end not at all.
        assert!(seconds(301).is_none() && watched.due(KEY, at(3_600)) == [Id::NIL]);
        assert!(watched.due(KEY, at(3_601)).is_empty());
        watched.add(KEY, Id::NIL, Watch { is_flagged: true, ..watch });
        assert_eq!((seconds(5_000), watched.due(KEY, at(5_000))), (Some((0, 60)), vec![Id::NIL]));
        // A poll that began before it was told takes nothing away.
        watched.remove(KEY, Id::NIL, at(-1));
        assert!(seconds(5_000).is_some());
        watched.remove(KEY, Id::NIL, at(0));
        assert_eq!(seconds(5_000), None);
        // What a clock that was set back since has told is looked for as if it had been told now, and goes as the others do.
        watched.add(KEY, Id::NIL, Watch { since: at(90_000), from: at(90_000), ..watch });
        assert!(watched.due(KEY, at(20)).is_empty() && watched.due(KEY, at(30)) == [Id::NIL]);
        // What is told later is another matter than what the platform has not shown yet.
        watched.add(KEY, Id::NIL, Watch { since: at(40), from: at(40), ..watch });
        watched.add(KEY, Id::NIL, Watch { since: at(50), from: at(50), ..watch });
        assert_eq!(watched.from(KEY, Id::NIL), Some(at(40)));
        watched.remove(KEY, Id::NIL, at(50));
        assert!(watched.from(KEY, Id::NIL).is_none() && watched.becomes_whole() && !watched.becomes_whole());
        let too_soon = |(began, now)| is_too_soon(at(100), at(began), at(now));
        // However long the poll took; only what lies ahead is of a clock that was set back.
        let looks = [(0, 100), (0, 200), (100, 100), (109, 130), (110, 130), (0, 99)];
        assert_eq!(looks.map(too_soon), [true, true, true, true, false, false]);
    }
}
