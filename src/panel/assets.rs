//! The files of `static/`, in the binary, under addresses that carry a hash: a browser may keep them for ever. The hash is of
//! all of them together, so that one script finds the next beside it.
//!
//! Never: files outside `static/`.

use document::ASSETS_EDITION;
use http::{Answer, Call, Route, SharedBytes, get, pack, reply};
use hyper::{
    StatusCode,
    body::Bytes,
    header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderValue, VARY},
};
use model::{Code, Failure};
use parking_lot::Mutex;
use rust_embed::RustEmbed;
use std::{borrow::Cow, collections::BTreeMap};

#[derive(RustEmbed)]
#[folder = "../../static/"]
struct Static;

/// The texts among them, packed when first asked for.
static PACKED: Mutex<BTreeMap<String, Bytes>> = Mutex::new(BTreeMap::new());

/// A file's bytes by its own name; they lie in the binary and are not copied.
fn file(name: &str) -> Option<Bytes> {
    Static::get(name).map(|file| match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

/// Where a browser gets a file: `/assets/<hash>/<name>`.
pub fn address(name: &str) -> String {
    format!("/assets/{ASSETS_EDITION}/{name}")
}

pub fn route() -> Route {
    get("assets/{hash}/{*name}", serve)
}

async fn serve(call: Call) -> Answer {
    let (asked, name) = (call.param(0), call.param(1));
    let bytes = file(name).filter(|_| asked == ASSETS_EDITION);
    let bytes = bytes.ok_or_else(|| Failure::new(Code::NotFound))?;
    // A large file lies here packed and is sent so: every browser unpacks it, and the binary carries a quarter.
    let lies_packed = name.strip_suffix(".gz");
    let kind = match lies_packed.unwrap_or(name).rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    // A picture is packed in its own way.
    let is_packed_now = lies_packed.is_none() && kind != "image/png" && pack::is_taken(&call.headers);
    let bytes = if is_packed_now { packed(name, &bytes) } else { bytes };
    let mut response = reply::text(StatusCode::OK, kind, bytes)?;
    response.extensions_mut().insert(SharedBytes);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    if lies_packed.is_some() || is_packed_now {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if lies_packed.is_none() {
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    Ok(response)
}

fn packed(name: &str, bytes: &Bytes) -> Bytes {
    PACKED.lock().entry(name.to_owned()).or_insert_with(|| pack::packed(bytes).into()).clone()
}
