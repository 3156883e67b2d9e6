//! The API reference at `/api`: pages that were made and packed when garson was built (`document/reference`).
//!
//! It holds no secret, so it is public. A page without a language in its address leads to the reader's own.

use super::{
    page::{go_to, guarded},
    visit::Guest,
};
use document::{REFERENCE, ReferenceFile};
use http::{Answer, Call, SharedBytes, pack, reply};
use hyper::{
    StatusCode,
    body::Bytes,
    header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderValue, IF_NONE_MATCH, VARY},
};
use model::{Code, Failure};

/// The first page, in the reader's language.
pub async fn show_first(guest: Guest) -> Answer {
    let file = found(guest.lang.tag()).ok_or_else(|| Failure::new(Code::NotFound))?;
    let mut response = answer(&guest.call, file)?;
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-language, cookie"));
    Ok(response)
}

pub async fn show_page(guest: Guest) -> Answer {
    let path = guest.call.param(0);
    if let Some(file) = found(path) {
        return answer(&guest.call, file);
    }
    let (bare, lang) = (path.trim_end_matches('/'), guest.lang.tag());
    match found(bare).or_else(|| found(&format!("{lang}/{bare}"))) {
        Some(file) => go_to(&format!("/api/{}", file.path)),
        None if bare.is_empty() => go_to("/api"),
        None => Err(Failure::new(Code::NotFound)),
    }
}

/// Where it was before.
pub async fn show_elsewhere(_: Guest) -> Answer {
    go_to("/api")
}

fn found(path: &str) -> Option<&'static ReferenceFile> {
    REFERENCE.iter().find(|file| file.path == path)
}

fn answer(call: &Call, file: &'static ReferenceFile) -> Answer {
    let is_packed = pack::is_taken(&call.headers);
    // What is sent packed is other bytes, and so has another tag.
    let tag = format!("\"{}{}\"", file.hash, if is_packed { "-gzip" } else { "" });
    let is_known = has_tag(call, &tag);
    let body = match (is_known, is_packed) {
        (true, _) => Bytes::new(),
        (false, true) => Bytes::from_static(file.packed),
        (false, false) => pack::unpacked(file.packed).map_err(Failure::fault)?.into(),
    };
    let kind = if file.path.ends_with(".json") { "application/json" } else { "text/html; charset=utf-8" };
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let mut response = guarded(reply::text(status, kind, body)?);
    if is_packed {
        response.extensions_mut().insert(SharedBytes);
    }
    let headers = response.headers_mut();
    if is_packed && !is_known {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(ETAG, HeaderValue::from_str(&tag).map_err(Failure::fault)?);
    // Kept, but asked for each time: after an upgrade the old one is not read.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    Ok(response)
}

/// Whether the browser has these very bytes.
fn has_tag(call: &Call, tag: &str) -> bool {
    let given = call.headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|text| text.split(',')).map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}
