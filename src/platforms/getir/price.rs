//! What an order and its lines cost.
//!
//! A line's total is told (`totalPriceWithOption`), with its options inside. Of `extraIngredients`, which a relayed
//! order has beside the options, it is not said whether that total holds them: it is read so that the lines come to the
//! order's own total, as told first, then with the extras on top for each piece, then for each line. Where none does,
//! the lines stay as told.

use super::items::ToldItem;
use crate::{Loose, first_to_hold, times};
use model::{Amount, Currency, Item, Money};

/// Ways to read what a line comes to, known best first.
const READINGS: [fn(&ToldItem) -> Money; 3] = [
    |told| told.item.total,
    |told| told.item.total.plus(times(told.extras, told.item.quantity)),
    |told| told.item.total.plus(told.extras),
];

/// The items, with the extras on top where only that comes to the whole.
pub fn read_items(order: &Loose<'_>, told: Vec<ToldItem>) -> Vec<Item> {
    let has_extras = told.iter().any(|told| told.extras > Money(0));
    let whole = order.get("totalPrice").money().filter(|_| has_extras);
    let of_all = |reading: &fn(&ToldItem) -> Money| told.iter().map(reading).fold(Money(0), Money::plus);
    let found = first_to_hold(READINGS, 1, |reading| Some(of_all(reading).minus(whole?)));
    let total = found.unwrap_or(READINGS[0]);
    told.into_iter().map(|told| Item { total: total(&told), ..told.item }).collect()
}

/// What the customer pays is the discounted sum, and whether it is certain that this is nothing. The sum is missing where
/// nothing was taken off, or zero: where the lines do not say which it is, the zero is shown, and a person looks.
pub fn read_amount(order: &Loose<'_>, items: &[Item], currency: Currency) -> (Amount, bool) {
    let of_items = || items.iter().fold(Money(0), |sum, item| sum.plus(item.total));
    let full = order.get("totalPrice").must(Loose::money);
    let discounted = order.get("totalDiscountedPrice");
    let told = discounted.money();
    let off_to_zero = full.filter(|full| *full > Money(0) && told == Some(Money(0)));
    let is_free = off_to_zero.and_then(|full| is_free(order, full));
    if off_to_zero.is_some() && is_free.is_none() {
        discounted.problem();
    }
    let after_discount = told.filter(|money| *money > Money(0) || (off_to_zero.is_some() && is_free != Some(false)));
    let subtotal = full.unwrap_or_else(|| after_discount.unwrap_or_else(of_items));
    let total = after_discount.unwrap_or(subtotal);
    let discount = subtotal.minus(total).max(Money(0));
    let amount = Amount { subtotal, discount, delivery_fee: Money(0), fees: Money(0), tip: Money(0), total, currency };
    (amount, is_free == Some(true))
}

/// Pushes say of each line what it comes to after discounts: nothing, or as much as before. Else it is not known.
fn is_free(order: &Loose<'_>, full: Money) -> Option<bool> {
    let lines = order.get("products").list();
    let told: Vec<Money> = lines.iter().filter_map(|line| line.get("totalDiscountedPriceWithOption").money()).collect();
    let is_whole = told.len() == lines.len();
    let sum = told.into_iter().reduce(Money::plus)?;
    let costs_as_before = sum.plus(Money(1)) >= full;
    let costs_nothing = is_whole && sum <= Money(1);
    (costs_as_before || costs_nothing).then_some(!costs_as_before)
}
