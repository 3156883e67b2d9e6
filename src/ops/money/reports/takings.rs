//! What was taken in a period, by day, payment, platform and restaurant. All of it comes from the running totals, so
//! its cost grows with the days and the restaurants, never with the orders.

use crate::AppState;
use model::{Access, Currency, Day, Failure, Id, Money, PaymentType, Provider, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use store::totals::{self, Sum, Total, TotalGroup};
use store::{Accounts, Places};

/// Takings in one currency; amounts of two cannot be added.
pub struct Takings {
    pub currency: Currency,
    pub total: Sum,
    /// Of the days that it is compared with.
    pub before: Sum,
    /// Days without an order are left out.
    pub days: BTreeMap<Day, Sum>,
    pub payments: BTreeMap<PaymentType, PaymentSums>,
    pub providers: BTreeMap<Provider, Sum>,
    /// The largest first. Restaurants that were removed stand together, without a name.
    pub restaurants: Vec<(Option<String>, Sum)>,
    /// Every currency that something was taken in.
    pub currencies: Vec<Currency>,
}

/// One payment type, and what it consists of where that is known.
#[derive(Default)]
pub struct PaymentSums {
    pub sum: Sum,
    pub parts: BTreeMap<PaymentPart, Sum>,
}

/// The brand of a meal card, whatever platforms call it; of everything else their own name for it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PaymentPart {
    Brand(String),
    Name(String),
}

/// Takings of one restaurant or all, over an inclusive range of days and beside what was taken in another; in the
/// account's currency unless another is asked for.
pub fn takings(
    app: &AppState,
    restaurant: Option<Id>,
    days: (Day, Day),
    before: (Day, Day),
    currency: Option<Currency>,
) -> Result<Takings> {
    let reader = app.store.read()?;
    let currency = currency.map_or_else(|| reader.settings().map(|settings| settings.currency), Ok)?;
    let mut takings = Takings {
        currency,
        total: Sum::default(),
        before: Sum::default(),
        days: BTreeMap::new(),
        payments: BTreeMap::new(),
        providers: BTreeMap::new(),
        restaurants: Vec::new(),
        currencies: Vec::new(),
    };
    totals::each(&reader, restaurant, days, |row| {
        if !takings.currencies.contains(&row.group.currency) {
            takings.currencies.push(row.group.currency);
        }
        if row.group.currency == currency {
            takings.add(row);
        }
    })?;
    takings.currencies.sort();
    let sum_of = |restaurant, days| {
        let mut sum = Sum::default();
        totals::each(&reader, restaurant, days, |row| {
            if row.group.currency == currency {
                sum.add(row.sum);
            }
        })?;
        Ok::<_, Failure>(sum)
    };
    takings.before = sum_of(restaurant, before)?;
    let mut rest = takings.total;
    for one in reader.restaurants()?.into_iter().filter(|one| restaurant.is_none_or(|wanted| wanted == one.id)) {
        let sum = sum_of(Some(one.id), days)?;
        rest = rest.without(sum);
        takings.restaurants.push((Some(one.form.name), sum));
    }
    takings.restaurants.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.total));
    if rest.count > 0 {
        takings.restaurants.push((None, rest));
    }
    Ok(takings)
}

impl Takings {
    fn add(&mut self, row: Total) {
        self.total.add(row.sum);
        self.days.entry(row.day).or_default().add(row.sum);
        self.providers.entry(row.provider).or_default().add(row.sum);
        let payments = self.payments.entry(row.group.kind).or_default();
        payments.sum.add(row.sum);
        let part = row.group.brand.map(PaymentPart::Brand).or(row.group.name.map(PaymentPart::Name));
        if let Some(part) = part {
            payments.parts.entry(part).or_default().add(row.sum);
        }
    }
}

/// One line of the ledger: what one restaurant took on one day, from one platform, in one way.
pub struct LedgerEntry {
    /// Nothing for restaurants that were removed, which stand together.
    pub restaurant: Option<String>,
    pub row: Total,
}

/// The totals themselves, day by day, in every currency.
pub fn ledger(app: &AppState, restaurant: Option<Id>, days: (Day, Day)) -> Result<Vec<LedgerEntry>> {
    let reader = app.store.read()?;
    let mut rest: BTreeMap<(Day, Provider, TotalGroup), Sum> = BTreeMap::new();
    totals::each(&reader, restaurant, days, |Total { day, provider, group, sum }| {
        rest.insert((day, provider, group), sum);
    })?;
    let mut entries = Vec::new();
    for one in reader.restaurants()?.into_iter().filter(|one| restaurant.is_none_or(|wanted| wanted == one.id)) {
        totals::each(&reader, Some(one.id), days, |row| {
            if let Some(sum) = rest.get_mut(&(row.day, row.provider, row.group.clone())) {
                *sum = sum.without(row.sum);
            }
            entries.push(LedgerEntry { restaurant: Some(one.form.name.clone()), row });
        })?;
    }
    let left = rest.into_iter().filter(|(_, sum)| sum.count > 0);
    entries.extend(left.map(|((day, provider, group), sum)| LedgerEntry {
        restaurant: None,
        row: Total { day, provider, group, sum },
    }));
    entries.sort_by(|one, other| {
        let key = |entry: &LedgerEntry| (entry.row.day, entry.restaurant.clone(), entry.row.provider);
        key(one).cmp(&key(other))
    });
    Ok(entries)
}

/// What was taken by payment type, as the API says it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentTotals {
    pub groups: Vec<PaymentGroup>,
    pub count: u64,
    pub total: Money,
    pub currency: Currency,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentGroup {
    pub payment_type: PaymentType,
    pub payment_name: Option<String>,
    pub count: u64,
    pub total: Money,
    pub currency: Currency,
}

/// Takings by payment type, the largest first. The outer total is of the account's own currency.
pub fn payments(app: &AppState, access: Access, asked: Option<Id>, days: Option<(Day, Day)>) -> Result<PaymentTotals> {
    let restaurant = access.narrow(asked);
    let reader = app.store.read()?;
    let currency = reader.settings()?.currency;
    if restaurant == Some(Id::NIL) {
        // The id of no restaurant, which the totals use for "all".
        return Ok(PaymentTotals { groups: Vec::new(), count: 0, total: Money(0), currency });
    }
    let grouped = totals::grouped(&reader, restaurant, days)?.into_iter();
    let told = |(TotalGroup { kind: payment_type, name: payment_name, currency, .. }, Sum { count, total })| {
        PaymentGroup { payment_type, payment_name, count, total, currency }
    };
    let mut groups: Vec<PaymentGroup> = grouped.map(told).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.total));
    let count = groups.iter().map(|group| group.count).sum();
    let own = groups.iter().filter(|group| group.currency == currency);
    let total = own.fold(Money(0), |sum, group| sum.plus(group.total));
    Ok(PaymentTotals { groups, count, total, currency })
}
