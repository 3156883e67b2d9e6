//! The list of orders: search, filters, pages, and a table to take away.

use super::{
    Visit,
    csv::Csv,
    frame::{Frame, Here, page_with},
    listing::{Choice, Listing, Row, Scene, Turned, complaint, turn},
    visit::only,
};
use crate::{
    clock,
    http::{Answer, Route, get},
    i18n::pages::words,
    model::{Code, List, Order, Role, Walk},
    ops::{House, orders, restaurants, settings},
};
use askama::Template;
use hyper::StatusCode;
use std::{collections::HashMap, sync::Arc};

pub fn routes(house: &Arc<House>) -> Vec<Route> {
    vec![
        get("orders", only(house, Role::Staff, list)),
        // Everybody's name and number in one file is the owner's alone.
        get("orders.csv", only(house, Role::Owner, download)),
    ]
}

/// Rows of a table to take away, and how many are read at a time.
const MOST_ROWS: usize = 10_000;
const BATCH: usize = 200;

#[derive(Template)]
#[template(path = "orders.html")]
struct OrdersPage {
    frame: Frame,
    action: &'static str,
    has_search: bool,
    listing: Listing,
    statuses: Vec<Choice>,
    providers: Vec<Choice>,
    restaurants: Vec<Choice>,
    rows: Vec<Row>,
    older: Option<String>,
    newer: Option<String>,
    csv: String,
    error: Option<String>,
}

async fn list(visit: Visit) -> Answer {
    let house = &visit.house;
    let query = visit.call.query()?;
    let listing = Listing::read(&query)?;
    let zone = settings::zone(house)?;
    let names = restaurants::names(house)?;
    let found = listing
        .filter(&zone)
        .and_then(|filter| turn(&query, List::Orders, |walk| orders::browse(house, &listing.question, &filter, walk)));
    let (turned, error) = match found {
        Ok(turned) => (turned, None),
        Err(failure) if failure.code == Code::InvalidParameter => {
            (Turned::default(), Some(complaint(visit.lang, &failure)))
        }
        Err(failure) => return Err(failure),
    };
    let restaurants: HashMap<_, _> = names.iter().cloned().collect();
    let scene = Scene { lang: visit.lang, zone: &zone, restaurants: &restaurants };
    let address = |dir, cursor: String| listing.address("/orders", &[("dir", dir), ("cursor", &cursor)]);
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let shown = OrdersPage {
        frame: Frame::of(&visit, Here::Orders, visit.lang.texts().orders_page.title),
        action: "/orders",
        has_search: true,
        statuses: listing.statuses(visit.lang),
        providers: listing.providers(visit.lang),
        restaurants: listing.restaurants(visit.lang, &names),
        rows: turned.orders.iter().map(|order| scene.row(order)).collect(),
        older: turned.older.map(|cursor| address("next", cursor)),
        newer: turned.newer.map(|cursor| address("prev", cursor)),
        csv: listing.address("/orders.csv", &[]),
        error,
        listing,
    };
    page_with(status, &shown)
}

/// Everything that the filters show, the newest first.
async fn download(visit: Visit) -> Answer {
    let house = &visit.house;
    let listing = Listing::read(&visit.call.query()?)?;
    let zone = settings::zone(house)?;
    let filter = listing.filter(&zone)?;
    let restaurants: HashMap<_, _> = restaurants::names(house)?.into_iter().collect();
    let scene = Scene { lang: visit.lang, zone: &zone, restaurants: &restaurants };
    let t = visit.lang.texts().orders_page;
    let heads = [
        t.time,
        t.platform,
        t.code,
        t.platform_id,
        t.restaurant,
        t.customer,
        t.amount,
        t.currency,
        t.payment,
        t.payment_name,
        t.is_paid,
        t.status,
        t.reported,
    ];
    let mut csv = Csv::new(visit.lang, &heads);
    let mut walk = Walk::newest(BATCH);
    let mut rows = 0;
    loop {
        let found = orders::browse(house, &listing.question, &filter, &walk)?;
        rows += found.items.len();
        found.items.iter().for_each(|order| write_row(&mut csv, &scene, order));
        walk.from = found.next;
        if walk.from.is_none() || rows >= MOST_ROWS {
            break;
        }
        // Others have their turn between two stretches.
        tokio::task::yield_now().await;
    }
    csv.answer(&format!("garson-{}.csv", clock::now().day_in(&zone)))
}

fn write_row(csv: &mut Csv, scene: &Scene<'_>, order: &Order) {
    let lang = scene.lang;
    let common = lang.texts().common;
    let yes_no = |is: bool| if is { common.yes } else { common.no };
    let content = &order.content;
    csv.time(order.created_at, scene.zone);
    csv.cell(words::provider(lang, order.provider));
    csv.cell(order.code.as_deref().unwrap_or_default());
    csv.cell(&order.provider_order_id);
    csv.cell(&scene.restaurant(order.restaurant_id));
    csv.cell(content.customer.name.as_deref().unwrap_or_default());
    csv.money(content.amount.total);
    csv.plain(content.amount.currency.as_str());
    csv.cell(words::payment(lang, content.payment.kind));
    csv.cell(content.payment.name.as_deref().unwrap_or_default());
    csv.cell(yes_no(content.payment.is_paid));
    csv.cell(words::status(lang, order.status));
    csv.cell(yes_no(order.reported_at.is_some()));
    csv.end_row();
}
