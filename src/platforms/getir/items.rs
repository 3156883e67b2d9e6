//! Reads an order's products with their options, at every depth.

use super::names::{in_both, in_turkish};
use crate::{Loose, NAMELESS, settle_depth, times};
use model::left_out::{self, GroupMeaning};
use model::{Item, ItemOption, Money, OptionKind};
use serde_json::Value;

/// What was taken out of a dish, and put in, by name; the newer list first, as both say the same.
const TAKEN_OUT: [&str; 2] = ["removedIngredientsV2", "removedIngredients"];
const PUT_IN: [&str; 2] = ["extraIngredientsV2", "extraIngredients"];

/// A product as it was told; what it costs, `price` finds out.
pub struct ToldItem {
    pub item: Item,
    /// What its extra ingredients come to for one piece.
    pub extras: Money,
}

pub fn read(order: &Loose<'_>) -> Vec<ToldItem> {
    order.get("products").filled_list().iter().map(read_item).collect()
}

fn read_item(product: &Loose<'_>) -> ToldItem {
    let quantity = product.get("count").pieces(true);
    let mut options = settle_depth(read_options(product, GroupMeaning::Extras));
    options.extend(read_ingredients(product, &TAKEN_OUT, OptionKind::Remove));
    let added = read_ingredients(product, &PUT_IN, OptionKind::Add);
    let price = |one: &ItemOption| times(one.price.unwrap_or_default(), one.quantity);
    let extras = added.iter().map(price).fold(Money(0), Money::plus);
    options.extend(added);
    let item = Item {
        id: product.get("id").text(),
        product_id: product.get("product").text(),
        remote_code: product.get("chainProduct").text(),
        name: read_name(&product.get("name")),
        quantity,
        unit_price: product.get("price").money(),
        total: read_total(product, quantity),
        note: product.get("note").text(),
        if_unavailable: None,
        done_at: None,
        options,
    };
    ToldItem { item, extras }
}

/// Each a name, or an object with one. A single text is one ingredient.
fn read_ingredients(product: &Loose<'_>, names: &[&str], kind: OptionKind) -> Vec<ItemOption> {
    let lists = names.iter().map(|name| product.get(name));
    let is_filled = |list: &Loose<'_>| match list.value() {
        Value::Array(entries) => !entries.is_empty(),
        Value::String(text) => !text.trim().is_empty(),
        other => !other.is_null(),
    };
    let Some(list) = lists.into_iter().find(is_filled) else { return Vec::new() };
    let entries = if list.value().is_string() { vec![list] } else { list.list() };
    let choice = |entry: &Loose<'_>| {
        let is_plain = entry.value().is_string();
        let name = if is_plain { entry.clone() } else { entry.any(&["name", "displayName", "title"]) };
        ItemOption {
            id: entry.any(&["id", "ingredient", "option"]).text(),
            group: None,
            name: read_name(&name),
            quantity: entry.any(&["count", "quantity"]).pieces(false),
            price: entry.get("price").money(),
            kind,
            options: Vec::new(),
        }
    };
    entries.iter().map(choice).collect()
}

/// The line's total with its options, as it is told or as its parts add up.
fn read_total(product: &Loose<'_>, quantity: u32) -> Money {
    let whole = product.get("totalPriceWithOption");
    if let Some(total) = whole.money() {
        return total;
    }
    let times = |money: Money| times(money, quantity);
    let money = |name: &str| product.get(name).money();
    let of_one = || money("priceWithOption").map(times);
    let of_parts = || {
        let options = money("totalOptionPrice").or_else(|| money("optionPrice").map(times)).unwrap_or_default();
        Some(money("totalPrice").or_else(|| money("price").map(times))?.plus(options))
    };
    whole.needed(of_one().or_else(of_parts)).unwrap_or_default()
}

/// Options lie in categories; below one that leaves out, everything is left out.
fn read_options(parent: &Loose<'_>, above: GroupMeaning) -> Vec<ItemOption> {
    let mut choices = Vec::new();
    for category in parent.get("optionCategories").list() {
        let is_marked = category.get("removeToppings").value() == true || above == GroupMeaning::LeftOut;
        let group = left_out::group(&in_both(&category.get("name")), is_marked);
        let heading = in_turkish(&category.get("name"));
        for option in category.get("options").list() {
            choices.push(read_choice(&option, group, heading.clone()));
        }
    }
    choices
}

fn read_choice(option: &Loose<'_>, group: GroupMeaning, heading: Option<String>) -> ItemOption {
    let name = option.get("name");
    let price = option.get("price").money();
    let costs = price.is_some_and(|price| price > Money(0));
    let (kind, is_certain) = left_out::kind(group, &in_both(&name), costs);
    if !is_certain {
        name.problem();
    }
    let below = if kind == OptionKind::Remove { GroupMeaning::LeftOut } else { GroupMeaning::Extras };
    ItemOption {
        id: option.get("option").text(),
        group: heading,
        name: read_name(&name),
        quantity: option.get("count").pieces(false),
        price,
        kind,
        options: read_options(option, below),
    }
}

fn read_name(name: &Loose<'_>) -> String {
    name.needed(in_turkish(name)).unwrap_or_else(|| NAMELESS.to_owned())
}
