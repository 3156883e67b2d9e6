//! A schema for people: in a few words as the kind of a field, and as a table of its fields.

use super::html::{code, escaped};
use super::markdown::{line, said};
use super::source::{entries, name_of, plain, texts};
use super::voice::Voice;
use serde_json::Value;
use std::collections::BTreeSet;

/// What a value is, in the notation that most know: `string`, `Order[]`, `Time | null`.
pub fn kind(voice: &Voice, schema: &Value) -> String {
    if let Some(name) = name_of(schema) {
        return format!("<a href=\"{}\">{name}</a>", voice.schema(name));
    }
    if let Some(value) = schema.get("const") {
        return code(&value.to_string());
    }
    if let Some(values) = schema["enum"].as_array().filter(|values| values.len() <= 3) {
        return values.iter().map(|value| code(&plain(value))).collect::<Vec<_>>().join(" | ");
    }
    for (word, between) in [("anyOf", " | "), ("oneOf", " | "), ("allOf", " &amp; ")] {
        if let Some(parts) = schema[word].as_array() {
            let mut kinds: Vec<String> = Vec::new();
            for part in parts.iter().map(|part| kind(voice, part)) {
                if !kinds.contains(&part) {
                    kinds.push(part);
                }
            }
            return kinds.join(between);
        }
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        Value::String(name) => vec![name],
        _ if schema.get("properties").is_some() => vec!["object"],
        _ => return "any".to_owned(),
    };
    names.iter().map(|name| kind_called(voice, schema, name)).collect::<Vec<_>>().join(" | ")
}

fn kind_called(voice: &Voice, schema: &Value, name: &str) -> String {
    match name {
        "array" => match schema.get("items").map(|items| kind(voice, items)) {
            Some(items) if items.contains(" | ") => format!("({items})[]"),
            Some(items) => format!("{items}[]"),
            None => "array".to_owned(),
        },
        "object" => match schema.get("additionalProperties").filter(|others| others.is_object()) {
            Some(others) => format!("{{ [name]: {} }}", kind(voice, others)),
            None => "object".to_owned(),
        },
        _ => name.to_owned(),
    }
}

/// Formats that say how a program keeps a number, and nothing of the number.
const NUMBERS: [&str; 4] = ["int32", "int64", "float", "double"];

/// What a value has to keep to, beside its kind.
fn limits(voice: &Voice, schema: &Value) -> Vec<String> {
    let w = voice.words();
    let mut said = Vec::new();
    let range = |least: &str, most: &str, unit: &str| {
        let text = match (schema.get(least), schema.get(most)) {
            (Some(least), Some(most)) if least == most => plain(least),
            (Some(least), Some(most)) => format!("{} … {}", plain(least), plain(most)),
            (Some(least), None) => format!("{} {}", w.at_least, plain(least)),
            (None, Some(most)) => format!("{} {}", w.at_most, plain(most)),
            (None, None) => return None,
        };
        Some(format!("{text} {unit}").trim().to_owned())
    };
    // That a text may not be empty goes without saying.
    if schema.get("maxLength").is_some() || schema["minLength"] != 1 {
        said.extend(range("minLength", "maxLength", w.characters));
    }
    said.extend(range("minimum", "maximum", ""));
    said.extend(range("minItems", "maxItems", w.entries));
    said.extend(range("minProperties", "maxProperties", w.entries));
    if let Some(pattern) = schema["pattern"].as_str().filter(|pattern| pattern.len() <= 48) {
        said.push(format!("{} {}", w.form, code(pattern)));
    }
    if let Some(format) = schema["format"].as_str().filter(|format| !NUMBERS.contains(format)) {
        said.push(escaped(format));
    }
    if let Some(value) = schema.get("default") {
        said.push(format!("{} {}", w.by_default, code(&plain(value))));
    }
    said
}

/// The values of a choice; each with its meaning where the document has one.
fn choices(voice: &Voice, schema: &Value) -> String {
    let Some(values) = schema["enum"].as_array().filter(|values| values.len() > 3) else { return String::new() };
    let names = schema["x-enum-varnames"].as_array();
    let meanings = schema["x-enum-descriptions"].as_array();
    if names.is_none() && meanings.is_none() {
        let all: Vec<String> = values.iter().map(|value| line(voice, &format!("`{}`", plain(value)))).collect();
        return format!("<p class=\"values\">{}: {}</p>", voice.words().values, all.join(", "));
    }
    let of = |list: Option<&Vec<Value>>, at: usize| {
        list.and_then(|list| list.get(at)).and_then(Value::as_str).map(str::to_owned)
    };
    let one = |(at, value): (usize, &Value)| {
        let name =
            of(names, at).map(|name| format!(" <span class=\"kind\">{}</span>", escaped(&name))).unwrap_or_default();
        let meaning = of(meanings, at).map(|text| format!(" {}", said(voice, &text))).unwrap_or_default();
        format!("<li>{}{name}{meaning}</li>", code(&plain(value)))
    };
    format!("<ul class=\"values\">{}</ul>", values.iter().enumerate().map(one).collect::<String>())
}

