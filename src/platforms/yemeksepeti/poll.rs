//! Reconciliation: the platform lists what was accepted and cancelled in the last hours, so that an order or a
//! cancellation whose push never arrived is found all the same. It lists nothing that still waits to be accepted, and
//! nothing of the day before: after a gap, what is open here and in no list is read by itself; and so is at once what we have
//! just accepted.

use super::{calls, look, status::TheirState, words};
use crate::{Client, PollRequest, Polled, Report, in_turn, look_through, plainly};
use model::{Code, Failure, Status, Time, url::pairs};
use net::Method;
use serde_json::{Map, Value, json};
use std::{collections::HashSet, time::Duration};

pub const EVERY: Duration = Duration::from_secs(10 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);
/// What the platform takes for how far back.
const MOST_HOURS: u128 = 24;
/// Beyond the last success, because what it listed then was not of that very moment.
const OVERLAP: Duration = Duration::from_secs(15 * 60);
/// What is kept free at the end of a poll's time; the rest is read by the next one.
const SPARE: Duration = Duration::from_secs(12);
/// Open orders that one poll reads by themselves, and the time between two of them; the next poll goes on.
const LOOKS: usize = 20;
const LOOK_GAP: Duration = Duration::from_millis(250);

/// The two lists, by the word that the platform asks for.
const LISTS: [(&str, TheirState); 2] = [("accepted", TheirState::Accepted), CANCELLED];
const CANCELLED: (&str, TheirState) = ("cancelled", TheirState::Cancelled);

/// Whether the platform lists an order as cancelled in the last hour. Where it will not list, that is unknown and counts as no.
pub fn is_cancelled(client: &Client<'_>, id: &str) -> Result<bool, Failure> {
    match list(client, CANCELLED.0, 1) {
        Ok(ids) => Ok(ids.iter().any(|listed| listed == id)),
        Err(failure) if look::is_final(&failure) => Ok(false),
        Err(failure) => Err(failure),
    }
}

/// The cursor holds when everything was last read, what was listed then, which is not read again, what those orders are called
/// that a list names otherwise, and which open orders are still to be read by themselves.
pub fn poll(client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
    let mut polled = Polled::default();
    let mut cursor = json!({ "at": asked.now.0 });
    let (mut listed, mut names) = (HashSet::new(), Map::new());
    for (word, stand) in LISTS {
        let read = list(client, word, hours(asked)).and_then(|ids| {
            listed.extend(ids.iter().cloned());
            read_list(client, ids, (word, stand), asked, &mut polled.reports)
        });
        let read = read.inspect(|list| {
            listed.extend(list.names.values().filter_map(Value::as_str).map(str::to_owned));
        });
        match read {
            Ok(list) => {
                cursor[word] = json!(list.read);
                names.extend(list.names);
                polled.aside = polled.aside.or(list.trouble);
                if list.is_cut {
                    // Then the next one looks back as far as this one did.
                    cursor["at"] = asked.cursor["at"].clone();
                }
            }
            Err(failure) => {
                polled.failure = Some(failure);
                return polled;
            }
        }
    }
    let mut unseen = unseen(asked, &listed);
    let trouble =
        look_through(&mut unseen, LOOKS, &mut polled.reports, |id| look_after(client, id, asked.was_told(id)));
    polled.aside = trouble.or(polled.aside);
    cursor["unseen"] = json!(unseen);
    cursor["names"] = Value::Object(names);
    polled.cursor = Some(cursor);
    polled
}

/// After a gap every order that is open here and in no list; else what is left of these, and what we have just accepted or
/// rejected.
fn unseen(asked: &PollRequest<'_>, listed: &HashSet<String>) -> Vec<String> {
    let left = match asked.cursor["unseen"].as_array().filter(|_| !asked.after_gap) {
        Some(left) => left.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => asked.untold(),
    };
    let mut unseen = in_turn(asked.told, left);
    unseen.retain(|id| (asked.open.contains(id) || asked.was_told(id)) && !listed.contains(id));
    unseen
}

/// Reads an open order. One that the platform will not show says nothing: it shows none that still waits to be accepted, and
/// not every account may read. But one that it does not find, and has in neither of its lists, was neither accepted nor
/// rejected there, whatever it answered when it was told so.
fn look_after(client: &Client<'_>, id: &str, was_told: bool) -> Option<Result<Option<Report>, Failure>> {
    if client.is_late(SPARE) || client.session.pace("look", LOOK_GAP, client.deadline).is_err() {
        return None;
    }
    let found = match look::read(client, &calls::READ, id) {
        Err(failure) if look::is_final(&failure) => return Some(Ok(None)),
        Err(failure) => return Some(Err(failure)),
        Ok(found) => found.filter(|report| report.provider_order_id == id),
    };
    if !was_told {
        return Some(Ok(found));
    }
    let report = found.unwrap_or_else(|| Report { provider_order_id: id.to_owned(), ..Report::default() });
    // A word that nobody here knows says nothing of the acceptance.
    let status = report.status.or(report.strange.is_none().then_some(NOT_ACCEPTED));
    Some(Ok(Some(Report { status, ..report })))
}

