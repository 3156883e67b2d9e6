//! Reading: each route under wrk, beside bare hyper with one line of JSON under the same load.
//!
//! Rates in many short turns; the CPU that each answer took tells the same without the load generator in it.

use crate::{
    Bench,
    harness::Garson,
    intake::address,
    process::ThreadTimes,
    report::{
        Goal::{self, AtLeast},
        Report, median,
    },
};
use std::process::Command;

const CONNECTIONS: &str = "16";
const ROUNDS: usize = 5;

/// What is asked, and what its rate is to be beside hello's.
pub fn routes(garson: &Garson) -> Vec<(&'static str, String, Goal)> {
    let latest = garson.get("/web-api/v1/orders?limit=1").data()[0]["id"].as_str().unwrap().to_owned();
    vec![
        ("smallest route", "/health".into(), Goal::None),
        ("GET one order", format!("/web-api/v1/orders/{latest}"), AtLeast(0.4)),
        ("GET pending", "/web-api/v1/orders/reports/pending".into(), AtLeast(0.2)),
        ("GET restaurants (50)", "/web-api/v1/restaurants".into(), AtLeast(0.15)),
        ("GET reasons", format!("/web-api/v1/orders/reasons/{latest}"), AtLeast(0.3)),
        ("GET page of 50", "/web-api/v1/orders?limit=50".into(), AtLeast(0.3)),
    ]
}

pub fn run(bench: &mut Bench) {
    let Bench { report, stock, peers } = bench;
    let garson = stock.copy(&[]).serve();
    let routes = routes(&garson);
    let Some(peers) = peers else {
        routes.iter().for_each(|(_, path, _)| assert_eq!(garson.get(path).status, 200, "{path}"));
        return;
    };
    if !has_wrk(report) {
        return;
    }
    let hello = peers.hello();
    let ask_hello = |seconds| ask(&hello.address, hello.pid(), "/", "", seconds);
    let mut of_smallest = Vec::new();
    for (name, path, goal) in routes {
        // CPU is steadier than rate, so it is what the smallest route is held to, over more turns.
        let rounds = if path == "/health" { 3 * ROUNDS } else { ROUNDS };
        let rounds: Vec<(Asked, Asked)> = (0..rounds)
            .map(|_| (ask(address(&garson), garson.pid(), &path, &garson.key, "1"), ask_hello("1")))
            .collect();
        let rates: Vec<_> = rounds.iter().map(|(ours, hello)| (ours.rate, hello.rate)).collect();
        report.beside(format!("{name}, rate"), "/s", "hello", &rates, goal);
        let cpu = |of: fn(&(Asked, Asked)) -> f64| median(rounds.iter().map(of));
        let (ours, theirs) = (cpu(|(ours, _)| ours.cpu_micros), cpu(|(_, hello)| hello.cpu_micros));
        if path == "/health" {
            of_smallest.extend(rounds.iter().map(|(ours, hello)| (1.0 / ours.cpu_micros, 1.0 / hello.cpu_micros)));
        }
        report.figure_beside(format!("{name}, CPU"), ours, "µs", ("hello", theirs), Goal::None);
    }
    let per_second: Vec<_> = of_smallest.iter().map(|(ours, hello)| (ours * 1e6, hello * 1e6)).collect();
    report.beside("smallest route, answers per CPU second", "/s", "hello", &per_second, AtLeast(0.75));
}

pub fn has_wrk(report: &mut Report) -> bool {
    let is_there = Command::new("wrk").arg("-v").output().is_ok();
    if !is_there {
        report.note("reads were not measured: install wrk (apt-get install wrk)");
    }
    is_there
}

/// What one turn of wrk came to.
pub struct Asked {
    pub rate: f64,
    pub cpu_micros: f64,
}

pub fn ask(address: &str, pid: u32, path: &str, key: &str, seconds: &str) -> Asked {
    let before = ThreadTimes::of(pid);
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", "-c", CONNECTIONS, "-d", &format!("{seconds}s"), "-H", &format!("Authorization: Bearer {key}")]);
    let output = wrk.arg(format!("http://{address}{path}")).output().unwrap();
    let cpu = ThreadTimes::of(pid).since(&before);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !said.contains("Non-2xx") && !said.contains("Socket errors"), "{path}: {said}");
    let rate: f64 = said.split("Requests/sec:").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
    let count: f64 = said.split(" requests in").next().unwrap().split_whitespace().last().unwrap().parse().unwrap();
    Asked { rate, cpu_micros: cpu.as_secs_f64() * 1e6 / count }
}
