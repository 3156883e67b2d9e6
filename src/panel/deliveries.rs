//! The delivery log: what was sent where, every attempt with its answer, and sending one again.

use super::{
    figures,
    frame::{Frame, Here},
    page::{go_to, page},
    select::SelectOption,
    show,
    visit::Visit,
};
use askama::Template;
use http::{Answer, Query};
use i18n::{
    self, Lang, Spoken,
    pages::{deliveries as texts, words},
};
use jiff::tz::TimeZone;
use model::{
    Access, Attempt, Code, DeliveryState, Dir, EventKind, Failure, Id, List, Walk, Webhook, Why, page::DEFAULT_LIMIT,
    url,
};
use ops::{
    AppState,
    care::settings,
    events::{deliveries, webhooks},
    places::restaurants,
};
use platforms::facts;
use std::collections::HashMap;

#[derive(Template)]
#[template(path = "deliveries.html")]
struct LogPage {
    frame: Frame,
    states: Vec<SelectOption>,
    events: Vec<SelectOption>,
    webhooks: Vec<SelectOption>,
    order: String,
    order_error: Option<String>,
    is_filtered: bool,
    is_further_on: bool,
    rows: Vec<LogRow>,
    newer: Option<String>,
    older: Option<String>,
    kept: String,
}

#[derive(Template)]
#[template(path = "delivery.html")]
struct DeliveryPage {
    frame: Frame,
    row: LogRow,
    restaurant: String,
    changed: String,
    /// When it is tried next; nothing while it waits for another, or is settled.
    next_attempt: Option<String>,
    is_waiting: bool,
    is_paused: bool,
    is_forgetful: bool,
    attempts: Vec<AttemptView>,
    body: String,
}

/// One row of the log.
struct LogRow {
    id: Id,
    when: String,
    event: &'static str,
    order_id: Option<Id>,
    order: String,
    provider: &'static str,
    target: LogTarget,
    state: &'static str,
    tone: &'static str,
    attempt_count: u32,
    last: Option<AttemptView>,
}

/// Where it goes.
enum LogTarget {
    Webhook(Id, String),
    /// A restaurant's own address for payments.
    Payment,
    Gone,
}

/// One attempt, as far as people want to know.
pub struct AttemptView {
    pub when: String,
    /// Where to, if that was not where it would go now.
    pub elsewhere: Option<String>,
    pub status: Option<u16>,
    pub is_success: bool,
    pub duration: String,
    pub answer: Option<String>,
    /// What went wrong, in plain words, and in the client's own.
    pub trouble: &'static str,
    pub error: Option<String>,
}

impl AttemptView {
    pub fn of(attempt: &Attempt, lang: Lang, zone: &TimeZone) -> AttemptView {
        AttemptView {
            when: show::exact(lang, attempt.at, zone),
            elsewhere: None,
            status: attempt.status_code,
            is_success: attempt.is_success(),
            duration: figures::duration(lang, attempt.took),
            answer: attempt.answer.clone(),
            trouble: texts::trouble(lang, attempt.error.as_deref().unwrap_or_default()),
            error: attempt.error.clone(),
        }
    }
}

impl LogRow {
    fn of(row: deliveries::LoggedDelivery, lang: Lang, zone: &TimeZone, webhooks: &HashMap<Id, Webhook>) -> LogRow {
        let deliveries::LoggedDelivery { delivery, event: cause, order_code } = row;
        let target = match webhooks.get(&delivery.lane) {
            Some(webhook) => LogTarget::Webhook(webhook.id, webhook.form.url.clone()),
            None if delivery.kind == EventKind::PaymentMatching => LogTarget::Payment,
            None => LogTarget::Gone,
        };
        let tone = match delivery.state {
            DeliveryState::Pending => "info",
            DeliveryState::Delivered => "good",
            DeliveryState::Failed if delivery.is_held => "warn",
            DeliveryState::Failed => "bad",
            DeliveryState::Dropped => "warn",
        };
        LogRow {
            id: delivery.id,
            when: show::exact(lang, delivery.created_at, zone),
            event: words::event(lang, delivery.kind),
            order_id: delivery.order_id,
            order: order_code.unwrap_or_default(),
            provider: facts(cause.provider).short_name_in(lang),
            target,
            state: words::standing(lang, &delivery),
            tone,
            attempt_count: delivery.attempt_count,
            last: delivery.attempts.last().map(|last| AttemptView::of(last, lang, zone)),
        }
    }
}

/// What the list was asked for, as the address says it; empty where there is nothing.
#[derive(Default)]
struct LogQuery {
    state: &'static str,
    event: &'static str,
    webhook: String,
    order: String,
}

impl LogQuery {
    fn of(query: &Query<'_>) -> Result<(LogQuery, deliveries::DeliveryFilter), Failure> {
        let (mut asked, mut filter) = (LogQuery::default(), deliveries::DeliveryFilter::default());
        let given = |name| Ok::<_, Failure>(query.one(name)?.map(str::trim).filter(|text| !text.is_empty()));
        let unknown = |name: &'static str| move || Failure::unreadable(name, Why::NotOneOf(String::new()));
        if let Some(text) = given("state")? {
            let found = DeliveryState::WORDS.into_iter().find(|(word, _)| *word == text);
            let (word, state) = found.ok_or_else(unknown("state"))?;
            (asked.state, filter.state) = (word, Some(state));
        }
        if let Some(text) = given("event")? {
            let kind = EventKind::parse(text).ok_or_else(unknown("event"))?;
            (asked.event, filter.kind) = (kind.name(), Some(kind));
        }
        if let Some(text) = given("webhook")? {
            // What is unknown has no deliveries.
            filter.lane = Some(Id::parse(text).unwrap_or(Id::NIL));
            asked.webhook = text.to_owned();
        }
        asked.order = given("order")?.unwrap_or_default().to_owned();
        Ok((asked, filter))
    }

