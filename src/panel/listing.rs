//! What the lists of orders share: filters as they were typed, rows, and turning pages.

use super::{field::trimmed, select::SelectOption, show, visit::Visit};
use http::Query;
use i18n::{self, Lang, Spoken, pages::words};
use jiff::tz::TimeZone;
use model::{Code, Day, Dir, Failure, Id, List, Order, Page, Provider, Status, Time, Walk, Why, url};
use ops::{
    orders::{OrderFilter, Picked},
    places::restaurants,
};
use platforms::facts;
use std::collections::HashMap;

/// Orders on one page.
const ROWS: usize = 50;

/// The filters as they stand in the address; empty where there is none.
#[derive(Default)]
pub struct Listing {
    pub question: String,
    pub status: String,
    pub provider: String,
    pub restaurant: String,
    pub from: String,
    pub to: String,
}

impl Listing {
    pub fn read(query: &Query<'_>) -> Result<Listing, Failure> {
        let field = |name| trimmed(query, name);
        Ok(Listing {
            question: field("q")?,
            status: field("status")?,
            provider: field("provider")?,
            restaurant: field("restaurant")?,
            from: field("from")?,
            to: field("to")?,
        })
    }

    /// What they mean.
    pub fn filter(&self, zone: &TimeZone) -> Result<OrderFilter, Failure> {
        let (from, to) = days(&self.from, &self.to, zone)?;
        let unknown = |name| Failure::unreadable(name, Why::NotOneOf(String::new()));
        let statuses: Vec<Status> = match self.status.as_str() {
            "" => Vec::new(),
            "open" => Status::ALL.into_iter().filter(|status| !status.is_closed()).collect(),
            "cancelled" => Status::ALL.into_iter().filter(|status| status.is_cancelled()).collect(),
            code => vec![code.parse().ok().and_then(Status::from_code).ok_or_else(|| unknown("status"))?],
        };
        let provider = match self.provider.as_str() {
            "" => None,
            key => Some(Provider::parse(key).ok_or_else(|| unknown("provider"))?),
        };
        let restaurant = match self.restaurant.as_str() {
            "" => None,
            id => Some(Id::parse(id).ok_or_else(|| unknown("restaurant"))?),
        };
        let picked = Picked::orders(restaurant, provider, &statuses);
        Ok(OrderFilter { picked, from, to, updated_since: None, code: None })
    }

    pub fn is_narrowed(&self) -> bool {
        !self.query(&[]).is_empty()
    }

    /// An address that carries the same filters, and what is given beside them.
    pub fn address(&self, path: &str, more: &[(&str, &str)]) -> String {
        let query = self.query(more);
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }

    /// The filters themselves, for a form that goes on with them.
    pub fn fields(&self) -> [(&'static str, &str); 6] {
        [
            ("q", &self.question),
            ("status", &self.status),
            ("provider", &self.provider),
            ("restaurant", &self.restaurant),
            ("from", &self.from),
            ("to", &self.to),
        ]
    }

    fn query(&self, more: &[(&str, &str)]) -> String {
        let fields = self.fields();
        url::query(fields.iter().chain(more).copied())
    }

    /// Every status, and the two groups that people mean most.
    fn statuses(&self, lang: Lang) -> Vec<SelectOption> {
        let t = lang.texts().orders_page;
        let groups = [("", lang.texts().common.all), ("open", t.open), ("cancelled", t.cancelled)];
        let groups = groups.map(|(value, text)| (value.to_owned(), text));
        let single = Status::ALL.map(|status| (status.code().to_string(), words::status(lang, status)));
        groups.into_iter().chain(single).map(|(value, text)| SelectOption::of(value, text, &self.status)).collect()
    }

    fn providers(&self, lang: Lang) -> Vec<SelectOption> {
        let all = [(String::new(), lang.texts().common.all)];
        let each = Provider::ALL.map(|provider| (provider.key().to_owned(), facts(provider).short_name_in(lang)));
        all.into_iter().chain(each).map(|(value, text)| SelectOption::of(value, text, &self.provider)).collect()
    }

    /// Nothing to choose from where there is only one.
    pub fn restaurants(&self, lang: Lang, names: &[(Id, String)]) -> Vec<SelectOption> {
        if names.len() < 2 && self.restaurant.is_empty() {
            return Vec::new();
        }
        let all = [(String::new(), lang.texts().common.all)];
        let each = names.iter().map(|(id, name)| (id.to_string(), name.as_str()));
        all.into_iter().chain(each).map(|(value, text)| SelectOption::of(value, text, &self.restaurant)).collect()
    }
}

/// When the days from one to another begin and end, both included; days are the account's own.
pub fn days(from: &str, to: &str, zone: &TimeZone) -> Result<(Option<Time>, Option<Time>), Failure> {
    let (from, to) = (day("from", from)?, day("to", to)?);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(Failure::unreadable("to", Why::EndsBeforeStart));
    }
    Ok((from.map(|day| day.starts_in(zone)), to.map(|day| day.plus(1).starts_in(zone))))
}

pub fn day(name: &'static str, text: &str) -> Result<Option<Day>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    Day::parse(text).map(Some).ok_or_else(|| Failure::unreadable(name, Why::NotADay))
}

/// Why a filter was not understood, with the name that the field has on the page.
pub fn complaint(lang: Lang, failure: &Failure) -> String {
    let (t, common) = (lang.texts().orders_page, lang.texts().common);
    let label = match failure.field.as_deref() {
        Some("from") => common.from,
        Some("to") => common.to,
        Some("status") => t.status,
        Some("provider") => t.platform,
        Some("restaurant") => t.restaurant,
        _ => return i18n::failure(lang, failure),
    };
    i18n::failure(lang, &failure.clone().field(label))
}

