//! The joined document as pages need it: operations by tag, events, schemas and where each is shown, and its Turkish.

use super::words::PageLang;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

/// The page of what several operations share, and the one of events.
pub const OBJECTS: &str = "objects";
pub const EVENTS: &str = "events";

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

pub struct ApiDocument {
    root: Value,
    turkish: BTreeMap<String, String>,
    pub tags: Vec<ApiTag>,
    pub events: Vec<ApiOperation>,
    /// The page on which each named schema is shown, and the operation there.
    homes: BTreeMap<String, (String, String)>,
    /// Schemas that requests are made of.
    inputs: BTreeSet<String>,
    codes: BTreeSet<String>,
}

pub struct ApiTag {
    pub name: String,
    pub description: String,
    pub operations: Vec<ApiOperation>,
}

#[derive(Clone)]
pub struct ApiOperation {
    pub id: String,
    /// In capitals.
    pub method: String,
    /// The path, or the name of an event.
    pub path: String,
    pub page: String,
    pub spec: Value,
}

impl ApiOperation {
    pub fn text(&self, key: &str) -> &str {
        self.spec[key].as_str().unwrap_or_default()
    }
}

impl ApiDocument {
    pub fn read(document: &str, translations: &Path) -> Result<ApiDocument, String> {
        let root: Value = serde_json::from_str(document).map_err(|e| e.to_string())?;
        let mut all = Vec::new();
        for (path, item) in entries(&root["paths"]) {
            all.extend(operations(path, item, |spec| spec["tags"][0].as_str().unwrap_or_default().to_owned()));
        }
        let mut events = Vec::new();
        for (name, item) in entries(&root["webhooks"]) {
            events.extend(operations(name, item, |_| EVENTS.to_owned()));
        }
        let tag = |tag: &Value| {
            let text = |key: &str| tag[key].as_str().unwrap_or_default().to_owned();
            let operations = all.iter().filter(|one| one.page == text("name")).cloned().collect();
            ApiTag { name: text("name"), description: text("description"), operations }
        };
        let tags: Vec<ApiTag> = root["tags"].as_array().into_iter().flatten().map(tag).collect();
        let shown: usize = tags.iter().map(|tag| tag.operations.len()).sum();
        if shown != all.len() {
            return Err(format!("{} operations have a tag that is not listed", all.len() - shown));
        }
        let tags = tags.into_iter().filter(|tag| !tag.operations.is_empty()).collect();
        let codes = texts(&root["components"]["schemas"]["ErrorCode"]["enum"]);
        let turkish = read_translations(translations)?;
        let (homes, inputs) = Default::default();
        let mut made = ApiDocument { root, turkish, tags, events, homes, inputs, codes };
        made.homes = made.find_homes();
        made.inputs = made.find_inputs();
        Ok(made)
    }

    pub fn version(&self) -> &str {
        self.root["info"]["version"].as_str().unwrap_or_default()
    }

    /// All operations in the order of their pages.
    pub fn operations(&self) -> impl Iterator<Item = &ApiOperation> {
        self.tags.iter().flat_map(|tag| &tag.operations)
    }

    /// The operation that `GET /path` names; a query behind it is of no matter.
    pub fn operation_called(&self, call: &str) -> Option<&ApiOperation> {
        let (method, path) = call.split_once(' ')?;
        let path = path.split('?').next()?;
        self.operations().find(|one| one.method == method && one.path == path)
    }

    /// Whether a named schema is part of what is sent to us.
    pub fn is_input(&self, schema: &str) -> bool {
        self.inputs.contains(schema)
    }

    pub fn codes(&self) -> impl Iterator<Item = &String> {
        self.codes.iter()
    }

    pub fn is_error_code(&self, word: &str) -> bool {
        self.codes.contains(word)
    }

    pub fn schemas(&self) -> impl Iterator<Item = (&String, &Value)> {
        entries(&self.root["components"]["schemas"])
    }

    /// Where a named schema is shown.
    pub fn home(&self, schema: &str) -> &str {
        self.homes.get(schema).map_or(OBJECTS, |(page, _)| page)
    }

    /// Whether it is shown with this very operation.
    pub fn is_first_home(&self, schema: &str, operation: &ApiOperation) -> bool {
        self.homes.get(schema).is_some_and(|(page, id)| *page == operation.page && *id == operation.id)
    }

    /// What a reference leads to, however many there are.
    pub fn resolved<'a>(&'a self, value: &'a Value) -> &'a Value {
        let mut value = value;
        while let Some(target) = value["$ref"].as_str().and_then(|target| self.root.pointer(target.strip_prefix('#')?))
        {
            value = target;
        }
        value
    }

