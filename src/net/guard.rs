//! Decides which addresses garson may talk to, so that a webhook URL cannot be used to reach into places that only
//! this machine can reach (the metadata of clouds, above all).
//!
//! Doors ask [`Guard::check_url`] when a URL is saved, for an early and clear refusal. The resolver asks
//! [`Guard::check_ip`] about every address before it is dialled; that check is the one that protects. The guard itself
//! never looks a name up.

use super::endpoint::{self, Endpoint, Host};
use super::trouble::{Rule, Trouble};
use model::AddressRange;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Which addresses may be dialled. By default the private network and this machine may be: the till is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Never dialled, whatever else is allowed.
    pub deny: Vec<AddressRange>,
    /// Whether the local network may be dialled.
    pub allow_private: bool,
    /// Whether this machine may be dialled.
    pub allow_loopback: bool,
}

/// The first that holds an address judges it.
const RULES: [(AddressRange, Rule); 22] = [
    (AddressRange::v4([169, 254, 0, 0], 16), Rule::LinkLocal),
    (AddressRange::v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10), Rule::LinkLocal),
    // Where clouds keep their machines' credentials outside link-local: Alibaba, Azure, Oracle, then Amazon, Google,
    // Oracle and Scaleway over IPv6.
    (AddressRange::v4([100, 100, 100, 200], 32), Rule::Metadata),
    (AddressRange::v4([168, 63, 129, 16], 32), Rule::Metadata),
    (AddressRange::v4([192, 0, 0, 192], 32), Rule::Metadata),
    (AddressRange::v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0], 32), Rule::Metadata),
    (AddressRange::v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128), Rule::Metadata),
    (AddressRange::v6([0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe], 128), Rule::Metadata),
    (AddressRange::v6([0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42], 128), Rule::Metadata),
    (AddressRange::v4([224, 0, 0, 0], 4), Rule::Multicast),
    (AddressRange::v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8), Rule::Multicast),
    (AddressRange::v4([255, 255, 255, 255], 32), Rule::Broadcast),
    (AddressRange::v4([0, 0, 0, 0], 8), Rule::Unspecified),
    (AddressRange::v6([0, 0, 0, 0, 0, 0, 0, 0], 128), Rule::Unspecified),
    (AddressRange::v4([127, 0, 0, 0], 8), Rule::Loopback),
    (AddressRange::v6([0, 0, 0, 0, 0, 0, 0, 1], 128), Rule::Loopback),
    (AddressRange::v4([10, 0, 0, 0], 8), Rule::Private),
    (AddressRange::v4([172, 16, 0, 0], 12), Rule::Private),
    (AddressRange::v4([192, 168, 0, 0], 16), Rule::Private),
    // Carrier-grade NAT and the overlay networks that borrow it.
    (AddressRange::v4([100, 64, 0, 0], 10), Rule::Private),
    (AddressRange::v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7), Rule::Private),
    // Site-local, deprecated but still routed by some.
    (AddressRange::v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10), Rule::Private),
];

impl Default for Guard {
    fn default() -> Guard {
        Guard { deny: Vec::new(), allow_private: true, allow_loopback: true }
    }
}

impl Guard {
    /// Whether this URL may be saved as a target: http or https, a host, no user name, no forbidden literal address.
    /// What a host name leads to is only known, and checked, when it is dialled.
    pub fn check_url(&self, url: &str) -> Result<(), Trouble> {
        match Endpoint::of(&endpoint::parse(url)?)?.host {
            Host::Address(address) => self.check_ip(address),
            Host::Name(name) if name == "localhost" || name.ends_with(".localhost") => {
                self.check_ip(IpAddr::V4(Ipv4Addr::LOCALHOST))
            }
            Host::Name(_) => Ok(()),
        }
    }

    /// Whether this address may be dialled, both as it is and as the IPv4 address that it may wrap.
    pub fn check_ip(&self, address: IpAddr) -> Result<(), Trouble> {
        let inner = match address {
            IpAddr::V6(v6) => wrapped(v6).map(IpAddr::V4),
            IpAddr::V4(_) => None,
        };
        match [Some(address), inner].into_iter().flatten().find_map(|form| self.rule_against(form)) {
            Some(rule) => Err(Trouble::Refused { address, rule }),
            None => Ok(()),
        }
    }

