//! What of an order is for those alone who deal with customers and money: a card of any other role does not have it.

use super::fit::clipped;
use crate::show;
use i18n::{Lang, Spoken, pages::words};
use model::{Order, ScreenRole, order::PaymentType};

pub struct CardBill {
    pub customer: String,
    pub total: String,
    pub payment: String,
    pub is_paid: bool,
    pub paid: &'static str,
    /// Its label, and what the courier has to bring back.
    pub required_change: Option<(&'static str, String)>,
}

impl CardBill {
    pub fn of(order: &Order, lang: Lang) -> CardBill {
        let content = &order.content;
        let nameless = lang.texts().board_page.nameless;
        CardBill {
            customer: content.customer.name.as_deref().map_or(nameless.to_owned(), |name| clipped(name, 80)),
            total: show::money(lang, content.amount.total, content.amount.currency),
            payment: payment_at_a_glance(lang, order),
            is_paid: content.payment.is_paid,
            paid: words::is_paid(lang, content.payment.is_paid),
            required_change: content.payment.required_change.map(|change| {
                (lang.texts().order_page.required_change, show::money(lang, change, content.amount.currency))
            }),
        }
    }
}

/// Whom to call at the pass: a first name, which no surname is behind. Others need none.
pub fn guest(order: &Order, role: ScreenRole) -> Option<String> {
    let name = order.content.customer.name.as_deref().filter(|_| role == ScreenRole::Pass)?;
    let mut names = name.split_whitespace();
    let first = names.next()?;
    names.next().map(|_| clipped(first, 30))
}

/// Our word for it, and the card's brand or the platform's own word where that says more.
pub fn payment(lang: Lang, order: &Order) -> String {
    let payment = &order.content.payment;
    let word = words::payment(lang, payment.kind);
    if let Some(brand) = &payment.brand {
        return format!("{word} · {}", words::brand(brand));
    }
    match payment.name.as_deref().map(str::trim) {
        Some(name) if !name.is_empty() => {
            let name = words::payment_name(lang, name);
            // What only says the same again is left out.
            if name.eq_ignore_ascii_case(word) { word.to_owned() } else { format!("{word} · {}", clipped(&name, 60)) }
        }
        _ => word.to_owned(),
    }
}

/// The platform's wording only where ours leaves something open: which meal card it is.
fn payment_at_a_glance(lang: Lang, order: &Order) -> String {
    match order.content.payment.kind {
        PaymentType::MealCard | PaymentType::Wallet | PaymentType::Other => payment(lang, order),
        kind => words::payment(lang, kind).to_owned(),
    }
}
