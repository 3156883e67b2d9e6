//! Nothing happens: what the program takes of a core, and writes, while it asks four platforms for orders.

use crate::{
    Bench,
    harness::{Fake, Garson, Host},
    process::{Disk, Spent, ThreadTimes, on_disk},
    report::Goal::{AtMost, None as Known},
};
use serde_json::{Value, json};
use std::{
    thread,
    time::{Duration, Instant},
};

#[path = "../../it/platforms/getir/fake.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod getir;
#[path = "../../it/platforms/migros/fake.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod migros;
#[path = "../../it/platforms/trendyol/fake.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod trendyol;
#[path = "../../it/platforms/yemeksepeti/fake.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod yemeksepeti;

/// An order of Migros, which its fake asks for.
const EXAMPLE: &str = include_str!("../../it/platforms/migros/example.json");

/// Four platforms that a restaurant is connected to.
pub struct Platforms {
    getir: Host<getir::Getir>,
    trendyol: Host<trendyol::Trendyol>,
    migros: Host<migros::Migros>,
    yemeksepeti: Host<yemeksepeti::Middleware>,
}

impl Platforms {
    pub fn connect(garson: &Garson) -> Platforms {
        let restaurant = garson.get("/web-api/v1/restaurants").data()[0]["id"].as_str().unwrap().to_owned();
        let getir = connect(garson, &restaurant, "getir", getir::Getir::new(), {
            json!({ "appSecretKey": getir::APP_SECRET, "restaurantSecretKey": getir::RESTAURANT_SECRET })
        });
        let trendyol = connect(garson, &restaurant, "trendyol-go", trendyol::Trendyol::new(), {
            let (supplier, store) = (trendyol::SUPPLIER, trendyol::STORE);
            json!({ "supplierId": supplier, "storeId": store, "apiKey": "key", "apiSecret": "secret", "executorEmail": "sahip@example.com" })
        });
        let migros = connect(garson, &restaurant, "migros-yemek", migros::Migros::default(), {
            let (store, group) = (migros::STORE.to_string(), migros::GROUP.to_string());
            json!({ "apiKey": migros::KEY, "secretKey": migros::SECRET, "storeId": store, "storeGroupId": group })
        });
        let yemeksepeti = connect(garson, &restaurant, "yemeksepeti", yemeksepeti::Middleware::new(), {
            let (user, password, chain) = (yemeksepeti::USER, yemeksepeti::PASSWORD, yemeksepeti::CHAIN);
            let (shop, secret) = (yemeksepeti::SHOP, yemeksepeti::SECRET);
            json!({ "username": user, "password": password, "chainCode": chain, "posVendorId": shop, "pluginSecret": secret })
        });
        Platforms { getir, trendyol, migros, yemeksepeti }
    }

    /// How often each was asked.
    pub fn asked_each(&self) -> [usize; 4] {
        let Platforms { getir, trendyol, migros, yemeksepeti } = self;
        [getir.heard_count(), trendyol.heard_count(), migros.heard_count(), yemeksepeti.heard_count()]
    }

    pub fn asked(&self) -> usize {
        self.asked_each().iter().sum()
    }
}

pub fn run(bench: &mut Bench) {
    let garson = on_disk(Disk::Real, bench.stock.copy(&[])).serve();
    let platforms = Platforms::connect(&garson);
    // Past what connecting set off.
    thread::sleep(bench.or_short(Duration::from_secs(5), Duration::ZERO));
    let spent = || (Spent::by(garson.pid(), garson.data()), ThreadTimes::of(garson.pid()), Instant::now());
    let (before, times, began) = spent();
    thread::sleep(bench.or_short(Duration::from_secs(60), Duration::from_millis(100)));
    let (after, times_after, ended) = spent();
    let (span, after) = (ended.duration_since(began).as_secs_f64(), after.since(before));
    let share = times_after.since(&times).as_secs_f64() / span * 100.0;
    let hourly = 3_600.0 / span;
    let report = &mut bench.report;
    report.figure("idle with four platforms, CPU of one core", share, "%", AtMost(0.1));
    report.figure("idle with four platforms, written in an hour", after.bytes as f64 / 1e6 * hourly, "MB", Known);
    report.figure("idle with four platforms, fsyncs in an hour", after.syncs as f64 * hourly, "", Known);
    let asked = platforms.asked_each();
    report.note(format!(
        "idle: measured over {span:.0} s, an hour is that much more; platforms were asked {asked:?} times"
    ));
}

/// The platform as the tests play it, and the restaurant connected to it.
fn connect<F: Fake>(garson: &Garson, restaurant: &str, provider: &str, fake: F, credentials: Value) -> Host<F> {
    let host = Host::start(fake);
    let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/{provider}");
    garson.put(&path, json!({ "baseUrl": host.url, "credentials": credentials })).data();
    host
}
