//! `Dish`: what a restaurant sells, learnt from what was sold and from the menus that platforms tell. It holds nothing of who
//! ordered it.

mod catalogue;

pub use catalogue::Catalogue;

use super::{
    fields::NAME,
    fold::fold,
    id::Id,
    menu::Menu,
    order::{Content, Item, ItemOption, OptionKind},
    provider::Provider,
    time::Time,
};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, time::Duration};

/// How exactly it is known when a dish was last seen: what is sold every day is not written down every day.
pub const SEEN_TO: Duration = Duration::from_hours(7 * 24);
/// One that was not seen for so long and is on no menu is forgotten.
pub const FORGOTTEN_AFTER: Duration = Duration::from_hours(365 * 24);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dish {
    /// `Id::NIL` until it is stored.
    pub id: Id,
    pub restaurant_id: Id,
    /// As it was called first.
    pub name: String,
    pub options: Vec<DishOption>,
    /// Never none.
    pub sightings: Vec<DishSighting>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DishOption {
    pub name: String,
    pub kind: OptionKind,
}

/// A dish as one platform knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DishSighting {
    pub provider: Provider,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote_code: Option<String>,
    pub name: String,
    /// Of the menu; kept when it is on the menu no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    pub is_on_menu: bool,
    /// When last, to `SEEN_TO`.
    pub seen_at: Time,
}

/// What one line of an order, or of a menu, tells of a dish.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    pub sighting: DishSighting,
    pub options: Vec<DishOption>,
}

/// A name as it is compared: folded, with one blank between two words. Nothing for one that names nothing, as `?` does.
pub fn dish_key(name: &str) -> Option<String> {
    let key = fold(name).split_whitespace().collect::<Vec<_>>().join(" ");
    key.chars().any(char::is_alphanumeric).then_some(key)
}

impl Dish {
    /// What it is called anywhere, as names are compared.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.sightings.iter().map(|sighting| &sighting.name).chain([&self.name]).filter_map(|name| dish_key(name))
    }

    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.sightings.iter().filter_map(|sighting| sighting.remote_code.as_deref())
    }

    /// The categories that people look for it in: those of menus of today, else of those that were.
    pub fn categories(&self) -> impl Iterator<Item = &str> {
        let is_in_one = |one: &&DishSighting| one.category.is_some();
        let is_of_today = self.sightings.iter().filter(is_in_one).any(|one| one.is_on_menu);
        let there = self.sightings.iter().filter(move |one| one.is_on_menu == is_of_today);
        there.filter_map(|one| one.category.as_deref())
    }

    /// The one of them that it is shown in.
    pub fn category(&self) -> Option<&str> {
        self.categories().next()
    }

    pub fn is_on_menu(&self) -> bool {
        self.sightings.iter().any(|sighting| sighting.is_on_menu)
    }

    pub fn seen_at(&self) -> Time {
        self.sightings.iter().map(|sighting| sighting.seen_at).max().unwrap_or(Time(0))
    }
}

impl Lesson {
    /// What an order tells. Test orders have dishes that nobody sells.
    pub fn of_order(provider: Provider, content: &Content, at: Time) -> Vec<Lesson> {
        match content.is_test {
            true => Vec::new(),
            false => content.items.iter().filter_map(|item| Lesson::of_item(provider, item, at)).collect(),
        }
    }

    fn of_item(provider: Provider, item: &Item, at: Time) -> Option<Lesson> {
        let mut options = Vec::new();
        add_options(&item.options, &mut options);
        let sighting = DishSighting {
            provider,
            product_id: code(item.product_id.as_deref()),
            remote_code: code(item.remote_code.as_deref()),
            name: called(&item.name)?,
            category: None,
            is_on_menu: false,
            seen_at: at,
        };
        Some(Lesson { sighting, options })
    }

    /// What a menu tells.
    pub fn of_menu(menu: &Menu, at: Time) -> Vec<Lesson> {
        let mut lessons = Vec::new();
        for category in &menu.categories {
            for product in &category.products {
                let Some(name) = called(&product.name) else { continue };
                let options = product.option_groups.iter().flat_map(|group| &group.options);
                let options = options.filter_map(|option| called(&option.name));
                let options = options.map(|name| DishOption { name, kind: OptionKind::Add }).collect();
                let sighting = DishSighting {
                    provider: menu.provider,
                    product_id: code(product.id.as_deref()),
                    remote_code: None,
                    name,
                    category: called(&category.name),
                    is_on_menu: true,
                    seen_at: at,
                };
                lessons.push(Lesson { sighting, options });
            }
        }
        lessons
    }
}

/// The options of each depth, each once.
fn add_options(options: &[ItemOption], found: &mut Vec<DishOption>) {
    let mut known: HashSet<DishOption> = found.iter().cloned().collect();
    let mut left: Vec<&ItemOption> = options.iter().rev().collect();
    while let Some(option) = left.pop() {
        left.extend(option.options.iter().rev());
        let Some(name) = called(&option.name) else { continue };
        let option = DishOption { name, kind: option.kind };
        if known.insert(option.clone()) {
            found.push(option);
        }
    }
}

/// A name, cut to what a name may have; nothing for one that names nothing.
fn called(name: &str) -> Option<String> {
    dish_key(name)?;
    Some(name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(NAME).collect())
}

/// A platform's id or a till's code. A zero stands for none.
fn code(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    (!text.is_empty() && text.chars().any(|c| c != '0') && text.chars().count() <= NAME).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_it_is_written_and_a_question_mark_is_none() {
        for written in ["Şiş  Kebap", " ŞİŞ KEBAP ", "sis kebap"] {
            assert_eq!(dish_key(written).as_deref(), Some("sis kebap"), "{written}");
        }
        for nothing in ["", " ", "?", "…"] {
            assert_eq!(dish_key(nothing), None, "{nothing}");
        }
        assert_eq!(
            (code(Some(" 12 ")), code(Some("0")), code(Some(" ")), code(None)),
            (Some("12".into()), None, None, None)
        );
    }
}
