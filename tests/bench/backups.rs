//! Backups: how long one takes while orders come in, how large it is, how long its proof and a restore take, and what it
//! does to the orders.

use crate::{
    Bench,
    harness::{Garson, garson},
    intake::{address, requests},
    load::send_for,
    process::{Disk, on_disk},
    report::Goal::{AtMost, None as Known},
    stock::Stock,
};
use std::{
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

const ROUNDS: u64 = 5;
const CONNECTIONS: usize = 4;
/// What comes in meanwhile: some hundred orders a second, far more than restaurants get and less than there could be.
const PAUSE: Duration = Duration::from_millis(10);
const TURN: Duration = Duration::from_secs(3);

pub fn run(bench: &mut Bench) {
    for orders in bench.or_short(vec![1_000, 100_000], vec![40]) {
        at(bench, orders);
    }
}

fn at(bench: &mut Bench, orders: u64) {
    let (rounds, turn) = bench.or_short((ROUNDS, TURN), (1, Duration::from_millis(200)));
    let Stock { garson, intakes, .. } = Stock::with(orders);
    let mut garson = on_disk(Disk::Steady, garson).serve();
    let files = tempfile::tempdir().unwrap();
    let (open, secret, words) =
        (files.path().join("open"), files.path().join("secret"), files.path().join("passphrase"));
    std::fs::write(&words, "dört yeşil masa").unwrap();
    let report = &mut bench.report;
    let at = format!("{orders} orders");
    let mut time = |name: &str, command: &mut Command| {
        let began = Instant::now();
        let done = command.stdout(Stdio::null()).status().unwrap();
        assert!(done.success(), "{name}");
        report.figure(format!("{name}, {at}"), began.elapsed().as_secs_f64(), "s", Known);
        began.elapsed()
    };
    let data = garson.data().to_owned();
    let unproven = time("backup, running", command("backup", &open, &data).arg("--no-proof"));
    let proven = time("backup with its proof, running", command("backup", &open, &data).arg("--force"));
    let passphrase = |word, file: &Path| {
        let mut command = command(word, file, &data);
        command.arg("--passphrase-file").arg(&words);
        command
    };
    time("encrypted backup, running", passphrase("backup", &secret).arg("--no-proof"));
    let proof = proven.saturating_sub(unproven);
    report.figure(format!("proof, {at}"), proof.as_secs_f64(), "s", Known);
    let megabytes = |path: &Path| path.metadata().unwrap().len() as f64 / 1e6;
    report.figure(format!("backup, {at}"), megabytes(&open), "MB", Known);
    report.figure(format!("its store, {at}"), megabytes(&data.join("garson.redb")), "MB", Known);
    let pairs: Vec<_> = (0..rounds).map(|round| beside(&garson, &intakes, orders + round * 100_000, turn)).collect();
    let p50: Vec<_> = pairs.iter().map(|(during, before)| (during.0, before.0)).collect();
    let p99: Vec<_> = pairs.iter().map(|(during, before)| (during.1, before.1)).collect();
    report.beside(format!("p50 of an order during a backup, {at}"), "ms", "without", &p50, AtMost(1.5));
    report.beside(format!("p99 of an order during a backup, {at}"), "ms", "without", &p99, AtMost(2.0));
    garson.stop();
    let began = Instant::now();
    let done = passphrase("restore", &secret).arg("--force").stdout(Stdio::null()).status().unwrap();
    assert!(done.success());
    report.figure(format!("restore, {at}"), began.elapsed().as_secs_f64(), "s", Known);
    garson.assert_sound();
}

fn command(word: &str, file: &Path, data: &Path) -> Command {
    let mut command = garson();
    command.arg(word).arg(file).arg("--data").arg(data);
    command
}

/// p50 and p99 in milliseconds: while backups are made, one after the other, and without.
fn beside(garson: &Garson, intakes: &[String], first: u64, time: Duration) -> ((f64, f64), (f64, f64)) {
    let most = time.as_millis() as u64 / PAUSE.as_millis() as u64 * CONNECTIONS as u64;
    let turn = |first: u64| {
        let load = send_for(address(garson), CONNECTIONS, &requests(first..first + most, intakes), time, PAUSE);
        let millis = |share| load.wait(share).as_secs_f64() * 1e3;
        (millis(0.5), millis(0.99))
    };
    let without = turn(9_000_000 + first);
    let is_over = AtomicBool::new(false);
    let during = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let made = command("backup", Path::new("-"), garson.data()).stdout(Stdio::null()).status().unwrap();
                assert!(made.success());
            }
        });
        let during = turn(9_000_000 + first + most);
        is_over.store(true, Ordering::Relaxed);
        during
    });
    (during, without)
}
