//! What a memory card wears out by: what is written to the device for an order's whole way, and while nothing happens.

mod card;

use crate::{
    Bench,
    harness::{Clock, Garson, eventually},
    orders,
    report::Goal::{AtMost, None as Known},
    small::idle,
    stock::Stock,
    target::Target,
    visitor::Visitor,
};
use card::Card;
use serde_json::json;
use std::time::Duration;

/// As between the steps of an order in a kitchen.
const PAUSE: Duration = Duration::from_mins(11);
const STEPS: u64 = 4;
const HOURS: u32 = 3;

pub fn run(bench: &mut Bench) {
    let Some(card) = Card::new() else {
        bench
            .report
            .note("no loop device with ext4 can be made here (it takes root): what a card is given is left out");
        return;
    };
    let orders = bench.or_short(100, 2);
    for (words, pause) in [("one after the other", None), ("minutes between its steps", Some(PAUSE))] {
        let orders = if pause.is_some() { orders / 2 } else { orders };
        let (bytes, syncs) = whole_ways(&card, &bench.stock, orders, pause);
        let each = |count: u64| count as f64 / orders as f64;
        let of = format!("an order's whole way, {words}, {} orders", bench.stock.orders);
        bench.report.figure(format!("{of}: written to the device"), each(bytes) / 1e3, "kB", AtMost(200.0));
        bench.report.figure(format!("{of}: syncs"), each(syncs), "", Known);
    }
    let (bytes, syncs) = idle_hours(&card, &bench.stock, bench.or_short(HOURS, 1));
    let hours = f64::from(bench.or_short(HOURS, 1));
    let a_day = bytes / hours * 24.0 / 1e6;
    bench.report.figure("idle with a till, a board and four platforms: written in a day", a_day, "MB", Known);
    bench.report.figure("the same: syncs in an hour", syncs / hours, "", AtMost(1.0));
}

/// A program whose store lies on the card.
fn start(card: &Card, stock: &Stock, clock: &Clock) -> Garson {
    stock.copy(&["--log-level", "error"]).on(&card.path()).clock(clock).serve()
}

fn syncs(garson: &Garson) -> u64 {
    garson.metric("garson_store_syncs_total")
}

/// Orders come, are verified, are on the way and delivered, and a webhook hears of each step: bytes and syncs.
fn whole_ways(card: &Card, stock: &Stock, orders: u64, pause: Option<Duration>) -> (u64, u64) {
    let clock = Clock::new();
    let (mut garson, target) = (start(card, stock, &clock), Target::start());
    garson.post("/web-api/v1/webhooks", json!({ "url": target.url })).data();
    let mut told = 0;
    let mut ended = || {
        told += 1;
        target.wait_for(told);
        if let Some(pause) = pause {
            // Its outcome is noted before time passes.
            let path = "/web-api/v1/webhooks/deliveries?state=pending";
            eventually("it is noted", || garson.get(path).data().as_array().unwrap().is_empty().then_some(()));
            clock.pass(pause);
        }
    };
    let mut way = |number: u64| {
        let body = orders::order(number);
        let taken = garson.send("POST", &stock.intakes[0], Some(body.as_bytes()), &[("Authorization", "")]).id();
        ended();
        for act in ["verify", "change-status", "change-status"] {
            garson.post(&format!("/web-api/v1/orders/{act}/{taken}"), json!({})).data();
            ended();
        }
    };
    // The first makes the file longer, and what is new in it.
    way(8_000_000);
    let before = (card.bytes_written(), syncs(&garson));
    (8_000_001..8_000_001 + orders).for_each(&mut way);
    let after = (card.bytes_written(), syncs(&garson));
    assert_eq!(target.count(), (orders + 1) * STEPS);
    garson.stop();
    (after.0 - before.0, after.1 - before.1)
}

/// A till that polls, a board, and four platforms that are polled: bytes and syncs.
fn idle_hours(card: &Card, stock: &Stock, hours: u32) -> (f64, f64) {
    let clock = Clock::new();
    let mut garson = start(card, stock, &clock);
    let platforms = idle::Platforms::connect(&garson);
    let mut visitor = Visitor::sign_in(&garson);
    let mut an_hour = || {
        for _ in 0..60 {
            let before = platforms.asked();
            clock.pass(Duration::from_mins(1));
            garson.get("/web-api/v1/orders?limit=50").data();
            visitor.open("/");
            visitor.hang_up();
            eventually("the platforms are asked", || (platforms.asked() > before).then_some(()));
        }
    };
    // What setting up left to be written.
    an_hour();
    let before = (card.bytes_written(), syncs(&garson));
    (0..hours).for_each(|_| an_hour());
    let after = (card.bytes_written(), syncs(&garson));
    garson.stop();
    ((after.0 - before.0) as f64, (after.1 - before.1) as f64)
}
