//! `CertificateFacts`: what a person is shown of a certificate: whose it is, until when, and its fingerprint.
//!
//! It reads as much of X.509 as that takes. It vouches for nothing: who believes a certificate checks it with rustls.

use super::{Sha, Time};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::{civil::DateTime, tz::TimeZone};

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const BOOLEAN: u8 = 0x01;
const OCTETS: u8 = 0x04;
const OBJECT_ID: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const BMP_STRING: u8 = 0x1e;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;
/// Of the extension that says whether it is an authority's, and of the one that names hosts.
const BASIC_CONSTRAINTS: [u8; 3] = [0x55, 0x1d, 19];
const ALTERNATIVE_NAMES: [u8; 3] = [0x55, 0x1d, 17];
/// Of those names, one of a host and its address; others are of people and of documents.
const HOST_NAME: u8 = 0x82;
const HOST_ADDRESS: u8 = 0x87;
/// The parts of a name by which people know whose it is, best first: common name, organisation, unit.
const TELLING: [[u8; 3]; 3] = [[0x55, 4, 3], [0x55, 4, 10], [0x55, 4, 11]];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFacts {
    pub subject: String,
    pub starts: Time,
    pub ends: Time,
    pub fingerprint: Sha,
    /// Whoever has it vouches for others: it names no host, and does not say otherwise.
    pub is_of_authority: bool,
}

impl CertificateFacts {
    /// Nothing where it is no certificate.
    pub fn of_der(der: &[u8]) -> Option<CertificateFacts> {
        let mut outer = Der(der);
        let mut signed = Der(outer.part(SEQUENCE)?);
        let mut body = Der(signed.part(SEQUENCE)?);
        if !outer.0.is_empty() {
            return None;
        }
        // The first version has none.
        if body.0.first() == Some(&VERSION) {
            body.any()?;
        }
        body.part(INTEGER)?;
        let _algorithm = body.part(SEQUENCE)?;
        let _issuer = body.part(SEQUENCE)?;
        let mut validity = Der(body.part(SEQUENCE)?);
        let (starts, ends) = (time(validity.any()?)?, time(validity.any()?)?);
        let subject = subject(Der(body.part(SEQUENCE)?)).unwrap_or_default();
        let _key = body.part(SEQUENCE)?;
        let extensions = extensions(body);
        // Whose names a host is a server's, whatever else it says: `openssl req -x509` makes one of an authority. What says
        // nothing is believed to be what it was added as.
        let names_host = extensions.iter().any(|(kind, value)| *kind == ALTERNATIVE_NAMES && has_host(value));
        let is_of_authority = !names_host && says_authority(&extensions).unwrap_or(true);
        Some(CertificateFacts { subject, starts, ends, fingerprint: Sha::of(der), is_of_authority })
    }

    /// In pairs, as every system shows it.
    pub fn shown_fingerprint(&self) -> String {
        let pairs: Vec<String> = self.fingerprint.0.iter().map(|byte| format!("{byte:02X}")).collect();
        pairs.join(":")
    }
}

/// As text between two lines that say what it is.
pub fn pem(label: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines =
        text.as_bytes().chunks(64).map(String::from_utf8_lossy).fold(String::new(), |all, line| all + &line + "\n");
    format!("-----BEGIN {label}-----\n{lines}-----END {label}-----\n")
}

/// What is still to be read.
struct Der<'a>(&'a [u8]);

impl<'a> Der<'a> {
    /// The next value with its tag.
    fn any(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            0x81..=0x83 => {
                let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                (digits.iter().fold(0, |sum, digit| sum << 8 | usize::from(*digit)), rest)
            }
            _ => return None,
        };
        let (value, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, value))
    }

    fn part(&mut self, expected: u8) -> Option<&'a [u8]> {
        self.any().filter(|(tag, _)| *tag == expected).map(|(_, value)| value)
    }
}

