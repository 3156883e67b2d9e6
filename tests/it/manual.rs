//! The manual against what it tells of: its other language, the flags and commands of the program, and the README that leads to
//! it. Links between its pages are followed by `panel::books`.

use crate::harness::garson;
use std::{collections::BTreeSet, fs, path::Path};

const LANGUAGES: [&str; 2] = ["en", "tr"];

fn read(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&whole).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// All pages of a language, by name.
fn pages(lang: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/manual").join(lang);
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.map(|name| name.strip_suffix(".md").unwrap_or_else(|| panic!("{name} is no page")).to_owned()).collect()
}

fn page(lang: &str, name: &str) -> String {
    read(&format!("packaging/manual/{lang}/{name}.md"))
}

/// What `garson … --help` prints.
fn help(words: &[&str]) -> String {
    let output = garson().args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that it lists.
fn commands(words: &[&str]) -> BTreeSet<String> {
    let help = help(words);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn both_languages_have_the_same_pages_with_the_same_headings() {
    assert_eq!(pages("en"), pages("tr"));
    let served = LANGUAGES.map(|lang| {
        let below = |path: &'static str| {
            path.strip_prefix(lang)?.strip_prefix('/')?.strip_suffix(".json").is_none().then_some(path)
        };
        garson::document::MANUAL.iter().filter_map(|page| below(page.path)).count()
    });
    assert_eq!(served, [pages("en").len(); 2], "a page is not named in document/book/manual.rs");
    // Level and anchor of each.
    let headings = |text: &str| -> Vec<(usize, String)> {
        let mut is_code = false;
        let mut found = Vec::new();
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            if level > 0 && !is_code {
                found.push((level, line.split_once(" {#").map(|(_, id)| id.to_owned()).unwrap_or_default()));
            }
        }
        found
    };
    for name in pages("en") {
        let [english, turkish] = LANGUAGES.map(|lang| headings(&page(lang, &name)));
        assert_eq!(english, turkish, "{name}");
        assert!(english[0].0 == 1 && english[1..].iter().all(|(level, id)| *level > 1 && !id.is_empty()), "{name}");
    }
}

#[test]
fn every_flag_stands_in_the_settings_with_its_variable_and_default_and_no_other_does() {
    let help = help(&[]);
    let flags: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("--")).collect();
    assert!(flags.len() > 15, "{flags:?}");
    let word = |line: &str, before: &str, after: char| -> Option<String> {
        line.split_once(before).and_then(|(_, rest)| rest.split(after).next()).map(str::to_owned)
    };
    for lang in LANGUAGES {
        let text = page(lang, "settings");
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `--")).collect();
        assert_eq!(rows.len(), flags.len(), "{lang}");
        for flag in &flags {
            let name = flag.split([' ', ',']).next().unwrap();
            let is_its =
                |row: &&&str| row.starts_with(&format!("| `{name} ")) || row.starts_with(&format!("| `{name}`"));
            let row = rows.iter().find(is_its).unwrap_or_else(|| panic!("{lang}: no row for {name}"));
            let variable = word(flag, "[env: ", '=').unwrap();
            assert!(row.contains(&format!("<br>`{variable}` |")), "{lang}: {name} is {variable}");
            if let Some(default) = word(flag, "[default: ", ']').filter(|default| !default.contains(' ')) {
                assert!(row.contains(&format!("| `{default}` |")), "{lang}: {name} is {default} by default");
            }
        }
    }
}

/// What follows `garson` where that is typed: in code, at its beginning or behind `sudo`, a path or a pipe.
fn typed(text: &str) -> Vec<Vec<&str>> {
    let (mut found, mut is_code) = (Vec::new(), false);
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        for (at, _) in line.match_indices("garson ") {
            let before = &line[..at];
            let begins = match is_code {
                true => before.is_empty() || ["/", "| ", "sudo "].iter().any(|sign| before.ends_with(sign)),
                false => before.ends_with('`') || before.ends_with("`sudo "),
            };
            if begins {
                let rest = line[at..].split(['`', '|', '#']).next().unwrap_or_default();
                found.push(rest.split_whitespace().skip(1).collect());
            }
        }
    }
    found
}

#[test]
fn every_command_that_is_named_exists_and_every_one_that_exists_is_named() {
    let all = commands(&[]);
    assert!(all.len() > 15, "{all:?}");
    let mut count = 0;
    for lang in LANGUAGES {
        for name in pages(lang) {
            for words in typed(&page(lang, &name)) {
                let is_word = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
                let Some(command) = words.first().filter(is_word).filter(|word| !word.starts_with('-')) else {
                    continue;
                };
                assert!(all.contains(*command), "{lang}/{name}: garson {command}");
                let inner = if ["user", "key", "service"].contains(command) { commands(&[command]) } else { continue };
                if let Some(second) = words.get(1) {
                    assert!(inner.contains(*second), "{lang}/{name}: garson {command} {second}");
                }
                count += 1;
            }
        }
        let listed = page(lang, "commands");
        for command in all.iter().filter(|command| *command != "help") {
            assert!(listed.contains(&format!("`garson {command}`")), "{lang} does not list {command}");
        }
        for command in ["user", "key", "service"] {
            for inner in commands(&[command]).iter().filter(|inner| *inner != "help") {
                assert!(listed.contains(&format!("`{inner}`")), "{lang} does not list {command} {inner}");
            }
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn the_readme_is_short_and_leads_to_every_page() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
    for name in pages("en") {
        assert!(readme.contains(&format!("(packaging/manual/en/{name}.md")), "README.md does not lead to {name}");
    }
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    for link in links.filter(|link| !link.contains("://")) {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(link).exists(), "README.md leads to {link}");
    }
}
