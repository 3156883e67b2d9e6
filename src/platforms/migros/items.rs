//! What was ordered, with options at every depth. How many of an option there are is shown as they say it.

use crate::Loose;
use model::{Item, ItemOption, Money, OptionKind, fold, left_out};

/// A product as it was told; what it costs, `price` finds out. The prices of its options are `primaryPrice`.
pub struct ToldItem {
    pub item: Item,
    pub price: Option<Money>,
    pub unit_price: Option<Money>,
}

pub fn read(order: &Loose<'_>) -> Vec<ToldItem> {
    order.get("items").filled_list().iter().map(read_item).collect()
}

fn read_item(item: &Loose<'_>) -> ToldItem {
    let price = item.get("price");
    let (told, unit_price) = (price.minor(), item.get("unitPrice").minor());
    price.needed(told.or(unit_price));
    let item = Item {
        id: item.get("id").text(),
        product_id: id(&item.get("productId")),
        remote_code: None,
        name: item.get("name").name(),
        quantity: item.get("amount").pieces(true),
        unit_price: None,
        total: Money(0),
        note: item.get("note").text(),
        if_unavailable: None,
        done_at: None,
        options: item.get("options").list().iter().map(|option| read_choice(option, false)).collect(),
    };
    ToldItem { item, price: told, unit_price }
}

/// `itemNames` may list several with commas in between; they were chosen together and have one price, so they stay one.
///
/// `below_left_out`: what belongs to something that is left out is left out with it, and costs nothing.
fn read_choice(option: &Loose<'_>, below_left_out: bool) -> ItemOption {
    let is_marked = below_left_out || is_left_out(option);
    let is_left_out = is_marked || says_no(&option.get("itemNames"));
    ItemOption {
        id: id(&option.any(&["optionItemId", "objectOptionItemId"])),
        group: option.get("headerName").text(),
        name: option.get("itemNames").name(),
        quantity: option.get("quantity").pieces(false),
        price: option.get("primaryPrice").minor().filter(|_| !is_marked),
        kind: if is_left_out { OptionKind::Remove } else { OptionKind::Add },
        options: option.get("subOptions").list().iter().map(|option| read_choice(option, is_left_out)).collect(),
    }
}

/// Where it is said of some of several alone, the others are wanted, and a person looks.
fn says_no(names: &Loose<'_>) -> bool {
    let is_said = names.says_no();
    let each = names.value().as_str().unwrap_or_default().split(',').filter(|name| !name.trim().is_empty());
    let is_said_of_all = each.map(left_out::in_words).all(|said| said.is_some());
    if is_said && !is_said_of_all {
        names.problem();
    }
    is_said && is_said_of_all
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

/// Zero stands for none.
fn id(field: &Loose<'_>) -> Option<String> {
    field.text().filter(|id| id != "0")
}
