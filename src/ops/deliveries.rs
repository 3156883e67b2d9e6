//! Deliveries: making an attempt, recording it, sending again, dropping, forgetting.

use super::{Ctx, House, on_a_thread};
pub use crate::store::DeliveryFilter;
use crate::{
    clock,
    model::{
        Attempt, Code, Delivery, DeliveryState, Event, Failure, Id, Page, Restaurant, Time, Walk, Webhook, What, Why,
        restaurant::Headers, schedule::next_attempt, webhook::AuthStyle,
    },
    net::{self, Answer, Method, Net, Request, Trouble},
    store::{Accounts, Deliveries, Look, Reader, Store, Target, Tx, target},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

const TIMEOUT: Duration = Duration::from_secs(10);
/// Of an answer, for the log.
const ANSWER: usize = 2_048;
/// Records changed in one write job: small, so that no order waits for it.
const BATCH: usize = 200;

pub fn list(house: &House, filter: &DeliveryFilter, walk: &Walk) -> Result<Page<Delivery>, Failure> {
    house.store.read()?.list_deliveries(filter, walk)
}

/// A delivery with the body that is sent for it.
pub fn show(house: &House, id: &str) -> Result<(Delivery, Value), Failure> {
    let reader = house.store.read()?;
    let delivery = find(&reader, id)?;
    let event = event_of(&reader, &delivery)?;
    Ok((delivery.clone(), body(&event, delivery.id)))
}

pub fn find(look: &impl Look, id: &str) -> Result<Delivery, Failure> {
    let found = Id::parse(id).map_or(Ok(None), |id| look.delivery(id))?;
    found.ok_or_else(|| Failure::new(Code::DeliveryNotFound))
}

fn event_of(look: &impl Look, delivery: &Delivery) -> Result<Event, Failure> {
    let found = look.event(delivery.event_id)?;
    found.ok_or_else(|| Failure::fault(format!("delivery {} has lost its event", delivery.id)))
}

/// What goes over the wire. The id stays the same over retries: it is the receiver's idempotency key.
pub fn body(event: &Event, delivery: Id) -> Value {
    let Event { at, restaurant_id, provider, .. } = event;
    let order = |order_id: &Id, provider_order_id: &str| {
        json!({
            "id": delivery, "providerOrderId": provider_order_id, "restaurantId": restaurant_id,
            "orderId": order_id, "provider": provider
        })
    };
    let about = match &event.what {
        What::OrderCreated { order_id, provider_order_id, status } => {
            with(order(order_id, provider_order_id), json!({ "status": status }))
        }
        What::OrderMoved { order_id, provider_order_id, old_status, new_status } => with(
            order(order_id, provider_order_id),
            json!({ "status": new_status, "oldStatus": old_status, "newStatus": new_status }),
        ),
        What::OrderCancelled { order_id, provider_order_id, status, by, reason, reason_name, note, is_report } => with(
            order(order_id, provider_order_id),
            json!({
                "status": status, "by": by, "reason": reason, "reasonName": reason_name, "note": note,
                "isReport": is_report
            }),
        ),
        What::IntegrationSwitched { is_active } => {
            json!({ "id": delivery, "restaurantId": restaurant_id, "provider": provider, "isActive": is_active })
        }
        What::PaymentMatching { order_id, provider_order_id, payment_type, payment_name, amount, currency } => {
            // Not an event: the till at the door gets the bare facts.
            return json!({
                "orderId": order_id, "providerOrderId": provider_order_id, "restaurantId": restaurant_id,
                "provider": provider, "paymentType": payment_type, "paymentName": payment_name, "amount": amount,
                "currency": currency, "deliveredAt": at
            });
        }
    };
    json!({ "olay": event.what.kind().name(), "veri": about, "zaman": at })
}

fn with(mut base: Value, more: Value) -> Value {
    if let (Some(base), Value::Object(more)) = (base.as_object_mut(), more) {
        base.extend(more);
    }
    base
}

/// What a lane is good for right now.
pub enum Standing {
    Open,
    Paused,
    Gone,
}

pub fn standing(reader: &Reader, lane: Id) -> Result<Standing, Failure> {
    Ok(match target(reader, lane)? {
        Target::Webhook(_) | Target::PaymentMatching(_) => Standing::Open,
        Target::Paused => Standing::Paused,
        Target::Gone => Standing::Gone,
    })
}

/// One attempt at a delivery: reads everything afresh, sends, records. What has settled meanwhile is left alone.
pub async fn attempt(house: &Arc<House>, id: Id, pauses: &[Duration; 3]) -> Result<(), Failure> {
    let parcel = {
        let reader = house.store.read()?;
        let Some(delivery) = reader.delivery(id)?.filter(|delivery| delivery.state == DeliveryState::Pending) else {
            return Ok(());
        };
        let (url, headers) = match target(&reader, delivery.lane)? {
            Target::Webhook(webhook) => {
                let key = authorization(&house.store, &reader, webhook.form.auth_style)?;
                (webhook.form.url, vec![("Authorization".to_owned(), key)])
            }
            Target::PaymentMatching(restaurant) => payment_target(&house.store, &restaurant)?,
            Target::Paused | Target::Gone => return Ok(()),
        };
        let event = event_of(&reader, &delivery)?;
        Parcel::new(url, headers, &event, &delivery)
    };
    let (attempt, wish) = dispatch(house, parcel).await?;
    let dice = f64::from(u16::from_be_bytes(crate::store::seal::random::<2>()?)) / f64::from(u16::MAX);
    let pauses = *pauses;
    house
        .store
        .write(move |tx| {
            let found = tx.delivery(id)?.filter(|delivery| delivery.state == DeliveryState::Pending);
            let Some(before) = found else { return Ok(()) };
            let mut after = before.clone();
            after.note(attempt.clone());
            if attempt.is_success() {
                settle(&mut after, DeliveryState::Delivered);
            } else {
                match next_attempt(after.tries, &pauses, wish, dice, tx.now) {
                    Some(at) => after.due_at = Some(at),
                    None => settle(&mut after, DeliveryState::Failed),
                }
            }
            tx.change_delivery(Some(&before), Some(&after))?;
            tx.promote(&after)
        })
        .await
}

fn settle(delivery: &mut Delivery, state: DeliveryState) {
    delivery.state = state;
    delivery.due_at = None;
}

/// The header that a receiver compares with its own key.
fn authorization(store: &Store, look: &impl Look, style: AuthStyle) -> Result<String, Failure> {
    let primary = look.keys()?.into_iter().find(|key| key.is_primary);
    let primary = primary.ok_or_else(|| Failure::fault("there is no primary key"))?;
    let key = store.sealer().open_text("key", &primary.secret)?;
    Ok(match style {
        AuthStyle::Bearer => format!("Bearer {key}"),
        AuthStyle::Bare => key,
    })
}

fn payment_target(store: &Store, restaurant: &Restaurant) -> Result<(String, Vec<(String, String)>), Failure> {
    let headers: Headers = match &restaurant.payment_matching_headers {
        None => Headers::new(),
        Some(sealed) => serde_json::from_slice(&store.sealer().open("headers", sealed)?).map_err(Failure::fault)?,
    };
    Ok((restaurant.form.payment_matching_url.clone().unwrap_or_default(), headers.into_iter().collect()))
}

/// Everything that one call needs, owned, because it happens on another thread.
struct Parcel {
    url: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Parcel {
    /// The caller's headers replace ours of the same name.
    fn new(url: String, given: Vec<(String, String)>, event: &Event, delivery: &Delivery) -> Parcel {
        let ours = [
            ("Content-Type", "application/json".to_owned()),
            ("X-Webhook-Id", delivery.id.to_string()),
            ("X-Webhook-Attempt", (delivery.attempt_count + 1).to_string()),
        ];
        let mut headers = given;
        for (name, value) in ours {
            if !headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name)) {
                headers.push((name.to_owned(), value));
            }
        }
        Parcel { url, headers, body: body(event, delivery.id).to_string().into_bytes() }
    }

    fn send(&self, net: &Net) -> Result<Answer, Trouble> {
        net.send(&Request {
            method: Method::Post,
            url: &self.url,
            headers: &self.headers,
            body: Some(&self.body),
            timeout: TIMEOUT,
            max_answer: ANSWER,
        })
    }
}

