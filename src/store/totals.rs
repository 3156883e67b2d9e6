//! Running payment totals: what `grouped-payments` and the reports read, kept right by every change of an order.

use super::layout::{self, EVERY_DAY, EVERY_RESTAURANT, TotalKey};
use super::{RawView, ReadView, Reader, Table, Tx, successor};
use model::limits::{OTHER_NAMES, TOTALS_OF_ALL, TOTALS_OF_DAY, TOTALS_OF_RESTAURANT};
use model::{Currency, Day, Failure, Id, Money, Order, Provider, order::PaymentType};
use std::{collections::BTreeMap, ops::Bound};

pub use super::tallies::Sum;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotalGroup {
    pub currency: Currency,
    pub kind: PaymentType,
    pub brand: Option<String>,
    pub name: Option<String>,
}

/// One stored total of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    pub day: Day,
    pub provider: Provider,
    pub group: TotalGroup,
    pub sum: Sum,
}

impl Tx<'_> {
    /// Moves the totals from what an order was to what it is. They are written at the end of the batch.
    pub(super) fn book(&mut self, before: Option<&Order>, after: Option<&Order>) -> Result<(), Failure> {
        let (old, new) = (before.filter(|o| o.counts()), after.filter(|o| o.counts()));
        if old.map(booking) == new.map(booking) {
            return Ok(());
        }
        for (order, comes) in [(old, false), (new, true)] {
            let Some(order) = order else { continue };
            let amount = order.content.amount.total;
            for key in total_keys(order) {
                let sum = match self.tallies.totals.remove(&key) {
                    Some(sum) => sum,
                    None => Sum::stored(self, &key)?,
                };
                let one = Sum { count: 1, total: amount };
                self.tallies.totals.insert(key, if comes { sum.with(one) } else { sum.without(one) });
            }
        }
        Ok(())
    }

    /// Whether the name of an order's payment would make one more row of totals than there may be. What is taken stays
    /// exact either way; only under which name it stands is given up.
    pub(super) fn has_names_enough(&self, order: &Order) -> Result<bool, Failure> {
        if !order.counts() || order.content.payment.name.is_none() {
            return Ok(false);
        }
        let [of_day, of_restaurant, _, of_all] = total_keys(order);
        if self.has_total(&of_day)? {
            return Ok(false);
        }
        for (key, most) in [(of_day, TOTALS_OF_DAY), (of_restaurant, TOTALS_OF_RESTAURANT), (of_all, TOTALS_OF_ALL)] {
            if !self.has_total(&key)? && self.count_totals(layout::day_of_total(&key), most)? >= most {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_total(&self, key: &[u8]) -> Result<bool, Failure> {
        Ok(self.tallies.totals.contains_key(key) || self.contains(Table::Totals, key)?)
    }

    /// Rows of one restaurant or all, on one day or all; counted up to `most`.
    fn count_totals(&self, place: &[u8], most: usize) -> Result<usize, Failure> {
        let mut count = self.rows_with(Table::Totals, place)?.keys(most, |_| Some(()))?.len();
        let of_batch = self.tallies.totals.range::<[u8], _>((Bound::Included(place), Bound::Unbounded));
        for (key, _) in of_batch.take_while(|(key, _)| key.starts_with(place)) {
            count += usize::from(count < most && !self.contains(Table::Totals, key)?);
        }
        Ok(count)
    }
}

/// Sums by payment, whatever its brand, over one restaurant or all, over all days or an inclusive range of days.
pub fn grouped(
    view: &Reader,
    restaurant: Option<Id>,
    days: Option<(Day, Day)>,
) -> Result<BTreeMap<TotalGroup, Sum>, Failure> {
    let mut groups = BTreeMap::new();
    each(view, restaurant, days.unwrap_or((EVERY_DAY, EVERY_DAY)), |row| {
        groups.entry(TotalGroup { brand: None, ..row.group }).or_insert_with(Sum::default).add(row.sum);
    })?;
    Ok(groups)
}

/// Every total of all restaurants over all days.
pub fn each_of_all(view: &Reader, see: impl FnMut(Total)) -> Result<(), Failure> {
    each(view, None, (EVERY_DAY, EVERY_DAY), see)
}

/// Every total of one restaurant or all, over an inclusive range of days, day by day.
pub fn each(
    view: &Reader,
    restaurant: Option<Id>,
    (first, last): (Day, Day),
    mut see: impl FnMut(Total),
) -> Result<(), Failure> {
    if first > last {
        return Ok(());
    }
    let restaurant = restaurant.unwrap_or(EVERY_RESTAURANT);
    let start = layout::totals_of_day(restaurant, first);
    let end = successor(&layout::totals_of_day(restaurant, last));
    let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
    for row in view.rows(Table::Totals, (Bound::Included(&start), end))? {
        let row = row?;
        see(total_of(row.key(), row.value()).ok_or_else(|| Failure::fault("a total cannot be read"))?);
    }
    Ok(())
}

/// The four rows an order counts in: its restaurant or all, its day or all.
pub(super) fn total_keys(order: &Order) -> [Vec<u8>; 4] {
    let key = |restaurant, day| {
        let payment = &order.content.payment;
        let total = TotalKey {
            day,
            provider: order.provider,
            currency: order.content.amount.currency,
            kind: payment.kind,
            brand: payment.brand.as_deref().unwrap_or(""),
            name: match order.is_name_lumped {
                true => OTHER_NAMES,
                false => payment.name.as_deref().unwrap_or(""),
            },
        };
        layout::total(restaurant, &total)
    };
    let (restaurant, day) = (order.restaurant_id, order.day);
    [key(restaurant, day), key(restaurant, EVERY_DAY), key(EVERY_RESTAURANT, day), key(EVERY_RESTAURANT, EVERY_DAY)]
}

fn booking(order: &Order) -> (Vec<u8>, Money) {
    let [key, ..] = total_keys(order);
    (key, order.content.amount.total)
}

fn total_of(key: &[u8], value: &[u8]) -> Option<Total> {
    let TotalKey { day, provider, currency, kind, brand, name } = layout::read_total(key)?;
    let stated = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let group = TotalGroup { currency, kind, brand: stated(brand), name: stated(name) };
    Some(Total { day, provider, group, sum: Sum::from_bytes(value)? })
}

/// Recomputes the totals order by order; `check` holds them against what is stored, and a new format writes them anew.
/// It takes as much room as there are totals, however many orders there are.
#[derive(Default)]
pub(super) struct Recount(BTreeMap<Vec<u8>, Sum>);

impl Recount {
    pub fn add(&mut self, order: &Order) {
        if order.counts() {
            for key in total_keys(order) {
                self.0.entry(key).or_default().add(Sum { count: 1, total: order.content.amount.total });
            }
        }
    }

    /// The rows, in the order of their keys.
    pub fn rows(self) -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
        self.0.into_iter().map(|(key, sum)| (key, sum.to_bytes()))
    }

    /// How many stored totals differ, are missing or are too many.
    pub fn differences(mut self, view: &impl ReadView) -> Result<(u64, u64), Failure> {
        let (mut rows, mut wrong) = (0, 0);
        for row in view.rows_with(Table::Totals, &[])? {
            let row = row?;
            rows += 1;
            let right = self.0.remove(row.key()).is_some_and(|sum| Sum::from_bytes(row.value()) == Some(sum));
            wrong += u64::from(!right);
        }
        Ok((rows, wrong + self.0.len() as u64))
    }
}
