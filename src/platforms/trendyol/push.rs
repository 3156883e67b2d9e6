//! Events that the platform pushes. The path names the event, the body does not; who knows the path's token is the
//! platform.

use super::{calls::is_object, order};
use crate::{
    model::{Code, Currency, Failure},
    platforms::{Heard, Report, loose::Paper},
};
use serde_json::value::RawValue;

/// An event that changes nothing here, known or not, is taken and passed over, or it would be sent again and again.
pub fn hear(event: &str, body: &[u8], currency: Currency) -> Result<Vec<Heard>, Failure> {
    let reports = match event {
        "created" => {
            let text = String::from_utf8_lossy(body);
            packages(json(&text)?).into_iter().map(|raw| order::read(raw, currency).report).collect()
        }
        "shipped" | "delivered" | "cancelled" | "unsupplied" => {
            change(event, json(&String::from_utf8_lossy(body))?).into_iter().collect()
        }
        _ => Vec::new(),
    };
    Ok(reports.into_iter().map(|report| Heard::Report(Box::new(report))).collect())
}

fn json(text: &str) -> Result<&RawValue, Failure> {
    serde_json::from_str(text).map_err(|e| Failure::new(Code::InvalidJson).cause(e))
}

/// The package in a body, or those in a list; nothing else is one.
fn packages(body: &RawValue) -> Vec<&RawValue> {
    let entries = serde_json::from_str::<Vec<&RawValue>>(body.get()).unwrap_or_else(|_| vec![body]);
    let (packages, others): (Vec<&RawValue>, Vec<&RawValue>) = entries.into_iter().partition(|one| is_object(one));
    if !others.is_empty() {
        tracing::warn!(count = others.len(), "Trendyol Go pushed something that is no package");
    }
    packages
}

/// A short body, which names the package and little else. One that names none changes nothing.
fn change(event: &str, body: &RawValue) -> Option<Report> {
    let paper = Paper::of(body);
    let root = paper.root();
    let (status, done) = order::standing(event)?;
    // Of a package of which only a part was cancelled, the body still says where it stands.
    let stated = root.any(&["packageStatus", "status"]).text();
    let (status, done) = stated.as_deref().and_then(order::standing).unwrap_or((status, done));
    Some(Report {
        provider_order_id: root.get("id").text()?,
        status: Some(status),
        cancelled: order::read_cancelled(&root),
        done: done.to_vec(),
        shop: root.get("storeId").text(),
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Status;

    fn heard(event: &str, body: &str) -> Vec<Report> {
        let heard = hear(event, body.as_bytes(), Currency::TRY).unwrap();
        let report = |heard| match heard {
            Heard::Report(report) => *report,
            Heard::ReadBack { id, .. } => panic!("{id}"),
        };
        heard.into_iter().map(report).collect()
    }

    #[test]
    fn a_package_of_which_a_part_was_cancelled_is_not_cancelled() {
        let part = heard("unsupplied", r#"{ "id": "a", "status": "Picking", "lines": [] }"#);
        assert_eq!(part[0].status, Some(Status::Preparing));
        let whole = heard("unsupplied", r#"{ "id": "a", "status": "UnSupplied" }"#);
        assert_eq!(whole[0].status, Some(Status::CancelledByRestaurant));
    }

    #[test]
    fn the_path_says_what_happened() {
        let created = heard("created", r#"{ "id": "7", "packageStatus": "Created", "storeId": 789 }"#).remove(0);
        assert_eq!((created.status, created.shop.as_deref()), (Some(Status::New), Some("789")));
        assert!(created.arrival.is_some());
        for (event, status) in [
            ("shipped", Status::OnTheWay),
            ("delivered", Status::Delivered),
            ("cancelled", Status::CancelledByCustomer),
            ("unsupplied", Status::CancelledByRestaurant),
        ] {
            let body = r#"{ "id": "7", "timestamp": 1, "cancelInfo": { "reasonCode": 601, "reason": "x" } }"#;
            let report = heard(event, body).remove(0);
            assert_eq!((&*report.provider_order_id, report.status), ("7", Some(status)));
            assert!(report.arrival.is_none());
            assert_eq!(report.cancelled.reason.as_deref(), Some("601"));
        }
    }

    #[test]
    fn what_changes_nothing_is_taken_without_a_word() {
        for event in ["pickupEtaCalculated", "courierNearby", "storeChanged", "sellerChanged", "picking", "x", ""] {
            assert!(heard(event, r#"{ "id": "7" }"#).is_empty() && heard(event, "no JSON").is_empty(), "{event}");
        }
        assert!(heard("shipped", "{}").is_empty());
    }

    #[test]
    fn only_objects_are_packages() {
        for body in ["7", "null", "\"x\"", "[]", "[1, 2, [3], null]"] {
            assert!(heard("created", body).is_empty(), "{body}");
        }
        let listed = heard("created", r#"[1, { "id": "7" }, {}]"#);
        assert_eq!((listed.len(), &*listed[0].provider_order_id), (2, "7"));
        // With everything missing it is one all the same, and flagged.
        let bare = heard("created", "{}").remove(0).arrival.unwrap();
        assert!(bare.content.problems.contains(&"id".to_owned()));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for (event, body) in [("created", &b"no JSON"[..]), ("shipped", b""), ("cancelled", b"{\"id\": 7")] {
            assert_eq!(hear(event, body, Currency::TRY).unwrap_err().code, Code::InvalidJson, "{event}");
        }
    }
}
