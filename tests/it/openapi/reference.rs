//! The reference that people read against the document that it is made of.

use super::{
    NOT_YET,
    document::{Document, Operation},
};
use crate::harness::Garson;
use garson::{http, model::Code};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a page that stands under an anchor.
fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("<section class=\"op\" id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}"));
    rest.split("</section>").next().unwrap()
}

/// The value of an attribute in a piece of HTML.
fn attribute(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!(" {name}=\""))?;
    let text = rest.split('"').next()?;
    Some(text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

struct Pages<'a> {
    garson: &'a Garson,
    read: BTreeMap<String, String>,
}

impl Pages<'_> {
    fn page(&mut self, path: &str) -> String {
        let garson = self.garson;
        let read = || garson.send("GET", path, None, &[("Authorization", "")]).text;
        self.read.entry(path.to_owned()).or_insert_with(read).clone()
    }
}

#[test]
fn every_operation_is_on_the_page_of_its_tag_with_all_that_it_takes_and_answers() {
    let garson = Garson::start();
    let document = Document::read();
    let mut pages = Pages { garson: &garson, read: BTreeMap::new() };
    for lang in ["en", "tr"] {
        for operation in document.operations() {
            let spec = document.at(&operation.pointer).value;
            let page = pages.page(&format!("/api/{lang}/{}", spec["tags"][0].as_str().unwrap()));
            let shown = section(&page, &operation.id);
            let Operation { id, method, path, .. } = &operation;
            assert!(shown.contains(&format!(">{method}</b> <code>{path}</code>")), "{id}");
            for parameter in document.parameters(&operation) {
                let name = parameter.value["name"].as_str().unwrap();
                assert!(shown.contains(&format!("<code>{name}</code>")), "{id} does not say that it takes {name}");
            }
            for status in document.statuses(&operation) {
                let said = format!("{status}</");
                assert!(shown.contains(&said), "{id} does not say that it may answer {status}");
            }
            // It can be tried where a key is asked for, and nowhere else.
            assert_eq!(attribute(shown, "data-path").is_some(), path.starts_with("/web-api/"), "{id}");
            assert!(shown.contains(&format!("http://localhost:8080{}", path.split('{').next().unwrap())), "{id}");
            let index = pages.page(&format!("/api/{lang}"));
            assert!(index.contains(&format!("#{id}\"")), "the first page does not list {id}");
        }
        let events = pages.page(&format!("/api/{lang}/events"));
        for (name, item) in document.root["webhooks"].as_object().unwrap() {
            let shown = section(&events, item["post"]["operationId"].as_str().unwrap());
            assert!(shown.contains(&format!("<code>{name}</code>")), "{name}");
        }
    }
}

#[test]
fn the_body_that_is_offered_is_the_smallest_that_is_valid() {
    let garson = Garson::start();
    let document = Document::read();
    let mut pages = Pages { garson: &garson, read: BTreeMap::new() };
    let mut count = 0;
    for operation in document.operations() {
        let tag = document.at(&operation.pointer).value["tags"][0].as_str().unwrap().to_owned();
        let page = pages.page(&format!("/api/en/{tag}"));
        let Some(body) = attribute(section(&page, &operation.id), "data-body") else { continue };
        let media = document.at(&format!("{}/requestBody/content/application~1json", operation.pointer));
        let schema = format!("{}/schema", media.pointer);
        if body.is_empty() {
            assert!(document.at(&format!("{}/requestBody", operation.pointer)).value["required"] != true);
            continue;
        }
        let body: Value = serde_json::from_str(&body).unwrap();
        let faults = document.faults(&schema, &body);
        assert!(faults.is_empty(), "{}: {body} {faults:?}", operation.id);
        count += 1;
        // Without any one of its fields it would be refused: none of them is there for nothing. Where none is required, the
        // document's own example stands there.
        let shape = document.at(&schema).value;
        if shape.get("properties").is_some() && shape.get("required").is_none() {
            continue;
        }
        for name in body.as_object().into_iter().flat_map(|fields| fields.keys()) {
            let mut less = body.clone();
            less.as_object_mut().unwrap().remove(name);
            assert!(!document.is_valid(&schema, &less), "{} can do without {name}", operation.id);
        }
    }
    assert!(count >= 8, "{count}");
}

#[test]
fn examples_show_what_is_nearly_always_wanted() {
    let garson = Garson::start();
    let mut pages = Pages { garson: &garson, read: BTreeMap::new() };
    let mut shown = |tag: &str, id: &str| section(&pages.page(&format!("/api/en/{tag}")), id).to_owned();
    let body = attribute(&shown("orders", "cancelOrder"), "data-body").unwrap();
    assert!(body.contains("\"reason\""), "{body}");
    for (id, path) in [("setShopOpen", "/integrations/getir/open"), ("setPosActive", "/integrations/getir/pos")] {
        assert!(shown("integrations", id).contains(path), "{id}");
    }
    assert!(shown("reports", "markReported").contains("Several, by either id"));
    assert!(shown("businesses", "changeBusiness").contains("phone"));
}

#[test]
fn the_guide_lists_every_code_with_its_status() {
    let errors: Vec<Value> = serde_json::from_str(include_str!("../../../src/document/guides/errors.json")).unwrap();
    let mut rows = BTreeSet::new();
    for error in &errors {
        for status in error["status"].as_array().unwrap() {
            assert!(rows.insert((status.as_u64().unwrap() as u16, error["code"].as_str().unwrap())), "{error} twice");
        }
        for (lang, name) in [("en", "means"), ("en", "todo"), ("tr", "means"), ("tr", "todo")] {
            assert!(error[lang][name].as_str().is_some_and(|text| text.ends_with('.')), "{error}");
        }
    }
    let told = |code: &Code| NOT_YET.iter().all(|(other, _)| other != code);
    let codes: Vec<Code> = Code::ALL.into_iter().filter(told).collect();
    assert_eq!(rows, codes.iter().map(|code| (http::status(*code).as_u16(), code.key())).collect());
    let document = Document::read();
    let named = document.at("/components/schemas/ErrorCode/enum").value.as_array().unwrap();
    let named: BTreeSet<&str> = named.iter().map(|code| code.as_str().unwrap()).collect();
    assert_eq!(named, codes.iter().map(|code| code.key()).collect());
    // Each has an anchor, to which every mention of it leads.
    let garson = Garson::start();
    for lang in ["en", "tr"] {
        let page = garson.send("GET", &format!("/api/{lang}/errors"), None, &[]).text;
        for code in &named {
            assert!(page.contains(&format!("<tr id=\"{code}\">")), "{lang}: {code}");
        }
    }
}
