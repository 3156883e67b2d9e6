//! Orders that their platform did not find when it was asked. Once says little: a push may overtake the platform's own
//! list, an address may be wrong for a moment. Only one that stays missing is believed gone, and only until it is seen.
//!
//! Kept in memory: a restart begins to count anew, which errs on the side of asking once more.

use model::{Id, Order, Time};
use parking_lot::Mutex;
use std::{collections::HashMap, time::Duration};

const TIMES: u32 = 3;
/// Between the first of them and the last.
const LASTS: Duration = Duration::from_mins(5);
/// What was not asked for in so long is over, and will not be reported as seen.
const FORGOTTEN: Duration = Duration::from_hours(24);

#[derive(Default)]
pub struct Absent(Mutex<HashMap<Id, Absence>>);

struct Absence {
    since: Time,
    last: Time,
    times: u32,
}

impl Absent {
    /// Its platform did not find it. Answers whether it is believed gone now: missed often enough, for long enough, and
    /// past the time until which it could have been accepted.
    pub fn missed(&self, order: &Order, now: Time) -> bool {
        let mut all = self.0.lock();
        all.retain(|_, absence| now >= absence.last && now.since(absence.last) < FORGOTTEN);
        let absence = all.entry(order.id).or_insert(Absence { since: now, last: now, times: 0 });
        absence.last = now;
        absence.times = absence.times.saturating_add(1);
        let is_past = order.content.accept_by.is_none_or(|by| by < now);
        absence.times >= TIMES && now.since(absence.since) >= LASTS && is_past
    }

    pub fn seen(&self, id: Id) {
        self.0.lock().remove(&id);
    }
}
