//! The one write that moves an order: its record, its history, its event, and the till's payment matching.

use super::progress::{self, StepProgress};
use crate::Recorder;
use model::order::{Cancellation, NOT_TAKEN_THERE};
use model::{Act, Actor, Deed, Id, Note, Order, Provider, Result, Status, What};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::{Outbox, Places, Tx};

/// What an act came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    pub id: Id,
    pub provider: Provider,
    pub provider_order_id: String,
    pub old_status: Status,
    pub new_status: Status,
    /// The platform could not be told, because it does not know the order.
    #[serde(default)]
    pub is_ours_alone: bool,
}

impl Done {
    /// An order that goes from where it stands to `new_status`.
    pub fn of(order: &Order, new_status: Status) -> Done {
        Done {
            id: order.id,
            provider: order.provider,
            provider_order_id: order.provider_order_id.clone(),
            old_status: order.status,
            new_status,
            is_ours_alone: false,
        }
    }
}

/// Moves an order, writes its history and its event, and keeps indexes and totals right.
pub fn move_order(
    tx: &mut Tx<'_>,
    before: &Order,
    act: &Act,
    to: Status,
    recorder: &Recorder,
    progress: &StepProgress,
) -> Result<Done> {
    let mut after = before.clone();
    let (actor, by) = (recorder.actor(), recorder.actor().to_string());
    after.move_to(to, &by, tx.now);
    if to.is_cancelled() {
        progress::give_up(&mut after, tx.now);
        // What the platform did not take before matters no more.
        after.content.drop_problem(NOT_TAKEN_THERE);
        after.put_away();
    }
    progress::note(&mut after, progress, to, tx.now);
    if to == Status::Delivered {
        after.is_delivery_confirmed = progress.is_complete() || *actor == Actor::Platform;
    }
    if let Act::Verify { minutes: Some(minutes) } = act {
        after.preparation_minutes = Some(*minutes);
        let ahead = Duration::from_mins((*minutes).into());
        after.starts_at = after.content.scheduled_at.map(|at| at.minus(ahead));
    }
    // It stands elsewhere than where somebody wanted something of it.
    if tx.held_act(before.id)?.is_some() {
        tx.remove_held_act(before.id)?;
    }
    let (order_id, provider_order_id) = (before.id, before.provider_order_id.clone());
    let what = match act {
        Act::Verify { .. } | Act::Advance => {
            What::OrderMoved { order_id, provider_order_id, old_status: before.status, new_status: to }
        }
        Act::Cancel { reason, reason_name, note } => {
            let (reason, name, note) = (reason.clone(), reason_name.clone(), note.clone());
            let cancellation = Cancellation { reason, name, note, by: by.clone(), at: tx.now, seen_at: None };
            after.cancellation = Some(cancellation.clone());
            // Its note may hold the customer's own words.
            let on_record = Note::of(Deed::OrderCancelled).about(before.id, &before.provider_order_id);
            let on_record = on_record.with("provider", before.provider.key()).with("reason", &cancellation.reason);
            recorder.note(tx, on_record.with("oldStatus", before.status))?;
            What::OrderCancelled {
                order_id,
                provider_order_id,
                status: to,
                by,
                reason: cancellation.reason,
                reason_name: cancellation.name,
                note: cancellation.note,
                is_report: before.reported_at.is_some(),
            }
        }
    };
    let place = after.next_event();
    tx.change_order(before, &after)?;
    tx.emit(before.restaurant_id, before.provider, Some(place), what)?;
    if to == Status::Delivered {
        ask_for_payment(tx, &after)?;
    }
    Ok(Done { is_ours_alone: !progress.untold.is_empty(), ..Done::of(before, to) })
}

/// A till matches a payment at the door with its order, where the restaurant has given it an address for that.
pub fn ask_for_payment(tx: &mut Tx<'_>, order: &Order) -> Result<()> {
    let restaurant = tx.restaurant(order.restaurant_id)?;
    if order.content.is_test || restaurant.is_none_or(|restaurant| restaurant.form.payment_matching_url.is_none()) {
        return Ok(());
    }
    let what = What::PaymentMatching {
        order_id: order.id,
        provider_order_id: order.provider_order_id.clone(),
        payment_type: order.content.payment.kind,
        payment_name: order.content.payment.name.clone(),
        amount: order.content.amount.total,
        currency: order.content.amount.currency,
    };
    // Webhooks do not hear of it: it is no event of theirs to count.
    tx.emit(order.restaurant_id, order.provider, None, what)
}
