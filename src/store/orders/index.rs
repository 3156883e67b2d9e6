//! What follows from an order's record: its index entries. Writing and `check` use the same.

use crate::{Table, layout, tx::IndexEntry};
use model::{Order, Status, Time, order::StepState, payment};

/// Every index entry that an order has. Its record and this function say all there is to know about the indexes; its
/// words are `words`' own.
pub fn index_entries(order: &Order) -> Vec<IndexEntry> {
    let id = order.id.bytes().to_vec();
    let slot = layout::order_slot(order.restaurant_id, order.provider, order.status);
    let by_slot = layout::in_slot(&slot, order.id);
    let platform_key = layout::by_hash(layout::hash(&order.provider_order_id), order.id);
    let mut entries = vec![
        (Table::OrdersByPlatformId, platform_key, layout::owner(order)),
        (Table::OrdersByChange, layout::in_slot(&slot, order.change_id), id.clone()),
    ];
    if order.accept_owed && order.status.awaits_verification() {
        entries.push((Table::AcceptOwed, id.clone(), Vec::new()));
    }
    if order.awaits_report() {
        entries.push((Table::PendingBySlot, by_slot.clone(), Vec::new()));
        entries.push((Table::Pending, id, Vec::new()));
    }
    entries.extend(payment_key(order).map(|key| (Table::OrdersByPayment, key, Vec::new())));
    let at = |time: Time| layout::at_time(time, order.id);
    if order.is_erasable() {
        entries.push((Table::OrdersToErase, at(order.created_at), Vec::new()));
    }
    if order.brought_back_at.is_some() {
        entries.push((Table::BroughtBack, order.id.bytes().to_vec(), Vec::new()));
    }
    if let (Status::ScheduledVerified, Some(starts)) = (order.status, order.starts_at) {
        entries.push((Table::ScheduledByDue, at(starts), Vec::new()));
    }
    let waiting = order.platform_sync.iter().find(|step| step.state == StepState::Waiting);
    if let Some(due) = waiting.and_then(|step| step.due_at) {
        entries.push((Table::StepsByDue, at(due), Vec::new()));
    }
    entries.push((Table::OrdersBySlot, by_slot, Vec::new()));
    entries
}

/// Its place in `OrdersByPayment`, if it has one.
fn payment_key(order: &Order) -> Option<Vec<u8>> {
    Some(layout::by_hash(payment_hash(order.payment_text()?), order.id))
}

pub(super) fn payment_hash(text: &str) -> [u8; 16] {
    layout::hash(&payment::key(text))
}
