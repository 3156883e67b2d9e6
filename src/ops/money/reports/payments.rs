//! What was taken, by payment type, as the API says it.

use crate::AppState;
use model::{Access, Currency, Day, Id, Money, PaymentType, Result};
use serde::Serialize;
use store::{Accounts, totals};

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
    let mut groups: Vec<PaymentGroup> = totals::grouped(&reader, restaurant, days)?
        .into_iter()
        .map(|(group, sum)| PaymentGroup {
            payment_type: group.kind,
            payment_name: group.name,
            count: sum.count,
            total: sum.total,
            currency: group.currency,
        })
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.total));
    let count = groups.iter().map(|group| group.count).sum();
    let own = groups.iter().filter(|group| group.currency == currency);
    let total = own.fold(Money(0), |sum, group| sum.plus(group.total));
    Ok(PaymentTotals { groups, count, total, currency })
}
