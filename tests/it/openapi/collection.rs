//! The requests as a collection for Postman, Bruno and their like: `packaging/garson.postman_collection.json`, made from the
//! document. What can be sent as it stands is: optional parameters are there and switched off, so that none of them empties
//! an answer, and a body has what is required and nothing more.
//!
//! `packaging/collection` writes it anew.

use super::document::{Document, Operation};
use crate::harness::{Garson, Receiver, Reply, Script};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/garson.postman_collection.json");

/// The way of a newcomer.
const FIRST: [&str; 4] = ["createRestaurant", "saveIntegration", "pushOpenOrder", "verifyOrder"];

/// Variables and what they are before anything was asked.
const VARIABLES: [(&str, &str); 11] = [
    ("baseUrl", "http://localhost:8080"),
    ("apiKey", ""),
    ("hookUrl", "http://localhost:9000/"),
    ("provider", "open"),
    ("businessId", ""),
    ("restaurantId", ""),
    ("token", ""),
    ("orderId", ""),
    ("providerOrderId", ""),
    ("webhookId", ""),
    ("deliveryId", ""),
];
/// Made where it is needed, so that no request of another's is about it.
const KEY_ID: &str = "keyId";

/// Which field of its answer, or of the first entry of it, an operation leaves for others.
const KEPT: [(&str, &str, &str); 11] = [
    ("createBusiness", "businessId", "id"),
    ("createRestaurant", "restaurantId", "id"),
    ("saveIntegration", "token", "intakeUrl"),
    ("rotateIntakeToken", "token", "intakeUrl"),
    ("pushOpenOrder", "orderId", "id"),
    ("readOrder", "providerOrderId", "providerOrderId"),
    ("listOrders", "orderId", "id"),
    ("listOrders", "providerOrderId", "providerOrderId"),
    ("createWebhook", "webhookId", "id"),
    ("listDeliveries", "deliveryId", "id"),
    ("createKey", KEY_ID, "id"),
];

/// Bodies that are more, or other, than what is required of the example.
fn chosen(id: &str) -> Option<Value> {
    Some(match id {
        // A web shop's order is not cancelled without a reason.
        "cancelOrder" => json!({ "reason": "out_of_stock" }),
        "linkRestaurant" => json!({ "restaurantId": "{{restaurantId}}" }),
        "createWebhook" | "updateWebhook" => json!({ "url": "{{hookUrl}}" }),
        "resendEvents" => json!({ "missed": true, "dryRun": true }),
        "retryWebhook" => json!({ "webhookOrderId": "{{deliveryId}}", "url": "{{hookUrl}}", "headers": {} }),
        "markReported" => json!({ "providerOrderId": "{{providerOrderId}}" }),
        "updateKey" => json!({ "name": "Kasa 1" }),
        _ => return None,
    })
}

