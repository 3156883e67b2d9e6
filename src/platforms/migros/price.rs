//! What an order and its lines cost.
//!
//! Whether a price is of one piece or of the whole line, and whether an option's price is part of it, is not settled over
//! there: programs in use read it differently. The order's own total tells: the reading that adds up to it is the right
//! one.

use super::items::ToldItem;
use crate::{
    amount::{sum, times},
    loose::{Loose, settle_depth},
};
use model::{
    Currency, Money,
    money::MOST,
    order::{Amount, Item, ItemOption},
};

/// What an item's `price` is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Price {
    Line,
    Piece,
}

/// What an option's price is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    /// On top, for the whole line.
    Line,
    /// On top, for each piece of the option.
    Piece,
    /// On top, for each item of the line.
    Item,
    /// On top, for each piece of the option on each item.
    Each,
    /// In the item's price already, and of as much as that is.
    Inside,
}

/// How the prices of one order are meant.
type PriceReading = (Price, Extra);

/// Known best first: most take `price` for the line's, and one third-party test adds the options to it.
const READINGS: [PriceReading; 10] = [
    (Price::Line, Extra::Line),
    (Price::Line, Extra::Piece),
    (Price::Line, Extra::Item),
    (Price::Line, Extra::Inside),
    (Price::Line, Extra::Each),
    (Price::Piece, Extra::Item),
    (Price::Piece, Extra::Each),
    (Price::Piece, Extra::Inside),
    (Price::Piece, Extra::Line),
    (Price::Piece, Extra::Piece),
];

/// What a whole line costs: its dishes alone, and with what is chosen for them.
struct Cost {
    /// Below zero where this reading cannot be: options that cost more than the whole are not in it.
    dishes: Money,
    total: Money,
}

/// `goods`: what all lines come to, where that is said.
pub fn read_items(told: Vec<ToldItem>, goods: Option<Money>) -> Vec<Item> {
    let adds_up = |reading: &PriceReading| {
        let costs = told.iter().map(|told| cost(told, *reading));
        let sum = costs.into_iter().try_fold(Money(0), |sum, cost| {
            let is_possible = cost.dishes >= Money(0);
            is_possible.then_some(sum.plus(cost.total))
        });
        sum.zip(goods).is_some_and(|(sum, goods)| sum.minus(goods).0.abs() <= 1)
    };
    let found = READINGS.into_iter().find(adds_up);
    let reading = found.unwrap_or_else(|| best_known(&told));
    told.into_iter().map(|told| priced(told, reading, found.is_some())).collect()
}

/// Kuruş: `{"amountAsPenny": 41500, …}`, once seen as the bare number.
pub fn penny(price: &Loose<'_>) -> Option<Money> {
    if price.value().is_object() { price.get("amountAsPenny").minor() } else { price.minor() }
}

/// What is charged is `discounted`, where it is more than nothing. Who pays for the discount is not ours to know. What the
/// items come to and `total` are both shown as told: where they differ, the order is flagged when it is stored.
pub fn read_amount(prices: &Loose<'_>, goods: Option<Money>, items: &[Item], currency: Currency) -> Amount {
    let of_items = sum(items.iter().map(|item| item.total));
    let discounted = prices.get("discounted");
    let charged = penny(&discounted).filter(|charged| *charged > Money(0));
    let total = prices.get("total").needed(charged.or(goods)).unwrap_or(of_items);
    let subtotal = goods.unwrap_or(of_items);
    if goods.is_some_and(|goods| total > goods) {
        discounted.problem();
    }
    Amount {
        subtotal,
        discount: Money(subtotal.minus(total).0.max(0)),
        delivery_fee: Money(0),
        fees: Money(0),
        tip: Money(0),
        total,
        currency,
    }
}

/// Where nothing adds up. Still, a price that is also that of one piece is not the line's.
fn best_known(told: &[ToldItem]) -> PriceReading {
    let of_several = || told.iter().filter(|told| told.item.quantity > 1);
    let is_of_a_piece = |told: &ToldItem| told.price.is_some() && told.price == told.unit_price;
    let per_piece = of_several().next().is_some() && of_several().all(is_of_a_piece);
    if per_piece { (Price::Piece, Extra::Item) } else { (Price::Line, Extra::Line) }
}

fn cost(told: &ToldItem, reading: PriceReading) -> Cost {
    let quantity = told.item.quantity;
    let of_pieces = |price: Option<Money>| price.map(|price| times(price, quantity));
    let price = match reading.0 {
        Price::Line => told.price.or_else(|| of_pieces(told.unit_price)),
        Price::Piece => of_pieces(told.price.or(told.unit_price)),
    };
    let price = price.unwrap_or_default();
    let extras = with_those_below(&told.item.options, quantity, reading);
    match reading.1 {
        Extra::Inside => Cost { dishes: price.minus(extras), total: price },
        Extra::Line | Extra::Piece | Extra::Item | Extra::Each => {
            Cost { dishes: price, total: price.plus(extras).min(MOST) }
        }
    }
}

/// `unitPrice` may be missing or hold the options; shown is the dish alone. Where nothing adds up, it stays as told.
fn priced(told: ToldItem, reading: PriceReading, adds_up: bool) -> Item {
    let Cost { dishes, total } = cost(&told, reading);
    let ToldItem { item, price, unit_price } = told;
    let quantity = item.quantity;
    let fits = |unit: &Money| times(*unit, quantity).minus(dishes).0.abs() < i64::from(quantity);
    let alone = price.or(unit_price).map(|_| divided(dishes, quantity));
    let unit_price = unit_price.filter(|unit| !adds_up || fits(unit)).or(alone);
    let options = item.options.into_iter().map(|option| priced_option(option, quantity, reading)).collect();
    Item { unit_price, total, options: settle_depth(options), ..item }
}

fn priced_option(option: ItemOption, of: u32, reading: PriceReading) -> ItemOption {
    let price = option.price.map(|price| divided(on_line(price, option.quantity, of, reading), of));
    let below = option.options.into_iter().map(|option| priced_option(option, of, reading));
    ItemOption { price, options: below.collect(), ..option }
}

fn with_those_below(options: &[ItemOption], of: u32, reading: PriceReading) -> Money {
    let one = |option: &ItemOption| {
        let own = option.price.map_or(Money(0), |price| on_line(price, option.quantity, of, reading));
        own.plus(with_those_below(&option.options, of, reading))
    };
    sum(options.iter().map(one))
}

/// What one option adds to its line, those below it left out.
fn on_line(price: Money, count: u32, of: u32, reading: PriceReading) -> Money {
    match reading {
        (_, Extra::Line) | (Price::Line, Extra::Inside) => price,
        (_, Extra::Piece) => times(price, count),
        (_, Extra::Item) | (Price::Piece, Extra::Inside) => times(price, of),
        (_, Extra::Each) => times(times(price, count), of),
    }
}

/// What it adds to one piece of the line, to the nearest kuruş.
fn divided(price: Money, by: u32) -> Money {
    let by = i64::from(by.max(1));
    Money(price.0.saturating_add(by / 2) / by)
}
