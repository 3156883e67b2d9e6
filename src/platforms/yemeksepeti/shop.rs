//! The shop at Yemeksepeti: does the connection work, is it open.

use super::{calls, words};
use crate::{Client, not_offered, plainly};
use model::{Failure, url::segment};
use net::Method;
use serde_json::{Value, json};
use std::{thread::sleep, time::Duration};

/// The platform has to ask elsewhere first and then knows it "in a few seconds".
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// The state that is wanted, best first.
const CLOSED: [&str; 3] = ["CLOSED", "CLOSED_TODAY", "CLOSED_UNTIL"];
/// Of the reasons that are allowed, best first: no reason was given.
const REASONS: [&str; 4] = ["CLOSED", "OTHER", "TOO_BUSY_KITCHEN", "TECHNICAL_PROBLEM"];

/// No call tells the restaurant's name.
pub fn test(client: &Client<'_>) -> Result<Option<String>, Failure> {
    calls::login(client).map(|_| None)
}

/// A branch may be on several platforms of the group; each that lets us is switched.
pub fn set_open(client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
    let entries = availability(client)?;
    let wishes: Vec<Value> = entries.iter().filter_map(|entry| wish(entry, is_open)).collect();
    if wishes.is_empty() {
        return Err(not_offered(words::NOT_SWITCHABLE));
    }
    for wish in &wishes {
        calls::call(client, &calls::ACT, Method::Put, &path(client), Some(wish))?.success()?;
    }
    Ok(())
}

/// What to send for one platform; nothing where it cannot be changed.
pub fn wish(entry: &Value, is_open: bool) -> Option<Value> {
    if entry["changeable"] != true {
        return None;
    }
    let allowed = |list: &str, word: &str| match entry[list].as_array() {
        // An empty list stands in the platform's own example beside `changeable`.
        Some(words) => words.is_empty() || words.iter().any(|one| one == word),
        None => true,
    };
    let wanted = if is_open { &["OPEN"][..] } else { &CLOSED[..] };
    let longest = entry["closingMinutes"].as_array().and_then(|all| all.iter().filter_map(Value::as_u64).max());
    let can_be =
        |state: &&&str| allowed("availabilityStates", state) && (**state != "CLOSED_UNTIL" || longest.is_some());
    let state = *wanted.iter().find(can_be)?;
    let mut wish = json!({
        "availabilityState": state,
        "platformKey": entry["platformKey"],
        "platformRestaurantId": entry["platformRestaurantId"],
    });
    if !is_open {
        let first = || entry["closingReasons"][0].as_str();
        let reason = REASONS.into_iter().find(|reason| allowed("closingReasons", reason)).or_else(first);
        wish["closedReason"] = json!(reason);
    }
    if state == "CLOSED_UNTIL" {
        wish["closingMinutes"] = json!(longest);
    }
    Some(wish)
}

/// How the branch stands on each platform.
fn availability(client: &Client<'_>) -> Result<Vec<Value>, Failure> {
    let ask = || calls::call(client, &calls::ACT, Method::Get, &path(client), None);
    let mut reply = ask()?;
    if reply.status == 204 {
        sleep(ASK_AGAIN);
        reply = ask()?;
    }
    match reply.status {
        204 => Err(reply.refused_as(words::OPENNESS_UNKNOWN).retry_after(Duration::from_secs(5))),
        404 => Err(reply.refused_as(words::UNKNOWN_BRANCH)),
        _ => match reply.success()?.json()? {
            Value::Array(entries) => Ok(entries),
            _ => Err(plainly(words::NO_PLATFORMS)),
        },
    }
}

fn path(client: &Client<'_>) -> String {
    let shop = segment(client.link.credential("posVendorId"));
    calls::in_chain(client, &format!("remoteVendors/{shop}/availability"))
}
