//! What platforms send: a new order, a customer's cancellation.

use super::{
    super::{House, integrations::Venue},
    act::move_order,
    closed,
};
use crate::{
    model::{Act, Actor, Code, Failure, Id, Integration, Order, Status, What, order::Step},
    platforms::Arrival,
    store::{Integrations, Orders},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the platform is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Received {
    pub id: Id,
    pub status: Status,
}

/// Stores a new order with its event. The same order again is the same order: the first stays.
pub async fn receive(
    house: &Arc<House>,
    integration: &Integration,
    venue: Venue,
    arrival: Arrival,
    raw: Vec<u8>,
) -> Result<Received, Failure> {
    let (restaurant_id, provider) = (integration.restaurant_id, integration.provider);
    let (token, auto_accept) = (integration.token_hash, venue.auto_accept);
    let (order, fate) = house
        .store
        .write(move |tx| {
            // The address may have been taken away since it was looked up.
            let integration = tx.integration(restaurant_id, provider)?.filter(|now| now.token_hash == token);
            let is_active = integration.ok_or_else(|| Failure::new(Code::NotFound))?.is_active;
            if let Some(known) = tx.order_of(restaurant_id, provider, &arrival.provider_order_id)? {
                let is_same = known.content == arrival.content && known.code == arrival.code;
                return Ok((known, if is_same { Fate::Known } else { Fate::Differs }));
            }
            if !is_active {
                return Err(Failure::new(Code::IntegrationOff));
            }
            let now = tx.now;
            let status = if arrival.content.is_scheduled { Status::Scheduled } else { Status::New };
            let order = Order {
                id: tx.next_id(),
                provider_order_id: arrival.provider_order_id.clone(),
                restaurant_id,
                provider,
                code: arrival.code.clone(),
                status,
                created_at: now,
                updated_at: now,
                day: now.day_in(&venue.zone),
                starts_at: arrival
                    .content
                    .scheduled_at
                    .map(|at| at.plus_minutes(-i64::from(venue.preparation_minutes))),
                content: arrival.content.clone(),
                accept_owed: auto_accept,
                change_id: Id::NIL,
                reported_at: None,
                cancellation: None,
                is_delivery_confirmed: false,
                history: vec![Step { status, at: now, by: Actor::Platform.to_string() }],
                platform_sync: Vec::new(),
                possible_duplicate_of: None,
            };
            tx.add_order(&order, &raw)?;
            let provider_order_id = order.provider_order_id.clone();
            tx.emit(restaurant_id, provider, What::OrderCreated { order_id: order.id, provider_order_id, status })?;
            Ok((order, Fate::New))
        })
        .await?;
    match fate {
        // Whoever hangs up now, the sync thread finds what is owed; this is only sooner.
        Fate::New | Fate::Known if order.accept_owed => super::scheduled::accept(house, order.id),
        Fate::New | Fate::Known => {}
        Fate::Differs => {
            tracing::warn!(order = %order.id, "the platform sent this order again with other content; the first stays");
        }
    }
    Ok(Received { id: order.id, status: order.status })
}

enum Fate {
    New,
    Known,
    Differs,
}

/// The customer's own cancellation, as the platform reports it. It wins, also over a delivery that only we know of;
/// one that the platform itself confirmed stays.
pub async fn cancelled_by_customer(
    house: &Arc<House>,
    integration: &Integration,
    provider_order_id: String,
    reason: Option<String>,
    note: Option<String>,
) -> Result<Received, Failure> {
    let (restaurant_id, provider) = (integration.restaurant_id, integration.provider);
    house
        .store
        .write(move |tx| {
            let found = tx.order_of(restaurant_id, provider, &provider_order_id)?;
            let order = found.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
            match order.status {
                Status::CancelledByCustomer | Status::CancelledByRestaurant => {
                    Ok(Received { id: order.id, status: order.status })
                }
                Status::Delivered if order.is_delivery_confirmed => Err(closed(order.status)),
                _ => {
                    let act = Act::Cancel { reason: reason.clone(), reason_name: None, note: note.clone() };
                    let done = move_order(tx, &order, &act, Status::CancelledByCustomer, &Actor::Customer, true)?;
                    Ok(Received { id: done.id, status: done.new_status })
                }
            }
        })
        .await
}
