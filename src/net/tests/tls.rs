//! Whom the client believes over TLS.

use std::io::{BufReader, Write};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::peer::{OK, Peer, post};
use crate::{Authorities, Guard, Net, Request, Trouble};

const AUTHORITY: &[u8] = include_bytes!("tls/authority.pem");

/// A peer whose certificate is by an authority that nobody else knows.
fn peer() -> Peer {
    peer_with(include_bytes!("tls/server.pem"), include_bytes!("tls/server.key"))
}

fn peer_with(certificate: &[u8], key: &[u8]) -> Peer {
    let chain = vec![CertificateDer::from_pem_slice(certificate).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(key).unwrap();
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(ring).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap());
    Peer::new(move |_, stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
        let mut stream = BufReader::new(StreamOwned::new(connection, stream.into_inner()));
        let mut line = String::new();
        // A client that does not believe it hangs up here.
        while std::io::BufRead::read_line(&mut stream, &mut line).is_ok_and(|read| read > 0) {
            if line.ends_with("\r\n\r\n") {
                let _ = stream.get_mut().write_all(OK.as_bytes());
            }
        }
    })
}

fn send(net: &Net, host: &str, peer: &Peer) -> Result<u16, Trouble> {
    let url = format!("https://{host}:{}/hook", peer.port);
    net.send(&post(&url, Duration::from_secs(10))).map(|answer| answer.status)
}

#[test]
fn a_peer_is_believed_only_if_somebody_known_vouches_for_its_very_name() {
    let (peer, named) = (peer(), Authorities::of_pem(AUTHORITY).unwrap());
    let trusting = Net::trusting(Guard::default(), named);
    assert_eq!(send(&trusting, "localhost", &peer), Ok(200));
    // Also after the guard was changed in the settings.
    trusting.set_guard(Guard::default());
    assert_eq!(send(&trusting, "localhost", &peer), Ok(200));
    let strict = Net::new(Guard::default());
    let expect = |outcome, word: &str| {
        assert!(matches!(&outcome, Err(Trouble::Unreachable(why)) if why.contains(word)), "{outcome:?}");
    };
    expect(send(&strict, "localhost", &peer), "UnknownIssuer");
    expect(send(&trusting, "127.0.0.1", &peer), "not valid for name");
}

/// With what the owner added.
fn adding(certificate: &[u8]) -> Net {
    let net = Net::new(Guard::default());
    net.set_added(Some(Authorities::of_pem(certificate).unwrap()));
    net
}

fn send_to_target(net: &Net, host: &str, peer: &Peer) -> Result<u16, String> {
    let url = format!("https://{host}:{}/hook", peer.port);
    let request = Request { is_to_target: true, ..post(&url, Duration::from_secs(10)) };
    net.send(&request).map(|answer| answer.status).map_err(|trouble| trouble.to_string())
}

fn is_refused(outcome: Result<u16, String>, word: &str) {
    assert!(outcome.as_ref().is_err_and(|why| why.contains(word)), "{outcome:?}");
}

/// As `openssl req -x509` makes it, with its name as the subject alone and as one of an authority; and one of a server
/// (`-addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:localhost`).
#[test]
fn a_self_signed_certificate_that_was_added_is_believed_itself() {
    for (certificate, key) in [
        (&include_bytes!("tls/self-signed.pem")[..], &include_bytes!("tls/self-signed.key")[..]),
        (include_bytes!("tls/self-signed-server.pem"), include_bytes!("tls/self-signed-server.key")),
    ] {
        let peer = peer_with(certificate, key);
        assert_eq!(send_to_target(&adding(certificate), "localhost", &peer), Ok(200));
        is_refused(send_to_target(&adding(certificate), "127.0.0.1", &peer), "not valid for name");
        is_refused(send_to_target(&adding(AUTHORITY), "localhost", &peer), "invalid peer certificate");
        // Platforms are another matter.
        assert!(send(&adding(certificate), "localhost", &peer).is_err());
    }
    assert_eq!(send_to_target(&adding(AUTHORITY), "localhost", &peer()), Ok(200), "an authority vouches for others");
}

/// Made with the key of the server that was added, for its own name and another.
#[test]
fn a_servers_certificate_that_was_added_vouches_for_no_other() {
    let forger = peer_with(include_bytes!("tls/forged.pem"), include_bytes!("tls/forged.key"));
    let net = adding(include_bytes!("tls/self-signed-server.pem"));
    for host in ["localhost", "127.0.0.1"] {
        is_refused(send_to_target(&net, host, &forger), "UnknownIssuer");
    }
    // Also beside an authority.
    let both = [AUTHORITY, &include_bytes!("tls/self-signed-server.pem")[..]].concat();
    is_refused(send_to_target(&adding(&both), "localhost", &forger), "UnknownIssuer");
    assert_eq!(send_to_target(&adding(&both), "localhost", &peer()), Ok(200));
}

#[test]
fn a_file_without_certificates_names_nobody() {
    let cut = &AUTHORITY[..AUTHORITY.len() / 2];
    let key = include_bytes!("tls/server.key");
    for text in [&b""[..], b"hello", cut, key] {
        assert!(Authorities::of_pem(text).is_err(), "{}", String::from_utf8_lossy(text));
    }
    let two = [AUTHORITY, b"\n# a remark\n", AUTHORITY].concat();
    assert!(Authorities::of_pem(&two).is_ok());
}
