//! One row of a list of orders: `OrderSummary`, and behind it `RowContent`.

use super::{content::Content, record::Order};
use crate::{Currency, Id, Money, Provider, Status, Time, payment::PaymentType};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary<'a> {
    id: Id,
    provider_order_id: &'a str,
    restaurant_id: Id,
    provider: Provider,
    code: Option<&'a str>,
    status: Status,
    status_name: &'static str,
    total: Money,
    currency: Currency,
    payment_type: PaymentType,
    is_report: bool,
    created_at: Time,
    updated_at: Time,
    is_paid: bool,
}

/// What a row says of the order's content, as the members of an object that come behind others. An answer with the whole order
/// has it in the content. Every order that is stored is written so: by hand, for most of it is nothing.
pub struct RowContent<'a>(pub &'a Content);

impl RowContent<'_> {
    pub fn add_to(&self, text: &mut Vec<u8>) -> serde_json::Result<()> {
        let Content { is_test, note, accept_by, placed_at, .. } = self.0;
        text.extend_from_slice(if *is_test { b",\"isTest\":true,\"note\":" } else { b",\"isTest\":false,\"note\":" });
        match note {
            Some(note) => serde_json::to_writer(&mut *text, note)?,
            None => text.extend_from_slice(b"null"),
        }
        for (name, time) in [(b",\"acceptBy\":".as_slice(), accept_by), (b",\"placedAt\":".as_slice(), placed_at)] {
            text.extend_from_slice(name);
            match time {
                Some(time) => serde_json::to_writer(&mut *text, time)?,
                None => text.extend_from_slice(b"null"),
            }
        }
        Ok(())
    }
}

impl<'a> From<&'a Order> for OrderSummary<'a> {
    fn from(order: &'a Order) -> OrderSummary<'a> {
        OrderSummary {
            id: order.id,
            provider_order_id: &order.provider_order_id,
            restaurant_id: order.restaurant_id,
            provider: order.provider,
            code: order.code.as_deref(),
            status: order.status,
            status_name: order.status.name(),
            total: order.content.amount.total,
            currency: order.content.amount.currency,
            payment_type: order.content.payment.kind,
            is_report: order.reported_at.is_some(),
            created_at: order.created_at,
            updated_at: order.updated_at,
            is_paid: order.content.payment.is_paid,
        }
    }
}
