//! What clients are generated from: names, and forms that every generator reads. `tests/clients` generates them; what it
//! found out stands here, so that it is said at once.

use super::document::Document;
use garson::model::Status;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn operations_are_called_like_methods() {
    let document = Document::read();
    let ids = document.places("operationId");
    let ids: BTreeSet<&str> = ids.iter().map(|at| document.at(at).value.as_str().unwrap()).collect();
    assert!(ids.len() > 60, "{ids:?}");
    for id in &ids {
        let is_camel =
            id.starts_with(|c: char| c.is_ascii_lowercase()) && id.chars().all(|c| c.is_ascii_alphanumeric());
        assert!(is_camel && id.chars().any(|c| c.is_ascii_uppercase()), "{id}");
    }
}

#[test]
fn bodies_and_answers_have_names() {
    let document = Document::read();
    for place in document.places("schema").iter().filter(|place| place.contains("/content/application~1json/")) {
        assert!(document.root.pointer(place).unwrap()["$ref"].is_string(), "{place} has no name");
    }
    // Within a schema, what has fields or choices has a name too.
    for (name, schema) in document.root["components"]["schemas"].as_object().unwrap() {
        let nameless = nameless(schema);
        assert!(nameless.is_empty(), "no name: {name}{}", nameless.join(&format!(", {name}")));
    }
}

/// Inner schemas that a generator would have to make up a name for. A part of `allOf` adds to the schema that it is in;
/// conditions make nothing.
fn nameless(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut inner: Vec<(String, &Value)> = Vec::new();
    for (name, value) in schema["properties"].as_object().into_iter().flatten() {
        inner.push((format!(".{name}"), value));
    }
    for word in ["items", "additionalProperties"] {
        inner.extend(schema.get(word).map(|value| (format!(" {word}"), value)));
    }
    for word in ["anyOf", "oneOf"] {
        inner.extend(schema[word].as_array().into_iter().flatten().map(|value| (format!(" {word}"), value)));
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        found.extend(nameless(part));
    }
    for (place, value) in inner {
        if ["properties", "enum", "allOf"].iter().any(|word| value.get(word).is_some()) {
            found.push(place.clone());
        }
        found.extend(nameless(value).into_iter().map(|deeper| place.clone() + &deeper));
    }
    found
}

/// Go knows one space for the values of all enums, and for types, and makes `NewX` for each type `X`.
#[test]
fn no_two_things_get_one_name() {
    let document = Document::read();
    let schemas = document.root["components"]["schemas"].as_object().unwrap();
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    let mut claim = |name: String, owner| {
        let other = owners.insert(name.clone(), owner);
        assert_eq!(other, None, "{owner} and another are both called {name}");
    };
    for (name, schema) in schemas {
        claim(name.clone(), name);
        claim(format!("New{name}"), name);
        // A file of tests, to Go; and `Error` is taken in most languages.
        assert!(!name.ends_with("Test") && !["Error", "Package", "Object", "String", "List", "Map"].contains(&&**name));
        let values = schema["enum"].as_array().cloned().unwrap_or_default();
        let called = schema.get("x-enum-varnames").map(|names| names.as_array().unwrap());
        assert!(called.is_none_or(|called| called.len() == values.len()), "{name}");
        for (at, value) in values.iter().enumerate() {
            let own = value.as_str().map(|text| text.replace(['-', '.'], "_").to_uppercase());
            let called = called.map(|called| called[at].as_str().unwrap().to_owned());
            claim(called.or(own).unwrap_or_else(|| panic!("{name}: {value} has no name")), name);
        }
    }
}

#[test]
fn a_status_is_called_what_it_is() {
    let document = Document::read();
    let listed = document.at("/components/schemas/OrderStatus").value;
    let names: Vec<Value> = Status::ALL.iter().map(|status| json!(status.name().to_uppercase())).collect();
    assert_eq!(listed["enum"], json!(Status::ALL));
    assert_eq!(listed["x-enum-varnames"], json!(names));
    assert_eq!(listed["x-enum-descriptions"].as_array().unwrap().len(), names.len());
}

/// The tag of a path names a class, and so does that of an event: one would be written over the other.
#[test]
fn events_stand_apart_from_what_is_called() {
    let document = Document::read();
    let tags = |section: &str| -> BTreeSet<String> {
        let operations =
            document.root[section].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap());
        operations.map(|(_, operation)| operation["tags"][0].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(tags("webhooks"), BTreeSet::from(["events".to_owned()]));
    assert!(tags("paths").is_disjoint(&tags("webhooks")));
    let listed = document.root["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap().to_owned());
    assert_eq!(listed.collect::<BTreeSet<_>>(), tags("paths").union(&tags("webhooks")).cloned().collect());
    // Nobody calls them, and openapi-generator makes files of them that do not compile.
    for item in document.root["webhooks"].as_object().unwrap().values() {
        assert_eq!(item["post"]["x-internal"], true);
    }
}

#[test]
fn nothing_is_said_in_a_form_that_clients_stumble_over() {
    let document = Document::read();
    // Binary fractions are no multiples of 0.01.
    assert!(document.places("multipleOf").is_empty());
    // A client takes `default` for a field that is always there.
    let defaults = document.places("default");
    assert!(
        defaults.iter().all(|place| place.contains("/responses/") || place.contains("/parameters/")),
        "{defaults:?}"
    );
    for place in document.places("type") {
        let Some(schema) = place.strip_suffix("/type").filter(|_| !place.contains("securitySchemes")) else { continue };
        let (schema, condition) = (document.root.pointer(schema).unwrap(), ["/if/", "/then/", "/else/", "/not/"]);
        if !schema.is_object() || schema["type"].is_object() || condition.iter().any(|word| place.contains(word)) {
            continue;
        }
        let types: BTreeSet<&str> = match &schema["type"] {
            Value::Array(types) => types.iter().map(|one| one.as_str().unwrap()).collect(),
            one => BTreeSet::from([one.as_str().unwrap()]),
        };
        let is_nullable = types.contains("null");
        // One type, or one and null; null alone only beside a reference.
        assert!(types.len() == 1 + usize::from(is_nullable) || place.contains("/anyOf/"), "{place}: {types:?}");
        assert!(!types.contains("array") || schema["items"].is_object(), "{place}: an array of what?");
        // Else Go has 32 bits for it, which do not hold a month's takings to the kuruş.
        assert!(!types.contains("number") || schema["format"] == "double", "{place}");
        assert!(!types.contains("boolean") || schema.get("const").is_none(), "{place}: a constant boolean");
        assert!(!(is_nullable && schema.get("enum").is_some()), "{place}: name the choices, and say null beside them");
    }
    // PHP knows no `\u`, and reads a pattern byte by byte.
    for place in document.places("pattern") {
        let Some(pattern) = document.root.pointer(&place).and_then(Value::as_str) else { continue };
        assert!(pattern.is_ascii() && !pattern.contains("\\u") && !pattern.contains("\\p"), "{place}: {pattern}");
    }
}
