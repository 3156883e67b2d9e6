//! The three pushes, which all come to one address and are told apart by their shape.
//!
//! Migros signs nothing. A push may carry the restaurant's key; one that does not could be from any sender, so it is
//! only a hint to read that order back, and neither moves nor cancels one by itself. A new order is read back in any case;
//! where Migros cannot be asked for it, it is new as it was pushed, and a person looks. A change that came with the key is
//! believed: it has not been seen yet whether the order that is read back shows how far the courier is.

use super::{
    order::{self, store_of},
    status,
};
use crate::{Heard, Link, Loose, Paper, PushMethod, PushRoute, Pushed, Report};
use model::{Code, Failure, Sha};
use serde_json::value::RawValue;

pub const ROUTES: [PushRoute; 1] = [PushRoute { method: PushMethod::Post, path: "migros-yemek/{token}" }];

pub fn hear(link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
    // By hash, so that how long it takes says nothing about the key.
    let key = (push.header)("xapikey").map(|key| Sha::of(key.as_bytes()));
    let has_key = key == Some(Sha::of(link.credential("apiKey").as_bytes()));
    let body = String::from_utf8_lossy(push.body);
    let raw: Result<&RawValue, _> = serde_json::from_str(&body);
    let paper = raw.as_ref().ok().map(|raw| Paper::of(raw));
    let store = paper.as_ref().and_then(|paper| store_of(&paper.root()));
    // One address may be given for all branches of an integrator, each with its own key: another branch's is checked
    // there.
    let is_other = store.as_ref().is_some_and(|store| store != link.credential("storeId"));
    if key.is_some() && !has_key && !is_other {
        return Err(Failure::new(Code::Unauthorized));
    }
    let paper = match (paper, &raw) {
        (Some(paper), _) => paper,
        (None, Err(_)) => return Err(Failure::not_json(body.as_bytes())),
        (None, Ok(_)) => return Ok(Vec::new()),
    };
    let root = paper.root();
    let is_order = ["items", "customer", "store"].iter().any(|name| root.get(name).is_present());
    let id = if is_order { root.get("id") } else { root.any(&["orderId", "OrderId"]) };
    let id = id.text().filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(id) = id else {
        // An order without an id comes with the next poll.
        tracing::warn!("Migros pushed something without an order's id; it is passed over");
        return Ok(Vec::new());
    };
    if is_order || !has_key {
        let told = raw.ok().filter(|_| is_order).and_then(|raw| told(order::read(raw, link.currency), has_key));
        return Ok(vec![Heard::ReadBack { id, shop: store, told, has_key }]);
    }
    Ok(vec![Heard::Report(Box::new(Report { shop: store, ..change(&root, id) }))])
}

/// The order in a push, if there is something in it. Without the key, where it stands there is not believed.
fn told(report: Report, has_key: bool) -> Option<Box<Report>> {
    let has_items = report.arrival.as_ref().is_some_and(|arrival| !arrival.content.items.is_empty());
    let report = match has_key {
        true => report,
        false => {
            let Report { provider_order_id, arrival, shop, .. } = report;
            Report { provider_order_id, arrival, shop, ..Report::default() }
        }
    };
    has_items.then(|| Box::new(report))
}

/// A push that says nothing of a status is a cancellation.
fn change(root: &Loose<'_>, id: String) -> Report {
    let says_status = root.any(&["deliveryStatus", "status"]).is_present();
    let told = if says_status { status::read(root) } else { status::cancelled() };
    let status::ReadStatus { status, done, strange } = told;
    let (provider_order_id, cancelled) = (id, status::reason(root));
    let courier = status::courier(root);
    Report { provider_order_id, status, strange, cancelled, done, courier, ..Report::default() }
}
