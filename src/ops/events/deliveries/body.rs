//! What a receiver gets: an event as JSON.

use model::{Delivery, Event, EventKind, EventPlace, Id, Result, What};
use serde_json::{Value, json};
use store::{Deliveries, ReadView};

/// What goes over the wire in an attempt that is made now. The id stays the same over retries: it is the receiver's idempotency
/// key.
pub fn body(view: &impl ReadView, event: &Event, delivery: &Delivery) -> Result<Value> {
    let is_stale = delivery.kind != EventKind::PaymentMatching && view.is_overtaken(delivery)?;
    Ok(told(event, delivery.id, is_stale))
}

fn told(event: &Event, delivery: Id, is_stale: bool) -> Value {
    let Event { at, restaurant_id, provider, .. } = event;
    let order = |order_id: &Id, provider_order_id: &str| {
        let order = json!({
            "id": delivery, "providerOrderId": provider_order_id, "restaurantId": restaurant_id,
            "orderId": order_id, "provider": provider, "isStale": is_stale
        });
        match event.place {
            Some(EventPlace { sequence, is_test }) => with(order, json!({ "sequence": sequence, "isTest": is_test })),
            None => order,
        }
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
        What::OrderChanged { order_id, provider_order_id, status, old_total, new_total, currency, is_report } => with(
            order(order_id, provider_order_id),
            json!({
                "status": status, "oldTotal": old_total, "newTotal": new_total, "currency": currency,
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
