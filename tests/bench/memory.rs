//! What lies in memory: when nothing happens, while orders come in over 64 connections, after the panel was used.

use crate::{
    Bench,
    harness::Garson,
    intake::{address, requests},
    load::send_all,
    orders::common_words,
    process::resident_megabytes,
    report::Goal::AtMost,
    visitor::Visitor,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// What an owner opens one after the other.
pub const PAGES: [&str; 8] =
    ["/", "/orders", "/reports", "/reports/pending", "/restaurants", "/webhooks", "/deliveries", "/status"];

pub fn run(bench: &mut Bench) {
    let garson = bench.stock.copy(&[]).serve();
    let orders = bench.or_short(10_000, 10);
    // What the start took is given back, or not.
    thread::sleep(bench.or_short(Duration::from_secs(3), Duration::ZERO));
    let report = &mut bench.report;
    report.figure("resident, idle", resident_megabytes(garson.pid()), "MB", AtMost(10.0));
    let requests = requests(2_000_000..2_000_000 + orders, &bench.stock.intakes);
    let most = most_while(garson.pid(), || drop(send_all(address(&garson), 64, &requests)));
    report.figure("resident, most during intake at 64 connections", most, "MB", AtMost(30.0));
    use_the_panel(&garson);
    report.figure("resident, after intake and panel use", resident_megabytes(garson.pid()), "MB", AtMost(36.0));
}

/// Signs in, opens the pages, searches.
pub fn use_the_panel(garson: &Garson) {
    let mut visitor = Visitor::sign_in(garson);
    for page in PAGES {
        visitor.open(page);
    }
    visitor.open(&search_of(&common_words()));
}

pub fn search_of(words: &str) -> String {
    format!("/orders?q={}", utf8_percent_encode(words, NON_ALPHANUMERIC))
}

/// The most that lay in memory while something was done, looked at every twentieth of a second.
pub fn most_while(pid: u32, work: impl FnOnce()) -> f64 {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most: f64 = 0.0;
            while !is_over.load(Ordering::Relaxed) {
                most = most.max(resident_megabytes(pid));
                thread::sleep(Duration::from_millis(50));
            }
            most
        });
        work();
        is_over.store(true, Ordering::Relaxed);
        watch.join().unwrap()
    })
}
