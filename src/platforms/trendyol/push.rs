//! Events that the platform pushes. The path names the event, the body does not; who knows the path's token is the
//! platform.

use super::{order, status};
use crate::{
    Heard, Link, Loose, MADE_UP, MOST_PUSHED, Paper, PushMethod, PushRoute, Pushed, Report, ToldChange, is_object,
    raw_field, too_many_pushed,
};
use model::{Code, Courier, CourierState, Currency, Failure, Status, Why};
use serde_json::value::RawValue;
use std::collections::HashSet;

/// Packages of one push that are read back.
const MOST_READ_BACK: usize = 50;

pub const ROUTES: [PushRoute; 1] = [PushRoute { method: PushMethod::Post, path: "trendyol-go/{token}/{event}" }];

pub fn hear(link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
    read(push.params.first().map_or("", String::as_str), push.body, link.currency)
}

/// An event that changes nothing here, known or not, is taken and passed over, or it would be sent again and again.
fn read(event: &str, body: &[u8], currency: Currency) -> Result<Vec<Heard>, Failure> {
    let text = String::from_utf8_lossy(body);
    Ok(match event {
        "created" => {
            let packages = packages(entries(json(&text)?)?);
            let mut read_backs = 0;
            let mut heard: Vec<Heard> = packages.into_iter().map(|raw| created(order::read(raw, currency))).collect();
            // Of more the next poll knows.
            heard.retain(|one| {
                read_backs += usize::from(matches!(one, Heard::ReadBack { .. }));
                matches!(one, Heard::Report(_)) || read_backs <= MOST_READ_BACK
            });
            few_read_backs(heard)?
        }
        "shipped" | "delivered" | "cancelled" | "unsupplied" => {
            few_read_backs(entries(json(&text)?)?.into_iter().filter_map(|one| change(event, one)).collect())?
        }
        // What cannot be read of these is passed over: the next poll has it too.
        "courierNearby" | "pickupEtaCalculated" => {
            let entries = json(&text).and_then(entries).unwrap_or_default();
            entries.into_iter().filter_map(|one| courier(event, one)).collect()
        }
        _ => Vec::new(),
    })
}

/// A package that is new. One that has lost something may be known, and whoever knows the address could say so: that counts
/// once it was read back.
fn created(report: Report) -> Heard {
    let has_lost = report.change != ToldChange::None;
    let report = Box::new(Report { change: ToldChange::None, ..report });
    if !has_lost || report.provider_order_id.starts_with(MADE_UP) {
        return Heard::Report(report);
    }
    let (id, shop) = (report.provider_order_id.clone(), report.shop.clone());
    Heard::ReadBack { id, shop, told: Some(report), has_key: false }
}

fn json(text: &str) -> Result<&RawValue, Failure> {
    serde_json::from_str(text).map_err(|_| Failure::not_json(text.as_bytes()))
}

/// The entries of a list, of one that is wrapped as a page of packages is (`{"content": […]}`), or the body itself.
fn entries(body: &RawValue) -> Result<Vec<&RawValue>, Failure> {
    let wrapped = raw_field(body, "content").filter(|_| !order::is_package(body));
    let list = wrapped.unwrap_or(body);
    let entries = serde_json::from_str::<Vec<&RawValue>>(list.get()).unwrap_or_else(|_| vec![list]);
    let objects = entries.iter().filter(|one| is_object(one)).count();
    if objects > MOST_PUSHED { Err(too_many_pushed()) } else { Ok(entries) }
}

/// Each of these is a call to the platform: one for a package, however often it is named, and no more than the platform would
/// wait for.
fn few_read_backs(mut heard: Vec<Heard>) -> Result<Vec<Heard>, Failure> {
    let mut read_back = HashSet::new();
    heard.retain(|one| match one {
        Heard::ReadBack { id, .. } => read_back.insert(id.clone()),
        Heard::Report(_) => true,
    });
    if read_back.len() > MOST_READ_BACK {
        return Err(Failure::new(Code::ValidationFailed).why(Why::TooMany(MOST_READ_BACK)));
    }
    Ok(heard)
}

/// Those that are packages; nothing else is one.
fn packages(entries: Vec<&RawValue>) -> Vec<&RawValue> {
    let (packages, others): (Vec<&RawValue>, Vec<&RawValue>) =
        entries.into_iter().partition(|one| order::is_package(one));
    if !others.is_empty() {
        tracing::warn!(count = others.len(), "Trendyol Go pushed something that is no package");
    }
    packages
}

