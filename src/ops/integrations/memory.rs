//! What operations on integrations remember while the program runs.

use super::allowance::IntakeAllowances;
use crate::engine::last_read::LastRead;
use model::{Id, Integration, IntegrationKey, Time, integration::Pulse};
use parking_lot::Mutex;
use std::{collections::HashMap, time::Duration};
use tokio::sync::watch;

const WRITTEN_EVERY: Duration = Duration::from_mins(1);
/// New orders of one integration, in an hour, that anyone may have sent.
const MOST_UNPROVEN: usize = 20;
const UNPROVEN_WITHIN: Duration = Duration::from_hours(1);

#[derive(Default)]
pub struct IntegrationMemory {
    pub(super) pulses: Pulses,
    /// All of them, each with its pulse as it is stored.
    pub(super) stored: LastRead<Vec<(Integration, Pulse)>>,
    pub allowances: IntakeAllowances,
    changes: watch::Sender<()>,
}

impl IntegrationMemory {
    /// Rung when one was added, changed or taken away.
    pub fn bell(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    pub fn changed(&self) {
        let _ = self.changes.send(());
    }

    /// All of a restaurant were taken away.
    pub fn forget_restaurant(&self, id: Id) {
        self.pulses.0.lock().retain(|(restaurant, _), _| *restaurant != id);
        self.allowances.forget_restaurant(id);
    }

    /// The integration was taken away.
    pub fn forget(&self, key: IntegrationKey) {
        self.pulses.0.lock().remove(&key);
        self.allowances.forget(key);
    }
}

/// How each integration fares, as far as it was heard of since the start.
#[derive(Default)]
pub struct Pulses(Mutex<HashMap<IntegrationKey, Felt>>);

#[derive(Default)]
struct Felt {
    pulse: Pulse,
    written_at: Time,
    /// Orders without an id that came since the start.
    nameless: u32,
    /// When orders came, in the last hour, that anyone may have sent.
    unproven: Vec<Time>,
}

impl Pulses {
    pub fn get(&self, key: IntegrationKey) -> Option<Pulse> {
        self.0.lock().get(&key).map(|felt| felt.pulse.clone())
    }

    /// Changes it, as one step: a poll may end while a person closes the shop. Returns what is to be written down, if it
    /// is. `known` is how the integration fares as far as is stored.
    pub fn change(
        &self,
        key: IntegrationKey,
        known: Pulse,
        change: impl FnOnce(&mut Pulse),
        is_worth_it: bool,
        now: Time,
    ) -> Option<Pulse> {
        let mut all = self.0.lock();
        let felt = all.entry(key).or_insert_with(|| Felt { pulse: known, ..Felt::default() });
        let was_ill = felt.pulse.last_error.is_some();
        change(&mut felt.pulse);
        let has_turned = was_ill != felt.pulse.last_error.is_some();
        // A clock that was set back says nothing about when that was.
        let is_fresh = now >= felt.written_at && now.since(felt.written_at) < WRITTEN_EVERY;
        if is_fresh && !is_worth_it && !has_turned {
            return None;
        }
        felt.written_at = now;
        Some(felt.pulse.clone())
    }

    /// Other credentials or another host: whether they work is open, but what was read stays read.
    pub fn reset(&self, key: IntegrationKey) {
        if let Some(felt) = self.0.lock().get_mut(&key) {
            let cursor = std::mem::take(&mut felt.pulse.cursor);
            felt.pulse = Pulse { cursor, ..Pulse::default() };
        }
    }

    /// One more order without an id; how many that makes. `known` is how the integration fares otherwise.
    pub fn count_nameless(&self, key: IntegrationKey, known: Pulse) -> u32 {
        let mut all = self.0.lock();
        let felt = all.entry(key).or_insert_with(|| Felt { pulse: known, ..Felt::default() });
        felt.nameless = felt.nameless.saturating_add(1);
        felt.nameless
    }

    /// One more new order that anyone may have sent; whether there were few enough of them.
    pub fn may_take_unproven(&self, key: IntegrationKey, known: Pulse, now: Time) -> bool {
        let mut all = self.0.lock();
        let felt = all.entry(key).or_insert_with(|| Felt { pulse: known, ..Felt::default() });
        // One in the future is of a clock that has been set back since.
        felt.unproven.retain(|at| *at <= now && now.since(*at) < UNPROVEN_WITHIN);
        let is_one_of_few = felt.unproven.len() < MOST_UNPROVEN;
        if is_one_of_few {
            felt.unproven.push(now);
        }
        is_one_of_few
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Provider;

    #[test]
    fn a_poll_that_began_before_a_shop_was_closed_does_not_open_it() {
        let (pulses, key) = (Pulses::default(), (Id::NIL, Provider::Getir));
        // Both read what was known before either changed it.
        let known = || Pulse::default();
        pulses.change(key, known(), |pulse| pulse.shop_closed_at = Some(Time(1)), true, Time(1));
        let written =
            pulses.change(key, known(), |pulse| pulse.last_success_at = Some(Time(2)), true, Time(2)).unwrap();
        assert_eq!((written.shop_closed_at, written.last_success_at), (Some(Time(1)), Some(Time(2))));
        assert!(pulses.change(key, known(), |_| {}, false, Time(3)).is_none(), "nothing is worth a write");
    }

    #[test]
    fn of_orders_that_anyone_may_have_sent_few_are_taken_in_an_hour() {
        let (pulses, key) = (Pulses::default(), (Id::NIL, Provider::MigrosYemek));
        let may_take = |at: i64| pulses.may_take_unproven(key, Pulse::default(), Time(at));
        assert!((0..20).all(&may_take) && !may_take(20) && !may_take(3_599_999));
        assert!(may_take(3_600_000) && !may_take(3_600_000), "the first is an hour old");
    }
}
