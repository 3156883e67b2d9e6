//! Why an order may be cancelled: Getir's own list for the order as it stands.

use super::{calls, names::in_turkish, words};
use crate::{Client, Paper, plainly};
use model::{Failure, Order, Reason, StepState, url::segment};
use net::Method;
use serde_json::Value;
use std::{borrow::Cow, time::Duration};

/// Getir allows 40 such questions in ten minutes.
const KEPT: Duration = Duration::from_secs(10 * 60);

/// What Getir's ids mean: its list has Turkish texts alone, and a later reader of a cancellation has no list.
const KNOWN: [Reason; 9] = [
    Reason::fixed("5f05b1392765e85c5d0432d2", "Restoranda kurye yok", "The restaurant has no courier available"),
    Reason::fixed("5f05b13f2765e85c5d0432d3", "Restoranda teknik sorun var", "The restaurant has a technical problem"),
    Reason::fixed("5e1469f7916c7a55cfc2aede", "Adres servis alanı dışında", "The address is outside the delivery area"),
    Reason::fixed("5c5b49b068f6a45d427f0a8f", "Restoran çok yoğun", "The restaurant is too busy"),
    Reason::fixed("5f0875342ce13c10cbf1c0e6", "Kötü hava koşulları", "Bad weather"),
    Reason::fixed("5c5b495768f6a45d427f0a8d", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed("5c5b49a768f6a45d427f0a8e", "Eksik ürün var", "A product is missing"),
    Reason::fixed("6088226bdaa34255a5693e23", "En düşük sepet tutarının altında", "Below the minimum basket"),
    Reason::fixed("5f0875342ce13c10cbf1c0e7", "Kurye adresi bulamadı", "The courier could not find the address"),
];

pub fn list(client: &Client<'_>, order: &Order) -> Result<Vec<Reason>, Failure> {
    // Our one status may be two of Getir's; between them lies a step that it has taken.
    let taken = order.platform_sync.iter().filter(|step| step.state == StepState::Done).count();
    let id = &order.provider_order_id;
    let key = format!("cancel-options {id} {} {taken}", order.status.code());
    let options = client.session.kept(&key, KEPT, || {
        let path = format!("/food-orders/{}/cancel-options", segment(id));
        calls::call(client, &calls::REASONS, Method::Get, &path, None)?.success()?.json()
    })?;
    read(&options)
}

pub fn find(id: &str) -> Option<Reason> {
    KNOWN.iter().find(|reason| reason.id == id).cloned()
}

fn read(options: &Value) -> Result<Vec<Reason>, Failure> {
    if !options.is_array() {
        return Err(plainly(words::NO_REASONS));
    }
    let paper = Paper::of_value(options)?;
    let read = paper.root().list().into_iter().filter_map(|option| {
        let id = option.get("id").text()?;
        let message = option.any(&["message", "messages"]);
        let tr = in_turkish(&message).unwrap_or_else(|| id.clone());
        let known = find(&id).map(|reason| reason.en);
        let theirs = message.get("en").text().map(Cow::Owned);
        let en = theirs.or(known).unwrap_or_else(|| Cow::Owned(tr.clone()));
        Some(Reason { id: id.into(), tr: tr.into(), en })
    });
    Ok(read.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reasons_have_names_in_both_languages() {
        let list = json!([
            { "id": "5c5b49b068f6a45d427f0a8f", "message": "Restoran yoğun" },
            { "id": "a", "message": "Yeni neden" },
            { "id": "b", "messages": { "tr": "Hava", "en": "Weather" } },
            { "id": "c" },
            { "message": "kimliksiz" },
            7
        ]);
        let read: Vec<_> = read(&list).unwrap().into_iter().map(|r| format!("{}|{}|{}", r.id, r.tr, r.en)).collect();
        assert_eq!(
            read,
            [
                "5c5b49b068f6a45d427f0a8f|Restoran yoğun|The restaurant is too busy",
                "a|Yeni neden|Yeni neden",
                "b|Hava|Weather",
                "c|c|c",
            ]
        );
        assert!(super::read(&json!({ "error": "x" })).is_err());
    }
}
