//! The document itself: its operations, its references, and what is valid by it.

use super::schema::Schemas;
use garson::document::MADE_IN;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::LazyLock,
};

static ROOT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_slice(&fs::read(Path::new(MADE_IN).join("openapi.json")).unwrap()).unwrap());

pub struct Document {
    pub root: Value,
}

#[derive(Clone, Debug)]
pub struct Operation {
    pub id: String,
    pub method: String,
    pub path: String,
    pub pointer: String,
}

/// A value of the document and where it stands.
pub struct Spot<'a> {
    pub value: &'a Value,
    pub pointer: String,
}

impl Document {
    pub fn read() -> Document {
        Document { root: ROOT.clone() }
    }

    pub fn operations(&self) -> Vec<Operation> {
        let mut all = Vec::new();
        for (path, item) in self.root["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                all.push(Operation {
                    id: operation["operationId"].as_str().unwrap().to_owned(),
                    method: method.to_uppercase(),
                    path: path.clone(),
                    pointer: format!("/paths/{}/{method}", escape(path)),
                });
            }
        }
        all
    }

    pub fn operation(&self, id: &str) -> Operation {
        self.operations()
            .into_iter()
            .find(|operation| operation.id == id)
            .unwrap_or_else(|| panic!("no operation {id}"))
    }

    /// What a pointer leads to, through as many references as there are.
    pub fn at(&self, pointer: &str) -> Spot<'_> {
        let value = self.root.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"));
        match value["$ref"].as_str() {
            Some(reference) => self.at(reference.strip_prefix('#').unwrap()),
            None => Spot { value, pointer: pointer.to_owned() },
        }
    }

    /// The statuses that an operation documents.
    pub fn statuses(&self, operation: &Operation) -> BTreeSet<u16> {
        let responses = self.at(&format!("{}/responses", operation.pointer)).value;
        responses.as_object().unwrap().keys().map(|status| status.parse().unwrap()).collect()
    }

    pub fn response(&self, operation: &Operation, status: u16) -> Spot<'_> {
        self.at(&format!("{}/responses/{status}", operation.pointer))
    }

    /// The parameters of an operation, resolved.
    pub fn parameters(&self, operation: &Operation) -> Vec<Spot<'_>> {
        let list = format!("{}/parameters", operation.pointer);
        let count = self.root.pointer(&list).map_or(0, |list| list.as_array().unwrap().len());
        (0..count).map(|at| self.at(&format!("{list}/{at}"))).collect()
    }

    /// The example of an operation's body.
    pub fn example_body(&self, operation: &Operation) -> Value {
        let media = self.at(&format!("{}/requestBody/content/application~1json", operation.pointer));
        self.examples(&media).into_iter().next().unwrap_or_else(|| panic!("{} has no example", operation.id)).1
    }

    /// The one of that name, where there are several.
    pub fn example_called(&self, operation: &Operation, name: &str) -> Value {
        let media = self.at(&format!("{}/requestBody/content/application~1json", operation.pointer));
        let found = self.examples(&media).into_iter().find(|(other, _)| other == name);
        found.unwrap_or_else(|| panic!("{} has no example {name}", operation.id)).1
    }

    /// `example` and `examples` of a parameter, header or media type, each with its name.
    pub fn examples(&self, spot: &Spot<'_>) -> Vec<(String, Value)> {
        let mut all: Vec<_> =
            spot.value.get("example").map(|value| ("example".to_owned(), value.clone())).into_iter().collect();
        if let Some(named) = spot.value.get("examples").and_then(Value::as_object) {
            for name in named.keys() {
                let example = self.at(&format!("{}/examples/{name}", spot.pointer));
                all.push((name.clone(), example.value["value"].clone()));
            }
        }
        all
    }

    /// Every place in the document whose last step is `name`, outside of examples.
    pub fn places(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        visit(&self.root, String::new(), &mut |pointer, key, _| {
            if key == name {
                found.push(pointer.to_owned());
            }
        });
        found
    }

    /// Everything that references name, with the place that names it.
    pub fn references(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        visit(&self.root, String::new(), &mut |pointer, key, value| {
            if let ("$ref", Some(target)) = (key, value.as_str()) {
                found.push((pointer.to_owned(), target.to_owned()));
            }
        });
        found
    }

    /// What is wrong with a value, by the schema at a pointer; empty if nothing is.
    pub fn faults(&self, schema: &str, value: &Value) -> Vec<String> {
        let mut faults = self.schemas().faults(self.schema(schema), value);
        self.unlisted(schema, value, "", &mut faults);
        faults
    }

    /// By the schema alone, which lets unknown fields pass.
    pub fn is_valid(&self, schema: &str, value: &Value) -> bool {
        self.schemas().is_valid(self.schema(schema), value)
    }

    fn schemas(&self) -> Schemas<'_> {
        Schemas { root: &self.root }
    }

    fn schema(&self, pointer: &str) -> &Value {
        self.root.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"))
    }

    /// Fields of our own records that the document does not list. An object without listed fields is free.
    fn unlisted(&self, schema: &str, value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                let mut listed = BTreeMap::new();
                let mut others = None;
                self.shape(schema, value, &mut listed, &mut others);
                if listed.is_empty() && others.is_none() {
                    return;
                }
                for (name, value) in fields {
                    let path = format!("{path}/{name}");
                    match listed.get(name).or(others.as_ref()) {
                        Some(schema) => self.unlisted(schema, value, &path, found),
                        None => found.push(format!("{path}: the document does not list this field")),
                    }
                }
            }
            Value::Array(entries) => {
                let items = format!("{}/items", self.at(schema).pointer);
                if self.root.pointer(&items).is_some() {
                    entries.iter().for_each(|entry| self.unlisted(&items, entry, path, found));
                }
            }
            _ => {}
        }
    }

    /// The fields that a schema and its parts list, each with the pointer of its own schema.
    fn shape(&self, schema: &str, value: &Value, listed: &mut BTreeMap<String, String>, others: &mut Option<String>) {
        let spot = self.at(schema);
        for name in spot.value["properties"].as_object().into_iter().flat_map(|properties| properties.keys()) {
            listed.insert(name.clone(), format!("{}/properties/{name}", spot.pointer));
        }
        let additional = &spot.value["additionalProperties"];
        if additional.is_object() || additional == true {
            *others = Some(format!("{}/additionalProperties", spot.pointer));
        }
        for word in ["allOf", "anyOf", "oneOf"] {
            let parts = spot.value[word].as_array().map_or(0, Vec::len);
            for part in (0..parts).map(|at| format!("{}/{word}/{at}", spot.pointer)) {
                if self.is_valid(&part, value) {
                    self.shape(&part, value, listed, others);
                }
            }
        }
    }
}

fn visit(value: &Value, pointer: String, see: &mut impl FnMut(&str, &str, &Value)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let pointer = format!("{pointer}/{}", escape(name));
                see(&pointer, name, value);
                if !matches!(name.as_str(), "example" | "value") {
                    visit(value, pointer, see);
                }
            }
        }
        Value::Array(entries) => {
            for (at, value) in entries.iter().enumerate() {
                visit(value, format!("{pointer}/{at}"), see);
            }
        }
        _ => {}
    }
}

/// A name as a step of a JSON pointer.
fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
