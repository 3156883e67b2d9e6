//! Reads a menu that a shop sets for itself.

use model::fields::{NAME, TEXT};
use model::{Category, Currency, Failure, Fields, Id, Menu, MenuOption, OptionGroup, Product, Provider};

/// Bounds so that one menu stays a menu; the body's own limit of 1 MiB holds as well.
const CATEGORIES: usize = 500;
const PRODUCTS: usize = 2_000;
const GROUPS: usize = 100;
const OPTIONS: usize = 500;
const MOST_CHOICES: i64 = 1_000;

pub fn read_menu(body: &[u8], restaurant_id: Id, currency: Currency) -> Result<Menu, Failure> {
    let menu = Fields::parse(body)?;
    let currency = menu.currency("currency")?.unwrap_or(currency);
    let entries = menu.list("categories", CATEGORIES)?.ok_or_else(|| menu.missing("categories"))?;
    let categories = entries.iter().map(|entry| read_category(&entry.fields()?)).collect::<Result<_, _>>()?;
    Ok(Menu { provider: Provider::Open, restaurant_id, currency, categories, fetched_at: None })
}

fn read_category(category: &Fields<'_>) -> Result<Category, Failure> {
    let products = category.list("products", PRODUCTS)?.unwrap_or_default();
    Ok(Category {
        id: category.text("id", TEXT)?,
        name: category.required_text("name", NAME)?,
        products: products.iter().map(|entry| read_product(&entry.fields()?)).collect::<Result<_, _>>()?,
    })
}

fn read_product(product: &Fields<'_>) -> Result<Product, Failure> {
    let groups = product.list("optionGroups", GROUPS)?.unwrap_or_default();
    Ok(Product {
        id: product.text("id", TEXT)?,
        name: product.required_text("name", NAME)?,
        description: product.text("description", TEXT)?,
        price: product.money("price")?.ok_or_else(|| product.missing("price"))?,
        is_active: product.boolean("isActive")?.unwrap_or(true),
        option_groups: groups.iter().map(|entry| read_group(&entry.fields()?)).collect::<Result<_, _>>()?,
    })
}

fn read_group(group: &Fields<'_>) -> Result<OptionGroup, Failure> {
    let options = group.list("options", OPTIONS)?.unwrap_or_default();
    let count = |name| Ok::<_, Failure>(group.whole(name, 0, MOST_CHOICES)?.and_then(|n| u32::try_from(n).ok()));
    Ok(OptionGroup {
        id: group.text("id", TEXT)?,
        name: group.required_text("name", NAME)?,
        min: count("min")?.unwrap_or(0),
        max: count("max")?,
        options: options.iter().map(|entry| read_option(&entry.fields()?)).collect::<Result<_, _>>()?,
    })
}

fn read_option(option: &Fields<'_>) -> Result<MenuOption, Failure> {
    Ok(MenuOption {
        id: option.text("id", TEXT)?,
        name: option.required_text("name", NAME)?,
        price: option.money("price")?.unwrap_or_default(),
        is_active: option.boolean("isActive")?.unwrap_or(true),
    })
}
