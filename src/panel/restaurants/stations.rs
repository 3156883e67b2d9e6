//! The stations of a restaurant's kitchen: which there are, a new one, another name, and the end of one.

use super::super::{
    confirm::ConfirmPage,
    crumbs::{Crumbs, crumbs_of, restaurant_path},
    field::{Field, FieldGroup, FieldKind, blame, fill, is_about_form},
    frame::{Frame, Here},
    page::{go_to, page, refused},
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{self, Spoken, pages::dishes as words};
use model::{Access, Failure};
use ops::places::{dishes, stations};

#[derive(Template)]
#[template(path = "restaurant_stations.html")]
struct StationsPage {
    frame: Frame,
    crumbs: Crumbs,
    path: String,
    dishes_path: String,
    shown: Vec<StationRow>,
    groups: Vec<FieldGroup>,
    error: Option<String>,
}

struct StationRow {
    path: String,
    name: String,
    takes: String,
}

pub async fn list(visit: Visit) -> Answer {
    page(&stations_page(&visit, new_station(&visit))?)
}

fn stations_page(visit: &Visit, groups: Vec<FieldGroup>) -> Result<StationsPage, Failure> {
    let (lang, t) = (visit.lang, &visit.lang.texts().dishes_page);
    let book = dishes::show(&visit.app, Access::FULL, &visit.param(0))?;
    let of_restaurant = restaurant_path(book.restaurant.id);
    let path = format!("{of_restaurant}/stations");
    let shown = book.stations.iter().map(|station| {
        let is_taken = |own: Vec<_>, of_category: Vec<_>| {
            if own.is_empty() { of_category.contains(&station.id) } else { own.contains(&station.id) }
        };
        let taken = book.dishes.iter().filter(|dish| is_taken(book.plan.own(dish.id), book.plan.of_category(dish.id)));
        StationRow {
            path: format!("{path}/{}", station.id),
            name: station.name.clone(),
            takes: match taken.count() {
                0 => t.takes_nothing.to_owned(),
                count => words::takes(lang, count),
            },
        }
    });
    Ok(StationsPage {
        frame: Frame::of(visit, Here::Restaurants, t.stations),
        crumbs: crumbs_of(visit, &book.restaurant),
        shown: shown.collect(),
        dishes_path: format!("{of_restaurant}/dishes"),
        path,
        groups,
        error: None,
    })
}

fn new_station(visit: &Visit) -> Vec<FieldGroup> {
    let t = visit.lang.texts().dishes_page;
    vec![FieldGroup {
        title: t.add,
        intro: "",
        fields: vec![Field::line("name", t.name).help(t.name_help).required(true)],
    }]
}

pub async fn add(visit: Visit) -> Answer {
    let mut groups = new_station(&visit);
    fill(&mut groups, visit.form())?;
    match stations::add(visit.ctx(), visit.param(0), &groups[0].fields[0].value).await {
        Ok(_) => go_to(&format!("/restaurants/{}/stations?said=saved", visit.param(0))),
        Err(failure) if is_about_form(&failure) => {
            let error = blame(&mut groups, visit.lang, &failure);
            refused(&StationsPage { error, ..stations_page(&visit, groups)? })
        }
        Err(failure) => Err(failure),
    }
}

pub async fn rename(visit: Visit) -> Answer {
    let name = visit.trimmed("name")?;
    match stations::rename(visit.ctx(), visit.param(0), visit.param(1), &name).await {
        Ok(()) => go_to(&format!("/restaurants/{}/stations?said=saved", visit.param(0))),
        Err(failure) if is_about_form(&failure) => {
            let label = visit.lang.texts().dishes_page.name;
            let error = Some(i18n::failure(visit.lang, &failure.field(label)));
            refused(&StationsPage { error, ..stations_page(&visit, new_station(&visit))? })
        }
        Err(failure) => Err(failure),
    }
}

pub async fn ask_remove(visit: Visit) -> Answer {
    let t = visit.lang.texts().dishes_page;
    let (restaurant, station) = stations::show(&visit.app, Access::FULL, visit.call.param(0), visit.call.param(1))?;
    let follows = vec![words::is_removed(visit.lang, &station.name), t.removed_goes_to_all.to_owned()];
    let back = format!("{}/stations", restaurant_path(restaurant.id));
    ConfirmPage::new(&visit, Here::Restaurants, t.remove_title, follows, t.remove, back).ask()
}

pub async fn remove(visit: Visit) -> Answer {
    stations::remove(visit.ctx(), visit.param(0), visit.param(1)).await?;
    go_to(&format!("/restaurants/{}/stations?said=removed", visit.param(0)))
}
