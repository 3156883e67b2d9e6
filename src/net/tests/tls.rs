//! Whom the client believes over TLS.

use std::io::{BufReader, Write};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::peer::{OK, Peer, post};
use crate::{Authorities, Guard, Net, Trouble};

const AUTHORITY: &[u8] = include_bytes!("tls/authority.pem");

/// A peer whose certificate is by an authority that nobody else knows.
fn peer() -> Peer {
    let chain = vec![CertificateDer::from_pem_slice(include_bytes!("tls/server.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key")).unwrap();
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
