//! Every page of the panel in both languages, as people see it: the wording is kept as snapshots, and no text is left
//! untranslated. Of several that have the same title the first is kept whole, and of the others what differs.

mod house;
mod outline;
mod tour;
mod words;

use super::routes::{fits, is_endless, routes};
use garson::document::MANUAL;
use outline::steady;
use similar::{ChangeTag, TextDiff};
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
};
use tour::pages;

#[test]
fn every_page_says_what_it_said_when_somebody_last_looked() {
    // Each page is looked at, whatever the one before came to: one run shows every change.
    let mut changed = Vec::new();
    let mut firsts: HashMap<String, (String, [String; 2])> = HashMap::new();
    let mut look = |name: &str, shown: [String; 2]| {
        let shown = shown.map(|text| steady(&text));
        let title = shown[0].lines().find(|line| line.starts_with("title: ")).unwrap_or(name).to_owned();
        let both = match firsts.get(&title) {
            Some((first, base)) => {
                let [turkish, english] = [0, 1].map(|language| differences(&base[language], &shown[language]));
                format!("As {first}, but for\n\n─── Türkçe\n{turkish}\n\n─── English\n{english}")
            }
            None => {
                let [turkish, english] = &shown;
                let both = format!("─── Türkçe\n{turkish}\n\n─── English\n{english}");
                firsts.insert(title, (name.to_owned(), shown));
                both
            }
        };
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

/// The lines that one text has and the other has not, each lot below the line that both have before it.
fn differences(base: &str, other: &str) -> String {
    let diff = TextDiff::from_lines(base, other);
    let (mut lines, mut before, mut is_apart) = (Vec::new(), None, true);
    for change in diff.iter_all_changes() {
        let line = change.value().trim_end_matches('\n');
        let sign = match change.tag() {
            ChangeTag::Equal => {
                (before, is_apart) = (Some(line), true);
                continue;
            }
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        if std::mem::take(&mut is_apart) {
            lines.extend(before.map(|line| format!("  {line}")));
        }
        lines.push(format!("{sign} {line}"));
    }
    lines.join("\n")
}

#[test]
fn no_page_is_left_out() {
    let all = routes();
    let is_literal = |pattern: &str, path: &str| all.iter().any(|(_, other)| other == path && other != pattern);
    for (_, pattern) in all.iter().filter(|(method, _)| method == "GET") {
        // Files are no pages, and of what goes on for ever there is no picture. The books have tests of their own.
        let is_book = ["/api", "/help", "/reference"].iter().any(|home| pattern.starts_with(home));
        let is_page = !is_book && !pattern.starts_with("/assets/") && !pattern.contains('.') && !is_endless(pattern);
        let is_here = |page: &tour::Page| {
            let path = page.path.split('?').next().unwrap_or_default();
            page.method == "GET" && page.tr.reply.status == 200 && fits(pattern, path) && !is_literal(pattern, path)
        };
        assert!(!is_page || pages().iter().any(is_here), "{pattern} was not looked at");
    }
}

/// Pages that stand on paper or on a kitchen's wall, and pieces of one: nobody reads on from there.
fn leads_nowhere(html: &str) -> bool {
    !html.contains("class=\"skip\"") || html.contains(" kitchen\">")
}

#[test]
fn every_page_leads_to_the_page_of_the_manual_about_it() {
    let mut led = 0;
    for page in pages() {
        for (lang, shown) in [("tr", &page.tr), ("en", &page.en)] {
            let html = &shown.reply.text;
            let links: Vec<&str> = html.split("<a class=\"help\" href=\"/help/").skip(1).collect();
            let links: Vec<&str> = links.iter().filter_map(|rest| rest.split('"').next()).collect();
            if leads_nowhere(html) {
                assert!(links.is_empty(), "{} {links:?}", page.name);
                continue;
            }
            let [link] = links[..] else { panic!("{} {links:?}", page.name) };
            let is_there = MANUAL.iter().any(|known| known.path == link) && link.starts_with(lang);
            // Only of what went wrong there may be nothing to say.
            assert!(is_there && (link != lang || shown.reply.status >= 400), "{} leads to {link}", page.name);
            led += 1;
        }
    }
    assert!(led > 200, "{led}");
}
