//! What an order and its lines cost.
//!
//! Whether a price is of one piece or of the whole line, and whether an option's price is part of it, is not settled over
//! there: programs in use read it differently. The order's own total tells: the reading that adds up to it is the right
//! one.

use super::items::ToldItem;
use crate::{Cost, Loose, OptionCount, Per, PriceReading, first_to_hold, settle_depth, sum, times};
use model::{Amount, Currency, Item, ItemOption, Money};

/// Known best first: most take `price` for the line's, and one third-party test adds the options to it.
const READINGS: [PriceReading; 10] = [
    PriceReading::on_top(Per::Line, Per::Line, OptionCount::Once),
    PriceReading::on_top(Per::Line, Per::Line, OptionCount::Own),
    PriceReading::on_top(Per::Line, Per::Piece, OptionCount::Once),
    PriceReading::inside(Per::Line),
    PriceReading::on_top(Per::Line, Per::Piece, OptionCount::Own),
    OF_A_PIECE,
    PriceReading::on_top(Per::Piece, Per::Piece, OptionCount::Own),
    PriceReading::inside(Per::Piece),
    PriceReading::on_top(Per::Piece, Per::Line, OptionCount::Once),
    PriceReading::on_top(Per::Piece, Per::Line, OptionCount::Own),
];
const OF_A_PIECE: PriceReading = PriceReading::on_top(Per::Piece, Per::Piece, OptionCount::Once);

/// `goods`: what all lines come to, where that is said.
pub fn read_items(told: Vec<ToldItem>, goods: Option<Money>) -> Vec<Item> {
    let found = first_to_hold(READINGS, 1, |reading| {
        let sum = told.iter().map(|told| cost(told, *reading)).try_fold(Money(0), |sum, cost| {
            let is_possible = cost.dishes >= Money(0);
            is_possible.then_some(sum.plus(cost.total))
        });
        Some(sum?.minus(goods?))
    });
    let reading = found.unwrap_or_else(|| best_known(&told));
    told.into_iter().map(|told| priced(told, reading, found.is_some())).collect()
}

/// Kuruş: `{"amountAsPenny": 41500, …}`, once seen as the bare number.
pub fn penny(price: &Loose<'_>) -> Option<Money> {
    price.get_or_self("amountAsPenny").minor()
}

/// What is charged is `discounted`, and whether it is certain that this is nothing. Zero may also stand for no discount:
/// where nothing says which it is, the zero is shown, and a person looks. Who pays for the discount is not ours to know.
/// What the items come to and `total` are both shown as told: where they differ, the order is flagged when it is stored.
pub fn read_amount(order: &Loose<'_>, goods: Option<Money>, items: &[Item], currency: Currency) -> (Amount, bool) {
    let of_items = sum(items.iter().map(|item| item.total));
    let prices = order.get("prices");
    let discounted = prices.get("discounted");
    let told = penny(&discounted);
    let off_to_zero = goods.filter(|goods| *goods > Money(0) && told == Some(Money(0)));
    let is_free = off_to_zero.and_then(|goods| is_free(order, goods));
    let charged = told.filter(|charged| *charged > Money(0) || (off_to_zero.is_some() && is_free != Some(false)));
    let total = prices.get("total").needed(charged.or(goods)).unwrap_or(of_items);
    let subtotal = goods.unwrap_or(of_items);
    let is_unclear = off_to_zero.is_some() && is_free.is_none();
    if is_unclear || goods.is_some_and(|goods| total > goods) {
        discounted.problem();
    }
    let discount = Money(subtotal.minus(total).0.max(0));
    let amount = Amount { subtotal, discount, delivery_fee: Money(0), fees: Money(0), tip: Money(0), total, currency };
    (amount, is_free == Some(true))
}

/// Whether a zero means that the order is free: by the two parts of the discount, each told as what it leaves of the whole,
/// or by the options, which say what is left of their prices.
fn is_free(order: &Loose<'_>, goods: Money) -> Option<bool> {
    let off = |name: &str| Some(goods.minus(penny(&order.get("prices").get(name))?));
    match off("restaurantDiscounted").zip(off("migrosDiscounted")) {
        Some((Money(0), Money(0))) => return Some(false),
        Some((restaurant, migros)) if restaurant.plus(migros) == goods => return Some(true),
        _ => {}
    }
    let left: Vec<Option<Money>> =
        order.get("items").list().iter().flat_map(|item| left_of_options(&item.get("options"))).collect();
    (!left.is_empty() && left.iter().all(|left| *left == Some(Money(0)))).then_some(true)
}

/// What is left of the price of each option that has one.
fn left_of_options(options: &Loose<'_>) -> Vec<Option<Money>> {
    let of_option = |option: &Loose<'_>| {
        let is_priced = option.get("primaryPrice").minor().is_some_and(|price| price > Money(0));
        let left = is_priced.then(|| option.get("primaryDiscountedPrice").minor());
        left.into_iter().chain(left_of_options(&option.get("subOptions"))).collect::<Vec<_>>()
    };
    let is_wanted = |option: &&Loose<'_>| option.get("excluded").flag() != Some(true);
    options.list().iter().filter(is_wanted).flat_map(of_option).collect()
}

/// Where nothing adds up. Still, a price that is also that of one piece is not the line's.
fn best_known(told: &[ToldItem]) -> PriceReading {
    let of_several = || told.iter().filter(|told| told.item.quantity > 1);
    let is_of_a_piece = |told: &ToldItem| told.price.is_some() && told.price == told.unit_price;
    let per_piece = of_several().next().is_some() && of_several().all(is_of_a_piece);
    if per_piece { OF_A_PIECE } else { READINGS[0] }
}

fn cost(told: &ToldItem, reading: PriceReading) -> Cost {
    let (price, reading) = match (told.price, told.unit_price) {
        (None, Some(unit)) => (unit, PriceReading { price: Per::Piece, ..reading }),
        (price, _) => (price.unwrap_or_default(), reading),
    };
    reading.cost(price, &told.item.options, told.item.quantity)
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
    let price = option.price.map(|_| divided(reading.of_option(&option, of, 1), of));
    let below = option.options.into_iter().map(|option| priced_option(option, of, reading));
    ItemOption { price, options: below.collect(), ..option }
}

/// What it adds to one piece of the line, to the nearest kuruş.
fn divided(price: Money, by: u32) -> Money {
    let by = i64::from(by.max(1));
    Money(price.0.saturating_add(by / 2) / by)
}
