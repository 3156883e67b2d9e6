//! Reports: what was taken, by day, payment, platform and restaurant; `pending` is what waits for accounting, `assign`
//! what no table knows of payments.

pub mod assign;
mod chart;
pub mod pending;
mod period;

use super::{
    csv::Csv,
    figures,
    frame::{Frame, Here},
    listing,
    page::{page, refused},
    select::SelectOption,
    show,
    visit::Visit,
};
use askama::Template;
use chart::Chart;
use http::{Answer, Query};
use i18n::{
    Lang, Spoken,
    pages::{payments as payment_texts, reports as texts, words},
};
use model::{Code, Currency, Day, Deed, Failure, Id, Money, Why, fold, url};
use ops::{
    care::{audit, settings},
    money::{
        payments,
        reports::{self, PaymentPart, PaymentSums, Sum, Takings},
    },
    places::restaurants,
};
use period::Period;
use platforms::facts;

/// Names of one payment type that are shown; a shop could send thousands.
const MOST_NAMES: usize = 12;

#[derive(Template)]
#[template(path = "reports.html")]
struct ReportsPage {
    frame: Frame,
    asked: ReportQuery,
    presets: Vec<SelectOption>,
    restaurants: Vec<SelectOption>,
    error: Option<String>,
    report: Option<TakingsReport>,
    waiting: u64,
    waiting_text: String,
    /// Unknown payments, in words.
    unknown: Option<String>,
    /// The owner has assigned some.
    has_assigned: bool,
}

/// What the address asks for, as the form shows it again.
struct ReportQuery {
    from: String,
    to: String,
    restaurant: String,
    currency: String,
    period: &'static str,
}

impl ReportQuery {
    /// This report at another path, or for another period.
    fn address(&self, path: &str, period: Option<&str>) -> String {
        let days = match (period, self.period) {
            (None, "") => [("from", self.from.as_str()), ("to", &self.to)],
            (None, key) | (Some(key), _) => [("period", key), ("", "")],
        };
        self.with(path, &days, &self.currency)
    }

    /// This report in another currency.
    fn in_currency(&self, currency: &Currency) -> String {
        self.with("/reports", &[("from", self.from.as_str()), ("to", &self.to)], currency.as_str())
    }

    fn with(&self, path: &str, days: &[(&str, &str)], currency: &str) -> String {
        let chosen = [("restaurant", self.restaurant.as_str()), ("currency", currency)];
        let query = url::query(chosen.into_iter().chain(days.iter().copied()));
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }
}

struct TakingsReport {
    /// The days it is about, in words.
    days: String,
    taken: String,
    count: String,
    average: String,
    /// How far it lies from what was taken before.
    change: Option<String>,
    /// What was taken before, and in which days.
    before: Option<String>,
    days_before: String,
    is_empty: bool,
    /// A single day needs no drawing.
    chart: Option<Chart>,
    parts: Vec<TakingsSplit>,
    other_currencies: Vec<Currency>,
}

/// One way to split the takings.
struct TakingsSplit {
    title: &'static str,
    head: &'static str,
    shares: Vec<TakingsShare>,
}

struct TakingsShare {
    name: String,
    count: String,
    total: String,
    percent: String,
    /// Of a hundred.
    width: u64,
    /// It belongs to the one above it.
    is_inner: bool,
}

