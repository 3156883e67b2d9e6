//! The authority that garson makes, and whom it can vouch for.

use super::{ask, encrypted, openssl, root_of, shake_hands};
use crate::harness::{Garson, garson, raw_exchange};
use std::fs;

const HEALTH: &str = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

#[test]
fn one_port_has_both_and_a_till_that_speaks_http_goes_on() {
    let garson = encrypted();
    assert_eq!(raw_exchange(&garson, HEALTH.as_bytes()).status, 200);
    for name in ["localhost", "garson.local", "127.0.0.1"] {
        let mut stream = shake_hands(&garson, &root_of(&garson), name).unwrap();
        let answer = ask(&mut stream, HEALTH);
        assert!(answer.starts_with("HTTP/1.1 200"), "{name}: {answer}");
        // Whoever switches HTTPS off again must not find browsers that refuse to come.
        assert!(!answer.to_ascii_lowercase().contains("strict-transport"), "{answer}");
    }
    for name in ["example.com", "garson.example", "192.168.77.77"] {
        let refusal = shake_hands(&garson, &root_of(&garson), name).err().unwrap();
        assert!(refusal.contains("not valid for name"), "{name}: {refusal}");
    }
}

#[test]
fn another_box_is_not_believed() {
    let (garson, other) = (encrypted(), encrypted());
    let refusal = shake_hands(&garson, &root_of(&other), "localhost").err().unwrap();
    assert!(refusal.contains("UnknownIssuer"), "{refusal}");
}

#[test]
fn the_authority_stays_the_same_and_a_restart_needs_no_new_trust() {
    let mut garson = encrypted();
    let first = fs::read(root_of(&garson)).unwrap();
    garson.restart();
    assert_eq!(fs::read(root_of(&garson)).unwrap(), first);
    shake_hands(&garson, &root_of(&garson), "localhost").unwrap();
}

#[test]
fn a_stolen_key_can_vouch_for_nobody_outside_the_local_network() {
    let garson = encrypted();
    let (folder, root) = (tempfile::tempdir().unwrap(), root_of(&garson));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let root = root.to_str().unwrap();
    assert!(
        openssl(&[
            "req",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            &path("key"),
            "-subj",
            "/CN=x",
            "-out",
            &path("csr")
        ])
        .1
    );
    let (said, _) = openssl(&["x509", "-in", root, "-noout", "-ext", "extendedKeyUsage"]);
    assert!(said.trim_end().ends_with("    TLS Web Server Authentication"), "it signs programs too: {said}");
    let (outside, unfit) = (Some("permitted subtree violation"), Some("unsuitable certificate purpose"));
    for (name, usage, purpose, refusal) in [
        ("DNS:garson-2.local", "serverAuth", "sslserver", None),
        ("IP:192.168.3.4", "serverAuth", "sslserver", None),
        ("DNS:www.google.com", "serverAuth", "sslserver", outside),
        ("DNS:local.example.com", "serverAuth", "sslserver", outside),
        ("IP:93.184.216.34", "serverAuth", "sslserver", outside),
        ("DNS:garson.local,DNS:bank.example", "serverAuth", "sslserver", outside),
        ("email:boss@bank.example", "serverAuth", "sslserver", outside),
        ("email:boss@kasa.local", "emailProtection", "smimesign", unfit),
        ("DNS:garson.local", "clientAuth", "sslclient", unfit),
    ] {
        let usages = format!("keyUsage=digitalSignature\nextendedKeyUsage={usage}\n");
        fs::write(path("names"), format!("subjectAltName={name}\n{usages}")).unwrap();
        let (csr, leaf, names) = (path("csr"), path("leaf"), path("names"));
        let (said, is_signed) = openssl(&[
            "x509",
            "-req",
            "-in",
            &csr,
            "-CA",
            root,
            "-CAkey",
            root,
            "-set_serial",
            "7",
            "-days",
            "9",
            "-extfile",
            &names,
            "-out",
            &leaf,
        ]);
        assert!(is_signed, "{said}");
        let (said, is_believed) = openssl(&["verify", "-x509_strict", "-purpose", purpose, "-CAfile", root, &leaf]);
        assert_eq!(is_believed, refusal.is_none(), "{name} {purpose}: {said}");
        assert!(refusal.is_none_or(|refusal| said.contains(refusal)), "{name} {purpose}: {said}");
    }
}

#[test]
fn a_certificate_is_as_browsers_want_it() {
    let garson = encrypted();
    let root = root_of(&garson);
    let address = garson.base.strip_prefix("http://").unwrap();
    let (said, is_content) = openssl(&[
        "s_client",
        "-connect",
        address,
        "-CAfile",
        root.to_str().unwrap(),
        "-verify_return_error",
        "-verify_hostname",
        "garson.local",
        "-x509_strict",
        "-tls1_2",
    ]);
    assert!(is_content && said.contains("Verify return code: 0 (ok)"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_authority_that_others_can_read_is_refused_with_what_mends_it() {
    use std::os::unix::fs::PermissionsExt;
    let mut garson = encrypted();
    garson.stop();
    let root = root_of(&garson);
    assert_eq!(root.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&root, PermissionsExt::from_mode(0o644)).unwrap();
    let refused = start(&garson, &["--tls", "auto"]);
    assert!(refused.contains(&format!("chmod 600 {}", root.display())), "{refused}");
}

#[test]
fn what_makes_no_sense_is_said_at_the_start() {
    let garson = Garson::prepare(&[]);
    let missing = start(&garson, &["--tls", "/nowhere/c.pem", "/nowhere/k.pem"]);
    assert!(missing.contains("--tls cannot be used") && missing.contains("/nowhere/c.pem"), "{missing}");
    let half = start(&garson, &["--tls", "c.pem"]);
    assert!(half.contains("`auto`, or two files"), "{half}");
}

/// A start that is refused, and its sentence.
fn start(at: &Garson, flags: &[&str]) -> String {
    let mut command = garson();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(at.data()).args(flags);
    let output = command.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}
