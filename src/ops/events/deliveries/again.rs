//! Sending again by hand: one, a range, everything that was missed, or to an address that the caller gives.

use super::find::find;
use super::send::{DeliveryRequest, LaneAddress, dispatch, reached};
use super::{lanes::RECORDS_PER_WRITE, record::end};
use crate::care::{audit, privacy};
use crate::{Ctx, events::read_headers};
use model::{
    Code, Deed, Delivery, DeliveryState, Dir, Failure, Fields, Id, Note, Result, Time, Walk, Why, bilingual,
    restaurant::Headers, url,
};
use serde::{Deserialize, Serialize};
use store::{Deliveries, DeliveryFilter, DeliveryTarget, Places, ReadView, Tx, delivery_target};

/// What is sent again where many are.
const SETTLED: [DeliveryState; 2] = [DeliveryState::Failed, DeliveryState::Delivered];

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resent {
    pub count: u64,
    pub dry_run: bool,
}

/// Sends one again, as if it had just happened: a first try and three retries.
pub async fn resend(ctx: Ctx, id: String) -> Result<Delivery> {
    ctx.write_on_record(move |tx, recorder| {
        let before = find(tx, &id)?;
        if matches!(delivery_target(tx, before.lane)?, DeliveryTarget::Gone) {
            return Err(Failure::new(Code::WebhookNotFound));
        }
        let mut after = renew(tx, &before)?;
        recorder.note(tx, Note::of(Deed::DeliveryResent).about(after.id, after.kind.name()))?;
        // What comes back is kept for a repeated request, and must not outlive the order's customer there.
        after.attempts.iter_mut().for_each(|attempt| attempt.answer = None);
        Ok(after)
    })
    .await
}

/// Makes a settled delivery pending again; one that is pending is sent now rather than later.
pub(super) fn renew(tx: &mut Tx<'_>, before: &Delivery) -> Result<Delivery> {
    let due_at = before.due_at.map(|_| tx.now);
    let (state, is_held, was_delivered) = (DeliveryState::Pending, false, before.is_known_there());
    let after = Delivery { state, is_held, was_delivered, tries: 0, due_at, updated_at: tx.now, ..before.clone() };
    tx.change_delivery(Some(before), Some(&after))?;
    tx.promote(&after)?;
    Ok(tx.delivery(before.id)?.unwrap_or(after))
}

/// Of these, what is still settled and still has a target; how many that were.
fn renew_settled(tx: &mut Tx<'_>, webhook: Id, ids: &[Id]) -> Result<u64> {
    if matches!(delivery_target(tx, webhook)?, DeliveryTarget::Gone) {
        return Ok(0);
    }
    let mut count = 0;
    for id in ids {
        if let Some(before) = tx.delivery(*id)?.filter(|delivery| SETTLED.contains(&delivery.state)) {
            renew(tx, &before)?;
            count += 1;
        }
    }
    Ok(count)
}

/// Which of a webhook's deliveries are sent again.
#[derive(Clone, Debug)]
pub enum Which {
    /// Everything that failed.
    Missed,
    /// Everything made at or after, and before.
    Between(Option<Time>, Option<Time>),
}

/// Sends many again, in small write jobs; a dry run only counts.
pub async fn resend_many(ctx: Ctx, webhook: Id, which: Which, dry_run: bool) -> Result<Resent> {
    let app = ctx.app.clone();
    app.engine.tasks.run(resend_all(ctx, webhook, which, dry_run)).await
}