/// Of what comes behind the key of a certificate: the kinds of its extensions, and what they hold.
fn extensions<'a>(mut rest: Der<'a>) -> Vec<(&'a [u8], &'a [u8])> {
    let mut read = || {
        let all = loop {
            let (tag, value) = rest.any()?;
            if tag == EXTENSIONS {
                break value;
            }
        };
        Der(all).part(SEQUENCE)
    };
    let mut all = Der(read().unwrap_or_default());
    let mut next = || {
        let mut extension = Der(all.part(SEQUENCE)?);
        let kind = extension.part(OBJECT_ID)?;
        let (mut tag, mut value) = extension.any()?;
        if tag == BOOLEAN {
            // Whether it is critical.
            (tag, value) = extension.any()?;
        }
        (tag == OCTETS).then_some((kind, value))
    };
    std::iter::from_fn(&mut next).collect()
}

fn has_host(names: &[u8]) -> bool {
    let mut names = Der(Der(names).part(SEQUENCE).unwrap_or_default());
    std::iter::from_fn(|| names.any()).any(|(kind, _)| matches!(kind, HOST_NAME | HOST_ADDRESS))
}

/// Nothing where it is not said.
fn says_authority(extensions: &[(&[u8], &[u8])]) -> Option<bool> {
    let (_, value) = extensions.iter().find(|(kind, _)| *kind == BASIC_CONSTRAINTS)?;
    let said = Der(value).part(SEQUENCE).unwrap_or_default();
    // Left out, it is none.
    Some(Der(said).part(BOOLEAN).is_some_and(|value| value != [0]))
}

fn time((tag, text): (u8, &[u8])) -> Option<Time> {
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let text = match (tag, text.as_bytes().first()?) {
        (UTC_TIME, b'0'..=b'4') => format!("20{text}"),
        (UTC_TIME, _) => format!("19{text}"),
        (GENERALIZED_TIME, _) => text.to_owned(),
        _ => return None,
    };
    let at = DateTime::strptime("%Y%m%d%H%M%S", &text).ok()?;
    Some(Time(at.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond()))
}

fn subject(mut names: Der<'_>) -> Option<String> {
    let mut found: [Option<String>; TELLING.len()] = Default::default();
    while !names.0.is_empty() {
        let mut set = Der(names.part(SET)?);
        while !set.0.is_empty() {
            let mut pair = Der(set.part(SEQUENCE)?);
            let kind = pair.part(OBJECT_ID)?;
            let value = pair.any()?;
            if let Some(at) = TELLING.iter().position(|telling| telling == kind) {
                found[at].get_or_insert_with(|| text(value));
            }
        }
    }
    found.into_iter().flatten().find(|text| !text.is_empty())
}

