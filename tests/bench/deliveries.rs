//! Deliveries of a backlog, beside bare ureq with the same body to the same receiver, and how long an order takes to its
//! webhook. Syncs take a millisecond each, as deliveries that are done are noted on the disk.

use crate::{
    Bench,
    harness::{Garson, Receiver, Script},
    intake::{address, requests},
    load::send_all,
    process::{Disk, cpu_of, on_disk},
    report::{
        Goal::{AtLeast, AtMost, None as Known},
        median,
    },
    target::Target,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const ROUNDS: u64 = 5;
const WEBHOOKS: &str = "/web-api/v1/webhooks";

pub fn run(bench: &mut Bench) {
    let orders = bench.or_short(6_000, 16);
    let garson = on_disk(Disk::Steady, bench.stock.copy(&[])).serve();
    let (target, mut rounds) = (Target::start(), Vec::new());
    let body = body_of_one(&garson, &bench.stock.intakes);
    let webhook = garson.post(WEBHOOKS, form(&target, false)).id();
    for round in 0..bench.or_short(ROUNDS, 1) {
        let numbers = 5_000_000 + round * orders..5_000_000 + (round + 1) * orders;
        send_all(address(&garson), 64, &requests(numbers, &bench.stock.intakes));
        let ours = backlog(&garson, &webhook, &target, orders);
        if let Some(peers) = &bench.peers {
            rounds.push((ours, peers.send(&target.url, orders, body.as_bytes())));
        }
    }
    if !rounds.is_empty() {
        let rates: Vec<_> = rounds.iter().map(|(ours, bare)| (ours.0, bare.0)).collect();
        let cpu: Vec<_> = rounds.iter().map(|(ours, bare)| (ours.1, bare.1)).collect();
        let name = format!("deliveries of a backlog, {:.1} kB each", body.len() as f64 / 1e3);
        bench.report.beside(name, "/s", "bare ureq", &rates, AtLeast(0.8));
        bench.report.beside("CPU per delivery", "µs", "bare ureq", &cpu, AtMost(1.8));
    }
    let count = bench.or_short(200, 3);
    latency(bench, count);
}

fn form(target: &Target, is_active: bool) -> Value {
    json!({ "url": target.url, "events": ["siparis.olusturuldu"], "isActive": is_active })
}

/// What one of these deliveries carries.
fn body_of_one(garson: &Garson, intakes: &[String]) -> String {
    let receiver = Receiver::start(Script::Answer(200, ""));
    let form = json!({ "url": receiver.url, "events": ["siparis.olusturuldu"] });
    let webhook = garson.post(WEBHOOKS, form).id();
    send_all(address(garson), 1, &requests(4_999_999..5_000_000, intakes));
    let heard = receiver.next();
    garson.delete(&format!("{WEBHOOKS}/{webhook}")).data();
    heard.body
}

/// Everything waits for a paused webhook; the clock runs from the moment it is resumed to the last arrival. How many in
/// a second, and the CPU of each.
fn backlog(garson: &Garson, webhook: &str, target: &Target, orders: u64) -> (f64, f64) {
    let path = format!("{WEBHOOKS}/{webhook}");
    let (before, began, cpu) = (target.count(), Instant::now(), cpu_of(garson.pid()));
    garson.put(&path, form(target, true)).data();
    target.wait_for(before + orders);
    let took = began.elapsed();
    // What was sent is also noted as sent.
    std::thread::sleep(Duration::from_millis(50));
    let cpu = cpu_of(garson.pid()) - cpu;
    garson.put(&path, form(target, false)).data();
    (orders as f64 / took.as_secs_f64(), cpu.as_secs_f64() * 1e6 / orders as f64)
}

/// From the moment the shop sends an order to the moment the webhook has it, one at a time.
fn latency(bench: &mut Bench, orders: u64) {
    let garson = bench.stock.copy(&[]).serve();
    let target = Target::start();
    target.keep_moments();
    garson.post(WEBHOOKS, form(&target, true)).data();
    let took =
        requests(6_000_000..6_000_000 + orders, &bench.stock.intakes).into_iter().enumerate().map(|(at, one)| {
            let began = Instant::now();
            send_all(address(&garson), 1, &[one]);
            target.wait_for(at as u64 + 1);
            (target.last_moment() - began).as_secs_f64() * 1e3
        });
    let millis = median(took);
    bench.report.figure("order in to webhook received, median", millis, "ms", Known);
}
