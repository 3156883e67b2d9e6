//! The way from HTTP to HTTPS: what a page says of it, and whom it is closed to otherwise.

use super::page::go_to;
use crate::{
    http::{Answer, Call},
    ops::AppState,
};
use hyper::header::HOST;

/// What those need who are only about to trust us.
const OPEN: [&str; 3] = ["/trust", "/language", "/assets"];

/// Where a page is to be found encrypted, for whoever came from another machine without.
pub fn offer(app: &AppState, call: &Call, path: &str) -> Option<String> {
    if call.is_https() || call.is_local() || !app.config.lan.read().is_https_on() {
        return None;
    }
    address(call, path)
}

/// Sends whoever should come encrypted there. What was sent in clear is not asked for again.
pub fn lead(app: &AppState, call: &Call) -> Option<Answer> {
    let is_open = OPEN
        .iter()
        .any(|open| call.path().strip_prefix(open).is_some_and(|rest| !rest.starts_with(|next| next != '/')));
    if is_open || !app.config.lan.read().is_https_only {
        return None;
    }
    let path = if call.method == hyper::Method::GET { call.path_and_query() } else { "/" };
    offer(app, call, path).map(|address| go_to(&address))
}

pub fn address(call: &Call, path: &str) -> Option<String> {
    let host = call.headers.get(HOST)?.to_str().ok()?;
    let is_host = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte));
    is_host.then(|| format!("https://{host}{path}"))
}
