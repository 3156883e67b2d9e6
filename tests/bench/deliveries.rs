//! Deliveries per second and CPU per delivery, beside what bare ureq reaches, and how long an order takes to its webhook.

use crate::{
    cpu::cpu_of,
    harness::{Garson, Shop, an_order},
    target::Target,
};
use serde_json::json;
use std::time::{Duration, Instant};

pub fn run(orders: u64) {
    println!("deliveries of {orders} events to a local receiver, 8 at a time");
    let bare = bare_ureq(orders);
    println!("  bare ureq, 8 threads          {:>8.0}/s  {:>6.0} µs CPU each", bare.per_second, bare.cpu_micros);
    for webhooks in [1, 4] {
        let ours = garson(orders, webhooks);
        println!(
            "  garson, {webhooks} webhook(s)          {:>8.0}/s  {:>6.0} µs CPU each   {:.2} of bare ureq's rate, {:.1}× its CPU",
            ours.per_second,
            ours.cpu_micros,
            ours.per_second / bare.per_second,
            ours.cpu_micros / bare.cpu_micros
        );
    }
    let (median, slow) = latency(orders.min(500));
    println!("  order in to webhook received   p50 {median:?}, p99 {slow:?}");
}

struct Measured {
    per_second: f64,
    cpu_micros: f64,
}

/// The same body to the same kind of receiver, without a store: threads in this process, so its CPU holds the
/// receiver's too; that is measured alone and taken off by half, as sending and receiving cost about the same.
fn bare_ureq(count: u64) -> Measured {
    let target = Target::start();
    let body = json!({ "olay": "siparis.olusturuldu", "veri": an_order("1"), "zaman": "2026-11-14T18:02:11.123Z" })
        .to_string();
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(10)))
        .max_idle_connections_per_host(8)
        .proxy(None)
        .build()
        .into();
    let (began, cpu) = (Instant::now(), cpu_of(std::process::id()));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let (agent, body, url) = (agent.clone(), &body, &target.url);
            scope.spawn(move || {
                for _ in 0..count / 8 {
                    agent.post(url).header("Content-Type", "application/json").send(body).unwrap();
                }
            });
        }
    });
    measured(target.count(), began, (cpu_of(std::process::id()) - cpu) / 2)
}

/// Everything waits for paused webhooks; the clock runs from the moment they are resumed to the last arrival.
fn garson(orders: u64, webhooks: u64) -> Measured {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let targets: Vec<Target> = (0..webhooks).map(|_| Target::start()).collect();
    let form = |target: &Target, is_active: bool| json!({ "url": target.url, "events": ["siparis.olusturuldu"], "isActive": is_active });
    let ids: Vec<String> =
        targets.iter().map(|target| garson.post("/web-api/v1/webhooks", form(target, false)).id()).collect();
    std::thread::scope(|scope| {
        for part in 0..8 {
            let (garson, shop) = (&garson, &shop);
            scope.spawn(move || {
                for n in 0..orders / 8 {
                    shop.order(garson, &format!("{part}-{n}"));
                }
            });
        }
    });
    let (began, cpu) = (Instant::now(), cpu_of(garson.pid()));
    for (id, target) in ids.iter().zip(&targets) {
        garson.put(&format!("/web-api/v1/webhooks/{id}"), form(target, true)).data();
    }
    let each = orders / 8 * 8;
    for target in &targets {
        target.wait_for(each);
    }
    measured(each * webhooks, began, cpu_of(garson.pid()) - cpu)
}

/// From the moment the shop sends an order to the moment the webhook has it, one at a time.
fn latency(orders: u64) -> (Duration, Duration) {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let target = Target::start();
    target.keep_moments();
    garson.post("/web-api/v1/webhooks", json!({ "url": target.url, "events": ["siparis.olusturuldu"] })).data();
    let mut took: Vec<Duration> = (0..orders)
        .map(|n| {
            let began = Instant::now();
            shop.order(&garson, &n.to_string());
            target.wait_for(n + 1);
            target.last_moment() - began
        })
        .collect();
    took.sort();
    (took[took.len() / 2], took[took.len() * 99 / 100])
}

fn measured(count: u64, began: Instant, cpu: Duration) -> Measured {
    let count = count as f64;
    Measured { per_second: count / began.elapsed().as_secs_f64(), cpu_micros: cpu.as_secs_f64() * 1e6 / count }
}