/// What is said of one value: its text, its choices and its limits.
pub fn about(voice: &Voice, schema: &Value) -> String {
    let target = voice.document.resolved(schema);
    let text = schema["description"].as_str().or_else(|| target["description"].as_str()).unwrap_or_default();
    let mut made = if text.is_empty() { String::new() } else { said(voice, text) };
    // A named one has its limits where it is explained.
    let own = if name_of(schema).is_some() { Vec::new() } else { limits(voice, schema) };
    if !own.is_empty() {
        made += &format!(" <small>{}</small>", own.join(" · "));
    }
    if name_of(schema).is_none() {
        made += &choices(voice, schema);
        if let Some(items) = schema.get("items").filter(|items| name_of(items).is_none()) {
            made += &choices(voice, items);
        }
    }
    made
}

/// Which way something goes. What is sent to us says what it must have; what we send says what it may lack.
#[derive(Clone, Copy)]
pub enum Direction {
    ToUs,
    FromUs,
}

/// All there is to say of a schema: what it is made of, its fields, its choices. Its own text is not part of it.
pub fn shape(voice: &Voice, schema: &Value, direction: Direction) -> String {
    let w = voice.words();
    let mut made = String::new();
    let mut rows = String::new();
    if let Some(parts) = schema["allOf"].as_array() {
        for name in parts.iter().filter_map(name_of) {
            made += &format!("<p>{} <a href=\"{}\">{name}</a> {}:</p>\n", w.whole, voice.schema(name), w.and_more);
        }
        for part in parts.iter().filter(|part| name_of(part).is_none()) {
            add_rows(voice, part, direction, "", &mut rows);
        }
    }
    add_rows(voice, schema, direction, "", &mut rows);
    if !rows.is_empty() {
        made += &table(voice, &rows);
    }
    for variants in ["oneOf", "anyOf"].iter().filter_map(|word| schema[*word].as_array()) {
        made += &format!("<p>{}:</p>\n<ul>", w.one_of);
        for variant in variants {
            let title = variant["title"].as_str().map(|title| code(title) + " ").unwrap_or_default();
            let inner = if name_of(variant).is_some() { String::new() } else { shape(voice, variant, direction) };
            made += &format!("<li>{title}{}\n{inner}</li>\n", kind(voice, variant));
        }
        made += "</ul>\n";
    }
    if made.is_empty() {
        let mut facts = vec![format!("<span class=\"kind\">{}</span>", kind(voice, schema))];
        facts.extend(limits(voice, schema));
        made += &format!("<p><small>{}</small></p>\n{}\n", facts.join(" · "), choices(voice, schema));
    }
    made
}

pub fn table(voice: &Voice, rows: &str) -> String {
    let w = voice.words();
    format!(
        "<table class=\"shape\"><thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n<tbody>{rows}</tbody></table>\n",
        w.field, w.meaning
    )
}

/// A row of such a table. `kind`, `mark` and `about` are HTML; `more` stands in the row's tag.
pub fn row(name: &str, kind: &str, mark: &str, about: &str, more: &str) -> String {
    format!(
        "<tr{more}><th scope=\"row\">{}{mark} <span class=\"kind\">{kind}</span></th><td>{about}</td></tr>\n",
        code(name)
    )
}

pub fn mark(voice: &Voice, is_required: bool, direction: Direction) -> String {
    match (direction, is_required) {
        (Direction::ToUs, true) => format!(" <b class=\"must\">{}</b>", voice.words().must),
        (Direction::FromUs, false) => format!(" <span class=\"kind\">{}</span>", voice.words().may_lack),
        _ => String::new(),
    }
}

/// The fields of an object, and those of the unnamed objects inside it under their whole names.
fn add_rows(voice: &Voice, schema: &Value, direction: Direction, prefix: &str, rows: &mut String) {
    let required: BTreeSet<String> = texts(&schema["required"]);
    for (name, field) in entries(&schema["properties"]) {
        let path = format!("{prefix}{name}");
        let mark = mark(voice, required.contains(name), direction);
        rows.push_str(&row(&path, &kind(voice, field), &mark, &about(voice, field), ""));
        add_rows(voice, field, direction, &format!("{path}."), rows);
        if let Some(items) = field.get("items").filter(|items| name_of(items).is_none()) {
            add_rows(voice, items, direction, &format!("{path}[]."), rows);
        }
    }
}
