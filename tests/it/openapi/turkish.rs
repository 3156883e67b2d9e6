//! The Turkish of the document's own texts: whole, without left-overs, and with the same codes in it.

use super::document::Document;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Every text of the document that people read, but for its description, which the guides say in Turkish.
fn english() -> BTreeSet<String> {
    let mut document = Document::read().root;
    document["info"].as_object_mut().unwrap().remove("description");
    let mut found = BTreeSet::new();
    gather(&document, &mut found);
    found
}

fn gather(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("summary" | "description", Value::String(text)) => drop(found.insert(text.clone())),
                    ("x-enum-descriptions", Value::Array(texts)) => {
                        found.extend(texts.iter().map(|text| text.as_str().unwrap().to_owned()));
                    }
                    // What examples hold is data.
                    ("example" | "value", _) | ("examples", Value::Array(_)) => {}
                    _ => gather(value, found),
                }
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| gather(entry, found)),
        _ => {}
    }
}

/// All of `tr/`, each with the file that it stands in.
fn turkish() -> BTreeMap<String, (String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/document/tr");
    let mut all = BTreeMap::new();
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = file.file_name().to_string_lossy().into_owned();
        let part: BTreeMap<String, String> = serde_json::from_slice(&fs::read(file.path()).unwrap()).unwrap();
        for (english, turkish) in part {
            let other = all.insert(english.clone(), (name.clone(), turkish));
            assert!(other.is_none(), "{english:?} stands in {name} and {}", other.unwrap_or_default().0);
        }
    }
    all
}

#[test]
fn every_text_of_the_document_has_its_turkish_and_no_turkish_is_left_over() {
    let (english, turkish) = (english(), turkish());
    assert!(english.len() > 500, "only {} texts were found", english.len());
    let missing: Vec<&String> = english.iter().filter(|text| !turkish.contains_key(*text)).collect();
    let left_over: Vec<(&String, &String)> =
        turkish.iter().filter(|(text, _)| !english.contains(*text)).map(|(text, (file, _))| (file, text)).collect();
    assert!(
        missing.is_empty() && left_over.is_empty(),
        "without Turkish: {missing:#?}\nTurkish of nothing any more: {left_over:#?}"
    );
}

#[test]
fn a_code_is_the_same_in_both_languages() {
    let codes = |text: &str| -> BTreeSet<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    for (english, (file, turkish)) in turkish() {
        let lost: Vec<String> = codes(&english).difference(&codes(&turkish)).cloned().collect();
        assert!(lost.is_empty(), "{file}: the Turkish of {english:?} lacks {lost:?}");
        assert!(turkish.matches('`').count() % 2 == 0 && !turkish.trim().is_empty(), "{file}: {turkish:?}");
    }
}

#[test]
fn no_page_of_the_reference_falls_back_to_the_other_language() {
    let garson = crate::harness::Garson::start();
    let index = garson.send("GET", "/api/tr/index.json", None, &[]);
    let pages: BTreeSet<&str> = index.json.as_array().unwrap().iter().map(|entry| entry[2].as_str().unwrap()).collect();
    let pages: BTreeSet<&str> = pages.into_iter().map(|page| page.split('#').next().unwrap()).collect();
    assert!(pages.len() > 20, "{pages:?}");
    for page in pages {
        let text = garson.send("GET", page, None, &[]).text;
        // The way to the other language is said in that language.
        let english = text.matches(" lang=\"en\"").count() - usize::from(text.contains("id=\"other-language\""));
        assert_eq!(english, 0, "{page} has texts in English");
    }
}

#[test]
fn receivers_have_their_comments_in_the_language_of_the_page() {
    let garson = crate::harness::Garson::start();
    for (lang, has, lacks) in [
        ("en", "far more than an event has", "bir olaydan çok daha fazlası"),
        ("tr", "bir olaydan çok daha fazlası", "far more than an event has"),
    ] {
        let page = garson.send("GET", &format!("/api/{lang}/receiving-events"), None, &[]).text;
        assert_eq!(page.matches(has).count(), 5, "{lang}");
        assert!(!page.contains(lacks), "{lang}");
    }
}
