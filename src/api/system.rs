//! What needs no key: `/health`, `/metrics` (from loopback), `/openapi.json`.

use super::{Ask, Routes, key_of, on};
use crate::{
    http::{Answer, StatusCounts, get, reply},
    model::{Code, Failure},
    ops::{AppState, system},
};
use hyper::StatusCode;
use std::{fmt::Write, sync::Arc};

/// The API document, joined from the files of `document/` when garson is built.
const DOCUMENT: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

pub fn open_routes(app: &Arc<AppState>, counts: Arc<StatusCounts>) -> Routes {
    let count = app.clone();
    vec![
        get("health", on(app, health)),
        get("metrics", move |call| metrics(Ask { app: count.clone(), call }, counts.clone())),
        get("openapi.json", on(app, openapi)),
    ]
}

async fn health(ask: Ask) -> Answer {
    match system::health(&ask.app) {
        Ok(()) => reply::text(StatusCode::OK, "application/json", r#"{"status":"ok"}"#),
        Err(reason) => {
            let body = serde_json::json!({ "status": "unavailable", "reason": reason.to_string() });
            reply::text(StatusCode::SERVICE_UNAVAILABLE, "application/json", body.to_string())
        }
    }
}

async fn metrics(ask: Ask, counts: Arc<StatusCounts>) -> Answer {
    if !ask.call.is_local() && key_of(&ask.app, &ask.call).is_none() {
        return Err(Failure::new(Code::Unauthorized));
    }
    let mut text = system::metrics(&ask.app)?;
    text.push_str(
        "# HELP garson_http_answers_total Answers by status class\n# TYPE garson_http_answers_total counter\n",
    );
    for (class, count) in counts.by_class() {
        let _ = writeln!(text, "garson_http_answers_total{{class=\"{class}\"}} {count}");
    }
    reply::text(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", text)
}

async fn openapi(_ask: Ask) -> Answer {
    reply::text(StatusCode::OK, "application/json", DOCUMENT)
}