/// Where an order stands that was not accepted, whatever it is: one for later is accepted before it is new.
const NOT_ACCEPTED: Status = Status::Scheduled;

struct ReadList {
    /// The ids that need not be read again.
    read: Vec<String>,
    /// What those orders are called that the list names otherwise.
    names: Map<String, Value>,
    /// The time ran out.
    is_cut: bool,
    /// Why one of them could not be read.
    trouble: Option<Failure>,
}

/// Reads what is new in a list.
fn read_list(
    client: &Client<'_>,
    ids: Vec<String>,
    (word, stand): (&str, TheirState),
    asked: &PollRequest<'_>,
    reports: &mut Vec<Report>,
) -> Result<ReadList, Failure> {
    let mut list = ReadList { read: Vec::new(), names: Map::new(), is_cut: false, trouble: None };
    let known = asked.cursor[word].as_array();
    let is_known = |id: &str| known.is_some_and(|known| known.iter().any(|one| one == id));
    for id in ids {
        if is_known(&id) {
            let name = asked.cursor["names"][&id].as_str();
            if asked.was_told(name.unwrap_or(&id)) {
                reports.push(still_listed(name.unwrap_or(&id), stand));
            }
            list.names.extend(name.map(|name| (id.clone(), name.into())));
            list.read.push(id);
            continue;
        }
        if client.is_late(SPARE) {
            list.is_cut = true;
            continue;
        }
        let found = match look::read(client, &calls::READ, &id) {
            Ok(found) => found,
            // One order that cannot be shown does not hide the others; a platform that is out of reach does.
            Err(failure) if failure.code == Code::PlatformRejected && !look::is_final(&failure) => {
                list.trouble = Some(failure);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        match found {
            Some(report) => {
                if report.provider_order_id != id {
                    list.names.insert(id.clone(), report.provider_order_id.as_str().into());
                }
                reports.push(listed(report, stand));
                list.read.push(id);
            }
            // It is asked for again next time; a cancellation needs no more than the id.
            None if stand == TheirState::Cancelled => {
                reports.push(listed(Report { provider_order_id: id, ..Report::default() }, stand));
            }
            None if asked.was_told(&id) => reports.push(still_listed(&id, stand)),
            None => {}
        }
    }
    Ok(list)
}

/// What a list says of an order that was read before. Whether one that was accepted is for later only the order says.
fn still_listed(id: &str, stand: TheirState) -> Report {
    let status = stand.status(false).filter(|_| stand.is_over());
    Report { provider_order_id: id.to_owned(), status, done: stand.done().to_vec(), ..Report::default() }
}

/// The list says what the order itself may not say. A cancellation after an acceptance stays one.
fn listed(mut report: Report, stand: TheirState) -> Report {
    if !report.status.is_some_and(|status| status.is_cancelled() || stand == TheirState::Accepted) {
        stand.note(&mut report);
        report.strange = None;
    }
    report
}

fn list(client: &Client<'_>, word: &str, hours: u128) -> Result<Vec<String>, Failure> {
    let (shop, hours) = (client.link.credential("posVendorId"), hours.to_string());
    let query = pairs(&[("status", word), ("pastNumberOfHours", &hours), ("vendorId", shop)]);
    let path = calls::in_chain(client, &format!("orders/ids?{query}"));
    let reply = calls::call(client, &calls::READ, Method::Get, &path, None)?;
    match reply.status {
        204 => Ok(Vec::new()),
        404 => Err(reply.refused_as(words::UNKNOWN_CHAIN)),
        _ => ids(&reply.success()?.json()?).ok_or_else(|| plainly(words::NO_LIST)),
    }
}

/// Seen in three shapes: a list of ids under either name, or of objects.
pub fn ids(answer: &Value) -> Option<Vec<String>> {
    let list = ["orderIdentifiers", "orders"].iter().find_map(|name| answer[name].as_array());
    let text = |value: &Value| match value {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    };
    let id =
        |entry: &Value| text(entry).or_else(|| ["orderId", "token", "id"].iter().find_map(|name| text(&entry[name])));
    match list.or_else(|| answer.as_array()) {
        Some(list) => Some(list.iter().filter_map(id).filter(|id| !id.is_empty()).collect()),
        None if answer["count"] == 0 => Some(Vec::new()),
        None => None,
    }
}

/// How far back to look. The first time one hour: what was accepted before that is not to be cooked any more.
pub fn hours(asked: &PollRequest<'_>) -> u128 {
    let last = asked.cursor["at"].as_i64().and_then(Time::from_millis);
    let back = last.map_or(HOUR, |last| asked.now.since(last) + OVERLAP);
    back.as_millis().div_ceil(HOUR.as_millis()).clamp(1, MOST_HOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_accepted_stands_before_every_acceptance() {
        let accepted = [false, true].map(|is_scheduled| TheirState::Accepted.status(is_scheduled).unwrap());
        assert!(accepted.iter().all(|status| NOT_ACCEPTED.code() < status.code()), "{accepted:?}");
    }
}
