//! The books that were made and packed when garson was built (`document/book`): the API reference at `/api` and the manual at
//! `/help`.
//!
//! They hold no secret, so they are public. A page without a language in its address leads to the reader's own.

use super::{
    page::{go_to, guarded},
    visit::Guest,
};
use document::{MANUAL, PackedPage, REFERENCE};
use http::{Answer, Call, SharedBytes, list, pack, reply};
use hyper::{
    StatusCode,
    body::Bytes,
    header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderValue, VARY},
};
use model::{Code, Failure};

pub async fn show_reference(guest: Guest) -> Answer {
    show_first(&guest, REFERENCE)
}

pub async fn show_reference_page(guest: Guest) -> Answer {
    show_page(&guest, "/api", REFERENCE)
}

/// Where the reference was before.
pub async fn show_elsewhere(_: Guest) -> Answer {
    go_to("/api")
}

pub async fn show_manual(guest: Guest) -> Answer {
    show_first(&guest, MANUAL)
}

pub async fn show_manual_page(guest: Guest) -> Answer {
    show_page(&guest, "/help", MANUAL)
}

/// The first page of a book, in the reader's language.
fn show_first(guest: &Guest, book: &'static [PackedPage]) -> Answer {
    let page = found(book, guest.lang.tag()).ok_or_else(|| Failure::new(Code::NotFound))?;
    let mut response = answer(&guest.call, page)?;
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-language, cookie"));
    Ok(response)
}

fn show_page(guest: &Guest, home: &str, book: &'static [PackedPage]) -> Answer {
    let path = guest.call.param(0);
    if let Some(page) = found(book, path) {
        return answer(&guest.call, page);
    }
    let (bare, lang) = (path.trim_end_matches('/'), guest.lang.tag());
    match found(book, bare).or_else(|| found(book, &format!("{lang}/{bare}"))) {
        Some(page) => go_to(&format!("{home}/{}", page.path)),
        None if bare.is_empty() => go_to(home),
        None => Err(Failure::new(Code::NotFound)),
    }
}

fn found(book: &'static [PackedPage], path: &str) -> Option<&'static PackedPage> {
    book.iter().find(|page| page.path == path)
}

fn answer(call: &Call, page: &'static PackedPage) -> Answer {
    let is_packed = pack::is_taken(&call.headers);
    // What is sent packed is other bytes, and so has another tag.
    let tag = format!("\"{}{}\"", page.hash, if is_packed { "-gzip" } else { "" });
    let is_known = list::has_tag(&call.headers, &tag);
    let body = match (is_known, is_packed) {
        (true, _) => Bytes::new(),
        (false, true) => Bytes::from_static(page.packed),
        (false, false) => pack::unpacked(page.packed).map_err(Failure::fault)?.into(),
    };
    let kind = if page.path.ends_with(".json") { "application/json" } else { "text/html; charset=utf-8" };
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
