//! Forms that another site made up: refused by where they come from, and by the guard value that only a page of the session has.

use http::{Call, Query};
use hyper::header::{HOST, HeaderName, ORIGIN};
use model::{Code, Failure, Sha, url};
use ops::AppState;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

pub fn is_change(call: &Call) -> bool {
    !matches!(call.method, hyper::Method::GET | hyper::Method::HEAD)
}

/// A change asked for by a page of another site. Browsers say where a form comes from; one that says nothing must at
/// least carry the guard, which is looked at next. A proxy may call us by another name than people do.
pub fn refuse_forgery(app: &AppState, call: &Call) -> Result<(), Failure> {
    if !is_change(call) {
        return Ok(());
    }
    let text = |name: &HeaderName| call.headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_foreign_site = text(&FETCH_SITE).is_some_and(|site| site != "same-origin" && site != "none");
    let ours = [text(&HOST).unwrap_or_default(), authority(&app.config.public_url).unwrap_or_default()];
    let is_ours = |origin: &str| ours.iter().any(|ours| !ours.is_empty() && origin.eq_ignore_ascii_case(ours));
    // Any machine on the network can write a page of the same name in clear. The other way round a proxy may encrypt unasked.
    let is_weak = |origin: &str| call.is_https() && !origin.starts_with("https://");
    let is_foreign_origin = text(&ORIGIN).is_some_and(|from| is_weak(from) || !authority(from).is_some_and(is_ours));
    if is_foreign_site || is_foreign_origin { Err(Failure::new(Code::ForeignForm)) } else { Ok(()) }
}

/// Host and port of an address.
fn authority(address: &str) -> Option<&str> {
    url::split(address).map(|parts| parts.authority)
}

/// Derived from the token, so that it needs no storing, and says nothing about it.
pub fn guard_of(token: &str) -> String {
    let hash = Sha::of(format!("guard of {token}").as_bytes());
    hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn has_guard(form: &Query<'_>, guard: &str) -> Result<bool, Failure> {
    let given = form.one("guard")?.unwrap_or_default();
    // Compared by hash: how long it takes says nothing about where they differ.
    Ok(Sha::of(given.as_bytes()) == Sha::of(guard.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_says_nothing_of_its_token() {
        assert_eq!(guard_of("a"), guard_of("a"));
        assert_ne!(guard_of("a"), guard_of("b"));
        assert!(!guard_of("secret").contains("secret"));
    }
}
