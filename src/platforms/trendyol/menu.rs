//! Reads the menu of a branch: sections that name products, products that name groups of options, and options that are
//! products themselves.

use super::{calls, price::money, words};
use crate::{Client, NAMELESS, list_of, plainly, text_of};
use model::{Category, Currency, Failure, Id, Menu, MenuOption, OptionGroup, Product, Provider};
use serde_json::Value;
use std::{collections::HashMap, time::Duration};

/// A menu changes by hand; a person who looks twice in a row is not answered by the platform twice.
const KEPT: Duration = Duration::from_secs(60);
/// The group that holds what can be added to a product; the platform has no name for it.
const EXTRAS: &str = "Ekstra malzemeler";

pub fn menu(client: &Client<'_>) -> Result<Menu, Failure> {
    let path = calls::store_path(client.link, "product", "/products");
    let answer = client.session.kept(&path, KEPT, || {
        let answer = calls::read(client, "products", &path)?.json()?;
        if answer["sections"].is_array() { Ok(answer) } else { Err(plainly(words::NO_MENU)) }
    })?;
    Ok(read(&answer, client.link.restaurant_id, client.link.currency))
}

fn read(answer: &Value, restaurant_id: Id, currency: Currency) -> Menu {
    let parts = Parts {
        products: by_id(&answer["products"]),
        groups: by_id(&answer["modifierGroups"]),
        ingredients: by_id(&answer["ingredients"]),
    };
    let categories = in_place(&answer["sections"]).into_iter().map(|section| parts.category(section)).collect();
    Menu { provider: Provider::TrendyolGo, restaurant_id, currency, categories, fetched_at: None }
}

struct Parts<'a> {
    products: HashMap<String, &'a Value>,
    groups: HashMap<String, &'a Value>,
    ingredients: HashMap<String, &'a Value>,
}

impl Parts<'_> {
    fn category(&self, section: &Value) -> Category {
        let is_shown = is_active(section);
        let entries = in_place(&section["products"]);
        let products = entries.into_iter().filter_map(|entry| self.products.get(&id(entry)?).copied());
        Category {
            id: id(section),
            name: name(section),
            products: products.map(|product| self.product(product, is_shown)).collect(),
        }
    }

    fn product(&self, product: &Value, is_shown: bool) -> Product {
        let groups = in_place(&product["modifierGroups"]).into_iter().filter_map(|entry| self.group(entry));
        let extras: Vec<MenuOption> = list_of(&product["extraIngredients"])
            .iter()
            .filter_map(|entry| self.option(entry, &self.ingredients))
            .collect();
        let extras = (!extras.is_empty()).then(|| OptionGroup {
            id: None,
            name: EXTRAS.to_owned(),
            min: 0,
            max: None,
            options: extras,
        });
        Product {
            id: id(product),
            name: name(product),
            description: text_of(&product["description"]),
            price: price(product).unwrap_or_default(),
            is_active: is_shown && is_active(product),
            option_groups: groups.chain(extras).collect(),
        }
    }

    fn group(&self, entry: &Value) -> Option<OptionGroup> {
        let group = *self.groups.get(&id(entry)?)?;
        let count = |name: &str| group[name].as_u64().and_then(|count| u32::try_from(count).ok());
        let options = in_place(&group["modifierProducts"]);
        Some(OptionGroup {
            id: id(group),
            name: name(group),
            min: count("min").unwrap_or(0),
            max: count("max"),
            options: options.into_iter().filter_map(|entry| self.option(entry, &self.products)).collect(),
        })
    }

    /// Its name is in the list that it comes from; its price may stand with the entry.
    fn option(&self, entry: &Value, from: &HashMap<String, &Value>) -> Option<MenuOption> {
        let id = id(entry)?;
        let option = from.get(&id).copied().unwrap_or(entry);
        Some(MenuOption {
            name: name(option),
            price: money(&entry["price"]).or_else(|| price(option)).unwrap_or_default(),
            is_active: is_active(option),
            id: Some(id),
        })
    }
}

fn by_id(entries: &Value) -> HashMap<String, &Value> {
    list_of(entries).iter().filter_map(|entry| Some((id(entry)?, entry))).collect()
}

/// An entry is an object with an id, or the id alone.
fn id(entry: &Value) -> Option<String> {
    text_of(if entry.is_object() { &entry["id"] } else { entry })
}

fn name(entry: &Value) -> String {
    text_of(&entry["name"]).unwrap_or_else(|| NAMELESS.to_owned())
}

fn price(entry: &Value) -> Option<model::Money> {
    ["sellingPrice", "price"].iter().find_map(|field| money(&entry[field]))
}

fn is_active(entry: &Value) -> bool {
    entry["status"] != "PASSIVE"
}

/// In the order of their positions.
fn in_place(entries: &Value) -> Vec<&Value> {
    let mut entries: Vec<&Value> = list_of(entries).iter().collect();
    entries.sort_by_key(|entry| entry["position"].as_i64().unwrap_or(i64::MAX));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Money;
    use serde_json::json;

    #[test]
    fn a_menu_is_put_together_from_its_parts() {
        let answer = json!({
            "sections": [
                { "id": 2, "name": "İçecek", "position": 2, "status": "PASSIVE", "products": [{ "id": 11 }] },
                { "id": 1, "name": "Dürüm", "position": 1, "status": "ACTIVE",
                  "products": [{ "id": 11, "position": 2 }, { "id": 10, "position": 1 }, { "id": 99, "position": 3 }] },
            ],
            "products": [
                { "id": 10, "name": "Tavuk Dürüm", "description": "acısız", "sellingPrice": 200.5, "status": "ACTIVE",
                  "modifierGroups": [{ "id": 5, "position": 1 }, 6], "ingredients": [31], "extraIngredients": [32] },
                { "id": 11, "name": "Ayran", "sellingPrice": 30, "status": "PASSIVE" },
            ],
            "ingredients": [{ "id": 31, "name": "Soğan" }, { "id": 32, "name": "Kaşar", "price": 12.5 }],
            "modifierGroups": [{ "id": 5, "name": "İçecek seçimi", "min": 1, "max": 1,
                "modifierProducts": [{ "id": 11, "position": 1, "price": 5 }, { "id": 10, "position": 0 }] }],
        });
        let menu = read(&answer, Id::NIL, Currency::TRY);
        let names: Vec<_> = menu.categories.iter().map(|category| &*category.name).collect();
        assert_eq!(names, ["Dürüm", "İçecek"]);
        let dürüm = &menu.categories[0].products;
        assert_eq!((dürüm.len(), &*dürüm[0].name, dürüm[0].price), (2, "Tavuk Dürüm", Money(20_050)));
        let groups = &dürüm[0].option_groups;
        assert_eq!((groups.len(), &*groups[0].name, groups[0].min, groups[0].max), (2, "İçecek seçimi", 1, Some(1)));
        let options: Vec<_> = groups[0].options.iter().map(|o| (&*o.name, o.price, o.is_active)).collect();
        assert_eq!(options, [("Tavuk Dürüm", Money(20_050), true), ("Ayran", Money(500), false)]);
        // What can be left out is no option: it would read as an extra.
        assert_eq!((&*groups[1].options[0].name, groups[1].options.len()), ("Kaşar", 1));
        assert!(!menu.categories[1].products[0].is_active && !dürüm[1].is_active);
    }
}
