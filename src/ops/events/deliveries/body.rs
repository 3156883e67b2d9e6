//! What a receiver gets: an event as JSON.

use model::{
    Currency, Delivery, Event, EventKind, EventPlace, Id, Money, PaymentType, Provider, Result, Status, Time, What,
};
use serde::Serialize;
use store::{Deliveries, ReadView};

/// What goes over the wire in an attempt that is made now.
#[derive(Serialize)]
#[serde(untagged)]
pub enum EventBody<'a> {
    Told {
        olay: &'static str,
        veri: EventFacts<'a>,
        zaman: Time,
    },
    /// Not an event: the till at the door gets the bare facts.
    Bare(EventFacts<'a>),
}

/// What is told, in the order in which receivers have always had it: by the letters of the names. What an event says nothing of
/// is left out; what it says is nothing, is null.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EventFacts<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Money>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<Currency>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delivered_at: Option<Time>,
    /// The same over retries: it is the receiver's idempotency key.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_active: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_report: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_stale: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_test: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_total: Option<Money>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_total: Option<Money>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_name: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_type: Option<PaymentType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<Provider>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_order_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ready_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason_name: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restaurant_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
}

pub fn body<'a>(view: &impl ReadView, event: &'a Event, delivery: &Delivery) -> Result<EventBody<'a>> {
    let is_stale = delivery.kind != EventKind::PaymentMatching && view.is_overtaken(delivery)?;
    Ok(told(event, delivery.id, is_stale))
}

fn told(event: &Event, delivery: Id, is_stale: bool) -> EventBody<'_> {
    let where_it_was = || EventFacts {
        restaurant_id: Some(event.restaurant_id),
        provider: Some(event.provider),
        ..EventFacts::default()
    };
    let order = |order_id: Id, provider_order_id| {
        let (order_id, provider_order_id) = (Some(order_id), Some(provider_order_id));
        EventFacts { order_id, provider_order_id, ..where_it_was() }
    };
    let place = event.place.map(|EventPlace { sequence, is_test }| (sequence, is_test)).unzip();
    let of_order = |order_id: Id, provider_order_id| EventFacts {
        id: Some(delivery),
        is_stale: Some(is_stale),
        sequence: place.0,
        is_test: place.1,
        ..order(order_id, provider_order_id)
    };
    let veri = match &event.what {
        What::OrderCreated { order_id, provider_order_id, status } => {
            EventFacts { status: Some(*status), ..of_order(*order_id, provider_order_id.as_str()) }
        }
        What::OrderMoved { order_id, provider_order_id, old_status, new_status } => EventFacts {
            status: Some(*new_status),
            old_status: Some(*old_status),
            new_status: Some(*new_status),
            ..of_order(*order_id, provider_order_id)
        },
        What::OrderCancelled { order_id, provider_order_id, status, by, reason, reason_name, note, is_report } => {
            EventFacts {
                status: Some(*status),
                by: Some(by),
                reason: Some(reason.as_deref()),
                reason_name: Some(reason_name.as_deref()),
                note: Some(note.as_deref()),
                is_report: Some(*is_report),
                ..of_order(*order_id, provider_order_id)
            }
        }
        What::OrderChanged { order_id, provider_order_id, status, old_total, new_total, currency, is_report } => {
            EventFacts {
                status: Some(*status),
                old_total: Some(*old_total),
                new_total: Some(*new_total),
                currency: Some(*currency),
                is_report: Some(*is_report),
                ..of_order(*order_id, provider_order_id)
            }
        }
        What::OrderReady { order_id, provider_order_id, status, ready_at } => {
            EventFacts { status: Some(*status), ready_at: Some(*ready_at), ..of_order(*order_id, provider_order_id) }
        }
        What::IntegrationSwitched { is_active } => {
            EventFacts { id: Some(delivery), is_active: Some(*is_active), ..where_it_was() }
        }
        What::PaymentMatching { order_id, provider_order_id, payment_type, payment_name, amount, currency } => {
            return EventBody::Bare(EventFacts {
                payment_type: Some(*payment_type),
                payment_name: Some(payment_name.as_deref()),
                amount: Some(*amount),
                currency: Some(*currency),
                delivered_at: Some(event.at),
                ..order(*order_id, provider_order_id)
            });
        }
    };
    EventBody::Told { olay: event.what.kind().name(), veri, zaman: event.at }
}
