//! `Catalogue`: the dishes of one restaurant while something is learnt of them, and what has to be stored of that.
//!
//! A dish is the same under one folded name, or under one remote code on another platform. A code that stands for several
//! dishes, as one that a platform gives to all of them, says nothing.

use super::{Dish, DishOption, DishSighting, FORGOTTEN_AFTER, Lesson, SEEN_TO, dish_key};
use crate::limits::{DISH_OPTIONS, DISH_SIGHTINGS, DISHES};
use crate::{Id, Provider, Time};
use std::collections::{BTreeSet, HashMap, HashSet};

pub struct Catalogue {
    restaurant_id: Id,
    /// Nothing where one became part of another, or was forgotten.
    dishes: Vec<Option<Dish>>,
    by_key: HashMap<String, usize>,
    by_code: HashMap<String, BTreeSet<usize>>,
    count: usize,
    /// There are as many as there may be, and none that may go for one seen until then.
    is_full_until: Option<Time>,
    changed: BTreeSet<usize>,
    gone: Vec<Id>,
}

impl Catalogue {
    pub fn new(restaurant_id: Id, dishes: Vec<Dish>) -> Catalogue {
        let mut catalogue = Catalogue {
            restaurant_id,
            dishes: Vec::new(),
            by_key: HashMap::new(),
            by_code: HashMap::new(),
            count: 0,
            is_full_until: None,
            changed: BTreeSet::new(),
            gone: Vec::new(),
        };
        for dish in dishes {
            catalogue.insert(dish);
        }
        catalogue
    }

    /// What is to be stored, and what to be removed.
    pub fn changes(self) -> (Vec<Dish>, Vec<Id>) {
        let Catalogue { mut dishes, changed, gone, .. } = self;
        (changed.into_iter().filter_map(|at| dishes[at].take()).collect(), gone)
    }

    pub fn learn(&mut self, lesson: Lesson) {
        let Lesson { sighting, options } = lesson;
        let Some(key) = dish_key(&sighting.name) else { return };
        let named = self.by_key.get(&key).copied();
        let coded = self.with_code(&sighting);
        let at = match (named, coded) {
            (Some(named), Some(coded)) if named != coded => self.join(named, coded),
            (Some(at), _) | (None, Some(at)) => at,
            (None, None) => {
                if !self.make_room(sighting.seen_at) {
                    return;
                }
                let (restaurant_id, name) = (self.restaurant_id, sighting.name.clone());
                let dish = Dish { id: Id::NIL, restaurant_id, name, options: Vec::new(), sightings: Vec::new() };
                self.insert(dish)
            }
        };
        let Some(dish) = &mut self.dishes[at] else { return };
        let code = sighting.remote_code.clone();
        if note_sighting(dish, sighting) | note_options(dish, options) {
            self.changed.insert(at);
        }
        self.by_key.insert(key, at);
        if let Some(code) = code {
            self.by_code.entry(code).or_default().insert(at);
        }
    }

    /// What a platform's menu says, which is all of it: what is not there is on it no longer.
    pub fn learn_menu(&mut self, provider: Provider, lessons: Vec<Lesson>) {
        let mut told: HashMap<String, Vec<&DishSighting>> = HashMap::new();
        for Lesson { sighting, .. } in &lessons {
            if let Some(key) = dish_key(&sighting.name) {
                told.entry(key).or_default().push(sighting);
            }
        }
        let is_there = |one: &DishSighting| {
            let named = dish_key(&one.name).and_then(|key| told.get(&key));
            named.is_some_and(|named| named.iter().any(|other| is_alike(one, other)))
        };
        for (at, dish) in self.dishes.iter_mut().enumerate() {
            let sightings = dish.iter_mut().flat_map(|dish| &mut dish.sightings);
            for one in sightings.filter(|one| one.provider == provider && one.is_on_menu) {
                if !is_there(one) {
                    one.is_on_menu = false;
                    self.changed.insert(at);
                }
            }
        }
        self.is_full_until = None;
        lessons.into_iter().for_each(|lesson| self.learn(lesson));
    }

