//! Targets with a certificate of the house: believed once the owner adds its authority, for webhooks and nothing else.

use super::openssl;
use crate::{
    harness::{Garson, Shop, an_order},
    panel::Browser,
};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serde_json::json;
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    path::Path,
    sync::Arc,
};

/// An authority and a certificate of its own for this machine, in a folder.
fn make(folder: &Path) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    let root = [
        &["req", "-x509"][..],
        &curve,
        &["-keyout", &path("ca.key"), "-out", &path("ca.pem"), "-subj", "/CN=Evin yetkilisi", "-utf8", "-days", "30"],
    ];
    let asked = [&["req"][..], &curve, &["-keyout", &path("leaf.key"), "-out", &path("leaf.csr"), "-subj", "/CN=kasa"]];
    fs::write(path("names"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").unwrap();
    let (csr, ca, key, names, leaf) =
        (path("leaf.csr"), path("ca.pem"), path("ca.key"), path("names"), path("leaf.pem"));
    let signed = [
        "x509",
        "-req",
        "-in",
        &csr,
        "-CA",
        &ca,
        "-CAkey",
        &key,
        "-set_serial",
        "2",
        "-days",
        "9",
        "-extfile",
        &names,
        "-out",
        &leaf,
    ];
    for command in [root.concat(), asked.concat(), signed.to_vec()] {
        let (said, is_done) = openssl(&command);
        assert!(is_done, "{said}");
    }
}

/// Answers everything with 200 over TLS; where it listens.
fn receiver(folder: &Path) -> String {
    let chain = vec![CertificateDer::from_pem_file(folder.join("leaf.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_file(folder.join("leaf.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let (config, listener) = (Arc::new(config), TcpListener::bind("127.0.0.1:0").unwrap());
    let url = format!("https://{}/hook", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut stream = StreamOwned::new(ServerConnection::new(config.clone()).unwrap(), stream);
            let mut sent = [0; 8 << 10];
            // The header and its body come together or one after the other; whoever is not believed sends nothing.
            if matches!(stream.read(&mut sent), Ok(length) if length > 0) {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
                let _ = stream.flush();
                stream.conn.send_close_notify();
                let _ = stream.flush();
                while matches!(stream.read(&mut sent), Ok(length) if length > 0) {}
            }
        }
    });
    url
}

#[test]
fn an_added_authority_is_believed_of_targets_without_a_restart_and_of_no_platform() {
    let (folder, garson) = (tempfile::tempdir().unwrap(), Garson::start());
    make(folder.path());
    let url = receiver(folder.path());
    let webhook = garson.post("/web-api/v1/webhooks", json!({ "url": url })).id();
    let test = || garson.post(&format!("/web-api/v1/webhooks/{webhook}/test"), json!({}));
    let refused = test();
    refused.refused(502, "webhook_target_unreachable");
    assert!(refused.text.contains("UnknownIssuer"), "{refused}");

    let owner = Browser::owner(&garson, "en");
    let pem = fs::read_to_string(folder.path().join("ca.pem")).unwrap();
    let added = owner.post("/webhooks/authorities", &[("certificate", &pem)]);
    assert_eq!(added.status, 303, "{added}");
    assert_eq!(test().data()["statusCode"], 200);
    assert_eq!(test().data()["statusCode"], 200);
    let page = owner.page("/webhooks/authorities");
    let (print, _) =
        openssl(&["x509", "-in", folder.path().join("ca.pem").to_str().unwrap(), "-noout", "-fingerprint", "-sha256"]);
    let print = print.trim().rsplit('=').next().unwrap();
    assert!(page.contains("Evin yetkilisi") && page.contains(print), "{page}");
    // The same again changes nothing.
    assert_eq!(owner.post("/webhooks/authorities", &[("certificate", &pem)]).status, 303);
    assert_eq!(owner.page("/webhooks/authorities").matches("Evin yetkilisi").count(), 1);

    // `open` is a platform: what it is told goes to nobody whom the world does not know.
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": url } }));
    shop.push(&garson, &an_order("5")).id();
    garson.post("/web-api/v1/orders/verify/5", json!({})).refused(502, "platform_unreachable");

    let which = print.replace(':', "").to_lowercase();
    assert_eq!(owner.post("/webhooks/authorities/remove", &[("which", &which)]).status, 303);
    test().refused(502, "webhook_target_unreachable");
    let log = owner.page("/audit");
    assert!(log.contains("Certificate authority added") && log.contains("Certificate authority removed"), "{log}");
}

#[test]
fn what_is_no_certificate_is_refused_with_what_is_wrong() {
    let (folder, garson) = (tempfile::tempdir().unwrap(), Garson::start());
    make(folder.path());
    let key = fs::read_to_string(folder.path().join("ca.key")).unwrap();
    let (owner, staff) = (Browser::owner(&garson, "en"), Browser::new(&garson, "en"));
    for (text, sentence) in [
        (key.as_str(), "This is a private key"),
        ("", "no certificate here"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "no certificate here"),
        ("-----BEGIN CERTIFICATE-----\n<script>", "no certificate here"),
    ] {
        let refused = owner.post("/webhooks/authorities", &[("certificate", text)]);
        assert!(refused.status == 422 && refused.text.contains(sentence), "{text}: {refused}");
        assert!(!refused.text.contains("BEGIN EC") && !refused.text.contains("<script>\n"), "{refused}");
    }
    assert_eq!(staff.get("/webhooks/authorities").status, 303);
    let gone = owner.post("/webhooks/authorities/remove", &[("which", "ab")]);
    assert_eq!(gone.status, 404, "{gone}");
}
