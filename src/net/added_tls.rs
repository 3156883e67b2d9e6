//! `AddedTls`: TLS with targets by what the owner added: authorities, who vouch for others, and certificates of servers, each of
//! which is believed itself and vouches for nobody.
//!
//! A certificate that a server has signed itself is one of the second kind, whatever it says of itself: `openssl req -x509` makes
//! one of an authority, which no server may show by the rules. It is the very one that the owner looked at, so it may.

use super::authorities::Authorities;
use model::{CertificateFacts, Time};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error as TlsError, RootCertStore,
    SignatureScheme, StreamOwned,
};
use std::io::{Read, Write};
use std::{fmt, sync::Arc};
use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport, TransportAdapter,
};

#[derive(Debug)]
pub(super) struct AddedTls(Arc<ClientConfig>);

impl AddedTls {
    pub(super) fn new(added: &Authorities) -> Result<AddedTls, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let servers: Vec<CertificateDer<'static>> =
            added.certificates().into_iter().map(CertificateDer::from).collect();
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(servers.iter().filter(|one| is_of_authority(one)).cloned());
        // Without any there is nobody to ask.
        let authorities = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build().ok();
        let algorithms = provider.signature_verification_algorithms;
        let verifier = Arc::new(AddedVerifier { servers, authorities, algorithms });
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let config = config.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
        Ok(AddedTls(Arc::new(config)))
    }
}

fn is_of_authority(certificate: &CertificateDer<'_>) -> bool {
    CertificateFacts::of_der(certificate).is_some_and(|facts| facts.is_of_authority)
}

#[derive(Debug)]
struct AddedVerifier {
    servers: Vec<CertificateDer<'static>>,
    authorities: Option<Arc<WebPkiServerVerifier>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for AddedVerifier {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if self.servers.iter().any(|one| one == shown) {
            return believed_itself(shown, name, now).map(|()| ServerCertVerified::assertion());
        }
        match &self.authorities {
            Some(authorities) => authorities.verify_server_cert(shown, between, name, status, now),
            None => Err(CertificateError::UnknownIssuer.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls12_signature(message, shown, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls13_signature(message, shown, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

/// In its time, and under the names that it says itself: those in its subjectAltName, or its subject where it has none.
fn believed_itself(shown: &CertificateDer<'_>, name: &ServerName<'_>, now: UnixTime) -> Result<(), TlsError> {
    let facts = CertificateFacts::of_der(shown).ok_or(CertificateError::BadEncoding)?;
    let now = Time(i64::try_from(now.as_secs()).unwrap_or(i64::MAX).saturating_mul(1_000));
    if now < facts.starts {
        return Err(CertificateError::NotValidYet.into());
    }
    if now > facts.ends {
        return Err(CertificateError::Expired.into());
    }
    match verify_server_name(&ParsedCertificate::try_from(shown)?, name) {
        Err(TlsError::InvalidCertificate(CertificateError::NotValidForNameContext { presented, .. }))
            if presented.is_empty() && name.to_str().eq_ignore_ascii_case(&facts.subject) =>
        {
            Ok(())
        }
        outcome => outcome,
    }
}

impl<In: Transport> Connector<In> for AddedTls {
    type Out = Box<dyn Transport>;

    fn connect(&self, details: &ConnectionDetails, chained: Option<In>) -> Result<Option<Self::Out>, Error> {
        let Some(transport) = chained else { return Ok(None) };
        if !details.needs_tls() || transport.is_tls() {
            return Ok(Some(transport.boxed()));
        }
        let host = details.uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        let name = ServerName::try_from(host.to_owned()).map_err(|_| Error::Tls("not a name of a host"))?;
        let mut conn = ClientConnection::new(Arc::clone(&self.0), name)?;
        let mut sock = TransportAdapter::new(transport.boxed(), details.current_time.clone());
        sock.set_timeout(details.timeout);
        conn.complete_io(&mut sock)?;
        let buffers = LazyBuffers::new(details.config.input_buffer_size(), details.config.output_buffer_size());
        Ok(Some(Box::new(AddedTlsStream { buffers, stream: StreamOwned { conn, sock } })))
    }
}

/// As ureq's own, which cannot be had with another verifier.
struct AddedTlsStream {
    buffers: LazyBuffers,
    stream: StreamOwned<ClientConnection, TransportAdapter>,
}

impl Transport for AddedTlsStream {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.stream.get_mut().set_timeout(timeout);
        let output = self.buffers.output().get(..amount).unwrap_or_default();
        self.stream.write_all(output)?;
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.stream.get_mut().set_timeout(timeout);
        let amount = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        self.stream.get_mut().get_mut().is_open()
    }

    fn is_tls(&self) -> bool {
        true
    }
}

impl fmt::Debug for AddedTlsStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AddedTlsStream").finish_non_exhaustive()
    }
}
