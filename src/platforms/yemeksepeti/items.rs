//! The products of an order and their toppings, at every depth.

use crate::{Loose, NAMELESS, settle_depth, sum};
use model::{IfUnavailable, Item, ItemOption, Money, OptionKind};

/// A product as it was told; what it costs, `price` finds out.
pub struct ToldItem {
    pub item: Item,
    pub paid: Option<Money>,
    /// Its own discounts and those of its toppings.
    pub discount: Money,
}

pub fn read(order: &Loose<'_>) -> Vec<ToldItem> {
    let of_order = handling(order);
    let with_the_orders = |mut told: ToldItem| {
        told.item.if_unavailable = told.item.if_unavailable.or(of_order);
        told
    };
    order.get("products").filled_list().iter().map(read_item).map(with_the_orders).collect()
}

/// What is to be done where a dish or one of its toppings is not there: what asks for most counts.
fn if_unavailable(of: &Loose<'_>, below: &str) -> Option<IfUnavailable> {
    let toppings = of.get(below).list();
    toppings.iter().map(|topping| if_unavailable(topping, "children")).fold(handling(of), Ord::max)
}

/// A word that is not known says nothing: no order has to wait for a person over it.
fn handling(of: &Loose<'_>) -> Option<IfUnavailable> {
    Some(match of.get("itemUnavailabilityHandling").value().as_str()?.trim().to_ascii_uppercase().as_str() {
        "REMOVE" => IfUnavailable::Remove,
        "REDUCE_QUANTITY" => IfUnavailable::ReduceQuantity,
        "CALL_CUSTOMER_AND_REPLACE" => IfUnavailable::CallCustomer,
        "CANCEL_ORDER" => IfUnavailable::CancelOrder,
        _ => return None,
    })
}

/// What the entries of a list of discounts take off, regardless of who pays for them.
pub fn discounts(list: &Loose<'_>) -> Money {
    sum(list.list().iter().filter_map(|discount| {
        let amount = discount.get("amount");
        let shares = || discount.get("sponsorships").list();
        let of_shares = || shares().iter().filter_map(|share| share.get("amount").money()).reduce(Money::plus);
        amount.needed(amount.money().or_else(of_shares))
    }))
}

fn read_item(product: &Loose<'_>) -> ToldItem {
    let id = product.any(&["id", "sku"]).text();
    let paid = product.get("paidPrice").must(Loose::money);
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
        if_unavailable: if_unavailable(product, "selectedToppings"),
        done_at: None,
        options: settle_depth(toppings(&product.get("selectedToppings"), false)),
    };
    ToldItem { item, paid, discount: all_discounts(product, "selectedToppings") }
}

fn all_discounts(of: &Loose<'_>, below: &str) -> Money {
    let toppings = of.get(below).list();
    let below = toppings.iter().map(|topping| all_discounts(topping, "children"));
    below.fold(discounts(&of.get("discounts")), Money::plus)
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
            NAMELESS.to_owned()
        }
    }
}

/// `below_left_out`: what belongs to something that is left out is left out with it.
fn toppings(list: &Loose<'_>, below_left_out: bool) -> Vec<ItemOption> {
    let choice = |topping: &Loose<'_>| {
        let is_left_out = below_left_out || topping.get("name").says_no();
        ItemOption {
            id: topping.any(&["id", "sku"]).text(),
            group: None,
            name: topping.get("name").name(),
            quantity: pieces(&topping.get("quantity")),
            price: topping.get("price").money(),
            kind: if is_left_out { OptionKind::Remove } else { OptionKind::Add },
            options: toppings(&topping.get("children"), is_left_out),
        }
    };
    list.list().iter().map(choice).collect()
}

/// At least one. A fraction is rounded up, so that not too little is cooked before a person has looked.
fn pieces(quantity: &Loose<'_>) -> u32 {
    let Some(number) = quantity.must(Loose::decimal) else { return 1 };
    if number.fract() != 0.0 || !(1.0..=9_999.0).contains(&number) {
        quantity.problem();
    }
    number.ceil().clamp(1.0, 9_999.0) as u32
}
