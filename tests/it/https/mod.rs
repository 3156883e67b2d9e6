//! HTTPS on the local network: on the port of HTTP, with an authority of its own or the owner's certificate.

mod authority;
mod given;
mod pages;
mod stalled;
mod targets;

use crate::harness::{Garson, PATIENCE, connect};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use std::{
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::Command,
    sync::Arc,
};

type Tls = StreamOwned<ClientConnection, TcpStream>;

fn encrypted() -> Garson {
    Garson::start_with(&["--tls", "auto"])
}

/// An encrypted connection of a client that believes nobody but the authority in a file.
fn shake_hands(garson: &Garson, root: &Path, name: &str) -> Result<Tls, String> {
    let mut stream = connect(garson);
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(root).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    // As a browser offers them.
    config.alpn_protocols = [&b"h2"[..], b"http/1.1"].map(<[u8]>::to_vec).into();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut session = ClientConnection::new(Arc::new(config), name).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    while session.is_handshaking() {
        session.complete_io(&mut stream).map_err(|error| error.to_string())?;
    }
    assert_eq!(session.alpn_protocol(), Some(&b"http/1.1"[..]));
    Ok(StreamOwned::new(session, stream))
}

fn root_of(garson: &Garson) -> std::path::PathBuf {
    garson.data().join("garson.ca")
}

/// One request of HTTP/1.1, and all of its answer.
fn ask(stream: &mut Tls, request: &str) -> String {
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// What openssl says, and whether it is content.
fn openssl(arguments: &[&str]) -> (String, bool) {
    let output = Command::new("openssl").args(arguments).output().expect("openssl is installed");
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).into_owned(), output.status.success())
}
