//! The way from HTTP to HTTPS: what a page says of it, and whom it is closed to otherwise.

use super::page::go_to;
use crate::{
    http::{Answer, Call},
    ops::AppState,
};
use hyper::{header::HOST, http::uri::Authority};

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

/// The same host and port, encrypted. What names no host leads nowhere.
pub fn address(call: &Call, path: &str) -> Option<String> {
    let host = call.headers.get(HOST)?.to_str().ok()?;
    encrypted(host).map(|host| format!("https://{host}{path}"))
}

/// Browsers leave out the port where it is the usual one, and that of https is another.
fn encrypted(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    let name = authority.host();
    let is_name =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte));
    let port = match host.strip_prefix(name)?.strip_prefix(':') {
        None | Some("") => 80,
        Some(port) => port.parse::<u16>().ok()?,
    };
    is_name.then(|| format!("{name}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_is_on_the_port_that_was_asked() {
        for (host, expected) in [
            ("garson.local:8080", "garson.local:8080"),
            ("garson.local", "garson.local:80"),
            ("garson.local:", "garson.local:80"),
            ("192.168.1.7", "192.168.1.7:80"),
            ("[fe80::1]", "[fe80::1]:80"),
            ("[fe80::1]:8080", "[fe80::1]:8080"),
        ] {
            assert_eq!(encrypted(host).as_deref(), Some(expected), "{host}");
        }
        for odd in ["", ":80", "a:b", "a:99999", "a:80:80", "a@b", "a/b", "a b", "[::1", "::1", "a\"><b", "%41"] {
            assert_eq!(encrypted(odd), None, "{odd}");
        }
    }
}
