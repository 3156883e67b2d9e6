//! `Authorities`: whose certificates are believed: the public ones that are built in or those that a file names, and of the
//! targets that the owner chose also those that he added (`added_tls`).

use std::sync::Arc;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

#[derive(Clone, Debug, Default)]
pub struct Authorities(Option<Arc<Vec<Certificate<'static>>>>);

/// Why a text names no authorities.
const NO_CERTIFICATE: &str = "it holds no certificate that can be read (PEM: -----BEGIN CERTIFICATE-----)";

impl Authorities {
    /// Those whose certificates stand in a PEM text, and no others.
    pub fn of_pem(text: &[u8]) -> Result<Authorities, &'static str> {
        let mut found = Vec::new();
        for item in parse_pem(text) {
            if let PemItem::Certificate(one) = item.map_err(|_| NO_CERTIFICATE)? {
                found.push(one);
            }
        }
        if found.is_empty() {
            return Err(NO_CERTIFICATE);
        }
        Ok(Authorities(Some(Arc::new(found))))
    }

    /// Those with these certificates; none where there are none.
    pub fn of_certificates(all: &[Vec<u8>]) -> Option<Authorities> {
        let all: Vec<_> = all.iter().map(|der| Certificate::from_der(der).to_owned()).collect();
        (!all.is_empty()).then(|| Authorities(Some(Arc::new(all))))
    }

    /// The certificates of those that were named.
    pub fn certificates(&self) -> Vec<Vec<u8>> {
        self.0.iter().flat_map(|named| named.iter()).map(|one| one.der().to_vec()).collect()
    }

    pub(super) fn tls(&self) -> TlsConfig {
        let roots = match &self.0 {
            Some(named) => RootCerts::Specific(Arc::clone(named)),
            None => RootCerts::WebPki,
        };
        TlsConfig::builder().root_certs(roots).build()
    }
}
