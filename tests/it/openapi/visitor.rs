//! `Visitor`: asks the server by the document and holds every answer against it.

use super::document::{Document, Operation, Spot};
use crate::harness::{Garson, Reply};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
};

pub struct Visitor<'a> {
    pub garson: &'a Garson,
    pub document: &'a Document,
    /// What path parameters are, where a question does not say otherwise.
    known: BTreeMap<&'static str, String>,
    /// The tokens of intake addresses, by provider.
    tokens: BTreeMap<&'static str, String>,
    /// The header that a platform proves itself by.
    proofs: BTreeMap<&'static str, (String, String)>,
    seen: &'a Seen,
}

/// Every (operation, status) that was really answered.
#[derive(Default)]
pub struct Seen(Mutex<BTreeSet<(String, u16)>>);

impl Seen {
    pub fn has(&self, id: &str, status: u16) -> bool {
        self.0.lock().unwrap().contains(&(id.to_owned(), status))
    }
}

impl<'a> Visitor<'a> {
    pub fn new(garson: &'a Garson, document: &'a Document, seen: &'a Seen) -> Visitor<'a> {
        let names = [
            "orderId",
            "businessId",
            "restaurantId",
            "webhookId",
            "deliveryId",
            "keyId",
            "token",
            "providerOrderId",
            "remoteId",
            "remoteOrderId",
        ];
        let mut known: BTreeMap<_, _> = names.map(|name| (name, "nobody".to_owned())).into();
        known.insert("provider", "open".into());
        known.insert("event", "created".into());
        Visitor { garson, document, known, tokens: BTreeMap::new(), proofs: BTreeMap::new(), seen }
    }

    pub fn knows(&mut self, name: &'static str, value: &str) {
        self.known.insert(name, value.to_owned());
    }

    /// From the integration as the API shows it.
    pub fn knows_token(&mut self, provider: &'static str, integration: &Value) {
        let address = integration["intakeUrl"].as_str().unwrap();
        self.tokens.insert(provider, address.rsplit('/').next().unwrap().to_owned());
    }

    /// A header that comes with everything that this platform pushes.
    pub fn knows_proof(&mut self, provider: &'static str, name: &str, value: &str) {
        self.proofs.insert(provider, (name.to_owned(), value.to_owned()));
    }

    pub fn known(&self, name: &str) -> String {
        self.known[name].clone()
    }

    pub fn ask(&self, id: &str) -> Question<'_> {
        let operation = self.document.operation(id);
        let mut path: BTreeMap<_, _> =
            self.known.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        // A token is good for its own platform alone.
        let provider = operation.path.strip_prefix("/intake/v1/").and_then(|rest| rest.split('/').next());
        if let Some(token) = provider.and_then(|provider| self.tokens.get(provider)) {
            path.insert("token".to_owned(), token.clone());
        }
        let headers = provider.and_then(|provider| self.proofs.get(provider)).cloned().into_iter().collect();
        Question { visitor: self, operation, path, query: String::new(), headers, body: None }
    }

    /// That an answer is one that the document tells of: its status, its headers, its type and its shape.
    #[track_caller]
    pub fn hold_against_document(&self, operation: &Operation, reply: &Reply) {
        let id = &operation.id;
        let documented = self.document.statuses(operation);
        assert!(documented.contains(&reply.status), "{id} does not document {}: {reply}", reply.status);
        let response = self.document.response(operation, reply.status);
        for name in response.value["headers"].as_object().into_iter().flat_map(|headers| headers.keys()) {
            self.hold_header(&response, name, reply);
        }
        let Some(content) = response.value["content"].as_object() else {
            assert_eq!((reply.text.as_str(), reply.header("content-type")), ("", None), "{id}: {reply}");
            self.seen.0.lock().unwrap().insert((id.clone(), reply.status));
            return;
        };
        let given = reply.header("content-type").unwrap_or_else(|| panic!("no type: {reply}"));
        let essence = given.split(';').next().unwrap();
        assert!(content.contains_key(essence), "{id} does not document {given}: {reply}");
        let schema = format!("{}/content/{}/schema", response.pointer, essence.replace('/', "~1"));
        let value = if essence == "application/json" { reply.json.clone() } else { json!(reply.text) };
        let faults = self.document.faults(&schema, &value);
        assert!(faults.is_empty(), "{id}, {schema}:\n{}\n{reply}", faults.join("\n"));
        // The schema says no more than that it is a boolean: clients are made from it, and few know a constant of that type.
        if let Some(success) = reply.json.get("success") {
            assert_eq!(*success, json!(reply.status == 200), "{id}: {reply}");
        }
        if let Some(code) = reply.json["error"]["code"].as_str() {
            let says = response.value["description"].as_str().unwrap();
            assert!(says.contains(&format!("`{code}`")), "{id} {} does not name {code}: {says}", reply.status);
            assert_eq!(reply.json["requestId"].as_str(), reply.header("x-request-id"), "{reply}");
        }
        self.seen.0.lock().unwrap().insert((id.clone(), reply.status));
    }

