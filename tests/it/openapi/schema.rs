//! What is wrong with a value, by a schema of the document. Knows the words of JSON Schema that the document uses, and fails on
//! any other: no word is passed over unread. A validator for all of JSON Schema takes 45 s of processor time to compile.

use regex_lite::Regex;
use serde_json::{Map, Value, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

/// What people and generators read.
const REMARKS: [&str; 6] =
    ["description", "examples", "default", "x-enum-varnames", "x-enum-descriptions", "x-extensible-enum"];
/// `\s` of JSON Schema, inside of brackets; `regex-lite` itself means ASCII by it.
const SPACES: &str = r"\t\n\x0B\f\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
/// No 60th second, which `jiff` takes for the 59th.
const DATE_TIME: &str =
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-5][0-9](\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";
const DATE: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
const UUID: &str = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";

/// Where references lead.
#[derive(Clone, Copy)]
pub struct Schemas<'a> {
    pub root: &'a Value,
}

impl Schemas<'_> {
    /// Each with the pointer of the value that it is about; empty if nothing is wrong.
    pub fn faults(self, schema: &Value, value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.look(schema, value, "", &mut found);
        found
    }

    pub fn is_valid(self, schema: &Value, value: &Value) -> bool {
        self.faults(schema, value).is_empty()
    }

    fn look(self, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        let words = match schema {
            Value::Bool(true) => return,
            Value::Bool(false) => return found.push(format!("{at}: nothing may be here, and {value} is")),
            schema => schema.as_object().unwrap_or_else(|| panic!("{schema} is no schema")),
        };
        for (word, wanted) in words {
            if let Some(reference) = wanted.as_str().filter(|_| word == "$ref") {
                let pointer = reference.strip_prefix('#').unwrap();
                let schema = self.root.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"));
                self.look(schema, value, at, found);
            } else if !self.keeps(words, word, wanted, value, at, found) {
                found.push(format!("{at}: {value} is not what is wanted, {word} {wanted}"));
            }
        }
    }

    /// Whether a value keeps to one word of a schema. What is wrong with a part of it is added by itself.
    fn keeps(
        self,
        words: &Map<String, Value>,
        word: &str,
        wanted: &Value,
        value: &Value,
        at: &str,
        found: &mut Vec<String>,
    ) -> bool {
        let is_valid = |schema: &Value| self.is_valid(schema, value);
        let (text, number, list, fields) = (value.as_str(), value.as_f64(), value.as_array(), value.as_object());
        match word {
            "type" if wanted.is_array() => wanted.as_array().unwrap().iter().any(|one| is_of(one, value)),
            "type" => is_of(wanted, value),
            "enum" => wanted.as_array().unwrap().iter().any(|one| is_same(one, value)),
            "const" => is_same(wanted, value),
            "minimum" => number.is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => number.is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "minLength" => text.is_none_or(|text| text.chars().count() >= size(wanted)),
            "maxLength" => text.is_none_or(|text| text.chars().count() <= size(wanted)),
            "pattern" => text.is_none_or(|text| is_like(wanted.as_str().unwrap(), text)),
            "format" => text.is_none_or(|text| is_written_as(wanted.as_str().unwrap(), text)),
            "minItems" => list.is_none_or(|list| list.len() >= size(wanted)),
            "maxItems" => list.is_none_or(|list| list.len() <= size(wanted)),
            "maxProperties" => fields.is_none_or(|fields| fields.len() <= size(wanted)),
            "required" => {
                let names = wanted.as_array().unwrap();
                fields.is_none_or(|fields| names.iter().all(|name| fields.contains_key(name.as_str().unwrap())))
            }
            "propertyNames" => {
                fields.is_none_or(|fields| fields.keys().all(|name| self.is_valid(wanted, &name.as_str().into())))
            }
            "items" => {
                for (nth, entry) in list.into_iter().flatten().enumerate() {
                    self.look(wanted, entry, &format!("{at}/{nth}"), found);
                }
                true
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(field) = value.get(name) {
                        self.look(schema, field, &format!("{at}/{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                let is_listed = |name: &str| words.get("properties").is_some_and(|listed| listed.get(name).is_some());
                for (name, field) in fields.into_iter().flatten().filter(|(name, _)| !is_listed(name)) {
                    self.look(wanted, field, &format!("{at}/{name}"), found);
                }
                true
            }
            "allOf" => {
                wanted.as_array().unwrap().iter().for_each(|part| self.look(part, value, at, found));
                true
            }
            "anyOf" => wanted.as_array().unwrap().iter().any(is_valid),
            "not" => !is_valid(wanted),
            "if" => {
                if let Some(then) = words.get(if is_valid(wanted) { "then" } else { "else" }) {
                    self.look(then, value, at, found);
                }
                true
            }
            "then" | "else" => words.contains_key("if"),
            remark if REMARKS.contains(&remark) => true,
            other => panic!("{other} is not understood here: a word of schemas that is new in the document"),
        }
    }
}

fn size(wanted: &Value) -> usize {
    usize::try_from(wanted.as_u64().unwrap()).unwrap()
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

/// 1 and 1.0 are one number.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || one.as_f64().is_some_and(|number| other.as_f64() == Some(number))
}

/// Whether a text has a part that is like this.
fn is_like(pattern: &str, text: &str) -> bool {
    static MADE: Mutex<BTreeMap<String, Arc<Regex>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap();
    if !made.contains_key(pattern) {
        let spelled = pattern.replace(r"\S", &format!("[^{SPACES}]")).replace(r"\s", SPACES);
        made.insert(pattern.to_owned(), Arc::new(Regex::new(&spelled).unwrap()));
    }
    let regex = made[pattern].clone();
    drop(made);
    regex.is_match(text)
}

fn is_written_as(format: &str, text: &str) -> bool {
    match format {
        "date-time" => is_like(DATE_TIME, text) && text.to_uppercase().parse::<jiff::Timestamp>().is_ok(),
        "date" => is_like(DATE, text) && text.parse::<jiff::civil::Date>().is_ok(),
        "uuid" => is_like(UUID, text),
        // How wide a number is in a generated client.
        "double" | "int64" => true,
        other => panic!("{other} is not understood here: a format that is new in the document"),
    }
}

/// A schema, what keeps to it, and what does not.
#[test]
fn each_word_of_a_schema_refuses_what_it_must() {
    let root = json!({ "short": { "type": "string", "maxLength": 2 } });
    for (schema, kept, refused) in [
        (json!({ "$ref": "#/short" }), vec![json!("ğü")], vec![json!("ğüş"), json!(1)]),
        (json!({ "type": "integer" }), vec![json!(1), json!(1.0)], vec![json!(1.5), json!("1"), Value::Null]),
        (json!({ "type": ["number", "null"] }), vec![json!(1.5), Value::Null], vec![json!(true), json!([]), json!({})]),
        (json!({ "enum": [1, "a"] }), vec![json!(1.0), json!("a")], vec![json!(2), json!("A")]),
        (json!({ "const": { "a": [1] } }), vec![json!({ "a": [1] })], vec![json!({ "a": [] })]),
        (json!({ "minimum": 1, "maximum": 2 }), vec![json!(1), json!(2.0), json!("x")], vec![json!(0.99), json!(2.01)]),
        (json!({ "minLength": 1 }), vec![json!("ş")], vec![json!("")]),
        (
            json!({ "pattern": "^[A-Z]{3}$" }),
            vec![json!("TRY"), json!(1)],
            vec![json!("TRY\n"), json!("TL"), json!("try")],
        ),
        (json!({ "pattern": r"\S" }), vec![json!(" a")], vec![json!(""), json!(" \u{A0}\u{3000}\n")]),
        (json!({ "pattern": r"^[^\s\x00]+$" }), vec![json!("ağ")], vec![json!("a\u{2003}b"), json!("a\0")]),
        (
            json!({ "format": "date-time" }),
            vec![json!("2026-02-28T23:59:59.5+03:00"), json!("2026-02-28t00:00:00z")],
            vec![
                json!("2026-02-29T00:00:00Z"),
                json!("2026-02-28 00:00:00Z"),
                json!("2026-02-28T00:00:00"),
                json!("2026-02-28T24:00:00Z"),
                json!("2026-02-28T12:00:60Z"),
                json!("2026-02-28T12:00:00+24:00"),
            ],
        ),
        (json!({ "format": "date" }), vec![json!("2024-02-29")], vec![json!("2026-02-29"), json!("20260228")]),
        (
            json!({ "format": "uuid" }),
            vec![json!("01981b5e-0000-7000-8000-00000000000A")],
            vec![json!("01981b5e00007000800000000000000a")],
        ),
        (json!({ "minItems": 1, "maxItems": 2 }), vec![json!([1])], vec![json!([]), json!([1, 2, 3])]),
        (json!({ "items": { "type": "string" } }), vec![json!(["a"]), json!({})], vec![json!(["a", 1])]),
        (json!({ "required": ["a"] }), vec![json!({ "a": null }), json!([])], vec![json!({ "b": 1 })]),
        (
            json!({ "properties": { "a": { "type": "string" } }, "additionalProperties": { "type": "boolean" } }),
            vec![json!({ "a": "", "b": true })],
            vec![json!({ "a": 1 }), json!({ "b": "" })],
        ),
        (json!({ "additionalProperties": false }), vec![json!({})], vec![json!({ "a": null })]),
        (json!({ "propertyNames": { "maxLength": 1 } }), vec![json!({ "a": 1 })], vec![json!({ "ab": 1 })]),
        (json!({ "maxProperties": 1 }), vec![json!({ "a": 1 })], vec![json!({ "a": 1, "b": 2 })]),
        (json!({ "allOf": [{ "minimum": 1 }, { "maximum": 2 }] }), vec![json!(1)], vec![json!(0), json!(3)]),
        (json!({ "anyOf": [{ "type": "null" }, { "minimum": 1 }] }), vec![Value::Null, json!(1)], vec![json!(0)]),
        (json!({ "not": { "type": "string" } }), vec![json!(1)], vec![json!("")]),
        (
            json!({ "if": { "required": ["a"] }, "then": { "required": ["b"] }, "else": { "maxProperties": 0 } }),
            vec![json!({ "a": 1, "b": 1 }), json!({})],
            vec![json!({ "a": 1 }), json!({ "b": 1 })],
        ),
        (json!(true), vec![Value::Null], vec![]),
        (json!(false), vec![], vec![Value::Null]),
    ] {
        let schemas = Schemas { root: &root };
        for value in kept {
            assert_eq!(schemas.faults(&schema, &value), Vec::<String>::new(), "{value} by {schema}");
        }
        for value in refused {
            assert!(!schemas.is_valid(&schema, &value), "{value} is let pass by {schema}");
        }
    }
}
