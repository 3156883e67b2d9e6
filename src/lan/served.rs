//! `Served`: the certificate that is shown to clients, which can be exchanged while the program serves.

use crate::model::CertificateFacts;
use parking_lot::RwLock;
use std::path::{Path, PathBuf};
use std::{fmt, fs, sync::Arc, time::SystemTime};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::{self, ServerConfig, pki_types::pem::PemObject, sign::CertifiedKey};

/// A certificate, those between it and its authority, and its key.
pub struct Pair {
    pub chain: Vec<CertificateDer<'static>>,
    pub key: PrivateKeyDer<'static>,
}

impl Pair {
    pub fn of_files(files: &PairFiles) -> Result<Pair, String> {
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()));
        let (certificate, key) = (read(&files.certificate)?, read(&files.key)?);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&certificate).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| format!("{} holds no certificate (PEM)", files.certificate.display()))?;
        let key = PrivateKeyDer::from_pem_slice(&key);
        let key = key.map_err(|_| format!("{} holds no private key (PEM, without a password)", files.key.display()))?;
        Ok(Pair { chain, key })
    }
}

/// The owner's own.
#[derive(Clone, Debug)]
pub struct PairFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

impl PairFiles {
    /// What tells a file from its successor.
    pub fn marks(&self) -> [Option<(SystemTime, u64)>; 2] {
        [&self.certificate, &self.key].map(|path| {
            let about = path.metadata().ok()?;
            Some((about.modified().ok()?, about.len()))
        })
    }
}

pub struct Served {
    provider: Arc<CryptoProvider>,
    current: RwLock<Arc<CertifiedKey>>,
}

impl Served {
    pub fn new(pair: Pair) -> Result<(Arc<Served>, CertificateFacts), String> {
        let provider = Arc::new(ring::default_provider());
        let (key, facts) = certified(&provider, pair)?;
        Ok((Arc::new(Served { provider, current: RwLock::new(key) }), facts))
    }

    /// From now on this one is shown; one that cannot be is refused, and the last one stays.
    pub fn exchange(&self, pair: Pair) -> Result<CertificateFacts, String> {
        let (key, facts) = certified(&self.provider, pair)?;
        *self.current.write() = key;
        Ok(facts)
    }

    /// How connections are encrypted: TLS 1.2 and 1.3.
    pub fn config(self: &Arc<Served>) -> Result<Arc<ServerConfig>, String> {
        let builder = ServerConfig::builder_with_provider(self.provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(self.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}

fn certified(provider: &CryptoProvider, pair: Pair) -> Result<(Arc<CertifiedKey>, CertificateFacts), String> {
    let facts = pair.chain.first().and_then(|first| CertificateFacts::of_der(first));
    let facts = facts.ok_or("the certificate cannot be read")?;
    let key = CertifiedKey::from_der(pair.chain, pair.key, provider).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => "the private key is not that of the certificate".to_owned(),
        error => error.to_string(),
    })?;
    Ok((Arc::new(key), facts))
}

impl fmt::Debug for Served {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Served")
    }
}

impl ResolvesServerCert for Served {
    /// Every name gets this certificate: a visitor by address names none.
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current.read().clone())
    }
}