async fn resend_all(ctx: Ctx, webhook: Id, which: Which, dry_run: bool) -> Result<Resent> {
    let filter = match which {
        Which::Missed => DeliveryFilter { state: Some(DeliveryState::Failed), ..Default::default() },
        Which::Between(from, to) => DeliveryFilter { from, to, ..Default::default() },
    };
    let filter = DeliveryFilter { lane: Some(webhook), ..filter };
    if !dry_run {
        // Before the first goes out: many may be on their way when something ends this.
        let found = ctx.app.store.read()?.webhook(webhook)?;
        let host = found.as_ref().map_or("", |webhook| webhook.form.host());
        let note = Note::of(Deed::DeliveriesResent).about(webhook, host);
        audit::record(&ctx.app, ctx.recorder(), note).await?;
    }
    let store = &ctx.app.store;
    let mut walk = Walk { limit: RECORDS_PER_WRITE, dir: Dir::Prev, from: None };
    let mut count = 0;
    loop {
        // Oldest first, so that each chain goes out in its order. The cursor moves on whatever becomes of the page.
        let page = store.read()?.list_deliveries(&filter, &walk)?;
        let Some(newest) = page.prev else { break };
        let settled = page.items.iter().rev().filter(|delivery| SETTLED.contains(&delivery.state));
        let ids: Vec<Id> = settled.map(|delivery| delivery.id).collect();
        if dry_run {
            count += ids.len() as u64;
        } else if !ids.is_empty() {
            count += store.write(move |tx| renew_settled(tx, webhook, &ids)).await?;
        }
        walk.from = Some(newest);
    }
    Ok(Resent { count, dry_run })
}

/// The answer of retry-webhook.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retried {
    pub status_code: u16,
}

/// Sends the stored body once, at once, to the address and with the headers that the caller gives.
pub async fn retry(ctx: Ctx, id: String, url: String, headers: Headers) -> Result<Retried> {
    let app = ctx.app.clone();
    // What was sent is recorded even if the client hangs up.
    app.engine.tasks.run(retry_now(ctx, id, url, headers)).await
}

async fn retry_now(ctx: Ctx, id: String, url: String, headers: Headers) -> Result<Retried> {
    let app = ctx.app.clone();
    let (id, request) = {
        let reader = app.store.read()?;
        let delivery = find(&reader, &id)?;
        (delivery.id, DeliveryRequest::of(&reader, LaneAddress::unsigned(url, headers), &delivery)?)
    };
    let attempt = dispatch(&app, request).await?;
    let answered = reached(&attempt);
    ctx.write_on_record(move |tx, recorder| {
        let before = tx.delivery(id)?.ok_or_else(|| Failure::new(Code::DeliveryNotFound))?;
        let mut after = before.clone();
        // By hand: it is no retry of ours and does not use one up.
        let tries = after.tries;
        privacy::note(tx, &mut after, attempt.clone())?;
        after.tries = tries;
        // An answer from elsewhere says nothing of the receiver that still waits.
        if attempt.is_success() && registered_url(tx, before.lane)?.as_ref() == Some(&attempt.url) {
            end(&mut after, DeliveryState::Delivered);
        }
        tx.change_delivery(Some(&before), Some(&after))?;
        tx.promote(&after)?;
        let note = Note::of(Deed::DeliverySentElsewhere).about(after.id, after.kind.name());
        let host = url::split(&attempt.url).map(|parts| parts.authority);
        recorder.note(tx, note.with("host", host).with("statusCode", attempt.status_code))?;
        Ok(attempt.status_code)
    })
    .await?;
    answered.map(|status_code| Retried { status_code })
}

/// Where a lane leads, paused or not.
fn registered_url(view: &impl ReadView, lane: Id) -> Result<Option<String>> {
    Ok(match view.webhook(lane)? {
        Some(webhook) => Some(webhook.form.url),
        None => view.restaurant(lane)?.and_then(|restaurant| restaurant.form.payment_matching_url),
    })
}

bilingual! {
    EVEN_IF_EMPTY: "headers alanı zorunludur; eklenecek başlık yoksa {} gönderin."
        / "The field “headers” is required; send {} where there are none to add.",
}

/// Headers that a caller of retry-webhook gives.
pub fn retry_headers(fields: &Fields<'_>) -> Result<Headers> {
    let headers = read_headers(fields, "headers", usize::MAX)?;
    headers.ok_or_else(|| fields.invalid("headers", Why::Plain(EVEN_IF_EMPTY)))
}