    #[track_caller]
    fn hold_header(&self, response: &Spot<'_>, name: &str, reply: &Reply) {
        let header = self.document.at(&format!("{}/headers/{name}", response.pointer));
        let schema = format!("{}/schema", header.pointer);
        match reply.header(name) {
            None => assert!(header.value["required"] != true, "no {name}: {reply}"),
            Some(text) => {
                let value = if self.document.at(&schema).value["type"] == "integer" {
                    serde_json::from_str(text).unwrap_or(Value::Null)
                } else {
                    json!(text)
                };
                let faults = self.document.faults(&schema, &value);
                assert!(faults.is_empty(), "{name}: {faults:?} {reply}");
            }
        }
    }
}

/// One request, made after the document.
pub struct Question<'a> {
    visitor: &'a Visitor<'a>,
    operation: Operation,
    path: BTreeMap<String, String>,
    query: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

impl Question<'_> {
    /// Another value for a path parameter.
    pub fn of(mut self, name: &str, value: &str) -> Self {
        self.path.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn query(mut self, query: &str) -> Self {
        self.query = format!("?{query}");
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn json(self, body: Value) -> Self {
        self.bytes(body.to_string().into_bytes())
    }

    pub fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// With the body that the document gives as its example, real ids in place of made-up ones.
    pub fn example(self, real: &[(&str, String)]) -> Self {
        let mut text = self.visitor.document.example_body(&self.operation).to_string();
        for (made_up, real) in real {
            text = text.replace(made_up, real);
        }
        self.bytes(text)
    }

    /// With one of several examples.
    pub fn example_called(self, name: &str) -> Self {
        let body = self.visitor.document.example_called(&self.operation, name);
        self.json(body)
    }

    /// Sends it and holds the answer against the document.
    #[track_caller]
    pub fn expect(self, status: u16) -> Reply {
        let (visitor, operation) = (self.visitor, self.operation.clone());
        let reply = self.send();
        assert_eq!(reply.status, status, "{}: {reply}", operation.id);
        visitor.hold_against_document(&operation, &reply);
        reply
    }

    /// Sends it until it is answered so; what else comes is a documented answer too.
    #[track_caller]
    pub fn expect_soon(self, status: u16) {
        for _ in 0..50 {
            let reply = self.send();
            self.visitor.hold_against_document(&self.operation, &reply);
            if reply.status == status {
                return;
            }
        }
        panic!("{} never answered {status}", self.operation.id);
    }

    /// Sends it. An operation without a key gets none.
    pub fn send(&self) -> Reply {
        let Operation { method, path, pointer, .. } = &self.operation;
        let mut path = path.clone();
        for (name, value) in &self.path {
            let plain = percent_encoding::NON_ALPHANUMERIC;
            path =
                path.replace(&format!("{{{name}}}"), &percent_encoding::utf8_percent_encode(value, plain).to_string());
        }
        assert!(!path.contains('{'), "{path}");
        let mut headers: Vec<(&str, &str)> = self.headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        // Nobody pushes with an API key.
        if self.visitor.document.at(pointer).value["security"] == json!([]) || path.starts_with("/intake") {
            headers.push(("Authorization", ""));
        }
        self.visitor.garson.send(method, &format!("{path}{}", self.query), self.body.as_deref(), &headers)
    }
}