fn collection(document: &Document) -> Value {
    let folders = document.root["tags"].as_array().unwrap().iter().filter_map(|tag| {
        let is_of = |operation: &&Operation| document.at(&operation.pointer).value["tags"][0] == tag["name"];
        let operations = document.operations();
        let requests: Vec<Value> =
            operations.iter().filter(is_of).filter(|one| is_ours(one)).map(|one| request(document, one)).collect();
        (!requests.is_empty()).then(|| json!({ "name": tag["name"], "item": requests }))
    });
    let folders: Vec<Value> = folders.collect();
    let variables = VARIABLES.into_iter().chain([(KEY_ID, "")]);
    let variables: Vec<Value> = variables.map(|(key, value)| json!({ "key": key, "value": value })).collect();
    json!({
        "info": {
            "name": document.root["info"]["title"],
            "description": about(document),
            "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        "auth": { "type": "bearer", "bearer": [{ "key": "token", "value": "{{apiKey}}", "type": "string" }] },
        "variable": variables,
        "event": [{ "listen": "test", "script": { "type": "text/javascript", "exec": keeping(document) } }],
        "item": folders,
    })
}

fn about(document: &Document) -> String {
    let first = FIRST.map(|id| summary(document, &document.operation(id))).join(", ");
    format!(
        "Set apiKey, and baseUrl where garson is not on this machine. Ids come by themselves: what a request makes or lists is \
         kept in a variable for the next. From nothing to a verified order: {first}. Optional parameters are switched off; \
         Idempotency-Key is new each time that it is switched on. What platforms push is not here."
    )
}

fn is_ours(operation: &Operation) -> bool {
    !operation.path.starts_with("/intake/") || operation.path.starts_with("/intake/v1/open/")
}

/// The script that runs after each request.
fn keeping(document: &Document) -> Vec<String> {
    let mut kept: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for (id, variable, field) in KEPT {
        let name = summary(document, &document.operation(id));
        kept.entry(name).or_default().insert(variable.to_owned(), json!(field));
    }
    let mut lines = vec!["const kept = {".to_owned()];
    lines.extend(kept.iter().map(|(name, fields)| format!("  {}: {},", json!(name), json!(fields))));
    lines.extend(
        [
            "};",
            "const answer = pm.response.code === 200 ? pm.response.json() : {};",
            "const record = (Array.isArray(answer.data) ? answer.data[0] : answer.data) || {};",
            "const wanted = kept[pm.info.requestName] || {};",
            "Object.keys(wanted).forEach(function (variable) {",
            "  const value = record[wanted[variable]];",
            "  // The token is the end of the address.",
            "  if (value) pm.collectionVariables.set(variable, value.split('/').pop());",
            "});",
        ]
        .map(str::to_owned),
    );
    lines
}

fn summary(document: &Document, operation: &Operation) -> String {
    document.at(&operation.pointer).value["summary"].as_str().unwrap().to_owned()
}

fn request(document: &Document, operation: &Operation) -> Value {
    let told = document.at(&operation.pointer).value;
    let (mut query, mut headers) = (Vec::new(), Vec::new());
    for parameter in document.parameters(operation) {
        let name = parameter.value["name"].as_str().unwrap();
        let example = document.examples(&parameter).into_iter().next().map(|(_, value)| text(&value));
        let is_known = VARIABLES.iter().any(|(variable, _)| *variable == name);
        let value = match name {
            "Idempotency-Key" => "{{$guid}}".to_owned(),
            _ if is_known && name != "provider" => format!("{{{{{name}}}}}"),
            _ => example.unwrap_or_default(),
        };
        let mut entry = json!({ "key": name, "value": value });
        if parameter.value["required"] != true {
            entry["disabled"] = json!(true);
        }
        match parameter.value["in"].as_str().unwrap() {
            "query" => query.push(entry),
            "header" => headers.push(entry),
            _ => {}
        }
    }
    let path = operation.path.replace('{', "{{").replace('}', "}}");
    let mut url = json!({
        "raw": format!("{{{{baseUrl}}}}{path}"),
        "host": ["{{baseUrl}}"],
        "path": path[1..].split('/').collect::<Vec<_>>(),
    });
    if !query.is_empty() {
        url["query"] = json!(query);
    }
    let mut request = json!({ "method": operation.method, "url": url });
    if told["security"] == json!([]) {
        request["auth"] = json!({ "type": "noauth" });
    }
    if let Some(body) = body(document, operation) {
        headers.insert(0, json!({ "key": "Content-Type", "value": "application/json" }));
        let raw = serde_json::to_string_pretty(&body).unwrap();
        request["body"] = json!({ "mode": "raw", "raw": raw, "options": { "raw": { "language": "json" } } });
    }
    if !headers.is_empty() {
        request["header"] = json!(headers);
    }
    json!({ "name": summary(document, operation), "request": request })
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(entries) => entries.first().map(text).unwrap_or_default(),
        other => other.to_string(),
    }
}

/// What is required of the example, where there is a body.
fn body(document: &Document, operation: &Operation) -> Option<Value> {
    document.at(&operation.pointer).value.get("requestBody")?;
    if let Some(body) = chosen(&operation.id) {
        return Some(body);
    }
    let schema = document.at(&format!("{}/requestBody/content/application~1json/schema", operation.pointer)).pointer;
    let mut body = required(document, &schema, &document.example_body(operation));
    if operation.id == "pushOpenOrder" {
        // The same id again is the same order.
        body["providerOrderId"] = json!("WEB-{{$timestamp}}");
    }
    Some(body)
}

fn required(document: &Document, schema: &str, example: &Value) -> Value {
    let spot = document.at(schema);
    match example {
        Value::Object(fields) => {
            let required: Vec<&str> =
                spot.value["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let kept = fields.iter().filter(|(name, _)| required.contains(&name.as_str())).map(|(name, value)| {
                (name.clone(), required_field(document, &format!("{}/properties/{name}", spot.pointer), value))
            });
            Value::Object(kept.collect())
        }
        Value::Array(entries) => {
            let items = format!("{}/items", spot.pointer);
            json!(entries.iter().map(|entry| required(document, &items, entry)).collect::<Vec<_>>())
        }
        plain => plain.clone(),
    }
}

fn required_field(document: &Document, schema: &str, example: &Value) -> Value {
    match example {
        Value::Object(_) | Value::Array(_) => required(document, schema, example),
        plain => plain.clone(),
    }
}

