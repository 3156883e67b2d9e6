//! `/webhooks/deliveries` and `/orders/retry-webhook`: the log of what was sent, and sending it again.

use super::{lists, request::ApiRequest};
use crate::http::{Answer, reply};
use crate::model::{Attempt, Delivery, DeliveryState, EventKind, Failure, Id, List, Time};
use crate::ops::events::deliveries::{self, DeliveryFilter, Retried};
use crate::{i18n::Spoken, model::fields::TEXT, ops::places::restaurants};
use serde::Serialize;
use serde_json::Value;

pub async fn list(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let state = lists::word(&query, "state", &DeliveryState::WORDS)?;
    let kind = lists::word(&query, "event", &EventKind::WORDS)?;
    let lane = lists::id(&query, "webhookId")?;
    let filter = DeliveryFilter { lane, kind, state, order: None, from: None, to: None };
    let order = lists::filled(&query, "orderId")?;
    let walk = lists::walk(&query, List::Deliveries)?;
    let page = match order {
        Some(order) => deliveries::list_of_order(&request.app, order, filter, &walk)?,
        None => {
            let is_long = deliveries::is_long(&request.app, &filter)?;
            let walk = walk.clone();
            request.read(is_long, move |app| deliveries::list(app, &filter, &walk)).await?
        }
    };
    let rows: Result<Vec<Vec<u8>>, _> =
        page.items.iter().map(|delivery| serde_json::to_vec(&DeliveryView::of(delivery))).collect();
    reply::page(&rows.map_err(Failure::fault)?, &List::Deliveries.paging(&page, &walk))
}

pub async fn show(request: ApiRequest) -> Answer {
    let (delivery, body) = deliveries::show(&request.app, request.call.param(0))?;
    reply::ok(&DeliveryDetail { row: DeliveryView::of(&delivery), attempts: &delivery.attempts, body })
}

pub async fn resend(request: ApiRequest) -> Answer {
    request.fields()?;
    let id = request.param(0);
    let delivery: Delivery = request.once(|ctx| deliveries::resend(ctx, id)).await?;
    reply::ok(&DeliveryView::of(&delivery))
}

pub async fn retry(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let id = fields.required_text("webhookOrderId", TEXT)?;
    let url = fields.required_text("url", TEXT)?;
    restaurants::check_url(&request.app, "url", &url)?;
    let headers = deliveries::retry_headers(&fields)?;
    let retried: Retried = request.once(|ctx| deliveries::retry(ctx, id, url, headers)).await?;
    let texts = &request.call.lang.texts().api;
    let is_accepted = (200..300).contains(&retried.status_code);
    let message = if is_accepted { texts.notification_accepted } else { texts.notification_not_accepted };
    reply::ok(&RetriedView { message, status_code: retried.status_code })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RetriedView {
    message: &'static str,
    status_code: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryView {
    id: Id,
    /// Null for a payment matching, which has no webhook.
    webhook_id: Option<Id>,
    event: EventKind,
    order_id: Option<Id>,
    restaurant_id: Id,
    state: DeliveryState,
    is_held: bool,
    attempt_count: u32,
    next_attempt_at: Option<Time>,
    last_status_code: Option<u16>,
    created_at: Time,
    updated_at: Time,
}

impl DeliveryView {
    fn of(delivery: &Delivery) -> DeliveryView {
        DeliveryView {
            id: delivery.id,
            webhook_id: Some(delivery.lane).filter(|_| delivery.kind != EventKind::PaymentMatching),
            event: delivery.kind,
            order_id: delivery.order_id,
            restaurant_id: delivery.restaurant_id,
            state: delivery.state,
            is_held: delivery.is_held,
            attempt_count: delivery.attempt_count,
            next_attempt_at: delivery.due_at,
            last_status_code: delivery.attempts.last().and_then(|attempt| attempt.status_code),
            created_at: delivery.created_at,
            updated_at: delivery.updated_at,
        }
    }
}

#[derive(Serialize)]
struct DeliveryDetail<'a> {
    #[serde(flatten)]
    row: DeliveryView,
    attempts: &'a [Attempt],
    /// What is sent.
    body: Value,
}
