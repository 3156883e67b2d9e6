//! What needs no key: `/health`, `/metrics` (from loopback), `/openapi.json`.

use super::request::{ApiRequest, key_of, too_little};
use crate::http::{Answer, SharedBytes, StatusCounts, pack, reply};
use crate::model::{Code, Failure, Power, Result};
use crate::{document::DOCUMENT, ops::care::system};
use hyper::header::{CONTENT_ENCODING, HeaderValue, VARY};
use hyper::{StatusCode, body::Bytes};
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

pub async fn health(request: ApiRequest) -> Answer {
    match system::health(&request.app) {
        Ok(()) => match system::warnings(&request.app).as_slice() {
            [] => reply::text(StatusCode::OK, "application/json", r#"{"status":"ok"}"#),
            warnings => {
                let body = serde_json::json!({ "status": "ok", "warnings": warnings });
                reply::text(StatusCode::OK, "application/json", body.to_string())
            }
        },
        Err(reason) => {
            let body = serde_json::json!({ "status": "unavailable", "reason": reason.to_string() });
            reply::text(StatusCode::SERVICE_UNAVAILABLE, "application/json", body.to_string())
        }
    }
}

pub async fn metrics(request: ApiRequest, counts: Arc<StatusCounts>) -> Answer {
    if !request.call.is_local() {
        let key = key_of(&request.app, &request.call).ok_or_else(|| Failure::new(Code::Unauthorized))?;
        if !key.access.may(Power::ReadAccount) {
            return Err(too_little(key.access, Power::ReadAccount));
        }
    }
    let mut text = system::metrics(&request.app);
    text.push_str(
        "# HELP garson_http_answers_total Answers by status class\n# TYPE garson_http_answers_total counter\n",
    );
    for (class, count) in counts.by_class() {
        let _ = writeln!(text, "garson_http_answers_total{{class=\"{class}\"}} {count}");
    }
    reply::text(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", text)
}

/// Unpacked once, for clients that do not accept it packed.
fn unpacked_document() -> Result<Bytes> {
    static UNPACKED: OnceLock<Bytes> = OnceLock::new();
    if let Some(known) = UNPACKED.get() {
        return Ok(known.clone());
    }
    let unpacked = Bytes::from(pack::unpacked(DOCUMENT).map_err(Failure::fault)?);
    Ok(UNPACKED.get_or_init(|| unpacked).clone())
}

pub async fn openapi(request: ApiRequest) -> Answer {
    let is_taken = pack::is_taken(&request.call.headers);
    let body = match is_taken {
        true => Bytes::from_static(DOCUMENT),
        false => unpacked_document()?,
    };
    let mut response = reply::text(StatusCode::OK, "application/json", body)?;
    response.extensions_mut().insert(SharedBytes);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_taken {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}
