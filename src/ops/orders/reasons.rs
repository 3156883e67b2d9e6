//! Why an order may be cancelled: the reasons that its platform accepts, and the one that is told and stored.

use super::find::{find, find_by};
use super::progress::{is_gone, is_nameless};
use super::{show::ShownLine, tie::Tie};
use crate::{AppState, Ctx, Purpose, care::settings};
use model::{Access, Code, Failure, Lang, Order, Reason, Result, Why};
use platforms::{self, Platform, WithoutReason, open::is_own_test};
use serde_json::json;
use std::sync::Arc;
use store::{Integrations, Orders, Reader, SummaryText};

/// The reasons that the order's platform accepts for a cancellation.
pub async fn reasons(app: &Arc<AppState>, access: Access, id: &str) -> Result<Vec<Reason>> {
    let (order, tie) = {
        let reader = app.store.read()?;
        if let Some(fixed) = fixed(&reader, access, id)? {
            return Ok(fixed);
        }
        let order = find(&reader, access, id)?;
        if let Some(usual) = usual(&order) {
            return usual;
        }
        if !reader.has_integration(order.restaurant_id, order.provider)? {
            return Err(Failure::new(Code::IntegrationNotFound));
        }
        if let Some(known) = known(platforms::of(order.provider), &order) {
            return known;
        }
        let tie = Tie::of(app, &reader, &order)?;
        (order, tie)
    };
    accepted(app, &tie, order).await
}

/// Where the platform accepts the same ones for every order, next to nothing of this one has to be read.
fn fixed(reader: &Reader, access: Access, id: &str) -> Result<Option<Vec<Reason>>> {
    let owner = |line: &SummaryText| Ok(ShownLine::read(line)?.restaurant_id);
    let line = find_by(reader, access, id, |id| reader.order_line(id), owner)?;
    let ShownLine { provider_order_id, restaurant_id, provider, .. } = ShownLine::read(&line)?;
    let Some(fixed) = platforms::of(provider).fixed_reasons() else { return Ok(None) };
    if is_own_test(&provider_order_id) {
        return Ok(Some(fixed.to_vec()));
    }
    if !reader.has_integration(restaurant_id, provider)? {
        return Err(Failure::new(Code::IntegrationNotFound));
    }
    Ok(Some(if is_nameless(&provider_order_id) { Vec::new() } else { fixed.to_vec() }))
}

/// The reason that is told and stored, with its name in the account's language: receivers of events are not the caller. Where
/// the account has none, the caller's is as good as any.
pub async fn choose(
    ctx: &Ctx,
    tie: &Tie,
    order: &Order,
    asked: Option<String>,
) -> Result<(Option<String>, Option<String>)> {
    if let Some(usual) = usual(order) {
        let chosen = usual?.into_iter().find(|reason| Some(reason.id.as_ref()) == asked.as_deref());
        let name = chosen.map(|reason| named(ctx, &reason)).transpose()?;
        return Ok((asked, name));
    }
    let Some((platform, _)) = tie.both() else {
        // For a restaurant that is no longer connected no platform accepts or refuses a reason.
        return Ok((asked, None));
    };
    if is_nameless(&order.provider_order_id) {
        return Ok((asked, None));
    }
    let wanted = match (asked.clone(), platform.without_reason(order)) {
        (Some(asked), _) => Some(asked),
        (None, WithoutReason::Means(id)) => Some(id.to_owned()),
        (None, WithoutReason::Fine) => return Ok((None, None)),
        (None, WithoutReason::Refused) if is_gone(order) => return Ok((None, None)),
        (None, WithoutReason::Refused) => None,
    };
    let accepted = match known(platform, order) {
        Some(known) => known?,
        None => accepted(&ctx.app, tie, order.clone()).await?,
    };
    let chosen = wanted.and_then(|id| accepted.iter().find(|reason| reason.id == id));
    match chosen {
        Some(reason) => Ok((Some(reason.id.to_string()), Some(named(ctx, reason)?))),
        // It is ours alone, so the reason is too.
        None if is_gone(order) => Ok((asked, None)),
        None => Err(refuse(&accepted, asked.is_some(), ctx.lang)),
    }
}

fn named(ctx: &Ctx, reason: &Reason) -> Result<String> {
    Ok(reason.name(settings::lang(&ctx.app)?.unwrap_or(ctx.lang)).to_owned())
}

/// A test order of our own offers what a web shop would. No platform hears of it, so any reason will do, and none.
fn usual(order: &Order) -> Option<Result<Vec<Reason>>> {
    if is_own_test(&order.provider_order_id) { platforms::of(order.provider).known_reasons(order) } else { None }
}

/// What is accepted, where no platform has to be asked.
fn known(platform: &dyn Platform, order: &Order) -> Option<Result<Vec<Reason>>> {
    if is_nameless(&order.provider_order_id) {
        return Some(Ok(Vec::new()));
    }
    let known = platform.known_reasons(order)?;
    Some(if is_gone(order) { Ok(known.unwrap_or_default()) } else { known })
}

/// What the platform says.
async fn accepted(app: &Arc<AppState>, tie: &Tie, order: Order) -> Result<Vec<Reason>> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    let is_lost = is_gone(&order);
    let reasons =
        app.engine.errands.run(platform, link, Purpose::People, move |client| platform.reasons(client, &order)).await;
    // Of an order that the platform does not know it may not say either why it could be cancelled.
    if is_lost { Ok(reasons.unwrap_or_default()) } else { reasons }
}

fn refuse(accepted: &[Reason], is_given: bool, lang: Lang) -> Failure {
    let list: Vec<_> = accepted.iter().map(|reason| json!({ "id": reason.id, "name": reason.name(lang) })).collect();
    let failure = Failure::new(Code::ReasonNotAccepted).field("reason").details(json!({ "reasons": list }));
    if is_given { failure } else { failure.why(Why::Missing) }
}