#[test]
fn the_collection_is_made_from_this_document() {
    let document = Document::read();
    let made = serde_json::to_string_pretty(&collection(&document)).unwrap() + "\n";
    if env::var_os("GARSON_WRITE_COLLECTION").is_some() {
        fs::write(FILE, &made).unwrap();
    }
    let is_fresh = fs::read_to_string(FILE).is_ok_and(|kept| kept == made);
    assert!(is_fresh, "{FILE} is stale. Write it anew: packaging/collection");
    let names: Vec<String> = document.operations().iter().map(|operation| summary(&document, operation)).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "two requests have one name: {names:?}");
}

/// Sends what the file says, as the programs that read it do.
struct Player<'a> {
    garson: &'a Garson,
    document: Document,
    requests: BTreeMap<String, Value>,
    variables: BTreeMap<String, String>,
    /// For what must be new each time.
    count: usize,
}

impl Player<'_> {
    fn play(&mut self, id: &str) -> Reply {
        self.count += 1;
        let request = &self.requests[&summary(&self.document, &self.document.operation(id))];
        let mut query = request["url"]["query"].as_array().cloned().unwrap_or_default();
        query.retain(|entry| entry["disabled"] != true);
        let query: Vec<String> =
            query.iter().map(|entry| format!("{}={}", text(&entry["key"]), text(&entry["value"]))).collect();
        let joined = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        let path = self.filled(&(text(&request["url"]["raw"]).replace("{{baseUrl}}", "") + &joined));
        let mut headers: Vec<(String, String)> = Vec::new();
        for header in request["header"].as_array().into_iter().flatten().filter(|header| header["disabled"] != true) {
            headers.push((text(&header["key"]), text(&header["value"])));
        }
        if request["auth"]["type"] == "noauth" {
            headers.push(("Authorization".into(), String::new()));
        }
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        let body = request["body"]["raw"].as_str().map(|raw| self.filled(raw));
        let reply = self.garson.send(&text(&request["method"]), &path, body.as_deref().map(str::as_bytes), &headers);
        assert_eq!(reply.status, 200, "{id}: {reply}");
        for (_, variable, field) in KEPT.iter().filter(|(by, _, _)| *by == id) {
            let data = &reply.json["data"];
            let first = data.as_array().map_or(data, |rows| &rows[0]);
            let value = first[*field].as_str().unwrap_or_else(|| panic!("{id} has no {field}: {reply}"));
            self.variables.insert((*variable).to_owned(), value.rsplit('/').next().unwrap().to_owned());
        }
        reply
    }

    fn filled(&self, text: &str) -> String {
        let text = text.replace("{{$timestamp}}", &self.count.to_string());
        self.variables.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value))
    }
}

/// All that can go well with a web shop alone, in an order in which it does.
const JOURNEY: &str = "
    createBusiness readBusiness updateBusiness changeBusiness listBusinesses createRestaurant readRestaurant
    updateRestaurant changeRestaurant listRestaurants linkRestaurant listBusinessRestaurants setPackages listProviders saveIntegration
    listIntegrations testIntegration rotateIntakeToken setOpenMenu readMenu createWebhook readWebhook
    updateWebhook listWebhooks testWebhook createWebhookSecret deletePreviousWebhookSecret deleteWebhookSecrets
    pushOpenOrder listOrders readOrder listCancelReasons verifyOrder changeOrderStatus listPendingReports
    markReported readGroupedPayments cancelOrder pushOpenOrder readOrder cancelOpenOrder listDeliveries
    readDelivery resendDelivery resendEvents retryWebhook createKey readKey updateKey listKeys revokeKey
    listAuditEntries readHealth readMetrics readApiDocument deleteWebhook deleteIntegration deleteRestaurant
    deleteBusiness";

#[test]
fn what_is_in_the_collection_can_be_sent_as_it_stands() {
    let garson = Garson::start();
    let receiver = Receiver::start(Script::Answer(200, ""));
    let kept: Value = serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap();
    let folders = kept["item"].as_array().unwrap().iter().flat_map(|folder| folder["item"].as_array().unwrap());
    let requests = folders.map(|item| (text(&item["name"]), item["request"].clone())).collect();
    let mut variables: BTreeMap<String, String> =
        kept["variable"].as_array().unwrap().iter().map(|one| (text(&one["key"]), text(&one["value"]))).collect();
    variables.insert("hookUrl".into(), receiver.url.clone());
    let mut player = Player { garson: &garson, document: Document::read(), requests, variables, count: 0 };
    let all: BTreeSet<String> = player.document.operations().into_iter().filter(is_ours).map(|one| one.id).collect();
    let mut played = BTreeSet::new();
    for id in JOURNEY.split_whitespace() {
        let reply = player.play(id);
        assert!(!id.starts_with("list") || reply.json["data"] != json!([]), "{id} is emptied: {reply}");
        played.insert(id.to_owned());
    }
    // A web shop offers neither.
    let left: Vec<&str> = all.difference(&played).map(String::as_str).collect();
    assert_eq!(left, ["setPosActive", "setShopOpen"]);
}
