//! The dishes of a restaurant, and which station makes what: one page with a box for each, saved with one button.

use super::super::{
    crumbs::{Crumbs, crumbs_of, restaurant_path},
    frame::{Frame, Here},
    page::{go_to, page, with_word},
    select::SelectOption,
    visit::Visit,
};
use askama::Template;
use http::{Answer, Query};
use i18n::{Lang, Spoken, pages::dishes as words};
use model::dish::{Dish, dish_key};
use model::{Access, Failure, Id, OptionKind, Provider, Station, fold, url};
use ops::places::dishes::{self, DishBook, StationChoices};
use platforms::facts;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Dishes on one page: with twenty stations a thousand boxes.
const ON_PAGE: usize = 50;
/// What `show` says for dishes that no station takes.
const OPEN: &str = "open";

#[derive(Template)]
#[template(path = "restaurant_dishes.html")]
struct DishCataloguePage {
    frame: Frame,
    crumbs: Crumbs,
    /// Where the form is sent: this page with its search.
    action: String,
    path: String,
    stations_path: String,
    question: String,
    shown: Vec<SelectOption>,
    has_stations: bool,
    has_dishes: bool,
    /// How many there are, and how many of them go to all stations.
    summary: Vec<String>,
    groups: Vec<DishGroup>,
    has_suggestions: bool,
    before: Option<String>,
    after: Option<String>,
}

/// The dishes of a category.
struct DishGroup {
    name: Option<String>,
    boxes: Vec<StationBox>,
    /// What those who hear the page are told of its boxes.
    label: String,
    dishes: Vec<KnownDish>,
}

/// A box that gives something to a station.
struct StationBox {
    value: String,
    name: String,
    is_on: bool,
}

struct KnownDish {
    id: String,
    name: String,
    also: Vec<String>,
    marks: Vec<DishMark>,
    codes: Vec<String>,
    options: Vec<(&'static str, String)>,
    options_title: String,
    is_off_menu: bool,
    boxes: Vec<StationBox>,
    label: String,
    /// What its stations are where it has no ticks of its own.
    otherwise: Option<String>,
    suggestion: Option<DishSuggestion>,
}

struct DishMark {
    provider: Provider,
    mark: &'static str,
    name: &'static str,
}

struct DishSuggestion {
    text: String,
    values: Vec<String>,
}

/// The search as it stands in the address.
struct DishSearch {
    question: String,
    is_open_only: bool,
    page: usize,
}

impl DishSearch {
    fn read(query: &Query<'_>) -> Result<DishSearch, Failure> {
        Ok(DishSearch {
            question: query.one("q")?.unwrap_or_default().trim().to_owned(),
            is_open_only: query.one("show")? == Some(OPEN),
            page: query.one("page")?.and_then(|page| page.parse().ok()).unwrap_or(0),
        })
    }

    fn address(&self, path: &str, page: usize) -> String {
        let page = if page == 0 { String::new() } else { page.to_string() };
        let show = if self.is_open_only { OPEN } else { "" };
        match url::query([("q", self.question.as_str()), ("show", show), ("page", &page)]) {
            query if query.is_empty() => path.to_owned(),
            query => format!("{path}?{query}"),
        }
    }

