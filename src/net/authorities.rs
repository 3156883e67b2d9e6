//! `Authorities`: whose certificates are believed, the public ones that are built in or those that a file names.

use std::fmt;
use std::sync::Arc;

use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

/// Whose certificates are believed. Usually the public ones, as browsers know them.
#[derive(Clone, Debug, Default)]
pub struct Authorities(Option<Arc<Vec<Certificate<'static>>>>);

/// Why a text names no authorities.
#[derive(Debug)]
pub struct BadAuthorities;

impl fmt::Display for BadAuthorities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it holds no certificate that can be read (PEM: -----BEGIN CERTIFICATE-----)")
    }
}

impl Authorities {
    /// Those whose certificates stand in a PEM text, and no others.
    pub fn of_pem(text: &[u8]) -> Result<Authorities, BadAuthorities> {
        let mut found = Vec::new();
        for item in parse_pem(text) {
            if let PemItem::Certificate(one) = item.map_err(|_| BadAuthorities)? {
                found.push(one);
            }
        }
        if found.is_empty() {
            return Err(BadAuthorities);
        }
        Ok(Authorities(Some(Arc::new(found))))
    }

    pub(super) fn tls(&self) -> TlsConfig {
        let roots = match &self.0 {
            Some(named) => RootCerts::Specific(Arc::clone(named)),
            None => RootCerts::WebPki,
        };
        TlsConfig::builder().root_certs(roots).build()
    }
}
