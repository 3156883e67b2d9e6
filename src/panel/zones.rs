//! The time zones that a form offers: Türkiye's first, then every one that is named after a place.

use super::select::SelectOption;
use i18n::{Lang, Spoken};
use std::sync::LazyLock;

const HOME: &str = "Europe/Istanbul";
/// Parts of the world that people look for their city under; the rest are names of machines and of history.
const REGIONS: [&str; 10] =
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// What is chosen stays a choice, known or not.
pub fn zones(lang: Lang, chosen: &str) -> Vec<SelectOption> {
    static ZONES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let all = jiff::tz::db().available().map(|zone| zone.to_string());
        let is_place = |zone: &String| zone.split_once('/').is_some_and(|(region, _)| REGIONS.contains(&region));
        let mut zones: Vec<String> = all.filter(is_place).filter(|zone| zone != HOME).collect();
        zones.sort();
        zones.insert(0, HOME.to_owned());
        zones.push("UTC".to_owned());
        zones
    });
    let known = ZONES.iter().map(String::as_str);
    let strange = Some(chosen).filter(|zone| !zone.is_empty() && !ZONES.iter().any(|known| known == zone));
    known.chain(strange).map(|zone| SelectOption::of(zone, name(lang, zone), chosen)).collect()
}

/// As people read it: the zone of most readers by the name of their country.
pub fn name(lang: Lang, zone: &str) -> String {
    match zone {
        HOME => lang.texts().settings_page.zone_at_home.to_owned(),
        _ => zone.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zone_at_home_comes_first_and_what_is_chosen_is_always_there() {
        let all = zones(Lang::Tr, "Europe/Berlin");
        assert_eq!((all[0].value.as_str(), all[0].text.as_str()), (HOME, "Türkiye (İstanbul)"));
        assert_eq!(all.iter().filter(|zone| zone.value == HOME).count(), 1);
        let chosen: Vec<&str> = all.iter().filter(|zone| zone.is_chosen).map(|zone| zone.value.as_str()).collect();
        assert_eq!(chosen, ["Europe/Berlin"]);
        assert!(all.iter().any(|zone| zone.text == "America/New York"));
        assert!(!all.iter().any(|zone| ["Etc/GMT+3", "Turkey", "US/Central"].contains(&zone.value.as_str())));
        let strange = zones(Lang::En, "Mars/Olympus");
        assert_eq!(strange.len(), all.len() + 1);
        assert!(strange.last().is_some_and(|zone| zone.is_chosen && zone.value == "Mars/Olympus"));
        assert!(zones(Lang::En, "").iter().all(|zone| !zone.is_chosen));
    }
}