/// Sends once; what happened, and how long the target asked to be left alone.
async fn dispatch(house: &Arc<House>, parcel: Parcel) -> Result<(Attempt, Option<Duration>), Failure> {
    let (at, began, net) = (clock::now(), Instant::now(), house.net.clone());
    let url = parcel.url.clone();
    let result = on_a_thread(move || Ok(parcel.send(&net))).await?;
    let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let blank = Attempt { at, url, status_code: None, duration_ms, answer: None, error: None };
    Ok(match result {
        Ok(answer) => {
            let wish = retry_after(&answer, at);
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            let said = (!text.is_empty()).then_some(text);
            (Attempt { status_code: Some(answer.status), answer: said, ..blank }, wish)
        }
        Err(trouble) => (Attempt { error: Some(trouble.to_string()), ..blank }, None),
    })
}

/// Seconds or an HTTP date, of a 429 or 503 alone.
fn retry_after(answer: &Answer, now: Time) -> Option<Duration> {
    let text = answer.header("retry-after").filter(|_| matches!(answer.status, 429 | 503))?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let at = jiff::fmt::rfc2822::parse(text).ok()?.timestamp().as_millisecond();
    u64::try_from(at - now.0).ok().map(Duration::from_millis)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resent {
    pub count: u64,
    pub dry_run: bool,
}

/// Sends one again, as if it had just happened: a first try and three retries.
pub async fn resend(ctx: Ctx, id: String) -> Result<Delivery, Failure> {
    ctx.write(move |tx| {
        let before = find(tx, &id)?;
        if matches!(target(tx, before.lane)?, Target::Gone) {
            return Err(Failure::new(Code::WebhookNotFound));
        }
        renew(tx, &before)
    })
    .await
}

/// Makes a settled delivery pending again; one that is pending is sent now rather than later.
fn renew(tx: &mut Tx<'_>, before: &Delivery) -> Result<Delivery, Failure> {
    let due_at = before.due_at.map(|_| tx.now);
    let after = Delivery { state: DeliveryState::Pending, tries: 0, due_at, updated_at: tx.now, ..before.clone() };
    tx.change_delivery(Some(before), Some(&after))?;
    tx.promote(&after)?;
    Ok(tx.delivery(before.id)?.unwrap_or(after))
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
pub async fn resend_many(ctx: Ctx, webhook: Id, which: Which, dry_run: bool) -> Result<Resent, Failure> {
    let filter = match which {
        Which::Missed => DeliveryFilter { state: Some(DeliveryState::Failed), ..Default::default() },
        Which::Between(from, to) => DeliveryFilter { from, to, ..Default::default() },
    };
    let filter = DeliveryFilter { lane: Some(webhook), ..filter };
    let store = &ctx.house.store;
    let mut walk = Walk { limit: BATCH, dir: crate::model::Dir::Prev, from: None };
    let mut count = 0;
    loop {
        // Oldest first, so that each chain goes out in its order. The cursor moves on whatever becomes of the page.
        let page = store.read()?.list_deliveries(&filter, &walk)?;
        let Some(newest) = page.prev else { break };
        let ids: Vec<Id> = page
            .items
            .iter()
            .rev()
            .filter(|delivery| matches!(delivery.state, DeliveryState::Failed | DeliveryState::Delivered))
            .map(|delivery| delivery.id)
            .collect();
        count += ids.len() as u64;
        if !dry_run && !ids.is_empty() {
            store
                .write(move |tx| {
                    for id in &ids {
                        if let Some(before) = tx.delivery(*id)? {
                            renew(tx, &before)?;
                        }
                    }
                    Ok(())
                })
                .await?;
        }
        walk.from = Some(newest);
    }
    Ok(Resent { count, dry_run })
}

/// Marks what a removed target is still owed as dropped.
pub async fn drop_lane(house: &House, lane: Id) -> Result<(), Failure> {
    loop {
        let dropped = house
            .store
            .write(move |tx| {
                if !matches!(target(tx, lane)?, Target::Gone) {
                    return Ok(0);
                }
                let ids = tx.pending_in_lane(lane, BATCH)?;
                for id in &ids {
                    let Some(before) = tx.delivery(*id)? else { continue };
                    let mut after = Delivery { updated_at: tx.now, ..before.clone() };
                    settle(&mut after, DeliveryState::Dropped);
                    tx.change_delivery(Some(&before), Some(&after))?;
                }
                Ok(ids.len())
            })
            .await?;
        if dropped < BATCH {
            return Ok(());
        }
    }
}

/// The answer of retry-webhook.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retried {
    pub status_code: u16,
}

/// Sends the stored body once, at once, to the address and with the headers that the caller gives.
pub async fn retry(ctx: Ctx, id: String, url: String, headers: Headers) -> Result<Retried, Failure> {
    let house = ctx.house.clone();
    let (id, parcel) = {
        let reader = house.store.read()?;
        let delivery = find(&reader, &id)?;
        let event = event_of(&reader, &delivery)?;
        (delivery.id, Parcel::new(url, headers.into_iter().collect(), &event, &delivery))
    };
    let (attempt, _) = dispatch(&house, parcel).await?;
    let answered = reached(&attempt);
    ctx.write(move |tx| {
        let before = tx.delivery(id)?.ok_or_else(|| Failure::new(Code::DeliveryNotFound))?;
        let mut after = before.clone();
        // By hand: it is no retry of ours and does not use one up.
        let tries = after.tries;
        after.note(attempt.clone());
        after.tries = tries;
        if attempt.is_success() {
            settle(&mut after, DeliveryState::Delivered);
        }
        tx.change_delivery(Some(&before), Some(&after))?;
        tx.promote(&after)?;
        Ok(attempt.status_code)
    })
    .await?;
    answered.map(|status_code| Retried { status_code })
}

/// The status that the target answered with, or that it did not.
fn reached(attempt: &Attempt) -> Result<u16, Failure> {
    attempt.status_code.ok_or_else(|| {
        let said = attempt.error.clone().unwrap_or_default();
        let code = if attempt.duration_ms >= TIMEOUT.as_millis() as u64 {
            Code::WebhookTargetTimedOut
        } else {
            Code::WebhookTargetUnreachable
        };
        Failure::new(code).why(Why::Said(said.clone())).cause(said)
    })
}

/// A made-up event, sent once and not recorded.
pub async fn send_test(house: &Arc<House>, webhook: Webhook) -> Result<u16, Failure> {
    let key = authorization(&house.store, &house.store.read()?, webhook.form.auth_style)?;
    let body = json!({ "olay": "test", "veri": { "id": webhook.id }, "zaman": clock::now() });
    let parcel = Parcel {
        url: webhook.form.url,
        headers: vec![
            ("Authorization".into(), key),
            ("Content-Type".into(), "application/json".into()),
            ("X-Webhook-Id".into(), webhook.id.to_string()),
            ("X-Webhook-Attempt".into(), "1".into()),
        ],
        body: body.to_string().into_bytes(),
    };
    let (attempt, _) = dispatch(house, parcel).await?;
    reached(&attempt)
}

/// Forgets events, with their deliveries, that are older than the account keeps them. What is still owed stays.
pub async fn forget_old(house: &House) -> Result<(), Failure> {
    let kept = i64::from(house.store.read()?.settings()?.delivery_days) * 24 * 60 * 60 * 1_000;
    loop {
        let forgotten = house.store.write(move |tx| tx.forget_events(kept, BATCH)).await?;
        if forgotten < BATCH {
            return Ok(());
        }
    }
}

/// Headers that a caller of retry-webhook gives: a plain object of texts that can stand in a request.
pub fn read_headers(fields: &crate::model::Fields<'_>) -> Result<Headers, Failure> {
    let object = fields.object("headers")?.ok_or_else(|| fields.missing("headers"))?;
    let mut headers = Headers::new();
    for (name, entry) in object.entries() {
        let value = entry.text(crate::model::fields::TEXT)?;
        if !net::valid_header(&name, &value) {
            return Err(Failure::invalid(entry.path, Why::NotAHeader));
        }
        headers.insert(name, value);
    }
    Ok(headers)
}
