//! How an order is paid. Yemeksepeti's wording in Turkey is not published, so it is told by the words that people use;
//! what no word tells is `other`, with the wording kept.

use crate::Loose;
use model::{Money, Payment, PaymentType, fold, payment::table};

pub fn read(order: &Loose<'_>) -> Payment {
    let payment = order.get("payment");
    let (status, wording) = (payment.get("status"), payment.get("type"));
    let is_paid = match status.text().map(|status| fold(&status)).as_deref() {
        Some("paid") => true,
        Some("pending") => false,
        // Whether to ask for money at the door must not be guessed silently.
        _ => {
            status.problem();
            false
        }
    };
    // What the courier takes may be less than the bill, where a voucher paid a part, and must not be asked for twice.
    let (collected, total) = (order.get("price").get("collectFromCustomer"), order.get("price").get("grandTotal"));
    if let Some(amount) = collected.money() {
        let is_odd = if is_paid { amount > Money(0) } else { Some(amount) != total.money() };
        if is_odd {
            collected.problem();
        }
    }
    let name = wording.text();
    let read = match &name {
        Some(name) => table::read(name, Some(is_paid)),
        None => {
            wording.problem();
            if is_paid { table::Reading { kind: PaymentType::OnlineCard, brand: None } } else { table::Reading::OTHER }
        }
    };
    let change = [payment.get("requiredMoneyChange"), order.get("requiredMoneyChange")].map(|change| change.money());
    let required_change = change.into_iter().flatten().find(|change| *change > Money(0));
    Payment { required_change, ..Payment::new(read, name, is_paid) }
}
