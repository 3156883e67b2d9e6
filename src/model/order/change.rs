//! `BasketChange`: what was in an order until its platform said that it changed.

use super::content::{AMOUNTS, Amount, CHANGED_THERE, Content, DAMAGED, Item, PROBLEMS, SIZE};
use crate::{Time, payment::Payment};
use serde::{Deserialize, Serialize};
use std::mem;

/// Changes of one order that are kept one by one, and what all of them may take as JSON. Beyond either the oldest two become
/// one, so that what came first and what came last are always told.
pub const MOST_CHANGES: usize = 20;
pub const MOST_CHANGE_BYTES: usize = 128 * 1024;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BasketChange {
    pub at: Time,
    /// What it was until then. What it became is what the next change begins with, and after the last what the order has.
    pub items: Vec<Item>,
    pub amount: Amount,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it was changed by the platform's own clock, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Time>,
    /// A person has taken note of it.
    #[serde(default)]
    pub is_seen: bool,
}

impl BasketChange {
    pub(super) fn erase(&mut self) {
        let BasketChange { at: _, items, amount: _, note, as_of: _, is_seen: _ } = self;
        items.iter_mut().for_each(Item::erase);
        *note = None;
    }
}

impl Content {
    /// Takes over what a platform says is in the order now, and what that comes to; its note, where it has one, too. Who
    /// ordered, how it is paid and when it is wanted stay as they came. Answers what was.
    pub(super) fn change_basket(&mut self, fresh: &Content, as_of: Option<Time>, now: Time) -> BasketChange {
        let mut marked = mem::replace(&mut self.items, fresh.items.clone());
        let items = marked.iter().cloned().map(Item::unmarked).collect();
        // What stayed as it was is as far as it was.
        for item in &mut self.items {
            let same = marked.iter().position(|old| old.is_same(item));
            item.done_at = same.and_then(|at| marked.swap_remove(at).done_at);
        }
        // In the money that it was ordered in, whatever the restaurant's is by now.
        let fresh_amount = Amount { currency: self.amount.currency, ..fresh.amount.clone() };
        let amount = mem::replace(&mut self.amount, fresh_amount);
        let note = self.note.clone();
        self.note = fresh.note.clone().or_else(|| self.note.take());
        // What could not be understood of the first JSON says nothing of this one.
        let is_of_reading =
            |problem: &str| [CHANGED_THERE, AMOUNTS, SIZE, DAMAGED].contains(&problem) || !PROBLEMS.contains(&problem);
        self.problems.retain(|problem| !is_of_reading(problem));
        for problem in &fresh.problems {
            self.add_problem(problem);
        }
        let paid = |payment: &Payment| (payment.name.clone(), payment.is_paid);
        if fresh.payment.name.is_some() && paid(&self.payment) != paid(&fresh.payment) {
            // Money is not led elsewhere on the way: a person looks.
            self.add_problem(CHANGED_THERE);
        } else if fresh.payment.name.is_some() {
            // What the courier brings back from the customer's note is another sum.
            self.payment.required_change = fresh.payment.required_change;
        }
        self.flag_amounts();
        BasketChange { at: now, items, amount, note, as_of, is_seen: false }
    }
}

/// A person has taken note of the change of that moment, and so of those before it. Answers whether that is new.
pub(super) fn see(changes: &mut [BasketChange], up_to: Time) -> bool {
    let seen = changes.iter().rposition(|change| change.at == up_to).map_or(0, |last| last + 1);
    let mut is_new = false;
    for change in &mut changes[..seen] {
        is_new |= !mem::replace(&mut change.is_seen, true);
    }
    is_new
}

pub(super) fn bound(changes: &mut Vec<BasketChange>) {
    let bytes = |change: &BasketChange| serde_json::to_vec(change).map_or(0, |text| text.len());
    let mut sizes: Vec<usize> = changes.iter().map(bytes).collect();
    while changes.len() > 1 && (changes.len() > MOST_CHANGES || sizes.iter().sum::<usize>() > MOST_CHANGE_BYTES) {
        let second = changes.remove(1);
        sizes.remove(1);
        (changes[0].at, changes[0].as_of) = (second.at, second.as_of);
        changes[0].is_seen &= second.is_seen;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Currency, Money};

    fn change(at: i64, items: usize, is_seen: bool) -> BasketChange {
        let (id, unit_price, total) = (None, None, Money(100));
        let name = format!("{at} {}", "x".repeat(1_000));
        let (product_id, remote_code, note, if_unavailable, options) = (None, None, None, None, Vec::new());
        let quantity = 1;
        let item = Item {
            id,
            product_id,
            remote_code,
            name,
            quantity,
            unit_price,
            total,
            note,
            if_unavailable,
            options,
            done_at: None,
        };
        let zero = Money(0);
        let amount = Amount {
            subtotal: total,
            discount: zero,
            delivery_fee: zero,
            fees: zero,
            tip: zero,
            total,
            currency: Currency::TRY,
        };
        BasketChange { at: Time(at), items: vec![item; items], amount, note: None, as_of: Some(Time(at)), is_seen }
    }

    fn bounded(mut changes: Vec<BasketChange>) -> Vec<BasketChange> {
        bound(&mut changes);
        changes
    }

    #[test]
    fn what_came_first_and_what_came_last_are_kept_whatever_lies_between() {
        let few: Vec<BasketChange> = (0..20).map(|at| change(at, 1, true)).collect();
        assert_eq!(bounded(few.clone()), few);
        let many = bounded((0..25).map(|at| change(at, 1, at != 3)).collect());
        assert_eq!(many.len(), MOST_CHANGES);
        assert_eq!((many[0].items[0].name.as_str().split(' ').next(), many[0].at), (Some("0"), Time(5)));
        assert_eq!(many[0].as_of, Some(Time(5)));
        assert_eq!((many[0].is_seen, many[1].at, many[19].at), (false, Time(6), Time(24)));
        let large = bounded((0..5).map(|at| change(at, 50, true)).collect());
        assert_eq!((large.len(), large[0].at, large[1].at), (2, Time(3), Time(4)));
        assert_eq!(bounded(vec![change(0, 300, true), change(1, 1, true)]).len(), 1, "more than all of them may take");
    }

    #[test]
    fn a_change_that_came_after_what_was_seen_is_still_to_be_seen() {
        let mut changes: Vec<BasketChange> = (1..4).map(|at| change(at, 1, false)).collect();
        let seen = |changes: &[BasketChange]| changes.iter().map(|change| change.is_seen).collect::<Vec<bool>>();
        assert!(!see(&mut changes, Time(9)), "there is none of that moment");
        assert!(see(&mut changes, Time(2)) && !see(&mut changes, Time(1)));
        assert_eq!(seen(&changes), [true, true, false]);
        assert!(see(&mut changes, Time(3)) && !see(&mut changes, Time(3)) && !see(&mut [], Time(3)));
    }
}
