//! What was ordered, with options at every depth.
//!
//! Whether a price is of one piece or of the whole line, and whether an option's price is part of it, is not settled over
//! there: programs in use read it differently. The order's own total tells: the reading that adds up to it is the right
//! one. How many of an option there are is shown as they say it.

use crate::{
    model::{
        Money, fold,
        money::MOST,
        order::{Item, ItemOption, OptionKind},
    },
    platforms::loose::{Loose, settle_depth},
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

type Reading = (Price, Extra);

/// Known best first: most take `price` for the line's, and a test that somebody runs adds the options to it.
const READINGS: [Reading; 10] = [
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

/// An item with its prices as they were told; those of its options are `primaryPrice`.
struct Told {
    item: Item,
    price: Option<Money>,
    unit_price: Option<Money>,
}

/// What a whole line costs: its dishes alone, and with what is chosen for them.
struct Cost {
    /// Below zero where this reading cannot be: options that cost more than the whole are not in it.
    dishes: Money,
    total: Money,
}

/// `goods`: what all lines come to, where that is said.
pub fn read(items: &Loose<'_>, goods: Option<Money>) -> Vec<Item> {
    let told: Vec<Told> = items.list().iter().map(read_item).collect();
    if told.is_empty() {
        items.problem();
    }
    let adds_up = |reading: &Reading| {
        let costs = told.iter().map(|told| cost(told, *reading));
        let sum = costs.into_iter().try_fold(Money(0), |sum, cost| {
            let is_possible = cost.dishes >= Money(0);
            is_possible.then_some(sum.plus(cost.total))
        });
        sum.zip(goods).is_some_and(|(sum, goods)| sum.minus(goods).0.abs() <= 1)
    };
    let found = READINGS.into_iter().find(adds_up);
    let reading = found.unwrap_or_else(|| best_known(&told));
    told.into_iter().map(|told| settle(told, reading, found.is_some())).collect()
}

fn read_item(item: &Loose<'_>) -> Told {
    let name = item.get("name");
    let price = item.get("price");
    let (told, unit_price) = (price.minor(), item.get("unitPrice").minor());
    price.needed(told.or(unit_price));
    let item = Item {
        id: item.get("id").text(),
        product_id: id(&item.get("productId")),
        remote_code: None,
        name: name.needed(name.text()).unwrap_or_else(|| "?".to_owned()),
        quantity: pieces(&item.get("amount"), true),
        unit_price: None,
        total: Money(0),
        note: item.get("note").text(),
        options: item.get("options").list().iter().map(|option| read_choice(option, false)).collect(),
    };
    Told { item, price: told, unit_price }
}

/// `itemNames` may list several with commas in between; they were chosen together and have one price, so they stay one.
///
/// `below_left_out`: what belongs to something that is left out is left out with it, and costs nothing.
fn read_choice(option: &Loose<'_>, below_left_out: bool) -> ItemOption {
    let name = option.get("itemNames");
    let is_left_out = below_left_out || is_left_out(option);
    ItemOption {
        id: id(&option.any(&["optionItemId", "objectOptionItemId"])),
        group: option.get("headerName").text(),
        name: name.needed(name.text()).unwrap_or_else(|| "?".to_owned()),
        quantity: pieces(&option.get("quantity"), false),
        price: option.get("primaryPrice").minor().filter(|_| !is_left_out),
        kind: if is_left_out { OptionKind::Remove } else { OptionKind::Add },
        options: option.get("subOptions").list().iter().map(|option| read_choice(option, is_left_out)).collect(),
    }
}

/// Where nothing adds up. Still, a price that is also that of one piece is not the line's.
fn best_known(told: &[Told]) -> Reading {
    let of_several = || told.iter().filter(|told| told.item.quantity > 1);
    let is_of_a_piece = |told: &Told| told.price.is_some() && told.price == told.unit_price;
    let per_piece = of_several().next().is_some() && of_several().all(is_of_a_piece);
    if per_piece { (Price::Piece, Extra::Item) } else { (Price::Line, Extra::Line) }
}

fn cost(told: &Told, reading: Reading) -> Cost {
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
fn settle(told: Told, reading: Reading, adds_up: bool) -> Item {
    let Cost { dishes, total } = cost(&told, reading);
    let Told { item, price, unit_price } = told;
    let quantity = item.quantity;
    let fits = |unit: &Money| times(*unit, quantity).minus(dishes).0.abs() < i64::from(quantity);
    let alone = price.or(unit_price).map(|_| divided(dishes, quantity));
    let unit_price = unit_price.filter(|unit| !adds_up || fits(unit)).or(alone);
    let options = item.options.into_iter().map(|option| settle_choice(option, quantity, reading)).collect();
    Item { unit_price, total, options: settle_depth(options), ..item }
}

fn settle_choice(option: ItemOption, of: u32, reading: Reading) -> ItemOption {
    let price = option.price.map(|price| divided(on_line(price, option.quantity, of, reading), of));
    let below = option.options.into_iter().map(|option| settle_choice(option, of, reading));
    ItemOption { price, options: below.collect(), ..option }
}

fn with_those_below(options: &[ItemOption], of: u32, reading: Reading) -> Money {
    let one = |option: &ItemOption| {
        let own = option.price.map_or(Money(0), |price| on_line(price, option.quantity, of, reading));
        own.plus(with_those_below(&option.options, of, reading))
    };
    options.iter().map(one).fold(Money(0), Money::plus).min(MOST)
}

/// What one option adds to its line, those below it left out.
fn on_line(price: Money, count: u32, of: u32, reading: Reading) -> Money {
    match reading {
        (_, Extra::Line) | (Price::Line, Extra::Inside) => price,
        (_, Extra::Piece) => times(price, count),
        (_, Extra::Item) | (Price::Piece, Extra::Inside) => times(price, of),
        (_, Extra::Each) => times(times(price, count), of),
    }
}

/// Where the mark is missing, the name of the group may still say it; then a person looks as well.
fn is_left_out(option: &Loose<'_>) -> bool {
    let mark = option.get("excluded");
    if let Some(is_left_out) = mark.flag() {
        return is_left_out;
    }
    let group = fold(&option.get("headerName").text().unwrap_or_default());
    let says_so = ["cikar", "istemiyorum", "remove"].iter().any(|word| group.contains(word));
    if says_so {
        mark.problem();
    }
    says_so
}

/// At least one.
fn pieces(amount: &Loose<'_>, is_needed: bool) -> u32 {
    let read = amount.whole();
    let pieces = read.and_then(|pieces| u32::try_from(pieces).ok()).filter(|pieces| *pieces > 0);
    if pieces.is_none() && (is_needed || read.is_some()) {
        amount.problem();
    }
    pieces.unwrap_or(1)
}

/// Zero stands for none.
fn id(field: &Loose<'_>) -> Option<String> {
    field.text().filter(|id| id != "0")
}

fn times(price: Money, count: u32) -> Money {
    Money(price.0.saturating_mul(count.into())).min(MOST)
}

/// What it adds to one piece of the line, to the nearest kuruş.
fn divided(price: Money, by: u32) -> Money {
    let by = i64::from(by.max(1));
    Money(price.0.saturating_add(by / 2) / by)
}