    fn is_any(&self) -> bool {
        [self.state, self.event, &self.webhook, &self.order].iter().any(|field| !field.is_empty())
    }

    /// A page of this list, from that cursor on.
    fn address(&self, cursor: &str, dir: &str) -> String {
        let pairs = [
            ("state", self.state),
            ("event", self.event),
            ("webhook", &self.webhook),
            ("order", &self.order),
            ("cursor", cursor),
            ("dir", dir),
        ];
        format!("/deliveries?{}", url::query(pairs))
    }
}

pub async fn list(visit: Visit) -> Answer {
    let query = visit.call.query()?;
    let (lang, t) = (visit.lang, visit.lang.texts().deliveries_page);
    let (asked, mut filter) = LogQuery::of(&query)?;
    let named = Some(&asked.order).filter(|name| !name.is_empty());
    let order_error = match named.map(|name| deliveries::order_named(&visit.app, name)).transpose() {
        Ok(order) => {
            filter.order = order;
            None
        }
        Err(failure) if matches!(failure.code, Code::OrderNotFound | Code::AmbiguousOrder) => {
            filter.order = Some(Id::NIL);
            Some(i18n::failure(lang, &failure))
        }
        Err(failure) => return Err(failure),
    };
    let dir = if query.one("dir")? == Some("prev") { Dir::Prev } else { Dir::Next };
    let from = query.one("cursor")?.map(|cursor| List::Deliveries.position(cursor)).transpose()?;
    let is_further_on = from.is_some();
    let walk = Walk { limit: DEFAULT_LIMIT, dir, from };
    let found = deliveries::log(&visit.app, &filter, &walk)?;
    let paging = List::Deliveries.paging(&found, &walk);
    // A stretch towards newer ones that is not full ends at the newest.
    let is_newest = if dir == Dir::Prev { found.items.len() < walk.limit } else { !is_further_on };
    let all = by_id(&visit.app)?;
    let zone = settings::zone(&visit.app)?;
    let mut webhooks: Vec<&Webhook> = all.values().collect();
    webhooks.sort_by_key(|webhook| webhook.id);
    page(&LogPage {
        frame: Frame::of(&visit, Here::Webhooks, t.title),
        states: DeliveryState::WORDS
            .iter()
            .map(|(word, state)| SelectOption::of(*word, words::delivery_state(lang, *state), asked.state))
            .collect(),
        events: EventKind::ALL
            .iter()
            .map(|kind| SelectOption::of(kind.name(), words::event(lang, *kind), asked.event))
            .collect(),
        webhooks: webhooks
            .iter()
            .map(|webhook| SelectOption::of(webhook.id.to_string(), webhook.form.url.clone(), &asked.webhook))
            .collect(),
        order_error,
        is_filtered: asked.is_any(),
        is_further_on,
        newer: paging.prev.filter(|_| !is_newest).map(|cursor| asked.address(&cursor, "prev")),
        older: paging.next.map(|cursor| asked.address(&cursor, "next")),
        rows: found.items.into_iter().map(|row| LogRow::of(row, lang, &zone, &all)).collect(),
        order: asked.order,
        kept: texts::kept(lang, visit.app.config.keep_days),
    })
}

pub async fn show_one(visit: Visit) -> Answer {
    let (row, body) = deliveries::examine(&visit.app, &visit.param(0))?;
    let (lang, zone) = (visit.lang, settings::zone(&visit.app)?);
    let t = lang.texts().deliveries_page;
    let delivery = &row.delivery;
    let restaurant = restaurants::show(&visit.app, Access::FULL, &delivery.restaurant_id.to_string());
    let restaurant = restaurant
        .map_or_else(|_| lang.texts().webhooks_page.gone_restaurant.to_owned(), |shown| shown.restaurant.form.name);
    let all = by_id(&visit.app)?;
    let next_attempt = delivery.due_at.map(|at| match at <= clock::now() {
        true => t.at_once.to_owned(),
        false => show::exact(lang, at, &zone),
    });
    let now_at = all.get(&delivery.lane).map(|webhook| &webhook.form.url);
    let view = |attempt: &Attempt| AttemptView {
        elsewhere: Some(attempt.url.clone()).filter(|url| Some(url) != now_at),
        ..AttemptView::of(attempt, lang, &zone)
    };
    page(&DeliveryPage {
        frame: Frame::of(&visit, Here::Webhooks, t.one),
        restaurant,
        changed: show::exact(lang, delivery.updated_at, &zone),
        next_attempt,
        is_waiting: delivery.state == DeliveryState::Pending,
        is_paused: all.get(&delivery.lane).is_some_and(|webhook| !webhook.form.is_active),
        is_forgetful: delivery.attempt_count as usize > delivery.attempts.len(),
        attempts: delivery.attempts.iter().rev().map(view).collect(),
        body: serde_json::to_string_pretty(&body).map_err(Failure::fault)?,
        row: LogRow::of(row, lang, &zone, &all),
    })
}

pub async fn resend(visit: Visit) -> Answer {
    let delivery = deliveries::resend(visit.ctx(), visit.param(0)).await?;
    go_to(&format!("/deliveries/{}?said=sent", delivery.id))
}

fn by_id(app: &AppState) -> Result<HashMap<Id, Webhook>, Failure> {
    Ok(webhooks::list(app)?.into_iter().map(|webhook| (webhook.id, webhook)).collect())
}
