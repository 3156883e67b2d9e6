//! What one would write in an afternoon: axum in front of SQLite, a transaction for each order.
//!
//! It is as durable as garson (WAL, synchronous=FULL) and has what is cheap there: an order is read into a type and
//! checked, its restaurant found by a token, kept once for each platform id, with its list item and its event. It has no
//! search, no totals, no deliveries, no history, no second copy of what the platform sent.

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
    routing::post,
    serve::ListenerExt,
};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    io::BufRead,
    sync::{Arc, Mutex},
    time::{SystemTime, UNIX_EPOCH},
};

/// Restaurants `shop-0` to `shop-49`, as in garson's store.
const RESTAURANTS: usize = 50;

const SCHEMA: &str = "
    create table if not exists restaurants(id integer primary key, token text not null unique, name text not null);
    create table if not exists orders(
        id integer primary key, restaurant integer not null, platform_id text not null, status integer not null,
        created_at integer not null, body blob not null, unique(restaurant, platform_id));
    create index if not exists orders_by_status on orders(restaurant, status, id);
    create table if not exists list_items(order_id integer primary key, item text not null);
    create table if not exists events(
        id integer primary key, order_id integer not null, kind text not null, at integer not null);
";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    provider_order_id: String,
    code: Option<String>,
    customer: Option<Customer>,
    items: Vec<Item>,
    amount: Amount,
    payment: Payment,
}

#[derive(Deserialize)]
struct Customer {
    name: Option<String>,
    phone: Option<String>,
}

#[derive(Deserialize)]
struct Item {
    name: String,
    quantity: u32,
    total: f64,
    #[serde(default)]
    options: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    name: String,
}

#[derive(Deserialize)]
struct Amount {
    total: f64,
}

#[derive(Deserialize)]
struct Payment {
    r#type: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListItem<'a> {
    id: i64,
    provider_order_id: &'a str,
    code: Option<&'a str>,
    restaurant: i64,
    status: i64,
    created_at: i64,
    customer: Option<&'a str>,
    phone: Option<&'a str>,
    items: u32,
    total: f64,
    payment: &'a str,
}

impl Order {
    fn is_sound(&self) -> bool {
        let sum: f64 = self.items.iter().map(|item| item.total).sum();
        let named = |item: &Item| {
            !item.name.is_empty() && item.quantity > 0 && item.options.iter().all(|option| !option.name.is_empty())
        };
        !self.provider_order_id.is_empty() && !self.items.is_empty() && self.items.iter().all(named) && sum >= 0.0
    }
}

pub fn serve(folder: &str) {
    let database = Arc::new(Mutex::new(open(folder)));
    let app = Router::new().route("/intake/{token}/orders", post(take)).with_state(database);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("listening on http://{}", listener.local_addr().unwrap());
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
        axum::serve(listener, app).await.unwrap();
    });
}

/// Orders in large transactions, each line to the next restaurant, then everything in the one file.
pub fn fill(folder: &str) {
    let mut database = open(folder);
    let mut lines = std::io::stdin().lock().lines().map(|line| line.unwrap()).enumerate().peekable();
    while lines.peek().is_some() {
        let tx = database.transaction().unwrap();
        for (number, line) in lines.by_ref().take(2_000) {
            let order = serde_json::from_str(&line).unwrap();
            store(&tx, &format!("shop-{}", number % RESTAURANTS), &order, line.as_bytes()).unwrap();
        }
        tx.commit().unwrap();
    }
    database.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).unwrap();
}

fn open(folder: &str) -> Connection {
    let database = Connection::open(std::path::Path::new(folder).join("shop.sqlite")).unwrap();
    database.execute_batch("pragma journal_mode=wal; pragma synchronous=full;").unwrap();
    database.execute_batch(SCHEMA).unwrap();
    for number in 0..RESTAURANTS {
        let add = "insert or ignore into restaurants(token, name) values(?, ?)";
        database.execute(add, [format!("shop-{number}"), format!("Köfteci {number}")]).unwrap();
    }
    database
}

async fn take(
    State(database): State<Arc<Mutex<Connection>>>,
    Path(token): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, StatusCode> {
    let order: Order = serde_json::from_slice(&body).map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)?;
    if !order.is_sound() {
        return Err(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let stored = tokio::task::spawn_blocking(move || {
        let mut database = database.lock().unwrap();
        let tx = database.transaction()?;
        let stored = store(&tx, &token, &order, &body)?;
        tx.commit()?;
        Ok::<_, rusqlite::Error>(stored)
    });
    match stored.await.unwrap() {
        Ok(Some((id, is_new))) => Ok(Json(json!({ "success": true, "data": { "id": id, "isNew": is_new } }))),
        Ok(None) => Err(StatusCode::NOT_FOUND),
        Err(_) => Err(StatusCode::SERVICE_UNAVAILABLE),
    }
}

/// Its id, and whether it is new; nothing where no restaurant has the token.
fn store(tx: &Transaction<'_>, token: &str, order: &Order, body: &[u8]) -> rusqlite::Result<Option<(i64, bool)>> {
    let mut find = tx.prepare_cached("select id from restaurants where token = ?")?;
    let Some(restaurant) = find.query_row([token], |row| row.get::<_, i64>(0)).optional()? else { return Ok(None) };
    let mut known = tx.prepare_cached("select id from orders where restaurant = ? and platform_id = ?")?;
    let known = known.query_row(params![restaurant, order.provider_order_id], |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok(Some((id, false)));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    tx.prepare_cached("insert into orders(restaurant, platform_id, status, created_at, body) values(?, ?, 400, ?, ?)")?
        .execute(params![restaurant, order.provider_order_id, now, body])?;
    let id = tx.last_insert_rowid();
    let customer = order.customer.as_ref();
    let item = ListItem {
        id,
        provider_order_id: &order.provider_order_id,
        code: order.code.as_deref(),
        restaurant,
        status: 400,
        created_at: now,
        customer: customer.and_then(|customer| customer.name.as_deref()),
        phone: customer.and_then(|customer| customer.phone.as_deref()),
        items: order.items.iter().map(|item| item.quantity).sum(),
        total: order.amount.total,
        payment: &order.payment.r#type,
    };
    let item = serde_json::to_string(&item).unwrap();
    tx.prepare_cached("insert into list_items(order_id, item) values(?, ?)")?.execute(params![id, item])?;
    tx.prepare_cached("insert into events(order_id, kind, at) values(?, 'order.created', ?)")?.execute([id, now])?;
    Ok(Some((id, true)))
}