/// As a page may show it: without what would break its line.
fn text((tag, bytes): (u8, &[u8])) -> String {
    let text = match tag {
        BMP_STRING => {
            let units = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    text.chars().filter(|one| !one.is_control()).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By `openssl req -x509 -newkey ed25519 -subj '/O=Köfteci/CN=kasa.lan' -days 36500`, of 2026.
    const MADE_ELSEWHERE: &str = include_str!("../../tests/it/files/certificate.pem");

    /// By `openssl req -x509 -newkey ed25519 -subj /CN=A -addext subjectAltName=email:ayse@example.com,URI:https://example.com/x`, of 2026.
    const OF_A_PERSON: &str = "MIIBZTCCARegAwIBAgIUXEME09FQctsRYOsdubBbHjNLGxQwBQYDK2VwMAwxCjAIBgNVBAMMAUEwIBcNMjYxMTE5MDA1MDMzWhgP\
         MjEyNjEwMjYwMDUwMzNaMAwxCjAIBgNVBAMMAUEwKjAFBgMrZXADIQATk+BtNSNmlTnzh6+UFp8nsBu2V4PFcIfICmVuVBimv6OB\
         iDCBhTAdBgNVHQ4EFgQUZGFRzjlCmFcy8FEMxuzY5Fo3LvEwHwYDVR0jBBgwFoAUZGFRzjlCmFcy8FEMxuzY5Fo3LvEwDwYDVR0T\
         AQH/BAUwAwEB/zAyBgNVHREEKzApgRBheXNlQGV4YW1wbGUuY29thhVodHRwczovL2V4YW1wbGUuY29tL3gwBQYDK2VwA0EAqiMm\
         uphAR67cnwfr8sn+FR1aI3Rl1epaEMG0LsNSfVjhtJvv9Et8Eq0Ws4XulXvrPMYkcVeTpVfs/gkfqU2bCg==";
    /// By `openssl req -x509 -newkey ed25519 -subj /CN=A -addext subjectAltName=DNS:kasa.lan`, of 2026.
    const OF_A_HOST: &str = "MIIBQzCB9qADAgECAhR2ZLmEREHqq3s41w5m/smF5A23nDAFBgMrZXAwDDEKMAgGA1UEAwwBQTAgFw0yNjExMTkwMDUwMzNaGA8y\
         MTI2MTAyNjAwNTAzM1owDDEKMAgGA1UEAwwBQTAqMAUGAytlcAMhAHBv9STbo8A9fQXfwA6cmB3V7daTV2d+BOEXBUZ7OI/Io2gw\
         ZjAdBgNVHQ4EFgQUJ4AwGc9ljViXSxzg1xLN0mEmti4wHwYDVR0jBBgwFoAUJ4AwGc9ljViXSxzg1xLN0mEmti4wDwYDVR0TAQH/\
         BAUwAwEB/zATBgNVHREEDDAKgghrYXNhLmxhbjAFBgMrZXADQQCe+tGVmIsRjzPo9fxaOH9aKW/boMOv6bYwIRlbxPXjsKEJbaZ9\
         RMysSvUEXtSHjK2VwMjAKp0xc5LlHajary4N";
    /// By `openssl req -x509 -newkey ed25519 -subj /CN=A -addext subjectAltName=IP:192.168.1.5`, of 2026.
    const OF_AN_ADDRESS: &str = "MIIBPzCB8qADAgECAhQSiek1lp+AA+/H9bQjZM5FL5+yXTAFBgMrZXAwDDEKMAgGA1UEAwwBQTAgFw0yNjExMTkwMDUwMzNaGA8y\
         MTI2MTAyNjAwNTAzM1owDDEKMAgGA1UEAwwBQTAqMAUGAytlcAMhAH1BF1pDzcsaCWAxbCMvGoE/7XPBT1tYXIx0eO6aOW5jo2Qw\
         YjAdBgNVHQ4EFgQUSMLa4ADb7VrmjpEXwNSTJQhYCI4wHwYDVR0jBBgwFoAUSMLa4ADb7VrmjpEXwNSTJQhYCI4wDwYDVR0TAQH/\
         BAUwAwEB/zAPBgNVHREECDAGhwTAqAEFMAUGAytlcANBAO9b1wPcUQGOki0npQpHtlbflkn+wIK30IRFE9s/CC30kopdbtq+hITx\
         iM+Ju5TLo5VC7j6DY2sQ83DUynsKhQs=";

    fn der() -> Vec<u8> {
        let body: String = MADE_ELSEWHERE.lines().filter(|line| !line.starts_with('-')).collect();
        STANDARD.decode(body).unwrap()
    }

    #[test]
    fn a_certificate_says_whose_it_is_and_until_when() {
        let facts = CertificateFacts::of_der(&der()).unwrap();
        assert_eq!(facts.subject, "kasa.lan");
        assert_eq!(
            (facts.starts.to_string(), facts.ends.to_string()),
            ("2026-11-16T12:49:38.000Z".to_owned(), "2126-10-23T12:49:38.000Z".to_owned())
        );
        assert!(facts.shown_fingerprint().starts_with("C9:DD:9B:29:97:1E"), "{}", facts.shown_fingerprint());
        assert!(facts.shown_fingerprint().ends_with("AD:59:22"));
        assert!(facts.is_of_authority, "as openssl makes it");
        assert_eq!(pem("CERTIFICATE", &der()), MADE_ELSEWHERE);
    }

    #[test]
    fn whoever_is_named_by_a_certificate_only_a_host_or_its_address_makes_it_a_servers() {
        let of_authority = |text: &str| {
            let der = STANDARD.decode(text).unwrap();
            CertificateFacts::of_der(&der).unwrap().is_of_authority
        };
        assert_eq!([OF_A_PERSON, OF_A_HOST, OF_AN_ADDRESS].map(of_authority), [true, false, false]);
    }

    proptest! {
        #[test]
        fn nothing_that_is_sent_makes_it_panic(at in 0usize..400, byte: u8, length in 0usize..400) {
            let mut der = der();
            let at = at % der.len();
            der[at] = byte;
            der.truncate(length.max(1));
            let _ = CertificateFacts::of_der(&der);
        }
    }
}
