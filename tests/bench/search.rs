//! A search of two words that many orders have, and what two browsers that repeat it do to everybody else.

use crate::{
    harness::Garson,
    intake::{address, requests},
    load::{Load, request, send_for},
    memory::search_of,
    orders::common_words,
    report::{
        Goal::{self, AtMost},
        Report, median,
    },
    visitor::Visitor,
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

const BROWSERS: usize = 2;
const CONNECTIONS: usize = 4;
const PAUSE: Duration = Duration::from_millis(5);

/// `goal` is what one search may take, in ms; `seconds` is how long others are watched.
pub fn measure(report: &mut Report, garson: &Garson, intakes: &[String], at: &str, goal: Goal, seconds: u64) {
    let mut visitor = Visitor::sign_in(garson);
    let path = search_of(&common_words());
    let found = visitor.read(&path).matches("/orders/").count();
    assert!(found > 0, "nothing has the words {}", common_words());
    let alone = median((0..5).map(|_| visitor.open(&path).1.as_secs_f64() * 1e3));
    report.figure(format!("search of two common words, {at}"), alone, "ms", goal);
    let time = Duration::from_secs(seconds);
    let health = [request("GET", "/health", &[], "")];
    // More than can be sent in the time: each order once.
    let count = CONNECTIONS as u64 * seconds * 200;
    let orders = |round: u64| requests(8_000_000 + round * count..8_000_000 + (round + 1) * count, intakes);
    let load = |requests: &[Vec<u8>]| send_for(address(garson), CONNECTIONS, requests, time, PAUSE);
    let millis = |load: &Load| load.wait(0.99).as_secs_f64() * 1e3;
    let (health_alone, intake_alone) = (millis(&load(&health)), millis(&load(&orders(0))));
    let (health_beside, intake_beside) = while_others_search(garson, &path, || (load(&health), load(&orders(1))));
    let health_beside = millis(&health_beside);
    let name = format!("/health p99 while {BROWSERS} browsers search, {at}");
    report.figure_beside(name, health_beside, "ms", ("alone", health_alone), AtMost(10.0));
    let pair = [(millis(&intake_beside), intake_alone)];
    report.beside(format!("intake p99 while {BROWSERS} browsers search, {at}"), "ms", "alone", &pair, AtMost(2.0));
}

fn while_others_search<T>(garson: &Garson, path: &str, work: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..BROWSERS {
            let mut visitor = Visitor::sign_in(garson);
            let is_over = &is_over;
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    visitor.open(path);
                }
            });
        }
        let done = work();
        is_over.store(true, Ordering::Relaxed);
        done
    })
}
