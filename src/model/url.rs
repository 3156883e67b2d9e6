//! Addresses as text: taking one apart, and putting what is variable into one.
//!
//! Nothing here looks a host up or judges it: whether an address may be dialled is the outgoing client's to say.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Not the point: two of them would lead out of their place in a path.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// An address taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlParts<'a> {
    pub scheme: &'a str,
    /// Host and port, and a user name where there is one.
    pub authority: &'a str,
    /// All that follows: path, query and fragment.
    pub rest: &'a str,
}

/// Takes apart what has the form of an address, at the same places as browsers do.
pub fn split(url: &str) -> Option<UrlParts<'_>> {
    let (scheme, after) = url.split_once("://")?;
    let (authority, rest) = after.split_at(after.find(['/', '?', '#', '\\']).unwrap_or(after.len()));
    Some(UrlParts { scheme, authority, rest })
}

impl<'a> UrlParts<'a> {
    /// Without a user name, which may be a secret.
    pub fn host_and_port(&self) -> &'a str {
        self.authority.rsplit_once('@').map_or(self.authority, |(_, host)| host)
    }

    /// The host alone; an IPv6 address without its brackets.
    pub fn host(&self) -> &'a str {
        let host = self.host_and_port();
        match host.strip_prefix('[') {
            Some(inside) => inside.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        }
    }

    /// Scheme, host and port in one spelling, of an address on the web that carries no user name.
    fn origin(&self) -> Option<String> {
        let scheme = self.scheme.to_ascii_lowercase();
        let usual_port = match scheme.as_str() {
            "https" => ":443",
            "http" => ":80",
            _ => return None,
        };
        let authority = self.authority.to_ascii_lowercase();
        let host = authority.strip_suffix(usual_port).unwrap_or(&authority);
        (!host.is_empty() && !host.contains('@')).then(|| format!("{scheme}://{host}"))
    }
}

/// What follows the base address in a URL, if the URL is on the same host.
pub fn path_below<'a>(base: &str, url: &'a str) -> Option<&'a str> {
    let (base, url) = (split(base)?, split(url)?);
    let path = url.rest.split('#').next()?.strip_prefix(base.rest.trim_end_matches('/'))?;
    let is_sound = path.bytes().all(|byte| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte));
    (base.origin()? == url.origin()? && path.starts_with('/') && is_sound).then_some(path)
}

/// One part of a path, with nothing in it that could leave its place.
pub fn segment(text: &str) -> String {
    utf8_percent_encode(text, KEPT).to_string()
}

/// `name=value&name=value`, as a query or as the body of a form that another program reads.
pub fn pairs(pairs: &[(&str, &str)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name}={}", segment(value))).collect::<Vec<_>>().join("&")
}

/// A value in a link of our own pages.
pub fn value(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// The query of a link of our own pages: what is empty is left out.
pub fn query<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let given = pairs.into_iter().filter(|(_, text)| !text.is_empty());
    given.map(|(name, text)| format!("{name}={}", value(text))).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart_where_browsers_do() {
        for (url, authority, host_and_port, host, rest) in [
            ("https://x.example:8443/panel", "x.example:8443", "x.example:8443", "x.example", "/panel"),
            ("http://[::1]:8080", "[::1]:8080", "[::1]:8080", "::1", ""),
            ("http://user:secret@10.0.0.5:80#x", "user:secret@10.0.0.5:80", "10.0.0.5:80", "10.0.0.5", "#x"),
            ("https://a.example?b=http://c@d/", "a.example", "a.example", "a.example", "?b=http://c@d/"),
            ("http://good.example\\@evil.example/", "good.example", "good.example", "good.example", "\\@evil.example/"),
            ("https:///x", "", "", "", "/x"),
        ] {
            let parts = split(url).unwrap();
            assert_eq!((parts.authority, parts.rest), (authority, rest), "{url}");
            assert_eq!((parts.host_and_port(), parts.host()), (host_and_port, host), "{url}");
        }
        assert_eq!([split("null"), split(""), split("/a/b")], [None; 3]);
    }

    #[test]
    fn only_what_lies_below_the_same_host_is_found_there() {
        let below = |url| path_below("https://api.example/v1/", url);
        assert_eq!(below("https://api.example/v1/orders/1"), Some("/orders/1"));
        assert_eq!(below("HTTPS://API.example:443/v1/orders?x#part"), Some("/orders?x"));
        for foreign in [
            "https://evil.example/v1/orders",
            "https://api.example.evil.example/v1/orders",
            "https://api.example@evil.example/v1/orders",
            "https://api.example\\@evil.example/v1/orders",
            "http://api.example/v1/orders",
            "https://api.example:8443/v1/orders",
            "https://api.example/v2/orders",
            "https://api.example/v1orders",
            "https://api.example/v1/a b",
            "/v1/orders",
            "",
        ] {
            assert_eq!(below(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn what_is_variable_stays_in_its_place() {
        assert_eq!(segment("../a b/ü~_-"), "%2E%2E%2Fa%20b%2F%C3%BC~_-");
        assert_eq!(pairs(&[("a", "x&y"), ("b", "")]), "a=x%26y&b=");
        assert_eq!(query([("a", "x-y"), ("b", ""), ("c", "1")]), "a=x%2Dy&c=1");
        assert_eq!(query([]), "");
    }
}