pub async fn show_takings(visit: Visit) -> Answer {
    let app = &visit.app;
    let lang = visit.lang;
    let t = lang.texts().reports_page;
    let query = visit.call.query()?;
    let today = clock::now().day_in(&settings::zone(app)?);
    let names = restaurants::names(app)?;
    let read = Period::read(&query, today).and_then(|period| Ok((period, restaurant(&query)?, currency(&query)?)));
    let typed = |name| query.one(name).ok().flatten().unwrap_or_default().trim().to_owned();
    let mut asked = ReportQuery {
        from: typed("from"),
        to: typed("to"),
        restaurant: typed("restaurant"),
        currency: typed("currency"),
        period: "",
    };
    let choices = listing::Listing { restaurant: asked.restaurant.clone(), ..Default::default() };
    let (mut presets, report, error) = match read {
        Ok((period, restaurant, currency)) => {
            (asked.from, asked.to) = (period.first.to_string(), period.last.to_string());
            asked.period = period.key;
            let days = (period.first, period.last);
            let takings = reports::takings(app, restaurant, days, period.before, currency)?;
            let report = TakingsReport::of(lang, &period, &takings, restaurant.is_none());
            (period::presets(lang, period.key), Some(report), None)
        }
        Err(failure) if failure.code == Code::InvalidParameter => {
            let is_too_long = matches!(failure.why, Some(Why::TooMany(_)));
            let sentence = if is_too_long { t.too_long.to_owned() } else { listing::complaint(lang, &failure) };
            (period::presets(lang, ""), None, Some(sentence))
        }
        Err(failure) => return Err(failure),
    };
    for preset in &mut presets {
        preset.value = asked.address("/reports", Some(&preset.value));
    }
    let waiting = reports::waiting_in_all(app)?;
    let payments::Overview { unknown, assigned } = payments::overview(app)?;
    let shown = ReportsPage {
        frame: Frame::of(&visit, Here::Reports, t.title),
        presets,
        restaurants: choices.restaurants(lang, &names),
        error,
        report,
        waiting,
        waiting_text: texts::waiting(lang, &figures::number(lang, waiting), waiting == 1),
        unknown: (!unknown.is_empty()).then(|| payment_texts::unknown(lang, unknown.len())),
        has_assigned: !assigned.is_empty(),
        asked,
    };
    if shown.error.is_some() { refused(&shown) } else { page(&shown) }
}

/// The totals behind the report, one row for each.
pub async fn download(visit: Visit) -> Answer {
    let app = &visit.app;
    let lang = visit.lang;
    let query = visit.call.query()?;
    let today = clock::now().day_in(&settings::zone(app)?);
    let period = Period::read(&query, today)?;
    audit::exported(&visit.app, visit.ctx().recorder(), Deed::TakingsExported).await?;
    let t = lang.texts().reports_page;
    let o = lang.texts().orders_page;
    let heads = [t.day, o.restaurant, o.platform, o.payment, o.brand, o.payment_name, t.orders, o.amount, o.currency];
    let mut csv = Csv::new(lang, &heads);
    for entry in reports::ledger(app, restaurant(&query)?, (period.first, period.last))? {
        csv.plain(entry.row.day);
        csv.cell(entry.restaurant.as_deref().unwrap_or(o.removed_restaurant));
        csv.cell(facts(entry.row.provider).short_name_in(lang));
        csv.cell(words::payment(lang, entry.row.group.kind));
        csv.cell(entry.row.group.brand.as_deref().map_or("", words::brand));
        csv.cell(entry.row.group.name.as_deref().unwrap_or_default());
        csv.plain(entry.row.sum.count);
        csv.money(entry.row.sum.total);
        csv.plain(entry.row.group.currency.as_str());
        csv.end_row();
    }
    csv.answer(&format!("garson-{}-{}.csv", period.first, period.last))
}

/// The id of no restaurant stands for all in the totals; here it is simply not one.
fn restaurant(query: &Query<'_>) -> Result<Option<Id>, Failure> {
    let text = query.one("restaurant")?.unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let id = Id::parse(text).filter(|id| *id != Id::NIL);
    id.map(Some).ok_or_else(|| Failure::unreadable("restaurant", Why::NotOneOf(String::new())))
}

fn currency(query: &Query<'_>) -> Result<Option<Currency>, Failure> {
    match query.one("currency")?.unwrap_or_default().trim() {
        "" => Ok(None),
        text => Currency::parse(text).map(Some).ok_or_else(|| Failure::unreadable("currency", Why::NotACurrency)),
    }
}

