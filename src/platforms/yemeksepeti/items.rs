//! The products of an order and their toppings, at every depth.

use crate::{
    model::{
        Money,
        money::MOST,
        order::{Choice, Item, Kind},
    },
    platforms::loose::{Loose, settle_depth},
};

pub fn read(order: &Loose<'_>) -> Vec<Item> {
    let products = order.get("products");
    let items: Vec<Item> = products.list().iter().map(item).collect();
    if items.is_empty() {
        products.problem();
    }
    items
}

fn item(product: &Loose<'_>) -> Item {
    let quantity = pieces(&product.get("quantity"));
    let unit_price = product.get("unitPrice").money();
    let paid = product.get("paidPrice");
    let id = product.any(&["id", "sku"]).text();
    Item {
        id: id.clone(),
        product_id: id,
        remote_code: product.get("remoteCode").text(),
        name: name(product),
        quantity,
        unit_price,
        // As it was charged. Without it the bare product is the least that can be said, and a person looks.
        total: paid.needed(paid.money()).unwrap_or_else(|| times(unit_price.unwrap_or_default(), quantity)),
        note: product.get("comment").text(),
        options: settle_depth(toppings(&product.get("selectedToppings"))),
    }
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

fn toppings(list: &Loose<'_>) -> Vec<Choice> {
    let choice = |topping: &Loose<'_>| {
        let name = topping.get("name");
        Choice {
            id: topping.any(&["id", "sku"]).text(),
            group: None,
            name: name.needed(name.text()).unwrap_or_else(|| "?".to_owned()),
            quantity: pieces(&topping.get("quantity")),
            price: topping.get("price").money(),
            kind: Kind::Add,
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

fn times(price: Money, quantity: u32) -> Money {
    Money(price.0.saturating_mul(quantity.into())).min(MOST)
}
