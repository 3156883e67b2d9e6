//! `packaging/SECURITY.md` is held against the code: each requirement stands once and in its place, has a verdict and a
//! reason, the tests that it names exist, and the numbers at the top are those of the tables.

use std::{collections::BTreeMap, fs, path::Path};

const VERDICTS: [&str; 4] = ["met", "partly", "not met", "n.a."];

fn read(name: &str) -> Option<String> {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
}

fn page() -> String {
    read("packaging/SECURITY.md").unwrap()
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    let row = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |"));
    row.map_or_else(Vec::new, |row| row.split(" | ").collect())
}

/// Chapter, section and requirement; nothing where the text is no such number.
fn number(text: &str) -> Option<[u32; 3]> {
    let parts: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
    let parts = <[u32; 3]>::try_from(parts?).ok()?;
    let [chapter, section, requirement] = parts;
    (format!("{chapter}.{section}.{requirement}") == text).then_some(parts)
}

/// The rows of the tables of requirements, with the chapter under which each stands.
fn requirements(page: &str) -> Vec<(u32, Vec<&str>)> {
    let (mut chapter, mut rows) = (0, Vec::new());
    for line in page.lines() {
        let heading = line.strip_prefix("### V").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        chapter = heading.unwrap_or(if line.starts_with('#') { 0 } else { chapter });
        let row = cells(line);
        if chapter > 0 && row.first().is_some_and(|first| first.starts_with(|letter: char| letter.is_ascii_digit())) {
            rows.push((chapter, row));
        }
    }
    rows
}

#[test]
fn every_requirement_stands_once_with_a_verdict_and_a_reason() {
    let page = page();
    let (mut last, mut counts) = ([0; 3], BTreeMap::<u32, [usize; 4]>::new());
    for (chapter, row) in requirements(&page) {
        assert_eq!(row.len(), 4, "{row:?}");
        let number = number(row[0]).unwrap_or_else(|| panic!("{} is no number of a requirement", row[0]));
        assert!(number[0] == chapter && number > last, "{} stands in the wrong place or twice", row[0]);
        last = number;
        let verdict = VERDICTS.iter().position(|verdict| *verdict == row[2]);
        counts.entry(chapter).or_default()[verdict.unwrap_or_else(|| panic!("{row:?}"))] += 1;
        assert!(!row[1].is_empty() && !row[3].is_empty(), "{row:?}");
    }
    assert!(counts.values().flatten().sum::<usize>() > 200, "{counts:?}");
    for (chapter, counted) in counts {
        let row = page.lines().find(|line| line.starts_with(&format!("| V{chapter} "))).unwrap();
        assert_eq!(cells(row)[1..], counted.map(|count| count.to_string()), "V{chapter}");
    }
}

#[test]
fn what_the_page_names_is_there() {
    let page = page();
    let is_ours = |word: &&str| ["src/", "tests/", "packaging/"].iter().any(|folder| word.starts_with(folder));
    let named: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_ours).collect();
    assert!(named.len() > 100, "{named:?}");
    for name in named {
        let (file, test) = name.split_once("::").unwrap_or((name, ""));
        let text = read(file).unwrap_or_else(|| panic!("there is no {file}"));
        assert!(test.is_empty() || text.contains(&format!("fn {test}() {{")), "{file} has no {test}");
    }
}
