//! PocketBase, the appliance that one would take instead: only where `POCKETBASE` names its program.
//!
//! It is measured on the real disk, as a preloaded shim does not reach it, and it does not wait for the disk at each
//! order (WAL with synchronous=NORMAL). A record there is the order's JSON, its restaurant and its platform's id, of which there is one.

use crate::{
    Bench,
    harness::Garson,
    intake::Turn,
    load::{request, send_all},
    orders,
    report::Goal,
};
use serde_json::json;
use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const ROUNDS: u64 = 3;
const ORDERS: u64 = 1_000;
const OWNER: [&str; 2] = ["owner@example.com", "a good password"];

pub fn run(bench: &mut Bench) {
    let Some(program) = std::env::var_os("POCKETBASE") else { return };
    let peer = PocketBase::start(&program);
    let garson = bench.stock.copy(&[]).serve();
    for connections in [1, 16, 64] {
        let pairs: Vec<(f64, f64)> = (0..ROUNDS)
            .map(|round| {
                let first = 10_000_000 + (connections as u64 * ROUNDS + round) * ORDERS;
                let ours = Turn::of_ours(&garson, &bench.stock.intakes, connections, first..first + ORDERS);
                let requests: Vec<Vec<u8>> = (first..first + ORDERS).map(record).collect();
                (ours.rate, send_all(&peer.address, connections, &requests).per_second())
            })
            .collect();
        let name = format!("intake, real disk, {connections} connections");
        bench.report.beside(name, "orders/s", "PocketBase", &pairs, Goal::None);
    }
}

fn record(number: u64) -> Vec<u8> {
    let (id, shop, body) = (orders::provider_order_id(number), number % 50, orders::order(number));
    let record = format!(r#"{{"providerOrderId":"{id}","restaurant":"shop-{shop}","body":{body}}}"#);
    request("POST", "/api/collections/orders/records", &[], &record)
}

struct PocketBase {
    child: Child,
    address: String,
    _folder: TempDir,
}

impl PocketBase {
    fn start(program: &std::ffi::OsStr) -> PocketBase {
        let folder = tempfile::tempdir().unwrap();
        let command = |words: &[&str]| {
            let mut command = Command::new(program);
            command.args(words).arg("--dir").arg(folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
            command
        };
        assert!(command(&["superuser", "upsert", OWNER[0], OWNER[1]]).status().unwrap().success());
        // It prints no port that it chose; one that is free now will be in a moment.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let child = command(&["serve", "--http", &address]).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(&address).is_err() {
            assert!(Instant::now() < until, "PocketBase does not listen");
            thread::sleep(Duration::from_millis(50));
        }
        let peer = PocketBase { child, address, _folder: folder };
        peer.make_collection();
        peer
    }

    fn make_collection(&self) {
        // The harness knows how to ask any address.
        let client = Garson::unowned(&[]);
        let ask = |path: &str, token: &str, body: serde_json::Value| {
            let url = format!("http://{}/api/collections{path}", self.address);
            let reply = client.send("POST", &url, Some(body.to_string().as_bytes()), &[("Authorization", token)]);
            assert_eq!(reply.status, 200, "{reply}");
            reply.json
        };
        let login = json!({ "identity": OWNER[0], "password": OWNER[1] });
        let token = ask("/_superusers/auth-with-password", "", login)["token"].as_str().unwrap().to_owned();
        let text = |name: &str| json!({ "name": name, "type": "text", "required": true });
        let collection = json!({
            "name": "orders", "type": "base", "createRule": "",
            "fields": [text("providerOrderId"), text("restaurant"), { "name": "body", "type": "json" }],
            "indexes": ["create unique index by_platform on orders (restaurant, providerOrderId)"],
        });
        ask("", &token, collection);
    }
}

impl Drop for PocketBase {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
