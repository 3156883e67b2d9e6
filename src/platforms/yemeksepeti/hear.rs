//! What the Middleware pushes: orders, how they go on, and whether the shop is open there. It calls us as a plugin, with
//! paths of its own below the intake address.
//!
//! The request for a menu (`menuimport`) has no route: in Turkey menus are kept by Yemeksepeti.

use super::{jwt, order, status::Stand};
use crate::{
    model::{Code, Failure, Id, Status},
    platforms::{Cancelled, Heard, Link, Push, PushMethod, PushRoute, Report, loose::Paper, made_up_id},
};
use serde_json::{Value, json, value::RawValue};

const ORDER: &str = "yemeksepeti/{token}/order/{remoteId}";
const STATUS: &str = "yemeksepeti/{token}/remoteId/{remoteId}/remoteOrder/{remoteOrderId}/posOrderStatus";
const AVAILABILITY: &str = "yemeksepeti/{token}/remoteId/{remoteId}/availability";

pub static ROUTES: [PushRoute; 3] = [
    PushRoute { method: PushMethod::Post, path: ORDER },
    PushRoute { method: PushMethod::Put, path: STATUS },
    PushRoute { method: PushMethod::Put, path: AVAILABILITY },
];

/// News of an order that moves nothing here.
const NEWS: [&str; 5] = [
    "PRODUCT_ORDER_MODIFICATION_SUCCESSFUL",
    "PRODUCT_ORDER_MODIFICATION_FAILED",
    "COURIER_ARRIVED_AT_VENDOR",
    "SHOW_RIDER_WAITING_WARNING",
    "HIDE_RIDER_WAITING_WARNING",
];

pub fn hear(link: &Link, push: &Push<'_>) -> Result<Vec<Heard>, Failure> {
    let authorization = (push.header)("authorization").unwrap_or_default();
    if !jwt::is_from_middleware(&authorization, link.credential("pluginSecret"), push.now) {
        return Err(Failure::new(Code::Unauthorized));
    }
    let [shop, rest @ ..] = push.params else { return Err(Failure::new(Code::NotFound)) };
    if shop != link.credential("posVendorId") {
        return Err(Failure::new(Code::NotFound));
    }
    // A broken character is no reason to turn an order down, which is what a 400 would do for good.
    let text = String::from_utf8_lossy(push.body);
    let body: &RawValue = serde_json::from_str(&text).map_err(|e| Failure::new(Code::InvalidJson).cause(e))?;
    let report = match push.route {
        ORDER if !order::is_object(body) => {
            tracing::warn!("Yemeksepeti pushed something that is no order");
            return Err(Failure::new(Code::InvalidJson).cause("an order is an object"));
        }
        ORDER => pushed(body, link),
        STATUS => moved(body, rest.first().map_or("", String::as_str)),
        // Whether the shop is open there is asked when it matters, so late and repeated news of it do no harm.
        _ => return Ok(Vec::new()),
    };
    Ok(vec![Heard::Report(Box::new(report))])
}

/// The same order is answered the same, however often it comes; a status of an order that nobody knows is refused.
pub fn answer(route: &str, orders: &[(Id, Status)]) -> Result<Value, Failure> {
    match (route, orders.first()) {
        (ORDER, Some((id, _))) => Ok(json!({ "remoteResponse": { "remoteOrderId": id } })),
        (ORDER, None) => Err(Failure::unavailable("a pushed order was not stored")),
        (STATUS, None) => Err(Failure::new(Code::OrderNotFound)),
        _ => Ok(json!({ "success": true })),
    }
}

fn pushed(body: &RawValue, link: &Link) -> Report {
    let sheet = order::read(body, link.currency);
    // One that waits for us begins where every new order does, and so does one that nobody can be told of.
    let is_accepted = sheet.token.is_some() && !sheet.is_ours_to_accept;
    let status = Stand::Accepted.status(sheet.arrival.content.is_scheduled).filter(|_| is_accepted);
    let provider_order_id = sheet.token.unwrap_or_else(|| made_up_id(&sheet.arrival.raw));
    Report { provider_order_id, arrival: Some(sheet.arrival), status, ..Report::default() }
}

/// The platform names the order as we did in our answer.
fn moved(body: &RawValue, our_id: &str) -> Report {
    let paper = Paper::of(body);
    let news = paper.root();
    let word = news.get("status").text().unwrap_or_default();
    let mut report = Report { our_id: Some(our_id.to_owned()), ..Report::default() };
    match Stand::of(&word) {
        Some(stand @ (Stand::Cancelled | Stand::PickedUp)) => stand.note(&mut report),
        _ if NEWS.contains(&word.as_str()) => {}
        _ => report.strange = Some(word),
    }
    report.cancelled = Cancelled { note: news.get("message").text(), ..Cancelled::default() };
    report
}
