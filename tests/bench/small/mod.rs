//! A small machine: a quarter of one core and 64 MB, then 32 MB. Ten orders a second come in while a board is open, five
//! tills poll and three webhooks hear of everything. Half-way somebody goes through the panel's pages and searches, and
//! somebody else signs in; at the end two sign in at once.

pub mod idle;
mod limits;

use crate::{
    Bench,
    harness::Garson,
    memory::{PAGES, search_of},
    orders::{self, common_words},
    process::cpu_of,
    report::{
        Goal::{AtLeast, None as Known},
        Report,
    },
    stock::Stock,
    target::Target,
    visitor::Visitor,
};
use limits::Limits;
use serde_json::json;
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

const BETWEEN_ORDERS: Duration = Duration::from_millis(100);
const BETWEEN_POLLS: Duration = Duration::from_secs(1);
const POLLERS: usize = 5;
const WEBHOOKS: usize = 3;

/// Enough that the store does not fit into what is kept of it in memory.
const STOCKED: u64 = 20_000;

pub fn run(bench: &mut Bench) {
    let orders = bench.or_short(200, 5);
    let larger = (!bench.is_short()).then(|| Stock::with(STOCKED));
    for megabytes in [64, 32] {
        evening(&mut bench.report, larger.as_ref().unwrap_or(&bench.stock), megabytes, orders);
    }
    drop(larger);
    idle::run(bench);
}

fn evening(report: &mut Report, stock: &Stock, megabytes: u64, orders: u64) {
    let at = format!("¼ core, {megabytes} MB");
    let limits = Limits::new(megabytes);
    let mut garson = limits.start(stock.copy(&[]));
    let targets: Vec<Target> = (0..WEBHOOKS).map(|_| Target::start()).collect();
    for target in &targets {
        garson.post("/web-api/v1/webhooks", json!({ "url": target.url, "events": ["siparis.olusturuldu"] })).data();
    }
    let watching = Visitor::try_sign_in(&garson).inspect(Visitor::watch_the_board).ok();
    let is_watching = watching.is_some();
    let (pid, began, before) = (garson.pid(), Instant::now(), cpu_of(garson.pid()));
    let evening = watching.map(|visitor| sell(&garson, stock, orders, visitor)).unwrap_or_default();
    let is_killed = garson.has_ended();
    let spent = if is_killed { before } else { cpu_of(pid) } - before;
    let cpu = spent.as_secs_f64() / began.elapsed().as_secs_f64() * 100.0;
    let delivered: u64 = targets.iter().map(|target| arrived(target, orders, is_killed)).sum();
    report.figure(format!("{at}: orders taken of {orders}"), evening.waits.len() as f64, "", AtLeast(orders as f64));
    report.figure(format!("{at}: deliveries of {}", 3 * orders), delivered as f64, "", AtLeast(3.0 * orders as f64));
    report.figure(format!("{at}: polls answered"), evening.polls as f64, "", Known);
    report.figure(format!("{at}: sign-ins that went well, of 2"), evening.sign_ins(is_watching), "", AtLeast(2.0));
    if let (Some(middle), Some(slow)) = (evening.wait(0.5), evening.wait(0.99)) {
        report.figure(format!("{at}: an order, median"), middle, "ms", Known);
        report.figure(format!("{at}: an order, p99"), slow, "ms", Known);
    }
    report.figure(format!("{at}: CPU, of one core"), cpu, "%", Known);
    let both = thread::scope(|scope| {
        let two = [0, 1].map(|_| scope.spawn(|| Visitor::try_sign_in(&garson).is_ok()));
        two.map(|one| u8::from(one.join().unwrap())).iter().sum::<u8>()
    });
    report.figure(format!("{at}: two sign-ins at once that went well"), f64::from(both), "", Known);
    if let Some(peak) = limits.peak_megabytes() {
        report.figure(format!("{at}: memory of the group at most, files included"), peak, "MB", Known);
    }
    report.note(format!("{at}: limited by {}", limits.described()));
    drop(garson);
}

/// What came of it.
#[derive(Default)]
struct Evening {
    /// Of each order that was taken, in ms, sorted.
    waits: Vec<f64>,
    polls: u64,
    is_signed_in: bool,
}

impl Evening {
    fn wait(&self, share: f64) -> Option<f64> {
        self.waits.get((self.waits.len() as f64 * share) as usize).copied()
    }

    fn sign_ins(&self, is_watching: bool) -> f64 {
        f64::from(u8::from(is_watching) + u8::from(self.is_signed_in))
    }
}

/// The program may be killed in the middle of it: then what was done counts.
fn sell(garson: &Garson, stock: &Stock, orders: u64, mut visitor: Visitor) -> Evening {
    let (is_over, polls) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..POLLERS {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    if garson.try_send("GET", "/web-api/v1/orders?limit=50", None, &[]).is_ok_and(|it| it.status == 200)
                    {
                        polls.fetch_add(1, Ordering::Relaxed);
                    }
                    thread::sleep(BETWEEN_POLLS);
                }
            });
        }
        let signing_in = scope.spawn(move || {
            thread::sleep(BETWEEN_ORDERS * (orders / 2) as u32);
            let has_seen_all = PAGES.iter().all(|page| visitor.try_open(page).is_ok());
            has_seen_all
                && visitor.try_open(&search_of(&common_words())).is_ok()
                && Visitor::try_sign_in(garson).is_ok()
        });
        let began = Instant::now();
        let mut waits: Vec<f64> = (0..orders)
            .filter_map(|number| {
                thread::sleep((BETWEEN_ORDERS * number as u32).saturating_sub(began.elapsed()));
                let (body, sent) = (orders::order(7_000_000 + number), Instant::now());
                let path = &stock.intakes[number as usize % stock.intakes.len()];
                let reply = garson.try_send("POST", path, Some(body.as_bytes()), &[("Authorization", "")]).ok()?;
                (reply.status == 200).then(|| sent.elapsed().as_secs_f64() * 1e3)
            })
            .collect();
        let is_signed_in = signing_in.join().unwrap();
        is_over.store(true, Ordering::Relaxed);
        waits.sort_by(f64::total_cmp);
        Evening { waits, polls: polls.load(Ordering::Relaxed), is_signed_in }
    })
}

/// How many have come to a webhook, once all are there or waiting is in vain.
fn arrived(target: &Target, orders: u64, is_killed: bool) -> u64 {
    let until = Instant::now() + Duration::from_secs(if is_killed { 0 } else { 20 });
    while target.count() < orders && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    target.count()
}
