//! What a webhook adds: CPU for each order over 64 connections, with none, one and three webhooks that hear of it.
//!
//! The clock of the CPU stops when the last delivery has arrived.

use crate::{
    Bench,
    harness::Garson,
    intake::{address, requests},
    load::send_all,
    process::{Disk, cpu_of, on_disk},
    report::{
        Goal::{AtMost, None as Known},
        median,
    },
    target::Target,
};
use serde_json::json;

const ROUNDS: u64 = 3;

pub fn run(bench: &mut Bench) {
    let orders = bench.or_short(2_000, 10);
    let told: Vec<Told> = [0, 1, 3].map(|webhooks| Told::start(bench, webhooks)).into();
    let mut rounds: Vec<Vec<f64>> = Vec::new();
    for round in 0..bench.or_short(ROUNDS, 1) {
        let requests = requests(4_000_000 + round * orders..4_000_000 + (round + 1) * orders, &bench.stock.intakes);
        rounds.push(told.iter().map(|told| told.cpu_micros(&requests, (round + 1) * orders)).collect());
    }
    let of = |at: usize| median(rounds.iter().map(|round| round[at]));
    let adds = median(rounds.iter().map(|round| (round[2] - round[0]) / 3.0));
    let report = &mut bench.report;
    for (at, webhooks) in [0, 1, 3].into_iter().enumerate() {
        let name = format!("CPU per order, 64 connections, {webhooks} webhooks");
        report.figure(name, of(at), "µs", Known);
    }
    report.figure("each webhook adds, CPU per order at 64 connections", adds, "µs", AtMost(100.0));
}

/// A program with its webhooks.
struct Told {
    garson: Garson,
    targets: Vec<Target>,
}

impl Told {
    fn start(bench: &Bench, webhooks: usize) -> Told {
        let garson = on_disk(Disk::Steady, bench.stock.copy(&[])).serve();
        let targets: Vec<Target> = (0..webhooks).map(|_| Target::start()).collect();
        for target in &targets {
            let form = json!({ "url": target.url, "events": ["siparis.olusturuldu"] });
            garson.post("/web-api/v1/webhooks", form).data();
        }
        Told { garson, targets }
    }

    fn cpu_micros(&self, requests: &[Vec<u8>], expected: u64) -> f64 {
        let before = cpu_of(self.garson.pid());
        send_all(address(&self.garson), 64, requests);
        self.targets.iter().for_each(|target| target.wait_for(expected));
        (cpu_of(self.garson.pid()) - before).as_secs_f64() * 1e6 / requests.len() as f64
    }
}
