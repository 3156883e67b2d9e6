//! Every page of the panel in both languages, as people see it: the wording is kept as snapshots, and no text is left
//! untranslated.

mod house;
mod outline;
mod tour;
mod words;

use super::routes::{fits, is_endless, routes};
use outline::steady;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tour::pages;

#[test]
fn every_page_says_what_it_said_when_somebody_last_looked() {
    // Each page is looked at, whatever the one before came to: one run shows every change.
    let mut changed = Vec::new();
    let mut look = |name: &str, [turkish, english]: [String; 2]| {
        let both = format!("─── Türkçe\n{}\n\n─── English\n{}", steady(&turkish), steady(&english));
        if catch_unwind(AssertUnwindSafe(|| insta::assert_snapshot!(name, both))).is_err() {
            changed.push(name.to_owned());
        }
    };
    for page in pages() {
        let shown = [&page.tr, &page.en];
        // What all pages have is kept once for each who sees another one.
        if ["board", "board-for-staff", "login"].contains(&page.name.as_str()) {
            look(&format!("frame-of-{}", page.name), shown.map(|shown| shown.outline.frame()));
        }
        if page.name != "board-for-staff" {
            look(&page.name, shown.map(|shown| format!("{}\n{}", shown.reply.status, shown.outline.lines())));
        }
    }
    assert!(changed.is_empty(), "other words than before: {}", changed.join(", "));
}

#[test]
fn no_page_is_left_out() {
    let all = routes();
    let is_literal = |pattern: &str, path: &str| all.iter().any(|(_, other)| other == path && other != pattern);
    for (_, pattern) in all.iter().filter(|(method, _)| method == "GET") {
        // Files are no pages, and of what goes on for ever there is no picture. The reference has tests of its own.
        let is_reference = pattern.starts_with("/api") || pattern == "/reference";
        let is_page =
            !is_reference && !pattern.starts_with("/assets/") && !pattern.contains('.') && !is_endless(pattern);
        let is_here = |page: &tour::Page| {
            let path = page.path.split('?').next().unwrap_or_default();
            page.method == "GET" && page.tr.reply.status == 200 && fits(pattern, path) && !is_literal(pattern, path)
        };
        assert!(!is_page || pages().iter().any(is_here), "{pattern} was not looked at");
    }
}