    /// A text of the document in the language of a page; none where it has no translation.
    pub fn translated<'a>(&'a self, english: &'a str, lang: PageLang) -> Option<&'a str> {
        match lang {
            PageLang::En => Some(english),
            PageLang::Tr => self.turkish.get(english).map(String::as_str),
        }
    }

    /// The schema of what an operation is sent, and of what it answers.
    pub fn body_of<'a>(&'a self, operation: &'a ApiOperation) -> Option<&'a Value> {
        media(self.resolved(&operation.spec["requestBody"])).map(|media| &media["schema"])
    }

    pub fn success_of<'a>(&'a self, operation: &'a ApiOperation) -> Option<(&'a str, &'a Value)> {
        let found = entries(&operation.spec["responses"]).find(|(status, _)| status.starts_with('2'));
        found.map(|(status, response)| (status.as_str(), self.resolved(response)))
    }

    /// The `data` of an answer in our envelope.
    pub fn data_of<'a>(&'a self, schema: &'a Value) -> Option<&'a Value> {
        let properties = &self.resolved(schema)["properties"];
        properties.get("success").and(properties.get("data"))
    }

    fn is_envelope(&self, schema: &Value) -> bool {
        self.resolved(schema)["properties"].get("success").is_some()
    }

    fn find_inputs(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut next: Vec<&Value> = self.operations().filter_map(|operation| self.body_of(operation)).collect();
        while let Some(value) = next.pop() {
            let mut uses = BTreeMap::new();
            count_references(value, &mut uses);
            for name in uses.into_keys() {
                if found.insert(name.to_owned()) {
                    next.push(&self.root["components"]["schemas"][name]);
                }
            }
        }
        found
    }

    /// Events and bodies of requests stand where they are sent, and what only one answer holds stands there.
    fn find_homes(&self) -> BTreeMap<String, (String, String)> {
        let mut uses = BTreeMap::new();
        count_references(&self.root, &mut uses);
        let mut homes = BTreeMap::new();
        let mut settle = |schema: &Value, one: &ApiOperation| {
            if let Some(name) = name_of(schema) {
                homes.entry(name.to_owned()).or_insert_with(|| (one.page.clone(), one.id.clone()));
            }
        };
        for operation in self.events.iter().chain(self.operations()) {
            if let Some(schema) = self.body_of(operation) {
                settle(schema, operation);
            }
        }
        for operation in self.operations() {
            let Some(schema) = self.success_of(operation).and_then(|(_, response)| media(response)) else { continue };
            let schema = &schema["schema"];
            if self.is_envelope(schema) {
                settle(schema, operation);
            }
            let data = self.data_of(schema).unwrap_or(schema);
            let one = data.get("items").unwrap_or(data);
            if name_of(one).is_some_and(|name| uses.get(name) == Some(&1)) {
                settle(one, operation);
            }
        }
        homes
    }
}

/// The name of the schema that a reference is to.
pub fn name_of(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}

/// The JSON of a body or an answer.
pub fn media(holder: &Value) -> Option<&Value> {
    entries(&holder["content"]).find(|(kind, _)| kind.ends_with("json")).map(|(_, media)| media)
}

pub fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// A text without its quotes, anything else as JSON.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub fn texts(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn operations(path: &str, item: &Value, page: impl Fn(&Value) -> String) -> Vec<ApiOperation> {
    let found = METHODS.iter().filter_map(|method| Some((method, item.get(method)?)));
    found
        .map(|(method, spec)| ApiOperation {
            id: spec["operationId"].as_str().unwrap_or_default().to_owned(),
            method: method.to_uppercase(),
            path: path.to_owned(),
            page: page(spec),
            spec: spec.clone(),
        })
        .collect()
}

fn count_references<'a>(value: &'a Value, uses: &mut BTreeMap<&'a str, usize>) {
    if let Some(name) = name_of(value) {
        *uses.entry(name).or_default() += 1;
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|value| count_references(value, uses)),
        Value::Array(entries) => entries.iter().for_each(|value| count_references(value, uses)),
        _ => {}
    }
}

/// Every file of the folder is one object from the English text to the Turkish one.
fn read_translations(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut all = BTreeMap::new();
    let Ok(files) = fs::read_dir(folder) else { return Ok(all) };
    for file in files.filter_map(Result::ok) {
        let name = file.file_name().to_string_lossy().into_owned();
        let text = fs::read_to_string(file.path()).map_err(|e| format!("{name}: {e}"))?;
        let part: BTreeMap<String, String> = serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))?;
        all.extend(part);
    }
    Ok(all)
}