/// A list of orders as its page shows it. The templates are `listing_*.html`.
pub struct OrderList {
    pub path: &'static str,
    pub has_search: bool,
    pub filters: Listing,
    pub statuses: Vec<SelectOption>,
    pub providers: Vec<SelectOption>,
    pub restaurants: Vec<SelectOption>,
    pub rows: Vec<OrderRow>,
    pub older: Option<String>,
    pub newer: Option<String>,
    /// Why a filter was not understood; there are no orders then.
    pub error: Option<String>,
}

impl OrderList {
    pub fn of(
        visit: &Visit,
        path: &'static str,
        filters: Listing,
        zone: &TimeZone,
        found: Result<Turned, Failure>,
    ) -> Result<OrderList, Failure> {
        let (turned, error) = match found {
            Ok(turned) => (turned, None),
            Err(failure) if failure.code == Code::InvalidParameter => {
                (Turned::default(), Some(complaint(visit.lang, &failure)))
            }
            Err(failure) => return Err(failure),
        };
        let names = restaurants::names(&visit.app)?;
        let by_id = names.iter().cloned().collect();
        let context = ListingContext { lang: visit.lang, zone, restaurants: &by_id };
        let address = |dir, cursor: String| filters.address(path, &[("dir", dir), ("cursor", &cursor)]);
        Ok(OrderList {
            path,
            has_search: false,
            statuses: filters.statuses(visit.lang),
            providers: filters.providers(visit.lang),
            restaurants: filters.restaurants(visit.lang, &names),
            rows: turned.orders.iter().map(|order| context.row(order)).collect(),
            older: turned.older.map(|cursor| address("next", cursor)),
            newer: turned.newer.map(|cursor| address("prev", cursor)),
            error,
            filters,
        })
    }
}

/// A page of a list, with the cursors of its neighbours.
#[derive(Default)]
pub struct Turned {
    orders: Vec<Order>,
    older: Option<String>,
    newer: Option<String>,
}

/// The page that the address asks for. Going to newer ones ends at the whole first page, never at a short one.
pub fn turn(
    query: &Query<'_>,
    list: List,
    fetch: impl Fn(Walk) -> Result<Page<Order>, Failure>,
) -> Result<Turned, Failure> {
    let from = query.one("cursor")?.map(|cursor| list.position(cursor)).transpose()?;
    let is_back = query.one("dir")? == Some("prev");
    let mut is_first = from.is_none();
    // One more than is shown tells whether there are newer ones still.
    let (limit, dir) = if is_back { (ROWS + 1, Dir::Prev) } else { (ROWS, Dir::Next) };
    let mut walk = Walk { limit, dir, from };
    let mut page = fetch(walk.clone())?;
    if is_back && page.items.len() > ROWS {
        page.items.remove(0);
        page.prev = page.items.first().map(|order| order.id.bytes().to_vec());
    } else if is_back {
        is_first = true;
        walk = Walk::newest(ROWS);
        page = fetch(walk.clone())?;
    }
    let paging = list.paging(&page, &walk);
    Ok(Turned { orders: page.items, older: paging.next, newer: paging.prev.filter(|_| !is_first) })
}

/// One order in a list.
pub struct OrderRow {
    pub id: String,
    pub code: String,
    pub provider: Provider,
    pub mark: &'static str,
    pub platform: &'static str,
    pub time: String,
    pub customer: Option<String>,
    pub is_erased: bool,
    pub restaurant: String,
    pub total: String,
    pub payment: &'static str,
    pub status: &'static str,
    /// Which colour stands beside the word.
    pub tone: &'static str,
    pub is_test: bool,
    pub is_incomplete: bool,
}

/// What rows are made with.
pub struct ListingContext<'a> {
    pub lang: Lang,
    pub zone: &'a TimeZone,
    pub restaurants: &'a HashMap<Id, String>,
}

impl ListingContext<'_> {
    pub fn restaurant(&self, id: Id) -> String {
        let removed = || self.lang.texts().orders_page.removed_restaurant.to_owned();
        self.restaurants.get(&id).cloned().unwrap_or_else(removed)
    }

    pub fn row(&self, order: &Order) -> OrderRow {
        let content = &order.content;
        OrderRow {
            id: order.id.to_string(),
            code: order.code.clone().unwrap_or_else(|| order.provider_order_id.clone()),
            provider: order.provider,
            mark: facts(order.provider).mark,
            platform: facts(order.provider).short_name_in(self.lang),
            time: show::time(self.lang, order.created_at, self.zone),
            customer: content.customer.name.clone(),
            is_erased: order.erased_at.is_some(),
            restaurant: self.restaurant(order.restaurant_id),
            total: show::money(self.lang, content.amount.total, content.amount.currency),
            payment: words::payment(self.lang, content.payment.kind),
            status: words::status(self.lang, order.status),
            tone: tone(order.status),
            is_test: content.is_test,
            is_incomplete: !content.problems.is_empty(),
        }
    }
}

pub fn tone(status: Status) -> &'static str {
    match status {
        Status::Scheduled | Status::New => "warn",
        Status::ScheduledVerified | Status::Preparing | Status::OnTheWay => "info",
        Status::Delivered => "good",
        Status::CancelledByCustomer | Status::CancelledByRestaurant => "bad",
    }
}
