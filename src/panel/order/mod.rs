//! One order: its page with everything that is known of it, what can be done to it, and its ticket.
//!
//! `view` is what page and ticket show, `lines` what was ordered, `basket` what its platform changed in it, `acts` the forms, `reason` why it was cancelled, `way_back` where its
//! reader came from, `map` where it goes, `pretty` the platform's JSON.

pub mod acts;
pub mod basket;
pub mod lines;
mod map;
mod pretty;
pub mod reason;
pub mod view;
mod way_back;

use super::{
    frame::{Frame, Here},
    page::page,
    visit::Visit,
};
use crate::{board::card::OrderCard, show};
use askama::Template;
use http::Answer;
use i18n::{Lang, Spoken, pages::words};
use jiff::tz::TimeZone;
use model::{Delivery, DeliveryState, EventKind, Failure, Id, url};
use ops::{AppState, events::deliveries, orders};
use view::OrderView;
use way_back::WayBack;

/// Notifications of one order that its page lists; few orders have more than a handful.
const MOST_DELIVERIES: usize = 100;

#[derive(Template)]
#[template(path = "order.html")]
struct OrderPage {
    frame: Frame,
    order: OrderView,
    /// What can be done next; nothing for an order that is over.
    card: Option<OrderCard>,
    way_back: WayBack,
    /// This page, for forms and links that lead back to it.
    back: String,
    /// Where it is cancelled, and where the order is that it may be a second of.
    cancel: String,
    duplicate: Option<String>,
    /// The stream that tells of changes.
    stream: String,
    deliveries: Vec<DeliveryRow>,
    raw: String,
    /// What came first, where the platform has changed it since.
    first_raw: Option<String>,
    notice: Option<&'static str>,
}

/// One notification about the order.
struct DeliveryRow {
    id: Id,
    event: &'static str,
    target: String,
    state: &'static str,
    /// The colour of its badge.
    tone: &'static str,
    attempts: u32,
    last: Option<String>,
    at: String,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "ticket.html")]
struct TicketPage {
    frame: Frame,
    order: OrderView,
    back: String,
}

pub async fn show_order(visit: Visit) -> Answer {
    let app = &visit.app;
    let (on_board, texts) = orders::board_order_with_texts(app, visit.call.param(0))?;
    let json = |raw: &[u8]| pretty::json(&String::from_utf8_lossy(raw));
    let order = OrderView::of(&on_board, visit.lang);
    let way_back = WayBack::of(&visit)?;
    let is_changed = visit.call.query()?.one("notice")? == Some("changed");
    page(&OrderPage {
        frame: Frame::of(&visit, Here::Orders, order.title(visit.lang.texts().order_page.title)),
        card: OrderCard::of(&on_board, visit.lang).filter(|card| card.cancelled.is_none()),
        cancel: format!("/orders/{}/cancel?back={}", order.id, url::value(&way_back.through(order.id))),
        duplicate: on_board.order.possible_duplicate_of.map(|other| way_back.through(other)),
        back: way_back.through(order.id),
        way_back,
        stream: format!("/live?restaurant={}", on_board.order.restaurant_id),
        deliveries: sent(app, order.id, visit.lang, &on_board.place.zone)?,
        raw: json(texts.raw()),
        first_raw: texts.first_raw().map(json),
        notice: is_changed.then_some(visit.lang.texts().board_page.changed),
        order,
    })
}

pub async fn ticket(visit: Visit) -> Answer {
    let order = OrderView::of(&orders::board_order(&visit.app, visit.access(), visit.call.param(0))?, visit.lang);
    let title = order.title(visit.lang.texts().order_page.ticket);
    // The order's page knows where its reader came from.
    let page_of = format!("/orders/{}", order.id);
    let before = visit.page_before();
    let is_its = before.strip_prefix(&page_of).is_some_and(|rest| rest.starts_with('?'));
    let back = if is_its { before } else { page_of };
    page(&TicketPage { frame: Frame::of(&visit, Here::Orders, title), order, back })
}

fn sent(app: &AppState, order: Id, lang: Lang, zone: &TimeZone) -> Result<Vec<DeliveryRow>, Failure> {
    let t = lang.texts().order_page;
    let row = |(delivery, url): &(Delivery, Option<String>)| DeliveryRow {
        id: delivery.id,
        event: words::event(lang, delivery.kind),
        target: url.as_deref().map_or(String::new(), host),
        state: words::standing(lang, delivery),
        tone: match delivery.state {
            DeliveryState::Delivered => "good",
            DeliveryState::Pending => "info",
            DeliveryState::Failed if delivery.is_held => "",
            DeliveryState::Failed => "bad",
            DeliveryState::Dropped => "",
        },
        attempts: delivery.attempt_count,
        last: delivery.attempts.last().map(|attempt| match attempt.status_code {
            Some(code) => format!("HTTP {code}"),
            None => t.no_answer.to_owned(),
        }),
        at: show::exact(lang, delivery.created_at, zone),
        next: delivery.due_at.filter(|_| delivery.attempt_count > 0).map(|due| show::exact(lang, due, zone)),
    };
    let sent = deliveries::of_order(app, order, MOST_DELIVERIES)?;
    Ok(sent.iter().filter(|(delivery, _)| delivery.kind != EventKind::IntegrationSwitched).map(row).collect())
}

/// The host alone: the rest of an address may carry a secret that the kitchen has no use for.
fn host(url: &str) -> String {
    url::split(url).map_or(String::new(), |parts| parts.host_and_port().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_target_only_the_host_is_shown() {
        for (url, shown) in [
            ("https://till.example/hook?token=secret", "till.example"),
            ("http://user:secret@10.0.0.5:8080#x", "10.0.0.5:8080"),
            ("https://[::1]:9/x", "[::1]:9"),
            ("", ""),
        ] {
            assert_eq!(host(url), shown, "{url}");
        }
    }
}
