//! What a webhook adds: CPU for each order over 64 connections and over one, with none, one and three webhooks that hear of it.
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
const WEBHOOKS: [usize; 3] = [0, 1, 3];

pub fn run(bench: &mut Bench) {
    let told = WEBHOOKS.map(|webhooks| Told::start(bench, webhooks));
    let mut sent = 0;
    let mut measure = |connections: usize, orders: u64| -> Vec<[f64; 3]> {
        let orders = bench.or_short(orders, 10);
        let rounds = (0..bench.or_short(ROUNDS, 1)).map(|_| {
            let requests = requests(4_000_000 + sent..4_000_000 + sent + orders, &bench.stock.intakes);
            sent += orders;
            told.each_ref().map(|told| told.cpu_micros(connections, &requests, sent))
        });
        rounds.collect()
    };
    let (many, one) = (measure(64, 2_000), measure(1, 500));
    let report = &mut bench.report;
    for (connections, rounds) in [("64 connections", &many), ("1 connection", &one)] {
        for (at, webhooks) in WEBHOOKS.into_iter().enumerate() {
            let name = format!("CPU per order, {connections}, {webhooks} webhooks");
            report.figure(name, median(rounds.iter().map(|round| round[at])), "µs", Known);
        }
    }
    let adds = median(many.iter().map(|round| (round[2] - round[0]) / 3.0));
    report.figure("each webhook adds, CPU per order at 64 connections", adds, "µs", AtMost(100.0));
    let times = median(one.iter().map(|round| round[2] / round[0]));
    report.figure("CPU with 3 webhooks by that without, 1 connection", times, "", AtMost(2.0));
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

    fn cpu_micros(&self, connections: usize, requests: &[Vec<u8>], expected: u64) -> f64 {
        let before = cpu_of(self.garson.pid());
        send_all(address(&self.garson), connections, requests);
        self.targets.iter().for_each(|target| target.wait_for(expected));
        (cpu_of(self.garson.pid()) - before).as_secs_f64() * 1e6 / requests.len() as f64
    }
}
