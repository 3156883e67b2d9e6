//! The list of orders: search, filters, pages, and a table to take away.

use super::{
    csv::{self, Csv},
    frame::{Frame, Here},
    listing::{Listing, ListingContext, OrderList, turn},
    page::{page, refused},
    visit::Visit,
};
use askama::Template;
use futures_util::{StreamExt, stream};
use http::Answer;
use i18n::{Lang, Spoken, pages::words};
use jiff::tz::TimeZone;
use model::{Deed, Failure, Id, List, Order, Walk};
use ops::{
    AppState, LongReader,
    care::{audit, settings},
    orders::{self, OrderFilter},
    places::restaurants,
};
use platforms::facts;
use std::{cell::Cell, collections::HashMap, sync::Arc};

/// Rows of a table to take away that are read at a time.
const ROWS_PER_READ: usize = 200;

#[derive(Template)]
#[template(path = "orders.html")]
struct OrdersPage {
    frame: Frame,
    list: OrderList,
    csv: String,
    /// So many carry the words that old ones were left out, here and in the file.
    is_cut: bool,
}

pub async fn list(visit: Visit) -> Answer {
    let app = &visit.app;
    let query = visit.call.query()?;
    let listing = Listing::read(&query)?;
    let zone = settings::zone(app)?;
    let is_cut = Cell::new(false);
    let find = || {
        let filter = listing.filter(&zone)?;
        let fetch = |walk: Walk| {
            let (page, are_left_out) = orders::browse(app, &listing.question, &filter, &walk)?;
            is_cut.set(are_left_out);
            Ok(page)
        };
        turn(&query, List::Orders, fetch)
    };
    let (found, csv) = (find(), listing.address("/orders.csv", &[]));
    let list = OrderList { has_search: true, ..OrderList::of(&visit, "/orders", listing, &zone, found)? };
    let frame = Frame::of(&visit, Here::Orders, visit.lang.texts().orders_page.title);
    let shown = OrdersPage { frame, list, csv, is_cut: is_cut.into_inner() };
    if shown.list.error.is_some() { refused(&shown) } else { page(&shown) }
}

/// Everything that the filters show, the newest first. It is read in stretches while it is sent, so that a table of years
/// takes no more room than one of a day.
pub async fn download(visit: Visit) -> Answer {
    let app = visit.app.clone();
    let listing = Listing::read(&visit.call.query()?)?;
    audit::exported(&visit.app, visit.ctx().recorder(), Deed::OrdersExported).await?;
    let zone = settings::zone(&app)?;
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
        t.brand,
        t.payment_name,
        t.channel,
        t.is_paid,
        t.status,
        t.reported,
    ];
    let name = format!("garson-{}.csv", clock::now().day_in(&zone));
    let table = CsvDownload {
        csv: Csv::new(visit.lang, &heads),
        lang: visit.lang,
        filter: listing.filter(&zone)?,
        question: listing.question,
        restaurants: restaurants::names(&app)?.into_iter().collect(),
        walk: Some(Walk::newest(ROWS_PER_READ)),
        zone,
        app,
    };
    let reader = Arc::new(visit.reader()?);
    // Before anything is sent a refusal can still be a page.
    let (first, rest) = table.stretch(reader.clone()).await?;
    // Others have their turn between two stretches.
    let rest = stream::try_unfold(rest, move |table| {
        let reader = reader.clone();
        async move {
            match table {
                Some(table) => table.stretch(reader).await.map(Some),
                None => Ok(None),
            }
        }
    });
    csv::stream(&name, stream::iter([Ok(first)]).chain(rest))
}

/// A table on its way to a browser.
struct CsvDownload {
    app: Arc<AppState>,
    lang: Lang,
    zone: TimeZone,
    restaurants: HashMap<Id, String>,
    question: String,
    filter: OrderFilter,
    /// What is read next; nothing when all was.
    walk: Option<Walk>,
    csv: Csv,
}

impl CsvDownload {
    /// The next stretch, and what is left to read then.
    async fn stretch(mut self, reader: Arc<LongReader>) -> Result<(String, Option<CsvDownload>), Failure> {
        reader.read(move || Ok((self.piece()?, self.walk.is_some().then_some(self)))).await
    }

    fn piece(&mut self) -> Result<String, Failure> {
        let Some(walk) = self.walk.take() else { return Ok(String::new()) };
        let (found, is_cut) = orders::browse(&self.app, &self.question, &self.filter, &walk)?;
        let context = ListingContext { lang: self.lang, zone: &self.zone, restaurants: &self.restaurants };
        found.items.iter().for_each(|order| write_row(&mut self.csv, &context, order));
        self.walk = found.next.map(|from| Walk { from: Some(from), ..walk });
        if is_cut && self.walk.is_none() {
            self.csv.cell(self.lang.texts().orders_page.cut);
            self.csv.end_row();
        }
        Ok(self.csv.take())
    }
}

fn write_row(csv: &mut Csv, context: &ListingContext<'_>, order: &Order) {
    let lang = context.lang;
    let common = lang.texts().common;
    let yes_no = |is: bool| if is { common.yes } else { common.no };
    let content = &order.content;
    csv.time(order.created_at, context.zone);
    csv.cell(facts(order.provider).short_name_in(lang));
    csv.cell(order.code.as_deref().unwrap_or_default());
    csv.cell(&order.provider_order_id);
    csv.cell(&context.restaurant(order.restaurant_id));
    csv.cell(content.customer.name.as_deref().unwrap_or_default());
    csv.money(content.amount.total);
    csv.plain(content.amount.currency.as_str());
    csv.cell(words::payment(lang, content.payment.kind));
    csv.cell(content.payment.brand.as_deref().map_or("", words::brand));
    csv.cell(content.payment.name.as_deref().unwrap_or_default());
    csv.cell(words::channel(lang, content.payment.channel));
    csv.cell(yes_no(content.payment.is_paid));
    csv.cell(words::status(lang, order.status));
    csv.cell(yes_no(order.reported_at.is_some()));
    csv.end_row();
}
