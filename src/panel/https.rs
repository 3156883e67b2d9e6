//! The way from HTTP to HTTPS: what a page says of it, and whom it is closed to otherwise.

use super::page::go_to;
use http::{Answer, Call};
use hyper::{header::HOST, http::uri::Authority};
use model::{Code, Failure};
use ops::AppState;
use std::net::IpAddr;

/// What those need who are only about to trust us.
const OPEN: [&str; 4] = ["/trust", "/help", "/language", "/assets"];

/// Where a page is to be found encrypted.
pub struct HttpsOffer {
    pub address: String,
    /// On a device that trusts us the page goes there by itself.
    pub moves: bool,
}

/// The offer for clients that came from another machine without.
pub fn offer(app: &AppState, call: &Call, path: &str) -> Option<HttpsOffer> {
    if call.is_https() || call.is_local() {
        return None;
    }
    address(app, call, path).map(|address| HttpsOffer { address, moves: true })
}

/// Sends clients that should come encrypted there, and turns away those that name a host without a certificate. What was
/// sent in clear is not asked for again.
pub fn lead(app: &AppState, call: &Call) -> Option<Answer> {
    let is_open = OPEN
        .iter()
        .any(|open| call.path().strip_prefix(open).is_some_and(|rest| !rest.starts_with(|next| next != '/')));
    if is_open || !is_closed_to(app, call) {
        return None;
    }
    let path = if call.method == hyper::Method::GET { call.path_and_query() } else { "/" };
    let turned_away = || Err(Failure::new(Code::HttpsOnly));
    Some(address(app, call, path).map_or_else(turned_away, |address| go_to(&address)))
}

/// The panel is for https alone, and this call is neither that nor of this machine: it opens no session.
pub fn is_closed_to(app: &AppState, call: &Call) -> bool {
    app.config.lan.read().is_https_only && call.is_overheard()
}

/// This host and port, encrypted, where a device can be content with the certificate.
pub fn address(app: &AppState, call: &Call, path: &str) -> Option<String> {
    let (name, port) = host_and_port(call.headers.get(HOST)?.to_str().ok()?)?;
    app.config.lan.read().has_https_for(name).then(|| format!("https://{name}:{port}{path}"))
}

/// Where another device finds a page. By address: telephones of some years ago know no names of `.local`, and only this
/// machine knows `localhost`. Under any other name, such as that of a proxy, the caller has found us, and so do others.
pub fn for_devices(app: &AppState, call: &Call, path: &str) -> Option<String> {
    let lan = app.config.lan.read();
    let host = call.headers.get(HOST).and_then(|host| host.to_str().ok());
    let (host, (name, port)) = host.and_then(|host| Some((host, host_and_port(host)?)))?;
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let is_local_name = ["localhost", "local"].iter().any(|end| bare.rsplit('.').next() == Some(*end));
    match bare.parse::<IpAddr>() {
        Ok(address) if !address.to_canonical().is_loopback() => Some(format!("{}://{name}:{port}{path}", lan.scheme())),
        Err(_) if !is_local_name => {
            let scheme = if call.is_https() { "https" } else { lan.scheme() };
            Some(format!("{scheme}://{}{path}", host.trim_end_matches(':')))
        }
        _ => lan.urls().get(1).map(|url| format!("{url}{path}")),
    }
}

/// Browsers leave out the port where it is the usual one, and that of https is another. What names no host leads nowhere.
fn host_and_port(host: &str) -> Option<(&str, u16)> {
    let authority: Authority = host.parse().ok()?;
    let rest = host.strip_prefix(authority.host())?;
    let name = &host[..host.len() - rest.len()];
    let is_name =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte));
    let port = match rest {
        "" | ":" => 80,
        _ => rest.strip_prefix(':')?.parse().ok()?,
    };
    is_name.then_some((name, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_is_on_the_port_that_was_asked() {
        for (host, expected) in [
            ("garson.local:8080", ("garson.local", 8080)),
            ("garson.local", ("garson.local", 80)),
            ("garson.local:", ("garson.local", 80)),
            ("192.168.1.7", ("192.168.1.7", 80)),
            ("[fe80::1]", ("[fe80::1]", 80)),
            ("[fe80::1]:8080", ("[fe80::1]", 8080)),
        ] {
            assert_eq!(host_and_port(host), Some(expected), "{host}");
        }
        for odd in ["", ":80", "a:b", "a:99999", "a:80:80", "a@b", "a@a", "a/b", "a b", "[::1", "::1", "a\"><b", "%41"]
        {
            assert_eq!(host_and_port(odd), None, "{odd}");
        }
    }
}