    fn rule_against(&self, address: IpAddr) -> Option<Rule> {
        if self.deny.iter().any(|range| range.holds(address)) {
            return Some(Rule::Denied);
        }
        let (_, rule) = RULES.iter().find(|(range, _)| range.holds(address))?;
        match rule {
            Rule::Private if self.allow_private => None,
            Rule::Loopback if self.allow_loopback => None,
            rule => Some(*rule),
        }
    }
}

/// Whether what is sent to this URL can be read on the way: plain http to somewhere outside this machine and the local
/// network. A name is judged as it is written.
pub fn is_in_clear_outside(url: &str) -> bool {
    let Ok(uri) = endpoint::parse(url) else { return false };
    let Ok(Endpoint { host, .. }) = Endpoint::of(&uri) else { return false };
    let is_local = match host {
        Host::Address(address) => is_local(address),
        Host::Name(name) => !name.contains('.') || LOCAL_NAMES.iter().any(|end| name.ends_with(end)),
    };
    uri.scheme_str() == Some("http") && !is_local
}

/// How names end that lead nowhere outside. A name without a dot does not either.
const LOCAL_NAMES: [&str; 5] = [".localhost", ".local", ".lan", ".internal", ".home.arpa"];

fn is_local(address: IpAddr) -> bool {
    let inner = match address {
        IpAddr::V6(v6) => wrapped(v6).map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    };
    let rule = RULES.iter().find(|(range, _)| range.holds(inner)).map(|(_, rule)| rule);
    matches!(rule, Some(Rule::Loopback | Rule::Private | Rule::LinkLocal))
}

