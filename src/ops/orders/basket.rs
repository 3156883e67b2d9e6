//! What a platform shows of what is in an order, held against what is here: the same, changed there, or merely another.

#[cfg(test)]
mod tests;

use model::order::{BasketChange, CHANGED_THERE};
use model::{Amount, Content, Item, Order, Result, Status, Time, What};
use platforms::{Arrival, Report, ToldChange};
use std::{cmp::Ordering, collections::BTreeMap, time::Duration};

/// A platform's clock may be ahead of ours by this much. What is said to be so later than that says nothing: it would turn down
/// everything that comes after it.
const AHEAD: Duration = Duration::from_hours(1);

/// How what a platform shows of an order differs from what is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    None,
    /// The platform says that it changed: what it shows holds.
    Told,
    /// Nothing says why, or which of the two holds, or not what it is now.
    Unsaid,
}

/// How old what a platform shows is against what is here, by the platform's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    Unknown,
    Older,
    Newer,
}

impl Age {
    /// `raw`: what the platform sent last. It is asked for only where something differs.
    pub fn of(order: &Order, report: &Report, raw: impl FnOnce() -> Result<Option<Vec<u8>>>) -> Result<Age> {
        let is_other = |arrival: &Arrival| !is_same(order, &arrival.content, report.change);
        let Some(shown) = report.as_of.filter(|_| report.arrival.as_ref().is_some_and(is_other)) else {
            return Ok(Age::Unknown);
        };
        let is_possible = |at: &Time| *at <= clock::now().plus(AHEAD);
        let here = match order.changes.last() {
            Some(change) => change.as_of,
            None => raw()?.and_then(|raw| platforms::of(order.provider).as_of(&raw)),
        };
        let both = here.filter(is_possible).filter(|_| is_possible(&shown));
        Ok(match both.map(|here| shown.cmp(&here)) {
            Some(Ordering::Less) => Age::Older,
            Some(Ordering::Greater) => Age::Newer,
            Some(Ordering::Equal) | None => Age::Unknown,
        })
    }
}

/// What the customer gets or pays is not what it was; of a web shop, whose repetition says all that it said at first, anything
/// that was said.
pub fn difference(order: &Order, report: &Report, age: Age) -> Difference {
    // Of what was erased nothing can be compared.
    if order.erased_at.is_some() {
        return Difference::None;
    }
    if let Some(parts) = &report.differs {
        return if parts.is_empty() { Difference::None } else { Difference::Unsaid };
    }
    let Some(Arrival { content, .. }) = &report.arrival else {
        return if report.change == ToldChange::Now { Difference::Unsaid } else { Difference::None };
    };
    let was_so = |change: &BasketChange| match report.change {
        ToldChange::Now => is_same_basket((&change.items, &change.amount), (&content.items, &content.amount)),
        ToldChange::None | ToldChange::Shown => comes_to(&change.items, &change.amount, content),
    };
    let is_of_another = !report.provider_order_id.is_empty() && report.provider_order_id != order.provider_order_id;
    match (report.change, age) {
        _ if is_same(order, content, report.change) => Difference::None,
        (_, Age::Older) => Difference::None,
        (ToldChange::Now, _) if is_of_another => Difference::Unsaid,
        // It was said once before, and something else since: it may be a repetition that comes late.
        (ToldChange::Now, Age::Unknown) if order.changes.iter().skip(1).any(was_so) => Difference::Unsaid,
        (ToldChange::Now, _) => Difference::Told,
        // It was so before, and is shown late.
        (_, Age::Unknown) if order.changes.iter().any(was_so) => Difference::None,
        (ToldChange::Shown, _) => Difference::Told,
        (ToldChange::None, _) => Difference::Unsaid,
    }
}

/// Where a change is told, an option or a note is one too; else two ways of showing one order may differ in such things.
fn is_same(order: &Order, shown: &Content, change: ToldChange) -> bool {
    let here = &order.content;
    match change {
        ToldChange::Now => {
            let has_same_note = shown.note.is_none() || shown.note == here.note;
            has_same_note && is_same_basket((&here.items, &here.amount), (&shown.items, &shown.amount))
        }
        ToldChange::None | ToldChange::Shown => comes_to(&here.items, &here.amount, shown),
    }
}

/// In any order.
fn is_same_basket((items, amount): (&[Item], &Amount), (others, other): (&[Item], &Amount)) -> bool {
    let has_same_items = || {
        let mut left: Vec<&Item> = others.iter().collect();
        let take =
            |item: &Item| left.iter().position(|other| other.is_same(item)).map(|at| left.swap_remove(at)).is_some();
        items.len() == others.len() && items.iter().all(take)
    };
    let are_in_order =
        || items.len() == others.len() && items.iter().zip(others).all(|(one, other)| one.is_same(other));
    amount == other && (are_in_order() || has_same_items())
}

/// As many of each dish for the same money, in any order.
fn comes_to(items: &[Item], amount: &Amount, shown: &Content) -> bool {
    let named = |(one, other): (&Item, &Item)| one.name == other.name && one.quantity == other.quantity;
    let is_in_order = || items.len() == shown.items.len() && items.iter().zip(&shown.items).all(named);
    amount.total == shown.amount.total && (is_in_order() || pieces(items) == pieces(&shown.items))
}

fn pieces(items: &[Item]) -> BTreeMap<&str, u64> {
    let mut pieces = BTreeMap::new();
    for item in items {
        *pieces.entry(item.name.as_str()).or_default() += u64::from(item.quantity);
    }
    pieces
}

/// What follows for an order from what its platform shows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasketSighting {
    Nothing,
    Flagged,
    Changed,
}

/// Takes over what the platform says holds now. Where it merely shows something else, the first content stays, as it may be
/// half cooked, and is flagged.
pub fn see(order: &mut Order, report: &Report, age: Age, now: Time) -> BasketSighting {
    // What comes with a cancellation may be cut short, and is not cooked any more.
    if order.status.is_cancelled() || report.status.is_some_and(Status::is_cancelled) {
        return BasketSighting::Nothing;
    }
    match (difference(order, report, age), &report.arrival) {
        // What was delivered counts: its total is what holds now.
        (Difference::Told, Some(arrival)) => {
            order.change_basket(&arrival.content, report.as_of, now);
            BasketSighting::Changed
        }
        (Difference::Told | Difference::Unsaid, _)
            if !order.status.is_closed() && order.content.add_problem(CHANGED_THERE) =>
        {
            BasketSighting::Flagged
        }
        _ => BasketSighting::Nothing,
    }
}

pub fn changed(before: &Order, after: &Order) -> What {
    What::OrderChanged {
        order_id: after.id,
        provider_order_id: after.provider_order_id.clone(),
        status: after.status,
        old_total: before.content.amount.total,
        new_total: after.content.amount.total,
        currency: after.content.amount.currency,
        is_report: after.reported_at.is_some(),
    }
}
