//! How an order is paid.

use crate::Loose;
use model::{Payment, PaymentType, payment::table};

/// A meal card stays one when it is paid online; a card that is not paid online is shown at the door.
pub fn read(order: &Loose<'_>) -> Payment {
    let kind = order.get("payment").get("type");
    let is_bare = kind.value().is_string();
    let word = if is_bare { kind.text() } else { kind.any(&["name", "simplifiedName"]).text() };
    let is_online = kind.get("isOnlinePayment").flag();
    let wording = if is_bare { None } else { kind.get("description").text() };
    let known = word.as_deref().map(|word| table::read(word, is_online).or_brand_of(wording.as_deref()));
    let online = table::Reading { kind: PaymentType::OnlineCard, brand: None };
    let known = known.or((is_online == Some(true)).then_some(online));
    let read = kind.needed(known).unwrap_or(table::Reading::OTHER);
    Payment::new(read, wording.or(word), is_online.unwrap_or(read.kind == PaymentType::OnlineCard))
}
