//! Reads an order's products with their options, at every depth.

use super::{
    order::in_turkish,
    removal::{self, Group},
};
use crate::{
    model::{
        Money,
        order::{Choice, Item, Kind},
    },
    platforms::loose::{Loose, settle_depth},
};

/// Stands where a name is missing; the order is flagged, and the kitchen sees that something is there.
const NAMELESS: &str = "?";

pub fn read(order: &Loose<'_>) -> Vec<Item> {
    let products = order.get("products");
    let items: Vec<Item> = products.list().iter().map(read_item).collect();
    if items.is_empty() {
        products.problem();
    }
    items
}

fn read_item(product: &Loose<'_>) -> Item {
    let quantity = read_quantity(&product.get("count"), true);
    Item {
        id: product.get("id").text(),
        product_id: product.get("product").text(),
        remote_code: product.get("chainProduct").text(),
        name: read_name(&product.get("name")),
        quantity,
        unit_price: product.get("price").money(),
        total: read_total(product, quantity),
        note: product.get("note").text(),
        options: settle_depth(read_options(product, Group::Extras)),
    }
}

/// The line's total with its options, as it is told or as its parts add up.
fn read_total(product: &Loose<'_>, quantity: u32) -> Money {
    let whole = product.get("totalPriceWithOption");
    if let Some(total) = whole.money() {
        return total;
    }
    let times = |money: Money| Money(money.0.saturating_mul(i64::from(quantity)));
    let money = |name: &str| product.get(name).money();
    let of_one = || money("priceWithOption").map(times);
    let of_parts = || {
        let options = money("totalOptionPrice").or_else(|| money("optionPrice").map(times)).unwrap_or_default();
        Some(money("totalPrice").or_else(|| money("price").map(times))?.plus(options))
    };
    whole.needed(of_one().or_else(of_parts)).unwrap_or_default()
}

/// Options lie in categories; below one that leaves out, everything is left out.
fn read_options(parent: &Loose<'_>, above: Group) -> Vec<Choice> {
    let mut choices = Vec::new();
    for category in parent.get("optionCategories").list() {
        let is_marked = category.get("removeToppings").value() == true || above == Group::LeftOut;
        let group = removal::group(&names(&category.get("name")), is_marked);
        let heading = in_turkish(&category.get("name"));
        for option in category.get("options").list() {
            choices.push(read_choice(&option, group, heading.clone()));
        }
    }
    choices
}

fn read_choice(option: &Loose<'_>, group: Group, heading: Option<String>) -> Choice {
    let name = option.get("name");
    let price = option.get("price").money();
    let costs = price.is_some_and(|price| price > Money(0));
    let (kind, is_certain) = removal::kind(group, &names(&name), costs);
    if !is_certain {
        name.problem();
    }
    let below = if kind == Kind::Remove { Group::LeftOut } else { Group::Extras };
    Choice {
        id: option.get("option").text(),
        group: heading,
        name: read_name(&name),
        quantity: read_quantity(&option.get("count"), false),
        price,
        kind,
        options: read_options(option, below),
    }
}

fn read_name(name: &Loose<'_>) -> String {
    name.needed(in_turkish(name)).unwrap_or_else(|| NAMELESS.to_owned())
}

/// In both languages, without a word about what is missing.
fn names(name: &Loose<'_>) -> Vec<String> {
    let texts = [name.value(), name.get("tr").value(), name.get("en").value()];
    texts.into_iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn read_quantity(count: &Loose<'_>, is_needed: bool) -> u32 {
    let read = count.whole();
    let pieces = read.and_then(|pieces| u32::try_from(pieces).ok()).filter(|pieces| *pieces > 0);
    if pieces.is_none() && (is_needed || read.is_some()) {
        count.problem();
    }
    pieces.unwrap_or(1)
}
