//! How an order is paid. Yemeksepeti's wording in Turkey is not published, so it is told by the words that people use;
//! what no word tells is `other`, with the wording kept.

use crate::{
    model::{
        Money, fold,
        order::{Payment, PaymentType},
    },
    platforms::loose::Loose,
};

/// By the beginning of a word: a card's name also comes as `SetcardOnline`.
const MEAL_CARDS: [&str; 14] = [
    "sodexo",
    "pluxee",
    "multinet",
    "multipay",
    "ticket",
    "edenred",
    "setcard",
    "setkart",
    "metropol",
    "paye",
    "tokenflex",
    "winwin",
    "iwallet",
    "yemekmatik",
];
/// The same in two words.
const MEAL_CARD_PHRASES: [&str; 4] = ["yemek kart", "yemek ceki", "meal card", "meal voucher"];

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
    let kind = match &name {
        Some(name) => kind(name, is_paid),
        None => {
            wording.problem();
            if is_paid { PaymentType::OnlineCard } else { PaymentType::Other }
        }
    };
    Payment { kind, name, is_paid }
}

pub fn kind(wording: &str, is_paid: bool) -> PaymentType {
    let folded = fold(wording);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let phrase = words.join(" ");
    let says = |beginning: &str| words.iter().any(|word| word.starts_with(beginning));
    let is_meal_card = MEAL_CARDS.into_iter().any(says) || MEAL_CARD_PHRASES.into_iter().any(|it| phrase.contains(it));
    if is_meal_card {
        PaymentType::MealCard
    } else if is_paid {
        PaymentType::OnlineCard
    } else if says("nakit") || says("cash") {
        PaymentType::Cash
    } else if says("online") && !says("kapida") {
        // On the web and not settled yet: nothing that a courier could take.
        PaymentType::Other
    } else if ["kart", "card", "creditcard", "pos"].into_iter().any(says) {
        PaymentType::CardOnDelivery
    } else {
        PaymentType::Other
    }
}
