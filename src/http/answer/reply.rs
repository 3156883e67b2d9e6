//! Answers: the envelope of every success, and the refusal in the client's language.
//!
//! Handlers call `ok`, `done`, `page`, `stream` and `text`; a door turns failures into `failure`. Nothing here decides:
//! what may be said and what a code means is settled before.

use crate::{Answer, RequestId, Response, request::request_id::X_REQUEST_ID, status};
use futures_util::Stream;
use hyper::header::{
    CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, STRICT_TRANSPORT_SECURITY, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{StatusCode, body::Bytes};
use i18n::{self, Lang};
use model::{Code, Failure, Paging};
use serde::Serialize;
use serde_json::Value;
use warp::Reply;

/// More than any answer of ours has.
const HEADERS: usize = 12;
/// How every success with data begins; `}` ends it.
const START: &[u8] = b"{\"success\":true,\"data\":";

/// `{"success":true,"data":…}`.
pub fn ok(data: &impl Serialize) -> Answer {
    ok_text(text_of(data)?)
}

/// The text of that, to be kept.
pub fn text_of(data: &impl Serialize) -> Result<Bytes, Failure> {
    let mut body = Vec::with_capacity(512);
    body.extend_from_slice(START);
    serde_json::to_writer(&mut body, data).map_err(Failure::fault)?;
    body.push(b'}');
    Ok(body.into())
}

/// The answer with a text that was kept.
pub fn ok_text(text: Bytes) -> Answer {
    Ok(envelope(StatusCode::OK, text))
}

/// The answer with data that is JSON text already, in pieces.
pub fn ok_texts(data: &[&[u8]]) -> Response {
    let mut body = Vec::with_capacity(START.len() + data.iter().map(|piece| piece.len()).sum::<usize>() + 1);
    body.extend_from_slice(START);
    data.iter().for_each(|piece| body.extend_from_slice(piece));
    body.push(b'}');
    envelope(StatusCode::OK, body)
}

/// JSON without the envelope, for clients that expect another one.
pub fn bare(data: &Value) -> Answer {
    Ok(envelope(StatusCode::OK, data.to_string()))
}

/// `{"success":true}`.
pub fn done() -> Answer {
    Ok(envelope(StatusCode::OK, &b"{\"success\":true}"[..]))
}

/// A body whose pieces are made while it is sent. One that cannot be made breaks the connection, so that the beginning is not
/// taken for the whole.
pub fn stream<E>(pieces: impl Stream<Item = Result<Bytes, E>> + Send + Sync + 'static) -> Response
where
    E: Into<Box<dyn std::error::Error + Send + Sync>> + Send + 'static,
{
    warp::reply::stream(pieces).into_response()
}

/// A page of a list. Each item is JSON text that the store keeps ready, so a page costs a copy and no parsing.
pub fn page(items: &[impl AsRef<[u8]>], paging: &Paging) -> Answer {
    let length: usize = items.iter().map(|item| item.as_ref().len() + 1).sum();
    let mut body = Vec::with_capacity(length + 256);
    body.extend_from_slice(START);
    body.push(b'[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            body.push(b',');
        }
        body.extend_from_slice(item.as_ref());
    }
    body.extend_from_slice(b"],\"paging\":");
    serde_json::to_writer(&mut body, paging).map_err(Failure::fault)?;
    body.push(b'}');
    Ok(envelope(StatusCode::OK, body))
}

/// Anything that is not our envelope: a page, an asset, the metrics, the health line.
pub fn text(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut response = Response::new(body.into().into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    Ok(response)
}

/// A refusal for a program to read. The cause stays in the log.
pub fn failure(failure: &Failure, lang: Lang, request_id: RequestId) -> Response {
    refusal(failure, failure_text(failure, lang, request_id))
}

/// The text of that.
pub(crate) fn failure_text(failure: &Failure, lang: Lang, request_id: RequestId) -> Vec<u8> {
    let refused = FailureBody {
        success: false,
        error: FailureText {
            code: failure.code.key(),
            message: i18n::answer(lang, failure),
            field: failure.field.as_deref(),
            details: failure.details.as_ref(),
        },
        request_id: request_id.to_string(),
    };
    // Texts and a JSON value always serialise; the fallback keeps the status right even if that were not so.
    serde_json::to_vec(&refused).unwrap_or_else(|_| b"{\"success\":false}".to_vec())
}

/// A refusal without the envelope, for clients that expect another one.
pub fn refused(failure: &Failure, body: &Value) -> Response {
    refusal(failure, body.to_string())
}

fn refusal(failure: &Failure, body: impl Into<Bytes>) -> Response {
    let mut response = envelope(status(failure.code), body);
    let headers = response.headers_mut();
    if failure.code == Code::Unauthorized {
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    say_when(&mut response, failure);
    response
}

/// When trying again makes sense, where that is known.
pub(crate) fn say_when(response: &mut Response, failure: &Failure) {
    if let Some(pause) = failure.retry_after {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(pause.as_secs()));
    }
}

/// What every answer carries, however it was made. With `keeps_https` browsers that came over https should come so for a year.
pub(crate) fn stamp(response: &mut Response, request_id: RequestId, keeps_https: bool) {
    let headers = response.headers_mut();
    if keeps_https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    headers.insert(X_REQUEST_ID, request_id.header());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

fn envelope(status: StatusCode, body: impl Into<Bytes>) -> Response {
    let mut response = Response::new(body.into().into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    // Room for all that an answer may carry, in one go.
    headers.reserve(HEADERS);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    // Orders carry names and addresses of guests; no cache on the way should keep them.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureBody<'a> {
    success: bool,
    error: FailureText<'a>,
    request_id: String,
}

#[derive(Serialize)]
struct FailureText<'a> {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a Value>,
}
