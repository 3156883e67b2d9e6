//! A restaurant's service packages: how they stand, and the form that keeps them.

use super::super::{
    crumbs::{Crumbs, crumbs_of, restaurant_path},
    field::is_about_form,
    frame::{Frame, Here},
    page::{go_to, page, refused},
    show,
    visit::Visit,
};
use askama::Template;
use http::{Answer, Query};
use i18n::{self, Lang, Spoken};
use jiff::tz::TimeZone;
use model::{Access, Package, Time, fields::Given};
use ops::{care::settings, places::restaurants};

/// A package as the restaurant's page lists it.
pub struct PackageSummary {
    pub name: String,
    pub starts: Option<String>,
    pub ends: Option<String>,
    /// The colour of the badge, and its word.
    pub badge: &'static str,
    pub state: &'static str,
}

pub fn plans(lang: Lang, packages: &[Package], zone: &TimeZone, now: Time) -> Vec<PackageSummary> {
    let t = &lang.texts().restaurants_page;
    let time = |time: Option<Time>| time.map(|time| show::time(lang, time, zone));
    let plan = |package: &Package| {
        let (badge, state) = match package {
            _ if !package.is_active => ("", t.off),
            _ if package.ends_at.is_some_and(|at| at <= now) => ("warn", t.ended),
            _ if package.starts_at.is_some_and(|at| at > now) => ("info", t.later),
            _ => ("good", t.running),
        };
        PackageSummary {
            name: package.name.clone(),
            starts: time(package.starts_at),
            ends: time(package.ends_at),
            badge,
            state,
        }
    };
    packages.iter().map(plan).collect()
}

/// One that is in use has run out.
pub fn has_ended(packages: &[Package], now: Time) -> bool {
    packages.iter().any(|package| package.is_active && package.ends_at.is_some_and(|at| at <= now))
}

#[derive(Template)]
#[template(path = "restaurant_packages.html")]
struct PackagesPage {
    frame: Frame,
    crumbs: Crumbs,
    rows: Vec<PackageRow>,
    error: Option<String>,
    path: String,
    zone: String,
}

/// One package as it is typed. The last row is empty, for a new one.
#[derive(Default)]
struct PackageRow {
    name: String,
    starts: String,
    ends: String,
    is_on: bool,
    is_removed: bool,
    error: Option<String>,
}

impl PackageRow {
    fn blank() -> PackageRow {
        PackageRow { is_on: true, ..PackageRow::default() }
    }

    fn is_blank(&self) -> bool {
        self.name.is_empty() && self.starts.is_empty() && self.ends.is_empty()
    }
}

pub async fn show_form(visit: Visit) -> Answer {
    let shown = restaurants::show(&visit.app, Access::FULL, &visit.param(0))?;
    let zone = settings::zone_of(&visit.app, &shown.restaurant)?;
    let row = |package: &Package| PackageRow {
        name: package.name.clone(),
        starts: package.starts_at.map(|at| local(at, &zone)).unwrap_or_default(),
        ends: package.ends_at.map(|at| local(at, &zone)).unwrap_or_default(),
        is_on: package.is_active,
        ..PackageRow::default()
    };
    let mut rows: Vec<PackageRow> = shown.restaurant.packages.iter().map(row).collect();
    rows.push(PackageRow::blank());
    page(&packages_page(&visit, &shown, &zone, rows))
}

pub async fn change(visit: Visit) -> Answer {
    let shown = restaurants::show(&visit.app, Access::FULL, &visit.param(0))?;
    let zone = settings::zone_of(&visit.app, &shown.restaurant)?;
    let mut rows = rows(visit.form());
    let kept: Vec<usize> = (0..rows.len()).filter(|at| !rows[*at].is_removed && !rows[*at].is_blank()).collect();
    let saved = async {
        let typed = Given::List(kept.iter().map(|at| package(&rows[*at], &zone)).collect());
        restaurants::set_packages(visit.ctx(), visit.param(0), restaurants::packages(typed)?).await
    };
    let failure = match saved.await {
        Ok(shown) => return go_to(&format!("{}?said=saved#packages", restaurant_path(shown.restaurant.id))),
        Err(failure) if is_about_form(&failure) => failure,
        Err(failure) => return Err(failure),
    };
    // `[1].endsAt`: the second of those that were kept.
    let path = failure.field.as_deref().unwrap_or_default();
    let place = path.strip_prefix('[').and_then(|rest| rest.split_once("]."));
    let blamed = place.and_then(|(at, field)| Some((*kept.get(at.parse::<usize>().ok()?)?, field)));
    let t = &visit.lang.texts().restaurants_page;
    let mut error = None;
    match blamed {
        Some((at, field)) => {
            let label = match field {
                "startsAt" => t.starts,
                "endsAt" => t.ends,
                _ => t.name,
            };
            rows[at].error = Some(i18n::failure(visit.lang, &failure.clone().field(label)));
        }
        None => error = Some(i18n::failure(visit.lang, &failure)),
    }
    if rows.last().is_none_or(|row| !row.is_blank()) {
        rows.push(PackageRow::blank());
    }
    refused(&PackagesPage { error, ..packages_page(&visit, &shown, &zone, rows) })
}

