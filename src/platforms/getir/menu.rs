//! What the restaurant sells at Getir.

use super::{calls, names::in_turkish, words};
use crate::{Client, Link, Loose, NAMELESS, Paper, plainly};
use model::{Category, Failure, Menu, MenuOption, OptionGroup, Product};
use net::Method;
use serde_json::Value;
use std::time::Duration;

/// Getir lets the menu be read twice in a minute.
const MENU_LASTS: Duration = Duration::from_secs(60);
/// On sale; 200 is off and 400 off for today.
const ACTIVE: i64 = 100;

pub fn menu(client: &Client<'_>) -> Result<Menu, Failure> {
    let kept = client.session.kept("menu", MENU_LASTS, || {
        calls::call(client, &calls::SHOPS, Method::Get, "/restaurants/menu", None)?.success()?.json()
    })?;
    let categories = read(&kept)?;
    let &Link { provider, restaurant_id, currency, .. } = client.link;
    Ok(Menu { provider, restaurant_id, currency, categories, fetched_at: None })
}

fn read(menu: &Value) -> Result<Vec<Category>, Failure> {
    if !menu["productCategories"].is_array() {
        return Err(plainly(words::NO_MENU));
    }
    let paper = Paper::of_value(menu)?;
    Ok(by_weight(&paper.root().get("productCategories")).iter().map(read_category).collect())
}

fn read_category(category: &Loose<'_>) -> Category {
    let is_sold = is_active(category);
    Category {
        id: category.get("id").text(),
        name: name_of(category),
        products: by_weight(&category.get("products")).iter().map(|product| read_product(product, is_sold)).collect(),
    }
}

fn read_product(product: &Loose<'_>, is_sold: bool) -> Product {
    Product {
        id: product.get("id").text(),
        name: name_of(product),
        description: in_turkish(&product.get("description")),
        price: product.get("price").money().unwrap_or_default(),
        is_active: is_sold && is_active(product),
        option_groups: by_weight(&product.get("optionCategories")).iter().map(read_group).collect(),
    }
}

fn read_group(group: &Loose<'_>) -> OptionGroup {
    let count = |name: &str| group.get(name).whole().and_then(|count| u32::try_from(count).ok());
    OptionGroup {
        id: group.get("id").text(),
        name: name_of(group),
        min: count("minCount").unwrap_or(0),
        max: count("maxCount"),
        options: by_weight(&group.get("options")).iter().map(read_option).collect(),
    }
}

fn read_option(option: &Loose<'_>) -> MenuOption {
    MenuOption {
        id: option.get("id").text(),
        name: name_of(option),
        price: option.get("price").money().unwrap_or_default(),
        is_active: is_active(option),
    }
}

fn name_of(thing: &Loose<'_>) -> String {
    let name = in_turkish(&thing.get("name")).or_else(|| in_turkish(&thing.get("clientDisplayName")));
    name.unwrap_or_else(|| NAMELESS.to_owned())
}

fn is_active(thing: &Loose<'_>) -> bool {
    thing.get("status").whole().is_none_or(|status| status == ACTIVE)
}

/// In the order that customers see them.
fn by_weight<'a>(list: &Loose<'a>) -> Vec<Loose<'a>> {
    let weight = |entry: &Loose<'_>| entry.get("weight").decimal().unwrap_or(f64::MAX);
    let mut entries = list.list();
    entries.sort_by(|a, b| weight(a).total_cmp(&weight(b)));
    entries
}
