//! `Event`: something that happened and that webhooks are told of.
//!
//! An operation writes it in the transaction of its cause; its body on the wire is made when it is sent.

use super::{
    Currency, Id, Money, Provider, Status, Time, event_place::EventPlace, order::is_reason_free, payment::PaymentType,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    pub id: Id,
    pub at: Time,
    pub restaurant_id: Id,
    pub provider: Provider,
    pub what: What,
    /// Where it stands among the events of its order; those of earlier versions do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<EventPlace>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum What {
    OrderCreated {
        order_id: Id,
        provider_order_id: String,
        status: Status,
    },
    OrderCancelled {
        order_id: Id,
        provider_order_id: String,
        status: Status,
        by: String,
        reason: Option<String>,
        reason_name: Option<String>,
        note: Option<String>,
        is_report: bool,
    },
    OrderMoved {
        order_id: Id,
        provider_order_id: String,
        old_status: Status,
        new_status: Status,
    },
    /// Its platform changed what is in it.
    OrderChanged {
        order_id: Id,
        provider_order_id: String,
        status: Status,
        old_total: Money,
        new_total: Money,
        currency: Currency,
        is_report: bool,
    },
    /// All of it is cooked.
    OrderReady {
        order_id: Id,
        provider_order_id: String,
        status: Status,
        ready_at: Time,
    },
    IntegrationSwitched {
        is_active: bool,
    },
    /// A delivered order, for its restaurant's `paymentMatchingUrl` alone.
    PaymentMatching {
        order_id: Id,
        provider_order_id: String,
        payment_type: PaymentType,
        payment_name: Option<String>,
        amount: Money,
        currency: Currency,
    },
}

impl Event {
    /// Takes out free text. Every field is named: a new one does not compile until it is handled.
    pub fn erase(&mut self) {
        let Event { id: _, at: _, restaurant_id: _, provider, what, place: _ } = self;
        match what {
            What::OrderCancelled {
                order_id: _,
                provider_order_id: _,
                status: _,
                by,
                reason,
                reason_name,
                note,
                is_report: _,
            } => {
                *note = None;
                if is_reason_free(*provider, by) {
                    (*reason, *reason_name) = (None, None);
                }
            }
            What::OrderCreated { order_id: _, provider_order_id: _, status: _ }
            | What::OrderMoved { order_id: _, provider_order_id: _, old_status: _, new_status: _ }
            | What::OrderChanged {
                order_id: _,
                provider_order_id: _,
                status: _,
                old_total: _,
                new_total: _,
                currency: _,
                is_report: _,
            }
            | What::OrderReady { order_id: _, provider_order_id: _, status: _, ready_at: _ }
            | What::IntegrationSwitched { is_active: _ }
            | What::PaymentMatching {
                order_id: _,
                provider_order_id: _,
                payment_type: _,
                payment_name: _,
                amount: _,
                currency: _,
            } => {}
        }
    }
}

impl What {
    pub fn order_id(&self) -> Option<Id> {
        match self {
            What::OrderCreated { order_id, .. }
            | What::OrderCancelled { order_id, .. }
            | What::OrderMoved { order_id, .. }
            | What::OrderChanged { order_id, .. }
            | What::OrderReady { order_id, .. }
            | What::PaymentMatching { order_id, .. } => Some(*order_id),
            What::IntegrationSwitched { .. } => None,
        }
    }
}
