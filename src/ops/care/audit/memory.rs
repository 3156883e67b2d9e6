//! What is remembered of the current minute, so that the disk cannot be filled with entries: refusals that are yet to be
//! written, and how much each one has on record already.

use model::{Deed, Id, Time};
use parking_lot::Mutex;
use std::collections::HashMap;

/// Entries of one minute that are kept apart for each who acts; what is more is counted in one entry for each deed.
pub const APART: u32 = 60;
/// Refusals of one deed and minute that are kept apart; what is more is counted together for each name.
pub const REFUSALS_APART: usize = 50;
const MINUTE: i64 = 60_000;

#[derive(Default)]
pub struct AuditMemory {
    pub minutes: Mutex<AuditMinutes>,
    /// When what was erased was last overwritten in the file, as it was when the program last looked.
    pub overwritten_at: Mutex<Option<Option<Time>>>,
}

#[derive(Default)]
pub struct AuditMinutes {
    minute: i64,
    by_actor: HashMap<String, ActorMinute>,
    pub refusals: HashMap<RefusalKey, RefusalCount>,
}

#[derive(Default)]
struct ActorMinute {
    entries: u32,
    together: HashMap<Deed, Id>,
}

/// What one entry of refusals stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RefusalKey {
    pub minute: i64,
    pub deed: Deed,
    /// Whose name was tried, where a user has that name.
    pub name: Option<String>,
    pub network: Option<String>,
}

#[derive(Clone, Debug)]
pub struct RefusalCount {
    pub first: Time,
    pub last: Time,
    pub count: u64,
    /// Under which id it is on record, and with which count.
    pub written: Option<(Id, u64)>,
}

/// Where an entry goes.
pub enum EntryPlace {
    Apart,
    /// Into an entry that stands for many, if there is one yet.
    Together(Option<Id>),
}

impl AuditMinutes {
    /// Counts one more entry of an actor.
    pub fn place(&mut self, actor: &str, deed: Deed, now: Time) -> EntryPlace {
        let minute = minute_of(now);
        if minute != self.minute {
            self.minute = minute;
            self.by_actor.clear();
        }
        let one = self.by_actor.entry(actor.to_owned()).or_default();
        one.entries = one.entries.saturating_add(1);
        if one.entries <= APART { EntryPlace::Apart } else { EntryPlace::Together(one.together.get(&deed).copied()) }
    }

    /// The entry that stands for many deeds of an actor in this minute.
    pub fn gather(&mut self, actor: &str, deed: Deed, id: Id) {
        if let Some(one) = self.by_actor.get_mut(actor) {
            one.together.insert(deed, id);
        }
    }

    pub fn refuse(&mut self, deed: Deed, name: Option<String>, network: String, now: Time) {
        let minute = minute_of(now);
        let mut key = RefusalKey { minute, deed, name, network: Some(network) };
        let apart = self.refusals.keys().filter(|key| (key.minute, key.deed) == (minute, deed)).count();
        if apart >= REFUSALS_APART && !self.refusals.contains_key(&key) {
            // Names are few: only people have one here.
            key = RefusalKey { network: None, ..key };
        }
        let counted =
            self.refusals.entry(key).or_insert(RefusalCount { first: now, last: now, count: 0, written: None });
        counted.count += 1;
        counted.last = now;
    }

    /// What is not on record as it stands.
    pub fn unwritten(&self) -> Vec<(RefusalKey, RefusalCount)> {
        let is_new = |counted: &RefusalCount| counted.written.is_none_or(|(_, count)| count < counted.count);
        let new = self.refusals.iter().filter(|(_, counted)| is_new(counted));
        new.map(|(key, counted)| (key.clone(), counted.clone())).collect()
    }

    /// These are on record now; what belongs to a minute that is over is forgotten, if nothing came to it meanwhile.
    pub fn wrote(&mut self, written: Vec<(RefusalKey, Id, u64)>, now: Time) {
        for (key, id, count) in written {
            if let Some(counted) = self.refusals.get_mut(&key) {
                counted.written = Some((id, count));
            }
        }
        let is_done = |counted: &RefusalCount| counted.written.is_some_and(|(_, count)| count == counted.count);
        self.refusals.retain(|key, counted| key.minute >= minute_of(now) || !is_done(counted));
    }
}

fn minute_of(now: Time) -> i64 {
    now.0.div_euclid(MINUTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_with_many_addresses_makes_no_more_than_so_many_entries_a_minute() {
        let mut minutes = AuditMinutes::default();
        for n in 0..10_000 {
            minutes.refuse(Deed::SignInRefused, None, format!("10.0.{}.{}", n / 250, n % 250), Time(n));
        }
        assert_eq!(minutes.refusals.len(), REFUSALS_APART + 1);
        assert_eq!(minutes.refusals.values().map(|counted| counted.count).sum::<u64>(), 10_000);
        let written = minutes.unwritten().into_iter().map(|(key, counted)| (key, Id::NIL, counted.count)).collect();
        minutes.wrote(written, Time(MINUTE - 1));
        assert!(minutes.unwritten().is_empty() && !minutes.refusals.is_empty());
        minutes.wrote(Vec::new(), Time(MINUTE));
        assert!(minutes.refusals.is_empty());
    }

    #[test]
    fn whoever_does_very_much_has_it_counted() {
        let mut minutes = AuditMinutes::default();
        let apart =
            (0..1_000).filter(|_| matches!(minutes.place("key:x", Deed::KeyMade, Time(0)), EntryPlace::Apart)).count();
        assert_eq!(apart, APART as usize);
        minutes.gather("key:x", Deed::KeyMade, Id::NIL);
        assert!(matches!(minutes.place("key:x", Deed::KeyMade, Time(1)), EntryPlace::Together(Some(_))));
        assert!(matches!(minutes.place("key:x", Deed::KeyRevoked, Time(1)), EntryPlace::Together(None)));
        assert!(matches!(minutes.place("key:y", Deed::KeyMade, Time(1)), EntryPlace::Apart));
        assert!(matches!(minutes.place("key:x", Deed::KeyMade, Time(MINUTE)), EntryPlace::Apart));
    }
}
