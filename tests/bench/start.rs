//! Starting after kill -9: from the start of the process to the first page of orders.

use crate::{
    Bench,
    harness::Garson,
    intake::{address, requests},
    load::send_until_it_fails,
    report::{Goal, Report, median},
};
use std::{
    thread,
    time::{Duration, Instant},
};

pub fn run(bench: &mut Bench) {
    let mut garson = bench.stock.copy(&[]).serve();
    let rounds = bench.or_short(5, 1);
    // A second after the file was opened the store is made ready for this, where nothing was written since.
    let quiet = bench.or_short(Duration::from_millis(1_500), Duration::ZERO);
    let at = format!("{} orders", bench.stock.orders);
    let idle = median((0..rounds).map(|_| {
        thread::sleep(quiet);
        after_kill(&mut garson).as_secs_f64() * 1e3
    }));
    bench.report.figure(format!("start after kill -9 when idle, {at}"), idle, "ms", Goal::None);
    let orders = bench.or_short(50_000, 20);
    in_mid_load(&mut bench.report, &mut garson, &bench.stock.intakes, orders, &at, Goal::None);
}

/// Killed while orders come in over 16 connections.
pub fn in_mid_load(report: &mut Report, garson: &mut Garson, intakes: &[String], orders: u64, at: &str, goal: Goal) {
    let requests = requests(3_000_000..3_000_000 + orders, intakes);
    let (host, pid) = (address(garson).to_owned(), garson.pid());
    thread::scope(|scope| {
        let load = scope.spawn(|| send_until_it_fails(&host, 16, &requests));
        thread::sleep(Duration::from_secs(2));
        crate::harness::signal(pid, "KILL");
        let load = load.join().unwrap();
        assert!(load.answered > 0, "nothing was taken before the kill");
    });
    let took = after_kill(garson).as_secs_f64();
    report.figure(format!("start after kill -9 in mid-load, {at}"), took, "s", goal);
}

fn after_kill(garson: &mut Garson) -> Duration {
    garson.kill();
    let began = Instant::now();
    garson.restart();
    while garson.get("/web-api/v1/orders?limit=1").status != 200 {
        thread::sleep(Duration::from_millis(2));
    }
    began.elapsed()
}
