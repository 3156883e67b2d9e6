//! `LanReport`: how this machine can be reached on its own network, and whether that is encrypted.
//!
//! `lan` keeps it, commands and pages show it.

use super::CertificateFacts;
use std::net::{IpAddr, SocketAddr};

#[derive(Clone, Debug, Default)]
pub struct LanReport {
    /// The address to open on this machine; empty where nothing is served.
    pub local_url: String,
    pub port: u16,
    /// Where others reach this machine; none where it listens to itself alone.
    pub addresses: Vec<IpAddr>,
    /// What it is called there; none while it is called nothing.
    pub name: Option<LanName>,
    /// Why that cannot be made known.
    pub name_trouble: Option<String>,
    pub https: HttpsReport,
    /// Pages are for https alone, except on this machine itself.
    pub is_https_only: bool,
}

/// A name of `.local`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanName {
    /// Without the ending.
    pub wished: String,
    /// Differs from the wished one where another device on the network has that already.
    pub given: String,
}

impl LanName {
    pub fn host(&self) -> String {
        format!("{}.local", self.given)
    }
}

#[derive(Clone, Debug, Default)]
pub enum HttpsReport {
    #[default]
    Off,
    /// The owner's own certificate.
    Given(ServedCertificate),
    /// One that the authority of this box vouches for.
    Auto { authority: AuthorityCertificate, served: ServedCertificate, vouched: Vouched },
}

/// What a certificate of our own is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vouched {
    pub hosts: Vec<String>,
    pub addresses: Vec<IpAddr>,
}

#[derive(Clone, Debug)]
pub struct ServedCertificate {
    pub facts: CertificateFacts,
    /// Why the next one could not be had.
    pub trouble: Option<String>,
}

/// What devices are given to trust.
#[derive(Clone, Debug)]
pub struct AuthorityCertificate {
    pub der: Vec<u8>,
    pub facts: CertificateFacts,
}

impl LanReport {
    /// Where people reach the panel: on this machine first, then from others.
    pub fn urls(&self) -> Vec<String> {
        if self.local_url.is_empty() {
            return Vec::new();
        }
        let name = self.name.iter().map(|name| format!("{}:{}", name.host(), self.port));
        let others = self.hosts().chain(name).map(|host| format!("{}://{host}", self.scheme()));
        [self.local_url.clone()].into_iter().chain(others).collect()
    }

    /// Where a device finds us that does not trust us yet; what it is shown there is open to all.
    pub fn clear_url(&self) -> Option<String> {
        self.hosts().next().map(|host| format!("http://{host}"))
    }

    /// How another machine is led to a page. What a link says in clear, a code in it too, has been read by the time that its
    /// client is led to https.
    pub fn scheme(&self) -> &'static str {
        if self.is_https_only { "https" } else { "http" }
    }

    fn hosts(&self) -> impl Iterator<Item = String> {
        self.addresses.iter().map(|address| SocketAddr::new(*address, self.port).to_string())
    }

    pub fn authority(&self) -> Option<&AuthorityCertificate> {
        match &self.https {
            HttpsReport::Auto { authority, .. } => Some(authority),
            HttpsReport::Off | HttpsReport::Given(_) => None,
        }
    }

    pub fn served(&self) -> Option<&ServedCertificate> {
        match &self.https {
            HttpsReport::Off => None,
            HttpsReport::Given(served) | HttpsReport::Auto { served, .. } => Some(served),
        }
    }

    /// Whether a browser that asks for this host over https can be content. What the owner's own certificate names, the owner
    /// knows.
    pub fn has_https_for(&self, host: &str) -> bool {
        match &self.https {
            HttpsReport::Off => false,
            HttpsReport::Given(_) => true,
            HttpsReport::Auto { vouched, .. } => {
                let bare = host.trim_start_matches('[').trim_end_matches(']');
                let is_ours = |address: IpAddr| vouched.addresses.contains(&address);
                vouched.hosts.iter().any(|name| name.eq_ignore_ascii_case(host)) || bare.parse().is_ok_and(is_ours)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_https_alone_is_served_no_link_is_in_clear() {
        let report = |is_https_only| LanReport {
            local_url: "http://localhost:8080".to_owned(),
            port: 8080,
            addresses: vec!["192.168.1.7".parse().unwrap()],
            name: Some(LanName { wished: "garson".to_owned(), given: "garson".to_owned() }),
            is_https_only,
            ..LanReport::default()
        };
        for (is_https_only, scheme) in [(false, "http"), (true, "https")] {
            let report = report(is_https_only);
            let others = ["192.168.1.7:8080", "garson.local:8080"].map(|host| format!("{scheme}://{host}"));
            assert_eq!(report.urls(), [vec!["http://localhost:8080".to_owned()], others.to_vec()].concat());
            // Whoever is yet to trust us would be warned there.
            assert_eq!(report.clear_url().as_deref(), Some("http://192.168.1.7:8080"));
        }
    }
}
