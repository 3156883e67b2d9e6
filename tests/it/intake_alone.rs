//! The listener for the internet: orders come in there, and nothing else is there.

use crate::harness::{Garson, Shop, an_order, eventually};
use serde_json::json;
use std::{
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

fn start(flags: &[&str]) -> Garson {
    Garson::start_with(&[&["--listen-intake", "127.0.0.1:0"], flags].concat())
}

#[test]
fn orders_come_in_and_nothing_else_is_there() {
    let garson = start(&[]);
    let shop = Shop::open(&garson);
    let outside = |path: &str| format!("{}{path}", garson.intake_base);
    let orders = outside(&format!("{}/orders", shop.intake));
    let order = an_order("1").to_string();
    let taken = garson.send("POST", &orders, Some(order.as_bytes()), &[("Authorization", "")]).id();
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["id"], taken.as_str());
    // The same door is at home on the other listener too, for a shop on the same network.
    assert_eq!(shop.push(&garson, &an_order("1")).id(), taken);

    let paths = "/ /login /setup /board /health /metrics /openapi.json /api /api/en/orders /reference /help /help/en/board /web-api/v1/orders /static/panel.css \
                 /web-api/v1 /intake /intake/v1 /intake/v1/open //login /%2e%2e/login /intake/v1/../../login /favicon.ico";
    for path in paths.split(' ') {
        for method in ["GET", "POST", "PUT", "DELETE", "OPTIONS"] {
            let body = (method != "GET").then_some(&b"{}"[..]);
            let refused = garson.send(method, &outside(path), body, &[]);
            let message = refused.refused(404, "not_found")["message"].as_str().unwrap_or_default().to_owned();
            // Under the door of orders it says how to come by the right address, which is no secret.
            let rest = message.strip_prefix("There is nothing at this address.");
            let is_intake = path.starts_with("/intake/v1");
            assert_eq!(rest.map(|hint| hint.contains("intakeUrl")), Some(is_intake), "{method} {path}: {message}");
            assert_eq!(refused.header("set-cookie"), None, "{method} {path}");
        }
    }
    // Neither the right key nor a session opens what is not there, and both listeners are counted.
    assert!(garson.metric("garson_http_answers_total{class=\"4xx\"}") >= 90);
}

#[test]
fn a_visitor_is_told_from_another_by_a_trusted_proxy_there_too() {
    let garson = start(&["--trusted-proxy", "127.0.0.1", "--rate-limit", "50"]);
    let shop = Shop::open(&garson);
    let orders = format!("{}{}/orders", garson.intake_base, shop.intake);
    let headers = [("Authorization", ""), ("X-Forwarded-For", "198.51.100.7"), ("X-Forwarded-Proto", "https")];
    let reply = garson.send("POST", &orders, Some(an_order("1").to_string().as_bytes()), &headers);
    assert!(reply.status == 200 && reply.header("strict-transport-security").is_some(), "{reply}");
}

#[test]
fn it_stops_and_starts_with_the_rest_and_says_where_it_cannot_be() {
    let mut garson = start(&[]);
    let shop = Shop::open(&garson);
    let first = garson.intake_base.clone();
    garson.stop_sound();
    eventually("the port to be free", || garson.try_send("GET", &first, None, &[]).is_err().then_some(()));
    garson.restart();
    let orders = format!("{}{}/orders", garson.intake_base, shop.intake);
    garson.send("POST", &orders, Some(an_order("2").to_string().as_bytes()), &[]).id();

    let taken = garson.intake_base.strip_prefix("http://").unwrap();
    let other = tempfile::tempdir().unwrap();
    let flags = ["serve", "--listen", "127.0.0.1:0", "--listen-intake", taken, "--data"];
    let output = crate::harness::garson().args(flags).arg(other.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("choose another port with --listen-intake."), "{said}");
    assert_eq!(json!(garson.get("/health").status), 200);
}

/// What `garson doctor` says of the public address: of intake, and of what else is there.
fn diagnosis(garson: &Garson) -> [Option<String>; 2] {
    let doctor = crate::harness::garson().args(["doctor", "--json", "--data"]).arg(garson.data()).output().unwrap();
    let found: serde_json::Value = serde_json::from_slice(&doctor.stdout).unwrap();
    ["publicAddress", "publicPanel"].map(|topic| {
        let one = found["findings"].as_array().unwrap().iter().find(|one| one["topic"] == topic)?;
        Some(one["wellness"].as_str().unwrap().to_owned())
    })
}

/// A proxy on this machine that passes everything on to whoever is behind it by now. Its host is not the panel's, unless it
/// should be.
fn proxy(host: &str) -> (String, Arc<Mutex<String>>) {
    let listener = TcpListener::bind((host, 0)).unwrap();
    let (url, behind) = (format!("http://{}", listener.local_addr().unwrap()), Arc::new(Mutex::new(String::new())));
    let target = behind.clone();
    thread::spawn(move || {
        for mut visitor in listener.incoming().flatten() {
            let address = target.lock().unwrap().strip_prefix("http://").unwrap().to_owned();
            let Ok(mut inside) = TcpStream::connect(address) else { continue };
            let (mut to, mut from) = (inside.try_clone().unwrap(), visitor.try_clone().unwrap());
            thread::spawn(move || std::io::copy(&mut from, &mut to));
            thread::spawn(move || std::io::copy(&mut inside, &mut visitor));
        }
    });
    (url, behind)
}

#[test]
fn the_doctor_sees_where_the_public_address_leads() {
    let (url, behind) = proxy("127.0.0.2");
    let garson = start(&["--public-url", &url, "--trusted-proxy", "127.0.0.1"]);
    let well = |text: &str| Some(text.to_owned());
    garson.intake_base.clone_into(&mut behind.lock().unwrap());
    assert_eq!(diagnosis(&garson), [well("good"), well("good")]);
    garson.base.clone_into(&mut behind.lock().unwrap());
    assert_eq!(diagnosis(&garson), [well("good"), well("warning")]);
    // Another garson is not this one.
    let other = start(&[]);
    other.intake_base.clone_into(&mut behind.lock().unwrap());
    assert_eq!(diagnosis(&garson), [well("bad"), well("good")]);
    "http://127.0.0.1:9".clone_into(&mut behind.lock().unwrap());
    assert_eq!(diagnosis(&garson)[0], well("bad"));
    // Nobody is asked where no address was set, and nobody else gets an answer.
    assert_eq!(diagnosis(&other), [None, None]);
    other.get("/intake/v1/reach/anything").refused(404, "not_found");
}

#[test]
fn the_doctor_sees_the_panel_past_the_proxy_whether_it_is_encrypted_or_not() {
    for flags in [&[][..], &["--tls", "auto", "--tls-only"]] {
        let (url, behind) = proxy("127.0.0.1");
        let garson = start(&[&["--public-url", &url, "--trusted-proxy", "127.0.0.1"], flags].concat());
        garson.intake_base.clone_into(&mut behind.lock().unwrap());
        let well = |text: &str| Some(text.to_owned());
        assert_eq!(diagnosis(&garson), [well("good"), well("warning")], "{flags:?}");
        // Also while nobody is behind the proxy.
        "http://127.0.0.1:9".clone_into(&mut behind.lock().unwrap());
        assert_eq!(diagnosis(&garson), [well("bad"), well("warning")], "{flags:?}");
    }
}