    /// Forgets what was not seen for long and is on no menu.
    pub fn forget(&mut self, now: Time) {
        let end = now.minus(FORGOTTEN_AFTER);
        for at in 0..self.dishes.len() {
            let Some(dish) = &mut self.dishes[at] else { continue };
            let before = dish.sightings.len();
            dish.sightings.retain(|one| one.is_on_menu || one.seen_at >= end);
            if dish.sightings.is_empty() {
                self.remove(at);
            } else if dish.sightings.len() < before {
                self.changed.insert(at);
            }
        }
    }

    fn insert(&mut self, dish: Dish) -> usize {
        let at = self.dishes.len();
        for key in dish.keys() {
            self.by_key.entry(key).or_insert(at);
        }
        for code in dish.codes() {
            self.by_code.entry(code.to_owned()).or_default().insert(at);
        }
        self.dishes.push(Some(dish));
        self.count += 1;
        at
    }

    /// The one dish that has this code, if this platform does not know it by another name.
    fn with_code(&self, sighting: &DishSighting) -> Option<usize> {
        let found = self.by_code.get(sighting.remote_code.as_deref()?)?;
        let at = *found.first().filter(|_| found.len() == 1)?;
        let dish = self.dishes[at].as_ref()?;
        let is_other = |one: &DishSighting| one.provider == sighting.provider && !has_name_of(one, sighting);
        (!dish.sightings.iter().any(is_other)).then_some(at)
    }

    /// Makes one of two, unless a platform has them as two; where the one that is named is then.
    fn join(&mut self, named: usize, coded: usize) -> usize {
        let (Some(one), Some(other)) = (&self.dishes[named], &self.dishes[coded]) else { return named };
        let is_apart =
            |a: &DishSighting| other.sightings.iter().any(|b| a.provider == b.provider && !has_name_of(a, b));
        if one.sightings.iter().any(is_apart) {
            return named;
        }
        // The one that was known first keeps its name, and what stands of it elsewhere.
        let (kept, joined) = if one.id <= other.id && one.id != Id::NIL { (named, coded) } else { (coded, named) };
        let Some(Dish { sightings, options, .. }) = self.remove(joined) else { return kept };
        let Some(dish) = &mut self.dishes[kept] else { return kept };
        for sighting in sightings {
            note_sighting(dish, sighting);
        }
        note_options(dish, options);
        for key in dish.keys() {
            self.by_key.insert(key, kept);
        }
        for code in dish.codes() {
            self.by_code.entry(code.to_owned()).or_default().insert(kept);
        }
        self.changed.insert(kept);
        kept
    }

    fn remove(&mut self, at: usize) -> Option<Dish> {
        let dish = self.dishes[at].take()?;
        (self.count, self.is_full_until) = (self.count - 1, None);
        self.by_key.retain(|_, known| *known != at);
        for known in self.by_code.values_mut() {
            known.remove(&at);
        }
        self.changed.remove(&at);
        if dish.id != Id::NIL {
            self.gone.push(dish.id);
        }
        Some(dish)
    }

    /// Where there are as many as there may be, the one goes that is on no menu and was seen longest ago; none that was seen
    /// lately, so that whoever sends many names drives out nothing that is sold.
    fn make_room(&mut self, now: Time) -> bool {
        if self.count < DISHES {
            return true;
        }
        if self.is_full_until.is_some_and(|then| now <= then) {
            return false;
        }
        let old = self.dishes.iter().enumerate().filter_map(|(at, dish)| Some((at, dish.as_ref()?)));
        let old = old.filter(|(_, dish)| !dish.is_on_menu() && now.since(dish.seen_at()) > SEEN_TO);
        match old.min_by_key(|(_, dish)| dish.seen_at()).map(|(at, _)| at) {
            Some(oldest) => self.remove(oldest).is_some(),
            None => {
                self.is_full_until = Some(now);
                false
            }
        }
    }
}

fn has_name_of(one: &DishSighting, other: &DishSighting) -> bool {
    dish_key(&one.name) == dish_key(&other.name)
}

