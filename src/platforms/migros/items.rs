//! What was ordered, with options at every depth.
//!
//! Whether an option's price is part of its line's, and for how much of it, is not settled over there. The order's own
//! total tells: the reading that adds up to it is the right one. How many of an option there are is shown as they say it.

use crate::{
    model::{
        Money, fold,
        money::MOST,
        order::{Choice, Item, Kind},
    },
    platforms::loose::{Loose, settle_depth},
};

/// What an option's price is meant for; the first is what is known best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// On top of the line's price, for the whole line.
    Line,
    /// On top, for each piece of the option.
    Piece,
    /// On top, for each item of the line.
    Item,
    /// In the line's price already.
    Inside,
}

const READINGS: [Reading; 4] = [Reading::Line, Reading::Piece, Reading::Item, Reading::Inside];

/// `goods`: what all lines come to, where that is said.
pub fn read(items: &Loose<'_>, goods: Option<Money>) -> Vec<Item> {
    let lines = items.list();
    if lines.is_empty() {
        items.problem();
    }
    let adds_up = |reading: &Reading| {
        let totals = lines.iter().map(|line| line_total(line, *reading));
        goods == Some(totals.fold(Money(0), Money::plus))
    };
    let reading = READINGS.into_iter().find(adds_up).unwrap_or(Reading::Line);
    lines.iter().map(|line| read_item(line, reading)).collect()
}

fn read_item(item: &Loose<'_>, reading: Reading) -> Item {
    let name = item.get("name");
    let quantity = pieces(&item.get("amount"), true);
    let options =
        item.get("options").list().iter().map(|option| read_choice(option, quantity, reading, false)).collect();
    Item {
        id: item.get("id").text(),
        product_id: id(&item.get("productId")),
        remote_code: None,
        name: name.needed(name.text()).unwrap_or_else(|| "?".to_owned()),
        quantity,
        unit_price: item.get("unitPrice").minor(),
        total: line_total(item, reading),
        note: item.get("note").text(),
        options: settle_depth(options),
    }
}

/// `of`: how many of the item. `itemNames` may list several with commas in between; they were chosen together and have one price, so they stay one.
///
/// `below_left_out`: what belongs to something that is left out is left out with it.
fn read_choice(option: &Loose<'_>, of: u32, reading: Reading, below_left_out: bool) -> Choice {
    let name = option.get("itemNames");
    let is_left_out = below_left_out || is_left_out(option);
    let below = option.get("subOptions").list();
    let price = option.get("primaryPrice").minor().filter(|_| !is_left_out);
    Choice {
        id: id(&option.any(&["optionItemId", "objectOptionItemId"])),
        group: option.get("headerName").text(),
        name: name.needed(name.text()).unwrap_or_else(|| "?".to_owned()),
        quantity: pieces(&option.get("quantity"), false),
        price: price.map(|_| divided(own_price(option, of, reading), of)),
        kind: if is_left_out { Kind::Remove } else { Kind::Add },
        options: below.iter().map(|option| read_choice(option, of, reading, is_left_out)).collect(),
    }
}

fn line_total(item: &Loose<'_>, reading: Reading) -> Money {
    let price = item.get("price");
    let quantity = pieces(&item.get("amount"), false);
    let of_pieces = || Some(times(item.get("unitPrice").minor()?, quantity));
    let price = price.needed(price.minor().or_else(of_pieces)).unwrap_or_default();
    let extras = match reading {
        Reading::Inside => Money(0),
        Reading::Line | Reading::Piece | Reading::Item => with_those_below(&item.get("options"), quantity, reading),
    };
    price.plus(extras).min(MOST)
}

fn with_those_below(options: &Loose<'_>, of: u32, reading: Reading) -> Money {
    let one = |option: &Loose<'_>| {
        if is_left_out(option) {
            return Money(0);
        }
        own_price(option, of, reading).plus(with_those_below(&option.get("subOptions"), of, reading))
    };
    options.list().iter().map(one).fold(Money(0), Money::plus)
}

/// What one option adds to its line, those below it left out. What is left out of the food costs nothing.
fn own_price(option: &Loose<'_>, of: u32, reading: Reading) -> Money {
    let price = option.get("primaryPrice").minor().filter(|_| !is_left_out(option)).unwrap_or_default();
    match reading {
        Reading::Line | Reading::Inside => price,
        Reading::Piece => times(price, pieces(&option.get("quantity"), false)),
        Reading::Item => times(price, of),
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