impl TakingsReport {
    fn of(lang: Lang, period: &Period, takings: &Takings, has_restaurants: bool) -> TakingsReport {
        let t = lang.texts().reports_page;
        let o = lang.texts().orders_page;
        let money = |sum: Sum| show::money(lang, sum.total, takings.currency);
        let total = takings.total;
        let average = total.total.0.checked_div(i64::try_from(total.count).unwrap_or(i64::MAX)).unwrap_or(0);
        let days = (period.first, period.last);
        let in_words = |(first, last): (Day, Day), name: fn(Lang, Day) -> String| match first == last {
            true => name(lang, first),
            false => format!("{} – {}", name(lang, first), name(lang, last)),
        };
        let share = |name: String, sum: Sum, is_inner| TakingsShare {
            name,
            count: figures::number(lang, sum.count),
            total: money(sum),
            percent: figures::percent(lang, figures::share(sum.total.0, total.total.0)),
            width: figures::share(sum.total.0, total.total.0),
            is_inner,
        };
        let mut parts = vec![
            TakingsSplit { title: t.by_payment, head: o.payment, shares: by_payment(lang, takings, &share) },
            TakingsSplit {
                title: t.by_platform,
                head: o.platform,
                shares: by_size(takings.providers.iter(), |sum| sum.total.0)
                    .into_iter()
                    .map(|(provider, sum)| share(facts(*provider).short_name_in(lang).to_owned(), *sum, false))
                    .collect(),
            },
        ];
        if has_restaurants && takings.restaurants.len() > 1 {
            let name = |name: &Option<String>| name.clone().unwrap_or_else(|| o.removed_restaurant.to_owned());
            let shares = takings.restaurants.iter().map(|(one, sum)| share(name(one), *sum, false)).collect();
            parts.push(TakingsSplit { title: t.by_restaurant, head: o.restaurant, shares });
        }
        let has_many_days = period.first != period.last;
        TakingsReport {
            days: in_words(days, chart::long_name),
            taken: money(total),
            count: figures::number(lang, total.count),
            average: show::money(lang, Money(average), takings.currency),
            change: figures::change(lang, takings.before.total.0, total.total.0)
                .map(|change| texts::compared(lang, &change)),
            before: (takings.before.count > 0).then(|| money(takings.before)),
            days_before: in_words(period.before, chart::date_name),
            is_empty: total.count == 0,
            chart: has_many_days.then(|| chart::chart(lang, days, &takings.days, takings.currency)),
            parts,
            other_currencies: takings.currencies.iter().copied().filter(|one| *one != takings.currency).collect(),
        }
    }
}

/// Each type, and below it what it consists of: the brands of meal cards, and what platforms call the rest.
fn by_payment(lang: Lang, takings: &Takings, share: &impl Fn(String, Sum, bool) -> TakingsShare) -> Vec<TakingsShare> {
    let mut shares = Vec::new();
    for (kind, PaymentSums { sum, parts }) in by_size(takings.payments.iter(), |sums| sums.sum.total.0) {
        shares.push(share(words::payment(lang, *kind).to_owned(), *sum, false));
        // A platform's name for all of it says nothing new; a brand does.
        let is_plain = |(part, all): (&PaymentPart, &Sum)| matches!(part, PaymentPart::Name(_)) && all == sum;
        let mut named = if parts.iter().any(is_plain) { Vec::new() } else { by_size(parts.iter(), |sum| sum.total.0) };
        // Nor does one that says the type itself.
        let says_type = |name: &str| fold(&words::payment_name(lang, name)) == fold(words::payment(lang, *kind));
        named.retain(|(part, _)| !matches!(part, PaymentPart::Name(name) if says_type(name)));
        let mut rest = Sum::default();
        named.iter().skip(MOST_NAMES).for_each(|(_, sum)| rest.add(**sum));
        shares.extend(named.into_iter().take(MOST_NAMES).map(|(part, sum)| {
            let name = match part {
                PaymentPart::Brand(brand) => words::brand(brand).to_owned(),
                PaymentPart::Name(name) => words::payment_name(lang, name),
            };
            share(name, *sum, true)
        }));
        if rest.count > 0 {
            shares.push(share(lang.texts().reports_page.others.to_owned(), rest, true));
        }
    }
    shares
}

/// The largest first.
fn by_size<K, V>(parts: impl Iterator<Item = (K, V)>, amount: impl Fn(&V) -> i64) -> Vec<(K, V)> {
    let mut parts: Vec<(K, V)> = parts.collect();
    parts.sort_by_key(|(_, value)| std::cmp::Reverse(amount(value)));
    parts
}
