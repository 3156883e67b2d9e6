//! The running server against its own OpenAPI document, in both directions.

mod answers;
mod collection;
mod document;
mod events;
mod names;
mod parts;
mod platforms;
mod reference;
mod refusals;
mod schema;
mod turkish;
mod visitor;

pub use events::hold_event;
pub use platforms::{Branch, example, show, states};
pub use visitor::Visitor;

use crate::harness::{Garson, in_an_empty_app};
use document::{Document, Operation};
use garson::{
    api,
    http::{self, Door, Site},
    intake,
    model::Code,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Refusals that no documented operation can answer with yet.
const NOT_YET: [(Code, &str); 4] = [
    (Code::StaleForm, "only forms of the panel"),
    (Code::ForeignForm, "only forms of the panel"),
    (Code::KitchenOnly, "only pages of the panel"),
    (Code::HttpsOnly, "only pages of the panel"),
];

#[test]
fn the_server_hands_out_this_document() {
    let garson = Garson::start();
    let served = garson.send("GET", "/openapi.json", None, &[("Authorization", "")]);
    let document = Document::read();
    assert_eq!(served.json, document.root);
    assert_eq!(document.root["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(document.root["openapi"].as_str().unwrap().starts_with("3.1."));
}

#[test]
fn what_is_documented_is_mounted_and_what_is_mounted_is_documented() {
    let documented: BTreeSet<(String, String)> =
        Document::read().operations().into_iter().map(|Operation { method, path, .. }| (method, path)).collect();
    assert_eq!(mounted(), documented);
}

/// Method and path of every route of the doors that the document is about.
fn mounted() -> BTreeSet<(String, String)> {
    in_an_empty_app(|app| {
        let site = Site::new();
        let open = Door::new("", api::open_routes(app, site.counts()));
        site.mount(vec![api::door(app), intake::door(app), open]);
        site.routes().into_iter().map(|(method, path)| (method.to_string(), path)).collect()
    })
}

#[test]
fn a_route_takes_the_query_parameters_that_are_documented_and_no_others() {
    let document = Document::read();
    let api = document.operations().into_iter().filter(|operation| operation.path.starts_with("/web-api/"));
    let documented: BTreeMap<(String, String), BTreeSet<String>> = api
        .map(|operation| {
            let all = document.parameters(&operation);
            let named = all.iter().filter(|parameter| parameter.value["in"] == "query");
            let names = named.map(|parameter| parameter.value["name"].as_str().unwrap().to_owned()).collect();
            ((operation.method, operation.path), names)
        })
        .collect();
    let taken: BTreeMap<(String, String), BTreeSet<String>> = in_an_empty_app(|app| {
        let door = api::door(app);
        let named = door.routes().map(|route| {
            let path = format!("/{}/{}", door.prefix(), route.pattern);
            ((route.method.to_string(), path), route.query.iter().map(|name| (*name).to_owned()).collect())
        });
        named.collect()
    });
    assert_eq!(taken, documented);
}

#[test]
fn a_documented_path_takes_the_documented_methods_and_no_others() {
    let garson = Garson::start();
    // The token is asked for before the path and the method.
    let tokens = platforms::connect_all(&garson);
    garson.send("PATCH", "/intake/v1/open/token/menu", None, &[]).refused(404, "not_found");
    let mut methods: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Operation { method, path, .. } in Document::read().operations() {
        let taken = methods.entry(path).or_default();
        if method == "GET" {
            taken.insert("HEAD".into());
        }
        taken.insert(method);
    }
    for (path, taken) in methods {
        let provider = path.split('/').nth(3).unwrap_or_default();
        let token = tokens.get(provider).map_or("", String::as_str);
        let path = path.replace("{token}", token).replace(['{', '}'], "");
        let other = if taken.contains("PATCH") { "OPTIONS" } else { "PATCH" };
        let refused = garson.send(other, &path, None, &[]);
        refused.refused(405, "method_not_allowed");
        let allow = refused.header("allow").unwrap().split(", ").map(str::to_owned).collect();
        assert_eq!(taken, allow, "{path}");
        for method in taken {
            let reply = garson.send(&method, &path, None, &[]);
            assert!(reply.status != 405 && reply.json["error"]["code"] != "not_found", "{reply}");
        }
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    let document = Document::read();
    let references = document.references();
    assert!(references.len() > 100);
    for (_, target) in &references {
        document.at(target.strip_prefix('#').unwrap());
    }
    let used: BTreeSet<&str> = references.iter().map(|(_, target)| target.as_str()).collect();
    let components = document.root["components"].as_object().unwrap();
    for (kind, all) in components.iter().filter(|(kind, _)| *kind != "securitySchemes") {
        for name in all.as_object().unwrap().keys() {
            assert!(used.contains(format!("#/components/{kind}/{name}").as_str()), "{kind}/{name} is not used");
        }
    }
}

#[test]
fn operations_have_names_of_their_own_and_declare_what_their_path_carries() {
    let document = Document::read();
    let operations = document.operations();
    let ids: BTreeSet<&str> = operations.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids.len(), operations.len());
    for operation in &operations {
        let declared: BTreeSet<String> = document
            .parameters(operation)
            .iter()
            .filter(|parameter| parameter.value["in"] == "path")
            .map(|parameter| parameter.value["name"].as_str().unwrap().to_owned())
            .collect();
        let carried: BTreeSet<String> = operation
            .path
            .split('/')
            .filter_map(|word| word.strip_prefix('{')?.strip_suffix('}').map(str::to_owned))
            .collect();
        assert_eq!(declared, carried, "{}", operation.id);
    }
}

#[test]
fn every_example_is_valid_by_its_schema() {
    let document = Document::read();
    let mut count = 0;
    let mut check = |schema: &str, place: &str, example: &Value| {
        count += 1;
        let faults = document.faults(schema, example);
        assert!(faults.is_empty(), "{place}: {faults:?}");
    };
    for schema in document.places("schema") {
        let owner = document.at(schema.strip_suffix("/schema").unwrap());
        for (name, example) in document.examples(&owner) {
            check(&schema, &format!("{} {name}", owner.pointer), &example);
        }
    }
    for place in document.places("examples") {
        let Some(schema) = place.strip_suffix("/examples").filter(|_| place.contains("/schemas/")) else { continue };
        for example in document.at(&place).value.as_array().unwrap() {
            check(schema, &place, example);
        }
    }
    assert!(count > 100, "only {count} were found");
}

#[test]
fn an_example_of_a_refusal_stands_under_its_own_status() {
    let document = Document::read();
    let statuses: BTreeSet<(u16, &str)> = Code::ALL.map(|code| (http::status(code).as_u16(), code.key())).into();
    for operation in document.operations() {
        for status in document.statuses(&operation) {
            let response = document.response(&operation, status);
            if response.value.get("content").is_none() {
                continue;
            }
            let media = document.at(&format!("{}/content", response.pointer));
            for kind in media.value.as_object().unwrap().keys() {
                let media = document.at(&format!("{}/{}", media.pointer, kind.replace('/', "~1")));
                for (name, example) in document.examples(&media) {
                    let Some(code) = example["error"]["code"].as_str() else { continue };
                    assert!(statuses.contains(&(status, code)), "{} {status} {name}", operation.id);
                }
            }
        }
    }
}
