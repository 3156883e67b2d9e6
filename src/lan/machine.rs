//! What this machine is called, and where it stands on its network.

use crate::model::AddressRange;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// How often it is looked whether addresses, files or the time have changed: soon enough for a telephone that is at hand.
pub const LOOK_EVERY: Duration = Duration::from_secs(3);

/// What begins like these is a network inside this machine, of containers and virtual machines.
const INNER: [&str; 10] = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxdbr", "vEthernet"];

/// The local network and this machine itself.
pub const LOCAL: [AddressRange; 8] = [
    AddressRange::v4([10, 0, 0, 0], 8),
    AddressRange::v4([172, 16, 0, 0], 12),
    AddressRange::v4([192, 168, 0, 0], 16),
    AddressRange::v4([169, 254, 0, 0], 16),
    AddressRange::v4([127, 0, 0, 0], 8),
    AddressRange::v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7),
    AddressRange::v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10),
    AddressRange::v6([0, 0, 0, 0, 0, 0, 0, 1], 128),
];

/// A network of its own, to which a telephone in the shop does not belong.
const VPN: [&str; 6] = ["wg", "tun", "tap", "tailscale", "utun", "zt"];

/// The first word of the host name, in small letters; none where it would be no name of a network.
pub fn host_name() -> Option<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    label(name.split('.').next().unwrap_or_default()).ok()
}

/// One word of a host name: letters, digits and hyphens.
pub fn label(text: &str) -> Result<String, String> {
    let text = text.to_ascii_lowercase();
    let is_label = (1..=63).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-');
    if is_label { Ok(text) } else { Err("give one word of letters, digits and hyphens, like kasa".into()) }
}

pub fn is_inner(interface: &str) -> bool {
    INNER.iter().any(|start| interface.starts_with(start))
}

/// An address that nothing outside can have.
pub fn is_local(address: IpAddr) -> bool {
    LOCAL.iter().any(|range| range.holds(address))
}

/// Whether an interface leads to a network of the house. One that has a public address of IPv4 alone leads to a provider;
/// link-local ones of IPv6 say nothing then, as every interface has one.
pub fn is_house(interfaces: &[(String, IpAddr)], name: &str) -> bool {
    let of_it = || interfaces.iter().filter(|(of, _)| of == name).map(|(_, ip)| *ip);
    let has_v4 = of_it().any(|ip| ip.is_ipv4());
    of_it().any(|ip| ip.is_ipv4() == has_v4 && is_local(ip))
}

/// Every address of this machine, with the name of its interface.
pub fn interfaces() -> Vec<(String, IpAddr)> {
    if_addrs::get_if_addrs().unwrap_or_default().iter().map(|one| (one.name.clone(), one.ip())).collect()
}

/// Those that a telephone on the same network can use.
pub fn open_addresses(listen: SocketAddr) -> Vec<IpAddr> {
    if !listen.ip().is_unspecified() {
        return if listen.ip().is_loopback() { Vec::new() } else { vec![listen.ip()] };
    }
    in_order(&interfaces())
}

/// What the telephone most likely reaches first: a certificate vouches for it, and it is no VPN's.
fn in_order(interfaces: &[(String, IpAddr)]) -> Vec<IpAddr> {
    let outer = interfaces.iter().filter(|(name, _)| !is_inner(name));
    let open = outer.filter(|(_, ip)| matches!(ip, IpAddr::V4(ip) if !ip.is_loopback() && !ip.is_link_local()));
    let is_vpn = |name: &str| VPN.iter().any(|start| name.starts_with(start));
    let mut found: Vec<_> = open.map(|(name, ip)| (!is_local(*ip), is_vpn(name), *ip)).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, _, ip)| ip).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word() {
        assert_eq!(label("Kasa-2"), Ok("kasa-2".into()));
        for bad in ["", "kasa.local", "-kasa", "kasa-", "kaşa", "a b", &"a".repeat(64)] {
            assert!(label(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn whoever_listens_to_itself_alone_is_nowhere() {
        assert!(open_addresses("127.0.0.1:8080".parse().unwrap()).is_empty());
        assert_eq!(open_addresses("192.168.1.7:8080".parse().unwrap()), [IpAddr::from([192, 168, 1, 7])]);
    }

    fn named(all: &[(&str, &str)]) -> Vec<(String, IpAddr)> {
        all.iter().map(|(name, ip)| ((*name).to_owned(), ip.parse().unwrap())).collect()
    }

    #[test]
    fn a_telephone_is_shown_the_network_of_the_shop_first() {
        let all = [
            ("wg0", "10.0.0.2"),
            ("tailscale0", "100.64.0.9"),
            ("docker0", "172.17.0.1"),
            ("eth0", "192.168.1.7"),
            ("lo", "127.0.0.1"),
        ];
        let found = in_order(&named(&all));
        assert_eq!(found, [[192, 168, 1, 7], [10, 0, 0, 2], [100, 64, 0, 9]].map(IpAddr::from));
    }

    #[test]
    fn a_network_of_the_house_has_addresses_that_nobody_outside_has() {
        let all = [
            ("eth0", "192.168.1.7"),
            ("eth0", "2001:db8::7"),
            ("eth1", "203.0.113.7"),
            ("eth1", "fe80::7"),
            ("eth2", "fe80::8"),
            ("tailscale0", "100.64.0.9"),
        ];
        let all = named(&all);
        let answered = ["eth0", "eth1", "eth2", "tailscale0"].map(|name| is_house(&all, name));
        assert_eq!(answered, [true, false, true, false]);
    }
}