/// The platform speaks of the same thing, if it calls both the same: what one of two says and the other does not makes no
/// difference. What a menu has in two categories is there twice.
fn is_alike(one: &DishSighting, other: &DishSighting) -> bool {
    let fits = |one: &Option<String>, other: &Option<String>| one.is_none() || other.is_none() || one == other;
    one.provider == other.provider
        && fits(&one.product_id, &other.product_id)
        && fits(&one.remote_code, &other.remote_code)
        && fits(&one.category, &other.category)
}

/// Whether anything of it was new.
fn note_sighting(dish: &mut Dish, new: DishSighting) -> bool {
    let same = dish.sightings.iter_mut().filter(|one| is_alike(one, &new) && has_name_of(one, &new));
    // What a menu says is of the one that it said it of before.
    let Some(one) = same.max_by_key(|one| (one.category == new.category, one.is_on_menu)) else {
        if dish.sightings.len() >= DISH_SIGHTINGS {
            let oldest = dish.sightings.iter().enumerate().filter(|(_, one)| !one.is_on_menu);
            let Some((oldest, _)) = oldest.min_by_key(|(_, one)| one.seen_at) else { return false };
            dish.sightings.remove(oldest);
        }
        dish.sightings.push(new);
        return true;
    };
    let before = one.clone();
    one.product_id = one.product_id.take().or(new.product_id);
    one.remote_code = one.remote_code.take().or(new.remote_code);
    if new.is_on_menu {
        (one.is_on_menu, one.category) = (true, new.category);
    }
    if new.seen_at.since(one.seen_at) >= SEEN_TO {
        one.seen_at = new.seen_at;
    }
    *one != before
}

