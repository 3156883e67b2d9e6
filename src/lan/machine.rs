//! What this machine is called, and where it stands on its network.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

/// How often it is looked whether addresses, files or the time have changed: soon enough for a telephone that is at hand.
pub const LOOK_EVERY: Duration = Duration::from_secs(3);

/// What begins like these is a network inside this machine, of containers and virtual machines.
const INNER: [&str; 10] = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxdbr", "vEthernet"];

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

/// Every address of this machine.
pub fn addresses() -> Vec<IpAddr> {
    if_addrs::get_if_addrs().unwrap_or_default().iter().map(|one| one.ip()).collect()
}

/// Those that a telephone on the same network can use.
pub fn open_addresses(listen: SocketAddr) -> Vec<IpAddr> {
    if !listen.ip().is_unspecified() {
        return if listen.ip().is_loopback() { Vec::new() } else { vec![listen.ip()] };
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let outer = interfaces.iter().filter(|one| !is_inner(&one.name)).map(|one| one.ip());
    let mut found: Vec<IpAddr> =
        outer.filter(|ip| matches!(ip, IpAddr::V4(ip) if !ip.is_loopback() && !ip.is_link_local())).collect();
    found.sort_unstable();
    found.dedup();
    found
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
}
