//! The currencies that a form offers.

use super::select::SelectOption;
use i18n::{Lang, pages::words};
use model::Currency;

/// What is chosen stays a choice, known or not.
pub fn currencies(lang: Lang, chosen: &str) -> Vec<SelectOption> {
    let strange = Some(chosen).filter(|code| !code.is_empty() && !Currency::LISTED.contains(code));
    let all = Currency::LISTED.into_iter().chain(strange);
    all.map(|code| SelectOption::of(code, words::currency(lang, code), chosen)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_offered_once_and_what_is_chosen_is_always_there() {
        let all = currencies(Lang::Tr, "EUR");
        assert_eq!((all[0].value.as_str(), all[0].text.as_str()), ("TRY", "Türk lirası (TRY)"));
        let chosen: Vec<&str> = all.iter().filter(|one| one.is_chosen).map(|one| one.value.as_str()).collect();
        assert_eq!(chosen, ["EUR"]);
        let mut codes: Vec<&str> = all.iter().map(|one| one.value.as_str()).collect();
        assert!(codes.iter().all(|code| Currency::parse(code).is_some()));
        assert!(all.iter().all(|one| one.text.len() > one.value.len()), "each has a name");
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all.len());
        assert!(currencies(Lang::En, "LIR").last().is_some_and(|one| one.is_chosen && one.text == "LIR"));
        assert!(currencies(Lang::En, "").iter().all(|one| !one.is_chosen));
    }
}
