//! Polling: everything that waits or is under way, and what became of orders that are open here and no longer listed.
//!
//! An order that is gone from both lists was delivered, cancelled or is merely listed elsewhere. That is never guessed:
//! it is read back. So a box that no push can reach learns of cancellations and deliveries too. New orders come with the
//! first list; what goes wrong beside it is shown and slows nothing down.

use super::{calls, look, order, words};
use crate::{Client, PollRequest, Polled, Report, Turn, follow, objects, plainly, raw_field};
use model::Failure;
use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

const PENDING: &str = "/Order/PendingOrdersWithStores";
const ACTIVE: &str = "/Order/ActiveOrdersWithStores";
/// As the one client that is known to page asks.
const PAGE: usize = 20;
/// Far beyond what a kitchen can have open; a platform that never ends its list is left here.
const PAGES: usize = 100;
/// Orders read back in one poll, and the time between two of them; the others have their turn in the next.
const LOOKS: usize = 10;
const LOOK_GAP: Duration = Duration::from_millis(250);
/// Between two looks at an order that is no longer listed and not over either.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// The cursor: the orders that are open here and not listed there.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Cursor {
    looked: BTreeMap<String, Turn>,
}

pub fn poll(client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
    let shop = Some(client.link.credential("storeId").to_owned());
    let mut polled = Polled { shop, ..Polled::default() };
    if let Err(failure) = sweep(client, PENDING, &mut polled.reports) {
        polled.failure = Some(failure);
        return polled;
    }
    let client = client.for_the_rest();
    // Without the second list it is unknown what is missing from it.
    if let Err(failure) = sweep(&client, ACTIVE, &mut polled.reports) {
        polled.aside = Some(failure);
        return polled;
    }
    let mut cursor: Cursor = serde_json::from_value(asked.cursor.clone()).unwrap_or_default();
    let mut left = LOOKS;
    follow(asked, &mut cursor.looked, LOOK_AGAIN, &mut polled, |id| {
        left = left.checked_sub(1)?;
        client.session.pace("look", LOOK_GAP, client.deadline).ok()?;
        Some(look::look(&client, id))
    });
    polled.aside = cursor.looked.values().find_map(|turn| turn.trouble.clone()).map(Failure::from);
    polled.cursor = serde_json::to_value(cursor).ok();
    polled
}

/// Every page of one list. Whether `offset` counts orders is assumed; a page that brings nothing new is the last.
fn sweep(client: &Client<'_>, list: &str, reports: &mut Vec<Report>) -> Result<(), Failure> {
    let (store, store_id) = (client.link.credential("storeId"), calls::store_id(client.link));
    let mut seen = HashSet::new();
    for page in 0..PAGES {
        let wanted = json!({ "storeIds": [store_id], "limit": PAGE, "offset": page * PAGE });
        let entries = entries(&calls::post(client, list, &wanted)?)?;
        let is_empty = entries.is_empty();
        let known = seen.len();
        // What stands in its own list is an order, however little is in it: it is kept, and flagged.
        for entry in objects(entries, "Migros", "orders") {
            let report = order::read(&entry, client.link.currency);
            if report.shop.as_ref().is_some_and(|shop| shop != store) {
                tracing::warn!(shop = ?report.shop, "Migros lists an order of another store; it is passed over");
            } else if seen.insert(report.provider_order_id.clone()) {
                reports.push(report);
            }
        }
        // How many it puts on a page is its own affair: only a page without anything new is the last.
        if is_empty || seen.len() == known {
            return Ok(());
        }
    }
    Ok(())
}

/// The orders of a page: a list, an object that holds one, or one list for each store.
fn entries(data: &RawValue) -> Result<Vec<Box<RawValue>>, Failure> {
    if let Ok(list) = serde_json::from_str::<Vec<Box<RawValue>>>(data.get()) {
        return Ok(list.into_iter().flat_map(|entry| orders_in(&entry).unwrap_or_else(|| vec![entry])).collect());
    }
    match serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(data.get()) {
        Ok(fields) => {
            // Under whichever name; a list of errors beside it is shorter.
            let lists =
                fields.values().filter_map(|field| serde_json::from_str::<Vec<Box<RawValue>>>(field.get()).ok());
            let named = ["orders", "content", "data"]
                .iter()
                .find_map(|name| serde_json::from_str::<Vec<Box<RawValue>>>(fields.get(*name)?.get()).ok());
            named.or_else(|| lists.max_by_key(Vec::len)).ok_or_else(|| plainly(words::NO_LIST))
        }
        Err(_) if data.get() == "null" => Ok(Vec::new()),
        Err(_) => Err(plainly(words::NO_LIST)),
    }
}

/// Of one store.
fn orders_in(entry: &RawValue) -> Option<Vec<Box<RawValue>>> {
    serde_json::from_str(raw_field(entry, "orders")?.get()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(data: &str) -> Option<usize> {
        entries(&RawValue::from_string(data.to_owned()).unwrap()).ok().map(|entries| entries.len())
    }

    #[test]
    fn a_page_is_found_wherever_it_lies() {
        for (data, orders) in [
            ("null", Some(0)),
            ("[]", Some(0)),
            (r#"[{"id":1},{"id":2}]"#, Some(2)),
            (r#"{"total":2,"orders":[{"id":1},{"id":2}]}"#, Some(2)),
            (r#"[{"storeId":5,"orders":[{"id":1},{"id":2}]},{"storeId":6,"orders":[]}]"#, Some(2)),
            // What is no order counts for the length of its page all the same.
            (r#"[{}, 7, [[1]]]"#, Some(3)),
            ("{}", None),
            ("7", None),
            (r#""x""#, None),
        ] {
            assert_eq!(count(data), orders, "{data}");
        }
    }
}
