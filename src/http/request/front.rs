//! `Front`: what stands between visitors and this program, and so whose word counts about a visitor.
//!
//! `server` asks it once for each request, `Call` carries what it says. Any client can write forwarding headers: those of a
//! trusted proxy are believed, and of what it passed on only the part that it, or another trusted one, wrote itself.

use crate::request::marks::HeadMarks;
use hyper::HeaderMap;
use hyper::header::{FORWARDED, HOST, HeaderName};
use model::{AddressRange, url};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{borrow::Cow, sync::Arc};
use tokio_rustls::rustls::ServerConfig;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The proxies whose forwarding headers count.
    pub trusted: Vec<AddressRange>,
    /// The address that people and platforms type, where one was set.
    pub public_url: Option<String>,
    /// Something on this machine passes visitors on and is not trusted: they cannot be told apart.
    pub has_unknown_proxy: Arc<AtomicBool>,
    /// How connections are encrypted that want to be; none where they cannot be.
    pub encryption: Option<Arc<ServerConfig>>,
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallOrigin {
    pub address: IpAddr,
    pub is_https: bool,
    /// It is we who encrypt, and not a proxy with a certificate that the whole world believes.
    pub is_our_https: bool,
    /// It came in clear over the network, and all that speaks of https is the Host that it names.
    pub is_https_by_name: bool,
}

impl CallOrigin {
    pub(crate) fn is_surely_https(&self) -> bool {
        self.is_https && !self.is_https_by_name
    }
}

impl Front {
    /// Nothing is known to stand there, so a client that seems to be on this machine is.
    pub fn is_bare(&self) -> bool {
        self.trusted.is_empty() && self.public_url.is_none()
    }

    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|range| range.holds(address))
    }

    pub(crate) fn origin(
        &self,
        peer: SocketAddr,
        is_encrypted: bool,
        headers: &HeaderMap,
        marks: HeadMarks,
    ) -> CallOrigin {
        let peer = peer.ip().to_canonical();
        if !self.trusts(peer) {
            if marks.is_forwarded && peer.is_loopback() {
                self.has_unknown_proxy.store(true, Ordering::Relaxed);
            }
            let is_https = is_encrypted || self.is_for_https(headers);
            // A tunnel on this machine has come to us encrypted as far as the network goes.
            let is_https_by_name = is_https && !is_encrypted && !peer.is_loopback();
            return CallOrigin { address: peer, is_https, is_our_https: is_encrypted, is_https_by_name };
        }
        let forwarded = Forwarded::read(headers);
        // A client that cannot be told is counted as the proxy: spoiled headers gain nothing.
        let address = self.visitor(&forwarded).unwrap_or(peer);
        let told = forwarded.is_https();
        let is_https = told.unwrap_or_else(|| is_encrypted || self.is_for_https(headers));
        CallOrigin { address, is_https, is_our_https: is_encrypted && told.is_none(), is_https_by_name: false }
    }

    /// The rightmost that is no trusted proxy; where all are, the first of them. Two headers have to agree: most proxies
    /// write one of the two and pass the other on as it came.
    fn visitor(&self, forwarded: &Forwarded<'_>) -> Option<IpAddr> {
        let ways = [&forwarded.listed, &forwarded.elements_for].into_iter().filter(|way| !way.is_empty());
        let mut found = ways.map(|way| {
            let mut addresses = way.iter().rev().map(|node| address_of(node));
            let last = addresses.find(|address| address.is_none_or(|address| !self.trusts(address)));
            last.unwrap_or_else(|| way.first().and_then(|node| address_of(node)))
        });
        match (found.next(), found.next()) {
            (Some(one), None) => one,
            (Some(one), Some(other)) if one == other => one,
            _ => None,
        }
    }

    /// It asks for the public address, and that is https.
    fn is_for_https(&self, headers: &HeaderMap) -> bool {
        let Some(public) = self.public_url.as_deref().and_then(url::split) else { return false };
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        public.scheme == "https" && host.is_some_and(|host| host.eq_ignore_ascii_case(public.authority))
    }
}

/// What one customer of a provider has: an address, or of IPv6 the first half of one.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// What the forwarding headers say, each list from the visitor to us.
struct Forwarded<'a> {
    listed: Vec<Cow<'a, str>>,
    elements_for: Vec<Cow<'a, str>>,
    protocols: Vec<Cow<'a, str>>,
}

