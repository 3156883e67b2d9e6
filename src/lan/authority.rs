//! `Authority`: this box's own, which vouches for its certificates, and for nothing outside the local network.
//!
//! What devices trust is bounded by its name constraints: names of `.local`, this machine, and private addresses; and by its
//! use: it vouches for servers, not for mail or programs. A stolen key cannot pose as a bank. Its time is fixed, not reckoned
//! from a clock, which a Raspberry Pi may not have yet.

use super::{machine, served::Pair};
use crate::model::{AddressRange, AuthorityCertificate, CertificateFacts, LanName, Time, certificate::pem, data_file};
use crate::store::private_file;
use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType, ExtendedKeyUsagePurpose,
    GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose, NameConstraints, SanType, date_time_ymd,
};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::{collections::BTreeSet, fs, io, path::Path, time::Duration};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

const DAY: Duration = Duration::from_hours(24);
/// A certificate counts from this long ago, for devices whose clock is behind ours.
const BACK: Duration = DAY.saturating_mul(30);
/// Both together stay below the 398 days that browsers take.
const AHEAD: Duration = DAY.saturating_mul(360);
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// The bare host name, where it is one that the authority may vouch for.
    bare_host: Option<String>,
    pub certificate: AuthorityCertificate,
}

impl Authority {
    /// The one in a folder; made at the first time.
    pub fn open(folder: &Path) -> Result<Authority, String> {
        let path = folder.join(data_file::AUTHORITY);
        let shown = path.display();
        if private_file::is_open_to_others(&path) {
            return Err(format!(
                "Other users of this machine can read or change {shown}, and could pose as this garson on your network. \
                 `chmod 600 {shown}` closes it."
            ));
        }
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = make().map_err(|error| format!("No authority for HTTPS can be made: {error}."))?;
                private_file::make(&path, text.as_bytes())
                    .map_err(|error| format!("{shown} cannot be written: {error}."))?;
                text
            }
            Err(error) => return Err(format!("{shown} cannot be read: {error}.")),
        };
        Authority::read(&text).ok_or_else(|| {
            format!(
                "{shown} is not the authority that garson made. Put it back from your backup, or move it away: a new one is \
                 made then, which every device has to trust anew."
            )
        })
    }

    fn read(text: &str) -> Option<Authority> {
        let der = CertificateDer::from_pem_slice(text.as_bytes()).ok()?.to_vec();
        let key = PrivatePkcs8KeyDer::from_pem_slice(text.as_bytes()).ok()?;
        let key = KeyPair::try_from(&key).ok()?;
        let facts = CertificateFacts::of_der(&der)?;
        // A key of another authority would sign what no device believes.
        let public = key.public_key_raw();
        if !der.windows(public.len()).any(|window| window == public) {
            return None;
        }
        let bare_host = bare_host().filter(|name| permits(&der, name));
        let mut params = CertificateParams::default();
        params.distinguished_name = named(&facts.subject);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        Some(Authority {
            issuer: Issuer::new(params, key),
            bare_host,
            certificate: AuthorityCertificate { der, facts },
        })
    }

    /// The names that it vouches for while this machine is called so in `.local`. On one of several networks it may be called
    /// what was wished, and on another not.
    pub fn hosts(&self, name: &LanName) -> Vec<String> {
        let local = |name: &str| format!("{name}.local");
        let mut hosts = vec![name.host(), local(&name.wished), "localhost".to_owned()];
        hosts.extend(machine::host_name().as_deref().map(local));
        hosts.extend(self.bare_host.clone());
        let mut seen = BTreeSet::new();
        hosts.retain(|host| seen.insert(host.clone()));
        hosts
    }

    /// The addresses of this machine that it vouches for.
    pub fn addresses(&self) -> Vec<IpAddr> {
        let own = machine::interfaces().into_iter().map(|(_, ip)| ip).filter(|ip| machine::is_local(*ip));
        let loopback = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        BTreeSet::from_iter(own.chain(loopback)).into_iter().collect()
    }

    /// A certificate with a key of its own for these, from some time ago for about a year.
    pub fn vouch(&self, hosts: &[String], addresses: &[IpAddr], now: Time) -> Result<Pair, rcgen::Error> {
        let mut params = CertificateParams::new(hosts)?;
        params.subject_alt_names.extend(addresses.iter().copied().map(SanType::IpAddress));
        params.distinguished_name = named(hosts.first().map_or("garson", String::as_str));
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        let epoch = date_time_ymd(1970, 1, 1);
        let since = now.since(Time(0));
        (params.not_before, params.not_after) = (epoch + since.saturating_sub(BACK), epoch + since + AHEAD);
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.issuer)?;
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        Ok(Pair { chain: vec![certificate.der().clone()], key: key.into() })
    }
}