/// A short body, which names the package and little else. One that names none changes nothing.
fn change(event: &str, body: &RawValue) -> Option<Heard> {
    let paper = Paper::of(body);
    let root = paper.root();
    let (status, done) = status::read(event)?;
    let id = root.get("id").text()?;
    let shop = root.get("storeId").text();
    let word = root.any(&["packageStatus", "status"]).text();
    let stated = word.as_deref().map(status::read);
    if status.is_cancelled() && !is_whole(&root, stated) {
        return Some(Heard::ReadBack { id, shop, told: None, has_key: false });
    }
    let (status, done) = stated.flatten().unwrap_or((status, done));
    let (provider_order_id, cancelled) = (id, order::read_cancelled(&root));
    let (status, done) = (Some(status), done.to_vec());
    let report = Report { provider_order_id, status, cancelled, done, shop, ..Report::default() };
    Some(Heard::Report(Box::new(report)))
}

/// Where the platform's courier is; the event alone may say so.
fn courier(event: &str, body: &RawValue) -> Option<Heard> {
    let paper = Paper::of(body);
    let root = paper.root();
    let told = order::read_courier(root.value());
    let near = || (event == "courierNearby").then(|| Courier::at(CourierState::Nearby));
    let (provider_order_id, courier) = (root.get("id").text()?, Some(told.or_else(near)?));
    let shop = root.get("storeId").text();
    Some(Heard::Report(Box::new(Report { provider_order_id, courier, shop, ..Report::default() })))
}

