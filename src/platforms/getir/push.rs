//! What Getir pushes: new orders at one address, cancelled ones at another, with one key for both. When its courier comes
//! is taken there too; what else it sends is passed over.

use super::order;
use crate::{Heard, Link, MOST_PUSHED, PushMethod, PushRoute, Pushed, Report, too_many_pushed};
use model::{Code, Failure, Sha, Status};

const CANCELLED: &str = "getir/{token}/orders/cancelled";
pub const ROUTES: [PushRoute; 2] = [
    PushRoute { method: PushMethod::Post, path: "getir/{token}/orders" },
    PushRoute { method: PushMethod::Post, path: CANCELLED },
];

pub fn hear(link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
    if !is_getir(link, push) {
        return Err(Failure::new(Code::Unauthorized));
    }
    let text = String::from_utf8_lossy(push.body);
    let orders = order::orders_in(&text).ok_or_else(|| Failure::not_json(text.as_bytes()))?;
    if orders.len() > MOST_PUSHED {
        return Err(too_many_pushed());
    }
    let reports = orders.into_iter().filter_map(|raw| {
        if !order::is_order(raw) {
            return order::read_pickup(raw);
        }
        let report = order::read(raw, link.currency);
        Some(if push.route == CANCELLED { cancelled(report) } else { report })
    });
    Ok(reports.map(|report| Heard::Report(Box::new(report))).collect())
}

/// The key that the owner agreed with Getir, where there is one. Hashes are compared: how long that takes says nothing
/// about the key.
fn is_getir(link: &Link, push: &Pushed<'_>) -> bool {
    let expected = link.credential("webhookApiKey");
    let given = || (push.header)("x-api-key").unwrap_or_default();
    expected.is_empty() || Sha::of(given().as_bytes()) == Sha::of(expected.as_bytes())
}

/// At that address an order is cancelled, whatever status it was copied with.
fn cancelled(report: Report) -> Report {
    if report.status.is_some_and(Status::is_cancelled) {
        return report;
    }
    Report { status: Some(Status::CancelledByCustomer), strange: None, ..report }
}
