//! What a package costs.
//!
//! Several fields can be read in more than one way, and even the platform's own samples do not all add up. So each way is
//! tried, what is known best first, and the one whose sums hold is taken. Where none does, everything stays as it was told,
//! and the order is flagged when it is stored: no discount and no charge is made up to close a gap. Of discounts only the
//! seller's share is told for certain, so a campaign that the platform pays for may be such a gap.

use super::items::ToldItem;
use crate::{Loose, amount, first_to_hold, list_of, times};
use model::{Amount, Currency, Item, Money, money::MOST};
use serde_json::Value;

/// Which field is the price, and whether the options are in it. Known best first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PriceField {
    /// `unitSellingPrice` holds the options, as in the platform's sample: 34.99 + 6.00 = 40.99.
    Inside,
    /// The options come on top of it.
    OnTop,
    /// `price` is the dish alone, whatever `unitSellingPrice` says.
    OnPrice,
    /// `price` is that of all pieces with their options, as one author reads it.
    Line,
}

const FIELDS: [PriceField; 4] = [PriceField::Inside, PriceField::OnTop, PriceField::OnPrice, PriceField::Line];

/// Kuruş that rounded pieces may miss by together, at most.
const MOST_ROUNDED: i64 = 20;

/// A line as one way of reading has it.
struct Priced {
    quantity: u32,
    dish: Option<Money>,
    total: Money,
}

/// What is taken off the lines, and what is left to be paid.
#[derive(Clone, Copy)]
struct Bill {
    discount: Money,
    total: Money,
}

pub fn read(package: &Loose<'_>, lines: Vec<ToldItem>, currency: Currency) -> (Vec<Item>, Amount) {
    let told = package.get("totalPrice").must(Loose::money);
    let delivery_fee = package.get("totalDeliveryPrice").money().unwrap_or_default();
    let shares = shares(package.value());
    let mut ways = Vec::new();
    // There are as many of a line as it has pieces in most answers, as its `quantity` says in some.
    for is_counted in [false, true] {
        for bills in told.map(|told| bills(told, &shares)).unwrap_or_default() {
            ways.extend(FIELDS.iter().flat_map(|field| bills.iter().map(move |bill| (is_counted, *field, *bill))));
        }
    }
    let gap = |(is_counted, field, bill): &(bool, PriceField, Bill)| {
        let comes_to = of_all(&all_priced(&lines, *is_counted, *field)?).minus(bill.discount).plus(delivery_fee);
        Some(comes_to.minus(bill.total))
    };
    // Prices that were rounded piece by piece miss by a kuruş each: that says which way is meant, and is flagged.
    let pieces = lines.iter().map(|line| i64::from(line.item.quantity)).sum::<i64>().clamp(1, MOST_ROUNDED);
    let held = [1, pieces].into_iter().find_map(|slack| first_to_hold(ways.iter().copied(), slack, gap));
    let held = held.and_then(|(is_counted, field, bill)| Some((all_priced(&lines, is_counted, field)?, bill)));
    let (priced, bill) = held.unwrap_or_else(|| {
        let priced: Vec<Priced> = lines.iter().map(as_told).collect();
        let discount = shares.first().map_or(Money(0), |share| share.seller);
        let unsaid = || Money(of_all(&priced).plus(delivery_fee).minus(discount).0.max(0)).min(MOST);
        let total = told.unwrap_or_else(unsaid);
        (priced, Bill { discount, total })
    });
    let Bill { discount, total } = bill;
    let subtotal = of_all(&priced);
    let amount = Amount { subtotal, discount, delivery_fee, fees: Money(0), tip: Money(0), total, currency };
    let items = lines.into_iter().zip(priced).map(|(line, priced)| {
        let Priced { quantity, dish, total } = priced;
        Item { quantity, unit_price: dish, total, ..line.item }
    });
    (items.collect(), amount)
}

/// `None` where a line speaks against this way of reading.
fn all_priced(lines: &[ToldItem], is_counted: bool, field: PriceField) -> Option<Vec<Priced>> {
    // Where `price` and the options make up `unitSellingPrice`, adding them again would count them twice.
    if field == PriceField::OnTop && lines.iter().any(shows_options_inside) {
        return None;
    }
    lines.iter().map(|line| priced(line, line.counted.filter(|_| is_counted), field)).collect()
}

