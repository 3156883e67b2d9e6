//! What a receiver gets: an event as JSON.

use model::{Event, Id, What};
use serde_json::{Value, json};

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
