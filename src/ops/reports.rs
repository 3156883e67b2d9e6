//! Accounting: which orders wait to be reported, marking them, and what was taken by payment type.

use super::{Ctx, House, orders, restaurants};
use crate::{
    model::{Currency, Day, Failure, Id, Money, Page, Provider, Walk, order::PaymentType},
    store::{Accounts, OrderFilter, Orders, orders::LineText, totals},
};
use serde::{Deserialize, Serialize};

pub fn pending(house: &House, filter: &OrderFilter, walk: &Walk) -> Result<Page<LineText>, Failure> {
    house.store.read()?.list_pending(filter, walk)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Marked {
    pub provider_order_id: String,
    pub is_report: bool,
}

/// Which order is meant, where shops share a number.
#[derive(Clone, Debug, Default)]
pub struct Meant {
    pub provider_order_id: String,
    pub provider: Option<Provider>,
    pub restaurant: Option<Id>,
}

/// Stamps an order as handed over. Doing it twice is fine; the first time counts.
pub async fn mark(ctx: Ctx, meant: Meant) -> Result<Marked, Failure> {
    ctx.write(move |tx| {
        let mut found = tx.orders_with_platform_id(&meant.provider_order_id)?;
        found.retain(|(_, provider, restaurant)| {
            meant.provider.is_none_or(|wanted| wanted == *provider)
                && meant.restaurant.is_none_or(|wanted| wanted == *restaurant)
        });
        // Orders outlive their restaurant; one that never was is unknown.
        if let Some(restaurant) = meant.restaurant.filter(|_| found.is_empty()) {
            restaurants::find(tx, &restaurant.to_string())?;
        }
        let before = orders::one_of(tx, &found)?;
        if before.reported_at.is_none() {
            let mut after = before.clone();
            after.reported_at = Some(tx.now);
            after.updated_at = tx.now;
            tx.change_order(&before, &after)?;
        }
        Ok(Marked { provider_order_id: before.provider_order_id, is_report: true })
    })
    .await
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Payments {
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
pub fn payments(house: &House, restaurant: Option<Id>, days: Option<(Day, Day)>) -> Result<Payments, Failure> {
    let reader = house.store.read()?;
    let currency = reader.settings()?.currency;
    if restaurant == Some(Id::NIL) {
        // Nobody's id, which the totals use for "all".
        return Ok(Payments { groups: Vec::new(), count: 0, total: Money(0), currency });
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
    Ok(Payments { groups, count, total, currency })
}