    fn finds(&self, dish: &Dish) -> bool {
        let wanted = fold(&self.question);
        let names = dish.sightings.iter().map(|one| one.name.as_str()).chain([dish.name.as_str()]);
        names.chain(dish.codes()).chain(dish.categories()).any(|text| fold(text).contains(&wanted))
    }
}

pub async fn show(visit: Visit) -> Answer {
    let book = dishes::show(&visit.app, Access::FULL, &visit.param(0))?;
    let search = DishSearch::read(&visit.call.query()?)?;
    let (lang, t) = (visit.lang, &visit.lang.texts().dishes_page);
    let path = format!("{}/dishes", restaurant_path(book.restaurant.id));
    let suggestions = book.plan.suggestions(&book.dishes);
    let is_open = |dish: &Dish| book.plan.own(dish.id).is_empty() && book.plan.of_category(dish.id).is_empty();
    let mut found: Vec<&Dish> = book.dishes.iter().filter(|dish| search.finds(dish)).collect();
    if search.is_open_only {
        found.retain(|dish| is_open(dish));
    }
    // Stable, so that those of one category stay in the order of their names.
    found.sort_by_cached_key(|dish| (dish.category().is_none(), dish.category().and_then(dish_key)));
    let mut summary = vec![match found.len() == book.dishes.len() {
        true => words::known(lang, found.len()),
        false => words::found(lang, found.len(), book.dishes.len()),
    }];
    let open = book.dishes.iter().filter(|dish| is_open(dish)).count();
    if open > 0 && !book.stations.is_empty() {
        summary.push(words::open(lang, open));
    }
    let last = found.len().saturating_sub(1) / ON_PAGE;
    let at = search.page.min(last);
    let on_page = found.iter().skip(at * ON_PAGE).take(ON_PAGE).copied();
    let groups = groups(lang, &book, on_page, &suggestions);
    let chosen = if search.is_open_only { OPEN } else { "" };
    let choices = [("", t.shown_all), (OPEN, t.shown_open)];
    page(&DishCataloguePage {
        frame: Frame::of(&visit, Here::Restaurants, t.title),
        crumbs: crumbs_of(&visit, &book.restaurant),
        action: search.address(&path, at),
        stations_path: format!("{}/stations", restaurant_path(book.restaurant.id)),
        shown: choices.map(|(value, text)| SelectOption::of(value.to_owned(), text, chosen)).into(),
        has_stations: !book.stations.is_empty(),
        has_dishes: !book.dishes.is_empty(),
        summary,
        has_suggestions: groups.iter().flat_map(|group| &group.dishes).any(|dish| dish.suggestion.is_some()),
        groups,
        before: (at > 0).then(|| search.address(&path, at - 1)),
        after: (at < last).then(|| search.address(&path, at + 1)),
        question: search.question,
        path,
    })
}

fn groups<'a>(
    lang: Lang,
    book: &DishBook,
    dishes: impl Iterator<Item = &'a Dish>,
    suggestions: &HashMap<Id, Vec<Id>>,
) -> Vec<DishGroup> {
    let mut groups: Vec<(Option<String>, DishGroup)> = Vec::new();
    for dish in dishes {
        let key = dish.category().and_then(dish_key);
        if groups.last().is_none_or(|(last, _)| *last != key) {
            let name = dish.category().map(str::to_owned);
            let boxes = match (&name, &key) {
                (Some(name), Some(key)) => {
                    let is_on = |station: &Station| station.takes.categories.contains(key);
                    boxes(&book.stations, |station| format!("{} {name}", station.id), is_on)
                }
                _ => Vec::new(),
            };
            let label = words::stations_of(lang, name.as_deref().unwrap_or_default());
            groups.push((key, DishGroup { name, boxes, label, dishes: Vec::new() }));
        }
        if let Some((_, group)) = groups.last_mut() {
            group.dishes.push(known_dish(lang, book, dish, suggestions));
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn boxes(
    stations: &[Station],
    value: impl Fn(&Station) -> String,
    is_on: impl Fn(&Station) -> bool,
) -> Vec<StationBox> {
    let one =
        |station: &Station| StationBox { value: value(station), name: station.name.clone(), is_on: is_on(station) };
    stations.iter().map(one).collect()
}

fn known_dish(lang: Lang, book: &DishBook, dish: &Dish, suggestions: &HashMap<Id, Vec<Id>>) -> KnownDish {
    let t = lang.texts().dishes_page;
    let (own, of_category) = (book.plan.own(dish.id), book.plan.of_category(dish.id));
    let names = |ids: &[Id]| {
        let named = book.stations.iter().filter(|station| ids.contains(&station.id)).map(|one| one.name.as_str());
        named.collect::<Vec<_>>().join(", ")
    };
    let value = |station: Id| format!("{} {station}", dish.id);
    let otherwise = match (book.stations.is_empty() || !own.is_empty(), of_category.is_empty()) {
        (true, _) => None,
        (false, false) => Some(words::by_category(lang, &names(&of_category))),
        (false, true) => Some(t.goes_to_all.to_owned()),
    };
    let suggestion = suggestions.get(&dish.id).map(|stations| DishSuggestion {
        text: words::suggested(lang, &names(stations)),
        values: stations.iter().map(|station| value(*station)).collect(),
    });
    let providers: BTreeMap<Provider, DishMark> =
        dish.sightings.iter().map(|one| (one.provider, mark(lang, one.provider))).collect();
    // Whether a menu would have it is known of a platform that told one.
    let had_menu = dish.sightings.iter().any(|one| one.category.is_some());
    KnownDish {
        id: dish.id.to_string(),
        name: dish.name.clone(),
        also: other_names(dish),
        marks: providers.into_values().collect(),
        codes: dish.codes().map(str::to_owned).collect::<std::collections::BTreeSet<_>>().into_iter().collect(),
        options: dish.options.iter().map(|option| (sign(option.kind), option.name.clone())).collect(),
        options_title: words::options(lang, dish.options.len()),
        is_off_menu: had_menu && !dish.is_on_menu(),
        boxes: boxes(&book.stations, |station| value(station.id), |station| own.contains(&station.id)),
        label: words::stations_of(lang, &dish.name),
        otherwise,
        suggestion,
    }
}

fn mark(lang: Lang, provider: Provider) -> DishMark {
    DishMark { provider, mark: facts(provider).mark, name: facts(provider).short_name_in(lang) }
}

fn sign(kind: OptionKind) -> &'static str {
    match kind {
        OptionKind::Add => "+",
        OptionKind::Remove => "−",
    }
}

/// What it is called elsewhere, each spelling that is another name once.
fn other_names(dish: &Dish) -> Vec<String> {
    let mut known: HashSet<Option<String>> = HashSet::from([dish_key(&dish.name)]);
    let others = dish.sightings.iter().filter(|one| known.insert(dish_key(&one.name)));
    others.map(|one| one.name.clone()).collect()
}

pub async fn sort(visit: Visit) -> Answer {
    let form = visit.form();
    let pairs = |name| {
        let pairs = form.many(name).into_iter().filter_map(|value| value.split_once(' '));
        pairs.map(|(one, other)| (one.to_owned(), other.to_owned())).collect::<Vec<(String, String)>>()
    };
    let (ticked, suggested, of_category) = (pairs("at"), pairs("suggestion"), pairs("from"));
    let takes_suggestions = form.one("suggested")?.is_some();
    let mut choices = StationChoices {
        dishes: form.many("dish").into_iter().filter_map(|dish| Some((Id::parse(dish)?, HashSet::new()))).collect(),
        categories: form.many("category").into_iter().map(|name| (name.to_owned(), HashSet::new())).collect(),
    };
    for (dish, station) in &ticked {
        choose(Id::parse(dish).and_then(|dish| choices.dishes.get_mut(&dish)), station);
    }
    if takes_suggestions {
        // Where somebody ticked something, that was the answer to the suggestion.
        let open: HashSet<Id> = choices.dishes.iter().filter(|(_, at)| at.is_empty()).map(|(dish, _)| *dish).collect();
        for (dish, station) in &suggested {
            let dish = Id::parse(dish).filter(|dish| open.contains(dish));
            choose(dish.and_then(|dish| choices.dishes.get_mut(&dish)), station);
        }
    }
    for (station, category) in &of_category {
        choose(choices.categories.get_mut(category), station);
    }
    let search = DishSearch::read(&visit.call.query()?)?;
    let path = format!("/restaurants/{}/dishes", visit.param(0));
    let back = search.address(&path, search.page);
    dishes::sort(visit.ctx(), visit.param(0), choices).await?;
    go_to(&with_word(&back, "said=saved"))
}

fn choose(chosen: Option<&mut HashSet<Id>>, station: &str) {
    if let Some((chosen, station)) = chosen.zip(Id::parse(station)) {
        chosen.insert(station);
    }
}
