//! What large stores show: the same things with 100,000 and with 1,000,000 orders, each beside a store of a thousand in
//! turns.

use crate::{
    Bench, board,
    harness::Garson,
    intake::{Turn, address},
    process::{Disk, on_disk},
    reads::{ask, has_wrk, routes},
    report::{
        Goal::{AtLeast, AtMost, None as Known},
        Report,
    },
    search, size, start,
    stock::Stock,
};
use std::time::Instant;

const ROUNDS: u64 = 5;

pub fn run(bench: &mut Bench) {
    for orders in bench.or_short(vec![100_000, 1_000_000], vec![40]) {
        at(bench, orders);
    }
}

fn at(bench: &mut Bench, orders: u64) {
    let is_short = bench.is_short();
    let at = format!("{orders} orders");
    let began = Instant::now();
    let stock = Stock::with(orders);
    bench.report.figure(format!("filling, {at}"), orders as f64 / began.elapsed().as_secs_f64(), "orders/s", Known);
    if let Some(peers) = &bench.peers {
        size::store(&mut bench.report, peers, &stock);
    }
    let small = on_disk(Disk::Steady, bench.stock.copy(&[])).serve();
    let Stock { garson, intakes, .. } = stock;
    let mut large = on_disk(Disk::Steady, garson).serve();
    let report = &mut bench.report;
    board::measure(report, &large, orders, if is_short { 1 } else { 30 });
    if !is_short && has_wrk(report) {
        reads(report, &large, &small, &at);
    }
    let goal = if orders >= 1_000_000 { AtMost(10.0) } else { Known };
    search::measure(report, &large, &intakes, &at, goal, if is_short { 1 } else { 5 });
    for (connections, each) in [(1, 400), (64, 3_000)] {
        let each = if is_short { 10 } else { each };
        intake(report, (&large, &intakes), (&small, &bench.stock.intakes), connections, each, &at);
    }
    let goal = if orders >= 1_000_000 { AtMost(5.0) } else { AtMost(1.0) };
    start::in_mid_load(report, &mut large, &intakes, if is_short { 20 } else { 50_000 }, &at, goal);
}

/// CPU of each answer, by that of a thousand orders.
fn reads(report: &mut Report, large: &Garson, small: &Garson, at: &str) {
    for ((name, of_large, _), (_, of_small, _)) in routes(large).into_iter().zip(routes(small)) {
        let cpu = |garson: &Garson, path: &str| ask(address(garson), garson.pid(), path, &garson.key, "1").cpu_micros;
        let pairs: Vec<_> = (0..ROUNDS).map(|_| (cpu(large, &of_large), cpu(small, &of_small))).collect();
        let goal = if name == "GET pending" { AtMost(1.2) } else { AtMost(1.5) };
        report.beside(format!("{name}, CPU, {at}"), "µs", "1 k orders", &pairs, goal);
    }
}

fn intake(
    report: &mut Report,
    large: (&Garson, &[String]),
    small: (&Garson, &[String]),
    connections: usize,
    each: u64,
    at: &str,
) {
    let turn = |(garson, intakes): (&Garson, &[String]), round: u64| {
        let first = 9_000_000 + connections as u64 * 100_000 + round * each;
        Turn::of_ours(garson, intakes, connections, first..first + each)
    };
    let rounds: Vec<(Turn, Turn)> = (0..ROUNDS).map(|round| (turn(large, round), turn(small, round))).collect();
    let mut row = |name: &str, unit, figure: fn(&Turn) -> f64, goal| {
        let pairs: Vec<_> = rounds.iter().map(|(large, small)| (figure(large), figure(small))).collect();
        report.beside(format!("{name}, {at}, {connections} connections"), unit, "1 k orders", &pairs, goal);
    };
    row("intake", "orders/s", |turn| turn.rate, AtLeast(0.95));
    row("written per order", "kB", |turn| turn.kilobytes, Known);
}