/// Whether a cancellation is of the whole package. One of a part comes under the same names: what the body says of it is
/// not known well enough to cancel an order by, nor to show what is left of it, so the package is then read.
///
/// `stated`: what the body's status means, where it has one and that is known.
fn is_whole(root: &Loose<'_>, stated: Option<Option<(Status, &[&str])>>) -> bool {
    let lines = root.get("lines").list();
    let is_live = |piece: &Loose<'_>| piece.get("isCancelled").flag() == Some(false);
    let is_left = lines.iter().any(|line| line.get("items").list().iter().any(is_live));
    match stated {
        Some(Some((status, _))) => status.is_cancelled() && !is_left,
        Some(None) => false,
        None => lines.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Time;

    fn heard(event: &str, body: &str) -> Vec<Report> {
        let heard = read(event, body.as_bytes(), Currency::TRY).unwrap();
        let report = |heard| match heard {
            Heard::Report(report) => *report,
            Heard::ReadBack { id, .. } => panic!("{id}"),
        };
        heard.into_iter().map(report).collect()
    }

    #[test]
    fn a_package_of_which_a_part_may_be_left_is_read_before_anything_is_done() {
        let piece = |is_cancelled: bool| format!(r#"{{ "items": [{{ "isCancelled": {is_cancelled} }}] }}"#);
        let (gone, left) = (piece(true), piece(false));
        for event in ["cancelled", "unsupplied"] {
            for rest in [
                r#""status": "Picking""#.to_owned(),
                r#""packageStatus": "Created", "lines": []"#.to_owned(),
                // It is unknown whether the lines are those that are gone or those that are left.
                format!(r#""lines": [{gone}]"#),
                format!(r#""status": "UnSupplied", "lines": [{gone}, {left}]"#),
                r#""status": "PartlyCancelled""#.to_owned(),
            ] {
                let body = format!(r#"{{ "id": "a", "storeId": 789, {rest} }}"#);
                match &read(event, body.as_bytes(), Currency::TRY).unwrap()[..] {
                    [Heard::ReadBack { id, shop, .. }] => assert_eq!((&**id, shop.as_deref()), ("a", Some("789"))),
                    other => panic!("{body}: {other:?}"),
                }
            }
        }
        let whole = format!(r#"{{ "id": "a", "status": "UnSupplied", "lines": [{gone}] }}"#);
        assert_eq!(heard("unsupplied", &whole)[0].status, Some(Status::CancelledByRestaurant));
        let by_them = heard("unsupplied", r#"{ "id": "a", "status": "Cancelled" }"#);
        assert_eq!(by_them[0].status, Some(Status::CancelledByCustomer));
        // Where a courier is, no lines are needed.
        assert_eq!(
            heard("shipped", &format!(r#"{{ "id": "a", "lines": [{left}] }}"#))[0].status,
            Some(Status::OnTheWay)
        );
    }

    #[test]
    fn a_push_has_few_packages_read_and_each_once() {
        let push = |ids: std::ops::Range<usize>| {
            let one = |id: usize| format!(r#"{{ "id": "{id}", "status": "Picking" }}"#);
            let body = format!("[{}]", ids.map(one).collect::<Vec<_>>().join(","));
            read("cancelled", body.as_bytes(), Currency::TRY).map(|heard| heard.len()).map_err(|failure| failure.code)
        };
        assert_eq!((push(0..50), push(0..51)), (Ok(50), Err(Code::ValidationFailed)));
        let twice = r#"[{ "id": "a", "status": "Picking" }, { "id": "a", "status": "Picking" }]"#;
        assert_eq!(read("cancelled", twice.as_bytes(), Currency::TRY).unwrap().len(), 1);
    }

    #[test]
    fn a_new_package_that_has_lost_some_is_read_back() {
        let body = |id: &str, rest: &str| {
            format!(
                r#"{{ {id}"packageStatus": "Picking", "lines": [{{ "items": [{{ "isCancelled": true }}{rest}] }}] }}"#
            )
        };
        for rest in ["", r#", { "isCancelled": false }"#] {
            let lost = body(r#""id": "a", "#, rest);
            let heard = read("created", format!("[{lost}, {lost}]").as_bytes(), Currency::TRY).unwrap();
            assert!(matches!(&heard[..], [Heard::ReadBack { id, .. }] if id == "a"), "{heard:?}");
        }
        // There is nothing to read it by.
        assert_eq!(heard("created", &body(r#""orderNumber": "7", "#, ""))[0].change, ToldChange::None);
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
        for event in ["pickupEtaCalculated", "storeChanged", "sellerChanged", "picking", "x", ""] {
            assert!(heard(event, r#"{ "id": "7" }"#).is_empty() && heard(event, "no JSON").is_empty(), "{event}");
        }
        assert!(heard("shipped", "{}").is_empty());
        assert!(heard("courierNearby", "{}").is_empty() && heard("courierNearby", "no JSON").is_empty());
    }

    #[test]
    fn where_the_courier_is_is_heard() {
        let near = heard("courierNearby", r#"{ "id": "7", "timestamp": 1 }"#).remove(0);
        assert_eq!((&*near.provider_order_id, near.status), ("7", None));
        assert_eq!(near.courier, Some(Courier::at(CourierState::Nearby)));
        let body = r#"{ "id": "7", "estimatedPickupTimeMin": 1794673231412, "estimatedPickupTimeMax": 1794673531412 }"#;
        let due = heard("pickupEtaCalculated", body).remove(0).courier.unwrap();
        assert_eq!((due.pickup_from, due.pickup_until), (Some(Time(1_794_673_231_412)), Some(Time(1_794_673_531_412))));
        assert_eq!(due.state, None);
        // A package that is read has the same fields, while it is in the kitchen.
        let read = |status: &str| {
            let body = format!(r#"{{ "id": "7", "packageStatus": "{status}", "isCourierNearby": true }}"#);
            heard("created", &body).remove(0).courier.and_then(|courier| courier.state)
        };
        assert_eq!((read("Picking"), read("Shipped")), (Some(CourierState::Nearby), None));
    }

    #[test]
    fn only_objects_are_packages() {
        for body in ["7", "null", "\"x\"", "[]", "[1, 2, [3], null]"] {
            assert!(heard("created", body).is_empty(), "{body}");
        }
        let listed = heard("created", r#"[1, { "id": "7" }, {}]"#);
        assert_eq!((listed.len(), &*listed[0].provider_order_id), (1, "7"));
        // Wrapped as a page is; a package that has such a field is itself the package.
        let wrapped = heard("created", r#"{ "page": 0, "content": [{ "id": "7" }, { "id": "8" }] }"#);
        assert_eq!(wrapped.iter().map(|report| &*report.provider_order_id).collect::<Vec<_>>(), ["7", "8"]);
        assert_eq!(heard("created", r#"{ "content": { "id": "7" } }"#).len(), 1);
        assert_eq!(heard("created", r#"{ "id": "9", "content": [{ "id": "7" }] }"#)[0].provider_order_id, "9");
        let moved = heard("delivered", r#"{ "content": [{ "id": "7" }, { "id": "8" }] }"#);
        assert_eq!((moved.len(), moved[1].status), (2, Some(Status::Delivered)));
        // With almost everything missing it is one all the same, and flagged; with all of it, it is none.
        let bare = heard("created", r#"{ "totalPrice": 5 }"#).remove(0).arrival.unwrap();
        assert!(bare.content.problems.contains(&"id".to_owned()));
        assert!(heard("created", "{}").is_empty() && heard("created", r#"{ "storeId": 7 }"#).is_empty());
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for (event, body) in [("created", &b"no JSON"[..]), ("shipped", b""), ("cancelled", b"{\"id\": 7")] {
            assert_eq!(read(event, body, Currency::TRY).unwrap_err().code, Code::InvalidJson, "{event}");
        }
    }
}
