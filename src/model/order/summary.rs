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

/// What a row says of the order's content. An answer with the whole order has it in the content.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RowContent<'a> {
    is_test: bool,
    note: Option<&'a str>,
    accept_by: Option<Time>,
    placed_at: Option<Time>,
}

impl<'a> From<&'a Content> for RowContent<'a> {
    fn from(content: &'a Content) -> RowContent<'a> {
        let Content { is_test, note, accept_by, placed_at, .. } = content;
        RowContent { is_test: *is_test, note: note.as_deref(), accept_by: *accept_by, placed_at: *placed_at }
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
