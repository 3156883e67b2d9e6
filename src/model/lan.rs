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
        let others = self.addresses.iter().map(|address| SocketAddr::new(*address, self.port).to_string());
        let name = self.name.iter().map(|name| format!("{}:{}", name.host(), self.port));
        let others = others.chain(name).map(|host| format!("http://{host}"));
        [self.local_url.clone()].into_iter().chain(others).collect()
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