fn note_options(dish: &mut Dish, mut options: Vec<DishOption>) -> bool {
    let before = dish.options.len();
    options.retain(|option| !dish.options.contains(option));
    if options.is_empty() {
        return false;
    }
    let key = |option: &DishOption| (option.kind, dish_key(&option.name));
    let mut known: HashSet<_> = dish.options.iter().map(key).collect();
    for option in options {
        if dish.options.len() >= DISH_OPTIONS {
            break;
        }
        if known.insert(key(&option)) {
            dish.options.push(option);
        }
    }
    dish.options.len() > before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OptionKind, Provider::*};

    const DAY: i64 = 86_400_000;
    const HOUSE: Id = Id::NIL;

    fn lesson(provider: Provider, name: &str, code: Option<&str>, at: i64) -> Lesson {
        let (name, remote_code) = (name.to_owned(), code.map(str::to_owned));
        let sighting = DishSighting {
            provider,
            product_id: None,
            remote_code,
            name,
            category: None,
            is_on_menu: false,
            seen_at: Time(at),
        };
        Lesson { sighting, options: Vec::new() }
    }

    fn listed(provider: Provider, category: &str, name: &str, at: i64) -> Lesson {
        let lesson = lesson(provider, name, None, at);
        let category = Some(category.to_owned());
        Lesson { sighting: DishSighting { category, is_on_menu: true, ..lesson.sighting }, ..lesson }
    }

    /// As they are stored: with ids.
    fn stored(catalogue: Catalogue, before: &[Dish]) -> Vec<Dish> {
        let (changed, gone) = catalogue.changes();
        let is_old = |dish: &&Dish| !gone.contains(&dish.id) && changed.iter().all(|one| one.id != dish.id);
        let mut all: Vec<Dish> = before.iter().filter(is_old).cloned().collect();
        let mut next = before.iter().map(|dish| dish.id).max().unwrap_or(Id::NIL);
        for mut dish in changed {
            if dish.id == Id::NIL {
                next = next.successor();
                dish.id = next;
            }
            all.push(dish);
        }
        all
    }

    fn learnt(before: &[Dish], lessons: impl IntoIterator<Item = Lesson>) -> Vec<Dish> {
        let mut catalogue = Catalogue::new(HOUSE, before.to_vec());
        lessons.into_iter().for_each(|lesson| catalogue.learn(lesson));
        stored(catalogue, before)
    }

    fn names(dishes: &[Dish]) -> Vec<&str> {
        dishes.iter().map(|dish| dish.name.as_str()).collect()
    }

    #[test]
    fn a_dish_is_the_same_by_its_name_or_by_its_code_on_another_platform() {
        let all = learnt(
            &[],
            [
                lesson(Getir, "Adana Dürüm", Some("12"), 0),
                lesson(Yemeksepeti, "ADANA  DÜRÜM", None, 0),
                lesson(TrendyolGo, "Adana Kebap Dürüm", Some("12"), 0),
                lesson(MigrosYemek, "Ayran", None, 0),
            ],
        );
        assert_eq!(names(&all), ["Adana Dürüm", "Ayran"]);
        assert_eq!(
            all[0].sightings.iter().map(|one| one.provider).collect::<Vec<_>>(),
            [Getir, Yemeksepeti, TrendyolGo]
        );
        // Found by each of its names from then on.
        assert_eq!(
            names(&learnt(&all, [lesson(MigrosYemek, "adana kebap dürüm", None, 0)]))[..],
            ["Ayran", "Adana Dürüm"]
        );
    }

    #[test]
    fn a_code_that_stands_for_several_dishes_says_nothing() {
        let all = learnt(
            &[],
            [
                lesson(Getir, "Adana", Some("1"), 0),
                lesson(Getir, "Urfa", Some("1"), 0),
                lesson(TrendyolGo, "Lahmacun", Some("1"), 0),
            ],
        );
        assert_eq!(names(&all), ["Adana", "Urfa", "Lahmacun"]);
    }

    #[test]
    fn two_become_one_when_a_platform_says_so_and_not_when_another_has_them_as_two() {
        let two = learnt(&[], [lesson(Getir, "Adana Dürüm", Some("12"), 0), lesson(Yemeksepeti, "Adana", None, 0)]);
        assert_eq!(two.len(), 2);
        let one = learnt(&two, [lesson(TrendyolGo, "Adana", Some("12"), 0)]);
        assert_eq!((names(&one), one[0].sightings.len(), one[0].id), (vec!["Adana Dürüm"], 3, two[0].id));
        let apart = learnt(&two, [lesson(Getir, "Adana", None, 0), lesson(TrendyolGo, "Adana", Some("12"), 0)]);
        assert_eq!(apart.len(), 2);
    }

    #[test]
    fn what_is_seen_again_within_a_week_is_nothing_new() {
        let one = learnt(&[], [lesson(Getir, "Ayran", None, 0)]);
        let changes = |at| {
            let mut catalogue = Catalogue::new(HOUSE, one.clone());
            catalogue.learn(lesson(Getir, "Ayran", None, at));
            catalogue.changes().0
        };
        assert!(changes(7 * DAY - 1).is_empty());
        assert_eq!(changes(7 * DAY)[0].seen_at(), Time(7 * DAY));
    }

    #[test]
    fn what_a_menu_has_no_longer_keeps_its_category_and_is_forgotten_in_a_year() {
        let mut catalogue = Catalogue::new(HOUSE, learnt(&[], [lesson(Getir, "Adana", Some("7"), 0)]));
        catalogue.learn_menu(Getir, vec![listed(Getir, "Kebaplar", "Adana", 0), listed(Getir, "Kebaplar", "Urfa", 0)]);
        let (menu, _) = catalogue.changes();
        assert_eq!(
            menu.iter().map(|dish| (dish.category(), dish.sightings.len())).collect::<Vec<_>>(),
            [(Some("Kebaplar"), 1); 2]
        );
        let menu = stored(
            Catalogue::new(HOUSE, Vec::new()),
            &menu.into_iter().zip(1..).map(|(dish, at)| Dish { id: Id::from_parts(0, at), ..dish }).collect::<Vec<_>>(),
        );
        let mut catalogue = Catalogue::new(HOUSE, menu.clone());
        catalogue.learn_menu(Getir, vec![listed(Getir, "Izgara", "Adana", DAY)]);
        let later = stored(catalogue, &menu);
        let urfa = later.iter().find(|dish| dish.name == "Urfa").unwrap();
        assert_eq!((urfa.is_on_menu(), urfa.category()), (false, Some("Kebaplar")));
        let mut catalogue = Catalogue::new(HOUSE, later.clone());
        catalogue.forget(Time(366 * DAY));
        assert_eq!(names(&stored(catalogue, &later)), ["Adana"], "on a menu still");
    }

    #[test]
    fn options_and_sightings_are_so_many_and_no_more() {
        let add = |at: usize| DishOption { name: format!("Sos {at}"), kind: OptionKind::Add };
        let many = Lesson { options: (0..200).map(add).collect(), ..lesson(Getir, "Döner", None, 0) };
        let product = |at: i64| {
            let lesson = lesson(Getir, "Döner", None, at);
            Lesson { sighting: DishSighting { product_id: Some(format!("p{at}")), ..lesson.sighting }, ..lesson }
        };
        let all = learnt(&[], [many].into_iter().chain((0..50).map(product)));
        assert_eq!((all.len(), all[0].options.len(), all[0].sightings.len()), (1, DISH_OPTIONS, DISH_SIGHTINGS));
        let again = Lesson { options: vec![DishOption { name: "SOS 7".into(), kind: OptionKind::Add }], ..product(49) };
        assert!(Catalogue::new(HOUSE, all.clone()).changes().0.is_empty());
        let mut catalogue = Catalogue::new(HOUSE, all);
        catalogue.learn(again);
        assert!(catalogue.changes().0.is_empty(), "nothing of it is new");
    }

    #[test]
    fn what_a_menu_has_in_two_categories_is_in_both_and_told_again_it_is_nothing_new() {
        let told = || vec![listed(Open, "Fırsatlar", "Adana", 0), listed(Open, "Kebaplar", "Adana", 0)];
        let read = |before: &[Dish], lessons| {
            let mut catalogue = Catalogue::new(HOUSE, before.to_vec());
            catalogue.learn_menu(Open, lessons);
            catalogue.changes().0
        };
        let mut both = read(&[], told());
        both[0].id = Id::from_parts(0, 1);
        assert_eq!(both[0].categories().collect::<Vec<_>>(), ["Fırsatlar", "Kebaplar"]);
        assert!(read(&both, told()).is_empty());
        assert!(learnt(&both, [lesson(Open, "adana", None, DAY)])[0].sightings.len() == 2, "sold of either");
        let moved = read(&both, vec![listed(Open, "Izgaralar", "Adana", 0)]);
        assert_eq!(moved[0].categories().collect::<Vec<_>>(), ["Izgaralar"], "what it was in counts no longer");
        let off = read(&moved, Vec::new());
        assert_eq!((off[0].is_on_menu(), off[0].categories().count()), (false, 3));
    }

    #[test]
    fn a_menu_of_as_many_products_and_options_as_fit_into_it_is_read_without_comparing_each_with_each() {
        let names = |number: usize| format!("Yemek {number}");
        let option = |number| DishOption { name: names(number), kind: OptionKind::Add };
        let told = || {
            let mut lessons: Vec<Lesson> = (0..20_000).map(|number| listed(Open, "Kebap", &names(number), 0)).collect();
            lessons[0].options = (0..20_000).map(option).collect();
            lessons
        };
        let mut catalogue = Catalogue::new(HOUSE, Vec::new());
        let began = std::time::Instant::now();
        catalogue.learn_menu(Open, told());
        let all = stored(catalogue, &[]);
        assert_eq!((all.len(), all[0].options.len()), (DISHES, DISH_OPTIONS));
        let mut catalogue = Catalogue::new(HOUSE, all);
        catalogue.learn_menu(Open, told());
        assert!(catalogue.changes().0.is_empty());
        assert!(began.elapsed().as_secs() < 10, "each with each takes minutes");
    }

    #[test]
    fn many_names_drive_out_what_was_not_seen_for_a_week_and_nothing_else() {
        let many = |at: i64| (0..DISHES).map(move |number| lesson(Open, &format!("Yemek {number}"), None, at));
        let full = learnt(&[], many(0));
        assert_eq!(full.len(), DISHES);
        let same_day = learnt(&full, [lesson(Getir, "Adana", None, DAY)]);
        assert!(same_day.len() == DISHES && !names(&same_day).contains(&"Adana"));
        let later = learnt(&full, [lesson(Getir, "Adana", None, 8 * DAY)]);
        assert!(later.len() == DISHES && names(&later).contains(&"Adana"));
    }
}
