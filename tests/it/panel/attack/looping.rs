//! Somebody asks for what takes long, again and again, in six tabs and with a key. Nobody else waits for it.

use super::super::Browser;
use crate::harness::{Garson, Reply, Shop, an_order, at_once};
use serde_json::json;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// Nearly a full column of the board, and thousands of words for the search to look at.
const ORDERS: usize = 240;
const ROUNDS: usize = 15;

fn timed(ask: impl Fn() -> Reply) -> Duration {
    let began = Instant::now();
    let reply = ask();
    assert_eq!(reply.status, 200, "{reply}");
    began.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn order(platform_id: &str) -> serde_json::Value {
    let mut order = an_order(platform_id);
    order["customer"] = json!({ "name": "Ayşe Yılmaz", "phone": "0555 111 22 33" });
    order["items"] = (0..30).map(|n| json!({ "name": format!("Adana {n}"), "quantity": 1, "total": 10 })).collect();
    order
}

/// What others do meanwhile takes: `/health`, an order coming in, accepting it.
fn usual(garson: &Garson, shop: &Shop, run: &str) -> [Duration; 3] {
    let mut times = [const { Vec::new() }; 3];
    for round in 0..ROUNDS {
        let id = format!("{run}-{round}");
        times[0].push(timed(|| garson.get("/health")));
        times[1].push(timed(|| shop.push(garson, &an_order(&id))));
        times[2].push(timed(|| garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({}))));
    }
    times.map(median)
}

#[test]
fn whoever_loops_long_reads_keeps_nobody_waiting() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    at_once(8, |thread| {
        for number in (thread..ORDERS).step_by(8) {
            assert_eq!(shop.push(&garson, &order(&format!("P{number}"))).status, 200);
        }
    });
    let owner = Browser::owner(&garson, "tr");
    let cookies = owner.cookies.borrow().clone();
    let board = median((0..3).map(|_| timed(|| owner.get("/"))).collect());
    let quiet = usual(&garson, &shop, "quiet");
    let (stop, since) = (AtomicBool::new(false), "updatedSince=2020-01-01T00:00:00Z&to=2020-01-01T00:00:00Z");
    let busy = std::thread::scope(|scope| {
        for tab in 0..6 {
            let (garson, cookies, stop) = (&garson, &cookies, &stop);
            scope.spawn(move || {
                let browser = Browser::new(garson, "tr");
                cookies.iter().for_each(|(name, value)| browser.keep(name, value));
                while !stop.load(Ordering::Relaxed) {
                    match tab {
                        0 => drop(browser.page("/orders?q=ay+yi")),
                        1 => drop(browser.page("/reports/pending?all=ask")),
                        2 => drop(garson.get(&format!("/web-api/v1/orders?{since}")).data().clone()),
                        _ => drop(browser.page("/")),
                    }
                }
            });
        }
        let busy = usual(&garson, &shop, "busy");
        stop.store(true, Ordering::Relaxed);
        busy
    });
    // Were the workers busy with boards, everything would wait for at least one of them.
    for (name, quiet, busy) in
        [("health", 0), ("intake", 1), ("verify", 2)].map(|(name, at)| (name, quiet[at], busy[at]))
    {
        assert!(busy < board / 2 + 3 * quiet, "{name}: {busy:?}, {quiet:?} when all is quiet; a board takes {board:?}");
    }
}
