//! What was ordered, line by line, as the board, the order's page and the ticket show it.

use crate::show;
use i18n::Lang;
use model::{
    Currency,
    order::{Item, ItemOption, OptionKind},
};

/// Deeper than this an option is not indented further.
const DEEPEST: usize = 4;

pub struct OrderedDish {
    pub quantity: u32,
    pub name: String,
    pub total: String,
    pub note: Option<String>,
    pub picks: Vec<Pick>,
}

/// One option of a dish, with how deep it lies among options of options.
pub struct Pick {
    pub depth: usize,
    /// An ingredient that must not be in it.
    pub is_left_out: bool,
    pub quantity: u32,
    pub group: Option<String>,
    pub name: String,
    pub price: Option<String>,
}

pub fn dishes(lang: Lang, items: &[Item], currency: Currency) -> Vec<OrderedDish> {
    items.iter().map(|item| dish(lang, item, currency)).collect()
}

fn dish(lang: Lang, item: &Item, currency: Currency) -> OrderedDish {
    let mut picks = Vec::new();
    gather(lang, &item.options, currency, 0, &mut picks);
    OrderedDish {
        quantity: item.quantity,
        name: item.name.clone(),
        total: show::money(lang, item.total, currency),
        note: item.note.clone().filter(|note| !note.is_empty()),
        picks,
    }
}

fn gather(lang: Lang, choices: &[ItemOption], currency: Currency, depth: usize, picks: &mut Vec<Pick>) {
    for choice in choices {
        let is_left_out = choice.kind == OptionKind::Remove;
        picks.push(Pick {
            depth: depth.min(DEEPEST),
            is_left_out,
            quantity: choice.quantity,
            // "Leave out: onion" says it all; what group the onion was in would only blur it.
            group: choice.group.clone().filter(|group| !is_left_out && !group.is_empty()),
            name: choice.name.clone(),
            price: choice.price.filter(|price| price.0 != 0).map(|price| show::money(lang, price, currency)),
        });
        gather(lang, &choice.options, currency, depth + 1, picks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Money;

    fn choice(name: &str, kind: OptionKind, options: Vec<ItemOption>) -> ItemOption {
        let (group, price) = (Some("Ekstra".to_owned()), Some(Money(0)));
        ItemOption { id: None, group, name: name.into(), quantity: 1, price, kind, options }
    }

    #[test]
    fn options_at_every_depth_are_there_and_what_is_left_out_is_marked() {
        let deep = (0..8).fold(Vec::new(), |inner, level| vec![choice(&level.to_string(), OptionKind::Add, inner)]);
        let options = vec![choice("Soğan", OptionKind::Remove, Vec::new()), choice("Menü", OptionKind::Add, deep)];
        let item = Item {
            id: None,
            product_id: None,
            remote_code: None,
            name: "Adana".into(),
            quantity: 2,
            unit_price: None,
            total: Money(100),
            note: Some(String::new()),
            options,
        };
        let dish = dish(Lang::Tr, &item, Currency::TRY);
        assert_eq!(dish.note, None);
        assert_eq!(dish.picks.len(), 10);
        assert!(dish.picks[0].is_left_out && dish.picks[0].group.is_none());
        assert!(dish.picks[1..].iter().all(|pick| !pick.is_left_out && pick.group.is_some() && pick.price.is_none()));
        assert_eq!(dish.picks.iter().map(|pick| pick.depth).max(), Some(DEEPEST));
    }
}
