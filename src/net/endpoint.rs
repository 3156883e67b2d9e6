//! Takes apart the address that a URL names: a host name or an IP address in any of its spellings, and a port.
//!
//! The guard uses it when a URL is saved and the resolver when it is dialled, so both read a URL the same way.
//! It never looks a name up and never judges an address.

use super::trouble::Trouble;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use ureq::http::{Uri, uri::Scheme};

/// Where a request goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub host: Host,
    pub port: u16,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// In lower case, without the root dot.
    Name(String),
    Address(IpAddr),
}

/// Reads a URL as the client will send it.
pub(super) fn parse(url: &str) -> Result<Uri, Trouble> {
    if !url.is_ascii() {
        return Err(Trouble::BadUrl("contains characters that must be percent-encoded"));
    }
    let uri: Uri = url.parse().map_err(|_| Trouble::BadUrl("is not a URL"))?;
    Endpoint::of(&uri)?;
    Ok(uri)
}

impl Endpoint {
    pub fn of(uri: &Uri) -> Result<Endpoint, Trouble> {
        let default_port = match uri.scheme() {
            Some(scheme) if *scheme == Scheme::HTTP => 80,
            Some(scheme) if *scheme == Scheme::HTTPS => 443,
            _ => return Err(Trouble::BadUrl("does not start with http:// or https://")),
        };
        let authority = uri.authority().ok_or(Trouble::BadUrl("has no host"))?;
        if authority.as_str().contains('@') {
            return Err(Trouble::BadUrl("carries a user name"));
        }
        let host = authority.host();
        let port = match authority.as_str().strip_prefix(host) {
            Some("") => default_port,
            Some(rest) => rest
                .strip_prefix(':')
                .filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|digits| digits.parse().ok())
                .filter(|port| *port != 0)
                .ok_or(Trouble::BadUrl("has no valid port"))?,
            None => return Err(Trouble::BadUrl("has no host")),
        };
        Ok(Endpoint { host: Host::of(host)?, port })
    }
}

impl Host {
    fn of(text: &str) -> Result<Host, Trouble> {
        if let Some(inside) = text.strip_prefix('[') {
            // A zone id (`fe80::1%eth0`) does not parse here, which is wanted: it only means something for link-local.
            let address = inside.strip_suffix(']').and_then(|inside| inside.parse::<Ipv6Addr>().ok());
            return address.map(|v6| Host::Address(v6.into())).ok_or(Trouble::BadUrl("has no valid IPv6 address"));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        if looks_numeric(name) {
            let address = numeric(name).ok_or(Trouble::BadUrl("has no valid IPv4 address"))?;
            return Ok(Host::Address(address.into()));
        }
        let well_formed = name.len() <= 253
            && name.split('.').all(|label| !label.is_empty() && label.len() <= 63)
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
        if !well_formed {
            return Err(Trouble::BadUrl("has no valid host name"));
        }
        Ok(Host::Name(name.to_ascii_lowercase()))
    }
}

/// No top-level domain is a number, so a host whose last label is one is an address, or a mistake.
fn looks_numeric(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or(host);
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(digits) => digits.bytes().all(|b| b.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()),
    }
}

/// Reads an IPv4 address as `inet_aton` does: one to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`),
/// the last of which fills all bytes that remain. The system's resolver accepts these spellings, so we must see through
/// them.
fn numeric(host: &str) -> Option<Ipv4Addr> {
    let parts: Vec<u32> = host.split('.').map(number).collect::<Option<_>>()?;
    let (last, leading) = parts.split_last()?;
    if leading.len() > 3 || leading.iter().any(|part| *part > 255) {
        return None;
    }
    let free_bits = 32 - 8 * leading.len() as u32;
    if free_bits < 32 && *last >> free_bits != 0 {
        return None;
    }
    let high = leading.iter().enumerate().fold(0, |sum, (at, part)| sum | part << (24 - 8 * at));
    Some(Ipv4Addr::from_bits(high | last))
}

fn number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    // `from_str_radix` would let a sign through.
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_address_is_seen_through() {
        for (host, address) in [
            ("127.0.0.1", "127.0.0.1"),
            ("127.0.0.1.", "127.0.0.1"),
            ("127.1", "127.0.0.1"),
            ("127.0.1", "127.0.0.1"),
            ("1.2.65535", "1.2.255.255"),
            ("1.16777215", "1.255.255.255"),
            ("0", "0.0.0.0"),
            ("2852039166", "169.254.169.254"),
            ("0xa9fea9fe", "169.254.169.254"),
            ("0XA9.0xFE.0xa9.0xfe", "169.254.169.254"),
            ("0251.0376.0251.0376", "169.254.169.254"),
            ("025177524776", "169.254.169.254"),
            ("169.0376.0xa9fe", "169.254.169.254"),
            ("4294967295", "255.255.255.255"),
            ("[::1]", "::1"),
            ("[0:0:0:0:0:FFFF:7F00:1]", "::ffff:127.0.0.1"),
            ("[::ffff:169.254.169.254]", "::ffff:169.254.169.254"),
        ] {
            let endpoint = Endpoint::of(&parse(&format!("http://{host}:81/x?y")).unwrap()).unwrap();
            assert_eq!(endpoint, Endpoint { host: Host::Address(address.parse().unwrap()), port: 81 }, "{host}");
        }
    }

    #[test]
    fn a_name_stays_a_name() {
        for (url, name, port) in [
            ("http://example.com", "example.com", 80),
            ("https://Example.COM./hook#part", "example.com", 443),
            ("http://till:8080/a?b=http://x@y", "till", 8080),
            ("http://my_container:1/", "my_container", 1),
            ("http://10.example.com/", "10.example.com", 80),
            ("http://1e100.net/", "1e100.net", 80),
            ("http://xn--ehemalige-n4a.example/", "xn--ehemalige-n4a.example", 80),
        ] {
            let endpoint = Endpoint::of(&parse(url).unwrap()).unwrap();
            assert_eq!(endpoint, Endpoint { host: Host::Name(name.into()), port }, "{url}");
        }
    }

    #[test]
    fn what_is_no_web_address_is_refused() {
        for url in [
            "",
            "example.com",
            "/hook",
            "//example.com/",
            "ftp://example.com/",
            "file:///etc/passwd",
            "gopher://127.0.0.1/",
            "http://",
            "http:///hook",
            "http://:80/",
            "http://./",
            "http://a..b/",
            "http://user@example.com/",
            "http://user:secret@example.com/",
            "http://example.com@127.0.0.1/",
            "http://example.com\\@127.0.0.1/",
            "http://example.com:0/",
            "http://example.com:65536/",
            "http://example.com:/",
            "http://example.com:+80/",
            "http://example.com:80:80/",
            "http://exa mple.com/",
            "http://example.com/a b",
            "http://example.com/\r\nX: y",
            "http://exam%70le.com/",
            "http://ünlü.example/",
            "http://example.com/sipariş",
            "http://①②⑦.0.0.1/",
            "http://256.1.1.1/",
            "http://1.2.3.4.5/",
            "http://1.2.3.256/",
            "http://1.2.65536/",
            "http://4294967296/",
            "http://0x1ffffffff/",
            "http://09.1.1.1/",
            "http://0x/",
            "http://1..2/",
            "http://example.0x10/",
            "http://[::1/",
            "http://[::g]/",
            "http://[127.0.0.1]/",
            "http://[fe80::1%25eth0]/",
            "http://[fe80::1%eth0]/",
            "http://[::1]extra/",
        ] {
            assert!(matches!(parse(url), Err(Trouble::BadUrl(_))), "{url}");
        }
    }
}
