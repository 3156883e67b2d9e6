//! `Station`: where in a kitchen dishes are made, and which of them there; and `StationPlan`, which says of an order's item
//! which stations it goes to.
//!
//! What is said of a dish by its name counts first, then by its remote code, then by the category that the catalogue knows for
//! it. A code that several dishes have says nothing. What no station takes goes to all: a cook who sees too much is better than
//! a dish that nobody sees.

use super::{
    dish::{Dish, dish_key},
    id::Id,
    order::Item,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Station {
    pub id: Id,
    pub restaurant_id: Id,
    pub name: String,
    pub takes: Takes,
}

/// What a station takes: names and categories as `dish_key` has them, codes as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Takes {
    pub names: BTreeSet<String>,
    pub codes: BTreeSet<String>,
    pub categories: BTreeSet<String>,
}

/// Stations, by their places in the plan. There are fewer than it has bits (`limits::STATIONS`).
type StationSet = u32;

/// Which stations take what, of one restaurant.
#[derive(Clone, Debug, Default)]
pub struct StationPlan {
    stations: Vec<Id>,
    names: Vec<String>,
    by_key: HashMap<String, StationSet>,
    by_code: HashMap<String, StationSet>,
    /// What each dish is said to go to itself, and what its categories are.
    own: HashMap<Id, StationSet>,
    of_category: HashMap<Id, StationSet>,
}

impl StationPlan {
    pub fn new(stations: &[Station], dishes: &[Dish]) -> StationPlan {
        let stations = &stations[..stations.len().min(StationSet::BITS as usize)];
        let set_of = |takes: &dyn Fn(&Takes) -> bool| -> StationSet {
            let taking = stations.iter().enumerate().filter(|(_, station)| takes(&station.takes));
            taking.fold(0, |set, (at, _)| set | 1 << at)
        };
        let shared = shared_codes(dishes);
        let of_key = |key: &str| set_of(&|takes| takes.names.contains(key));
        let of_code = |code: &str| set_of(&|takes| takes.codes.contains(code));
        let names = stations.iter().map(|one| one.name.clone()).collect();
        let stations_of = || stations.iter().map(|one| one.id).collect();
        let mut plan = StationPlan { stations: stations_of(), names, ..StationPlan::default() };
        for takes in stations.iter().map(|station| &station.takes) {
            plan.by_key.extend(takes.names.iter().map(|key| (key.clone(), of_key(key))));
            let codes = takes.codes.iter().filter(|code| !shared.contains(code.as_str()));
            plan.by_code.extend(codes.map(|code| (code.clone(), of_code(code))));
        }
        for dish in dishes {
            let by_name = dish.keys().fold(0, |set, key| set | of_key(&key));
            let codes = || dish.codes().filter(|code| !shared.contains(code));
            let by_code = || codes().fold(0, |set, code| set | of_code(code));
            let own = if by_name == 0 { by_code() } else { by_name };
            let keys = dish.categories().filter_map(dish_key);
            let of_category = keys.fold(0, |set, key| set | set_of(&|takes| takes.categories.contains(&key)));
            let taken = if own == 0 { of_category } else { own };
            if taken != 0 {
                plan.by_key.extend(dish.keys().map(|key| (key, taken)));
                // Whose code it is, where a dish has a new name.
                plan.by_code.extend(codes().map(|code| (code.to_owned(), taken)));
            }
            plan.own.insert(dish.id, own);
            plan.of_category.insert(dish.id, of_category);
        }
        plan
    }

    /// The stations that make an item, in the order of the plan; all of them where none takes it.
    pub fn makers(&self, item: &Item) -> Vec<Id> {
        self.ids(self.making(item))
    }

    /// Whether a station is one of them. One that is not in the plan makes nothing.
    pub fn makes(&self, station: Id, item: &Item) -> bool {
        let at = self.stations.iter().position(|one| *one == station);
        at.is_some_and(|at| self.making(item) & 1 << at != 0)
    }

    fn making(&self, item: &Item) -> StationSet {
        let by_name = dish_key(&item.name).and_then(|key| self.by_key.get(&key).copied()).unwrap_or(0);
        let code = item.remote_code.as_deref().map(str::trim);
        let by_code = || code.and_then(|code| self.by_code.get(code).copied()).unwrap_or(0);
        match if by_name == 0 { by_code() } else { by_name } {
            0 => StationSet::MAX,
            taken => taken,
        }
    }

    /// Those that take a dish because it was said of the dish itself.
    pub fn own(&self, dish: Id) -> Vec<Id> {
        self.ids(self.own.get(&dish).copied().unwrap_or(0))
    }

    pub fn count(&self) -> usize {
        self.stations.len()
    }

    pub fn name(&self, station: Id) -> Option<&str> {
        let at = self.stations.iter().position(|one| *one == station)?;
        self.names.get(at).map(String::as_str)
    }

