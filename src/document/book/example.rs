//! Examples: the smallest body that a request needs, and the whole request as a line for a terminal.

use super::source::{ApiDocument, ApiOperation, entries, media, plain, texts};
use serde_json::{Map, Value, json};

/// What examples call this machine; a script puts the address of the browser in.
pub const BASE: &str = "http://localhost:8080";

/// A body beyond this many bytes is written over several lines.
const LONGEST_LINE: usize = 60;

/// The first example of a body or an answer with its name, and the others.
pub fn examples<'a>(document: &'a ApiDocument, media: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let mut all: Vec<(&str, &Value)> = media.get("example").map(|value| ("", value)).into_iter().collect();
    for (name, example) in entries(&media["examples"]) {
        let example = document.resolved(example);
        all.push((example["summary"].as_str().unwrap_or(name), &example["value"]));
    }
    all
}

pub fn body_example<'a>(document: &'a ApiDocument, operation: &'a ApiOperation) -> Option<&'a Value> {
    let media = media(document.resolved(&operation.spec["requestBody"]))?;
    examples(document, media).first().map(|(_, value)| *value)
}

/// The body with its required fields alone, with the values of the example; nothing where no body is wanted.
pub fn smallest_body(document: &ApiDocument, operation: &ApiOperation) -> Option<Value> {
    let body = document.resolved(&operation.spec["requestBody"]);
    let media = media(body)?;
    let example = body_example(document, operation);
    let made = smallest(document, &media["schema"], example);
    let is_empty = made.as_object().is_some_and(Map::is_empty);
    // Where one of several fields is wanted, nothing of a body that is, or a body nearly always, the example chooses.
    let is_chosen = body["required"] == true
        || body["x-example-shown"] == true
        || document.resolved(&media["schema"]).get("if").is_some();
    let made = match example {
        Some(example) if is_empty && is_chosen => example.clone(),
        _ => made,
    };
    let is_wanted = body["required"] == true || made.as_object().is_some_and(|fields| !fields.is_empty());
    is_wanted.then_some(made)
}

fn smallest(document: &ApiDocument, schema: &Value, example: Option<&Value>) -> Value {
    let schema = document.resolved(schema);
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = Map::new();
        for part in parts {
            if let Value::Object(fields) = smallest(document, part, example) {
                whole.extend(fields);
            }
        }
        return Value::Object(whole);
    }
    if let Some(first) = ["oneOf", "anyOf"].iter().find_map(|word| schema[*word].as_array()?.first()) {
        let mut variants = ["oneOf", "anyOf"].iter().filter_map(|word| schema[*word].as_array()).flatten();
        let fitting = variants.find(|variant| example.is_some_and(|example| fits(document, variant, example)));
        return smallest(document, fitting.unwrap_or(first), example);
    }
    if schema.get("properties").is_some() {
        let required = texts(&schema["required"]);
        let fields = entries(&schema["properties"]).filter(|(name, _)| required.contains(*name));
        let made = fields.map(|(name, field)| {
            let given = example.and_then(|example| example.get(name));
            (name.clone(), smallest(document, field, given))
        });
        return Value::Object(made.collect());
    }
    match (example, schema["type"].as_str()) {
        (Some(Value::Array(given)), _) if schema.get("items").is_some() => {
            // All of them: what is summed up elsewhere in the example would not add up otherwise.
            let made = given.iter().map(|one| smallest(document, &schema["items"], Some(one)));
            Value::Array(made.collect())
        }
        (Some(given), _) => given.clone(),
        (None, kind) => made_up(schema, kind),
    }
}

/// Whether an example has what a variant requires.
fn fits(document: &ApiDocument, variant: &Value, example: &Value) -> bool {
    let variant = document.resolved(variant);
    match variant.get("required") {
        Some(required) => texts(required).iter().all(|name| example.get(name).is_some()),
        None => variant["type"] == "object" && example.is_object() || variant["type"] == "array" && example.is_array(),
    }
}

fn made_up(schema: &Value, kind: Option<&str>) -> Value {
    let given = ["const", "default"].iter().find_map(|word| schema.get(*word));
    let listed = ["examples", "enum"].iter().find_map(|word| schema[*word].as_array()?.first());
    if let Some(value) = given.or(listed) {
        return value.clone();
    }
    match kind {
        Some("array") => json!([]),
        Some("object") => json!({}),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(true),
        _ => json!("…"),
    }
}

/// The parameters of an operation with their references followed.
pub fn parameters<'a>(document: &'a ApiDocument, operation: &'a ApiOperation) -> Vec<&'a Value> {
    let all = operation.spec["parameters"].as_array().into_iter().flatten();
    all.map(|parameter| document.resolved(parameter)).collect()
}

/// The request with curl: what it requires and nothing else.
pub fn curl(document: &ApiDocument, operation: &ApiOperation) -> String {
    let mut path = operation.path.clone();
    let mut query = Vec::new();
    let mut headers = Vec::new();
    for parameter in parameters(document, operation) {
        let name = parameter["name"].as_str().unwrap_or_default();
        let value = examples(document, parameter).first().map(|(_, value)| *value);
        let value = value.or_else(|| parameter["schema"]["examples"].get(0));
        let value = value.map_or_else(|| format!("<{name}>"), plain);
        match parameter["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
            Some("query") if parameter["required"] == true => query.push(format!("{name}={value}")),
            Some("header") if parameter["required"] == true => headers.push(format!("{name}: {value}")),
            _ => {}
        }
    }
    if needs_key(operation) {
        headers.insert(0, "Authorization: Bearer $GARSON_KEY".to_owned());
    }
    let body = smallest_body(document, operation);
    if body.is_some() {
        headers.push("Content-Type: application/json".to_owned());
    }
    let method = match (operation.method.as_str(), &body) {
        ("GET", None) | ("POST", Some(_)) => String::new(),
        (method, _) => format!("-X {method} "),
    };
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let mut lines = vec![format!("curl {method}\"{BASE}{path}{query}\"")];
    lines.extend(headers.iter().map(|header| format!("  -H \"{header}\"")));
    lines.extend(body.map(|body| format!("  -d '{}'", written(&body).replace('\'', "'\\''"))));
    lines.join(" \\\n")
}

/// On one line as long as that can be read.
fn written(body: &Value) -> String {
    let line = body.to_string();
    if line.len() <= LONGEST_LINE { line } else { serde_json::to_string_pretty(body).unwrap_or(line) }
}

/// Whether an API key is asked for; what is not said otherwise needs one.
pub fn needs_key(operation: &ApiOperation) -> bool {
    operation.path.starts_with("/web-api/")
}