fn packages_page(
    visit: &Visit,
    shown: &restaurants::RestaurantDetails,
    zone: &TimeZone,
    rows: Vec<PackageRow>,
) -> PackagesPage {
    PackagesPage {
        frame: Frame::of(visit, Here::Restaurants, visit.lang.texts().restaurants_page.packages),
        crumbs: crumbs_of(visit, &shown.restaurant),
        rows,
        error: None,
        path: restaurant_path(shown.restaurant.id),
        zone: zone.iana_name().unwrap_or_default().to_owned(),
    }
}

fn rows(form: &Query<'_>) -> Vec<PackageRow> {
    let (starts, ends) = (form.many("starts"), form.many("ends"));
    let (on, removed) = (form.many("on"), form.many("remove"));
    let text = |texts: &[&str], at: usize| texts.get(at).map(|text| text.trim().to_owned()).unwrap_or_default();
    let row = |(at, name): (usize, &&str)| {
        let number = at.to_string();
        PackageRow {
            name: name.trim().to_owned(),
            starts: text(&starts, at),
            ends: text(&ends, at),
            is_on: on.contains(&number.as_str()),
            is_removed: removed.contains(&number.as_str()),
            error: None,
        }
    };
    form.many("name").iter().enumerate().map(row).collect()
}

fn package<'a>(row: &'a PackageRow, zone: &TimeZone) -> Given<'a> {
    let time = |text: &'a str| match text {
        "" => Given::Nothing,
        // What is no time stays as it was typed, so that the operation refuses it.
        text => show::typed_time(text, zone).map_or(Given::text(text), |time| Given::text(time.to_string())),
    };
    Given::object([
        ("name", Given::text(row.name.as_str())),
        ("startsAt", time(&row.starts)),
        ("endsAt", time(&row.ends)),
        ("isActive", Given::Bool(row.is_on)),
    ])
}

/// As an input of a local time holds it; with seconds only where there are some, because then the clock shows them.
fn local(time: Time, zone: &TimeZone) -> String {
    let format = match time.0 {
        millis if millis % 60_000 == 0 => "%Y-%m-%dT%H:%M",
        millis if millis % 1_000 == 0 => "%Y-%m-%dT%H:%M:%S",
        _ => "%Y-%m-%dT%H:%M:%S.%3f",
    };
    show::format(time, zone, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_nobody_touches_comes_back_the_same() {
        let zone = model::time::zone("Europe/Istanbul").unwrap();
        for (text, shown) in [
            ("2026-11-14T18:02:00Z", "2026-11-14T21:02"),
            ("2026-11-14T18:02:11Z", "2026-11-14T21:02:11"),
            ("2026-11-14T18:02:11.123Z", "2026-11-14T21:02:11.123"),
        ] {
            let time = Time::parse(text).unwrap();
            assert_eq!(local(time, &zone), shown);
            assert_eq!(show::typed_time(shown, &zone), Some(time));
        }
        assert_eq!(show::typed_time("yarın", &zone), None);
    }

    #[test]
    fn a_package_ends_begins_later_or_runs() {
        let package = |starts: Option<i64>, ends: Option<i64>, is_active| Package {
            name: "x".into(),
            starts_at: starts.map(Time),
            ends_at: ends.map(Time),
            is_active,
        };
        let all = [
            package(None, Some(5), true),
            package(Some(6), None, true),
            package(None, None, false),
            package(None, None, true),
        ];
        let plans = plans(Lang::En, &all, &TimeZone::UTC, Time(5));
        assert_eq!(plans.iter().map(|plan| plan.badge).collect::<Vec<_>>(), ["warn", "info", "", "good"]);
        assert!(has_ended(&all, Time(5)) && !has_ended(&all, Time(4)));
    }
}