/// The IPv4 address that a transition mechanism would take out of this IPv6 address and send the packets to.
fn wrapped(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let low = || Ipv4Addr::from_bits(address.to_bits() as u32);
    match address.segments() {
        // :: and ::1 are addresses of their own, not 0.0.0.0 and 0.0.0.1 in the form below.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        // IPv4-compatible ::a.b.c.d, IPv4-mapped ::ffff:a.b.c.d, IPv4-translated ::ffff:0:a.b.c.d.
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => Some(low()),
        // NAT64, the well-known prefix and the one for local use.
        [0x64, 0xff9b, 0, 0, 0, 0, ..] | [0x64, 0xff9b, 1, ..] => Some(low()),
        // 6to4 carries the address in its second and third group.
        [0x2002, high, low, ..] => Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))),
        // Teredo carries the address of the client inverted.
        [0x2001, 0, ..] => Some(Ipv4Addr::from_bits(!low().to_bits())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Rule::*;
    use super::*;

    fn rule(guard: &Guard, host: &str) -> Option<Rule> {
        match guard.check_url(&format!("http://{host}/hook")) {
            Ok(()) => None,
            Err(Trouble::Refused { rule, .. }) => Some(rule),
            Err(other) => panic!("{host}: {other:?}"),
        }
    }

    #[test]
    fn addresses_are_judged_by_where_they_lead() {
        let open = Guard::default();
        let closed = Guard { allow_private: false, allow_loopback: false, ..Guard::default() };
        // Host, rule by default, rule when the owner closed private and loopback.
        for (host, by_default, when_closed) in [
            ("93.184.216.34", None, None),
            ("8.8.8.8", None, None),
            ("1.0.0.1", None, None),
            ("9.255.255.255", None, None),
            ("11.0.0.0", None, None),
            ("100.63.255.255", None, None),
            ("100.128.0.0", None, None),
            ("126.255.255.255", None, None),
            ("128.0.0.0", None, None),
            ("169.253.255.255", None, None),
            ("169.255.0.0", None, None),
            ("172.15.255.255", None, None),
            ("172.32.0.0", None, None),
            ("192.167.255.255", None, None),
            ("192.169.0.0", None, None),
            ("223.255.255.255", None, None),
            ("255.255.255.254", None, None),
            ("[2606:4700::1111]", None, None),
            ("[2001:db8::1]", None, None),
            ("[fe00::1]", None, None),
            ("example.com", None, None),
            ("localhost.example.com", None, None),
            // Link-local in every spelling.
            ("169.254.169.254", Some(LinkLocal), Some(LinkLocal)),
            ("169.254.0.0", Some(LinkLocal), Some(LinkLocal)),
            ("169.254.255.255", Some(LinkLocal), Some(LinkLocal)),
            ("169.254.169.254.", Some(LinkLocal), Some(LinkLocal)),
            ("2852039166", Some(LinkLocal), Some(LinkLocal)),
            ("0xa9fea9fe", Some(LinkLocal), Some(LinkLocal)),
            ("0251.0376.0251.0376", Some(LinkLocal), Some(LinkLocal)),
            ("169.254.43518", Some(LinkLocal), Some(LinkLocal)),
            ("169.16689662", Some(LinkLocal), Some(LinkLocal)),
            ("0xA9.0376.169.0xfe", Some(LinkLocal), Some(LinkLocal)),
            ("[fe80::1]", Some(LinkLocal), Some(LinkLocal)),
            ("[febf:ffff::1]", Some(LinkLocal), Some(LinkLocal)),
            ("[::ffff:169.254.169.254]", Some(LinkLocal), Some(LinkLocal)),
            ("[::ffff:a9fe:a9fe]", Some(LinkLocal), Some(LinkLocal)),
            ("[0:0:0:0:0:ffff:a9fe:a9fe]", Some(LinkLocal), Some(LinkLocal)),
            ("[::169.254.169.254]", Some(LinkLocal), Some(LinkLocal)),
            ("[::ffff:0:169.254.169.254]", Some(LinkLocal), Some(LinkLocal)),
            ("[64:ff9b::169.254.169.254]", Some(LinkLocal), Some(LinkLocal)),
            ("[64:ff9b:1::a9fe:a9fe]", Some(LinkLocal), Some(LinkLocal)),
            ("[2002:a9fe:a9fe::1]", Some(LinkLocal), Some(LinkLocal)),
            ("[2001:0:4136:e378:8000:63bf:5601:5601]", Some(LinkLocal), Some(LinkLocal)),
            // Metadata of clouds outside link-local, in every spelling.
            ("100.100.100.200", Some(Metadata), Some(Metadata)),
            ("1684301000", Some(Metadata), Some(Metadata)),
            ("0x64.0144.25800", Some(Metadata), Some(Metadata)),
            ("168.63.129.16", Some(Metadata), Some(Metadata)),
            ("0xa83f8110", Some(Metadata), Some(Metadata)),
            ("192.0.0.192", Some(Metadata), Some(Metadata)),
            ("[::ffff:100.100.100.200]", Some(Metadata), Some(Metadata)),
            ("[::168.63.129.16]", Some(Metadata), Some(Metadata)),
            ("[64:ff9b::168.63.129.16]", Some(Metadata), Some(Metadata)),
            ("[64:ff9b:1::192.0.0.192]", Some(Metadata), Some(Metadata)),
            ("[2002:6464:64c8::1]", Some(Metadata), Some(Metadata)),
            ("[fd00:ec2::254]", Some(Metadata), Some(Metadata)),
            ("[fd00:ec2:0:0:0:0:0:23]", Some(Metadata), Some(Metadata)),
            ("[fd20:ce::254]", Some(Metadata), Some(Metadata)),
            ("[fd00:c1::a9fe:a9fe]", Some(Metadata), Some(Metadata)),
            ("[fd00:42::42]", Some(Metadata), Some(Metadata)),
            // Their neighbours are like any other.
            ("100.100.100.201", None, Some(Private)),
            ("168.63.129.17", None, None),
            ("192.0.0.193", None, None),
            ("[fd20:ce::255]", None, Some(Private)),
            // The other places that are never dialled.
            ("224.0.0.1", Some(Multicast), Some(Multicast)),
            ("239.255.255.255", Some(Multicast), Some(Multicast)),
            ("[ff02::1]", Some(Multicast), Some(Multicast)),
            ("[::ffff:224.0.0.1]", Some(Multicast), Some(Multicast)),
            ("255.255.255.255", Some(Broadcast), Some(Broadcast)),
            ("4294967295", Some(Broadcast), Some(Broadcast)),
            ("[64:ff9b::ffff:ffff]", Some(Broadcast), Some(Broadcast)),
            ("0.0.0.0", Some(Unspecified), Some(Unspecified)),
            ("0", Some(Unspecified), Some(Unspecified)),
            ("0.1.2.3", Some(Unspecified), Some(Unspecified)),
            ("[::]", Some(Unspecified), Some(Unspecified)),
            ("[::ffff:0.0.0.0]", Some(Unspecified), Some(Unspecified)),
            ("[::2]", Some(Unspecified), Some(Unspecified)),
            // This machine.
            ("127.0.0.1", None, Some(Loopback)),
            ("127.255.255.255", None, Some(Loopback)),
            ("127.1", None, Some(Loopback)),
            ("0x7f.1", None, Some(Loopback)),
            ("017700000001", None, Some(Loopback)),
            ("2130706433", None, Some(Loopback)),
            ("[::1]", None, Some(Loopback)),
            ("[::ffff:127.0.0.1]", None, Some(Loopback)),
            ("[::127.0.0.1]", None, Some(Loopback)),
            ("[2002:7f00:1::]", None, Some(Loopback)),
            ("localhost", None, Some(Loopback)),
            ("LocalHost.", None, Some(Loopback)),
            ("till.localhost", None, Some(Loopback)),
            // The local network.
            ("10.0.0.0", None, Some(Private)),
            ("10.255.255.255", None, Some(Private)),
            ("012.1", None, Some(Private)),
            ("172.16.0.0", None, Some(Private)),
            ("172.31.255.255", None, Some(Private)),
            ("192.168.1.20", None, Some(Private)),
            ("0xc0a80114", None, Some(Private)),
            ("100.64.0.0", None, Some(Private)),
            ("100.127.255.255", None, Some(Private)),
            ("[fc00::1]", None, Some(Private)),
            ("[fdff:ffff::1]", None, Some(Private)),
            ("[fec0::1]", None, Some(Private)),
            ("[::ffff:192.168.1.20]", None, Some(Private)),
            ("[64:ff9b::10.0.0.1]", None, Some(Private)),
        ] {
            assert_eq!(rule(&open, host), by_default, "{host} by default");
            assert_eq!(rule(&closed, host), when_closed, "{host} when closed");
        }
    }

    #[test]
    fn the_deny_list_holds_in_every_spelling() {
        let deny = ["10.0.0.0/8", "203.0.113.7", "2001:db8::/32"].map(|text| text.parse().unwrap()).to_vec();
        let guard = Guard { deny, ..Guard::default() };
        for (host, expected) in [
            ("10.1.2.3", Some(Denied)),
            ("0xa010203", Some(Denied)),
            ("[::ffff:10.1.2.3]", Some(Denied)),
            ("[64:ff9b::a01:203]", Some(Denied)),
            ("203.0.113.7", Some(Denied)),
            ("203.0.113.8", None),
            ("[2001:db8:1::1]", Some(Denied)),
            ("[2001:db9::1]", None),
            ("192.168.1.1", None),
            ("127.0.0.1", None),
            ("169.254.169.254", Some(LinkLocal)),
        ] {
            assert_eq!(rule(&guard, host), expected, "{host}");
        }
    }

    #[test]
    fn what_can_be_read_on_the_way_is_told() {
        for (url, is_in_clear) in [
            ("http://till.example.com/hook", true),
            ("HTTP://93.184.216.34:8080/", true),
            ("http://[2606:4700::1111]/", true),
            ("http://local.example/", true),
            ("http://notlan/", false),
            ("https://till.example.com/hook", false),
            ("http://127.0.0.1:1/", false),
            ("http://0x7f.1/", false),
            ("http://[::1]/", false),
            ("http://[::ffff:192.168.1.20]/", false),
            ("http://10.2.0.1/", false),
            ("http://169.254.1.1/", false),
            ("http://localhost/", false),
            ("http://kasa/", false),
            ("http://kasa.local./", false),
            ("http://kasa.lan/", false),
            ("nonsense", false),
        ] {
            assert_eq!(is_in_clear_outside(url), is_in_clear, "{url}");
        }
    }

    #[test]
    fn a_url_that_cannot_be_requested_is_told_apart_from_a_forbidden_one() {
        for url in ["ftp://example.com/", "http://user@example.com/", "http://[fe80::1%25eth0]/", "http://1.2.3.4.5/"] {
            assert!(matches!(Guard::default().check_url(url), Err(Trouble::BadUrl(_))), "{url}");
        }
    }
}