fn priced(line: &ToldItem, counted: Option<u32>, field: PriceField) -> Option<Priced> {
    let quantity = counted.unwrap_or(line.item.quantity);
    let extras = line.extras;
    let on_top = |price: Option<Money>| {
        let total = times(price.unwrap_or_default().plus(extras), quantity);
        Some(Priced { quantity, dish: price, total })
    };
    match field {
        PriceField::Inside => {
            let piece = line.selling.or(line.price);
            let alone = piece.map_or(Some(None), |piece| Some(Some(rest(piece, extras)?)))?;
            Some(Priced { quantity, dish: alone, total: times(piece.unwrap_or_default(), quantity) })
        }
        PriceField::OnTop => on_top(line.selling.or(line.price)),
        PriceField::OnPrice => on_top(line.price.or(line.selling)),
        PriceField::Line => {
            let total = line.price?;
            let piece = Money(total.0 / i64::from(quantity.max(1)));
            Some(Priced { quantity, dish: Some(rest(piece, extras)?), total })
        }
    }
}

/// As it is known best, though it does not add up.
fn as_told(line: &ToldItem) -> Priced {
    priced(line, None, PriceField::Inside).unwrap_or_else(|| {
        let (quantity, dish) = (line.item.quantity, line.selling.or(line.price));
        Priced { quantity, dish, total: times(dish.unwrap_or_default(), quantity) }
    })
}

fn shows_options_inside(line: &ToldItem) -> bool {
    let (Some(price), Some(selling)) = (line.price, line.selling) else { return false };
    line.extras > Money(1) && price.plus(line.extras).minus(selling).0.abs() <= 1
}

/// What is left of the price without the options; an option that costs more than the whole is not in it.
fn rest(price: Money, extras: Money) -> Option<Money> {
    Some(price.minus(extras)).filter(|rest| *rest >= Money(0))
}

/// The two ways to read `totalPrice`, each with the discounts that were told.
///
/// Whether the seller's share is off it already is not settled: by the documentation it is what the customer pays, two
/// programs in use take the share off it. The lines tell in all but a few cases: where an option costs as much as the
/// discount, both may hold. Then `totalPrice` itself wins, because it is what the courier asks for at the door: who is
/// asked for too much says so, who is asked for too little does not.
fn bills(told: Money, shares: &[DiscountShare]) -> Vec<Vec<Bill>> {
    let already = shares.iter().flat_map(|share| [share.whole, share.seller]);
    let already = already.map(|discount| Bill { discount, total: told }).collect();
    let not_yet = shares.iter().filter(|share| share.seller <= told);
    let not_yet = not_yet.map(|share| Bill { discount: share.seller, total: told.minus(share.seller) });
    vec![already, not_yet.collect()]
}

/// What all discounts come to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct DiscountShare {
    seller: Money,
    /// With the platform's part, which only older answers tell.
    whole: Money,
}

/// As the package sums it up, and as its pieces do, which is of today where some of them were cancelled. Read from the bare
/// JSON, because a discount of another shape is no reason to have a person look.
fn shares(package: &Value) -> Vec<DiscountShare> {
    let of_package = sum(discounts(package).filter_map(|discount| money(&discount["totalSellerAmount"])));
    let pieces = || list_of(&package["lines"]).iter().flat_map(|line| list_of(&line["items"]));
    let amounts = || {
        let live = pieces().filter(|piece| piece["isCancelled"] != true);
        live.flat_map(discounts).map(|discount| &discount["amount"])
    };
    let seller = |amount: &Value| money(&amount["seller"]).or_else(|| money(amount));
    let whole = |amount: &Value| {
        let parts = [seller(amount), money(&amount["trendyol"])];
        money(&amount["total"]).unwrap_or_else(|| sum(parts.into_iter().flatten()))
    };
    let of_pieces = DiscountShare { seller: sum(amounts().filter_map(seller)), whole: sum(amounts().map(whole)) };
    let of_package = DiscountShare { seller: of_package, whole: of_package };
    let none = DiscountShare { seller: Money(0), whole: Money(0) };
    let found: Vec<DiscountShare> = [of_package, of_pieces].into_iter().filter(|share| *share != none).collect();
    if found.is_empty() { vec![none] } else { found }
}

fn discounts(holder: &Value) -> impl Iterator<Item = &Value> {
    list_of(&holder["promotions"]).iter().chain([&holder["coupon"]])
}

fn of_all(priced: &[Priced]) -> Money {
    sum(priced.iter().map(|line| line.total))
}

/// A discount below zero is none.
fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    amount::sum(amounts.filter(|amount| *amount > Money(0)))
}

/// A decimal amount, if it is one.
pub fn money(value: &Value) -> Option<Money> {
    match value {
        Value::Number(number) => Money::parse_rounding(&number.to_string()).ok(),
        Value::String(text) => amount::read(text).map(|(money, _)| money),
        _ => None,
    }
}
