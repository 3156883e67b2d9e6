//! Reads one order back.

use super::{
    calls::{Kind, TOO_MANY, call, in_chain, status_of},
    order, push, reasons,
    status::Stand,
    steps::{self, PICKED_UP, PREPARED, REJECT},
};
use crate::{
    model::Failure,
    net::Method,
    platforms::{
        client::{Client, Reply, plainly, segment},
        platform::{Case, Standing, Step, Told},
        report::{Cancelled, Report},
    },
};
use serde::Deserialize;
use serde_json::value::RawValue;

pub fn look(client: &Client<'_>, id: &str) -> Result<Report, Failure> {
    match ask(client, Kind::Act, id)? {
        Ok(report) if report.provider_order_id == id => Ok(report),
        Ok(_) => Err(plainly("Yemeksepeti başka bir sipariş gösterdi.", "Yemeksepeti showed another order.")),
        Err(_) => Ok(Report::unknown(id)),
    }
}

/// `Err(reply)` inside: the platform does not show it. It shows orders that were accepted or cancelled.
pub fn ask(client: &Client<'_>, kind: Kind, id: &str) -> Result<Result<Report, Reply>, Failure> {
    let reply = call(client, kind, Method::Get, &in_chain(client, &format!("orders/{}", segment(id))), None)?;
    match reply.status {
        404 => Ok(Err(reply)),
        _ if !reply.is_ok() => Err(reply.refused()),
        _ => shown(client, id, &reply).map(Ok),
    }
}

/// Did it take the step? Of an order that was accepted, the platform shows no more than that, so whether it is prepared
/// or collected can only be learnt by saying it again: what it has already, it says so.
pub fn look_back(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Standing, Failure> {
    let standing = standing(client, case, step)?;
    if standing != Standing::NotTaken || ![PICKED_UP, PREPARED].contains(&step.name) {
        return Ok(standing);
    }
    match steps::tell(client, case, step) {
        Ok(Told::Taken) => Ok(Standing::Taken),
        Ok(Told::Gone) => Ok(Standing::Gone),
        Ok(Told::NotYet { .. } | Told::Ours) => Ok(Standing::NotTaken),
        // What it does not find it has not taken, and nobody else would ever say so.
        Err(failure) if is_final(&failure) => Ok(Standing::NotTaken),
        Err(failure) if failure.is_in_doubt || failure.is_passing => Err(failure),
        Err(_) => Ok(Standing::NotTaken),
    }
}

/// What the platform shows of a step, by reading alone. Where it will not show the order, the step counts as not taken: a
/// person may tell it again.
pub fn standing(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Standing, Failure> {
    let report = match ask(client, Kind::Act, &case.order.provider_order_id) {
        Ok(Ok(report)) if report.provider_order_id == case.order.provider_order_id => report,
        Ok(_) => return Ok(Standing::NotTaken),
        Err(failure) if is_final(&failure) => return Ok(Standing::NotTaken),
        Err(failure) => return Err(failure),
    };
    let is_our_reason =
        step.name == REJECT && step.reason.is_some() && report.cancelled.reason.as_deref() == step.reason;
    Ok(match report.status {
        _ if report.done.contains(&step.name) => Standing::Taken,
        Some(status) if status.is_cancelled() && is_our_reason => Standing::Taken,
        Some(status) if status.is_cancelled() => Standing::Gone,
        _ => Standing::NotTaken,
    })
}

/// A no that the same question would get again; what failed in passing is asked again soon.
pub fn is_final(failure: &Failure) -> bool {
    status_of(failure).is_some_and(|status| (400..500).contains(&status) && status != TOO_MANY)
}

fn shown(client: &Client<'_>, id: &str, reply: &Reply) -> Result<Report, Failure> {
    #[derive(Deserialize)]
    struct Shown<'a> {
        #[serde(borrow)]
        order: Option<&'a RawValue>,
    }
    reply.json()?;
    let whole: &RawValue = serde_json::from_slice(&reply.body).map_err(Failure::fault)?;
    let inner = serde_json::from_str::<Shown<'_>>(whole.get()).ok().and_then(|shown| shown.order);
    let inner = inner.filter(|inner| order::is_object(inner)).unwrap_or(whole);
    if !push::is_order(inner) {
        let failure = plainly("Yemeksepeti'nin yanıtı bir sipariş değil.", "Yemeksepeti's answer is not an order.");
        return Err(failure.in_doubt(true));
    }
    let sheet = order::read(inner, client.link.currency);
    let provider_order_id = sheet.token.unwrap_or_else(|| id.to_owned());
    let mut report = Report { provider_order_id, arrival: Some(sheet.arrival), ..Report::default() };
    match sheet.status.as_deref().map(|word| (word, Stand::of(word))) {
        None => {}
        Some((_, Some(stand))) => stand.note(&mut report),
        Some((word, None)) => report.strange = Some(word.to_owned()),
    }
    let name = sheet.reason.as_deref().and_then(reasons::name);
    report.cancelled = Cancelled { reason: sheet.reason, name, ..Cancelled::default() };
    Ok(report)
}
