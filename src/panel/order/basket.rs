//! What a platform changed in an order, in words: which dishes, how many, and what it comes to. The board's card, the order's
//! page and its ticket show it.

use crate::show;
use i18n::{Lang, Spoken, pages::board as texts};
use model::{
    Order, Time,
    order::{Amount, BasketChange, Item, ItemOption},
};

/// What changed from one basket to another.
pub struct BasketNews {
    /// The latest change among them.
    pub at: Time,
    /// Dish by dish, and at the end the total where that is another. Never empty.
    pub lines: Vec<String>,
}

/// What is in an order at one time.
#[derive(Clone, Copy, PartialEq)]
struct Basket<'a> {
    items: &'a [Item],
    amount: &'a Amount,
    note: Option<&'a str>,
}

/// One dish of which there are more or fewer, or that is made otherwise.
struct DishNews<'a> {
    name: &'a str,
    was: u32,
    is: u32,
}

/// What nobody has taken note of yet, of all changes together, with what it comes to or without.
pub fn unseen(lang: Lang, order: &Order, has_money: bool) -> Option<BasketNews> {
    let (first, at) = (order.unseen_change()?, order.changes.last()?.at);
    let (before, after) = (before(first), now(order));
    if has_money || before.amount == after.amount {
        return Some(BasketNews { at, lines: lines(lang, before, after) });
    }
    let was = Basket { amount: after.amount, ..before };
    let other = || vec![lang.texts().board_page.details_are_other.to_owned()];
    Some(BasketNews { at, lines: if was == after { other() } else { lines(lang, was, after) } })
}

/// What it is now against how it came.
pub fn since_first(lang: Lang, order: &Order) -> Option<BasketNews> {
    since(lang, order, order.changes.first()?)
}

fn since(lang: Lang, order: &Order, first: &BasketChange) -> Option<BasketNews> {
    let at = order.changes.last()?.at;
    Some(BasketNews { at, lines: lines(lang, before(first), now(order)) })
}

/// Of each change, the oldest first.
pub fn all(lang: Lang, order: &Order) -> Vec<BasketNews> {
    let after = order.changes.iter().skip(1).map(before).chain([now(order)]);
    let news = order.changes.iter().zip(after);
    news.map(|(change, after)| BasketNews { at: change.at, lines: lines(lang, before(change), after) }).collect()
}

fn before(change: &BasketChange) -> Basket<'_> {
    Basket { items: &change.items, amount: &change.amount, note: change.note.as_deref() }
}

fn now(order: &Order) -> Basket<'_> {
    let content = &order.content;
    Basket { items: &content.items, amount: &content.amount, note: content.note.as_deref() }
}

fn lines(lang: Lang, before: Basket<'_>, after: Basket<'_>) -> Vec<String> {
    let words = &lang.texts().board_page;
    let mut lines: Vec<String> = dishes(before.items, after.items).iter().map(|dish| line(lang, dish)).collect();
    if before.note != after.note {
        lines.push(words.note_is_other.to_owned());
    }
    if before.amount.total != after.amount.total {
        // An amount stays in one line.
        let money = |amount: &Amount| show::money(lang, amount.total, amount.currency).replace(' ', "\u{a0}");
        lines.push(texts::other_total(lang, &money(before.amount), &money(after.amount)));
    }
    if lines.is_empty() {
        let said = if before == after { words.is_as_before } else { words.details_are_other };
        lines.push(said.to_owned());
    }
    lines
}

fn line(lang: Lang, dish: &DishNews<'_>) -> String {
    let DishNews { name, was, is } = *dish;
    match (was, is) {
        (_, 0) => texts::dish_gone(lang, was, name),
        (0, _) => texts::dish_came(lang, is, name),
        _ if was == is => texts::dish_is_other(lang, name),
        _ => texts::other_count(lang, was, is, name),
    }
}

/// Each name once: first what was there before, then what is new.
fn dishes<'a>(before: &'a [Item], after: &'a [Item]) -> Vec<DishNews<'a>> {
    let mut names: Vec<&str> = Vec::new();
    for item in before.iter().chain(after) {
        if !names.contains(&item.name.as_str()) {
            names.push(&item.name);
        }
    }
    let all = names.into_iter().filter_map(|name| {
        let (was, is) = (made(before, name), made(after, name));
        let count = |ways: &[Made<'_>]| ways.iter().fold(0, |sum: u32, way| sum.saturating_add(way.count));
        let is_news = was.len() != is.len() || was.iter().any(|way| !is.contains(way));
        is_news.then(|| DishNews { name, was: count(&was), is: count(&is) })
    });
    all.collect()
}

/// One way in which a dish is made, and how often, however many lines say so.
#[derive(PartialEq)]
struct Made<'a> {
    note: Option<&'a str>,
    options: &'a [ItemOption],
    count: u32,
}

fn made<'a>(items: &'a [Item], name: &str) -> Vec<Made<'a>> {
    let mut ways: Vec<Made<'a>> = Vec::new();
    for item in items.iter().filter(|item| item.name == name) {
        let (note, options) = (item.note.as_deref(), item.options.as_slice());
        match ways.iter_mut().find(|way| (way.note, way.options) == (note, options)) {
            Some(way) => way.count = way.count.saturating_add(item.quantity),
            None => ways.push(Made { note, options, count: item.quantity }),
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Currency, Money};

    fn item(name: &str, quantity: u32, note: Option<&str>) -> Item {
        let (id, product_id, remote_code, unit_price, if_unavailable) = (None, None, None, None, None);
        let (name, note, total, options) = (name.to_owned(), note.map(str::to_owned), Money(0), Vec::new());
        Item {
            id,
            product_id,
            remote_code,
            name,
            quantity,
            unit_price,
            total,
            note,
            if_unavailable,
            options,
            done_at: None,
        }
    }

    fn amount(total: i64) -> Amount {
        let (zero, total, currency) = (Money(0), Money(total), Currency::TRY);
        Amount { subtotal: total, discount: zero, delivery_fee: zero, fees: zero, tip: zero, total, currency }
    }

    #[test]
    fn each_dish_is_named_once_and_only_where_something_is_another() {
        let before = [item("Adana", 1, None), item("Adana", 2, None), item("Ayran", 1, None), item("Urfa", 1, None)];
        let after = [item("Adana", 2, None), item("Urfa", 1, Some("az acılı")), item("Su", 3, None)];
        let (much, less) = (amount(50_000), amount(35_050));
        let before = Basket { items: &before, amount: &much, note: None };
        let after = Basket { items: &after, amount: &less, note: Some("Zile basmayın") };
        let said = |lang| lines(lang, before, after);
        assert_eq!(
            said(Lang::En),
            [
                "2 × Adana (was 3)",
                "1 × Ayran taken out",
                "Urfa: made differently now",
                "3 × Su added",
                "The note is another one",
                "Total: ₺350.50 (was ₺500.00)",
            ]
        );
        assert_eq!(
            said(Lang::Tr),
            [
                "2 × Adana (önceden 3)",
                "1 × Ayran çıkarıldı",
                "Urfa: hazırlanışı değişti",
                "3 × Su eklendi",
                "Sipariş notu değişti",
                "Toplam: 350,50\u{a0}₺ (önceden 500,00\u{a0}₺)",
            ]
        );
        // Three are three, in however many lines.
        let three = [item("Adana", 3, None)];
        let (one, other) = (Basket { items: &three, ..before }, Basket { items: &before.items[..2], ..before });
        assert_eq!(lines(Lang::En, one, other), ["Details changed"]);
        assert_eq!(lines(Lang::En, before, before), ["As it was before"]);
    }
}
