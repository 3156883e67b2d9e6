//! An order that a shop sends again: which parts of it are not as they came first.

use super::order::read_order;
use crate::Arrival;
use model::{Content, Currency, Customer, Flag};

/// The parts that differ, by the names that they have in the API; nothing can be said where what came first is erased.
///
/// The first is read again as it came, because what is stored of it may have changed since: a payment that the owner
/// assigned, say. Every field is named: a new one does not compile until it is handled.
pub fn differences(first: &[u8], currency: Currency, again: &Arrival) -> Option<Vec<&'static str>> {
    let first = read_order(first, || Ok(currency)).ok()?.arrival?;
    let Content {
        customer: Customer { name, phone, phone_code, address },
        items,
        amount,
        payment,
        note,
        flags,
        delivery_type,
        is_scheduled,
        scheduled_at,
        placed_at,
        accept_by,
        promised_at,
        pickup_code,
        is_test,
        problems: _,
    } = &first.content;
    let now = &again.content;
    let who = &now.customer;
    let parts = [
        ("code", first.code != again.code),
        ("customer", (name, phone, phone_code) != (&who.name, &who.phone, &who.phone_code)),
        ("customer.address", *address != who.address),
        ("items", *items != now.items),
        ("amount", *amount != now.amount),
        ("payment", *payment != now.payment),
        ("note", *note != now.note),
        ("flags", sorted(flags) != sorted(&now.flags)),
        ("deliveryType", *delivery_type != now.delivery_type),
        ("scheduledAt", (is_scheduled, scheduled_at) != (&now.is_scheduled, &now.scheduled_at)),
        ("placedAt", *placed_at != now.placed_at),
        ("acceptBy", *accept_by != now.accept_by),
        ("promisedAt", *promised_at != now.promised_at),
        ("pickupCode", *pickup_code != now.pickup_code),
        ("isTest", *is_test != now.is_test),
    ];
    Some(parts.into_iter().filter(|(_, is_other)| *is_other).map(|(part, _)| part).collect())
}

fn sorted(flags: &[Flag]) -> Vec<Flag> {
    let mut flags = flags.to_vec();
    flags.sort_unstable();
    flags.dedup();
    flags
}
