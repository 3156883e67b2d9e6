//! What a new platform must not be added without, and what all adapters have in common.

use super::*;
use std::{collections::BTreeSet, fs, path::Path};

/// The files of an adapter, each with the same job in all of them.
const FILES: [&str; 16] = [
    "calls.rs",
    "facts.rs",
    "items.rs",
    "look.rs",
    "menu.rs",
    "mod.rs",
    "order.rs",
    "payment.rs",
    "poll.rs",
    "price.rs",
    "push.rs",
    "reasons.rs",
    "shop.rs",
    "status.rs",
    "steps.rs",
    "tests.rs",
];

fn read(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&whole).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn names_in(path: &Path) -> BTreeSet<String> {
    fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_adapter_has_the_same_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_adapter = |name: &&String| folder.join(name).is_dir() && !["demo", "open"].contains(&name.as_str());
    let folders = names_in(folder);
    let adapters: Vec<&String> = folders.iter().filter(is_adapter).collect();
    assert_eq!(adapters.len(), called().count(), "{adapters:?}");
    for adapter in adapters {
        let files = names_in(&folder.join(adapter));
        let missing: Vec<&&str> = FILES.iter().filter(|file| !files.contains(**file)).collect();
        assert!(missing.is_empty(), "src/platforms/{adapter} has no {missing:?}");
    }
}

#[test]
fn every_platform_has_a_mark_of_its_own_in_the_style_sheets_colour() {
    let styles = read("static/panel.css");
    let all = Provider::ALL.map(|provider| (provider, facts(provider)));
    for (provider, facts) in all {
        let rule = format!(".{provider} {{ --mark: {}; }}", facts.colour);
        assert!(styles.contains(&rule), "static/panel.css has no `{rule}`");
    }
    let marks: BTreeSet<&str> = all.iter().map(|(_, facts)| facts.mark).collect();
    let colours: BTreeSet<&str> = all.iter().map(|(_, facts)| facts.colour).collect();
    assert_eq!((marks.len(), colours.len()), (all.len(), all.len()));
    let rules = styles.lines().filter(|line| line.contains("{ --mark:")).count();
    assert_eq!(rules, all.len(), "static/panel.css has the mark of a platform that there is not");
}

#[test]
fn every_platform_has_a_page_that_leads_its_owner_and_is_found() {
    for (provider, facts) in called() {
        for lang in ["en", "tr"] {
            let path = format!("packaging/manual/{lang}/{provider}.md");
            let page = read(&path);
            for credential in facts.credentials {
                assert!(page.contains(credential.name), "{path} says nothing of {}", credential.name);
            }
        }
        let link = format!("{provider}.md)");
        for index in ["README.md", "packaging/manual/en/platforms.md", "packaging/manual/tr/platforms.md"] {
            assert!(read(index).contains(&link), "{index} does not lead to {link}");
        }
    }
}

#[test]
fn every_platform_stands_in_the_guides_of_the_api() {
    for lang in ["en", "tr"] {
        let guide = read(&format!("src/document/guides/{lang}/platforms.md"));
        for provider in Provider::ALL {
            assert!(guide.contains(&format!("| `{provider}`")), "the guide in {lang} does not name {provider}");
        }
    }
}

#[test]
fn pushes_come_in_under_the_platforms_own_key() {
    for (provider, facts) in called() {
        for route in facts.pushes {
            assert!(route.path.starts_with(&format!("{provider}/{{token}}")), "{}", route.path);
        }
    }
}
