//! The products of an order and their toppings, at every depth.

use super::sums;
use crate::{
    model::{
        Money,
        order::{Item, ItemOption, OptionKind},
    },
    platforms::loose::{Loose, settle_depth},
};

/// A product as it was told; what its line comes to is for `sums` to say.
pub struct Line {
    pub item: Item,
    pub paid: Option<Money>,
    /// Its own discounts and those of its toppings.
    pub discount: Money,
}

impl Line {
    /// The dish alone, as often as it was ordered.
    pub fn bare(&self) -> Money {
        sums::times(self.item.unit_price.unwrap_or_default(), self.item.quantity)
    }
}

pub fn read(order: &Loose<'_>) -> Vec<Line> {
    let products = order.get("products");
    let lines: Vec<Line> = products.list().iter().map(line).collect();
    if lines.is_empty() {
        products.problem();
    }
    lines
}

fn line(product: &Loose<'_>) -> Line {
    let paid = product.get("paidPrice");
    let id = product.any(&["id", "sku"]).text();
    let paid = paid.needed(paid.money());
    let item = Item {
        id: id.clone(),
        product_id: id,
        remote_code: product.get("remoteCode").text(),
        name: name(product),
        quantity: pieces(&product.get("quantity")),
        // Of the dish without its toppings, as their documents say too.
        unit_price: product.get("unitPrice").money(),
        total: paid.unwrap_or_default(),
        note: product.get("comment").text(),
        options: settle_depth(toppings(&product.get("selectedToppings"))),
    };
    Line { item, paid, discount: discounts(product, "selectedToppings") }
}

fn discounts(of: &Loose<'_>, below: &str) -> Money {
    let toppings = of.get(below).list();
    let below = toppings.iter().map(|topping| discounts(topping, "children"));
    below.fold(sums::discounts(&of.get("discounts")), Money::plus)
}

/// With the variation (its size, for example), unless that only says the name again.
fn name(product: &Loose<'_>) -> String {
    let field = product.get("name");
    let variation = product.get("variation").get("name").text();
    match (field.text(), variation) {
        (Some(name), Some(variation)) if !name.contains(&variation) => format!("{name} ({variation})"),
        (Some(name), _) => name,
        (None, Some(variation)) => variation,
        (None, None) => {
            field.problem();
            "?".to_owned()
        }
    }
}

fn toppings(list: &Loose<'_>) -> Vec<ItemOption> {
    let choice = |topping: &Loose<'_>| {
        let name = topping.get("name");
        ItemOption {
            id: topping.any(&["id", "sku"]).text(),
            group: None,
            name: name.needed(name.text()).unwrap_or_else(|| "?".to_owned()),
            quantity: pieces(&topping.get("quantity")),
            price: topping.get("price").money(),
            kind: OptionKind::Add,
            options: toppings(&topping.get("children")),
        }
    };
    list.list().iter().map(choice).collect()
}

/// At least one. A fraction is rounded up, so that nobody cooks too little before a person has looked.
fn pieces(quantity: &Loose<'_>) -> u32 {
    let Some(number) = quantity.needed(quantity.decimal()) else { return 1 };
    if number.fract() != 0.0 || !(1.0..=9_999.0).contains(&number) {
        quantity.problem();
    }
    number.ceil().clamp(1.0, 9_999.0) as u32
}
