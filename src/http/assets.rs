//! The files of `static/`, in the binary, under names that carry their hash: a browser may keep them for ever.
//!
//! The panel asks for an address, `app` mounts the route. Never: files outside `static/`.

use super::{Answer, Call, Route, get, reply};
use crate::model::{Code, Failure};
use hyper::{
    StatusCode,
    body::Bytes,
    header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderValue},
};
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Static;

/// How many characters of the hash a name carries.
const HASH: usize = 12;

/// A file's bytes by its own name; they lie in the binary and are not copied.
fn file(name: &str) -> Option<Bytes> {
    Static::get(name).map(|file| match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

/// Where a browser gets a file: `/assets/<hash>/<name>`.
pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", hash(name).unwrap_or_default())
}

pub fn route() -> Route {
    get("assets/{hash}/{name}", serve)
}

async fn serve(call: Call) -> Answer {
    let (asked, name) = (call.param(0), call.param(1));
    let bytes = file(name).filter(|_| hash(name).is_some_and(|hash| hash == asked));
    let bytes = bytes.ok_or_else(|| Failure::new(Code::NotFound))?;
    // A large file lies here packed and is sent so: every browser unpacks it, and the binary carries a quarter.
    let packed = name.strip_suffix(".gz");
    let kind = match packed.unwrap_or(name).rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let mut response = reply::text(StatusCode::OK, kind, bytes)?;
    let keep = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(CACHE_CONTROL, keep);
    if packed.is_some() {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

fn hash(name: &str) -> Option<String> {
    let hash = Static::get(name)?.metadata.sha256_hash();
    Some(hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>()[..HASH].to_owned())
}
