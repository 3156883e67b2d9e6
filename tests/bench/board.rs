//! The board with 250 cards: how long a browser waits for it, and what goes over the wire.

use crate::{
    Bench,
    harness::Garson,
    report::{Goal::AtMost, Report, median},
    stock::OPEN,
    visitor::Visitor,
};

pub fn run(bench: &mut Bench) {
    let garson = bench.stock.copy(&[]).serve();
    let orders = bench.stock.orders;
    let rounds = bench.or_short(30, 1);
    measure(&mut bench.report, &garson, orders, rounds);
}

pub fn measure(report: &mut Report, garson: &Garson, orders: u64, rounds: usize) {
    let mut visitor = Visitor::sign_in(garson);
    let (page, _) = visitor.open("/");
    let millis = median((0..rounds).map(|_| visitor.open("/").1.as_secs_f64() * 1e3));
    let cards = orders.min(OPEN);
    report.figure(format!("board with {cards} cards of {orders} orders"), millis, "ms", AtMost(8.0));
    let megabytes = page.len() as f64 / 1e6;
    report.figure(format!("board with {cards} cards of {orders} orders, on the wire"), megabytes, "MB", AtMost(0.25));
}
