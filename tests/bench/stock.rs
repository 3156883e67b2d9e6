//! Stores to measure on: fifty restaurants that are set up over the API, and orders put in by the store's own writer.

use crate::{harness::Garson, orders};
use garson::{
    model::{
        Actor, Currency, Failure, Id, Order, Provider, Status, What,
        order::{Content, HistoryEntry},
        time,
    },
    platforms::open::read_order,
    store::{Folder, Integrations, OpenProgress, PreparedOrder, Store, Tx},
};
use serde_json::json;
use std::{
    ops::Range,
    os::unix::fs::MetadataExt,
    path::Path,
    sync::{Arc, mpsc::sync_channel},
    thread,
};

pub const RESTAURANTS: usize = 50;
/// What lies on the board: the latest orders, which nobody has delivered yet.
pub const OPEN: u64 = 250;
/// Orders in one transaction, as many as the writer takes at once: what lies together in the file is as in real life.
const BATCH: usize = 512;
/// Different bills; customers and ids differ from order to order all the same.
const BILLS: u64 = 512;

/// A stopped program with a store, to be copied or to be started.
pub struct Stock {
    pub garson: Garson,
    /// Where shops post their orders, by restaurant.
    pub intakes: Vec<String>,
    pub orders: u64,
}

impl Stock {
    /// Restaurants without orders.
    pub fn empty() -> Stock {
        let mut garson = Garson::start();
        let intakes = (0..RESTAURANTS).map(|number| add_restaurant(&garson, number)).collect();
        garson.stop();
        Stock { garson, intakes, orders: 0 }
    }

    pub fn with(orders: u64) -> Stock {
        let mut stock = Stock::empty();
        stock.fill(orders);
        stock
    }

    /// Orders number 0 up to this one; only the latest are still open.
    pub fn fill(&mut self, orders: u64) {
        fill(self.garson.data(), self.orders..orders, orders.saturating_sub(OPEN));
        self.orders = orders;
    }

    /// The same store in a folder of its own, not started yet.
    pub fn copy(&self, flags: &[&str]) -> Garson {
        let mut garson = Garson::unowned(flags);
        for name in ["garson.redb", "garson.key"] {
            std::fs::copy(self.garson.data().join(name), garson.data().join(name)).unwrap();
        }
        garson.key = self.garson.key.clone();
        garson
    }

    /// What the file takes on the disk. It is longer than that: room that was asked for ahead is a hole until it is used.
    pub fn disk_bytes(&self) -> u64 {
        self.garson.data().join("garson.redb").metadata().unwrap().blocks() * 512
    }
}

fn add_restaurant(garson: &Garson, number: usize) -> String {
    let made = garson.post("/web-api/v1/restaurants", json!({ "name": format!("Köfteci {number}") })).id();
    let made = garson.put(&format!("/web-api/v1/restaurants/{made}/integrations/open"), json!({}));
    let url = made.data()["intakeUrl"].as_str().unwrap();
    format!("{}/orders", &url[url.find("/intake").unwrap()..])
}

/// Orders from `open_from` on are new, in the kitchen or on the way; those before are delivered.
fn fill(data: &Path, numbers: Range<u64>, open_from: u64) {
    let folder = Folder::hold(data, "a benchmark").unwrap();
    let quietly: OpenProgress = Arc::new(|_, _| {});
    let (store, closing) = Store::open(&folder, &quietly).unwrap();
    let restaurants: Vec<Id> =
        store.read().unwrap().all_integrations().unwrap().iter().map(|at| at.restaurant_id).collect();
    let (give, take) = sync_channel(2);
    let maker = thread::spawn(move || {
        let bills: Vec<Content> = (0..BILLS).map(|number| content(&orders::order(number))).collect();
        for first in numbers.clone().step_by(BATCH) {
            let batch = (first..numbers.end.min(first + BATCH as u64))
                .map(|number| draft(number, &bills, &restaurants, number >= open_from))
                .collect::<Vec<_>>();
            give.send(batch).unwrap();
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for batch in take {
        let job = move |tx: &mut Tx<'_>| batch.iter().try_for_each(|(order, prepared)| store_one(tx, order, prepared));
        runtime.block_on(store.write(job)).unwrap();
    }
    maker.join().unwrap();
    drop(store);
    closing.wait();
}

fn content(body: &str) -> Content {
    read_order(body.as_bytes(), || Ok(Currency::TRY)).unwrap().arrival.unwrap().content
}

/// All of an order but what the writer gives it: its id and its time.
fn draft(number: u64, bills: &[Content], restaurants: &[Id], is_open: bool) -> (Order, PreparedOrder) {
    let mut content = bills[(number % BILLS) as usize].clone();
    let (name, phone) = orders::customer(number);
    content.customer.name = Some(name);
    content.customer.phone = Some(phone);
    let now = garson::clock::now();
    let through: &[Status] = match (is_open, number % 3) {
        (false, _) => &[Status::New, Status::Preparing, Status::OnTheWay, Status::Delivered],
        (true, 0) => &[Status::New],
        (true, 1) => &[Status::New, Status::Preparing],
        (true, _) => &[Status::New, Status::Preparing, Status::OnTheWay],
    };
    let history =
        through.iter().map(|status| HistoryEntry { status: *status, at: now, by: Actor::Platform.to_string() });
    let status = *through.last().unwrap();
    let order = Order {
        courier: None,
        last_sequence: 0,
        id: Id::NIL,
        provider_order_id: orders::provider_order_id(number),
        restaurant_id: restaurants[number as usize % restaurants.len()],
        provider: Provider::Open,
        code: Some((number % 10_000).to_string()),
        status,
        created_at: now,
        updated_at: now,
        day: now.day_in(&time::zone("Europe/Istanbul").unwrap()),
        content,
        starts_at: None,
        accept_owed: false,
        change_id: Id::NIL,
        reported_at: None,
        cancellation: None,
        history: history.collect(),
        is_delivery_confirmed: status == Status::Delivered,
        platform_sync: Vec::new(),
        possible_duplicate_of: None,
        payment_read_as: None,
        is_name_lumped: false,
        preparation_minutes: None,
        placed_here_at: None,
        erased_at: None,
        changes: Vec::new(),
        ready_at: None,
        is_ready_told: false,
        brought_back_at: None,
    };
    let raw = orders::order(number).into_bytes();
    let prepared = PreparedOrder::of(&order.provider_order_id, order.code.as_deref(), &order.content, &raw);
    (order, prepared.unwrap())
}

fn store_one(tx: &mut Tx<'_>, draft: &Order, prepared: &PreparedOrder) -> Result<(), Failure> {
    let mut order = Order { id: tx.next_id(), created_at: tx.now, updated_at: tx.now, ..draft.clone() };
    let place = order.next_event();
    tx.add_order(&mut order, prepared)?;
    let (order_id, provider_order_id, status) = (order.id, order.provider_order_id, order.status);
    let what = What::OrderCreated { order_id, provider_order_id, status };
    tx.emit(order.restaurant_id, order.provider, Some(place), what)
}
