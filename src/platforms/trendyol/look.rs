//! Reads one package back.

use super::{calls, order, words};
use crate::{Client, Report, is_object, plainly, raw_field, status_of};
use model::{Failure, url::segment};
use serde_json::value::RawValue;

/// One package, bare or as the only one of a list. One that the platform does not know is reported as such.
pub fn look(client: &Client<'_>, id: &str) -> Result<Report, Failure> {
    let path = calls::path(client.link, "order", &format!("/packages/{}", segment(id)));
    let reply = match calls::read(client, "package", &path) {
        Err(failure) if status_of(&failure) == Some(404) => return Ok(Report::unknown(id)),
        reply => reply?,
    };
    let body = String::from_utf8_lossy(&reply.body);
    let Some(raw) = single(&body)? else { return Ok(Report::unknown(id)) };
    let report = Some(raw).filter(|raw| is_object(raw)).map(|raw| order::read(raw, client.link.currency));
    report.filter(|report| report.provider_order_id == id).ok_or_else(|| plainly(words::ANOTHER_PACKAGE))
}

/// The package in an answer; `None` where it is a list without one.
fn single(body: &str) -> Result<Option<&RawValue>, Failure> {
    let whole: &RawValue = serde_json::from_str(body).map_err(|e| calls::unreadable(&e))?;
    let listed =
        raw_field(whole, "content").and_then(|content| serde_json::from_str::<Vec<&RawValue>>(content.get()).ok());
    Ok(match listed {
        Some(content) => content.first().copied(),
        None => Some(whole),
    })
}
