//! Reads one order back.

use super::{calls, order, reasons, status, words};
use crate::{
    CallGroup, Case, Client, Reply, Report, Step, StepOutcome, TOO_MANY, ToldCancellation, is_object, plainly,
    raw_field, status_of,
};
use model::{Failure, Status, url::segment};
use net::Method;
use serde_json::value::RawValue;

pub fn look(client: &Client<'_>, id: &str) -> Result<Report, Failure> {
    match read(client, &calls::ACT, id)? {
        Some(report) if report.provider_order_id == id => Ok(report),
        Some(_) => Err(plainly(words::ANOTHER_ORDER)),
        None => Ok(Report::unknown(id)),
    }
}

/// `None` where the platform does not show it. It shows orders that were accepted or cancelled.
pub fn read(client: &Client<'_>, group: &CallGroup, id: &str) -> Result<Option<Report>, Failure> {
    let reply =
        calls::call(client, group, Method::Get, &calls::in_chain(client, &format!("orders/{}", segment(id))), None)?;
    match reply.status {
        404 => Ok(None),
        _ => shown(client, id, &reply.success()?).map(Some),
    }
}

/// It names rejections and cancellations alike, so only the reason can tell whether a rejection was ours. Where none is given
/// and a rejection of ours was told without an answer, it was that.
pub fn is_ours(report: &Report, reason: Option<&str>) -> bool {
    let is_over = report.status.is_some_and(Status::is_cancelled);
    is_over && report.cancelled.reason.as_deref().is_none_or(|theirs| Some(theirs) == reason)
}

/// What the platform shows of a step, by reading alone; `is_ours` says of one that is over whether our rejection ended it. Where
/// it will not show the order, the step counts as not taken: a person may tell it again.
pub fn standing(
    client: &Client<'_>,
    case: &Case<'_>,
    step: &Step<'_>,
    is_ours: impl Fn(&Report) -> bool,
) -> Result<StepOutcome, Failure> {
    let report = match read(client, &calls::ACT, &case.order.provider_order_id) {
        Ok(Some(report)) if report.provider_order_id == case.order.provider_order_id => report,
        Ok(_) => return Ok(StepOutcome::NotTaken),
        Err(failure) if is_final(&failure) => return Ok(StepOutcome::NotTaken),
        Err(failure) => return Err(failure),
    };
    Ok(match report.status {
        _ if report.done.contains(&step.name) => StepOutcome::Taken,
        Some(status) if status.is_cancelled() && step.name == status::REJECT && is_ours(&report) => StepOutcome::Taken,
        Some(status) if status.is_cancelled() => StepOutcome::Gone,
        _ => StepOutcome::NotTaken,
    })
}

/// A no that the same question would get again; what failed in passing is asked again soon.
pub fn is_final(failure: &Failure) -> bool {
    status_of(failure).is_some_and(|status| (400..500).contains(&status) && status != TOO_MANY)
}

fn shown(client: &Client<'_>, id: &str, reply: &Reply) -> Result<Report, Failure> {
    reply.json()?;
    let whole: &RawValue = serde_json::from_slice(&reply.body).map_err(Failure::fault)?;
    let inner = raw_field(whole, "order").filter(|inner| is_object(inner)).unwrap_or(whole);
    if !order::is_order(inner) {
        return Err(plainly(words::NO_ORDER).in_doubt(true));
    }
    let sheet = order::read(inner, client.link.currency);
    let provider_order_id = sheet.token.unwrap_or_else(|| id.to_owned());
    let mut report = Report { provider_order_id, arrival: Some(sheet.arrival), ..Report::default() };
    match sheet.status.as_deref().map(|word| (word, status::TheirState::of(word))) {
        None => {}
        Some((_, Some(stand))) => stand.note(&mut report),
        Some((word, None)) => report.strange = Some(word.to_owned()),
    }
    let name = sheet.reason.as_deref().and_then(reasons::name);
    report.cancelled = ToldCancellation { reason: sheet.reason, name, ..ToldCancellation::default() };
    Ok(report)
}
