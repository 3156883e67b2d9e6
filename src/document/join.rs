//! Joins the API document from its parts.
//!
//! `index.json` is the document with the names of its paths, webhooks and components, in the order in which they are served;
//! `introduction.md` is its description. Every other JSON file here is one noun: it has the same shape and holds what it names.
//! What only one noun uses stands there; what several use stands with the one it is about, or in `shared.json`. Each piece is
//! copied as it is written, so the document looks like its parts.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::{collections::BTreeMap, fmt, fs, path::Path};

/// The document's text, or a sentence that says what is wrong with its parts.
pub fn join(folder: &Path) -> Result<String, String> {
    let mut nouns = Nouns::read(folder)?;
    let mut document = Vec::new();
    for (key, value) in read(folder, "index.json")?.0 {
        let text = match key.as_str() {
            "info" => object(2, introduced(folder, parsed("info", &value)?)?),
            "components" => {
                let kinds: Entries = parsed("components", &value)?;
                let kinds = kinds.0.into_iter().map(|(kind, names)| {
                    let listed = nouns.listed(&format!("components.{kind}"), &names)?;
                    Ok((kind, object(4, listed)))
                });
                object(2, kinds.collect::<Result<_, String>>()?)
            }
            "paths" | "webhooks" => object(2, nouns.listed(&key, &value)?),
            _ => value.get().to_owned(),
        };
        document.push((key, text));
    }
    match nouns.0.into_iter().next() {
        Some(((section, name), (file, _))) => {
            Err(format!("{file} has {name} in {section}, index.json does not list it"))
        }
        None => Ok(object(0, document) + "\n"),
    }
}

/// What the nouns hold, by section and name, with the file it stands in.
struct Nouns(BTreeMap<(String, String), (String, Box<RawValue>)>);

impl Nouns {
    fn read(folder: &Path) -> Result<Nouns, String> {
        let mut nouns = Nouns(BTreeMap::new());
        for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let file = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
            if file == "index.json" || !file.ends_with(".json") {
                continue;
            }
            for (section, value) in read(folder, &file)?.0 {
                if section != "components" {
                    nouns.add(&file, &section, &value)?;
                    continue;
                }
                let kinds: Entries = parsed(&file, &value)?;
                for (kind, value) in kinds.0 {
                    nouns.add(&file, &format!("components.{kind}"), &value)?;
                }
            }
        }
        Ok(nouns)
    }

    fn add(&mut self, file: &str, section: &str, value: &RawValue) -> Result<(), String> {
        let entries: Entries = parsed(&format!("{section} of {file}"), value)?;
        for (name, piece) in entries.0 {
            let key = (section.to_owned(), name);
            if let Some((other, _)) = self.0.get(&key) {
                return Err(format!("{} stands in {section} of {other} and again of {file}", key.1));
            }
            self.0.insert(key, (file.to_owned(), piece));
        }
        Ok(())
    }

    /// What the index lists in a section, taken out of them.
    fn listed(&mut self, section: &str, names: &RawValue) -> Result<Vec<(String, String)>, String> {
        let names: Vec<String> = parsed(&format!("{section} of index.json"), names)?;
        let take = |name: String| match self.0.remove(&(section.to_owned(), name.clone())) {
            Some((_, piece)) => Ok((name, piece.get().to_owned())),
            None => Err(format!("index.json lists {name} in {section}, no part has it, or it is listed twice")),
        };
        names.into_iter().map(take).collect()
    }
}

/// The members of an object as they are written: in their order, and twice if one is there twice.
struct Entries(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Entries, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Entries;
            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        source.deserialize_map(Members)
    }
}

fn introduced(folder: &Path, info: Entries) -> Result<Vec<(String, String)>, String> {
    let text = |(key, value): (String, Box<RawValue>)| {
        let text = if key == "description" {
            let file: String = parsed("info.description", &value)?;
            quoted(&fs::read_to_string(folder.join(&file)).map_err(|e| format!("{file}: {e}"))?)
        } else {
            value.get().to_owned()
        };
        Ok((key, text))
    };
    info.0.into_iter().map(text).collect()
}

fn read(folder: &Path, file: &str) -> Result<Entries, String> {
    let text = fs::read_to_string(folder.join(file)).map_err(|e| format!("{file}: {e}"))?;
    serde_json::from_str(&text).map_err(|e| format!("{file}: {e}"))
}

fn parsed<'a, T: Deserialize<'a>>(place: &str, value: &'a RawValue) -> Result<T, String> {
    serde_json::from_str(value.get()).map_err(|e| format!("{place}: {e}"))
}

/// An object whose closing brace stands `indent` spaces from the left, as deep as in the parts.
fn object(indent: usize, members: Vec<(String, String)>) -> String {
    let lines = members.iter().map(|(name, text)| format!("\n{:1$}{2}: {text}", "", indent + 2, quoted(name)));
    format!("{{{}\n{:2$}}}", lines.collect::<Vec<_>>().join(","), "", indent)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
