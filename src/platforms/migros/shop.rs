//! The shop itself: does the connection work, is it open.

use super::{
    calls::{self, store_group_id, store_id},
    words,
};
use crate::{Client, Paper, plainly};
use model::{Code, Failure, Why};
use serde_json::{Value, json};

/// What Migros knows of the store.
struct StoreDetail {
    id: Option<String>,
    group: Option<String>,
    name: Option<String>,
    warehouse_id: Value,
    is_active: Option<bool>,
    is_integrated: Option<bool>,
}

/// The store's name there. The key is tried by reading the store, the secret by an encrypted call.
pub fn test(client: &Client<'_>) -> Result<Option<String>, Failure> {
    let store = read_store(client)?;
    let (own_id, own_group) = (client.link.credential("storeId"), client.link.credential("storeGroupId"));
    if let Some(id) = store.id.filter(|id| id != own_id) {
        return Err(plainly(words::wrong_store(id, own_id)));
    }
    if let Some(group) = store.group.filter(|group| group != own_group) {
        return Err(plainly(words::wrong_group(group, own_group)));
    }
    if store.is_integrated == Some(false) {
        return Err(plainly(words::SWITCHED_OFF));
    }
    let wanted = json!({ "storeIds": [store_id(client.link)], "limit": 1, "offset": 0 });
    match calls::post(client, "/Order/PendingOrdersWithStores", &wanted) {
        Ok(_) => Ok(store.name),
        Err(failure) if is_refusal(&failure) => {
            Err(plainly(words::wrong_secret(failure.cause.clone().unwrap_or_default())))
        }
        Err(failure) => Err(failure),
    }
}

/// It understood us and said no, in its own words; not that it is busy or broken.
fn is_refusal(failure: &Failure) -> bool {
    let is_worded = failure.code == Code::PlatformRejected && matches!(failure.why, Some(Why::Said(_)));
    is_worded && !failure.is_in_doubt && failure.retry_after.is_none()
}

/// Closing lasts until the next shift begins, so that a shop that was closed in a rush is not closed for good.
pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    let (store, group) = (store_id(client.link), store_group_id(client.link));
    let mut wanted = json!({ "storeId": store, "storeGroupId": group });
    if !is_open {
        wanted["storeOffDateOption"] = "NEXT_SHIFT_START".into();
        return calls::post(client, "/Store/AddStoreOffDate", &wanted).map(drop);
    }
    let known = read_store(client)?;
    if known.is_active != Some(true) {
        let activated = json!({ "storeId": store, "warehouseId": known.warehouse_id });
        calls::post(client, "/Store/ActivateStore", &activated)?;
    }
    let removed = calls::post(client, "/Store/RemoveStoreOffDate", &wanted).map(drop);
    // It may refuse because there is no break to end; what counts is whether customers see the shop open.
    removed.or_else(|failure| if is_seen_open(client).unwrap_or(false) { Ok(()) } else { Err(failure) })
}

fn is_seen_open(client: &Client<'_>) -> Result<bool, Failure> {
    let data = calls::post(client, "/Store/GetStoreViewStatus", &json!({ "storeId": store_id(client.link) }))?;
    let paper = Paper::of(&data);
    Ok(paper.root().get("status").text().is_some_and(|status| status.eq_ignore_ascii_case("OPEN")))
}

fn read_store(client: &Client<'_>) -> Result<StoreDetail, Failure> {
    let data = calls::get(client, "/Store/GetStoreDetail")?;
    let paper = Paper::of(&data);
    let store = paper.root();
    Ok(StoreDetail {
        id: store.get("id").text(),
        group: store.get("storeGroupId").text(),
        name: store.any(&["storeName", "name"]).text(),
        warehouse_id: store.get("warehouseId").value().clone(),
        is_active: store.get("active").flag(),
        is_integrated: store.get("integrationIsActive").flag(),
    })
}
