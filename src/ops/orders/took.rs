//! How long the kitchen took today, as screens show it beside the orders.
//!
//! What is known is kept, and caught up with by the list of changes: asking costs what has changed since it was last asked.

use jiff::tz::TimeZone;
use model::{Id, Result, Tempo, Time};
use parking_lot::Mutex;
use std::{collections::HashMap, time::Duration};
use store::{Orders, Picked, ReadView};

/// What is cooked past midnight belongs to the evening before.
const DAY_BEGINS: u8 = 6;
/// Changes that are looked at in one go. Where more have come, nothing is said until they are caught up with.
const CHANGES_PER_ASK: usize = 1_000;

/// How long the kitchen takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KitchenTimes {
    /// Nothing where no order was cooked today.
    pub took: Option<Took>,
    /// How long it may, as the owner has it.
    pub target: Duration,
}

/// Of the orders that the kitchen was done with today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Took {
    pub orders: usize,
    /// Half of them took no longer.
    pub median: Duration,
    /// Eight of ten took no longer.
    pub eight_of_ten: Duration,
}

#[derive(Default)]
pub struct TookToday(Mutex<CookedToday>);

struct CookedToday {
    day_began: Time,
    /// The latest change that was looked at.
    position: Id,
    /// Where each order was cooked, and for how long.
    cooked: HashMap<Id, (Id, Duration)>,
    /// What was asked for since that last changed.
    told: HashMap<Option<Id>, Took>,
}

impl Default for CookedToday {
    fn default() -> CookedToday {
        CookedToday { day_began: Time(-1), position: Id::NIL, cooked: HashMap::new(), told: HashMap::new() }
    }
}

impl TookToday {
    /// Of one restaurant or of all.
    pub(super) fn ask(
        &self,
        view: &impl ReadView,
        restaurant: Option<Id>,
        zone: &TimeZone,
        pace: Tempo,
        now: Time,
    ) -> Result<KitchenTimes> {
        let mut known = self.0.lock();
        let is_all = known.catch_up(view, zone, now)?;
        let took = known.told(restaurant).filter(|_| is_all);
        Ok(KitchenTimes { took, target: Duration::from_mins(pace.kitchen_minutes.into()) })
    }
}

impl CookedToday {
    fn catch_up(&mut self, view: &impl ReadView, zone: &TimeZone, now: Time) -> Result<bool> {
        let day_began = now.minus(Duration::from_hours(DAY_BEGINS.into())).day_in(zone).hour_in(zone, DAY_BEGINS);
        if day_began != self.day_began {
            *self = CookedToday {
                day_began,
                position: Id::first_at(day_began),
                cooked: HashMap::new(),
                told: HashMap::new(),
            };
        }
        let changed = view.orders_changed(&Picked::default(), self.position, CHANGES_PER_ASK)?;
        let is_all = changed.len() < CHANGES_PER_ASK;
        for order in changed {
            self.position = order.change_id;
            let cooked = order.cooked().filter(|(done, _)| *done >= day_began && !order.content.is_test);
            let fresh = cooked.map(|(_, took)| (order.restaurant_id, took));
            let before = match fresh {
                Some(fresh) => self.cooked.insert(order.id, fresh),
                None => self.cooked.remove(&order.id),
            };
            if before != fresh {
                self.told.clear();
            }
        }
        Ok(is_all)
    }

    fn told(&mut self, restaurant: Option<Id>) -> Option<Took> {
        if let Some(told) = self.told.get(&restaurant) {
            return Some(*told);
        }
        let took = self.took(restaurant)?;
        self.told.insert(restaurant, took);
        Some(took)
    }

    fn took(&self, restaurant: Option<Id>) -> Option<Took> {
        let wanted = self.cooked.values().filter(|(at, _)| restaurant.is_none_or(|wanted| wanted == *at));
        let mut spans: Vec<Duration> = wanted.map(|(_, took)| *took).collect();
        spans.sort_unstable();
        let up_to = |tenths: usize| spans.get((spans.len() * tenths).div_ceil(10).saturating_sub(1)).copied();
        Some(Took { orders: spans.len(), median: up_to(5)?, eight_of_ten: up_to(8)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_and_eight_of_ten_took_no_longer() {
        let (here, there) = (Id::first_at(Time(1)), Id::first_at(Time(2)));
        let mut known = CookedToday::default();
        assert_eq!(known.took(None), None);
        let mut cook = |at: i64, place: Id, minutes: u64| {
            known.cooked.insert(Id::first_at(Time(at)), (place, Duration::from_mins(minutes)));
        };
        for minutes in 1..=10 {
            cook(minutes, here, 11 - minutes.unsigned_abs());
        }
        cook(11, there, 60);
        let took = |orders, median, most| {
            Some(Took { orders, median: Duration::from_mins(median), eight_of_ten: Duration::from_mins(most) })
        };
        assert_eq!(known.took(Some(here)), took(10, 5, 8));
        assert_eq!(known.took(Some(there)), took(1, 60, 60));
        assert_eq!(known.took(None), took(11, 6, 9));
        assert_eq!(known.took(Some(Id::NIL)), None);
    }
}
