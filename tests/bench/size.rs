//! Bytes: of the program, stripped as it is published, and of the store for each order beside SQLite's.

use crate::{
    Bench,
    peers::Peers,
    report::{
        Goal::{AtMost, None as Known},
        Report,
    },
    stock::Stock,
};
use std::process::Command;

/// Enough that what an empty file holds does not count.
const ORDERS: u64 = 20_000;

pub fn run(bench: &mut Bench) {
    let folder = tempfile::tempdir().unwrap();
    let stripped = folder.path().join("garson");
    // Cargo leaves the symbols in what it builds for a benchmark.
    let mut strip = Command::new("strip");
    strip.arg("-o").arg(&stripped).arg(env!("CARGO_BIN_EXE_garson"));
    assert!(strip.status().unwrap().success());
    let bytes = stripped.metadata().unwrap().len();
    // The goal is for what is published, which `packaging/build` holds to it.
    bench.report.figure("program, stripped, with this machine's C library", bytes as f64 / 1e6, "MB", Known);
    if let Some(peers) = &bench.peers {
        store(&mut bench.report, peers, &Stock::with(ORDERS));
    }
}

/// Both filled with the same orders in large transactions, and closed.
pub fn store(report: &mut Report, peers: &Peers, stock: &Stock) {
    let folder = tempfile::tempdir().unwrap();
    let orders = stock.orders as f64;
    let theirs = peers.fill(folder.path(), stock.orders) as f64 / 1e3 / orders;
    let pair = [(stock.disk_bytes() as f64 / 1e3 / orders, theirs)];
    report.beside(format!("store per order, {orders} orders"), "kB", "SQLite", &pair, AtMost(1.2));
}
