//! Addresses: how what is variable goes into a path, a query or a form, and what a URL names below a host.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Not the point: two of them would lead out of their place in a path.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// One part of a path, with nothing in it that could leave its place.
pub fn segment(text: &str) -> String {
    utf8_percent_encode(text, KEPT).to_string()
}

/// `name=value&name=value`, as a query or as the body of a form.
pub fn pairs(pairs: &[(&str, &str)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name}={}", segment(value))).collect::<Vec<_>>().join("&")
}

/// What follows the base address in a URL, if the URL is on the same host.
pub fn path_below<'a>(base: &str, url: &'a str) -> Option<&'a str> {
    let (own, before) = origin(base)?;
    let (theirs, path) = origin(url)?;
    let path = path.split('#').next()?.strip_prefix(before.trim_end_matches('/'))?;
    let is_sound = path.bytes().all(|byte| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte));
    (own == theirs && path.starts_with('/') && is_sound).then_some(path)
}

/// Scheme, host and port in one spelling, and what follows them.
fn origin(url: &str) -> Option<(String, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let usual_port = match scheme.as_str() {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len()));
    let authority = authority.to_ascii_lowercase();
    let host = authority.strip_suffix(usual_port).unwrap_or(&authority);
    (!host.is_empty() && !host.contains('@')).then(|| (format!("{scheme}://{host}"), path))
}