    /// Those that take a dish's category; they count where nothing is said of the dish itself.
    pub fn of_category(&self, dish: Id) -> Vec<Id> {
        self.ids(self.of_category.get(&dish).copied().unwrap_or(0))
    }

    fn ids(&self, set: StationSet) -> Vec<Id> {
        let is_in = |at: &usize| set & 1 << at != 0;
        (0..self.stations.len()).filter(is_in).map(|at| self.stations[at]).collect()
    }

    /// For each dish that no station takes, where most of what is like it goes: the others of its category, else those that
    /// share a word with it, if all of these go to one place.
    pub fn suggestions(&self, dishes: &[Dish]) -> HashMap<Id, Vec<Id>> {
        let (mut of_category, mut of_word) = (HashMap::new(), HashMap::new());
        for dish in dishes {
            let own = self.own.get(&dish.id).copied().unwrap_or(0);
            let taken = if own == 0 { self.of_category.get(&dish.id).copied().unwrap_or(0) } else { own };
            if taken == 0 {
                continue;
            }
            if let Some(category) = dish.category().and_then(dish_key) {
                of_category.entry(category).or_insert_with(StationVotes::default).add(taken);
            }
            for word in words_of(dish) {
                of_word.entry(word).or_insert_with(StationVotes::default).add(taken);
            }
        }
        let suggest = |dish: &Dish| -> StationSet {
            let by_category = dish.category().and_then(dish_key).and_then(|key| of_category.get(&key));
            let found = by_category.map_or(0, |votes| votes.most(1, 2));
            let by_word = || {
                words_of(dish).iter().filter_map(|word| of_word.get(word)).fold(0, |set, votes| set | votes.most(2, 1))
            };
            if found == 0 { by_word() } else { found }
        };
        let is_open = |dish: &&Dish| self.own(dish.id).is_empty() && self.of_category(dish.id).is_empty();
        let found = dishes.iter().filter(is_open).map(|dish| (dish.id, self.ids(suggest(dish))));
        found.filter(|(_, stations)| !stations.is_empty()).collect()
    }
}

/// Codes that several dishes have.
pub fn shared_codes(dishes: &[Dish]) -> HashSet<&str> {
    let mut owners: HashMap<&str, Id> = HashMap::new();
    let codes = dishes.iter().flat_map(|dish| dish.codes().map(|code| (code, dish.id)));
    codes.filter(|(code, dish)| *owners.entry(code).or_insert(*dish) != *dish).map(|(code, _)| code).collect()
}

/// Of dishes that are like another, how many go where.
#[derive(Default)]
struct StationVotes {
    dishes: usize,
    by_station: HashMap<usize, usize>,
}

impl StationVotes {
    fn add(&mut self, taken: StationSet) {
        self.dishes += 1;
        for at in (0..StationSet::BITS as usize).filter(|at| taken & 1 << at != 0) {
            *self.by_station.entry(at).or_default() += 1;
        }
    }

    /// Where more than the `part`th of them go, or with 1 all, if they are at least so many.
    fn most(&self, least: usize, part: usize) -> StationSet {
        let is_most = |votes: usize| if part == 1 { votes == self.dishes } else { votes * part > self.dishes };
        let wanted = self.by_station.iter().filter(|(_, votes)| self.dishes >= least && is_most(**votes));
        wanted.fold(0, |set, (at, _)| set | 1 << at)
    }
}