pub fn is_due(facts: &CertificateFacts, now: Time) -> bool {
    // A third of its time is left for a box that is not restarted, and a clock that was set back is noticed too.
    now.plus(AHEAD / 3) > facts.ends || now < facts.starts
}

/// Key and certificate of a new one, as text.
fn make() -> Result<String, rcgen::Error> {
    let mut params = CertificateParams::default();
    let key = KeyPair::generate()?;
    // A common name has room for 64 characters. Two machines may have one name: something of the key tells them apart.
    let host: String = machine::host_name().unwrap_or_default().chars().take(40).collect();
    let mark: String = key.public_key_raw().iter().rev().take(3).map(|byte| format!("{byte:02X}")).collect();
    params.distinguished_name = named(&format!("garson {host} {mark}"));
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let hosts = ["local".to_owned(), "localhost".to_owned()].into_iter().chain(bare_host());
    let subnets =
        machine::LOCAL.iter().map(AddressRange::parts).map(|(base, bits)| CidrSubnet::from_addr_prefix(base, bits));
    // A kind of name that no constraint speaks of is open to all: mail is bounded too.
    let mail = GeneralSubtree::Rfc822Name(".local".to_owned());
    let names = hosts.map(GeneralSubtree::DnsName).chain(subnets.map(GeneralSubtree::IpAddress));
    params.name_constraints =
        Some(NameConstraints { permitted_subtrees: names.chain([mail]).collect(), excluded_subtrees: Vec::new() });
    (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2049, 12, 31));
    let certificate = params.self_signed(&key)?;
    Ok(pem("CERTIFICATE", certificate.der()) + &pem("PRIVATE KEY", key.serialized_der()))
}

fn named(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name.trim());
    names
}

/// A constraint holds for all names below one, and a box may be called `cafe` or `bar`, as a part of the internet is. Those
/// are letters alone.
fn bare_host() -> Option<String> {
    let is_nobodys_domain =
        |name: &String| !name.starts_with("xn--") && name.bytes().any(|byte| !byte.is_ascii_alphabetic());
    machine::host_name().filter(is_nobodys_domain)
}

/// Whether its constraints name this very host.
fn permits(der: &[u8], host: &str) -> bool {
    // A name of the internet's in a constraint: its tag, its length, its letters.
    let Ok(length) = u8::try_from(host.len()) else { return false };
    let written = [&[0x82, length], host.as_bytes()].concat();
    der.windows(written.len()).any(|window| window == written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_once_and_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = Authority::open(folder.path()).unwrap().certificate;
        assert_eq!(Authority::open(folder.path()).unwrap().certificate.der, first.der);
        assert!(first.facts.subject.starts_with("garson"));
        assert_eq!(first.facts.ends.to_string(), "2049-12-31T00:00:00.000Z");
        let path = folder.path().join(data_file::AUTHORITY);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
            assert!(Authority::open(folder.path()).err().unwrap().contains("chmod 600"));
            fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        }
        // The key of another one.
        let (ours, others) = (fs::read_to_string(&path).unwrap(), make().unwrap());
        let (certificate, _) = ours.split_once("-----BEGIN PRIVATE").unwrap();
        let (_, key) = others.split_once("-----BEGIN PRIVATE").unwrap();
        for bad in [String::new(), certificate.to_owned(), format!("{certificate}-----BEGIN PRIVATE{key}")] {
            fs::write(&path, bad).unwrap();
            assert!(Authority::open(folder.path()).err().unwrap().contains("trust anew"));
        }
    }

    #[test]
    fn a_certificate_is_made_anew_in_time_and_when_the_clock_was_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let authority = Authority::open(folder.path()).unwrap();
        let now = Time::parse("2027-03-01T10:00:00Z").unwrap();
        let name = LanName { wished: "kasa".into(), given: "kasa-2".into() };
        let hosts = authority.hosts(&name);
        assert_eq!(hosts[..3], ["kasa-2.local", "kasa.local", "localhost"]);
        let pair = authority.vouch(&hosts, &authority.addresses(), now).unwrap();
        let facts = CertificateFacts::of_der(&pair.chain[0]).unwrap();
        assert_eq!((facts.starts, facts.ends), (now.minus(BACK), now.plus(AHEAD)));
        assert!(facts.ends.since(facts.starts) < DAY * 398);
        assert!(!is_due(&facts, now) && !is_due(&facts, now.plus(AHEAD / 2)));
        assert!(is_due(&facts, now.plus(AHEAD * 3 / 4)));
        assert!(is_due(&facts, Time(0)) && is_due(&facts, now.plus(AHEAD * 3)));
        assert!(authority.vouch(&hosts, &[], Time(0)).is_ok());
    }
}
