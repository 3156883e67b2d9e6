//! What counts as "from loopback": a client on this very machine, not a proxy or tunnel that runs on it.
//!
//! `Call::is_local` calls it. A mistake here hands what is this machine's own to strangers, so when in doubt it says no.

use hyper::header::HOST;
use hyper::{HeaderMap, http::uri::Authority};
use std::net::SocketAddr;

/// Headers that a proxy, a tunnel or a network in front of one adds.
const OF_PROXIES: [&str; 20] = [
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-originating-ip",
    "x-remote-ip",
    "x-forward-for",
    "x-azure-clientip",
    "x-azure-socketip",
    "x-arr-log-id",
    "x-arr-ssl",
    "x-nf-client-connection-ip",
    "cdn-loop",
    "client-ip",
    "do-connecting-ip",
    "fastly-client-ip",
    "fly-client-ip",
    "true-client-ip",
    "wl-proxy-client-ip",
];
/// What the names of all headers of one begin with.
const PROXIES_OWN: [&str; 5] = ["x-forwarded", "x-original-", "x-envoy-", "cf-", "tailscale-"];

pub fn is_local(peer: SocketAddr, authority: Option<&Authority>, headers: &HeaderMap) -> bool {
    peer.ip().to_canonical().is_loopback() && names_this_machine(authority, headers) && !passed_on(headers)
}

/// A page of another site may reach this machine under a name of its own (DNS rebinding), but it cannot
/// change the host that the browser then sends.
fn names_this_machine(authority: Option<&Authority>, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next().map(|host| host.to_str().unwrap_or_default());
    if hosts.next().is_some() {
        return false;
    }
    // A request may name the host in its first line too; where both are given, both count.
    let given = [host, authority.map(Authority::as_str)];
    given.iter().any(Option::is_some) && given.into_iter().flatten().all(is_loopback_host)
}

fn is_loopback_host(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].into_iter().any(|name| match host.split_at_checked(name.len()) {
        Some((start, rest)) if start.eq_ignore_ascii_case(name) => is_port(rest),
        _ => false,
    })
}

fn is_port(rest: &str) -> bool {
    rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}

fn passed_on(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| is_of_proxy(name.as_str()))
}

/// Whether a header says that the request was passed on. No program on this machine has a use for such. Every request is
/// asked, so the first letters rule out what nearly all of them have.
pub(crate) fn is_of_proxy(name: &str) -> bool {
    match name.as_bytes() {
        [b'x', b'-', ..] | [b'c', b'd' | b'f' | b'l', ..] | [b'd' | b'f' | b't' | b'v' | b'w', ..] => {
            OF_PROXIES.contains(&name) || PROXIES_OWN.iter().any(|start| name.starts_with(start))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_direct_visit_under_a_local_name_is_local() {
        let at_home = "127.0.0.1:5000";
        type Headers = &'static [(&'static str, &'static str)];
        let table: [(&str, Headers, bool); 29] = [
            (at_home, &[("host", "localhost")], true),
            (at_home, &[("host", "LOCALHOST:8080")], true),
            (at_home, &[("host", "127.0.0.1:8080")], true),
            (at_home, &[("host", "[::1]:8080")], true),
            ("[::1]:5000", &[("host", "localhost")], true),
            ("[::ffff:127.0.0.1]:5000", &[("host", "localhost")], true),
            ("127.8.9.1:5000", &[("host", "127.0.0.1")], true),
            ("192.168.1.7:5000", &[("host", "localhost")], false),
            ("[::ffff:192.168.1.7]:5000", &[("host", "localhost")], false),
            (at_home, &[], false),
            (at_home, &[("host", "")], false),
            (at_home, &[("host", "garson.local")], false),
            (at_home, &[("host", "localhost.evil.example")], false),
            (at_home, &[("host", "localhost:80:80")], false),
            (at_home, &[("host", "localhost:80@evil")], false),
            (at_home, &[("host", "127.0.0.10")], false),
            (at_home, &[("host", "localhost"), ("host", "evil.example")], false),
            (at_home, &[("host", "localhost"), ("forwarded", "for=1.2.3.4")], false),
            (at_home, &[("host", "localhost"), ("via", "1.1 proxy")], false),
            (at_home, &[("host", "localhost"), ("x-forwarded-for", "1.2.3.4")], false),
            (at_home, &[("host", "localhost"), ("x-forwarded-proto", "https")], false),
            (at_home, &[("host", "localhost"), ("x-forwarded-anything", "")], false),
            (at_home, &[("host", "localhost"), ("x-real-ip", "1.2.3.4")], false),
            (at_home, &[("host", "localhost"), ("cf-connecting-ip", "1.2.3.4")], false),
            (at_home, &[("host", "localhost"), ("cf-ray", "1")], false),
            (at_home, &[("host", "localhost"), ("true-client-ip", "1.2.3.4")], false),
            (at_home, &[("host", "localhost"), ("x-original-host", "orders.example")], false),
            (at_home, &[("host", "localhost"), ("tailscale-user-login", "a")], false),
            (at_home, &[("host", "localhost"), ("x-prometheus-scrape-timeout-seconds", "10")], true),
        ];
        for (peer, given, expected) in table {
            let mut headers = HeaderMap::new();
            for (name, value) in given {
                headers.append(*name, value.parse().unwrap());
            }
            assert_eq!(is_local(peer.parse().unwrap(), None, &headers), expected, "{peer} {given:?}");
        }
        assert!(OF_PROXIES.iter().chain(&PROXIES_OWN).all(|name| is_of_proxy(name)));
    }

    #[test]
    fn a_host_in_the_first_line_counts_too() {
        let peer = "127.0.0.1:5000".parse().unwrap();
        let (here, elsewhere) = (Authority::from_static("localhost:8080"), Authority::from_static("evil.example"));
        let none = HeaderMap::new();
        assert!(is_local(peer, Some(&here), &none));
        assert!(!is_local(peer, Some(&elsewhere), &none));
        let local = HeaderMap::from_iter([(HOST, "localhost".parse().unwrap())]);
        assert!(!is_local(peer, Some(&elsewhere), &local));
    }
}