/// The words of its name that say what it is, and are no measure.
fn words_of(dish: &Dish) -> BTreeSet<String> {
    let key = dish_key(&dish.name).unwrap_or_default();
    let words = key.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 4);
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Money, Provider, Time, dish::DishSighting};

    fn id(number: u128) -> Id {
        Id::from_parts(0, number)
    }

    fn station(number: u128, names: &[&str], codes: &[&str], categories: &[&str]) -> Station {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let takes = Takes { names: set(names), codes: set(codes), categories: set(categories) };
        Station { id: id(number), restaurant_id: Id::NIL, name: format!("Station {number}"), takes }
    }

    fn dish(number: u128, name: &str, code: Option<&str>, category: Option<&str>) -> Dish {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let sighting = DishSighting {
            provider: Provider::Getir,
            product_id: None,
            remote_code: own(code),
            name: name.to_owned(),
            category: own(category),
            is_on_menu: category.is_some(),
            seen_at: Time(0),
        };
        Dish {
            id: id(number),
            restaurant_id: Id::NIL,
            name: name.to_owned(),
            options: Vec::new(),
            sightings: vec![sighting],
        }
    }

    fn item(name: &str, code: Option<&str>) -> Item {
        Item {
            id: None,
            product_id: None,
            remote_code: code.map(str::to_owned),
            name: name.to_owned(),
            quantity: 1,
            unit_price: None,
            total: Money(0),
            note: None,
            if_unavailable: None,
            done_at: None,
            options: Vec::new(),
        }
    }

    #[test]
    fn name_comes_before_code_and_code_before_category_and_what_nobody_takes_goes_to_all() {
        let (grill, oven, bar) = (1, 2, 3);
        let stations = [
            station(grill, &["adana durum"], &[], &["kebaplar"]),
            station(oven, &["lahmacun"], &["77"], &[]),
            station(bar, &["ayran", "adana durum"], &[], &[]),
        ];
        let dishes = [
            dish(11, "Adana Dürüm", Some("12"), None),
            dish(12, "Urfa", None, Some("KEBAPLAR")),
            dish(13, "Şalgam", None, Some("Kebaplar")),
            dish(14, "Künefe", None, Some("Tatlılar")),
        ];
        let plan = StationPlan::new(&stations, &dishes);
        let takers = |name: &str, code: Option<&str>| plan.makers(&item(name, code));
        assert_eq!(takers("ADANA DÜRÜM", None), [id(grill), id(bar)], "a dish can be in two");
        assert_eq!(takers("Adana Dürüm Menü", Some("12")), [id(grill), id(bar)], "another name, the same code");
        assert_eq!(takers("Kıymalı", Some("77")), [id(oven)]);
        assert_eq!(takers("Ayran", Some("77")), [id(bar)], "its name says more");
        assert_eq!(takers("urfa", None), [id(grill)], "by its category");
        for nobodys in ["Künefe", "Çay", "?"] {
            assert_eq!(takers(nobodys, None), [id(grill), id(oven), id(bar)], "{nobodys}");
        }
        assert!(plan.makes(id(grill), &item("urfa", None)) && !plan.makes(id(oven), &item("urfa", None)));
        assert!(plan.makes(id(oven), &item("Çay", None)) && !plan.makes(id(9), &item("Çay", None)), "not of the plan");
        assert_eq!(StationPlan::new(&[], &dishes).makers(&item("Urfa", None)), []);
    }

    #[test]
    fn a_code_that_several_dishes_have_leads_none_of_them_to_a_station() {
        let stations = [station(1, &["adana"], &["0001"], &[]), station(2, &[], &[], &[])];
        let dishes = [dish(11, "Adana", Some("0001"), None), dish(12, "Lahmacun", Some("0001"), None)];
        let plan = StationPlan::new(&stations, &dishes);
        assert_eq!((plan.own(id(11)), plan.own(id(12))), (vec![id(1)], vec![]));
        let makers = |name| plan.makers(&item(name, Some("0001")));
        assert_eq!(
            (makers("Adana"), makers("Lahmacun"), makers("Pide")),
            (vec![id(1)], vec![id(1), id(2)], vec![id(1), id(2)])
        );
    }

    #[test]
    fn more_stations_than_there_may_be_are_no_trouble() {
        let stations: Vec<Station> = (1..=40).map(|number| station(number, &["adana"], &[], &[])).collect();
        assert_eq!(StationPlan::new(&stations, &[]).makers(&item("Adana", None)).len(), 32);
    }

    #[test]
    fn what_is_said_of_a_dish_counts_more_than_what_is_said_of_its_category() {
        let stations = [station(1, &[], &[], &["menuler"]), station(2, &["ayran"], &[], &[])];
        let dishes = [dish(11, "Ayran", None, Some("Menüler")), dish(12, "Döner Menü", None, Some("Menüler"))];
        let plan = StationPlan::new(&stations, &dishes);
        assert_eq!(
            (plan.makers(&item("Ayran", None)), plan.makers(&item("Döner Menü", None))),
            (vec![id(2)], vec![id(1)])
        );
        assert_eq!((plan.own(id(11)), plan.of_category(id(11))), (vec![id(2)], vec![id(1)]));
    }

    #[test]
    fn a_dish_is_suggested_for_where_its_category_goes_or_all_that_share_a_word_with_it() {
        let stations =
            [station(1, &["adana", "urfa", "et durum", "tavuk durum"], &[], &[]), station(2, &["cop sis"], &[], &[])];
        let dishes = [
            dish(11, "Adana", None, Some("Kebaplar")),
            dish(12, "Urfa", None, Some("Kebaplar")),
            dish(13, "Çöp Şiş", None, Some("Kebaplar")),
            dish(14, "Beyti", None, Some("Kebaplar")),
            dish(15, "Et Dürüm", None, None),
            dish(16, "Tavuk Dürüm", None, None),
            dish(17, "Sebze Dürüm", None, None),
            dish(18, "Ayran", None, Some("İçecekler")),
        ];
        let found = StationPlan::new(&stations, &dishes).suggestions(&dishes);
        assert_eq!(found, HashMap::from([(id(14), vec![id(1)]), (id(17), vec![id(1)])]));
    }
}