impl Forwarded<'_> {
    fn read(headers: &HeaderMap) -> Forwarded<'_> {
        let mut forwarded = Forwarded {
            listed: values(headers, &X_FORWARDED_FOR).collect(),
            elements_for: Vec::new(),
            protocols: values(headers, &X_FORWARDED_PROTO).take(1).collect(),
        };
        for (at, element) in values(headers, &FORWARDED).enumerate() {
            let of = |name: &str| {
                let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
                let mut named = pairs.filter(|(given, _)| given.trim().eq_ignore_ascii_case(name));
                named.next().map(|(_, value)| value.trim().trim_matches('"').to_owned())
            };
            // An element without a name stands for an unknown client.
            forwarded.elements_for.push(of("for").unwrap_or_default().into());
            if at == 0 {
                forwarded.protocols.extend(of("proto").map(Cow::from));
            }
        }
        forwarded
    }

    /// How the visitor came, where anything says so.
    fn is_https(&self) -> Option<bool> {
        let is_https = |proto: &Cow<'_, str>| proto.eq_ignore_ascii_case("https");
        if self.protocols.is_empty() { None } else { Some(self.protocols.iter().all(is_https)) }
    }
}

/// The parts of a list, which may be spread over several headers of the name. One that is no text is an unknown part.
fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = Cow<'a, str>> {
    let texts = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    texts.flat_map(|text| text.split(',')).map(|part| part.trim().into())
}

