//! The dishes of a restaurant: learnt by the program (`learn`), sorted to stations by the owner.

pub mod learn;
pub(crate) mod memory;
pub(crate) mod plans;

use crate::places::{restaurants, stations};
use crate::{AppState, Ctx};
use model::dish::dish_key;
use model::{Access, Deed, Dish, Id, Note, Restaurant, Result, Station, StationPlan, shared_codes};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use store::KnownDishes;

/// What is known of a restaurant's dishes, and who takes them.
pub struct DishBook {
    pub restaurant: Restaurant,
    /// By name.
    pub dishes: Vec<Dish>,
    /// In the order of their names.
    pub stations: Vec<Station>,
    pub plan: StationPlan,
}

pub fn show(app: &AppState, access: Access, restaurant: &str) -> Result<DishBook> {
    let reader = app.store.read()?;
    let restaurant = restaurants::find(&reader, access, restaurant)?;
    let mut dishes = reader.dishes_of(restaurant.id)?;
    dishes.sort_by_cached_key(|dish| (dish_key(&dish.name), dish.id));
    let stations = stations::of(&reader, restaurant.id)?;
    let plan = StationPlan::new(&stations, &dishes);
    Ok(DishBook { restaurant, dishes, stations, plan })
}

/// How many dishes of a restaurant are known, and how many stations it has.
pub fn counts(app: &AppState, restaurant: Id) -> Result<(usize, usize)> {
    let reader = app.store.read()?;
    Ok((reader.dish_count_of(restaurant)?, reader.stations_of(restaurant)?.len()))
}

/// Which stations take what, as the owner chose; of what is not named, nothing changes.
#[derive(Clone, Debug, Default)]
pub struct StationChoices {
    /// By the dish's id.
    pub dishes: BTreeMap<Id, HashSet<Id>>,
    /// By the category's name.
    pub categories: BTreeMap<String, HashSet<Id>>,
}

/// Sorts dishes and categories to stations. A dish or a station that is gone meanwhile is passed over.
pub async fn sort(ctx: Ctx, restaurant: String, choices: StationChoices) -> Result<()> {
    let access = ctx.access;
    ctx.write_with_room(move |tx, recorder| {
        let restaurant = restaurants::find(tx, access, &restaurant)?;
        let dishes = tx.dishes_of(restaurant.id)?;
        let shared = shared_codes(&dishes);
        let by_id: HashMap<Id, &Dish> = dishes.iter().map(|dish| (dish.id, dish)).collect();
        let mut changed = Vec::new();
        for before in stations::of(tx, restaurant.id)? {
            let mut station = before.clone();
            let takes = &mut station.takes;
            for (dish, chosen) in &choices.dishes {
                let Some(dish) = by_id.get(dish) else { continue };
                let is_chosen = chosen.contains(&station.id);
                dish.keys().for_each(|key| put_in(&mut takes.names, key, is_chosen));
                for code in dish.codes() {
                    // One that stands for other dishes too would bring these along.
                    put_in(&mut takes.codes, code.to_owned(), is_chosen && !shared.contains(code));
                }
            }
            for (category, chosen) in &choices.categories {
                if let Some(key) = dish_key(category) {
                    put_in(&mut takes.categories, key, chosen.contains(&station.id));
                }
            }
            if station != before {
                tx.put_station(&station)?;
                changed.push(station.name);
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        let note = Note::of(Deed::DishesSorted).about(restaurant.id, &restaurant.form.name);
        recorder.note(tx, note.with("stations", changed))
    })
    .await
}

fn put_in(set: &mut BTreeSet<String>, word: String, is_in: bool) {
    if is_in {
        set.insert(word);
    } else {
        set.remove(&word);
    }
}
