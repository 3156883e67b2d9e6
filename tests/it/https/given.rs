//! The owner's own certificate, exchanged while garson serves.

use super::{ask, openssl, shake_hands};
use crate::harness::{Garson, eventually};
use std::{fs, path::Path};

/// A certificate that vouches for itself, and its key.
fn make(folder: &Path, name: &str) -> [String; 2] {
    let [certificate, key] =
        ["crt", "key"].map(|end| folder.join(format!("{name}.{end}")).to_str().unwrap().to_owned());
    let subject = format!("/CN={name}");
    let (said, is_made) = openssl(&[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-keyout",
        &key,
        "-out",
        &certificate,
        "-subj",
        &subject,
        "-addext",
        "subjectAltName=DNS:localhost",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-days",
        "30",
    ]);
    assert!(is_made, "{said}");
    [certificate, key]
}

#[test]
fn it_is_exchanged_without_a_restart_and_a_broken_one_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ([first, first_key], [second, second_key]) = (make(folder.path(), "first"), make(folder.path(), "second"));
    let [certificate, key] = ["live.crt", "live.key"].map(|name| folder.path().join(name));
    fs::copy(&first, &certificate).unwrap();
    fs::copy(&first_key, &key).unwrap();
    let garson = Garson::start_with(&["--tls", certificate.to_str().unwrap(), key.to_str().unwrap()]);
    let trusts = |root: &str| shake_hands(&garson, Path::new(root), "localhost").ok();
    assert!(trusts(&first).is_some() && trusts(&second).is_none());
    assert!(!garson.data().join("garson.ca").exists(), "nobody asked for an authority");

    // The certificate of one with the key of the other, as while a tool replaces them one after the other.
    fs::copy(&second, &certificate).unwrap();
    eventually("it warns", || garson.log().contains("private key is not that of the certificate").then_some(()));
    let mut stream = trusts(&first).unwrap();
    let answer = ask(&mut stream, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    fs::copy(&second_key, &key).unwrap();
    eventually("the new one is shown", || trusts(&second));
    assert!(trusts(&first).is_none());
    fs::write(&certificate, "nothing").unwrap();
    eventually("it warns again", || garson.log().contains("holds no certificate").then_some(()));
    assert!(trusts(&second).is_some());
}