/// An address, with a port or without.
fn address_of(node: &str) -> Option<IpAddr> {
    let bare = node.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(node);
    let address = bare.parse().ok().or_else(|| node.parse::<SocketAddr>().ok().map(|at| at.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Headers = &'static [(&'static str, &'static str)];

    fn origin(front: &Front, peer: &str, given: Headers) -> (String, bool) {
        let mut headers = HeaderMap::new();
        given.iter().for_each(|(name, value)| _ = headers.append(*name, value.parse().unwrap()));
        let CallOrigin { address, is_https, .. } =
            front.origin(peer.parse().unwrap(), false, &headers, HeadMarks::of(&headers));
        (address.to_string(), is_https)
    }

    fn front(trusted: &[&str], public_url: Option<&str>) -> Front {
        let trusted = trusted.iter().map(|range| range.parse().unwrap()).collect();
        Front { trusted, public_url: public_url.map(str::to_owned), ..Front::default() }
    }

    #[test]
    fn a_trusted_proxy_is_believed_in_what_it_wrote() {
        let front = front(&["127.0.0.1", "10.0.0.0/8"], None);
        let table: &[(Headers, &str)] = &[
            (&[], "127.0.0.1"),
            (&[("x-forwarded-for", "192.0.2.1")], "192.0.2.1"),
            // What a visitor wrote stands left of what the proxy added.
            (&[("x-forwarded-for", "198.51.100.1, 192.0.2.1")], "192.0.2.1"),
            (&[("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "192.0.2.1")], "192.0.2.1"),
            (&[("x-forwarded-for", "192.0.2.1, 10.1.1.1,10.2.2.2")], "192.0.2.1"),
            (&[("x-forwarded-for", "10.3.3.3, 10.1.1.1")], "10.3.3.3"),
            (&[("x-forwarded-for", "192.0.2.1:5000")], "192.0.2.1"),
            (&[("x-forwarded-for", "[2001:db8::1]:5000")], "2001:db8::1"),
            (&[("x-forwarded-for", "2001:db8::1")], "2001:db8::1"),
            (&[("x-forwarded-for", "::ffff:192.0.2.1")], "192.0.2.1"),
            (&[("forwarded", "for=192.0.2.1;proto=http")], "192.0.2.1"),
            (&[("forwarded", "for=198.51.100.1, For=\"[2001:db8::1]:4711\";by=10.0.0.1")], "2001:db8::1"),
            (&[("forwarded", "for=192.0.2.1, for=10.1.1.1")], "192.0.2.1"),
            (&[("forwarded", "for=192.0.2.1"), ("x-forwarded-for", "192.0.2.1")], "192.0.2.1"),
            // What cannot be told is the proxy.
            (&[("forwarded", "for=198.51.100.1"), ("x-forwarded-for", "192.0.2.1")], "127.0.0.1"),
            (&[("x-forwarded-for", "192.0.2.1, unknown")], "127.0.0.1"),
            (&[("x-forwarded-for", "192.0.2.1,")], "127.0.0.1"),
            (&[("x-forwarded-for", "192.0.2.1, 300.1.1.1, 10.1.1.1")], "127.0.0.1"),
            (&[("forwarded", "for=192.0.2.1, proto=https")], "127.0.0.1"),
            (&[("forwarded", "for=_hidden")], "127.0.0.1"),
            (&[("x-forwarded-for", "")], "127.0.0.1"),
        ];
        for (headers, expected) in table {
            assert_eq!(origin(&front, "127.0.0.1:5000", headers).0, *expected, "{headers:?}");
        }
        assert_eq!(origin(&front, "[::ffff:10.0.0.1]:5000", &[("x-forwarded-for", "192.0.2.1")]).0, "192.0.2.1");
        assert_eq!(origin(&front, "192.168.1.7:5000", &[("x-forwarded-for", "192.0.2.1")]).0, "192.168.1.7");
    }

    #[test]
    fn a_visit_is_https_where_somebody_who_knows_says_so() {
        let behind = front(&["127.0.0.1"], Some("https://orders.example"));
        let told: Headers = &[("x-forwarded-proto", "https")];
        let here: Headers = &[("host", "Orders.example")];
        let at_home = "127.0.0.1:5000";
        for (peer, headers, expected) in [
            (at_home, told, true),
            (at_home, &[("x-forwarded-proto", "HTTPS, http")], true),
            (at_home, &[("x-forwarded-proto", "http"), ("host", "orders.example")], false),
            (at_home, &[("forwarded", "for=192.0.2.1;proto=https, for=10.1.1.1;proto=http")], true),
            (at_home, &[("forwarded", "for=192.0.2.1;proto=https"), ("x-forwarded-proto", "http")], false),
            (at_home, here, true),
            ("192.168.1.7:5000", told, false),
            ("192.168.1.7:5000", here, true),
            (at_home, &[("host", "localhost:8080")], false),
        ] {
            assert_eq!(origin(&behind, peer, headers).1, expected, "{peer} {headers:?}");
        }
        assert!(!origin(&front(&[], None), at_home, told).1, "anybody can write that");
        assert!(!origin(&front(&[], Some("http://orders.example")), at_home, here).1);
    }

    #[test]
    fn it_is_we_who_encrypt_where_no_proxy_says_that_it_does() {
        let front = front(&["127.0.0.1"], None);
        let told = HeaderMap::from_iter([(X_FORWARDED_PROTO, "https".parse().unwrap())]);
        for (peer, headers, expected) in [
            ("127.0.0.1:5000", HeaderMap::new(), true),
            ("127.0.0.1:5000", told.clone(), false),
            ("192.168.1.7:5000", told, true),
        ] {
            let origin = front.origin(peer.parse().unwrap(), true, &headers, HeadMarks::of(&headers));
            assert!(origin.is_https && origin.is_our_https == expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn over_the_network_a_host_makes_no_https() {
        let front = front(&["10.0.0.1"], Some("https://orders.example"));
        let headers = HeaderMap::from_iter([(HOST, "orders.example".parse().unwrap())]);
        for (peer, is_encrypted, expected) in [
            ("192.168.1.7:5000", false, true),
            ("192.168.1.7:5000", true, false),
            ("127.0.0.1:5000", false, false),
            ("10.0.0.1:5000", false, false),
        ] {
            let origin = front.origin(peer.parse().unwrap(), is_encrypted, &headers, HeadMarks::of(&headers));
            assert!(origin.is_https && origin.is_https_by_name == expected, "{peer} {is_encrypted}");
            assert_eq!(origin.is_surely_https(), !expected, "{peer} {is_encrypted}");
        }
    }

    #[test]
    fn a_household_is_an_address_or_half_of_one() {
        let of = |address: &str| household(address.parse().unwrap()).to_string();
        assert_eq!((of("192.0.2.1"), of("::ffff:192.0.2.1")), ("192.0.2.1".to_owned(), "192.0.2.1".to_owned()));
        assert_eq!(
            (of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::")),
            ("2001:db8:1:2::".to_owned(), "2001:db8:1:2::".to_owned())
        );
    }
}
