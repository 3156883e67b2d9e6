//! The shop itself: does the connection work, is it open.

use super::{calls, words};
use crate::{Client, Paper, plainly};
use model::{Code, Failure, Why};
use serde_json::json;

/// The store's name there. The key is tried by reading the store, the secret by an encrypted call.
pub fn test(client: &Client<'_>) -> Result<Option<String>, Failure> {
    let store = read_store(client)?;
    let store = store.root();
    let (own_id, own_group) = (client.link.credential("storeId"), client.link.credential("storeGroupId"));
    if let Some(id) = store.get("id").text().filter(|id| id != own_id) {
        return Err(plainly(words::wrong_store(id, own_id)));
    }
    if let Some(group) = store.get("storeGroupId").text().filter(|group| group != own_group) {
        return Err(plainly(words::wrong_group(group, own_group)));
    }
    if store.get("integrationIsActive").flag() == Some(false) {
        return Err(plainly(words::SWITCHED_OFF));
    }
    let wanted = json!({ "storeIds": [calls::store_id(client.link)], "limit": 1, "offset": 0 });
    match calls::post(client, "/Order/PendingOrdersWithStores", &wanted) {
        Ok(_) => Ok(store.any(&["storeName", "name"]).text()),
        Err(failure) => Err(refusal(&failure).map_or(failure.clone(), |said| plainly(words::wrong_secret(said)))),
    }
}

/// It understood us and said no, in these words of its own; not that it is busy or broken.
fn refusal(failure: &Failure) -> Option<String> {
    let Some(Why::Said(words)) = &failure.why else { return None };
    let is_no = failure.code == Code::PlatformRejected && !failure.is_in_doubt && failure.retry_after.is_none();
    is_no.then(|| words.clone())
}

/// Closing lasts until the next shift begins, so that a shop that was closed in a rush is not closed for good.
pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    let mut wanted = calls::store(client.link);
    if !is_open {
        wanted["storeOffDateOption"] = "NEXT_SHIFT_START".into();
        return calls::post(client, "/Store/AddStoreOffDate", &wanted).map(drop);
    }
    let known = read_store(client)?;
    if known.root().get("active").flag() != Some(true) {
        let activated = json!({ "storeId": wanted["storeId"], "warehouseId": known.root().get("warehouseId").value() });
        calls::post(client, "/Store/ActivateStore", &activated)?;
    }
    let removed = calls::post(client, "/Store/RemoveStoreOffDate", &wanted).map(drop);
    // It may refuse because there is no break to end; what counts is whether customers see the shop open.
    removed.or_else(|failure| if is_seen_open(client).unwrap_or(false) { Ok(()) } else { Err(failure) })
}

fn is_seen_open(client: &Client<'_>) -> Result<bool, Failure> {
    let data = calls::post(client, "/Store/GetStoreViewStatus", &json!({ "storeId": calls::store_id(client.link) }))?;
    let paper = Paper::of(&data);
    Ok(paper.root().get("status").text().is_some_and(|status| status.eq_ignore_ascii_case("OPEN")))
}

fn read_store(client: &Client<'_>) -> Result<Paper, Failure> {
    Ok(Paper::of(&calls::get(client, "/Store/GetStoreDetail")?))
}
