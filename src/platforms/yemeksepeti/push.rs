//! What the Middleware pushes: orders, how they go on, and whether the shop is open there. It calls us as a plugin, with
//! paths of its own below the intake address.
//!
//! The request for a menu (`menuimport`) has no route: in Turkey menus are kept by Yemeksepeti.

use super::{jwt, order, status::TheirState, words};
use crate::{
    Heard, Link, Paper, PushMethod, PushRoute, Pushed, Refused, Report, ToldCancellation, ToldChange, is_object,
    made_up_id, raw_field,
};
use model::{Code, Courier, CourierState, Failure, Id, Status, Why};
use serde_json::{Value, json, value::RawValue};

const ORDER: &str = "yemeksepeti/{token}/order/{remoteId}";
const STATUS: &str = "yemeksepeti/{token}/remoteId/{remoteId}/remoteOrder/{remoteOrderId}/posOrderStatus";
const AVAILABILITY: &str = "yemeksepeti/{token}/remoteId/{remoteId}/availability";

pub const ROUTES: [PushRoute; 3] = [
    PushRoute { method: PushMethod::Post, path: ORDER },
    PushRoute { method: PushMethod::Put, path: STATUS },
    PushRoute { method: PushMethod::Put, path: AVAILABILITY },
];

/// The basket was changed; `updatedOrder` is the whole order after it.
const CHANGED: &str = "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL";
/// It was not; nothing follows from that here.
const UNCHANGED: &str = "PRODUCT_ORDER_MODIFICATION_FAILED";
/// Where the platform's courier is. Without the warning he is still there.
const COURIER: [(&str, CourierState); 3] = [
    ("COURIER_ARRIVED_AT_VENDOR", CourierState::Arrived),
    ("SHOW_RIDER_WAITING_WARNING", CourierState::Waiting),
    ("HIDE_RIDER_WAITING_WARNING", CourierState::Arrived),
];

/// Of the published reasons, the one for an order that cannot be read.
const UNREADABLE: &str = "TECHNICAL_PROBLEM";

pub fn hear(link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
    let authorization = (push.header)("authorization").unwrap_or_default();
    if !jwt::is_from_middleware(&authorization, link.credential("pluginSecret"), push.now) {
        return Err(Failure::new(Code::Unauthorized));
    }
    let [shop, rest @ ..] = push.params else { return Err(Failure::new(Code::NotFound)) };
    if shop != link.credential("posVendorId") {
        return Err(Failure::new(Code::NotFound));
    }
    // Whether the shop is open there is asked when it matters, so late, repeated and odd news of it do no harm.
    if push.route == AVAILABILITY {
        return Ok(Vec::new());
    }
    // A broken character is no reason to turn an order down, which is what a 400 would do for good.
    let text = String::from_utf8_lossy(push.body);
    let body: &RawValue = serde_json::from_str(&text).map_err(|_| Failure::not_json(text.as_bytes()))?;
    let report = match push.route {
        ORDER if !order::is_order(body) => {
            tracing::warn!("Yemeksepeti pushed something that is no order; it is refused");
            let failure = Failure::new(Code::ValidationFailed).why(Why::Plain(words::NOTHING_PUSHED));
            return Err(failure.cause("no order in the body"));
        }
        ORDER => pushed(body, link),
        _ => moved(body, rest.first().map_or("", String::as_str), link),
    };
    Ok(vec![Heard::Report(Box::new(report))])
}

/// Every push of an order is answered alike, however often it comes; a status of an unknown order is refused.
pub fn answer(route: &str, orders: &[(Id, Status)]) -> Result<Value, Failure> {
    match (route, orders.first()) {
        (ORDER, Some((id, _))) => Ok(json!({ "remoteResponse": { "remoteOrderId": id } })),
        (ORDER, None) => Err(Failure::unavailable("a pushed order was not stored")),
        (STATUS, None) => Err(Failure::new(Code::OrderNotFound)),
        _ => Ok(json!({ "success": true })),
    }
}

/// Kept to what the Middleware's document lists: 400 ends an order for good and says why in its own shape, 401 and 404 mean
/// what they say, and everything that may pass (429, 5xx) has the push come again, ten times.
pub fn refuse(route: Option<&str>, failure: &Failure, words: &str) -> Refused {
    let code = match failure.code {
        Code::Unauthorized | Code::NotFound | Code::OrderNotFound => failure.code,
        // A method that the document does not have is not used by the Middleware.
        Code::MethodNotAllowed => failure.code,
        // Such a body is the same ten times later, so the customer had better know now.
        Code::InvalidJson | Code::ValidationFailed | Code::PayloadTooLarge if route == Some(ORDER) => {
            let body = json!({ "reason": UNREADABLE, "message": words });
            return Refused { code: Code::InvalidJson, body: Some(body) };
        }
        Code::RateLimited | Code::IntegrationOff | Code::Internal => failure.code,
        // Also a body that broke off on its way, and whatever else is ours: never the end of an order.
        _ => Code::Unavailable,
    };
    Refused { code, body: None }
}

fn pushed(body: &RawValue, link: &Link) -> Report {
    let sheet = order::read(body, link.currency);
    // One that waits for us begins where every new order does, and so does one without a token, of which the platform
    // cannot be told.
    let is_accepted = sheet.token.is_some() && !sheet.is_ours_to_accept;
    let status = TheirState::Accepted.status(sheet.arrival.content.is_scheduled).filter(|_| is_accepted);
    let provider_order_id = sheet.token.unwrap_or_else(|| made_up_id(&sheet.arrival.raw));
    Report { provider_order_id, arrival: Some(sheet.arrival), status, ..Report::default() }
}

/// The platform names the order as we did in our answer.
fn moved(body: &RawValue, our_id: &str, link: &Link) -> Report {
    let paper = Paper::of(body);
    let news = paper.root();
    let word = news.get("status").text().unwrap_or_default();
    let mut report = Report { our_id: Some(our_id.to_owned()), ..Report::default() };
    match TheirState::of(&word) {
        Some(stand @ (TheirState::Cancelled | TheirState::PickedUp)) => stand.note(&mut report),
        _ if word == CHANGED => {
            (report.change, report.as_of) = (ToldChange::Now, news.get("occurredAt").time());
            if let Some(sheet) = changed(body).map(|order| order::read(order, link.currency)) {
                report.provider_order_id = sheet.token.unwrap_or_default();
                // What cannot be made or charged for as it stands is not taken over: a person looks.
                let is_clear =
                    |problem: &String| !["products", "price.grandTotal"].iter().any(|part| problem.starts_with(part));
                report.arrival = Some(sheet.arrival).filter(|it| it.content.problems.iter().all(is_clear));
            }
        }
        _ if word == UNCHANGED => {}
        _ => match COURIER.iter().find(|(known, _)| *known == word) {
            Some((_, state)) => report.courier = Some(Courier::at(*state)),
            None => report.strange = Some(word),
        },
    }
    report.cancelled = ToldCancellation { note: news.get("message").text(), ..ToldCancellation::default() };
    report
}

/// The order after a change, where there is one with something in it.
fn changed(body: &RawValue) -> Option<&RawValue> {
    let order = raw_field(body, "updatedOrder")?;
    let has_products = || Paper::of(order).root().get("products").value().as_array().is_some_and(|all| !all.is_empty());
    (is_object(order) && has_products()).then_some(order)
}
