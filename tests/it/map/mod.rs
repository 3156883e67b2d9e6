//! The map in `src/README.md` is held against the code: which folder uses which, which crate is named where, that no
//! files use each other in a circle, that every file says what it is for, no type's name means two things and nothing
//! is unsafe that is not listed.

mod source;

use source::Source;
use std::collections::{BTreeMap, BTreeSet};

const MAP: &str = include_str!("../../../src/README.md");

/// The rows of the table under a heading, cell by cell.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, under) = MAP.split_once(heading).unwrap_or_else(|| panic!("the map has no {heading:?}"));
    let rows = under.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The words in backticks.
fn words(cell: &'static str) -> BTreeSet<&'static str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// `ops/orders/act.rs` is in `ops`, `clock.rs` is its own folder.
fn folder(file: &str) -> &str {
    file.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

#[test]
fn a_folder_uses_what_the_map_says_and_nothing_else() {
    let source = Source::read();
    let mut used: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for (from, to) in source.arrows() {
        for to in to.into_iter().filter(|to| folder(to) != folder(from)) {
            used.entry(folder(from)).or_default().entry(folder(to)).or_insert(format!("{from} uses {to}"));
        }
    }
    let rows = table("# The map");
    let mut wrong = Vec::new();
    let folders: BTreeSet<&str> =
        source.files.values().map(|file| folder(&file.name)).filter(|name| *name != "lib").collect();
    let drawn: BTreeSet<&str> = rows.iter().flat_map(|row| words(row[0])).collect();
    wrong.extend(folders.symmetric_difference(&drawn).map(|folder| format!("{folder} is in one of map and src only")));
    for row in rows.iter().filter(|row| row[2] != "all") {
        let may: BTreeSet<&str> = words(row[2]);
        let mut unused = may.clone();
        for folder in words(row[0]) {
            for (to, example) in used.get(folder).into_iter().flatten() {
                unused.remove(to);
                if !may.contains(to) {
                    wrong.push(format!("{folder} may not use {to}: {example}"));
                }
            }
        }
        wrong.extend(unused.iter().map(|to| format!("{} does not use {to}", row[0])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_crate_is_named_only_where_the_map_says() {
    let source = Source::read();
    let mut wrong = Vec::new();
    for row in table("## Crates that stay in their place") {
        for name in words(row[0]) {
            let places: BTreeSet<&str> = source
                .files
                .values()
                .filter(|file| source.names_crate(file, name))
                .map(|file| folder(&file.name))
                .collect();
            if places != words(row[1]) {
                wrong.push(format!("{name} is named in {places:?}, and the map says {}", row[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file that one leads to, itself only if it is in a circle.
fn reach<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        next.extend(arrows.get(file).into_iter().flatten().filter(|to| seen.insert(**to)).copied());
    }
    seen
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let source = Source::read();
    let arrows = source.arrows();
    let reached: BTreeMap<&str, BTreeSet<&str>> = arrows.keys().map(|file| (*file, reach(&arrows, file))).collect();
    let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (file, reaches) in &reached {
        let circle: Vec<&str> = reaches.iter().copied().filter(|other| reached[other].contains(file)).collect();
        circles.extend((!circle.is_empty()).then_some(circle));
    }
    let told: Vec<String> = circles
        .iter()
        .map(|circle| {
            let ties = circle.iter().flat_map(|from| {
                let within = arrows[from].iter().filter(|to| circle.contains(to));
                within.map(move |to| format!("\n    {from} uses {to}"))
            });
            format!("{} files in a circle:{}", circle.len(), ties.collect::<String>())
        })
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let source = Source::read();
    let mute: Vec<&str> =
        source.files.values().filter(|file| !file.text.starts_with("//! ")).map(|file| &*file.name).collect();
    assert!(mute.is_empty(), "no `//!` at the top of {mute:?}");
}

#[test]
fn the_name_of_a_type_means_one_thing() {
    let source = Source::read();
    let mut defined: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in source.files.values() {
        for name in &file.types {
            defined.entry(name).or_default().push(&file.name);
        }
    }
    let repeated: BTreeSet<&str> = table("## Names that come again").iter().flat_map(|row| words(row[0])).collect();
    let mut wrong: Vec<String> = Vec::new();
    for (name, files) in &defined {
        match (files.len() > 1, repeated.contains(name)) {
            (true, false) => wrong.push(format!("{name} is a type in {}", files.join(", "))),
            (false, true) => wrong.push(format!("{name} is said to come again and does not")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_is_only_where_the_map_says() {
    let found: BTreeSet<String> = ["unsafe", "unsafe_code"].into_iter().flat_map(source::files_with).collect();
    let listed: BTreeSet<String> =
        table("## Unsafe code").iter().flat_map(|row| words(row[0])).map(str::to_owned).collect();
    assert_eq!(found, listed);
}

#[test]
fn the_crate_begins_with_the_picture_of_the_map() {
    let drawn = |text: &'static str, before: &'static str| -> Vec<&str> {
        let lines = text.lines().filter_map(move |line| line.strip_prefix(before));
        lines.filter(|line| line.contains("──►")).collect()
    };
    let picture = drawn(MAP, "    ");
    assert!(picture.len() > 3, "{picture:?}");
    assert_eq!(drawn(include_str!("../../../src/lib.rs"), "//! "), picture);
}

#[test]
fn the_glossary_has_only_words_that_the_code_uses() {
    let source = Source::read();
    let code: String = source.files.values().map(|file| file.text.to_lowercase()).collect();
    let uses = |word: &str| {
        let is_letter = |at: Option<char>| at.is_some_and(char::is_alphabetic);
        code.match_indices(word).any(|(at, _)| {
            let (before, behind) = (code[..at].chars().next_back(), code[at + word.len()..].chars().next());
            !is_letter(before) && !is_letter(behind)
        })
    };
    let words: Vec<&str> = table("## Words").iter().flat_map(|row| row[0].split(", ")).collect();
    assert!(words.len() > 10, "{words:?}");
    let strange: Vec<&&str> = words.iter().filter(|word| !uses(word)).collect();
    assert!(strange.is_empty(), "nothing in the code is called {strange:?}");
}
